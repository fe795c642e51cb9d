"""Positions as people paste them: every accepted form, and errors for others."""

from __future__ import annotations

import functools
import io
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game, Grid, HypersweepError, Layout, View
from hypersweep.cli_support.output import Output
from hypersweep.courses import hypermines
from hypersweep.courses.esp import main as play_esp
from hypersweep.errors import MineCountError, ParameterError, ParseError, ShapeError
from hypersweep.formats.position_text import Word, list_view, name_option, read_position, take_apart, word_codes
from hypersweep.picture.text_picture import draw
from hypersweep.tui.plain_game import play
from solver_views import random_view

# A wide position whose first row looks like the sides of a board of eleven dimensions.
STRESS = "\n".join(
    ["2x3x3x3x3x3x3x3x3x3x1", "x" * 21, "3x4x4x4x4x4x4x4x4x4x1", "x" * 21, "3x4x4x4" + "x" * 14, *["x" * 21] * 5]
)
VIEW = View("3x4", 3, [-1, 1, 0, 0, -1, 2, 1, 1, -1, -1, -2, -1])


def test_no_comment_is_passed_over_in_a_list() -> None:
    with pytest.raises(ParseError):
        read_position("[1]#", mines=1)
    assert read_position('[["#", "1"]]', mines=1) == View("1x2", 1, [-1, 1])


def test_emoji() -> None:
    text = "1\ufe0f\u20e3⬜⬜\n1\ufe0f\u20e3⬜🚩\n1\ufe0f\u20e33\ufe0f\u20e3⬜\n⬛1\ufe0f\u20e3⬜\n3 mines\n"
    assert read_position(text) == View("4x3", 3, [1, -1, -1, 1, -1, -2, 1, 3, -1, 0, 1, -1])
    assert read_position(text.replace("⬛", "0\ufe0f\u20e3")) == read_position(text)
    # Alone both squares are covered; with a variation selector they look the same.
    for square in ("⬛", "⬛\ufe0f", "⬜\ufe0f", "🟦"):
        assert read_position(f"{square}1️⃣{square}", mines=1) == View("1x3", 1, [-1, 1, -1])
    assert read_position("💣💥❌⬜", mines=2) == View("1x4", 2, [-3, -4, -5, -1])


@pytest.mark.parametrize(
    "text",
    [
        "3x4 mines=3\n# 1 . .\n# 2 1 1\n# # F #",
        "3 mines\n#1..\n#211\n##F#\n",
        "3\n#1..\n#211\n##F#",
        "#1..\n#211\n##F#\n\nmines: 3\n",
        "    #1..\n    #211\n    ##F#\n    3 mines",
        "3x4 3\n#1..\n\n#211\n\n##F#",
        "3x4, 3 mines\n_100\n_211\n__f_",
        "3x4\n?100\n?211\n??F?\n3 mines",
        "mines = 3\r\n■1··\r\n■211\r\n■■F■\r\n",
        "3 mines\n_1  \n_211\n__F_",
        "3 mines\n+----+\n|#1..|\n|#211|\n|##F#|\n+----+",
        "3 mines\n| # | 1 | . | . |\n| # | 2 | 1 | 1 |\n| # | # | F | # |",
        "\ufeff  ¶: 2\n  ==== \n |░1··|\n |░211|\n |░░\033[31m¶\033[0m░|\n  ==== \n",
        "board 3x4, 3 mines, rules classic\n   0 1 2 3\n0| # 1 . .\n1| # 2 1 1\n2| # # F #\n2 mines left",
        "   0 1 2 3\n0│ ■ 1 · ·\n1│ ■ 2 1 1\n2│ ■ ■ F ■\n2 mines left, 7 cells covered, 3 moves",
    ],
)
def test_one_position_in_many_forms(text: str) -> None:
    assert read_position(text) == VIEW


def test_what_the_text_leaves_out_and_what_is_said_besides() -> None:
    rows = "#1..\n#211\n##F#"
    assert read_position(rows, mines=3) == VIEW
    assert read_position("9 mines\n" + rows, mines=3) == VIEW
    torus = read_position(rows, mines=3, grid=Grid("3x4~wrap=1"))
    assert torus.grid == Grid("3x4~wrap=1")
    assert read_position("3x4~orthogonal 3\n" + rows).grid == Grid("3x4~orthogonal")
    assert read_position("12 mines=3\n#1..#211##F#").grid == Grid("12")


def test_rows_that_look_like_sides() -> None:
    for text in (STRESS, f"75\n{STRESS}", f"{STRESS}\n75 mines", f"10x21\n{STRESS}", f"10x21 75\n{STRESS}"):
        view = read_position(text, mines=75)
        assert (view.grid, view.covered, view[0, 0], view[0, 1]) == (Grid("10x21"), 184, 2, -1)


def test_an_x_beside_covered_cells_is_a_mine_that_exploded() -> None:
    assert read_position("x1\n11\n1 mine").codes.tolist() == [-1, 1, 1, 1]
    assert read_position("X1\n1#\n1 mine").codes.tolist() == [-4, 1, 1, -1]


def test_clues_above_nine() -> None:
    grid = Grid("3x3x3")
    own = View(grid, 12, [-1] * 13 + [10] + [-1] * 13)
    assert read_position(str(own)) == own
    assert read_position("3x3x3 12\n" + "#" * 9 + "\n####a####\n" + "#" * 9) == own
    with pytest.raises(ParseError, match=r"a clue from 1 to 8 in line 2, column 2, got 'a'"):
        read_position("###\n#a#\n###", mines=3)


@given(st.integers(0, 10_000))
def test_every_text_form_is_read(seed: int) -> None:
    view = random_view(random.Random(seed))
    assert read_position(str(view)) == view
    assert read_position(str(view), mines=0).mines == 0


@given(st.integers(0, 10_000))
def test_lists_of_codes_are_read(seed: int) -> None:
    view = random_view(random.Random(seed))
    assert read_position(str(view.array().tolist()), grid=view.grid, mines=view.mines) == view
    assert list_view(view.grid, view.mines, view.codes.tolist()) == view


def test_labels_of_older_pictures_are_read_as_well() -> None:
    game = Game("2x3x2x2x2x1x2", 6, seed=2)
    game.open((0,) * 7)
    newer = "\n".join(Output(io.StringIO()).picture(game))
    assert "group 1, group row 0, axis 6: 1" in newer
    names = [("table row", 3), ("group row", 5), ("group", 4), ("layer", 2)]
    older = functools.reduce(lambda text, name: text.replace(f"{name[0]} ", f"axis {name[1]}="), names, newer)
    older = older.replace("axis 6: ", "axis 6=")
    assert "axis 4=1, axis 5=0, axis 6=1" in older
    oldest = older.replace("axis ", "x")
    assert all(read_position(text, mines=6) == game.view for text in (newer, older, oldest))


@pytest.mark.parametrize("shape", ["3x4", "3x4x5", "2x3x4x2", "2x3x2x2x2", "14", "120", "40x70"])
@pytest.mark.parametrize("is_ascii", [True, False])
def test_what_the_game_prints_is_read(shape: str, is_ascii: bool) -> None:
    game = Game(shape, max(3, Grid(shape).cells // 20), seed=5)
    game.open((0,) * game.grid.dimensions)
    stream = io.StringIO()
    covered = next(game.grid.cell(index) for index, code in enumerate(game.codes()) if code == -1)
    lines = iter([f"flag {' '.join(map(str, covered))}", "quit"])
    play(game, lambda _: next(lines), Output(stream, is_ascii=is_ascii))
    view = read_position(stream.getvalue())
    assert view == game.view
    assert view.flagged == 1


def test_pictures_that_are_folded_are_read() -> None:
    game = Game("3x4x5x2", 6, seed=2, rules="classic,first=opening")
    game.open((0, 0, 0, 0))
    for columns in (20, 35, 60, None):
        lines = draw(
            (3, 4, 5, 2), lambda index: {-1: "#", 0: "."}.get(code := game.codes()[index], str(code)), columns=columns
        )
        assert read_position("\n".join(lines), mines=6) == game.view
    row = Game("230", 20, seed=2)
    row.open((100,))
    for columns in (24, 50, 81):
        lines = draw(
            (230,), lambda index: {-1: "#", 0: "."}.get(code := row.codes()[index], str(code)), columns=columns
        )
        assert read_position("\n".join(["board 230, 20 mines", *lines])) == row.view


def test_a_part_of_a_board_is_refused() -> None:
    game = Game("100x100", 200, seed=1)
    stream = io.StringIO()
    play(game, lambda _: "", Output(stream))
    with pytest.raises(ParseError, match=r"line \d+ shows only a part of the board"):
        read_position(stream.getvalue())


def test_what_esp_prints_is_read(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = io.TextIOWrapper(io.BytesIO(b"start 0 0\nflag 2 4\nquit\n"))
    monkeypatch.setattr("sys.stdin", stand_in)
    play_esp(["--size", "5", "12", "--mines", "7", "--seed", "10"])
    view = read_position(capsysbinary.readouterr().out.decode())
    assert (view.grid, view.mines, view.flagged, view[2, 4]) == (Grid("5x12"), 7, 1, -2)


def test_what_hypermines_renders_is_read() -> None:
    game = hypermines.new_game_2d(4, 5, [(0, 0), (2, 1)])
    hypermines.dig_2d(game, 0, 4)
    board = Game(layout=Layout("4x5", [(0, 0), (2, 1)]))
    board.open((0, 4))
    assert read_position(hypermines.render_2d_board(game), mines=2) == board.view
    assert read_position(str(hypermines.render_2d_locations(game)), mines=2) == board.view
    deep = hypermines.new_game_nd((2, 3, 4), [(0, 0, 0)])
    hypermines.dig_nd(deep, (1, 2, 3))
    assert read_position(str(hypermines.render_nd(deep)), mines=1).grid == Grid("2x3x4")
    # A mine, if blanks are zeros.
    hypermines.dig_2d(game, 0, 0)
    assert read_position(hypermines.render_2d_board(game), mines=2)[0, 0] == -3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a position, got nothing"),
        (" \n\t\n", "expected a position, got nothing"),
        ("3 mines", "expected rows of cells, got none"),
        ("#1\n##", "the number of mines is missing: add it, such as in a line '99 mines' above the cells"),
        ("2 mines\n#1z\n###", r"expected '#', 'F', '.' or a clue from 1 to 5 in line 2, column 3, got 'z'"),
        ("2 mines\n  # 1 7\n  # # #", r"a clue from 1 to 5 in line 2, column 7, got '7'"),
        ("2 mines\n|#1z|\n|###|", r"in line 2, column 4, got 'z'"),
        ("2 mines\n###\n##\n###", "expected 3 cells in line 3, got 2: '##'"),
        ("2 mines\n# # #\n# #\n# # #", "expected 3 cells in line 3, got 2: '# #'"),
        ("2x3 mines=1\n###", "expected 2 rows of 3 cells for 2x3, got 1 rows"),
        ("2x3 mines=1\n###\n###\n###", "expected 2 rows of 3 cells for 2x3, got 3 rows: line 4"),
        ("3x4 3\n   0 1 2 3\n0| # # # #", "expected a picture of all 12 cells of 3x4, got one of 4 cells"),
        ("[['_', '_'], ['_']]", "the number of mines is missing: the lists don't contain it"),
        (
            "0| 1 1\naxis 2=0\n1| 1 1\n3 mines",
            "the rows have different numbers of dimensions",
        ),
        ("\0\1", r"in line 1, column 1, got '\\x00'"),
    ],
)
def test_what_is_wrong_is_told(text: str, message: str) -> None:
    with pytest.raises(
        ParseError, match=message.replace("(", r"\(").replace("[", r"\[") if "\\" not in message else message
    ):
        read_position(text)


@pytest.mark.slow
def test_boards_and_mines_that_can_not_be() -> None:
    with pytest.raises(MineCountError, match=r"expected mines from 0 to 4, got 5 \(grid 2x2\)"):
        read_position("##\n##", mines=5)
    with pytest.raises(MineCountError, match="expected mines from 0 to 4, got -2"):
        read_position("  ¶: -2\n  == \n |░░|\n |░░|\n  == \n")
    with pytest.raises(ShapeError):
        read_position("0x3 mines=1\n###")
    with pytest.raises(ShapeError):
        read_position("99999x99999x99999x99999 mines=1\n###")
    with pytest.raises(ParseError, match="expected lists of equal length, got lists of 1 and 2"):
        read_position("[['_', '_'], ['_']]", mines=1)
    with pytest.raises(ParseError, match="in the lists, got 'zz'"):
        read_position("[['_', 'zz']]", mines=1)
    with pytest.raises(HypersweepError):
        read_position("[" * 500 + "]" * 500, mines=1)
    with pytest.raises(HypersweepError):
        read_position("[" * 100_000, mines=1)


@given(st.text(alphabet="#1.xX_F* \n|=[],'239mines\t\0é", max_size=80), st.none() | st.integers(0, 9))
def test_whatever_is_read_can_be_shown_and_the_rest_is_refused(text: str, mines: int | None) -> None:
    try:
        view = read_position(text, mines=mines)
    except HypersweepError:
        return
    assert View.parse(str(view)) == view


@given(st.integers(0, 10_000), st.integers(0, 300), st.characters())
def test_a_changed_character_never_crashes_it(seed: int, place: int, letter: str) -> None:
    text = str(random_view(random.Random(seed)))
    place %= len(text)
    try:
        view = read_position(text[:place] + letter + text[place + 1 :])
    except HypersweepError:
        return
    assert View.parse(str(view)) == view


def test_words_that_mean_nothing_are_left_out() -> None:
    assert word_codes(["#", "12", "q", "", " "], 8) == {"#": -1}
    assert word_codes(["#", "12", "f", "F", "g"], 26) == {"#": -1, "12": 12, "f": -2, "F": -2, "g": 16}


def test_only_a_missing_number_of_mines_names_an_option() -> None:
    for text in ("#1\n##", "[[1, 1], [1, -1]]"):
        with pytest.raises(ParseError) as caught:
            read_position(text)
        assert "--mines" not in str(caught.value)
        assert "--mines N" in str(name_option(caught.value, "--mines N"))
    other = ParseError("expected rows of cells, got none")
    assert name_option(other, "--mines N") is other


def test_a_long_expression_is_no_nested_list() -> None:
    with pytest.raises(ParseError, match="expression"):
        read_position("[" + "1+" * 50_000 + "1]")
    with pytest.raises(ParameterError, match="nested"):
        read_position("[" + "[" * 150 + "1" + "]" * 150 + "+1" * 50_000 + "]")


def test_every_word_knows_its_line_and_column() -> None:
    picture = take_apart("2x3, 1 mine\n_1.\n_ 1 .")
    assert (picture.grid, picture.mines, picture.mines_left, picture.is_blank_zero) == (
        Grid("2x3"),
        1,
        None,
        False,
    )
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
        ("(rows 0 to 3 of 9)\n##", "only a part of the board"),
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

    monkeypatch.setattr("hypersweep.formats.position_text.Word", Counted)
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
