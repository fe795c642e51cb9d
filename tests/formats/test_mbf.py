"""Boards of Minesweeper Clone and Arbiter: expected bytes, round trips, and bytes that aren't boards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from hypersweep import Layout, LayoutError, ParameterError, ParseError, ShapeError
from hypersweep.formats.mbf import dump, load

GOLDEN = bytes.fromhex("04 03 00 02 01 00 03 02")


def test_byte_by_byte() -> None:
    layout = Layout("3x4", [(0, 1), (2, 3)])
    assert load(GOLDEN) == layout
    assert dump(layout) == GOLDEN
    # Another order of the mines is read as well.
    assert load(GOLDEN[:4] + GOLDEN[6:] + GOLDEN[4:6]) == layout


@given(strategies.layouts(max_dimensions=2))
def test_every_small_board_goes_there_and_back(layout: Layout) -> None:
    plain = Layout((*layout.grid.shape, 1)[:2], layout.mine_indices())
    assert load(dump(plain)) == plain
    assert dump(load(dump(plain))) == dump(plain)


def test_the_largest_board() -> None:
    full = Layout((255, 255), range(255 * 255))
    assert load(dump(full)) == full
    with pytest.raises(ShapeError, match="at most 65024 cells"):
        load(dump(full), max_cells=65024)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "1 byte of columns at byte 0"),
        (b"\0\3\0\0", "columns of 1 or more at byte 0"),
        (b"\4\0\0\0", "rows of 1 or more at byte 1"),
        (b"\4\3\0\x0d", "mines from 0 to 12 at byte 2"),
        (GOLDEN[:-1], "4 bytes of the places of the mines at byte 4"),
        (GOLDEN + b"\0", "its end after 2 mines at byte 8"),
        (b"\4\3\0\2\1\0\1\0", "every mine once at byte 6"),
        (b"\4\3\0\1\4\0", "a mine in 4 columns and 3 rows at byte 4"),
        (b"\4\3\0\1\0\3", r"got \(0, 3\)"),
    ],
)
def test_what_is_no_such_file(data: bytes, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        load(data)


@st.composite
def nearly(draw: st.DrawFn) -> bytes:
    """Bytes that are nearly such a file."""
    place = draw(st.integers(0, len(GOLDEN) - 1))
    return GOLDEN[:place] + draw(st.binary(max_size=2)) + GOLDEN[place + 1 :]


@given(st.binary(max_size=40) | nearly())
def test_any_bytes_are_a_board_or_refused(data: bytes) -> None:
    try:
        layout = load(data)
    except ParseError:
        return
    assert load(dump(layout)) == layout


@pytest.mark.parametrize("grid", ["3x4x5", "12", "3x4~wrap=0", "3x4~orthogonal"])
def test_other_boards_are_refused(grid: str) -> None:
    with pytest.raises(LayoutError, match="only plain boards of rows and columns"):
        dump(Layout(grid))


@pytest.mark.parametrize("grid", ["256x3", "3x256"])
def test_longer_sides_are_refused(grid: str) -> None:
    with pytest.raises(ParameterError, match="at most 255 rows and 255 columns"):
        dump(Layout(grid))


def test_other_types_are_refused() -> None:
    with pytest.raises(TypeError, match="expected an MBF file as bytes"):
        load("text")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a Layout"):
        dump(GOLDEN)  # type: ignore[arg-type]
