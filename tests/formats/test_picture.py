"""Pictures taken apart: the board, its mines, and where each word stands."""

from __future__ import annotations

import pytest

from hypersweep import Grid, ParseError, ShapeError
from hypersweep.formats.picture import take_apart


def test_every_word_knows_its_line_and_column() -> None:
    picture = take_apart("2x3, 1 mine\n_1.\n_ 1 .")
    assert (picture.grid, picture.mines, picture.mines_left, picture.is_blank_zero) == (Grid("2x3"), 1, None, False)
    assert [[(word.text, word.line, word.column) for word in row] for row in picture.words] == [
        [("_", 2, 1), ("1", 2, 2), (".", 2, 3)],
        [("_", 3, 1), ("1", 3, 3), (".", 3, 5)],
    ]


def test_blanks_among_characters_are_zeros() -> None:
    picture = take_apart("+---+\n| 1#|\n|#1 |\n+---+\n1 mine")
    assert (picture.grid, picture.mines, picture.is_blank_zero) == (Grid("2x3"), 1, True)


def test_rows_with_labels_are_in_the_order_of_the_indices() -> None:
    picture = take_apart("board 2x3, 1 mine\n1 mines left\n   0 1 2\n0| # 1 .\n1| 1 1 .")
    assert (picture.is_raveled, picture.mines, picture.mines_left) == (True, 1, 1)
    assert [word.text for row in picture.words for word in row] == ["#", "1", ".", "1", "1", "."]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected rows of cells, got none"),
        ("##\n###", "expected 2 cells in line 2, got 3"),
        ("3x3 1 mine\n###\n###", "expected 3 rows of 3 cells for 3x3, got 2 rows"),
        ("(rows 0 to 3 of 9)\n##", "this is part of one"),
        ("0| # #\n2| # #", "expected a picture of all 6 cells of 3x2, got one of 4 cells"),
    ],
)
def test_what_is_no_whole_board_is_refused(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        take_apart(text)


def test_a_board_may_be_too_large() -> None:
    with pytest.raises(ShapeError, match="expected at most 5 cells, got 6"):
        take_apart("###\n###", max_cells=5)
    with pytest.raises(ParseError, match="got far fewer characters"):
        take_apart(" 1#\n#1 ", Grid("1000x1000"))
