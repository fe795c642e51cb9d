"""Files and calls of the package that a user's action goes through, counted while it runs.

    python benchmarks/walks.py            # print the table
    python benchmarks/walks.py --check    # fail if an action is over its budget; CI runs this

A call counts if its function is defined in the package; calls to the standard library, Textual and the kernels don't.
Each action runs once before it is counted, so that imports and caches are in place.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import hypersweep
from hypersweep import Game, Layout, View, analyse, explain
from hypersweep.session import Session, Store

if TYPE_CHECKING:
    from types import FrameType

    from textual.pilot import Pilot

PACKAGE = str(Path(hypersweep.__file__).parent)

# A change that needs more must say why; a change that needs less should lower the budget.
BUDGETS = {
    "analyse(view)": (3, 14),
    "first open of a Game": (8, 51),
    "explain(view)": (5, 40),
    "terminal: cursor": (20, 700),
    "terminal: flag": (20, 400),
    "terminal: Enter, first open": (30, 1000),
    "terminal: undo": (20, 400),
    "terminal: hint": (30, 900),
    "server: first move of a room": (22, 185),
    "hypersweep review x.avf": (32, 1600),
    "hypersweep arena, 4 games": (32, 1300),
}
"""Maximum number of files and of calls, by the action's name."""


@dataclass
class Walk:
    """The files and calls that an action goes through.

    Attributes:
        files: for each file, the calls of its functions.
    """

    files: Counter[str] = field(default_factory=Counter)

    @property
    def calls(self) -> int:
        """Number of calls."""
        return self.files.total()


@contextmanager
def counted() -> Iterator[Walk]:
    """Count calls inside the block, including those in threads that start in it."""
    walk = Walk()

    def note(frame: FrameType, event: str, argument: object) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(PACKAGE) and frame.f_code.co_name != "<module>":
            walk.files[name] += 1

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield walk
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def _twice(act: Callable[[], object]) -> Walk:
    act()
    with counted() as walk:
        act()
    return walk


def library() -> Iterator[tuple[str, Walk]]:
    """Measure calls of the library."""
    view = View.parse("3x4 mines=3\n# # # #\n1 # 3 #\n. 1 # #")
    yield "analyse(view)", _twice(lambda: analyse(view))
    yield "first open of a Game", _twice(lambda: Game("3x4", 2, seed=7).open((0, 0)))
    yield "explain(view)", _twice(lambda: explain(view))


async def _turn(_: float = 0) -> None:
    # Textual's own wait sleeps until the processor is idle.
    for _ in range(60):
        await asyncio.sleep(0)


def terminal() -> Iterator[tuple[str, Walk]]:
    """Measure keys in the full-screen game, on a four-dimensional board."""
    from hypersweep.tui.app import HypersweepApp

    keys = {"cursor": "right", "flag": "f", "Enter, first open": "enter", "undo": "u", "hint": "question_mark"}

    async def settle(pilot: Pilot[None]) -> None:
        app: Any = pilot.app
        while app.works_aside or app.is_turning:
            await asyncio.sleep(0.005)
        # Three frames: what an action changes is drawn with the next one.
        await pilot.pause(0.05)

    async def press(key: str, before: tuple[str, ...], folder: Path) -> Walk:
        store = Store(folder)
        app = HypersweepApp(store, session=Session("4x4x4x4", 20, seed=7, store=store, clock=lambda: 0))
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(pilot)
            for each in before:
                await pilot.press(each)
                await settle(pilot)
            with counted() as walk:
                await pilot.press(key)
                await settle(pilot)
        return walk

    with mock.patch("textual.app.wait_for_idle", _turn), mock.patch("textual.pilot.wait_for_idle", _turn):
        for name, key in keys.items():
            before = {"flag": ("f", "f"), "undo": ("enter",), "hint": ("enter",)}.get(name, ())
            # The minimum of three, or of more if the clock's timer fires during each of them, as it does under load.
            walks: list[Walk] = []
            files, calls = BUDGETS[f"terminal: {name}"]
            while len(walks) < 3 or (
                len(walks) < 12 and not any(len(walk.files) <= files and walk.calls <= calls for walk in walks)
            ):
                with tempfile.TemporaryDirectory() as folder:
                    walks.append(asyncio.run(press(key, before, Path(folder))))
            yield f"terminal: {name}", min(walks, key=lambda walk: (len(walk.files), walk.calls))


def server() -> Iterator[tuple[str, Walk]]:
    """Measure a move in a room, from its message to the frame that answers it, with an in-memory database."""
    from hypersweep.web.multiplayer.http_protocol import RoomRequest
    from hypersweep.web.multiplayer.protocol import Join, Me, Move
    from hypersweep.web.multiplayer.rooms.room_registry import DatabaseRows, Rooms
    from hypersweep.web.multiplayer.server_settings import Settings
    from hypersweep.web.multiplayer.store.database import Database
    from hypersweep.web.multiplayer.store.journal import Journal
    from hypersweep.web.multiplayer.store.tables import people

    class Connection:
        round_trip = 0

        def __init__(self, person: Me) -> None:
            self.id, self.person = person.id, person
            self.frames: list[bytes] = []

        def send(self, frame: bytes) -> None:
            self.frames.append(frame)

    async def finished(game: object) -> None:
        """Save nothing, since no game ends here."""

    async def until(condition: Callable[[], object]) -> None:
        async with asyncio.timeout(30):
            while not condition():
                await asyncio.sleep(0.001)

    async def play(home: Rooms, me: Me) -> Walk:
        made = await home.make(RoomRequest("solo", "16x30", 99, "classic"), me)
        room, connection = await home.port(made.room), Connection(me)
        room.take(connection, Join(made.room, key=made.key))
        await until(lambda: connection.frames)
        seen = len(connection.frames)
        with counted() as walk:
            room.take(connection, Move(made.room, 1, "open", 255))
            await until(lambda: len(connection.frames) > seen)
        return walk

    async def run() -> Walk:
        database = Database("sqlite+aiosqlite://")
        await database.open()
        journal = Journal(database)
        settings = Settings("sqlite+aiosqlite://")
        home = Rooms(DatabaseRows(database), journal, settings, finished=finished)
        me = Me("person-1", "Ann")
        async with database.transaction() as connection:
            await connection.execute(people.insert(), {"id": me.id, "name": me.name, "made": 1, "seen": 1})
        await play(home, me)
        walk = await play(home, me)
        await home.close()
        await journal.close()
        await database.close()
        return walk

    yield "server: first move of a room", asyncio.run(run())


def commands() -> Iterator[tuple[str, Walk]]:
    """Measure commands, in this process."""
    from hypersweep.cli import main
    from hypersweep.formats import MouseEvent, Video, write_file

    def quiet(*words: str) -> None:
        with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())):
            status = main([*words])
        assert status == 0, (words, status)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.avf")
        mouse = [
            event
            for number, (row, column) in enumerate([(0, 0), (4, 4), (7, 7), (1, 6)])
            for event in (
                MouseEvent(1000 * number, "left press", 16 * column + 8, 16 * row + 8),
                MouseEvent(1000 * number + 90, "left release", 16 * column + 8, 16 * row + 8),
            )
        ]
        mines = [(0, 7), (0, 6), (1, 7), (2, 2), (2, 5), (3, 3), (5, 1), (5, 6), (7, 0), (7, 4)]
        write_file(path, Video("evf", Layout("8x8", mines), mouse))
        yield "hypersweep review x.avf", _twice(lambda: quiet("review", str(path)))
    arena = ("arena", "safest", "progress", "--board", "4x5", "--mines", "3", "--games", "4", "--workers", "1")
    yield "hypersweep arena, 4 games", _twice(lambda: quiet(*arena))


def main() -> int:
    """Print the table; with --check, return 1 if an action is over its budget."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="fail if an action is over its budget")
    options = parser.parse_args()
    over = []
    print(f"{'action':<32} {'files':>6} {'most':>6} {'calls':>7} {'most':>7}")
    for measure in (library, terminal, server, commands):
        for name, walk in measure():
            files, calls = BUDGETS[name]
            print(f"{name:<32} {len(walk.files):>6} {files:>6} {walk.calls:>7} {calls:>7}")
            if len(walk.files) > files or walk.calls > calls:
                over.append(name)
    if options.check and over:
        print(f"over their budget: {', '.join(over)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
