"""A room as a function of its row and its entries: its members, its boards and the resulting events.

A board wraps a session timed by the room's clock, and records who placed each flag. Events are the complete results of
entries, secrets included: only ``visibility`` may turn them into messages. Each event carries its entry's version, so
several events may share one.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import sys
from array import array
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from msgspec import Struct

from hypersweep.codes import COVERED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.game import Outcome
from hypersweep.game.first_open import check_deal
from hypersweep.grid import Grid
from hypersweep.rules import Rules
from hypersweep.session import Session
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.protocol import MOST_CHANGES, Access, Member, MoveKind
from hypersweep.web.multiplayer.protocol import Outcome as OutcomeName
from hypersweep.web.multiplayer.rooms.entries import Edited, Entered, Locked, Muted, Removed, Shown
from hypersweep.web.multiplayer.store.dailies import room_daily, sealed_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.game import CancelToken, Game, MoveResult
    from hypersweep.record import Record
    from hypersweep.web.multiplayer.http_protocol import RoomRequest
    from hypersweep.web.multiplayer.protocol import Move, Role, RoomKind, Stage, Study
    from hypersweep.web.multiplayer.rooms.entries import Entry
    from hypersweep.web.multiplayer.server_settings import Settings
    from hypersweep.web.multiplayer.store.room_rows import RoomRow


class CellsMoved(Struct, frozen=True, gc=False):
    """A move on a board and the cells it changed; ``data`` has the whole board if there are too many to list."""

    version: int
    number: int
    by: int
    n: int
    kind: MoveKind
    cell: int
    milliseconds: int
    cells: list[int]
    codes: list[int]
    data: bytes | None
    opened: int
    flags: int
    outcome: OutcomeName


class MemberEntered(Struct, frozen=True):
    """A person became a member, or a member's name or account status changed."""

    version: int
    resident: RoomMember


class AccessChanged(Struct, frozen=True):
    """The access rules changed, e.g. because the owner locked the room; ``access`` contains both invitation keys."""

    version: int
    access: Access


class GaveUp(Struct, frozen=True):
    """A player gave up their board; this counts as a loss."""

    version: int
    number: int
    opened: int
    flags: int
    milliseconds: int


class StageReached(Struct, frozen=True):
    """The game is waiting, playing or over. ``begins_in`` is the countdown in milliseconds, if one is running."""

    version: int
    stage: Stage
    begins_in: int | None
    ready: tuple[int, ...]
    round: int
    commitment: str | None = None


class GameEnded(Struct, frozen=True):
    """A game is over, so its secrets may become public. Its record and layout are computed from ``board`` on demand."""

    version: int
    at: int
    board: PlayedBoard
    round: int
    is_ranked: bool
    winner: int | None = None
    hit_by: int | None = None


class StudyEdited(Struct, frozen=True):
    """Member ``by`` changed the study; ``edit`` is the change as applied."""

    version: int
    by: int
    n: int
    edit: dict[str, Any]


Event = MemberEntered | AccessChanged | CellsMoved | GaveUp | StageReached | GameEnded | StudyEdited


# Maximum number of neighbours per cell, since every move visits them all: 3**7 - 1 allows up to seven dimensions.
_MOST_NEIGHBOURS = 2186


@lru_cache(64)
def _grid_of(text: str) -> Grid:
    # Cache grids: most rooms use one of a few, and a grid takes as much memory as a game.
    return Grid(text)


@lru_cache(64)
def _rules_of(text: str) -> Rules:
    return Rules.parse(text)


def watching_key(key: str) -> str:
    """Return the invitation key for watchers: a one-way hash of the players' key.

    >>> watching_key("a key")
    'pGPOO4yz8oIRVphK5THDvA'
    """
    # The salt says "study" because only studies had such keys at first; changing it would break existing links.
    digest = hashlib.sha256(b"hypersweep study, reading: " + key.encode()).digest()
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


class CheckedRequest(NamedTuple):
    """The parts of a room request to save: the board, and the room type's settings as JSON values."""

    board: str
    mines: int
    rules: str
    settings: dict[str, Any]


class Room:
    """A room as a function of its row and the entries applied so far.

    Each room type is a subclass registered in ``ROOM_KINDS``. A room has no clock, and doesn't know who is present.

    Args:
        row: the room's database row.

    Attributes:
        kind: room type.
        most: maximum number of players.
        least_delay: minimum delay for watchers, in seconds.
        is_watchable: whether watchers see the boards' cells while the game runs.
        key: invitation key for players.
        is_locked: whether new members are rejected.
        version: number of entries applied.
        at: time of the latest entry, in milliseconds since the room was created.
        members: all members; member number ``n`` is at index ``n - 1``.
        residents: all members, by person ID.
        stage: "waiting", "playing" or "over".
        round: number of the current game, counting from 1.
        endings: finished games in this round.
    """

    kind: ClassVar[RoomKind]
    most: ClassVar[int] = 16
    least_delay: ClassVar[float] = 0
    is_watchable: bool = True
    # Maps each entry type to the method that applies it.
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
        # When the countdown ends, by the room's clock; None without a countdown.
        self.begins: int | None = None

    @classmethod
    def check(cls, request: RoomRequest, settings: Settings) -> CheckedRequest:
        """Check a room request, and return the parts to save. Run this in a thread, since it may take seconds.

        Raises:
            HypersweepError: the room can't be created as requested.
        """
        grid = Grid.parse(request.board)
        largest = settings.largest_board
        if grid.cells > largest or grid.max_neighbours > _MOST_NEIGHBOURS:
            expected = f"expected at most {largest} cells with at most {_MOST_NEIGHBOURS} neighbours each"
            why = f"{expected}, got {grid.cells} with up to {grid.max_neighbours}"
            raise RefusedError("too_large", why, cells=largest)
        rules = Rules.parse(request.rules)
        mines = check_deal(grid, request.mines, rules)
        if mines >= grid.cells:
            raise RefusedError("board", "every cell would be a mine", reason="no safe cell")
        return CheckedRequest(str(grid), mines, rules.format(), {"has_chat": request.has_chat, "delay": request.delay})

    def role_of(self, key: str) -> Role | None:
        """Return the role an invitation key grants, or None if the key is wrong."""
        if hmac.compare_digest(key.encode(), self.key.encode()):
            return "player"
        return "watcher" if hmac.compare_digest(key.encode(), watching_key(self.key).encode()) else None

    def may_invite(self, number: int) -> bool:
        """Return whether a member may invite players; a watcher (number 0) may not."""
        return number > 0

    @property
    def access(self) -> Access:
        """Who may join, chat and be watched, with both invitation keys."""
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
        """The delay for watchers, in seconds."""
        return max(self.least_delay, float(self.settings.get("delay") or 0))

    @property
    def is_open(self) -> bool:
        """Whether anyone may join without a key, even while the room is empty and ``row.is_open`` is false."""
        return bool(self.settings.get("is_open", self.row.is_open))

    @property
    def has_chat(self) -> bool:
        """Whether the room has a chat."""
        return bool(self.settings.get("has_chat"))

    @property
    def commitment(self) -> str | None:
        """The hash that commits this round to its board, so that players can check it afterwards; None in a study."""
        row = self.row
        return commitment(row.id, self.round, row.board, row.mines, row.rules, self.seed)

    # Permissions.

    def may_play(self, person: str) -> bool:
        """Return whether the room has a place for a person who isn't a member yet."""
        return sum(not each.is_removed for each in self.members) < self.most

    def owner_refusal(self, resident: RoomMember, number: int | None = None) -> RefusedError | None:
        """Return why a request reserved for the owner is refused, or None if it is allowed.

        Args:
            resident: the member who sent the request.
            number: the member to remove or mute; None when locking the room.
        """
        if not resident.is_owner:
            return RefusedError("not_owner", "only the room's owner can do this", status=403)
        if number is None:
            return None
        if number > len(self.members) or self.members[number - 1].is_removed:
            return RefusedError("no_member", f"the room has no member number {number}")
        if number == resident.number:
            return RefusedError("own_place", "owners can't do this to themselves")
        return None

    def move_refusal(self, resident: RoomMember, move: Move) -> RefusedError | None:
        """Return why a move is rejected; None if it is allowed."""
        return RefusedError("no_board", f"a {self.kind} room has no board to play on")

    def ready_refusal(self, resident: RoomMember, is_ready: bool) -> RefusedError | None:
        """Return why a member can't become ready (or not ready), or None if they can."""
        return RefusedError("no_rounds", f"a {self.kind} room doesn't wait until everyone is ready")

    def resign_refusal(self, resident: RoomMember) -> RefusedError | None:
        """Return why a member can't resign, or None if they can."""
        return RefusedError("no_resign", f"you can't resign in a {self.kind} room")

    def check_edit(self, resident: RoomMember, edit: dict[str, Any]) -> dict[str, Any]:
        """Check a requested edit, and return the edit to save and later pass to ``edited``.

        Raises:
            RefusedError: the edit is impossible.
        """
        raise RefusedError("no_edits", f"only a study can be edited, not a {self.kind} room")

    def edited(self, version: int, resident: RoomMember, n: int, edit: dict[str, Any], at: int) -> list[Event]:
        """Apply an edit returned by ``check_edit``, and return the events."""
        raise NotImplementedError

    # Entries.

    def long_work(self, entry: Entry) -> Callable[[CancelToken], Any] | None:
        """Return the slow work to do in a thread before ``apply``, which needs its result; None if there is none."""
        return None

    def apply(self, entry: Entry, made: Any = None) -> list[Event]:
        """Apply an entry.

        Args:
            entry: the entry; the caller has checked that it is allowed.
            made: the result from the entry's ``long_work``; None if that wasn't run.

        Returns:
            The resulting events, secrets included.
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
        """This round's boards; empty in a room without games."""
        return []

    def board_of(self, resident: RoomMember) -> PlayedBoard | None:
        """Return the board a member is playing, or None."""
        return None

    def is_shown(self, board: PlayedBoard, number: int) -> bool:
        """Return whether a member, or a watcher (number 0), may see a board."""
        return True

    @property
    def is_ended(self) -> bool:
        """Whether all boards in this round are over, so its secrets may be revealed."""
        return self.stage == "over"

    @property
    def sealed_until(self) -> int | None:
        """When a daily board's mines may be revealed, in milliseconds since 1970; None for other boards.

        Until then, even a finished board stays secret, since others may still be playing it for the daily leaderboard.
        """
        daily = room_daily(self.row.settings)
        return None if daily is None else sealed_until(daily)

    def is_sealed(self, at: int) -> bool:
        """Return whether the mines must stay secret at room time ``at``, even if the game is over."""
        until = self.sealed_until
        return until is not None and self.row.made + at < until

    @property
    def is_ranked(self) -> bool:
        """Whether games in this room may count for best times."""
        return False

    @property
    def record(self) -> str | None:
        """The text of a study's record; None for other rooms."""
        return None

    def names_of(self, board: PlayedBoard) -> str:
        """Return the names of a board's players, joined by ", "."""
        player = self.player_of(board)
        return ", ".join(each.name for each in self.members) if player is None else player.name

    def study(self, number: int) -> Study | None:
        """Return a study's state as visible to a member or a watcher (number 0); None for other rooms."""
        return None

    def player_of(self, board: PlayedBoard) -> RoomMember | None:
        """Return a board's only player, or None if it has several."""
        return self.members[board.number - 1] if board.number else None


Room._does = {
    Entered: Room._enter,
    Edited: Room._edit,
    Removed: Room._remove,
    Locked: Room._lock,
    Muted: Room._mute,
    Shown: Room._show,
}


OUTCOMES: dict[Outcome, OutcomeName] = {Outcome.ONGOING: "ongoing", Outcome.WON: "won", Outcome.LOST: "lost"}
"""The protocol's names for outcomes."""

# Maximum number of neighbours per cell for which codes fit into one byte; above that, the protocol uses two.
_MOST_NARROW = 100
# Shortest plausible interval between a person's clicks, in milliseconds. After the lag deduction at least this much
# remains per click, so that a program can't cut its time to zero by answering pings late.
_FASTEST_CLICK = 40
# Replacements for codes that reveal mines on a finished board, used while others still play on the same layout.
_HIDDEN = {MINE: COVERED, WRONG_FLAG: FLAGGED}
_HIDDEN_BYTES = bytes.maketrans(bytes(code & 0xFF for code in _HIDDEN), bytes(code & 0xFF for code in _HIDDEN.values()))


class PlayedBoard:
    """One game in a room.

    Args:
        grid: the board's cells.
        mines: number of mines.
        rules: the game's rules.
        seed: the seed that determines the layout; secret until the game is over.
        number: number of the member playing this board; 0 if all members share it.
        is_shared: whether to record who placed each flag.

    Attributes:
        flagged: number of the member who placed each flag, by cell; None unless the board is shared.
        start: time of the first open, by the room's clock; None before it.
        lag: milliseconds that may be deducted from the player's times.
        clicks: number of clicks so far, starting with the first open.
        taken: milliseconds deducted from the time of the latest move.
        milliseconds: game time at the latest move.
        has_given_up: whether the player gave up: a loss without an exploded mine.
    """

    __slots__ = (
        "_frozen",
        "_guess",
        "_now",
        "clicks",
        "flagged",
        "game",
        "has_given_up",
        "lag",
        "milliseconds",
        "number",
        "outcome",
        "session",
        "start",
        "taken",
    )

    def __init__(
        self, grid: Grid, mines: int, rules: Rules, seed: int, number: int = 0, *, is_shared: bool = False
    ) -> None:
        self._now = 0
        # Snapshot of the cell codes and of the numbers of open cells and flags, shown while a thread makes a move.
        self._frozen: tuple[bytes, int, int] | None = None
        self.session: Session = Session(grid, mines, rules=rules, seed=seed, is_known=False, clock=self._clock)
        self.game: Game = self.session.game
        self._guess = rules.guess
        self.number: int = number
        self.flagged: dict[int, int] | None = {} if is_shared else None
        self.start: int | None = None
        self.lag: int = 0
        self.clicks: int = 0
        self.taken: int = 0
        self.milliseconds: int = 0
        self.outcome: OutcomeName = "ongoing"
        self.has_given_up: bool = False

    def _clock(self) -> int:
        return self._now

    def is_long(self, kind: int) -> bool:
        """Return whether a click (``kind`` indexes ``entries.KINDS``) may be slow.

        The first open may search for a board that needs no guess. If the rules punish guesses, each guess means
        considering all possible boards.
        """
        if self._guess == "allowed":
            return False
        return kind != 1 if self._guess == "punished" else kind == 0 and self.start is None

    @property
    def is_over(self) -> bool:
        """Whether no more moves are possible."""
        return self.outcome != "ongoing"

    def elapsed(self, at: int) -> int:
        """Return the game time, in milliseconds, at room time ``at``; it never decreases.

        The lag is deducted, but at least 40 ms per click so far remain. The result is saved in the journal, so
        rebuilding a room doesn't depend on this rule.
        """
        if self.start is None:
            return 0
        if self.outcome != "ongoing":
            return self.milliseconds
        raw = at - self.start
        return max(self.milliseconds, raw - self.lag, min(raw, _FASTEST_CLICK * self.clicks))

    def freeze(self) -> None:
        """Take a snapshot of the board, to show until a move in another thread is done."""
        self._frozen = self.codes(), self.opened, self.flags

    def thaw(self) -> None:
        """Drop the snapshot after the move is done or cancelled."""
        self._frozen = None

    @property
    def opened(self) -> int:
        """Number of open cells."""
        return self.game.opened if self._frozen is None else self._frozen[1]

    @property
    def flags(self) -> int:
        """Number of flags."""
        return self.game.flags if self._frozen is None else self._frozen[2]

    def search(self, kind: MoveKind, cell: int, milliseconds: int, watch: CancelToken) -> MoveResult:
        """Make a slow move in another thread; pass the result to ``move``.

        Raises:
            GenerationError: no board satisfies the rules.
        """
        self._now = milliseconds * 1_000_000
        return self.session.chord(cell, watch=watch) if kind == "chord" else self.session.open(cell, watch=watch)

    def move(
        self,
        version: int,
        by: int,
        n: int,
        kind: MoveKind,
        cell: int,
        milliseconds: int,
        at: int,
        lag: int = 0,
        made: MoveResult | None = None,
    ) -> CellsMoved:
        """Make a move; the board may stay unchanged.

        Args:
            version: the room's version after the move.
            by: the member's number.
            n: the move's number among the member's moves.
            kind: "open", "flag" or "chord".
            cell: index of the cell.
            milliseconds: game time of the move.
            at: time of the move, by the room's clock.
            lag: milliseconds that may be deducted from later times on this board; used only by the first open.
            made: the result from ``search``, if another thread has already made the move.
        """
        game = self.game
        if made is None:
            self._now = milliseconds * 1_000_000
            session = self.session
            if kind == "open":
                change = session.open(cell)
            elif kind == "flag":
                change = session.flag(cell)
            else:
                change = session.chord(cell)
        else:
            change = made
            self._frozen = None
        cells: list[int] = []
        codes: list[int] = []
        data = None
        count = len(change)
        if count:
            if self.start is None and kind == "open":
                self.start, self.lag = at, lag
            outcome = change.outcome
            if outcome is not Outcome.ONGOING:
                self.outcome = OUTCOMES[outcome]
            if count == 1 and kind != "chord":
                # Fast path for the most common case: only the clicked cell changes.
                code = int.from_bytes(game._code_bytes(cell, cell + 1, False), sys.byteorder, signed=True)
                cells, codes = [cell], [code]
            elif count > MOST_CHANGES:
                data = self.codes(is_hidden=True)
            else:
                cells = change.indices.tolist()
                codes = self._codes_of(cells)
            if self.flagged is not None:
                self._note_flags(kind, cell, by, change)
        if self.start is not None:
            self.milliseconds = milliseconds
            # Don't charge the player for the server's time on a slow move. For other moves, this changes nothing.
            self.start = max(self.start, at - self.lag - milliseconds)
            self.clicks += 1
            self.taken = max(0, at - self.start - milliseconds)
        return CellsMoved(
            version,
            self.number,
            by,
            n,
            kind,
            cell,
            milliseconds,
            cells,
            codes,
            data,
            game.opened,
            game.flags,
            self.outcome,
        )

    def _codes_of(self, cells: list[int]) -> list[int]:
        first, end = cells[0], cells[-1] + 1
        codes = self.game.codes
        if end - first > 64 * len(cells):
            found = [codes(cell, cell + 1)[0] for cell in cells]
        else:
            block = codes(first, end)
            found = [block[0]] if end - first == 1 else [block[cell - first] for cell in cells]
        return found if self.outcome == "ongoing" else [_HIDDEN.get(code, code) for code in found]

    def _note_flags(self, kind: str, cell: int, by: int, change: MoveResult) -> None:
        flagged = self.flagged
        assert flagged is not None
        if kind == "flag":
            if flagged.pop(cell, None) is None:
                flagged[cell] = by
        elif flagged and change.flagged:
            # Under some rules, a flag is removed when its cell is opened as part of an opening.
            for index in change.indices:
                if index in flagged and not self.game.is_flagged(index):
                    del flagged[index]

    def give_up(self, milliseconds: int, at: int) -> None:
        """End the game as a loss, at game time ``milliseconds`` and room time ``at``."""
        self._now = milliseconds * 1_000_000
        self.session.abandon()
        if self.start is not None and milliseconds > self.milliseconds:
            self.milliseconds = milliseconds
            self.taken = max(0, min(self.lag, at - self.start - milliseconds))
        self.outcome, self.has_given_up = "lost", True

    def codes(self, *, is_hidden: bool = False) -> bytes:
        """Return the codes of all cells in the protocol's format.

        Args:
            is_hidden: whether to hide the mines revealed at the end, because others still play on the same layout.
        """
        if self._frozen is not None:
            return self._frozen[0]
        game = self.game
        data = game.codes().tobytes()
        if game.grid.max_neighbours <= _MOST_NARROW:
            narrow = data[::2] if sys.byteorder == "little" else data[1::2]
            return base64.b64encode(narrow.translate(_HIDDEN_BYTES) if is_hidden and self.is_over else narrow)
        wide = array(game.grid.code_format, data)
        if is_hidden and self.is_over:
            wide = array("h", [_HIDDEN.get(code, code) for code in wide])
        if sys.byteorder == "big":
            wide.byteswap()
        return base64.b64encode(wide.tobytes())

    @property
    def layout(self) -> str:
        """The board ID, or "" before the layout is decided. Keep it secret during the game: it reveals the mines."""
        layout = self.game.layout
        return "" if layout is None else layout.format()

    def record(self, made: int, player: str) -> Record:
        """Return the game's record, the same on every call. Keep it secret until the game is over.

        Args:
            made: when the room was created, in milliseconds since 1970.
            player: name for the record's player tag; "" for no tag.
        """
        record = self.session.record
        tags = {**record.tags}
        if self.start is not None:
            start = datetime.fromtimestamp((made + self.start) / 1000, UTC)
            tags["start"] = f"{start:%Y-%m-%dT%H:%M:%SZ}"
        if player:
            tags["player"] = player
        return record.replace(tags=tags)


def commitment(room: str, round_: int, board: str, mines: int, rules: str, seed: str) -> str:
    """Return the hash with which a room commits to its board before the first open.

    After the game, players get the seed and can recompute the hash: it proves that the board wasn't changed to suit the
    moves. The seed has 64 secret random bits, so the hash reveals nothing before that.

    Source: SHA-256, FIPS 180-4.

    >>> commitment("aaaabbbbccccdddd", 1, "3x4", 2, "classic", "7")[:16]
    'f87990fc4b5aabaf'
    """
    text = "\n".join(("hypersweep board 1", room, str(round_), board, str(mines), rules, seed))
    return hashlib.sha256(text.encode()).hexdigest()


def game_name(room: str, seed: str, round_: int, number: int) -> str:
    """Return the ID of a game's page: always the same for a game, but impossible to guess without the secret seed.

    >>> game_name("aaaabbbbccccdddd", "7", 1, 0)
    'dXGgMiK7vSYZh2jk'
    """
    text = f"{room}/{round_}/{number}".encode()
    name = base64.urlsafe_b64encode(hashlib.blake2b(text, key=seed.encode(), digest_size=12).digest()).decode()
    # Commands would mistake a leading "-" for an option.
    return f"_{name[1:]}" if name.startswith("-") else name


class RoomMember:
    """A member of a room.

    Attributes:
        number: the member's number in the room, counting from 1.
        person: person ID.
        name: name shown to others.
        is_guest: whether they are a guest, i.e. without an account.
        last: number of the member's latest move or edit.
        is_ready: whether they are ready for the next game.
        is_owner: whether they created the room.
        is_removed: whether the owner has removed them.
        is_muted: whether the owner has blocked their chat.
        is_shown: whether they let watchers see their board.
    """

    __slots__ = (
        "is_guest",
        "is_muted",
        "is_owner",
        "is_ready",
        "is_removed",
        "is_shown",
        "last",
        "name",
        "number",
        "person",
    )

    def __init__(self, number: int, person: str, name: str, is_guest: bool) -> None:
        self.number: int = number
        self.person: str = person
        self.name: str = name
        self.is_guest: bool = is_guest
        self.last: int = 0
        self.is_ready: bool = False
        self.is_owner: bool = False
        self.is_removed: bool = False
        self.is_muted: bool = False
        self.is_shown: bool = False

    def as_member(self, is_here: bool) -> Member:
        """Return the member as others may see them: without a person ID if they are a guest."""
        person = None if self.is_guest else self.person
        return Member(self.number, self.name, "player", person, is_here, self.is_ready, self.is_owner)
