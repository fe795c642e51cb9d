"""A board in a room: a session timed by the room's clock, the owners of its flags, and the changes of each move."""

from __future__ import annotations

import base64
import hashlib
import sys
from array import array
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from hypersweep.codes import COVERED, FLAGGED, MINE, WRONG_FLAG, code_format
from hypersweep.game import Outcome
from hypersweep.session import Session
from hypersweep.web.multiplayer.protocol import MOST_CHANGES, MoveKind
from hypersweep.web.multiplayer.protocol import Outcome as OutcomeName
from hypersweep.web.multiplayer.rooms.moved import CellsMoved

if TYPE_CHECKING:
    from hypersweep.game import CancelToken, Game, MoveResult
    from hypersweep.grid import Grid
    from hypersweep.record import Record
    from hypersweep.rules import Rules

OUTCOMES: dict[Outcome, OutcomeName] = {Outcome.ONGOING: "ongoing", Outcome.WON: "won", Outcome.LOST: "lost"}
"""The protocol's words for outcomes."""

# With more neighbours than this, a code takes two bytes.
_MOST_NEIGHBOURS = 100
# Shortest plausible milliseconds between two clicks of a human. The lag deduction leaves at least this much for each
# click, so that answering pings late can't reduce a program's time to nothing.
_FASTEST_CLICK = 40
# Hides the mines of a finished board while others still play the same mines.
_HIDDEN = {MINE: COVERED, WRONG_FLAG: FLAGGED}
_HIDDEN_BYTES = bytes.maketrans(bytes(code & 0xFF for code in _HIDDEN), bytes(code & 0xFF for code in _HIDDEN.values()))


class PlayedBoard:
    """One game of a room.

    Args:
        grid: the board.
        mines: number of mines.
        rules: the rules.
        seed: determines the layout; secret until the end.
        number: of the board: its member's, or 0 if all members share it.

    Attributes:
        flagged: who placed each flag, by cell; None if all flags are one player's.
        start: time of the first open by the room's clock; None before.
        lag: milliseconds that may be deducted from the player's times.
        clicks: number of clicks, counted from the first open.
        taken: milliseconds deducted from the time of the latest move.
        milliseconds: the game's time at the latest move.
        has_given_up: whether the player gave up, so that the game stays unfinished.
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
        # A snapshot for readers while another thread makes a move.
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
        """Whether a click of a kind (an index of ``entries.KINDS``) may take long.

        The first open may search for a board that needs no guess. If the rules punish guesses, each guess examines all
        possible boards.
        """
        if self._guess == "allowed":
            return False
        return kind != 1 if self._guess == "punished" else kind == 0 and self.start is None

    @property
    def is_over(self) -> bool:
        """Whether no more moves are possible."""
        return self.outcome != "ongoing"

    def elapsed(self, at: int) -> int:
        """Return the milliseconds of the game at a moment of the room's clock; they never run backwards.

        The lag is deducted, but the clicks made so far keep a minimum time. The result is saved in the journal, so a
        rebuilt room doesn't depend on this rule.
        """
        if self.start is None:
            return 0
        if self.outcome != "ongoing":
            return self.milliseconds
        raw = at - self.start
        return max(self.milliseconds, raw - self.lag, min(raw, _FASTEST_CLICK * self.clicks))

    def freeze(self) -> None:
        """Keep a snapshot for readers until the move in another thread is done."""
        self._frozen = self.codes(), self.opened, self.flags

    def thaw(self) -> None:
        """Drop the snapshot: the move is done, or was cancelled."""
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
        """Make a move, which may change nothing.

        Args:
            version: of the room after it.
            by: the member's number.
            n: the member's number for the move.
            kind: "open", "flag" or "chord".
            cell: its index.
            milliseconds: the game's time.
            at: the moment by the room's clock.
            lag: the deduction for this player's times from now on, if it is the first open.
            made: the result of ``search``, if another thread has made the move.
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
                # The usual case: only the cell itself changes.
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
            # Don't count the time that the server took for a slow move. For other moves this changes nothing.
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
            # Under some rules a cascade removes flags.
            for index in change.indices:
                if index in flagged and not self.game.is_flagged(index):
                    del flagged[index]

    def give_up(self, milliseconds: int, at: int) -> None:
        """End the game as lost at a moment of the room's clock."""
        self._now = milliseconds * 1_000_000
        self.session.abandon()
        if self.start is not None and milliseconds > self.milliseconds:
            self.milliseconds = milliseconds
            self.taken = max(0, min(self.lag, at - self.start - milliseconds))
        self.outcome, self.has_given_up = "lost", True

    def codes(self, *, is_hidden: bool = False) -> bytes:
        """Return the codes of all cells, as in the protocol.

        Args:
            is_hidden: hide the mines that the end reveals, since others still play the same mines.
        """
        if self._frozen is not None:
            return self._frozen[0]
        game = self.game
        data = game.codes().tobytes()
        if game.grid.max_neighbours <= _MOST_NEIGHBOURS:
            narrow = data[::2] if sys.byteorder == "little" else data[1::2]
            return base64.b64encode(narrow.translate(_HIDDEN_BYTES) if is_hidden and self.is_over else narrow)
        wide = array(code_format(game.grid), data)
        if is_hidden and self.is_over:
            wide = array("h", [_HIDDEN.get(code, code) for code in wide])
        if sys.byteorder == "big":
            wide.byteswap()
        return base64.b64encode(wide.tobytes())

    @property
    def layout(self) -> str:
        """The board's ID; "" if the layout was never decided. Secret until the end."""
        layout = self.game.layout
        return "" if layout is None else layout.format()

    def record(self, made: int, player: str) -> Record:
        """Return the record, which doesn't depend on the moment of writing. Secret until the end.

        Args:
            made: when the room was made, in milliseconds since 1970.
            player: name of the player.
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
    """Return the hash by which a room commits itself to its board before the first open.

    A player gets the seed at the end and can recompute the hash: this proves that the board wasn't chosen to suit the
    moves. The seed has 64 secret random bits, so the hash reveals nothing before the end.

    Source: SHA-256, FIPS 180-4.

    >>> commitment("aaaabbbbccccdddd", 1, "3x4", 2, "classic", "7")[:16]
    'f87990fc4b5aabaf'
    """
    text = "\n".join(("hypersweep board 1", room, str(round_), board, str(mines), rules, seed))
    return hashlib.sha256(text.encode()).hexdigest()


def game_name(room: str, seed: str, round_: int, number: int) -> str:
    """Return the id of a game's page: always the same for one game, and impossible to guess before the end.

    >>> game_name("aaaabbbbccccdddd", "7", 1, 0)
    'dXGgMiK7vSYZh2jk'
    """
    text = f"{room}/{round_}/{number}".encode()
    return base64.urlsafe_b64encode(hashlib.blake2b(text, key=seed.encode(), digest_size=12).digest()).decode()
