"""Boards in any format, with the cell to open first."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hypersweep import CellError, Game, HypersweepError, Layout, LayoutError, ParameterError, ParseError, View
from hypersweep.formats.files import dump_file
from hypersweep.formats.format_detection import FILE_FORMATS, FileFormat, named_format
from hypersweep.formats.starting_board import Start, dump_start, file_start, start_of, text_start
from hypersweep.formats.video import MouseEvent, Video
from played import played

LAYOUT = Layout("3x4", [(0, 1), (2, 3)])
GAME_ID = "4x3:0,2,u401"
RECORD = played(LAYOUT, [(0, "flag", (0, 1)), (0, "open", (2, 0)), (1000, "open", (0, 0))])


def test_a_game_id_names_the_first_cell() -> None:
    assert start_of(GAME_ID.encode()) == text_start(GAME_ID) == Start(LAYOUT, (2, 0))
    assert text_start("4x3:u401") == Start(LAYOUT, None)


@pytest.mark.parametrize("form", FILE_FORMATS, ids=str)
def test_every_format_that_says_where_the_mines_are_gives_a_board(form: FileFormat) -> None:
    events = [MouseEvent(9 * when, f"left {what}", 8, 40) for when, what in enumerate(("press", "release"))]
    thing = Video("evf", LAYOUT, events) if "replay" in form.kinds else RECORD
    try:
        data = dump_file(thing, form)
        found = start_of(data, f"x{form.extensions[0]}")
    except HypersweepError as error:
        assert form.kinds == ("position",), error
        return
    has_first = {"record", "replay", "game"} & {*form.kinds} and form.name != "esp"
    assert found == (Start(LAYOUT, (2, 0), was_opened=True) if has_first else Start(LAYOUT, None))


def test_a_game_lost_by_its_first_open_begins_anew() -> None:
    lost = start_of(dump_file(played(LAYOUT, [(0, "open", (0, 1))]), "record"))
    assert lost == Start(LAYOUT, (0, 1), was_opened=True)
    assert lost.opening() is None


@pytest.mark.parametrize("text", ["4x3:1,0,u401", "4x3:3,2,u401", "4x3:1,0,mf81"])
def test_a_mine_is_no_first_cell(text: str) -> None:
    start = text_start(text)
    assert start is not None
    assert start.first is not None
    with pytest.raises(CellError, match=re.escape(str(start.first))):
        start.opening()


def test_a_position_that_hides_its_mines_is_no_board() -> None:
    with pytest.raises(LayoutError, match="can't tell where the position's mines are"):
        start_of(dump_file(View("1x3", 1, [-1, 1, -1]), "position"))


def test_words_that_look_like_no_format_are_left_to_others() -> None:
    for text in ("expert", "16x30", "3x4~wrap=1", "", "Dear Ann"):
        assert text_start(text) is None
    with pytest.raises(ParseError, match="expected a first cell"):
        text_start("4x3:0,9,u401")
    with pytest.raises(ParseError, match="says where the mines are"):
        text_start("4x3#123")


def test_files_are_read_and_named_in_errors(tmp_path: Path) -> None:
    path = tmp_path / "board.mbf"
    assert file_start(str(path)) is None
    path.write_bytes(dump_file(LAYOUT, "mbf"))
    assert file_start(str(path)) == Start(LAYOUT, None)
    path.write_text("Dear Ann")
    with pytest.raises(ParseError, match=r"board\.mbf: expected"):
        file_start(str(path))


def test_a_game_that_stands_keeps_its_first_cell() -> None:
    game = Game(layout=LAYOUT)
    game.open((2, 0))
    assert start_of(dump_file(game, "record")).first == (2, 0)


@pytest.mark.parametrize("form", ["tatham", "tatham-save", "record"])
def test_the_first_cell_is_written_where_a_format_can_name_it(form: str) -> None:
    data = dump_start(LAYOUT, named_format(form), (2, 0))
    assert start_of(data) == Start(LAYOUT, None if form == "record" else (2, 0), was_opened=form == "tatham-save")
    assert start_of(dump_start(RECORD, named_format(form))).first == (2, 0)
    assert start_of(dump_start(LAYOUT, named_format(form))).first is None


def test_a_first_cell_with_a_mine_is_written_or_refused() -> None:
    assert start_of(dump_start(LAYOUT, named_format("tatham"), (0, 1))).first == (0, 1)
    with pytest.raises(CellError, match=r"\(0, 1\)"):
        dump_start(LAYOUT, named_format("tatham-save"), (0, 1))


def test_the_number_of_mines_is_that_of_a_position() -> None:
    assert start_of(b"##\n22\n", mines=2).layout == Layout("2x2", [(0, 0), (0, 1)])
    assert start_of(b'{"shape": [2, 2], "view": ["##", "22"]}', mines=2).layout.mines == 2
    with pytest.raises(ParseError, match="the number of mines is missing"):
        start_of(b"##\n22\n")
    for data in (GAME_ID.encode(), dump_file(RECORD, "record"), dump_file(RECORD, "json")):
        with pytest.raises(ParameterError, match="can't set the number of mines"):
            start_of(data, mines=2)
