"""Long moves: the screen shows progress, other keys wait, and Esc and Ctrl-C cancel."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hypersweep import Layout, Outcome, Rules
from hypersweep.game import CancelToken, History, MoveResult
from hypersweep.session import Session, Store
from hypersweep.tui.screens import background_moves
from pilot_play import Play, play
from slow_making import SlowMaking

LAYOUT = Layout("1500x2000", [(0, 0), (1499, 1998), (750, 998)])


class Gate:
    """Holds long moves back until it is opened, and counts them."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.count = 0


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """Hold back every move that is watched; boards of a million cells are large."""
    found = Gate()

    def behind(act: Callable[..., MoveResult]) -> Callable[..., MoveResult]:
        def wait(self: History, *cell: Any, watch: CancelToken | None = None) -> MoveResult:
            if watch is not None:
                found.count += 1
                while not (found.open.is_set() or watch.is_cancelled):
                    found.open.wait(0.005)
            return act(self, *cell, watch=watch)

        return wait

    for name in ("open", "chord", "undo", "redo"):
        monkeypatch.setattr(History, name, behind(getattr(History, name)))
    monkeypatch.setattr(background_moves, "LARGE_BOARD", 1 << 20)
    monkeypatch.setattr(background_moves, "_PATIENCE", 0.0)
    yield found
    found.open.set()


async def press(it: Play, *keys: str) -> None:
    """Press keys without waiting for background work."""
    await it.pilot.press(*keys)
    await it.until(lambda: not it.app.is_turning)
    await it.pilot.pause()


@pytest.mark.slow
def test_the_screen_tells_how_far_it_is_and_refuses_other_keys(gate: Gate) -> None:
    async def script(it: Play) -> None:
        await press(it, "enter")
        assert gate.count == 1
        assert "opening… 0 %" in it.text
        assert "Esc cancels it" in it.text
        cursor = it.cursor
        for key in ("right", "enter", "f", "u", "question_mark", "p", "r", "ctrl+p", "f1"):
            it.app.clear_notifications()
            await press(it, key)
            assert "still opening: Esc cancels it" in it.said, key
        assert it.cursor == cursor
        assert gate.count == 1
        assert len(it.app.screen_stack) == 2
        # Drawn again while the cells can't be read, and at the end.
        it.board.show()
        await it.pilot.pause()
        gate.open.set()
        await it.settle()
        assert "Esc cancels it" not in it.text
        assert it.session.game.opened > 2_000_000
        await it.settle()
        assert "░" not in it.text
        await press(it, "right")
        assert it.cursor != cursor

    play(script, layout=LAYOUT)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
def test_escape_and_control_c_cancel_it(gate: Gate, key: str) -> None:
    async def script(it: Play) -> None:
        await press(it, "enter")
        await press(it, key)
        await it.settle()
        assert it.session.game.opened == 0
        assert not it.session.is_started
        assert "cancelled: the game is as it was" in it.said
        assert "covered" in it.text
        # The next one leaves, as usual; until then the game can be played.
        gate.open.set()
        await it.press("enter")
        assert it.session.game.opened > 2_000_000

    play(script, layout=LAYOUT)


@pytest.mark.slow
def test_undo_and_redo_are_cancelled_too(gate: Gate) -> None:
    async def script(it: Play) -> None:
        gate.open.set()
        await it.press("enter")
        opened = it.session.game.opened
        gate.open.clear()
        # The first press warns of the cost.
        await press(it, "u", "u")
        assert "taking back…" in it.text
        await press(it, "escape")
        await it.settle()
        assert it.session.game.opened == opened
        gate.open.set()
        await it.press("u")
        assert it.session.game.opened == 0
        gate.open.clear()
        await press(it, "U")
        assert "opening…" in it.text
        await press(it, "escape")
        await it.settle()
        assert it.session.can_redo
        gate.open.set()
        await it.press("U")
        assert it.session.game.opened == opened

    play(script, layout=LAYOUT)


@pytest.mark.slow
def test_quitting_cancels_it_at_once(gate: Gate) -> None:
    async def script(it: Play) -> None:
        session = it.session
        await press(it, "f", "right", "enter")
        await it.pilot.press("q")
        await it.until(lambda: session.is_closed)
        assert session.game.opened == 0
        assert session.game.flags == 1

    play(script, layout=LAYOUT)


@pytest.mark.slow
def test_what_is_quick_is_made_at_once(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_moves, "_PATIENCE", 60.0)
    gate.open.set()

    async def script(it: Play) -> None:
        await press(it, "enter", "right", "f")
        assert it.session.game.opened > 2_000_000
        assert "still" not in it.said

    play(script, layout=LAYOUT)


@pytest.mark.slow
def test_small_boards_are_played_as_ever(gate: Gate) -> None:
    async def script(it: Play) -> None:
        await it.press("enter")
        assert it.session.game.opened > 0
        assert gate.count == 0

    play(script, layout=Layout("5x7", [(0, 0), (2, 6), (4, 3)]))


@pytest.mark.slow
def test_the_figures_of_a_large_game_come_later(gate: Gate) -> None:
    gate.open.set()

    async def script(it: Play) -> None:
        await it.press("enter")
        await it.settle()
        assert it.session.outcome is Outcome.WON
        await it.settle()
        assert "3BV 1" in it.text
        assert "1 click" in it.text

    play(script, layout=Layout("1500x2000", [(0, 0)]))


@pytest.mark.slow
def test_an_error_is_told(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> MoveResult:
        raise MemoryError("no room for it")

    monkeypatch.setattr(History, "open", fail)

    async def script(it: Play) -> None:
        await it.press("enter")
        assert "no room for it" in it.said
        assert not it.game.is_moving

    play(script, layout=LAYOUT)


def without_guesses(store: Store) -> Session:
    """A session whose first click makes a board that needs no guess."""
    return Session("5x7", 5, rules="classic,first=opening,guess=never", store=store, seed=4, is_known=False)


@pytest.fixture
def making(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowMaking]:
    """Boards are made as slowly as the test wants, and progress is shown at once."""
    monkeypatch.setattr(background_moves, "_PATIENCE", 0.0)
    monkeypatch.setattr(background_moves, "_SOON", 0.0)
    slow = SlowMaking(monkeypatch)
    yield slow
    slow.may_end.set()


@pytest.mark.slow
def test_the_screen_tells_how_a_board_is_made_and_lets_the_player_look_around(making: SlowMaking) -> None:
    async def script(it: Play) -> None:
        await press(it, "enter")
        await it.until(lambda: "tried " in it.text)
        assert "making a board that needs no guess: tried " in it.text
        assert "the best was 50 % open   Esc cancels it" in it.text
        for key in ("enter", "f", "u", "p", "r"):
            await press(it, key)
            assert "still making the board: Esc cancels it" in it.said, key
        # The board is empty, and may be looked at.
        before = it.cursor
        await press(it, "right")
        assert it.cursor != before
        making.may_end.set()
        await it.settle()
        assert making.count == 1
        # The cell that was opened is the one that was meant.
        assert it.session.game[before] == 0
        assert "making" not in it.text

    play(script, session=without_guesses, size=(120, 40))


@pytest.mark.slow
@pytest.mark.parametrize(("width", "words"), [(80, "making a board: tried "), (44, "making a board…   Esc")])
def test_on_narrow_screens_fewer_words_tell_how_a_board_is_made(making: SlowMaking, width: int, words: str) -> None:
    async def script(it: Play) -> None:
        await press(it, "enter")
        await it.until(lambda: words in it.text)
        await press(it, "escape")
        await it.settle()

    play(script, session=without_guesses, size=(width, 24))


@pytest.mark.slow
@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
def test_the_making_of_a_board_can_be_cancelled(making: SlowMaking, key: str) -> None:
    async def script(it: Play) -> None:
        await press(it, "f", "right", "enter")
        await press(it, key)
        await it.settle()
        assert "cancelled: the game is as it was" in it.said
        game = it.session.game
        assert (game.layout, game.opened, game.flags, it.session.is_started) == (None, 0, 1, False)
        making.may_end.set()
        await it.press("enter")
        assert it.session.game.opened > 0

    play(script, session=without_guesses)


def test_who_leaves_while_a_board_is_made_leaves_at_once(making: SlowMaking) -> None:
    async def script(it: Play) -> None:
        session = it.session
        await press(it, "enter")
        await it.pilot.press("q")
        await it.until(lambda: session.is_closed)
        assert session.game.layout is None

    play(script, session=without_guesses)


@pytest.mark.slow
def test_where_no_board_is_found_the_game_stays_and_says_what_to_do(making: SlowMaking) -> None:
    making.is_vain = True
    making.may_end.set()

    async def script(it: Play) -> None:
        await press(it, "f", "right", "enter")
        await it.until(lambda: "no board in 100,000 tries: try another cell or fewer mines" in it.said)
        game = it.session.game
        assert (game.layout, game.opened, game.flags, it.session.is_started) == (None, 0, 1, False)
        assert not it.game.is_moving
        making.is_vain = False
        await it.press("enter")
        assert it.session.game.opened > 0

    play(script, session=without_guesses)


@pytest.mark.slow
def test_a_board_that_is_there_soon_is_not_told_of(making: SlowMaking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_moves, "_SOON", 60.0)

    async def script(it: Play) -> None:
        await press(it, "enter")
        await it.pilot.pause(0.3)
        assert it.game.is_moving
        assert "making" not in it.text
        making.may_end.set()
        await it.settle()
        assert it.session.game.opened > 0

    play(script, session=without_guesses)


@pytest.mark.slow
def test_other_moves_of_such_a_game_are_made_at_once(making: SlowMaking) -> None:
    making.may_end.set()

    async def script(it: Play) -> None:
        await it.press("enter")
        covered = next(cell for cell in it.session.grid if not it.session.game.is_open(cell))
        await it.go(*covered)
        await it.press("f", "u", "u", "U")
        assert it.session.game.flags == 1
        # The same board again: it exists already, and none is made.
        await it.press("t", "t", "enter")
        assert it.session.game.opened > 0
        assert it.session.game.rules == Rules(first_open="any")
        assert making.count == 1
        await it.press("r", "r", "enter")
        assert making.count == 2

    play(script, session=without_guesses)
