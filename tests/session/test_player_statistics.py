"""Sums and series of games."""

from __future__ import annotations

from hypersweep import CLASSIC, Grid, Outcome, Rules
from hypersweep.boards import board_name
from hypersweep.session import Result
from hypersweep.session.player_statistics import PlayFigures, kind_names, kind_title, kinds_of, win_rates
from hypersweep.text import clock_text, length_text, time_text


def result(
    number: int, outcome: Outcome, milliseconds: int = 1000, *, board: str = "3x4", is_ranked: bool = True
) -> Result:
    name, start = f"game-{number:02}", f"2026-11-{number:02}"
    return Result(name, Grid(board), 2, CLASSIC, outcome, milliseconds, is_ranked=is_ranked, start=start)


def test_figures_of_games_in_the_order_they_were_played() -> None:
    won, lost = Outcome.WON, Outcome.LOST
    games = [
        result(5, won, 4000),
        result(1, won, 3000),
        result(2, lost),
        result(3, Outcome.ONGOING),
        result(4, won, 2000),
        result(6, won, 500, is_ranked=False),
        result(7, won, 9000),
        result(8, lost, is_ranked=False),
        result(9, won, 100, is_ranked=False),
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
    games = [result(1, Outcome.WON), *(result(number, Outcome.LOST, board="3x4x5") for number in (2, 3))]
    kinds = kinds_of(games)
    assert [(kind_title(kind), len(found)) for kind, found in kinds] == [
        ("3x4x5, 2 mines, first open safe", 2),
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
        ("beginner", "first open an opening"),
        ("12x9, 10 mines", ""),
        ("beginner", "first open safe"),
        ("beginner", "esp"),
    ]
    never = opening.replace(guess="never")
    pairs = never.replace(grade="pair")
    several = [(board, 10, opening), (board, 10, never), (board, 10, pairs), (board, 10, esp.replace(guess="never"))]
    assert kind_names(several) == [
        ("beginner", ""),
        ("beginner", "no guess"),
        ("beginner", "no guess, at most pairs"),
        ("beginner", "esp, no guess"),
    ]
    safe = CLASSIC.replace(guess="never")
    assert kind_names([(board, 10, safe), (board, 10, never), (other, 10, safe)]) == [
        ("beginner", "first open safe, no guess"),
        ("beginner", "first open an opening, no guess"),
        ("12x9, 10 mines", "first open safe, no guess"),
    ]
    # Where no guess may be needed, an opening is usual on every board.
    assert kind_title((other, 10, never)) == "12x9, 10 mines, no guess"
    assert kind_title((Grid("16x30"), 99, pairs)) == "expert, no guess, at most pairs"
    # Alone, the usual rules need no name.
    assert kind_names(kinds[:2]) == [("beginner", ""), ("12x9, 10 mines", "")]
    assert kind_title(kinds[0]) == "beginner"


def test_the_fastest_game_is_the_earliest_of_the_best() -> None:
    games = [result(number, Outcome.WON, milliseconds) for number, milliseconds in ((1, 900), (2, 700), (3, 700))]
    fastest = PlayFigures(games).fastest
    assert fastest is not None
    assert (fastest, PlayFigures(games).best) == (games[1], 700)
    assert PlayFigures([]).fastest is None
