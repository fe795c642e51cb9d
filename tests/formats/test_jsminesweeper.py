"""JSMinesweeper's positions: expected text, round trips, and texts in other formats."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from hypersweep import ParameterError, ParseError, ShapeError, View
from hypersweep.formats.jsminesweeper import format as format_text
from hypersweep.formats.jsminesweeper import parse

GOLDEN = "4x3x3\nHF10\nHH10\n?H80\n"
VIEW = View("3x4", 3, [-1, -2, 1, 0, -1, -1, 1, 0, -3, -1, 8, 0])


def test_letter_by_letter() -> None:
    assert parse(GOLDEN) == VIEW
    assert format_text(VIEW) == GOLDEN
    assert parse("\ufeff" + GOLDEN.replace("\n", "\r\n") + "\r\n") == VIEW
    assert parse(GOLDEN.rstrip()) == VIEW


@st.composite
def positions(draw: st.DrawFn) -> View:
    """Positions that the text can hold."""
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    most = min(rows, 3) * min(columns, 3) - 1
    codes = draw(st.lists(st.integers(-3, most), min_size=rows * columns, max_size=rows * columns))
    return View((rows, columns), draw(st.integers(0, rows * columns)), codes)


@given(positions())
def test_every_position_goes_there_and_back(view: View) -> None:
    text = format_text(view)
    assert parse(text, max_cells=36) == view
    assert format_text(parse(text)) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "columns, rows and mines"),
        ("4x3", "columns, rows and mines"),
        ("4x3x\u0663", "columns, rows and mines"),
        ("4x3x" + "9" * 5000, "columns, rows and mines"),
        ("0x3x0", "side 1 of 1 or more"),
        ("4x3x3\nHF10\nHH10\n", "expected 3 rows after line 1, got 2"),
        ("4x1x3\nHF1\n", "expected 4 cells in line 2, got 3"),
        ("4x1x3\nHF1Z\n", "in line 2, column 4, got 'Z'"),
        ("4x1x5\nHF10\n", "expected mines from 0 to 4, got 5"),
        ("4x1x1\nHF13\n", r"expected codes from -5 to 2 on 1x4, got 3 at \(0, 3\)"),
        ("99999999999x99999999999x1\nH\n", "cells"),
    ],
)
def test_what_is_no_such_text(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse(text)


def test_a_board_keeps_to_the_cells_it_may_have() -> None:
    with pytest.raises(ShapeError, match="expected at most 11 cells, got 12"):
        parse(GOLDEN, max_cells=11)
    with pytest.raises(ParseError, match="rows after line 1"):
        parse("4000000000x4000000000x1\nH\n")


@given(strategies.near_misses([GOLDEN, "3x2x1\nHHH\n111\n"]) | st.text(alphabet="0123x\nHF?8", max_size=60))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        view = parse(text, max_cells=10_000)
    except (ParseError, ShapeError):
        return
    assert parse(format_text(view)) == view


def test_what_the_text_cannot_say_is_refused() -> None:
    with pytest.raises(ParameterError, match="can't show which flags are wrong"):
        format_text(View("1x2", 1, [-5, -4]))
    with pytest.raises(ParameterError, match="can't show which mine exploded"):
        format_text(View("1x2", 1, [-1, -4]))
    for grid in ("2x3x1", "6", "2x3~wrap=0", "2x3~orthogonal"):
        with pytest.raises(ParameterError, match="only plain boards of rows and columns"):
            format_text(View(grid, 1, [-1] * 6))
    with pytest.raises(TypeError, match="expected a View"):
        format_text(GOLDEN)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a position as text"):
        parse(b"4x3x3")  # type: ignore[arg-type]
