"""The page's statistics and plots compared with Python's."""

from __future__ import annotations

from functools import partial

import pytest

from hypersweep import Grid, Outcome
from hypersweep.boards import usual_first_open
from hypersweep.rules import Rules
from hypersweep.session.results import PlayFigures, kinds_of, rules_note, win_rates
from node_kernel import NodeKernel
from random_games import results, row

NODE = partial(NodeKernel, "plots.mjs")


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 1, 2, 15, 300])
def test_figures_are_those_of_python(node: NodeKernel, count: int) -> None:
    for seed in range(4):
        games = results(seed, count)
        own = PlayFigures(games)
        found = node.ask("figures", rows=[row(each) for each in games])
        for name, value in {
            "games": own.games,
            "won": own.won,
            "helped": own.helped,
            "walkovers": own.walkovers,
            "isWon": own.is_won,
            "numbers": own.numbers,
            "times": own.times,
            "best": own.best,
            "median": own.median,
            "streak": own.streak,
            "longestStreak": own.longest_streak,
        }.items():
            assert found[name] == value, name
        ranked = [each for each in games if each.outcome is Outcome.WON and each.is_ranked]
        speeds = [each.three_bv_per_second for each in ranked if each.three_bv_per_second is not None]
        assert found["bestSpeed"] == (pytest.approx(max(speeds)) if speeds else None)
        kinds = [(kind[0].format(), [each.name for each in group]) for kind, group in kinds_of(games)]
        assert [
            (kind["board"], kind["keys"]) for kind in node.ask("kinds", rows=[row(each) for each in games])
        ] == kinds


@pytest.mark.slow
def test_plots_hold_every_game_from_left_to_right(node: NodeKernel) -> None:
    for count in (0, 1, 40):
        games = results(9, count)
        own = PlayFigures(games)
        rows = [row(each) | ({"unneeded": place % 4} if place % 3 else {}) for place, each in enumerate(games)]
        times, rates, values, guesses, spread = node.ask("plots", rows=rows)
        assert times["y"] == [each / 1000 for each in own.times]
        assert rates["y"] == win_rates(own.is_won, 20)
        assert len(values["y"]) == len(own.times)
        unneeded = {each["key"]: each.get("unneeded") for each in rows}
        assert guesses["y"] == [unneeded[key] for key in guesses["keys"]]
        assert {key for key, number in unneeded.items() if number is not None} >= set(guesses["keys"])
        assert sum(spread["y"]) == len(own.times)
        for bar, (middle, number) in enumerate(zip(spread["x"], spread["y"], strict=True)):
            within = [each / 1000 // spread["width"] for each in own.times]
            assert within.count(middle // spread["width"]) == number, bar
        assert len(spread["y"]) <= 15
        for plot in (times, rates, values, guesses, spread):
            assert len(plot["keys"]) == len(plot["x"]) == len(plot["y"])
            assert plot["x"] == sorted(plot["x"])


@pytest.mark.slow
def test_games_are_counted_by_day_and_by_dimension(node: NodeKernel) -> None:
    games = results(9, 60)
    found = node.ask("overview", rows=[row(each) for each in games])
    counted = [each for each in games if each.outcome is not Outcome.ONGOING and not each.is_walkover]
    rows = [row(each) for each in counted]
    found = node.ask("overview", rows=rows)
    assert sum(count["games"] for _, count in found["dimensions"]) == len(counted)
    for dimensions, count in found["dimensions"]:
        own = [each for each in counted if len(each.grid.shape) == dimensions]
        assert count == {"games": len(own), "won": sum(each.outcome is Outcome.WON for each in own)}
    assert sum(count["games"] for _, count in found["days"]) == sum(bool(each["start"]) for each in rows)
    *earlier, latest = PlayFigures(games).times
    slower = sum(each > latest for each in earlier)
    assert found["percentile"] == pytest.approx(slower / len(earlier))


@pytest.mark.slow
def test_rules_are_named_where_python_names_them(node: NodeKernel) -> None:
    for board, mines in [("9x9", 10), ("12x9", 10), ("4x4x4x4", 20)]:
        for change in ["", ",first=opening", ",first=any", ",guess=never,grade=pair", ",chord=off"]:
            for several in (False, True):
                rules = Rules.parse(f"classic{change}")
                usual = usual_first_open(Grid(board), mines, rules.guess)
                note = rules_note((Grid(board), mines, rules), is_one_of_several=several)
                found = node.ask("note", rules=rules.format(), usual=usual, isOneOfSeveral=several)
                assert bool(note) == any(found.values()), (change, several, note, found)
