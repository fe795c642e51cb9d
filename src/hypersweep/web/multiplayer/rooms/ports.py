"""How a room and those who are in it reach each other, wherever the home of the room is; and what a room needs."""

from __future__ import annotations

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
    from hypersweep.web.multiplayer.rooms.timeouts import Timeouts
    from hypersweep.web.multiplayer.store.rooms import RoomRow

__all__ = ["FinishedGame", "Home", "Journal", "MemberPort", "RoomMessage", "RoomPort", "RoomRows"]

T = TypeVar("T")

RoomMessage = Join | Leave | Move | Ready | Resign | Edit | Cursor | Chat | Remove | Lock | Mute | Show
"""What is for a room of all that a page says."""


class MemberPort(Protocol):
    """Who is in a room, as the room sees him: one connection of one person.

    Attributes:
        id: of the connection; no two have the same, in whichever worker they are.
        person: who it is.
        round_trip: milliseconds to the page and back, the fewest that were measured on this connection; 0 before the
            first measurement.
    """

    id: str
    person: Me
    round_trip: int

    def send(self, frame: bytes) -> None:
        """Have a message sent, after those before it. Never waits; who doesn't take them is dropped."""


class RoomPort(Protocol):
    """A room, as who is in it sees it: here, or in another worker.

    Attributes:
        name: of the room.
    """

    name: str

    def take(self, port: MemberPort, message: RoomMessage) -> None:
        """Have a message handled; the answer is sent to the port. The first one of a port is ``Join``.

        Never raises ``RefusedError``: what is refused is answered as well.
        """

    def drop(self, port: MemberPort) -> None:
        """The connection of a port is no more: everything that is held for it goes."""


class FinishedGame(msgspec.Struct, frozen=True):
    """A game that is over, as it goes to be saved. The same game may come twice, with the same ``id``.

    ``lag`` is what was taken off the server's time: by its clock the game took ``milliseconds + lag``.
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
    """What ``store.journal.Journal`` does for rooms."""

    def append(
        self, room: str, epoch: int, version: int, entry: bytes, kept: Callable[[RefusedError | None], None]
    ) -> None:
        """Have an entry kept; ``kept`` is called, in order, with None once it is, or with why it isn't."""

    async def entries(self, room: str) -> list[bytes]:
        """All entries of a room, from version 1 on."""

    async def take(self, room: str) -> int:
        """Be the home of a room from now on: gives its new epoch."""


class RoomRows(Protocol):
    """What is needed of the table of rooms."""

    async def insert(self, row: RoomRow, most: int | None = None) -> bool:
        """Save a room, unless its owner has ``most`` of its kind. Returns: whether there were fewer."""

    async def find(self, name: str) -> RoomRow | None:
        """The room of a name."""

    async def end(self, name: str, moment: int) -> None:
        """Note that a room is over, with all its games kept."""

    async def reopen(self, name: str) -> None:
        """Note that a room in which all games were over has another one."""

    async def set_listed(self, name: str, is_listed: bool) -> None:
        """Put a room into the lobby, or take it out."""


class Home(Protocol):
    """What a room has of the worker in which it is at home.

    Attributes:
        rows: the table of rooms.
        journal: what was done in them.
        patience: how long things wait.
        pool: threads for what takes a moment.
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
        """Call a function that may take long, in a thread, once its owner has no other there."""

    @property
    def finished(self) -> Callable[[FinishedGame], Awaitable[None]]:
        """What is given each game that is over."""

    @property
    def clock(self) -> Callable[[], int]:
        """Gives nanoseconds that never run backwards."""

    @property
    def wall(self) -> Callable[[], int]:
        """Gives the moment in milliseconds."""

    def forget(self, host: RoomPort) -> None:
        """A room has left memory."""
