"""The page's statistics and the ticks of its plots, compared with Python's."""

from __future__ import annotations

import random
from functools import partial

import pytest

from hypersweep import Grid, Outcome
from hypersweep.boards import usual_first_open
from hypersweep.rules import Rules
from hypersweep.session.results import PlayFigures, kinds_of, rules_note, win_rates
from hypersweep.ui_model.plot_series import game_ticks, number_ticks, time_ticks
from node_kernel import NodeKernel
from random_games import results, row

NODE = partial(NodeKernel, "plots.mjs")


def test_ticks_are_those_of_python(node: NodeKernel) -> None:
    chance = random.Random(3)
    for _ in range(400):
        count = chance.randrange(1, 9)
        most = 10 ** chance.uniform(-2, 6)
        assert node.ask("ticks", kind="number", most=most, count=count) == pytest.approx(number_ticks(most, count))
        found = node.ask("ticks", kind="time", most=most, count=count)
        assert [(tick["place"], tick["name"]) for tick in found] == time_ticks(most, count)
        games = chance.randrange(1, 2000)
        assert node.ask("ticks", kind="game", most=games, count=count) == game_ticks(games, count)


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
def test_plots_hold_every_game_within_their_axes(node: NodeKernel) -> None:
    for count in (0, 1, 40):
        games = results(9, count)
        own = PlayFigures(games)
        times, rates, values = node.ask("plots", rows=[row(each) for each in games], steps={"across": 6, "up": 4})
        assert [point[1] for point in times["points"]] == [each / 1000 for each in own.times]
        assert [point[1] for point in rates["points"]] == win_rates(own.is_won, 20)
        assert len(values["points"]) == len(own.times)
        for plot in (times, rates, values):
            assert len(plot["keys"]) == len(plot["points"])
            for across, up in plot["points"]:
                assert plot["across"][0] <= across <= plot["across"][1]
                assert plot["up"][0] <= up <= plot["up"][1]


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
