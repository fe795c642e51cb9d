"""Results, and statistics over many of them."""

from __future__ import annotations

import copy
import pickle

import pytest

from hypersweep import CLASSIC, Grid, Layout, Outcome, Rules
from hypersweep.boards import board_name
from hypersweep.record import Event, Record
from hypersweep.session import Result
from hypersweep.session.results import (
    PlayFigures,
    kind_names,
    kind_title,
    kinds_of,
    record_result,
    win_rates,
)
from hypersweep.stats import play_stats
from hypersweep.text import clock_text, length_text, time_text
from played import Step, played


def result(**changed: object) -> Result:
    parts: dict[str, object] = {"name": "a", "grid": Grid("3x4"), "mines": 2, "rules": Rules(), "outcome": Outcome.WON,
                                "milliseconds": 7049, "is_ranked": True}  # fmt: skip
    return Result(**{**parts, **changed})  # type: ignore[arg-type]


def test_what_is_not_said_is_nothing() -> None:
    found = result()
    assert (found.deaths, found.hints, found.start, found.player) == (0, 0, "", "")
    assert (found.three_bv, found.clicks, found.three_bv_per_second, found.efficiency) == (None, 0, None, None)


def test_rates_are_those_of_the_figures_of_a_game() -> None:
    found = result(three_bv=30, clicks=40, milliseconds=12_000)
    assert (found.three_bv_per_second, found.efficiency) == (2.5, 0.75)
    assert result(three_bv=30, clicks=40, milliseconds=0).three_bv_per_second is None
    assert result(three_bv=None, clicks=40).efficiency is None


def test_every_part_is_compared_and_travels() -> None:
    changes: dict[str, object] = {"name": "b", "grid": Grid("4x3"), "mines": 3, "outcome": Outcome.LOST,
        "milliseconds": 7050, "is_ranked": False, "is_walkover": True, "deaths": 1, "hints": 1,
        "start": "2024-01-01T00:00:00Z", "player": "Ann", "three_bv": 7, "clicks": 9,
        "rules": Rules(first_open="any")}  # fmt: skip
    assert set(changes) == set(Result.__slots__)
    for name, value in changes.items():
        other = result(**{name: value})
        assert getattr(other, name) == value
        assert other != result()
        assert pickle.loads(pickle.dumps(other)) == copy.deepcopy(other) == other
        assert hash(other) == hash(result(**{name: value}))
        with pytest.raises(AttributeError):
            setattr(other, name, value)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "<Result a: 3x4 with 2 mines, won after 7.049 s>"),
        ({"is_ranked": False}, "<Result a: 3x4 with 2 mines, won after 7.049 s, not ranked>"),
        ({"outcome": Outcome.ONGOING, "milliseconds": 0}, "<Result a: 3x4 with 2 mines, ongoing after 0.000 s>"),
    ],
)
def test_a_line_for_people(changes: dict[str, object], text: str) -> None:
    assert repr(result(**changes)) == text


LAYOUT = Layout("3x4", [(0, 3), (2, 3)])
OPEN: Step = (0, "open", (0, 0))


def test_a_result_says_what_the_record_says() -> None:
    game = played(LAYOUT, [OPEN, (4000, "open", (1, 3))])
    tags = {"start": "2024-01-01T00:00:00Z", "player": "Ann"}
    record = Record(game.grid, rules=game.rules, layout=LAYOUT, events=game.events, tags=tags)
    result = record_result("today", record)
    assert (result.name, result.grid, result.mines, result.rules) == ("today", LAYOUT.grid, 2, record.rules)
    assert (result.outcome, result.milliseconds, result.is_ranked) == (Outcome.WON, 4000, True)
    assert (result.start, result.player, result.deaths, result.hints) == (tags["start"], "Ann", 0, 0)
    stats = play_stats(record)
    assert (result.three_bv, result.clicks) == (stats.three_bv_done, stats.clicks) == (2, 2)
    assert (result.three_bv_per_second, result.efficiency) == (stats.three_bv_per_second, stats.efficiency)


def test_clicks_to_no_effect_count_and_games_not_won_have_no_3bv() -> None:
    game = played(LAYOUT, [OPEN, (500, "flag", (0, 3)), (600, "open", (0, 3)), (900, "undo")])
    record = Record(game.grid, rules=game.rules, layout=LAYOUT, events=game.events)
    result = record_result("today", record)
    assert (result.three_bv, result.clicks) == (None, play_stats(record).clicks)


def test_a_record_that_cannot_be_has_no_3bv() -> None:
    record = Record("3x4", 2, seed=7, events=[Event(0, "open", (7, 7), 6)], outcome=Outcome.WON)
    assert record_result("today", record).three_bv is None


def played_result(
    number: int, outcome: Outcome, milliseconds: int = 1000, *, board: str = "3x4", is_ranked: bool = True
) -> Result:
    name, start = f"game-{number:02}", f"2026-11-{number:02}"
    return Result(name, Grid(board), 2, CLASSIC, outcome, milliseconds, is_ranked=is_ranked, start=start)


def test_figures_of_games_in_the_order_they_were_played() -> None:
    won, lost = Outcome.WON, Outcome.LOST
    games = [
        played_result(5, won, 4000),
        played_result(1, won, 3000),
        played_result(2, lost),
        played_result(3, Outcome.ONGOING),
        played_result(4, won, 2000),
        played_result(6, won, 500, is_ranked=False),
        played_result(7, won, 9000),
        played_result(8, lost, is_ranked=False),
        played_result(9, won, 100, is_ranked=False),
    ]
    found = PlayFigures(games)
    assert (found.games, found.won, found.helped) == (8, 6, 2)
    assert found.is_won == [True, False, True, True, True, True, False, True]
    # A win with help has no time; it doesn't end a streak, and makes it no longer.
    assert (found.numbers, found.times) == ([1, 3, 4, 6], [3000, 2000, 4000, 9000])
    assert (found.best, found.median) == (2000, 3500)
    assert (found.streak, found.longest_streak) == (0, 3)
    none = PlayFigures([])
    assert (none.games, none.best, none.median, none.streak) == (0, None, None, 0)


def test_rates_look_back_so_far_and_no_further() -> None:
    assert win_rates([]) == []
    assert win_rates([True] * 3 + [False] * 3, 3) == [100, 100, 100, 200 / 3, 100 / 3, 0]
    assert win_rates([False, True], 20) == [0, 50]


def test_boards_are_sorted_by_how_often_they_were_played() -> None:
    games = [
        played_result(1, Outcome.WON),
        *(played_result(number, Outcome.LOST, board="3x4x5") for number in (2, 3)),
    ]
    kinds = kinds_of(games)
    assert [(kind_title(kind), len(found)) for kind, found in kinds] == [
        ("3x4x5, 2 mines, first click safe", 2),
        ("3x4, 2 mines", 1),
    ]


def test_times_and_names() -> None:
    assert [time_text(value) for value in (0, 99, 100, 59_999, 60_000, 3_599_950)] == [
        *("0.00", "0.09", "0.10", "59.99", "1:00.00", "59:59.95"),
    ]
    assert length_text(59_999) == "59.99 s"
    assert length_text(60_000) == "1:00.00"
    assert [clock_text(value) for value in (999, 60_000, 3_600_000)] == ["0:00", "1:00", "1:00:00"]
    assert board_name(Grid("9x9"), 10) == "beginner"
    assert board_name(Grid("9x9"), 11) == "9x9, 11 mines"


def test_boards_played_by_several_rules_are_told_apart() -> None:
    opening, esp = CLASSIC.replace(first_open="opening"), Rules.parse("esp")
    board, other = Grid("9x9"), Grid("12x9")
    kinds = [(board, 10, opening), (other, 10, CLASSIC), (board, 10, CLASSIC), (board, 10, esp)]
    assert kind_names(kinds) == [
        ("Beginner", "first click an opening"),
        ("12x9, 10 mines", ""),
        ("Beginner", "first click safe"),
        ("Beginner", "esp"),
    ]
    never = opening.replace(guess="never")
    pairs = never.replace(grade="pair")
    several = [(board, 10, opening), (board, 10, never), (board, 10, pairs), (board, 10, esp.replace(guess="never"))]
    assert kind_names(several) == [
        ("Beginner", ""),
        ("Beginner", "no guess"),
        ("Beginner", "no guess, at most pairs"),
        ("Beginner", "esp, no guess"),
    ]
    safe = CLASSIC.replace(guess="never")
    assert kind_names([(board, 10, safe), (board, 10, never), (other, 10, safe)]) == [
        ("Beginner", "first click safe, no guess"),
        ("Beginner", "first click an opening, no guess"),
        ("12x9, 10 mines", "first click safe, no guess"),
    ]
    # Where no guess may be needed, an opening is usual on every board.
    assert kind_title((other, 10, never)) == "12x9, 10 mines, no guess"
    assert kind_title((Grid("16x30"), 99, pairs)) == "Expert, no guess, at most pairs"
    # Alone, the usual rules need no name.
    assert kind_names(kinds[:2]) == [("Beginner", ""), ("12x9, 10 mines", "")]
    assert kind_title(kinds[0]) == "Beginner"


def test_the_fastest_game_is_the_earliest_of_the_best() -> None:
    games = [
        played_result(number, Outcome.WON, milliseconds) for number, milliseconds in ((1, 900), (2, 700), (3, 700))
    ]
    fastest = PlayFigures(games).fastest
    assert fastest is not None
    assert (fastest, PlayFigures(games).best) == (games[1], 700)
    assert PlayFigures([]).fastest is None
