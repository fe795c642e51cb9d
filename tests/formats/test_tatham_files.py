from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid, Layout
from hypersweep.errors import LayoutError, ParameterError, ParseError, ShapeError
from hypersweep.formats.tatham_files import dump_board, dump_record, load_board, load_record
from played import played


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 2**32))
def test_what_is_written_is_read(rows: int, columns: int, seed: int) -> None:
    layout = Layout.random(Grid((rows, columns)), rows * columns // 3, seed=seed)
    data = dump_board(layout)
    assert data.isascii()
    assert load_board(data) == layout


def test_what_does_not_say_where_mines_are_is_refused() -> None:
    assert load_board(b"4x3:0,2,u401\r\n") == Layout("3x4", [(0, 1), (2, 3)])
    with pytest.raises(ParseError, match="expected a game ID that says where the mines are"):
        load_board(b"4x3n2#123")


def test_what_a_game_id_cannot_hold_is_refused() -> None:
    with pytest.raises(LayoutError, match="expected a plain board of rows and columns for a game ID, got 3x4x5"):
        dump_board(Layout("3x4x5", []))
    with pytest.raises(ParameterError):
        dump_board(Layout("2x40000", []))


def test_saved_games_are_records() -> None:
    record = played(Layout("3x4", [(0, 3), (2, 1)]), [(0, "open", (1, 0)), (0, "flag", (0, 3))])
    data = dump_record(record)
    made = load_record(data)
    made.verify()
    assert (made.layout, [event.cell for event in made.events]) == (record.layout, [(1, 0), (0, 3)])
    assert dump_record(made) == data
    with pytest.raises(ParseError):
        load_record(data[:-3])
    with pytest.raises(ShapeError):
        load_record(data, max_cells=5)
    with pytest.raises(ParameterError):
        dump_record(record.replace(layout=None, mines=2, events=()))
