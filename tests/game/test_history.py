"""A game with undo, redo and revert: the games it goes through, and its copies."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement import assert_same, naive_twin
from hypersweep import CellError, Game, Layout, ParameterError, ParameterTypeError, View
from hypersweep.game import History
from records import random_grid, random_record
from seeds import seeds

Cell = tuple[int, ...]

KINDS = ("open", "flag", "flag", "chord", "undo", "undo", "redo")


@given(st.randoms(use_true_random=False), st.lists(st.sampled_from(KINDS), max_size=30))
def test_undo_and_redo_go_through_the_games_there_were(chance: random.Random, kinds: list[str]) -> None:
    grid = random_grid(chance)
    cells = list(grid)
    layout = Layout(grid, [cell for cell in cells if chance.random() < 0.15])
    history = History(Game(layout=layout))
    # The views of the moves that count, and of those taken back.
    views = [history.game.view]
    undone: list[View] = []
    for kind in kinds:
        cell: Cell | None = chance.choice(cells) if kind in ("open", "flag", "chord") else None
        assert (history.can_undo, history.can_redo) == (len(views) > 1, bool(undone))
        change = history.act(kind, cell)
        if cell is not None and change:
            views.append(history.game.view)
            undone.clear()
        elif kind == "undo" and len(views) > 1:
            undone.append(views.pop())
        elif kind == "redo" and undone:
            views.append(undone.pop())
        else:
            assert not change
        assert history.game.view == views[-1]


def test_a_click_that_does_nothing_leaves_what_can_be_redone() -> None:
    history = History(Game(layout=Layout("3x4", [(0, 3)])))
    history.act("flag", (0, 3))
    history.act("undo")
    assert not history.act("chord", (1, 1))
    assert history.can_redo
    assert history.act("open", (1, 2))
    assert not history.can_redo


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    history = History(Game(layout=Layout("3x4", [(0, 3)])))
    history.act("flag", (0, 3))
    for cell in ((3, 0), (0,), (0, 0, 0)):
        with pytest.raises(CellError):
            history.act("open", cell)
    with pytest.raises(ParameterError):
        history.act("pause")
    assert (history.can_undo, history.can_redo, history.game.flags) == (True, False, 1)


def test_a_cell_in_a_list_may_change_afterwards() -> None:
    history = History(Game(layout=Layout("3x4", [(0, 3)])))
    cell = [0, 3]
    history.act("flag", cell)
    cell[1] = 0
    history.act("undo")
    assert history.act("redo").cells == ((0, 3),)


@pytest.mark.parametrize("seed", seeds(30))
def test_everything_can_be_reverted(seed: int) -> None:
    record = random_record(seed, 40)
    layout = record.layout
    if layout is None:
        assert not any(event.kind == "open" and event.changed for event in record.events)
        return
    history = History(Game(layout=layout, rules=record.rules))
    past = []
    for event in record.events:
        state = (history.game.view, history.can_undo, history.can_redo)
        if event.changed and history.act(event.kind, event.cell):
            past.append((event.kind, state))
    for kind, state in reversed(past):
        assert history.revert(kind)
        assert (history.game.view, history.can_undo, history.can_redo) == state
    assert_same(history.game, naive_twin(history.game, layout))


# Copies.


def in_any_state(seed: int) -> tuple[History, random.Random]:
    """A history after a random script of moves, undos, redos and reverts, and the chance to go on with."""
    chance = random.Random(seed)
    grid = random_grid(chance)
    cells = list(grid)
    history = History(Game(layout=Layout(grid, [cell for cell in cells if chance.random() < 0.15])))
    go_on(history, chance, 30)
    return history, chance


def go_on(history: History, chance: random.Random, moves: int) -> list[object]:
    """Play a number of random moves, some of them reverted. Returns: the visible state."""
    cells = list(history.game.grid)
    seen: list[object] = []
    for _ in range(moves):
        kind = chance.choice(KINDS)
        change = history.act(kind, chance.choice(cells) if kind in ("open", "flag", "chord") else None)
        if change and chance.random() < 0.3:
            history.revert(kind)
        seen += [change, history.game.view, history.can_undo, history.can_redo]
    while history.act("undo"):
        seen.append(history.game.view)
    while history.act("redo"):
        seen.append(history.game.view)
    return seen


@pytest.mark.parametrize("make", [History.copy, copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
@pytest.mark.parametrize("seed", range(15))
def test_copies_go_on_as_the_history_does(seed: int, make: Callable[[History], History]) -> None:
    history, chance = in_any_state(seed)
    other = make(history)
    assert type(other) is History
    before = (other.game.view, other.can_undo, other.can_redo)
    again = random.Random()
    again.setstate(chance.getstate())
    seen = go_on(history, chance, 30)
    assert (other.game.view, other.can_undo, other.can_redo) == before, "they share nothing"
    assert go_on(other, again, 30) == seen


@pytest.mark.nightly
def test_a_history_of_which_much_was_taken_back_can_be_copied() -> None:
    history = History(Game("100x100", 10, seed=7))
    for index in range(10_000):
        history.act("flag", index)
    while history.act("undo"):
        pass
    for other in (copy.deepcopy(history), pickle.loads(pickle.dumps(history))):
        for index in range(10_000):
            assert other.act("redo").indices.tolist() == [index]
        assert not other.can_redo


def test_a_history_needs_a_game() -> None:
    with pytest.raises(ParameterTypeError):
        History("3x4")  # type: ignore[arg-type]
