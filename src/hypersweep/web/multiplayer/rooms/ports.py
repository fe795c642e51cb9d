"""Interfaces between a room, its members' connections (on any worker) and the worker's services."""

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
"""Client messages addressed to a room."""


class MemberPort(Protocol):
    """One connection from one person, as the room sees it.

    Attributes:
        id: connection ID, unique across all workers.
        person: the connected person.
        round_trip: the shortest round trip to the client measured on this connection so far, in milliseconds; 0 before
            any measurement.
    """

    id: str
    person: Me
    round_trip: int

    def send(self, frame: bytes) -> None:
        """Queue a message for the client without waiting; a client that reads too slowly is disconnected."""


class RoomPort(Protocol):
    """A room as its members see it, whether its home is this worker or another.

    Attributes:
        name: room ID.
    """

    name: str

    def take(self, port: MemberPort, message: RoomMessage) -> None:
        """Handle a message from a port, and send the answer to it. A port's first message must be ``Join``.

        Never raise ``RefusedError``; send errors to the port instead.
        """

    def drop(self, port: MemberPort) -> None:
        """Remove a closed connection and its pending messages."""


class FinishedGame(msgspec.Struct, frozen=True):
    """A finished game to save; the same game, with the same ``id``, may be delivered twice.

    ``lag`` is the time already deducted: the server's clock measured ``milliseconds + lag``.
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
    """The methods of ``store.journal.Journal`` used by rooms."""

    def append(
        self, room: str, epoch: int, version: int, entry: bytes, kept: Callable[[RefusedError | None], None]
    ) -> None:
        """Queue an entry; later call ``kept``, in queue order, with None once the entry is saved, or with the error."""

    async def entries(self, room: str) -> list[bytes]:
        """Return all entries in a room, starting with version 1."""

    async def take(self, room: str) -> int:
        """Take over a room, so that its previous home can no longer save entries. Returns: the new epoch."""


class RoomRows(Protocol):
    """The operations rooms need on the table of rooms."""

    async def insert(self, row: RoomRow, most: int | None = None) -> bool:
        """Save a new room and return True, or return False if its owner has ``most`` unfinished ones of its type."""

    async def find(self, name: str) -> RoomRow | None:
        """Return the room with this ID, or None."""

    async def end(self, name: str, moment: int) -> None:
        """Mark a room as over at ``moment``, once all its games are saved."""

    async def reopen(self, name: str) -> None:
        """Mark a finished room as running again because a new game starts in it."""

    async def set_listed(self, name: str, is_listed: bool) -> None:
        """Show a room in the lobby, or hide it."""


class Home(Protocol):
    """The services a worker provides to its rooms.

    Attributes:
        rows: the table of rooms.
        journal: the rooms' saved entries.
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
        """Run a slow function in a thread; owners take turns, so that no owner can block the others."""

    @property
    def finished(self) -> Callable[[FinishedGame], Awaitable[None]]:
        """The function that saves a finished game."""

    @property
    def clock(self) -> Callable[[], int]:
        """The monotonic clock, in nanoseconds."""

    @property
    def wall(self) -> Callable[[], int]:
        """The wall clock, in milliseconds since 1970."""

    def forget(self, host: RoomPort) -> None:
        """Remove a closed room from this worker's registry."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Time limits for rooms, in seconds.

    Attributes:
        countdown: time from all players being ready to the start of a versus game.
        away: absence after which a versus player forfeits the board.
        idle: time without a move after which a versus player forfeits the board.
        round: maximum length of a versus round.
        search: maximum length of a search for a board that needs no guess.
        abandoned: time without a move after which a solo game is lost. If none has started, its room is removed, unless
            its daily board is still sealed.
        deserted: time without an entry after which an empty coop or versus room is removed.
        empty: time after which an empty room is unloaded and leaves the lobby, unless a versus game is in progress.
        sleep: time after which an inactive room is unloaded, unless it has delayed watchers or a versus game is in
            progress; the next message reloads it.
        sweep: interval between checks of these limits.
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
