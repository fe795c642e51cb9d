"""Interfaces between a room, its members (on any worker), and the worker's services that it needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

import msgspec

from hypersweep.web.multiplayer.protocol import (
    Chat,
    Cursor,
    Edit,
    Join,
    Leave,
    Lock,
    Move,
    Mute,
    Ready,
    Remove,
    Resign,
    Show,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from concurrent.futures import Executor

    from hypersweep.game import CancelToken
    from hypersweep.web.multiplayer.failures import RefusedError
    from hypersweep.web.multiplayer.protocol import Me, Outcome, RoomKind
    from hypersweep.web.multiplayer.store.room_rows import RoomRow

T = TypeVar("T")

RoomMessage = Join | Leave | Move | Ready | Resign | Edit | Cursor | Chat | Remove | Lock | Mute | Show
"""The messages from clients that concern a room."""


class MemberPort(Protocol):
    """A member's connection, as the room sees it: one connection of one person.

    Attributes:
        id: of the connection, unique among all workers.
        person: the person.
        round_trip: milliseconds to the client and back, the minimum measured on this connection; 0 before the first
            measurement.
    """

    id: str
    person: Me
    round_trip: int

    def send(self, frame: bytes) -> None:
        """Queue a message. Never waits; a client that reads too slowly is disconnected."""


class RoomPort(Protocol):
    """A room, as its members see it: in this worker or another one.

    Attributes:
        name: of the room.
    """

    name: str

    def take(self, port: MemberPort, message: RoomMessage) -> None:
        """Handle a message and send the answer to the port. The first message of a port is ``Join``.

        Never raises ``RefusedError``: errors are sent as answers too.
        """

    def drop(self, port: MemberPort) -> None:
        """Remove a closed connection and everything saved for it."""


class FinishedGame(msgspec.Struct, frozen=True):
    """A finished game to be saved. The same game may come twice, with the same ``id``.

    ``lag`` was deducted: by the server's clock the game took ``milliseconds + lag``.
    """

    id: str
    room: str
    kind: RoomKind
    round: int
    number: int
    person: str | None
    name: str
    board: str
    mines: int
    rules: str
    outcome: Outcome
    milliseconds: int
    record: str
    layout: str
    finished: int
    is_ranked: bool
    lag: int = 0


class Journal(Protocol):
    """The part of ``store.journal.Journal`` that rooms use."""

    def append(
        self, room: str, epoch: int, version: int, entry: bytes, kept: Callable[[RefusedError | None], None]
    ) -> None:
        """Queue an entry; ``kept`` is called, in order, with None once it is saved, or with the error."""

    async def entries(self, room: str) -> list[bytes]:
        """Return all entries of a room, from version 1 on."""

    async def take(self, room: str) -> int:
        """Take over a room. Returns: its new epoch."""


class RoomRows(Protocol):
    """The part of the table of rooms that rooms use."""

    async def insert(self, row: RoomRow, most: int | None = None) -> bool:
        """Save a room unless its owner has ``most`` of its kind. Returns: whether it was saved."""

    async def find(self, name: str) -> RoomRow | None:
        """Return the room of an id, or None."""

    async def end(self, name: str, moment: int) -> None:
        """Mark a room as over: all its games are saved."""

    async def reopen(self, name: str) -> None:
        """Mark a finished room as running again, since it has a new game."""

    async def set_listed(self, name: str, is_listed: bool) -> None:
        """List a room in the lobby, or remove it from there."""


class Home(Protocol):
    """The services of its worker that a room uses.

    Attributes:
        rows: the table of rooms.
        journal: their entries.
        patience: the time limits.
        pool: threads for short blocking work.
    """

    rows: RoomRows
    journal: Journal
    patience: Timeouts
    pool: Executor

    async def search(
        self,
        owner: str | None,
        work: Callable[[CancelToken], T],
        watch: CancelToken,
        seconds: float | None = None,
        *,
        is_guest: bool = False,
        must_be_done: bool = False,
    ) -> T:
        """Run a slow function in a thread, after other such functions of its owner."""

    @property
    def finished(self) -> Callable[[FinishedGame], Awaitable[None]]:
        """Saves each finished game."""

    @property
    def clock(self) -> Callable[[], int]:
        """Returns nanoseconds that never run backwards."""

    @property
    def wall(self) -> Callable[[], int]:
        """Returns the current moment, in milliseconds since 1970."""

    def forget(self, host: RoomPort) -> None:
        """Remove a room that has left memory."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Time limits of rooms, in seconds.

    Attributes:
        countdown: from the moment when all are ready until the game begins.
        away: until an absent player gives up the board (versus).
        idle: until a player who doesn't move gives up the board.
        round: maximum length of a versus round.
        search: maximum length of a search for a board that needs no guess.
        abandoned: until a solo game without a move is lost; a room without a started game is removed.
        deserted: until an empty room for several players is over.
        empty: until an empty room leaves memory and the lobby.
        sleep: until an inactive room leaves memory; the next message rebuilds it.
        sweep: between two checks of these limits.
    """

    countdown: float = 3
    away: float = 60
    idle: float = 300
    round: float = 3600
    search: float = 30
    abandoned: float = 3600
    deserted: float = 86_400
    empty: float = 30
    sleep: float = 120
    sweep: float = 2
