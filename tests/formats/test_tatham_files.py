from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid, Layout
from hypersweep.errors import LayoutError, ParameterError, ParseError
from hypersweep.formats.tatham_files import dump_board, load_board


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
