"""What a game rejects without changing: cells, mines, seeds and layouts that don't fit."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from agreement import assert_same, assert_untouched, play_both, played
from hypersweep import (
    CellError,
    Game,
    Grid,
    HypersweepError,
    Layout,
    MineCountError,
    Move,
    ParameterError,
    ParameterTypeError,
    ParseError,
    Rules,
    RulesError,
)


@pytest.mark.nightly
@given(st.data())
def test_cells_off_the_grid_are_refused_and_nothing_changes(data: st.DataObject) -> None:
    game, twin, script = data.draw(played())
    for kind, cell in script[:5]:
        play_both(game, twin, kind, cell)
    cell = data.draw(strategies.cells_off(game.grid))
    wrong: Any
    for refuse in (game.open, game.flag, game.chord, game.is_open, game.is_flagged):
        with pytest.raises(CellError):
            refuse(cell)
        for wrong in (None, "00", 1.5, (True,) * game.grid.dimensions, (0.0,) * game.grid.dimensions):
            with pytest.raises(ParameterTypeError):
                refuse(wrong)
    with pytest.raises(ParameterError):
        game.play(Move("open", cell))
    assert_same(game, twin)


def test_a_cell_in_an_array_is_taken_as_such_or_refused_without_a_trace() -> None:
    cell: Any = numpy.array([0, 1])
    expected = Game((3, 4), 2, seed=1)
    expected.open((0, 1))
    game = Game((3, 4), 2, seed=1)
    try:
        game.open(cell)
    except ParameterTypeError:
        assert game.layout is None
        assert_untouched(game)
    else:
        assert game.view == expected.view


@pytest.mark.parametrize(("first_open", "room"), [("any", 12), ("safe", 11)])
def test_mines_must_leave_the_first_open_its_room(first_open: Any, room: int) -> None:
    rules = Rules(first_open=first_open)
    for mines in (0, room):
        game = Game((3, 4), mines, seed=1, rules=rules)
        game.open((1, 1))
        assert game.layout is not None
        assert game.layout.mines == mines
    for mines in (room + 1, 2**64, -1):
        with pytest.raises(MineCountError):
            Game((3, 4), mines, seed=1, rules=rules)


def test_an_opening_needs_more_room() -> None:
    for first in Grid((3, 4)):
        game = Game((3, 4), 3, seed=1, rules=Rules(first_open="opening"))
        game.open(first)
        assert game.layout is not None
        assert game.layout.clue(first) == 0
    with pytest.raises(MineCountError):
        Game((3, 4), 9, seed=1, rules=Rules(first_open="opening"))


@pytest.mark.parametrize("mines", [True, 2.0, "2"])
def test_mines_of_a_wrong_type_are_refused(mines: Any) -> None:
    with pytest.raises(ParameterTypeError):
        Game((3, 4), mines)


@pytest.mark.parametrize("seed", [True, 2.0, "2"])
def test_seeds_of_a_wrong_type_are_refused(seed: Any) -> None:
    with pytest.raises(ParameterTypeError):
        Game((3, 4), 2, seed=seed)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range_are_refused(seed: int) -> None:
    with pytest.raises(ParameterError):
        Game((3, 4), 2, seed=seed)


def test_contradictions_are_refused() -> None:
    layout = Layout(Grid((3, 4)), [(0, 2)])
    with pytest.raises(ParameterError):
        Game((4, 3), layout=layout)
    with pytest.raises(ParameterError):
        Game((3, 4), 2, layout=layout)
    with pytest.raises(ParameterError):
        Game((3, 4))
    wrong: Any = "clasic"
    with pytest.raises((RulesError, ParseError), match="classic"):
        Game((3, 4), 2, rules=wrong)
    wrong = 5
    with pytest.raises(HypersweepError):
        Game((3, 4), 2, rules=wrong)
    wrong = [(0, 2)]
    with pytest.raises(ParameterTypeError):
        Game((3, 4), layout=wrong)


def test_a_mine_count_beside_a_layout_must_agree() -> None:
    layout = Layout(Grid((3, 4)), [(0, 2)])
    assert Game((3, 4), 1, layout=layout).mines == 1


@pytest.mark.parametrize("name", ["grid", "layout", "mines", "rules", "seed", "outcome", "opened", "flags", "moves"])
def test_what_a_game_was_agreed_on_can_not_be_changed(name: str) -> None:
    game = Game((3, 4), 2, seed=1)
    for _ in range(2):
        before, view = getattr(game, name), game.view
        for wrong in (5, None, before):
            with pytest.raises(AttributeError):
                setattr(game, name, wrong)
        with pytest.raises(AttributeError):
            delattr(game, name)
        assert getattr(game, name) == before
        assert game.view == view
        game.open((1, 1))
    with pytest.raises(AttributeError):
        setattr(game, "owner", "Ada")  # noqa: B010 (mypy knows that there is none)


@pytest.mark.parametrize("name", ["outcome", "opened", "flagged", "cells"])
def test_what_a_move_changed_can_not_be_changed(name: str) -> None:
    game = Game((3, 4), 2, seed=1)
    change = game.open((1, 1))
    before = getattr(change, name)
    with pytest.raises(AttributeError):
        setattr(change, name, 5)
    with pytest.raises(AttributeError):
        delattr(change, name)
    assert getattr(change, name) == before
    assert game.undo().opened == -change.opened
