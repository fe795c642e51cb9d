"""Pictures taken apart: the board, its mines, and where each word stands."""

from __future__ import annotations

import pytest

from hypersweep import Grid, ParseError, ShapeError
from hypersweep.formats import picture
from hypersweep.formats.picture import Word, take_apart


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


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of the words that pictures are taken apart into."""
    texts: list[str] = []

    class Counted(Word):
        def __init__(self, line: int, column: int, text: str) -> None:
            super().__init__(line, column, text)
            texts.append(text)

    monkeypatch.setattr(picture, "Word", Counted)
    return texts


# A line of n characters and n short ones would be a board of n * n cells.
LONG = "#" * 1500 + " ##\n" + " #\n" * 1000
FRAMED = "====\n" + "|#|\n" * 1000 + "====\n"


@pytest.mark.parametrize(
    ("text", "grid"), [(LONG, None), (FRAMED, Grid("1000x1503")), (" #\n#\n" * 500, Grid("1x1000000"))]
)
def test_few_characters_make_no_large_board(text: str, grid: Grid | None, made: list[str]) -> None:
    with pytest.raises(ParseError, match="fewer characters"):
        take_apart(text, grid)
    assert made == []


def test_a_large_board_is_refused_before_it_is_made(made: list[str]) -> None:
    with pytest.raises(ShapeError, match="at most 10000 cells"):
        take_apart(LONG, max_cells=10_000)
    assert made == []


def test_blanks_that_are_left_out_make_no_words(made: list[str]) -> None:
    text = "".join(" " * 199 + "1\n" if row % 20 == 0 else " 1\n" for row in range(200))
    taken = take_apart(text)
    assert taken.grid == Grid("200x200")
    assert len(made) <= len(text)
    assert all(len(row) == 200 for row in taken.words)


@pytest.mark.parametrize("tiles", [1, 3, 50])
def test_every_character_of_tiles_is_read_once(tiles: int, made: list[str]) -> None:
    heading = "  ".join(f"axis 2={tile}" for tile in range(tiles))
    lines = ("".join(f"{row}| # 1 " for _ in range(tiles)) for row in range(3))
    taken = take_apart("\n".join((heading, *lines)))
    assert taken.grid == Grid((3, 2, tiles))
    assert [word.text for word in taken.words[0]] == ["#"] * tiles + ["1"] * tiles + (["#"] * tiles + ["1"] * tiles) * 2
    # The labels of all tiles but the first are words next to the two cells.
    assert len(made) == 3 * (2 * tiles + tiles - 1)


def test_a_bar_is_no_part_of_a_label() -> None:
    with pytest.raises(ParseError, match="coordinate"):
        take_apart("axis 2=0 axis 2=1\n0| # || #")


def test_a_heading_names_no_more_axes_than_a_grid_can_use() -> None:
    heading = ", ".join(f"axis {axis}=0" for axis in range(4, 100))
    with pytest.raises(ParseError, match="at most 64 axes"):
        take_apart(f"{heading}\n0| # #")


def test_a_first_row_of_bars_is_refused() -> None:
    with pytest.raises(ParseError, match="in line 1"):
        take_apart("|\n# #")


def test_a_damaged_record_with_a_long_tag_is_no_large_board(made: list[str]) -> None:
    with pytest.raises(ParseError):
        take_apart("hypersweep-recrd: 1\nmouse: " + "x" * 3000 + "\n0 open 1 2: 9" * 300)
    assert made == []
