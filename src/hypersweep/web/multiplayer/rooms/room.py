"""A room: what follows from its row and its entries; and the log of what came of them lately."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from hypersweep.game.dealing import check_deal
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

__all__ = ["ROOM_KINDS", "Log", "Room", "Wished", "watching_key"]


# Of a cell: each of them is looked at with each move. A cell of seven dimensions has 2,186.
_MOST_NEIGHBOURS = 2186


@lru_cache(64)
def _grid_of(text: str) -> Grid:
    # Most rooms have one of a few boards, which take as much memory as a game.
    return Grid(text)


@lru_cache(64)
def _rules_of(text: str) -> Rules:
    return Rules.parse(text)


def watching_key(key: str) -> str:
    """Return the key that admits watchers only: a hash of the players' key, so it can't be turned back into that.

    >>> watching_key("a key")
    'pGPOO4yz8oIRVphK5THDvA'
    """
    # It says "study" since studies had such a key first, and their links stay valid.
    digest = hashlib.sha256(b"hypersweep study, reading: " + key.encode()).digest()
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


class Wished(NamedTuple):
    """What is kept of a room that is wanted: a board, and what else its kind needs, as JSON has it."""

    board: str
    mines: int
    rules: str
    settings: dict[str, Any]


class Room:
    """A room, as a function of its row and the entries that were applied.

    A kind of room is a subclass that is named in ``ROOM_KINDS``. Nothing here knows what time it is, or who is here.

    Args:
        row: of the room.

    Attributes:
        kind: of the room.
        most: players, at most.
        least_delay: the seconds that watchers are behind at least.
        is_watchable: whether watchers see what is on the boards while the game runs.
        key: of the invitation to play.
        is_locked: whether new members are refused.
        version: how many entries were applied.
        at: the moment of the latest, in milliseconds since the room was made.
        members: all of them, by number less 1.
        residents: the same by person.
        stage: "waiting", "playing" or "over".
        round: which game of the room it is, from 1 on.
        endings: the games of this round that are over.
    """

    kind: ClassVar[RoomKind]
    most: ClassVar[int] = 16
    least_delay: ClassVar[float] = 0
    is_watchable: bool = True
    # What is called for an entry, by its type.
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
        # When a game begins that is counted down to, by the room's clock.
        self.begins: int | None = None

    @classmethod
    def wished(cls, wish: RoomWish, settings: Settings) -> Wished:
        """What is kept of a room that is wanted. It may take seconds.

        Raises:
            HypersweepError: no such room can be had.
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
        """Who may come in and talk, with the keys of both invitations."""
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
        """The seconds that watchers are behind."""
        return max(self.least_delay, float(self.settings.get("delay") or 0))

    @property
    def is_open(self) -> bool:
        """Whether anyone may enter, also while the room isn't in the lobby since no one is there."""
        return bool(self.settings.get("is_open", self.row.is_open))

    @property
    def has_chat(self) -> bool:
        """Whether members may talk."""
        return bool(self.settings.get("has_chat"))

    @property
    def commitment(self) -> str | None:
        """The hash of the seed of this round's boards, for players to check at the end; None where there are none."""
        row = self.row
        return commitment(row.id, self.round, row.board, row.mines, row.rules, self.seed)

    # What may be done.

    def may_play(self, person: str) -> bool:
        """Whether somebody who isn't a member yet may become one."""
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
        """Why a move isn't made; None where it is."""
        return RefusedError("no_board", f"expected a room with a board to play, got a {self.kind}")

    def ready_refusal(self, resident: RoomMember, is_ready: bool) -> RefusedError | None:
        """Why a member can't be ready, or unready; None where he can."""
        return RefusedError("no_rounds", f"expected a room that begins when all are ready, got a {self.kind}")

    def resign_refusal(self, resident: RoomMember) -> RefusedError | None:
        """Why a member can't resign; None where they can."""
        return RefusedError("no_resign", f"expected a game of one's own, got a {self.kind}")

    def check_edit(self, resident: RoomMember, edit: dict[str, Any]) -> dict[str, Any]:
        """What is kept of an edit that is asked for: what ``edited`` is given then.

        Raises:
            RefusedError: it can't be done.
        """
        raise RefusedError("no_edits", f"expected a study, got a {self.kind}")

    def edited(self, version: int, resident: RoomMember, n: int, edit: dict[str, Any], at: int) -> list[Event]:
        """Do an edit that was checked; gives what came of it."""
        raise NotImplementedError

    # What is done.

    def long_work(self, entry: Entry) -> Callable[[CancelToken], Any] | None:
        """What has to be done in another thread before an entry, since it takes long; its result goes to ``apply``."""
        return None

    def apply(self, entry: Entry, made: Any = None) -> list[Event]:
        """Do what an entry says.

        Args:
            entry: which may be done: whoever makes one has asked before.
            made: what its ``long_work`` gave; None where that wasn't asked for.

        Returns:
            What came of it, with everything in it.
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

    # What there is to see.

    @property
    def boards(self) -> list[PlayedBoard]:
        """The boards of this round."""
        return []

    def board_of(self, resident: RoomMember) -> PlayedBoard | None:
        """The board on which a member plays now."""
        return None

    def is_shown(self, board: PlayedBoard, number: int) -> bool:
        """Whether a member, or with 0 a watcher, may see a board."""
        return True

    @property
    def is_ended(self) -> bool:
        """Whether the secrets of this round may be told: all its boards are over."""
        return self.stage == "over"

    @property
    def sealed_until(self) -> int | None:
        """The moment, in milliseconds since 1970, until which the mines stay secret, even after the end; None if none.

        On a daily board others may still play for the day's list.
        """
        daily = room_daily(self.row.settings)
        return None if daily is None else sealed_until(daily)

    def is_sealed(self, at: int) -> bool:
        """Whether the mines are secret at a moment of the room's clock, even after the end."""
        until = self.sealed_until
        return until is not None and self.row.made + at < until

    @property
    def is_ranked(self) -> bool:
        """Whether games of such a room count for best times, if nothing else speaks against it."""
        return False

    @property
    def record(self) -> str | None:
        """The text of a study."""
        return None

    def names_of(self, board: PlayedBoard) -> str:
        """Who has played a board."""
        player = self.player_of(board)
        return ", ".join(each.name for each in self.members) if player is None else player.name

    def study(self, number: int) -> Study | None:
        """What a member, or with 0 a watcher, is told of who does what in a study."""
        return None

    def player_of(self, board: PlayedBoard) -> RoomMember | None:
        """Whose game a board is; None where it is of several."""
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
    """The latest events of a room, for who comes back.

    Args:
        most: how many, at most.
        size: bytes that they may take, roughly.

    >>> log = Log(most=2)
    >>> for version in (1, 2, 3):
    ...     log.add(StageReached(version, "playing", None, (), 1))
    >>> [event.version for event in log.since(1) or ()], log.since(0)
    ([2, 3], None)
    """

    __slots__ = ("_begin", "_events", "_most", "_size", "_sizes", "first", "version")

    def __init__(self, version: int = 0, *, most: int = 512, size: int = 1 << 18) -> None:
        self._most, self._size = most, size
        # Those before ``_begin`` have gone; a list, since an empty deque is not small.
        self._events: list[Event] = []
        self._begin = 0
        self._sizes = 0
        # Who has this version, or a later one, can be told what came since.
        self.first: int = version
        self.version: int = version

    def add(self, event: Event) -> None:
        """Note an event; the oldest ones go, all of a version together."""
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
        # Of several events he may have seen the first alone.
        self.first = version if end - begin == 1 else version + 1
        self._begin = end
        if 2 * end > len(events):
            del events[:end]
            self._begin = 0

    def since(self, version: int) -> list[Event] | None:
        """What came after a version; None where that isn't known any more, or the version is yet to come.

        Of the version itself all but the first event come again: who has seen the first may have missed the rest, which
        say what holds since then, and may come twice.
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
        """What a member's move was answered with; None where that isn't known any more."""
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
