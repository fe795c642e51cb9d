"""Boards as text: expected pictures, and any picture read back by its labels."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid
from hypersweep.picture.text_picture import MOST_CELLS, draw, place_window, window_text
from strategies import shapes

Span = tuple[int, int]
Cell = tuple[int, ...]


def letter(index: int) -> str:
    """A character of its own for each cell, none that a label has."""
    return chr(0x4E00 + index)


def read_back(lines: list[str], dimensions: int, width: int) -> dict[Cell, str]:
    """Return the content of each cell, found by the labels of a picture alone."""
    found: dict[Cell, str] = {}
    higher: Cell = ()
    down = 0
    heads: list[str] = []
    tiles = [0]
    is_row = False
    for line in filter(None, lines):
        places = [int(place) for place in re.findall(r"\b(?:row |group |layer |: )(\d+)", line)]
        was_row, is_row = is_row, "|" in line or (dimensions == 1 and line.strip(" 0123456789") != "")
        if was_row and not is_row:
            heads = []
        if line.startswith("group "):
            higher = tuple(places)
        elif line.lstrip().startswith("layer "):
            tiles = places
        elif not is_row:
            heads.append(line)
        else:
            if line.startswith("table row "):
                (down,) = places
            begins = [0] if dimensions == 1 else [place + 1 for place, sign in enumerate(line) if sign == "|"]
            for tile, begin in zip(tiles, begins, strict=True):
                row = 0 if dimensions == 1 else int(line[: begin - 1].split()[-1])
                for place in range(begin, len(line), width + 1):
                    column = "".join(head[place : place + width + 1].strip() for head in heads)
                    if not column:
                        break
                    cell = (row, int(column), tile, down)[:dimensions] + higher
                    if dimensions == 1:
                        cell = (int(column),)
                    assert cell not in found
                    assert line[place] == " "
                    found[cell] = line[place + 1 : place + width + 1].lstrip()
    return found


def test_two_dimensions() -> None:
    assert draw((3, 4), lambda index: "abcdefghijkl"[index]) == [
        "   0 1 2 3",
        "0| a b c d",
        "1| e f g h",
        "2| i j k l",
    ]


def test_one_dimension_is_a_row() -> None:
    assert draw((5,), lambda index: "abcde"[index]) == [" 0 1 2 3 4", " a b c d e"]


def test_one_dimension_folds_at_round_numbers() -> None:
    assert draw((23,), lambda index: "#", columns=29) == [
        " 0 1 2 3 4 5 6 7 8 9",
        " # # # # # # # # # #",
        "",
        " 1 1 1 1 1 1 1 1 1 1",
        " 0 1 2 3 4 5 6 7 8 9",
        " # # # # # # # # # #",
        "",
        " 2 2 2",
        " 0 1 2",
        " # # #",
    ]


def test_three_dimensions_stand_side_by_side_and_fold() -> None:
    whole = draw((2, 3, 4), lambda index: str(index % 10))
    assert whole == [
        "layer 0   layer 1   layer 2   layer 3",
        "   0 1 2     0 1 2     0 1 2     0 1 2",
        "0| 0 4 8  0| 1 5 9  0| 2 6 0  0| 3 7 1",
        "1| 2 6 0  1| 3 7 1  1| 4 8 2  1| 5 9 3",
    ]
    assert draw((2, 3, 4), lambda index: str(index % 10), columns=38) == whole
    # If three would fit and one be left over, the rows have two and two.
    assert draw((2, 3, 4), lambda index: str(index % 10), columns=37) == [
        "layer 0   layer 1",
        "   0 1 2     0 1 2",
        "0| 0 4 8  0| 1 5 9",
        "1| 2 6 0  1| 3 7 1",
        "",
        "layer 2   layer 3",
        "   0 1 2     0 1 2",
        "0| 2 6 0  0| 3 7 1",
        "1| 4 8 2  1| 5 9 3",
    ]


def test_four_dimensions_are_a_table_of_tables() -> None:
    assert draw((2, 3, 2, 2), str, width=2) == [
        "            layer 0      layer 1",
        "                0  1  2      0  1  2",
        "table row 0 0|  0  4  8  0|  2  6 10",
        "            1| 12 16 20  1| 14 18 22",
        "",
        "table row 1 0|  1  5  9  0|  3  7 11",
        "            1| 13 17 21  1| 15 19 23",
    ]


def test_further_dimensions_are_groups() -> None:
    lines = draw((1, 2, 1, 1, 2, 2), letter)
    assert [line for line in lines if "group" in line] == [f"group {a}, group row {b}" for a in (0, 1) for b in (0, 1)]
    assert lines[:5] == [
        "group 0, group row 0",
        "            layer 0",
        "               0 1",
        "table row 0 0| 一 丄",
        "",
    ]


def test_slices_narrower_than_their_labels_are_padded() -> None:
    assert draw((2, 1, 12), lambda index: "#")[:2] == [
        "  ".join(f"layer {tile}".ljust(8) for tile in range(12)).rstrip(),
        "  ".join(["   0    "] * 12).rstrip(),
    ]


def test_labels_wider_than_the_cells_stand_upright() -> None:
    lines = draw((2, 12), lambda index: "#")
    assert lines[:2] == ["                       1 1", "   0 1 2 3 4 5 6 7 8 9 0 1"]
    lines = draw((2, 12), lambda index: "#", width=2)
    assert lines[0] == "    0  1  2  3  4  5  6  7  8  9 10 11"


def test_row_labels_are_aligned() -> None:
    lines = draw((11, 2), lambda index: "#")
    assert lines[1] == " 0| # #"
    assert lines[11] == "10| # #"


def test_paint_changes_nothing_that_can_be_seen() -> None:
    plain = draw((2, 3, 2, 2, 2), letter, columns=20)
    painted = draw(
        (2, 3, 2, 2, 2), letter, columns=20, paint=lambda token: f"<{token}>", paint_label=lambda label: f"[{label}]"
    )
    assert painted != plain
    strip = str.maketrans("", "", "<>[]")
    assert [line.translate(strip) for line in painted] == plain


@given(shapes(), st.integers(1, 3), st.none() | st.integers(1, 120))
def test_pictures_hold_every_cell_where_their_labels_say(
    shape: tuple[int, ...], width: int, columns: int | None
) -> None:
    lines = draw(shape, letter, width=width, columns=columns)
    grid = Grid(shape)
    assert read_back(lines, len(shape), width) == {cell: letter(grid.index(cell)) for cell in grid}


@given(shapes(max_cells=600), st.data(), st.integers(1, 3))
def test_pictures_through_windows_hold_what_is_inside(shape: tuple[int, ...], data: st.DataObject, width: int) -> None:
    around = data.draw(st.none() | st.tuples(*(st.integers(0, side - 1) for side in shape)))
    columns = data.draw(st.none() | st.integers(1, 100))
    most = data.draw(st.sampled_from((1, 20, MOST_CELLS)))
    window = place_window(shape, around, width=width, columns=columns, most=most)
    assert all(0 <= begin < end <= side for side, (begin, end) in zip(shape, window, strict=True))
    if around is not None:
        assert all(begin <= place < end for place, (begin, end) in zip(around, window, strict=True))
    assert (window_text(shape, window) == "") == (window == tuple((0, side) for side in shape))
    grid = Grid(shape)
    lines = draw(shape, letter, width=width, window=window, columns=columns)
    inside = itertools.product(*(range(*span) for span in window))
    assert read_back(lines, len(shape), width) == {cell: letter(grid.index(cell)) for cell in inside}


@given(shapes(), st.integers(40, 120))
def test_lines_are_no_longer_than_the_terminal(shape: tuple[int, ...], columns: int) -> None:
    window = place_window(shape, columns=columns)
    lines = draw(shape, letter, window=window, columns=columns)
    assert max(map(len, lines)) <= columns


@pytest.mark.parametrize("dimensions", range(1, 7))
def test_the_number_of_lines(dimensions: int) -> None:
    shape = (3, 4, 2, 5, 2, 3)[:dimensions]
    lines = draw(shape, lambda index: "#")
    if dimensions == 1:
        assert len(lines) == 2
        return
    rows = 3 * (5 if dimensions > 3 else 1) + (4 if dimensions > 3 else 0)
    group = 1 + (dimensions > 2) + rows
    groups = {5: 2, 6: 6}.get(dimensions, 1)
    assert len(lines) == groups * (group + (dimensions > 4)) + groups - 1
    assert "".join(lines).count("#") == Grid(shape).cells


def test_windows_of_huge_boards() -> None:
    assert place_window((30000, 30000)) == ((0, 16), (0, 30))
    assert place_window((30000, 30000), (15000, 29999)) == ((14992, 15008), (29970, 30000))
    assert place_window((30000,), (70,)) == ((20, 120),)
    assert place_window((9,) * 6, (8, 0, 4, 4, 4, 8)) == ((0, 9), (0, 9), (2, 7), (3, 6), (4, 5), (8, 9))


def test_boards_too_wide_lose_columns_and_say_so() -> None:
    shape = (4, 50)
    assert place_window(shape, (0, 49), columns=None) == ((0, 4), (0, 50))
    window = place_window(shape, (0, 49), columns=41)
    assert window == ((0, 4), (31, 50))
    assert window_text(shape, window) == "columns 31 to 49 of 50"
    assert max(map(len, draw(shape, letter, window=window, columns=41))) == 40


def test_window_text_names_the_axes() -> None:
    assert window_text((30,), [(5, 10)]) == "cells 5 to 9 of 30"
    assert window_text((3, 4), [(0, 3), (0, 4)]) == ""
    assert (
        window_text((8, 9, 7, 6), [(3, 5), (2, 3), (0, 7), (5, 6)])
        == "rows 3 to 4 of 8, column 2 of 9, table row 5 of 6"
    )


def test_the_largest_board_shown_whole_and_the_next_one() -> None:
    assert place_window((64, 64)) == ((0, 64), (0, 64))
    assert place_window((64, 65)) == ((0, 16), (0, 30))
    assert place_window((20,) * 5) == ((0, 10), (0, 10), (0, 5), (0, 3), (0, 1))
    assert place_window((4097,), (4096,)) == ((3997, 4097),)
