"""Moves and their text form."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from agreement import assert_untouched
from hypersweep import (
    CellError,
    Game,
    Grid,
    HypersweepError,
    Layout,
    Move,
    ParameterError,
    ParseError,
)


@given(st.data())
def test_moves_have_a_text_form(data: st.DataObject) -> None:
    grid = data.draw(strategies.grids())
    move = data.draw(strategies.moves(grid))
    text = move.format()
    assert str(move) == text
    assert Move.parse(text) == move
    assert hash(Move.parse(text)) == hash(move)
    assert eval(repr(move), {"Move": Move}) == move


def test_text_forms_of_the_documentation() -> None:
    assert Move.parse("open 3 4") == Move("open", (3, 4))
    assert Move("flag", (0, 1, 2)).format() == "flag 0 1 2"
    assert (Move("chord", (5,)).kind, Move("chord", (5,)).cell) == ("chord", (5,))


@pytest.mark.slow
@given(strategies.near_misses(["open 3 4", "flag 0 1 2", "chord 5", "open 18446744073709551615 0"]))
def test_garbage_is_refused_as_such(text: str) -> None:
    game = Game((3, 4), layout=Layout(Grid((3, 4)), [(0, 2)]))
    try:
        move = Move.parse(text)
    except HypersweepError as error:
        assert isinstance(error, ParseError | ParameterError)
        assert str(error)
        return
    assert Move.parse(move.format()) == move
    try:
        game.play(move)
    except CellError:
        assert_untouched(game)
    else:
        assert move.cell in game.grid


@pytest.mark.parametrize("coordinate", [2**64 - 1, 2**64, 10**21, 10**100])
def test_whatever_coordinates_a_move_takes_its_text_form_takes(coordinate: int) -> None:
    try:
        move = Move("open", (0, coordinate))
    except ParameterError:
        assert coordinate >= 2**64
    else:
        assert Move.parse(move.format()) == move


@pytest.mark.parametrize("kind", ["opne", "", "OPEN"])
def test_unknown_kinds_of_move_are_refused(kind: Any) -> None:
    with pytest.raises(HypersweepError):
        Move(kind, (0, 1))


@pytest.mark.parametrize(
    ("text", "position"),
    [("open 3 x", 7), ("open o", 5), ("f 1 1 f", 6), ("chord 18446744073709551616", 6), ("o 0 -1", 4), ("o (0,x)", 5)],
)
def test_a_mistake_is_found_where_it_stands(text: str, position: int) -> None:
    with pytest.raises(ParseError, match="expected coordinates") as caught:
        Move.parse(text)
    assert caught.value.position == position


@pytest.mark.parametrize("text", ["open 2,3,4", "o (2, 3, 4)", "open [2,3 4];"])
def test_coordinates_may_be_separated_by_commas(text: str) -> None:
    assert Move.parse(text) == Move("open", (2, 3, 4))


def test_zeros_before_a_coordinate_are_passed_over() -> None:
    assert Move.parse("open " + "0" * 5000 + "7 00") == Move("open", (7, 0))


def test_the_memory_of_changed_cells_is_asked_for_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr("hypersweep.moves.check_memory", lambda size, what: asked.append(size))
    change = Game("3x4", 0, seed=7).open((0, 0))
    assert len(change.cells) == 12
    # Python's objects: an index and a tuple of coordinates each.
    assert asked == [12 * (120 + 2 * 40)]
