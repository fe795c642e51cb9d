"""Moves that take long: the screen tells how far they are, other keys wait, and Esc and Ctrl-C cancel them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from hypersweep import Layout, Outcome
from hypersweep.game import Change, History, Watch
from hypersweep.tui.screens import long_moves
from pilot_play import Play, play

LAYOUT = Layout("1500x2000", [(0, 0), (1499, 1998), (750, 998)])


class Gate:
    """Holds long moves back until it is opened, and counts them."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.count = 0


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """Holds back every move that is watched; boards of a million cells are large."""
    found, act = Gate(), History.act

    def wait(self: History, kind: str, cell: Any = None, *, watch: Watch | None = None) -> Change:
        if watch is not None:
            found.count += 1
            while not (found.open.is_set() or watch.is_cancelled):
                found.open.wait(0.005)
        return act(self, kind, cell, watch=watch)

    monkeypatch.setattr(History, "act", wait)
    monkeypatch.setattr(long_moves, "_LARGE", 1 << 20)
    monkeypatch.setattr(long_moves, "_PATIENCE", 0.0)
    yield found
    found.open.set()


async def press(it: Play, *keys: str) -> None:
    """Presses keys without waiting for the work aside."""
    await it.pilot.press(*keys)
    await it.until(lambda: not it.app.is_turning)
    await it.pilot.pause()


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
        # Drawn anew while nobody can look at the cells, and after all of it.
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
        # The next one leaves, as it always did; and the game is played on until then.
        gate.open.set()
        await it.press("enter")
        assert it.session.game.opened > 2_000_000

    play(script, layout=LAYOUT)


def test_undo_and_redo_are_cancelled_too(gate: Gate) -> None:
    async def script(it: Play) -> None:
        gate.open.set()
        await it.press("enter")
        opened = it.session.game.opened
        gate.open.clear()
        # The first time it says what that costs.
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


def test_quitting_cancels_it_at_once(gate: Gate) -> None:
    async def script(it: Play) -> None:
        session = it.session
        await press(it, "f", "right", "enter")
        await it.pilot.press("q")
        await it.until(lambda: session.is_closed)
        assert session.game.opened == 0
        assert session.game.flags == 1

    play(script, layout=LAYOUT)


def test_what_is_quick_is_made_at_once(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_moves, "_PATIENCE", 60.0)
    gate.open.set()

    async def script(it: Play) -> None:
        await press(it, "enter", "right", "f")
        assert it.session.game.opened > 2_000_000
        assert "still" not in it.said

    play(script, layout=LAYOUT)


def test_small_boards_are_played_as_ever(gate: Gate) -> None:
    async def script(it: Play) -> None:
        await it.press("enter")
        assert it.session.game.opened > 0
        assert gate.count == 0

    play(script, layout=Layout("5x7", [(0, 0), (2, 6), (4, 3)]))


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


def test_an_error_is_told(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> Change:
        raise MemoryError("no room for it")

    monkeypatch.setattr(History, "act", fail)

    async def script(it: Play) -> None:
        await it.press("enter")
        assert "no room for it" in it.said
        assert not it.game.moves.is_running

    play(script, layout=LAYOUT)
