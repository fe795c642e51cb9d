"""Positions on one line: expected lines, round trips, their length, and texts that aren't positions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from hypersweep import BoardTooLargeError, Game, Grid, Layout, ParseError, ShapeError, View
from hypersweep.formats.position_line import format as format_line
from hypersweep.formats.position_line import parse

URL_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

GOLDEN = {
    "2x3-1-A1aA1a": View("2x3", 1, [-1, 1, 0, -1, 1, 0]),
    "16x30-99-RL": View("16x30", 99, [-1] * 480),
    "1x6-1-_0~-~_Aa": View("1x6", 1, [-2, -3, -4, -5, -1, 0]),
    "3x4ow1-2-K2": View("3x4~orthogonal~wrap=1", 2, [-1] * 11 + [2]),
    "3x4w-2-K2": View("3x4~wrap=all", 2, [-1] * 11 + [2]),
    "3x3x3w0.2-9-M.GM": View("3x3x3~wrap=0,2", 9, [-1] * 13 + [26] + [-1] * 13),
    "3x3x3x3-80-AN.-80-AN": View("3x3x3x3", 80, [-1] * 40 + [80] + [-1] * 40),
}


@pytest.mark.parametrize("line", list(GOLDEN))
def test_line_by_line(line: str) -> None:
    assert format_line(GOLDEN[line]) == line
    assert parse(line) == GOLDEN[line]
    assert parse(f" {line}\n") == GOLDEN[line]


@pytest.mark.slow
@given(strategies.views())
def test_every_position_goes_there_and_back(view: View) -> None:
    line = format_line(view)
    assert set(line) <= URL_SAFE
    assert parse(line, max_cells=60) == view
    assert format_line(parse(line)) == line


@pytest.mark.slow
@given(st.integers(1, 20_000))
def test_runs_of_any_length(cells: int) -> None:
    for code in (-1, 0):
        view = View((cells,), 0, [code] * cells)
        line = format_line(view)
        assert len(line) <= len(f"{cells}-0-") + 4
        assert parse(line) == view


@given(st.integers(10, 3**6 - 1))
def test_clues_of_any_size(clue: int) -> None:
    view = View("3x3x3x3x3x3", 3, [clue] + [-1] * 728)
    assert parse(format_line(view)) == view


def test_lines_are_shorter_than_pictures() -> None:
    layout = Layout.random("16x30", 99, seed=3, first=(8, 15), first_open="opening")
    game = Game(layout=layout)
    game.open((8, 15))
    begun = format_line(game.view)
    for cell in game.grid:
        if not layout.is_mine(cell):
            game.open(cell)
    finished = format_line(game.view)
    assert len(begun) < 120
    assert len(finished) < 480 < len(game.view.format()) // 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a line such as"),
        ("2x3-1", "expected a line such as"),
        ("v2.2x3-1-F", "which a newer hypersweep may read"),
        ("2y3-1-F", "expected a grid such as"),
        ("2x3w0.-1-F", "expected a grid such as"),
        ("2x3w2-1-F", "wrapped axis"),
        ("2x0-0-F", "side 1"),
        ("2x3-7-F", "expected mines from 0 to 6 on 2x3, got '7'"),
        ("2x3-\u0661-F", "expected mines from 0 to 6"),
        ("2x3-1-", "expected 6 cells of 2x3, got 0"),
        ("2x3-1-E", "expected 6 cells of 2x3, got 5"),
        ("2x3-1-G", "expected 6 cells of 2x3, got more"),
        ("2x3-1-ZZZZZZZZZZZZZZZZZZZZZ", "got more"),
        ("2x3-1-A9D", "a clue of at most 5 on 2x3 at position 7, got 9"),
        ("2x3-1-A.0D", "a clue of at most 5 on 2x3 at position 7, got 10"),
        ("2x3-1-A.-4D", "'-NUMBER-' after '.' at position 7"),
        ("2x3-1-A.", "after '.' at position 7"),
        ("2x3-1-A~~D", "expected a letter, a digit, '_', '.', '~-' or '~_' at position 7"),
        ("2x3-1-A\u0131D", "at position 7"),
        ("2x3-1-A D", "at position 7"),
    ],
)
def test_what_is_no_line(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse(text)


def test_strangers_name_no_grid_of_a_million_axes() -> None:
    grid = "1x" * 40_000 + "1"
    with pytest.raises(ParseError, match=r"expected a grid of at most 65536 characters, got 80001"):
        parse(f"{grid}-0-A", max_cells=1000)
    assert parse("1x" * 400 + "1-0-A", max_cells=1000).grid.dimensions == 401


@pytest.mark.nightly
def test_a_few_characters_make_no_huge_board() -> None:
    huge = "4294967296x4294967295-1-" + "HYNDWMJLKFQQPA"
    with pytest.raises(ShapeError, match="expected at most 1000000 cells"):
        parse(huge, max_cells=10**6)
    with pytest.raises(ParseError, match="cells of"):
        parse(huge)
    million = View(Grid("10000000"), 5, [-1] * 10_000_000)
    assert parse(format_line(million)) == million
    sides = "1000000000x1000000000"
    run = format_line(View("26", 1, [-1] * 26))[5:]
    assert run == "Z"
    count, letters = 10**18, ""
    while count:
        count, digit = divmod(count - 1, 26)
        letters = chr(65 + digit) + letters
    with pytest.raises(BoardTooLargeError):
        parse(f"{sides}-1-{letters}")


@given(strategies.near_misses(list(GOLDEN)) | st.text(max_size=40))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        view = parse(text, max_cells=10_000)
    except (ParseError, ShapeError):
        return
    assert parse(format_line(view)) == view


def test_other_types_are_refused() -> None:
    with pytest.raises(TypeError, match="expected the line of a position"):
        parse(b"2x3-1-F")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a View"):
        format_line("2x3-1-F")  # type: ignore[arg-type]
