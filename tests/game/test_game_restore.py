"""Games restored in any state, likely or not, and how they continue."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import strategies
from agreement import assert_same, assert_same_counts, assert_untouched, naive_twin, play_both, played, scripts
from hypersweep import (
    Game,
    Grid,
    Layout,
    LayoutError,
    Outcome,
    ParameterError,
    ParameterTypeError,
)
from hypersweep.rules import CLASSIC
from hypersweep.view import EXPLODED, FLAGGED

Cell = tuple[int, ...]
Script = list[tuple[str, Cell]]


@pytest.mark.nightly
@given(st.booleans(), st.data())
def test_restored_states_go_on_as_the_naive_game_does(wide: bool, data: st.DataObject) -> None:
    grid = data.draw(strategies.wide_grids() if wide else strategies.grids(max_cells=30))
    layout = Layout(grid, sorted(data.draw(strategies.mine_sets(grid))))
    open_bits, flag_bits = data.draw(strategies.bit_strings(grid)), data.draw(strategies.bit_strings(grid))
    rules = data.draw(strategies.rules())
    game = Game.restore(layout, open_bits=open_bits, flag_bits=flag_bits, rules=rules)
    twin = naive_twin(game, layout)
    twin.opened, twin.flagged = twin.board.from_bits(open_bits), twin.board.from_bits(flag_bits)
    if not rules.flags_on_open:
        twin.flagged -= twin.opened
    assert game.outcome is Outcome.ONGOING
    assert_same(game, twin)
    for kind, cell in data.draw(scripts(grid, 12)):
        play_both(game, twin, kind, cell)
        assert_same_counts(game, twin)
    assert_same(game, twin)


@pytest.mark.parametrize("bits", [b"\x00", b"\x00\x00\x00", b"\x00\x10", b"\xff\xff"])
def test_bits_that_do_not_fit_are_refused(bits: bytes) -> None:
    layout = Layout(Grid((3, 4)), [(0, 2)])
    with pytest.raises(LayoutError):
        Game.restore(layout, open_bits=bits, flag_bits=b"\x00\x00", rules=CLASSIC)
    with pytest.raises(LayoutError):
        Game.restore(layout, open_bits=b"\x00\x00", flag_bits=bits, rules=CLASSIC)


@pytest.mark.parametrize("data", [memoryview(b"\x02\x00\x08\x00")[::2], memoryview(b"\x02\x08").cast("H")])
def test_bits_in_unusual_memory_are_read_or_refused(data: memoryview) -> None:
    layout = Layout(Grid((3, 4)), [(0, 2)])
    try:
        game = Game.restore(layout, open_bits=data, rules=CLASSIC)
    except ParameterError as error:
        assert str(error)
    else:
        assert game.open_bits() == b"\x02\x08"


def test_bits_left_out_are_zeros() -> None:
    layout = Layout(Grid((3, 4)), [(0, 2)])
    assert_untouched(Game.restore(layout, rules=CLASSIC))


@pytest.mark.parametrize("bits", ["\x00\x00", 0, [0, 0], None])
def test_bits_of_a_wrong_type_are_refused(bits: Any) -> None:
    layout = Layout(Grid((3, 4)), [(0, 2)])
    with pytest.raises(ParameterTypeError):
        Game.restore(layout, open_bits=bits, rules=CLASSIC)


@pytest.mark.slow
@given(played())
def test_a_saved_state_is_restored(given_game: tuple[Game, naive.Game, Script]) -> None:
    game, twin, script = given_game
    for kind, cell in script:
        play_both(game, twin, kind, cell)
        if game.outcome is not Outcome.ONGOING:
            play_both(game, twin, "undo", cell)
    layout = game.layout
    assert layout is not None
    again = Game.restore(layout, open_bits=game.open_bits(), flag_bits=game.flag_bits(), rules=game.rules)
    assert_same(again, twin)
    assert again.moves == ()
    assert not again.undo()


def test_the_last_safe_cell_of_a_restored_state() -> None:
    layout = Layout(Grid((3, 4)), [(0, 2), (1, 1)])
    everything_safe = bytes([0b11011011, 0b00001111])
    game = Game.restore(layout, open_bits=everything_safe, rules=CLASSIC)
    assert game.outcome is Outcome.ONGOING
    assert not game.open((0, 0))
    assert not game.undo()
    assert game.outcome is Outcome.ONGOING
    assert game.open((1, 1)).outcome is Outcome.LOST
    assert game.undo().outcome is Outcome.ONGOING
    assert game.opened == 10


def test_a_chord_that_opens_nothing_does_not_end_a_restored_state() -> None:
    layout = Layout(Grid((3, 4)), [(0, 2), (1, 1)])
    safe_cells, flags = bytes([0b11011011, 0b00001111]), bytes([0b00100100, 0])
    game = Game.restore(layout, open_bits=safe_cells, flag_bits=flags, rules=CLASSIC)
    assert not game.chord((0, 1))
    assert not game.chord((2, 0))
    assert game.outcome is Outcome.ONGOING
    game.flag((1, 1))
    assert game.open((1, 1)).outcome is Outcome.LOST


def test_an_exploded_mine_of_a_restored_state_is_no_number() -> None:
    layout = Layout(Grid((3, 4)), [(0, 0), (0, 1)])
    # (0, 0) has gone off and touches one mine, which is flagged.
    game = Game.restore(layout, open_bits=b"\x01\x00", flag_bits=b"\x02\x00", rules=CLASSIC)
    assert game.codes(0, 2).tolist() == [EXPLODED, FLAGGED]
    assert not game.chord((0, 0))
    # It is open all the same, and no cascade or chord next to it minds.
    assert game.open((1, 1)).cells == ((1, 1),)
    game.flag((0, 2))
    assert game.chord((1, 1)).opened == 8
    assert game.outcome is Outcome.ONGOING
