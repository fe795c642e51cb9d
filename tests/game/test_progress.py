"""A long move is observed and cancelled from another thread, and then has changed nothing."""

from __future__ import annotations

import copy
import pickle
import threading
from typing import Any

import pytest

from hypersweep import CellError, Game, Layout, Move, Outcome, ParameterTypeError
from hypersweep.game import CancelToken, History
from hypersweep.rules import CLASSIC

# Large enough for the kernel to ask on the way.
SHAPE = "1500x2000"
LAYOUT = Layout(SHAPE, [(0, 0), (1499, 1998)])
FIRST = (700, 900)


def state(game: Game) -> tuple[object, ...]:
    return game.opened, game.flags, game.outcome, game.open_bits(), game.flag_bits(), game.moves


def cancelled() -> CancelToken:
    watch = CancelToken()
    watch.cancel()
    return watch


@pytest.mark.parametrize("first_open", ["any", "safe", "opening"])
def test_a_first_open_that_is_cancelled_leaves_the_game_as_it_was(first_open: Any) -> None:
    game = Game(SHAPE, 9, seed=5, rules=CLASSIC.replace(first_open=first_open))
    before = state(game)
    change = game.play(Move("open", FIRST), watch=cancelled())
    assert not change
    assert len(change) == 0
    assert change.outcome is Outcome.ONGOING
    assert state(game) == before
    assert game.layout is None
    # The board is still the one that the first open decides, whatever was tried before.
    twin = Game(SHAPE, 9, seed=5, rules=game.rules)
    assert game.open(FIRST) == twin.open(FIRST)
    assert game.layout == twin.layout


def test_an_open_a_chord_and_an_undo_that_are_cancelled_change_nothing() -> None:
    game = Game(layout=LAYOUT)
    game.flag((0, 0))
    game.flag((3, 3))
    before = state(game)
    assert not game.play(Move("open", FIRST), watch=cancelled())
    assert state(game) == before
    game.open((0, 1))
    before = state(game)
    assert not game.play(Move("chord", (0, 1)), watch=cancelled())
    assert state(game) == before
    change = game.play(Move("chord", (0, 1)), watch=CancelToken())
    assert change.opened > 2_000_000
    before = state(game)
    assert not game.undo(watch=cancelled())
    assert state(game) == before
    assert game.undo(watch=CancelToken()).opened == -change.opened


def test_a_move_that_is_watched_is_the_move() -> None:
    plain, watched = Game(layout=LAYOUT), Game(layout=LAYOUT)
    watch = CancelToken()
    assert watched.play(Move("open", FIRST), watch=watch) == plain.open(FIRST)
    assert state(watched) == state(plain)
    assert 0 < watch.opened <= watched.opened
    assert not watch.is_cancelled
    assert watched.play(Move("flag", (0, 0)), watch=cancelled()).flagged == 1


def test_short_moves_are_not_asked() -> None:
    game = Game("3x4", 2, seed=7)
    watch = cancelled()
    assert game.play(Move("open", (0, 0)), watch=watch).opened == 6
    assert watch.opened == 0


def test_a_move_is_cancelled_from_another_thread_while_it_runs() -> None:
    game = Game("9000x9000", 1, seed=3)
    before = game.opened, game.outcome, game.moves
    watch = CancelToken()
    found = []
    thread = threading.Thread(target=lambda: found.append(game.play(Move("open", (4000, 4000)), watch=watch)))
    thread.start()
    while thread.is_alive() and not watch.opened:
        pass
    watch.cancel()
    thread.join()
    # It may have come to its end first; then all of it is there.
    if found[0]:
        assert found[0].opened == game.opened
    else:
        assert (game.opened, game.outcome, game.moves) == before
        assert not any(game.open_bits(0, 1 << 16))
    assert watch.opened > 0


def test_what_could_be_undone_and_redone_stays() -> None:
    history = History(Game(layout=LAYOUT))
    assert not history.act("open", FIRST, watch=cancelled())
    assert not history.can_undo
    change = history.act("open", FIRST, watch=CancelToken())
    assert not history.act("undo", watch=cancelled())
    assert history.can_undo
    assert not history.can_redo
    assert history.act("undo", watch=CancelToken()).opened == -change.opened
    assert not history.act("redo", watch=cancelled())
    assert history.can_redo
    assert not history.can_undo
    assert history.act("redo", watch=CancelToken()) == change
    # What undoes a move brings back what could be redone before it, also where one was cancelled between.
    history.act("undo")
    assert not history.act("open", (100, 100), watch=cancelled())
    assert history.can_redo


def test_a_watch_refuses_what_it_cannot_be() -> None:
    game = Game("3x4", 2, seed=7)
    for wrong in (3, "watch", object()):
        with pytest.raises(ParameterTypeError, match="expected a CancelToken"):
            game.play(Move("open", (0, 0)), watch=wrong)  # type: ignore[arg-type]
        with pytest.raises(ParameterTypeError, match="expected a CancelToken"):
            game.undo(watch=wrong)  # type: ignore[arg-type]
    with pytest.raises(CellError):
        game.play(Move("open", (9, 9)), watch=CancelToken())
    assert game.opened == 0
    watch = CancelToken()
    for twin in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(ParameterTypeError, match="a CancelToken can't be copied"):
            twin(watch)
    assert repr(watch) == "<CancelToken: 0 opened>"
    watch.cancel()
    assert repr(watch) == "<CancelToken: 0 opened, cancelled>"
