"""Rooms without a database and sockets, for tests: data is in memory, and the test sets the clock."""

from __future__ import annotations

import asyncio
import base64
import dataclasses
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import msgspec

from hypersweep.web.multiplayer.failures import FencedError, RefusedError, UnavailableError
from hypersweep.web.multiplayer.http_protocol import RoomRequest
from hypersweep.web.multiplayer.protocol import ClientMessage, Join, Me, Move
from hypersweep.web.multiplayer.rooms.ports import FinishedGame, RoomPort, Timeouts
from hypersweep.web.multiplayer.rooms.room_registry import Rooms
from hypersweep.web.multiplayer.server_settings import Settings
from hypersweep.web.multiplayer.store.room_rows import RoomRow


class MemoryJournal:
    """A journal as ``store.journal`` has it, in memory; it can fail, and be held up."""

    def __init__(self) -> None:
        self.kept: dict[str, list[bytes]] = {}
        self.epochs: dict[str, int] = {}
        self._waiting: list[tuple[str, int, int, bytes, Callable[[RefusedError | None], None]]] = []
        self._is_due = False
        self.is_lost = False
        self.is_held = False
        # The next commit succeeds but reports a failure.
        self.is_unsure = False

    def append(
        self, room: str, epoch: int, version: int, entry: bytes, kept: Callable[[RefusedError | None], None]
    ) -> None:
        self._waiting.append((room, epoch, version, entry, kept))
        self._soon()

    def _soon(self) -> None:
        if not self._is_due and not self.is_held:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._commit)

    def go_on(self) -> None:
        self.is_held = False
        self._soon()

    def _commit(self) -> None:
        self._is_due = False
        if self.is_held:
            return
        batch, self._waiting = self._waiting, []
        failed: set[str] = set()
        for room, epoch, version, entry, kept in batch:
            entries = self.kept.setdefault(room, [])
            error: RefusedError | None = None
            if self.is_lost or room in failed:
                error = UnavailableError("lost")
            elif epoch != self.epochs.get(room, 0):
                error = FencedError("fenced")
            else:
                assert version == len(entries) + 1, "each version follows the last"
                entries.append(entry)
                if self.is_unsure:
                    error = UnavailableError("unsure")
            if error is not None:
                failed.add(room)
            kept(error)

    async def entries(self, room: str) -> list[bytes]:
        await asyncio.sleep(0)
        if self.is_lost:
            raise UnavailableError("lost")
        return list(self.kept.get(room, []))

    async def take(self, room: str) -> int:
        await asyncio.sleep(0)
        if self.is_lost:
            raise UnavailableError("lost")
        self.is_unsure = False
        self.epochs[room] = self.epochs.get(room, 0) + 1
        return self.epochs[room]


class MemoryRows:
    """The table of rooms, in memory."""

    def __init__(self) -> None:
        self.rows: dict[str, RoomRow] = {}

    async def insert(self, row: RoomRow, most: int | None = None) -> bool:
        mine = (row.owner, row.kind, None)
        if most is not None and sum((it.owner, it.kind, it.ended) == mine for it in self.rows.values()) >= most:
            return False
        self.rows.setdefault(row.id, row)
        return True

    async def find(self, name: str) -> RoomRow | None:
        return self.rows.get(name)

    async def end(self, name: str, moment: int) -> None:
        row = self.rows[name]
        if row.ended is None:
            self.rows[name] = dataclasses.replace(row, ended=moment)

    async def reopen(self, name: str) -> None:
        self.rows[name] = dataclasses.replace(self.rows[name], ended=None)

    async def set_listed(self, name: str, is_listed: bool) -> None:
        self.rows[name] = dataclasses.replace(self.rows[name], is_open=is_listed)


_numbers = count(1)


class Page:
    """A connection of a person; it saves all messages."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.id = f"{name}-{next(_numbers)}"
        self.person = Me(f"person-{name}", name)
        self.round_trip = 0
        self.frames: list[dict[str, Any]] = []
        self.raw: list[bytes] = []
        self.room: RoomPort | None = None
        self.n = 0

    def send(self, frame: bytes) -> None:
        self.raw.append(frame)
        self.frames.append(json.loads(frame))

    async def join(self, made: Any, role: str = "player", since: int | None = None) -> dict[str, Any]:
        """Join a room. Returns: its first message."""
        self.room = await self.world.rooms.port(made.room)
        begin = len(self.frames)
        self.room.take(self, Join(made.room, since, role, made.key))  # type: ignore[arg-type]
        await self.world.until(lambda: len(self.frames) > begin)
        if self.frames[begin]["t"] == "state":
            self.n = self.frames[begin]["next"] - 1
        return self.frames[begin]

    def tell(self, message: ClientMessage) -> None:
        assert self.room is not None
        self.room.take(self, message)  # type: ignore[arg-type]

    def move(self, kind: str, cell: int, n: int | None = None) -> None:
        """Click, without waiting for the answer."""
        assert self.room is not None
        if n is None:
            self.n += 1
        self.tell(Move(self.room.name, self.n if n is None else n, kind, cell))  # type: ignore[arg-type]

    async def moved(self, kind: str, cell: int) -> dict[str, Any]:
        """Click. Returns: the answer."""
        self.move(kind, cell)
        return await self.answer(self.n)

    async def answer(self, n: int, begin: int = 0) -> dict[str, Any]:
        """Return the answer to a move."""

        def found() -> list[dict[str, Any]]:
            return [
                each
                for each in self.frames[begin:]
                if each.get("n") == n and (each["t"] == "refused" or each.get("by") == self.number)
            ]

        await self.world.until(lambda: bool(found()))
        return found()[0]

    @property
    def number(self) -> int:
        """Which member it is: a state says it, and so does the message that a member is back."""
        found = next((each["you"] for each in reversed(self.frames) if each["t"] == "state"), None)
        return int(self.of("present")[0]["number"] if found is None else found)

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The messages of a kind."""
        return [each for each in self.frames if each["t"] == kind]

    async def until(self, kind: str, number: int = 1) -> dict[str, Any]:
        """Wait for a message of a kind, by its number."""
        await self.world.until(lambda: len(self.of(kind)) >= number)
        return self.of(kind)[number - 1]

    def leave(self) -> None:
        assert self.room is not None
        self.room.drop(self)


class World:
    """Rooms and their environment; the clock only moves when the test sets it."""

    def __init__(self, patience: Timeouts | None = None, **settings: Any) -> None:
        self.journal = MemoryJournal()
        self.rows = MemoryRows()
        self.games: list[FinishedGame] = []
        self.now = 1_000_000
        self.settings = Settings("sqlite+aiosqlite://", **settings)
        self.patience = patience or Timeouts(countdown=0, sweep=0.005)
        self.closed: list[str] = []
        self.rooms = self.new_rooms()

    def new_rooms(self) -> Rooms:
        """Another worker."""
        return Rooms(
            self.rows,
            self.journal,
            self.settings,
            finished=self._finished,
            closed=self.closed.append,
            patience=self.patience,
            clock=lambda: self.now * 1_000_000,
            wall=lambda: self.wall,
        )

    @property
    def wall(self) -> int:
        """The moment in milliseconds since 1970."""
        return 1_800_000_000_000 + self.now

    async def _finished(self, game: FinishedGame) -> None:
        if self.journal.is_lost:
            raise UnavailableError("lost")
        self.games.append(game)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition."""
        async with asyncio.timeout(30):
            while not condition():
                await asyncio.sleep(0.001)

    async def settle(self) -> None:
        """Let pending work finish."""
        for _ in range(10):
            await asyncio.sleep(0)

    async def make(self, kind: str, board: str, mines: int, rules: str = "classic", **others: Any) -> Any:
        """A room of the person Ann."""
        seed, settings = others.pop("seed", None), others.pop("settings", None)
        request = RoomRequest(kind, board, mines, rules, **others)  # type: ignore[arg-type]
        return await self.rooms.make(request, Me("person-Ann", "Ann"), seed=seed, settings=settings)

    def page(self, name: str = "Ann") -> Page:
        return Page(self, name)


@asynccontextmanager
async def world(patience: Timeouts | None = None, **settings: Any) -> AsyncIterator[World]:
    """Create a world and close it."""
    made = World(patience, **settings)
    try:
        yield made
    finally:
        await made.rooms.close()


def codes_of(text: str, *, is_wide: bool = False) -> list[int]:
    """The codes that a message has."""
    data = base64.b64decode(text)
    return list(memoryview(data).cast("h" if is_wide else "b"))


def in_json(value: object) -> Any:
    """A message as a page sees it."""
    return json.loads(msgspec.json.encode(value))
