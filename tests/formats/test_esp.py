"""ESP Minesweeper's saved games as bytes; tests/courses/esp/test_esp_session.py has damaged ones as files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from hypersweep import Game, Layout, LayoutError, ParameterError, ParseError, ShapeError
from hypersweep.formats.esp import dump, load

GOLDEN = bytes.fromhex("45535000 0300000000000000 0400000000000000 ff820103 0f010008")


def test_byte_by_byte() -> None:
    game = load(GOLDEN)
    assert (str(game.grid), game.mines, game.opened, game.flags) == ("3x4", 3, 1, 2)
    assert dump(game) == GOLDEN
    assert dump(load(memoryview(GOLDEN), max_cells=12)) == GOLDEN  # type: ignore[arg-type]


@given(strategies.layouts(max_dimensions=2), st.data())
def test_every_state_goes_there_and_back(layout: Layout, data: st.DataObject) -> None:
    plain = Layout((*layout.grid.shape, 1)[:2], layout.mine_indices())
    opened, flags = (data.draw(strategies.bit_strings(plain.grid)) for _ in range(2))
    game = Game.restore(plain, open_bits=opened, flag_bits=flags, rules="esp")
    again = load(dump(game))
    assert (again.layout, again.open_bits(), again.flag_bits()) == (plain, opened, flags)


@st.composite
def nearly(draw: st.DrawFn) -> bytes:
    """Bytes that are nearly a save."""
    place = draw(st.integers(0, len(GOLDEN) - 1))
    return GOLDEN[:place] + draw(st.binary(max_size=2)) + GOLDEN[place + 1 :]


@given(st.binary(max_size=60) | nearly())
def test_any_bytes_are_a_game_or_refused(data: bytes) -> None:
    try:
        game = load(data)
    except ParseError:
        return
    assert dump(game) == data


def test_a_game_keeps_to_the_cells_it_may_have() -> None:
    with pytest.raises(ShapeError, match="expected at most 11 cells, got 12"):
        load(GOLDEN, max_cells=11)


def test_what_a_save_cannot_hold_is_refused() -> None:
    with pytest.raises(ParameterError, match="before its first open"):
        dump(Game("3x4", 2, seed=1))
    for grid in ("12", "3x4x1", "3x4~wrap=0", "3x4~orthogonal"):
        with pytest.raises(LayoutError, match="only plain boards of rows and columns"):
            dump(Game(grid, layout=Layout(grid, [(0,) * grid.partition("~")[0].count("x") + (0,)])))
    with pytest.raises(TypeError, match="expected a Game"):
        dump(GOLDEN)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected an ESP save as bytes"):
        load("ESP")  # type: ignore[arg-type]
