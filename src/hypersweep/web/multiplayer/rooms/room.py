"""A room as a function of its row and its entries; and the log of its latest events."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from hypersweep.game.first_open import check_deal
from hypersweep.grid import Grid
from hypersweep.rules import Rules
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.protocol import Access
from hypersweep.web.multiplayer.rooms.board import commitment
from hypersweep.web.multiplayer.rooms.entries import Edited, Entered, Locked, Muted, Removed, Shown
from hypersweep.web.multiplayer.rooms.events import AccessChanged, Event, MemberEntered, StageReached, StudyEdited
from hypersweep.web.multiplayer.rooms.members import RoomMember
from hypersweep.web.multiplayer.rooms.moved import CellsMoved
from hypersweep.web.multiplayer.store.dailies import room_daily, sealed_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hypersweep.game import CancelToken
    from hypersweep.web.multiplayer.protocol import Role, RoomKind, RoomWish, Stage, Study
    from hypersweep.web.multiplayer.rooms.board import PlayedBoard
    from hypersweep.web.multiplayer.rooms.entries import Entry
    from hypersweep.web.multiplayer.rooms.events import GameEnded
    from hypersweep.web.multiplayer.settings import Settings
    from hypersweep.web.multiplayer.store.rooms import RoomRow

# Maximum number of neighbours of a cell, since each move looks at all of them. A cell in seven dimensions has 2,186.
_MOST_NEIGHBOURS = 2186


@lru_cache(64)
def _grid_of(text: str) -> Grid:
    # Shared, since most rooms use one of a few grids, and a grid takes as much memory as a game.
    return Grid(text)


@lru_cache(64)
def _rules_of(text: str) -> Rules:
    return Rules.parse(text)


def watching_key(key: str) -> str:
    """Return the key for watchers: a hash of the players' key, which it doesn't reveal.

    >>> watching_key("a key")
    'pGPOO4yz8oIRVphK5THDvA'
    """
    # The text says "study" because studies had such keys first; changing it would break their links.
    digest = hashlib.sha256(b"hypersweep study, reading: " + key.encode()).digest()
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


class Wished(NamedTuple):
    """The parts of a room request that are saved: the board, and the kind's own settings for JSON."""

    board: str
    mines: int
    rules: str
    settings: dict[str, Any]


class Room:
    """A room, as a function of its row and the entries that were applied.

    A kind of room is a subclass registered in ``ROOM_KINDS``. This class knows neither the time nor who is present.

    Args:
        row: of the room.

    Attributes:
        kind: of the room.
        most: maximum number of players.
        least_delay: minimum delay of watchers in seconds.
        is_watchable: whether watchers see the boards' cells while the game runs.
        key: of the invitation to play.
        is_locked: whether new members are rejected.
        version: number of entries applied.
        at: time of the latest entry, in milliseconds since the room was made.
        members: all members, by number less 1.
        residents: all members, by person.
        stage: "waiting", "playing" or "over".
        round: number of the current game, from 1 on.
        endings: the finished games of this round.
    """

    kind: ClassVar[RoomKind]
    most: ClassVar[int] = 16
    least_delay: ClassVar[float] = 0
    is_watchable: bool = True
    # The method for each type of entry.
    _does: ClassVar[dict[type, Callable[..., list[Event]]]]

    def __init__(self, row: RoomRow) -> None:
        self.row: RoomRow = row
        self.settings: dict[str, Any] = json.loads(row.settings)
        self.grid: Grid = _grid_of(row.board)
        self.rules: Rules = _rules_of(row.rules)
        self.seed: str = row.seed
        self.key: str = row.key
        self.is_locked: bool = False
        self.version: int = 0
        self.at: int = 0
        self.members: list[RoomMember] = []
        self.residents: dict[str, RoomMember] = {}
        self.stage: Stage = "playing"
        self.round: int = 1
        self.endings: list[GameEnded] = []
        # End of the countdown by the room's clock.
        self.begins: int | None = None

    @classmethod
    def wished(cls, wish: RoomWish, settings: Settings) -> Wished:
        """Check a room request, and return the parts to save. This may take seconds.

        Raises:
            HypersweepError: the request can't be met.
        """
        grid = Grid.parse(wish.board)
        largest = settings.largest_board
        if grid.cells > largest or grid.max_neighbours > _MOST_NEIGHBOURS:
            expected = f"expected at most {largest} cells with at most {_MOST_NEIGHBOURS} neighbours each"
            why = f"{expected}, got {grid.cells} with up to {grid.max_neighbours}"
            raise RefusedError("too_large", why, cells=largest)
        rules = Rules.parse(wish.rules)
        mines = check_deal(grid, wish.mines, rules)
        if mines >= grid.cells:
            raise RefusedError("board", "expected a cell without a mine, got none", reason="no safe cell")
        return Wished(str(grid), mines, rules.format(), {"has_chat": wish.has_chat, "delay": wish.delay})

    def role_of(self, key: str) -> Role | None:
        """Return the role that a key admits to; None if it isn't a key of this room."""
        if hmac.compare_digest(key.encode(), self.key.encode()):
            return "player"
        return "watcher" if hmac.compare_digest(key.encode(), watching_key(self.key).encode()) else None

    def may_invite(self, number: int) -> bool:
        """Return whether a member may invite players; a watcher, number 0, may not."""
        return number > 0

    @property
    def access(self) -> Access:
        """Return who may join and talk, with the keys of both invitations."""
        return Access(
            self.key,
            watching_key(self.key),
            self.is_locked,
            [each.number for each in self.members if each.is_removed],
            [each.number for each in self.members if each.is_muted],
            [each.number for each in self.members if each.is_shown],
        )

    @property
    def delay(self) -> float:
        """The delay of watchers in seconds."""
        return max(self.least_delay, float(self.settings.get("delay") or 0))

    @property
    def is_open(self) -> bool:
        """Whether anyone may join, even while the lobby hides the room because it is empty."""
        return bool(self.settings.get("is_open", self.row.is_open))

    @property
    def has_chat(self) -> bool:
        """Whether members may talk."""
        return bool(self.settings.get("has_chat"))

    @property
    def commitment(self) -> str | None:
        """The hash of this round's seed, for players to check at the end; None for rooms without one."""
        row = self.row
        return commitment(row.id, self.round, row.board, row.mines, row.rules, self.seed)

    # Permissions.

    def may_play(self, person: str) -> bool:
        """Whether a person who isn't a member may become one."""
        return sum(not each.is_removed for each in self.members) < self.most

    def owner_refusal(self, resident: RoomMember, number: int | None = None) -> RefusedError | None:
        """Return why a member may not lock the room, or remove or mute the member of a number; None if allowed."""
        if not resident.is_owner:
            return RefusedError("not_owner", "expected the owner of the room, got another member", status=403)
        if number is None:
            return None
        if number > len(self.members) or self.members[number - 1].is_removed:
            return RefusedError("no_member", f"expected a member of the room, got number {number}")
        if number == resident.number:
            return RefusedError("own_place", "expected another member, got the owner")
        return None

    def refusal(self, resident: RoomMember, cell: int) -> RefusedError | None:
        """Return why a move is rejected; None if it is allowed."""
        return RefusedError("no_board", f"expected a room with a board to play, got a {self.kind}")

    def ready_refusal(self, resident: RoomMember, is_ready: bool) -> RefusedError | None:
        """Return why a member can't be ready, or unready; None if they can."""
        return RefusedError("no_rounds", f"expected a room that begins when all are ready, got a {self.kind}")

    def resign_refusal(self, resident: RoomMember) -> RefusedError | None:
        """Return why a member can't resign; None if they can."""
        return RefusedError("no_resign", f"expected a game of one's own, got a {self.kind}")

    def check_edit(self, resident: RoomMember, edit: dict[str, Any]) -> dict[str, Any]:
        """Check a requested edit, and return the edit to save, which ``edited`` will get.

        Raises:
            RefusedError: the edit is impossible.
        """
        raise RefusedError("no_edits", f"expected a study, got a {self.kind}")

    def edited(self, version: int, resident: RoomMember, n: int, edit: dict[str, Any], at: int) -> list[Event]:
        """Apply a checked edit. Returns: its events."""
        raise NotImplementedError

    # Entries.

    def long_work(self, entry: Entry) -> Callable[[CancelToken], Any] | None:
        """Return slow work that must run in another thread before an entry; pass its result to ``apply``."""
        return None

    def apply(self, entry: Entry, made: Any = None) -> list[Event]:
        """Apply an entry.

        Args:
            entry: a permitted entry; the caller has checked.
            made: the result of its ``long_work``; None if that wasn't called.

        Returns:
            Its events, secrets included.
        """
        self.version += 1
        self.at = entry.at
        return self._does[type(entry)](self, entry, made)

    def _enter(self, entry: Entered, made: object) -> list[Event]:
        resident = self.residents.get(entry.person)
        if resident is None:
            resident = RoomMember(len(self.members) + 1, entry.person, entry.name, entry.is_guest)
            self.members.append(resident)
            self.residents[entry.person] = resident
            resident.is_owner = entry.person == self.row.owner
        resident.name, resident.is_guest = entry.name, entry.is_guest
        return [MemberEntered(self.version, resident)]

    def _edit(self, entry: Edited, made: object) -> list[Event]:
        resident = self.members[entry.by - 1]
        resident.last = entry.n
        return self.edited(self.version, resident, entry.n, json.loads(entry.edit), entry.at)

    def _remove(self, entry: Removed, made: object) -> list[Event]:
        self.members[entry.member - 1].is_removed = True
        self.key = entry.key
        return [AccessChanged(self.version, self.access)]

    def _lock(self, entry: Locked, made: object) -> list[Event]:
        self.is_locked = entry.is_locked
        return [AccessChanged(self.version, self.access)]

    def _mute(self, entry: Muted, made: object) -> list[Event]:
        self.members[entry.member - 1].is_muted = entry.is_muted
        return [AccessChanged(self.version, self.access)]

    def _show(self, entry: Shown, made: object) -> list[Event]:
        self.members[entry.by - 1].is_shown = entry.is_shown
        return [AccessChanged(self.version, self.access)]

    def _staged(self, begins_in: int | None = None) -> StageReached:
        ready = tuple(each.number for each in self.members if each.is_ready)
        return StageReached(self.version, self.stage, begins_in, ready, self.round, self.commitment)

    # State.

    @property
    def boards(self) -> list[PlayedBoard]:
        """The boards of this round."""
        return []

    def board_of(self, resident: RoomMember) -> PlayedBoard | None:
        """Return the board on which a member plays now."""
        return None

    def is_shown(self, board: PlayedBoard, number: int) -> bool:
        """Whether a member (or a watcher: 0) may see a board."""
        return True

    @property
    def is_ended(self) -> bool:
        """Whether all boards of this round are over, so that its secrets may be public."""
        return self.stage == "over"

    @property
    def sealed_until(self) -> int | None:
        """Moment, in milliseconds since 1970, until which the mines stay secret even after the end; None if they don't.

        Other players of a daily board may still play it for the day's list.
        """
        daily = room_daily(self.row.settings)
        return None if daily is None else sealed_until(daily)

    def is_sealed(self, at: int) -> bool:
        """Whether the mines are secret at a moment of the room's clock, even after the end."""
        until = self.sealed_until
        return until is not None and self.row.made + at < until

    @property
    def is_ranked(self) -> bool:
        """Whether games of this room may count for best times."""
        return False

    @property
    def record(self) -> str | None:
        """The text of a study's record."""
        return None

    def names_of(self, board: PlayedBoard) -> str:
        """Return the names of a board's players."""
        player = self.player_of(board)
        return ", ".join(each.name for each in self.members) if player is None else player.name

    def study(self, number: int) -> Study | None:
        """Return a study's roles as a member (or a watcher: 0) may see them."""
        return None

    def player_of(self, board: PlayedBoard) -> RoomMember | None:
        """Return the only player of a board; None if it has several."""
        return self.members[board.number - 1] if board.number else None


Room._does = {
    Entered: Room._enter,
    Edited: Room._edit,
    Removed: Room._remove,
    Locked: Room._lock,
    Muted: Room._mute,
    Shown: Room._show,
}

ROOM_KINDS: dict[str, type[Room]] = {}
"""The kinds of rooms, by name."""


class Log:
    """The latest events of a room, for clients that reconnect.

    Args:
        most: maximum number of events.
        size: their approximate maximum size in bytes.

    >>> log = Log(most=2)
    >>> for version in (1, 2, 3):
    ...     log.add(StageReached(version, "playing", None, (), 1))
    >>> [event.version for event in log.since(1) or ()], log.since(0)
    ([2, 3], None)
    """

    __slots__ = ("_begin", "_events", "_most", "_size", "_sizes", "first", "version")

    def __init__(self, version: int = 0, *, most: int = 512, size: int = 1 << 18) -> None:
        self._most, self._size = most, size
        # Events before ``_begin`` are dropped; a list, since an empty deque takes more memory.
        self._events: list[Event] = []
        self._begin = 0
        self._sizes = 0
        # A client with this version or a later one can get the events since then.
        self.first: int = version
        self.version: int = version

    def add(self, event: Event) -> None:
        """Add an event; the oldest ones are dropped, all of one version together."""
        self._events.append(event)
        self._sizes += _size_of(event)
        self.version = event.version
        while len(self._events) - self._begin > self._most or self._sizes > self._size:
            self._drop()

    def _drop(self) -> None:
        events, begin = self._events, self._begin
        version = events[begin].version
        end = begin
        while end < len(events) and events[end].version == version:
            self._sizes -= _size_of(events[end])
            end += 1
        # Of several events with one version, the client may have seen only the first.
        self.first = version if end - begin == 1 else version + 1
        self._begin = end
        if 2 * end > len(events):
            del events[:end]
            self._begin = 0

    def since(self, version: int) -> list[Event] | None:
        """Return the events after a version; None if they were dropped, or the version is in the future.

        Of the version itself all but the first event are repeated: a client may have seen only the first. The others
        describe the current state, so repeating them is harmless.
        """
        if not self.first <= version <= self.version:
            return None
        found: list[Event] = []
        same: list[Event] = []
        for event in self._latest_first():
            if event.version < version:
                break
            (found if event.version > version else same).append(event)
        return [*same[-2::-1], *found[::-1]]

    def _latest_first(self) -> Iterator[Event]:
        return (self._events[place] for place in range(len(self._events) - 1, self._begin - 1, -1))

    def answer(self, by: int, n: int) -> Event | None:
        """Return the event that answers a member's move; None if it was dropped."""
        for event in self._latest_first():
            if getattr(event, "n", None) == n and getattr(event, "by", None) == by:
                return event
        return None


def _size_of(event: Event) -> int:
    if isinstance(event, CellsMoved):
        return 300 + 16 * len(event.cells) + (len(event.data) if event.data is not None else 0)
    if isinstance(event, StudyEdited):
        return 300 + len(json.dumps(event.edit))
    return 300
