"""The full-screen game without a terminal: scripts press keys, use the mouse, and check the result."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from textual.pilot import Pilot

from hypersweep import Layout, Outcome
from hypersweep.record import Record
from hypersweep.session import Session, Store
from hypersweep.tui.app import HypersweepApp
from hypersweep.tui.board.board_view import BoardView
from hypersweep.tui.screens.game_screen import GameScreen
from hypersweep.tui.screens.online_screen import OnlineStart
from hypersweep.ui_model.choices import BoardChoice
from quick_pilot import quick_pilot
from seeds import some_of

Seen = TypeVar("Seen")

Script = Callable[["Play"], Awaitable[None]]

# One board for each number of dimensions, with sides that differ.
LAYOUTS = {
    2: Layout("5x7", [(0, 0), (2, 6), (4, 3)]),
    3: Layout("3x4x5", [(0, 0, 0), (1, 3, 2), (2, 2, 4)]),
    4: Layout("2x3x4x5", [(0, 0, 0, 0), (1, 2, 3, 4), (0, 2, 1, 3)]),
    5: Layout("2x3x4x3x2", [(0, 0, 0, 0, 0), (1, 2, 3, 2, 1), (0, 2, 1, 0, 1)]),
}

# What holds for a flat board and for tiles of tiles nearly always holds in between.
DIMENSIONS = some_of(LAYOUTS, (2, 4))

EASY = Layout("3x4", [(0, 3), (2, 1)])


class Play:
    """An app with a pilot, for scripts.

    Attributes:
        app: the app.
        pilot: what presses its keys.
    """

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot
        assert isinstance(pilot.app, HypersweepApp)
        self.app = pilot.app

    async def press(self, *keys: str) -> None:
        """Press keys, and wait for what they do, hints included."""
        await self.pilot.press(*keys)
        await self.settle()

    async def type(self, text: str) -> None:
        """Press the keys of a text."""
        names = {".": "full_stop", ",": "comma", "~": "tilde", "=": "equals_sign", "-": "minus", "/": "slash"}
        await self.press(*(names.get(character, character) for character in text))

    async def settle(self) -> None:
        """Wait until everything is done and drawn."""
        while True:
            # An application that has ended takes nothing more.
            while (self.app.works_aside or self.app.is_turning) and not self.has_ended:
                await asyncio.sleep(0.005)
            await self.pilot.pause()
            # Drawing may have requested more work.
            if not self.app.works_aside or self.has_ended:
                return

    @property
    def has_ended(self) -> bool:
        """Whether the application was left, or an error has ended it."""
        return self.app._exit or self.app.failure is not None

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for a condition in the background."""
        give_up = time.monotonic() + 60
        while not is_so():
            assert time.monotonic() < give_up, self.text
            await self.pilot.pause(0.01)

    async def at_rest(self, look: Callable[[], Seen]) -> Seen:
        """Wait until two looks at the screen are equal: a text that has grown moves what is next to it a layout later.

        Returns: what was seen.
        """
        before, seen = None, look()
        while seen != before:
            await self.pilot.pause(0.1)
            before, seen = seen, look()
        return seen

    @property
    def game(self) -> GameScreen:
        """The screen of the game."""
        assert isinstance(self.app.screen, GameScreen)
        return self.app.screen

    @property
    def board(self) -> BoardView:
        """The board that is shown."""
        return self.app.screen.query_one(BoardView)

    @property
    def cursor(self) -> tuple[int, ...]:
        """Where the cursor is."""
        return self.board.cursor

    @property
    def session(self) -> Session:
        """The session that is played."""
        return self.game.session

    async def go(self, *cell: int) -> None:
        """Put the cursor somewhere."""
        self.board.go(cell)
        await self.pilot.pause()

    def place(self, cell: tuple[int, ...]) -> tuple[int, int]:
        """Where a cell is drawn, from the board's corner."""
        left, top = self.board._origin
        place = self.board.arrangement.place(cell)
        assert place is not None
        return place[0] + left, place[1] + top

    async def click(self, cell: tuple[int, ...], button: int = 1) -> None:
        """Click on a cell."""
        place = self.place(cell)
        await self.pilot.mouse_down(BoardView, offset=place, button=button)
        await self.lift(cell, button)

    async def lift(self, cell: tuple[int, ...], button: int = 1) -> None:
        """Release a button over a cell."""
        from textual.events import MouseUp

        # The pilot's own mouse_up knows only the left button.
        await self.pilot._post_mouse_events([MouseUp], BoardView, self.place(cell), button=button)
        await self.settle()

    @property
    def lines(self) -> list[str]:
        """What is on the screen, line by line."""
        strips = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip) for strip in strips]

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self.lines)

    @property
    def said(self) -> str:
        """Return the latest passing message."""
        note = self.app.note
        return " ".join([*(each.message for each in self.app._notifications), note.message if note else ""]).strip()


def ticking(milliseconds: int = 100) -> Callable[[], int]:
    """A clock that is later each time it is read."""
    counter = itertools.count()
    return lambda: next(counter) * milliseconds * 10**6


def standing() -> int:
    """A clock that stands still."""
    return 0


@contextmanager
def player(folder: Path | None = None) -> Iterator[Store]:
    """A store in a folder that goes away, or in a given one. Trouble is an error."""

    def fail(message: str) -> None:
        pytest.fail(message)

    if folder is not None:
        yield Store(folder, warn=fail)
        return
    with tempfile.TemporaryDirectory() as name:
        yield Store(name, warn=fail)


def play(
    script: Script,
    *,
    layout: Layout | None = None,
    session: Callable[[Store], Session] | None = None,
    choice: BoardChoice | None = None,
    online: OnlineStart | None = None,
    size: tuple[int, int] = (100, 40),
    folder: Path | None = None,
    clock: Callable[[], int] = standing,
    has_motion: bool = False,
) -> HypersweepApp:
    """Run a script on the game: on a layout, on a session, with options, or from the start screen."""

    async def run(store: Store) -> HypersweepApp:
        chosen: dict[str, Any] = {}
        if layout is not None:
            chosen["session"] = Session(layout=layout, store=store, clock=clock, is_known=False)
        elif session is not None:
            chosen["session"] = session(store)
        app = HypersweepApp(store, choice, online=online, has_motion=has_motion, **chosen)
        async with app.run_test(size=size) as pilot:
            found = Play(pilot)
            await found.settle()
            await script(found)
        return app

    with player(folder) as store, quick_pilot():
        try:
            return asyncio.run(run(store))
        finally:
            # The exit doesn't wait for background work, but the folder has to exist until that ends.
            for thread in threading.enumerate():
                if thread.name == "hypersweep-aside":
                    thread.join(60)


def finish(store: Store, layout: Layout, *, is_won: bool = True, milliseconds: int = 100) -> None:
    """Play a game whose record the store saves."""
    with Session(layout=layout, store=store, clock=ticking(milliseconds), is_known=False) as session:
        for cell in layout.grid:
            if (layout.is_mine(cell) is not is_won and session.outcome is Outcome.ONGOING) or (
                not is_won and not session.is_started
            ):
                session.open(cell)


def record_of(layout: Layout) -> Record:
    """A record of a game won, one cell a second, with a flag, an undo and a pause."""
    session = Session(layout=layout, clock=ticking(1000))
    mine = next(layout.mine_cells())
    cells = [cell for cell in layout.grid if not layout.is_mine(cell)]
    session.open(cells[0])
    session.flag(mine)
    session.undo()
    session.pause()
    session.resume()
    for cell in cells[1:]:
        if session.outcome is Outcome.ONGOING:
            session.open(cell)
    return session.record
