"""Room types: solo, cooperative (one shared board) and versus (a board per player). Studies are in ``study``."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, ClassVar

from hypersweep.game.first_open import deal
from hypersweep.rules import Rules
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.rooms.entries import KINDS, Begun, Counted, GivenUp, Moved, Readied, Renewed, Shown
from hypersweep.web.multiplayer.rooms.room import CheckedRequest, Event, GameEnded, GaveUp, PlayedBoard, Room
from hypersweep.web.multiplayer.rooms.study import StudyRoom

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.game import CancelToken, MoveResult
    from hypersweep.web.multiplayer.http_protocol import RoomRequest
    from hypersweep.web.multiplayer.protocol import Move, RoomKind, Stage
    from hypersweep.web.multiplayer.rooms.entries import Entry
    from hypersweep.web.multiplayer.rooms.room import RoomMember
    from hypersweep.web.multiplayer.server_settings import Settings
    from hypersweep.web.multiplayer.store.room_rows import RoomRow


class SoloRoom(Room):
    """A room with a single board, played only by the owner.

    Attributes:
        board: the current board.
    """

    kind: ClassVar[RoomKind] = "solo"
    most: ClassVar[int] = 1
    is_shared: ClassVar[bool] = False
    stage: Stage
    endings: list[GameEnded]

    def __init__(self, row: RoomRow) -> None:
        super().__init__(row)
        self.board: PlayedBoard = self._board()

    def _board(self) -> PlayedBoard:
        return PlayedBoard(self.grid, self.row.mines, self.rules, int(self.seed), is_shared=self.is_shared)

    def may_play(self, person: str) -> bool:
        """Return whether a person may become a member: only the owner, and only once."""
        return person == self.row.owner and not self.members

    def move_refusal(self, resident: RoomMember, move: Move) -> RefusedError | None:
        """Return why a move is rejected; None if it is allowed."""
        board = self.board
        if board.outcome != "ongoing":
            return RefusedError("over", "the game is over")
        if move.cell >= self.grid.cells:
            return RefusedError("cell", f"expected a cell index below {self.grid.cells}, got {move.cell}")
        return None

    def long_work(self, entry: Entry) -> Callable[[CancelToken], MoveResult] | None:
        """Return the slow part of a move, and show a snapshot of the board until it is done; None for other moves.

        The slow part is a search for a board that needs no guess, or that punishes a guess.
        """
        board = self.board
        if type(entry) is not Moved or not board.is_long(entry.kind):
            return None
        kind, cell, milliseconds = KINDS[entry.kind], entry.cell, entry.milliseconds
        board.freeze()
        return lambda watch: board.search(kind, cell, milliseconds, watch)

    def _move(self, entry: Moved, made: MoveResult | None) -> list[Event]:
        board = self.board
        self.members[entry.by - 1].last = entry.n
        moved = board.move(
            self.version,
            entry.by,
            entry.n,
            KINDS[entry.kind],
            entry.cell,
            entry.milliseconds,
            entry.at,
            entry.lag,
            made,
        )
        if moved.outcome == "ongoing":
            return [moved]
        return [moved, *self._end(board, entry.by if moved.outcome == "lost" else None)]

    def resign_refusal(self, resident: RoomMember) -> RefusedError | None:
        """Return why a member can't resign, or None if they can."""
        board = self.board_of(resident)
        if board is None or board.is_over:
            return RefusedError("over", "the game is over")
        return None

    def _give_up(self, entry: GivenUp, made: object) -> list[Event]:
        board = self.board
        board.give_up(entry.milliseconds, entry.at)
        game = board.game
        gave = GaveUp(self.version, board.number, game.opened, game.flags, board.milliseconds)
        return [gave, *self._end(board)]

    def _end(self, board: PlayedBoard, hit_by: int | None = None) -> list[Event]:
        self.stage = "over"
        for each in self.members:
            each.is_ready = False
        is_ranked = self.is_ranked and board.session.is_ranked
        ended = GameEnded(self.version, self.at, board, self.round, is_ranked, hit_by=hit_by)
        self.endings = [ended]
        return [ended, self._staged()]

    @property
    def is_ranked(self) -> bool:
        """Whether games in this room may count for best times; on a daily board, only the first try does."""
        return bool(self.settings.get("is_ranked", True))

    @property
    def boards(self) -> list[PlayedBoard]:
        """The room's only board, in a list."""
        return [self.board]

    def player_of(self, board: PlayedBoard) -> RoomMember | None:
        """Return the owner, the only player."""
        return self.members[0]

    def board_of(self, resident: RoomMember) -> PlayedBoard | None:
        """Return the room's only board, the same for every member."""
        return self.board

    _does: ClassVar[dict[type, Callable[..., list[Event]]]] = {**Room._does, Moved: _move, GivenUp: _give_up}


class CoopRoom(SoloRoom):
    """A room whose members share a board; once it is over and all members present are ready, the next one begins."""

    kind: ClassVar[RoomKind] = "coop"
    most: ClassVar[int] = 16
    is_shared: ClassVar[bool] = True
    seed: str
    stage: Stage
    round: int
    endings: list[GameEnded]
    board: PlayedBoard

    def may_play(self, person: str) -> bool:
        """Return whether the room has a place for another player."""
        return Room.may_play(self, person)

    def ready_refusal(self, resident: RoomMember, is_ready: bool) -> RefusedError | None:
        """Return an error while a game is running, otherwise None."""
        return None if self.stage == "over" else RefusedError("playing", "the game is still in progress")

    def resign_refusal(self, resident: RoomMember) -> RefusedError | None:
        """Return an error in any case, since one member can't resign a shared game."""
        return RefusedError("no_resign", "you can't resign a game you share with others")

    @property
    def is_ranked(self) -> bool:
        """False, since best times are for single-player games."""
        return False

    def player_of(self, board: PlayedBoard) -> RoomMember | None:
        """Return None, since all members play the board."""
        return None

    def _ready(self, entry: Readied, made: object) -> list[Event]:
        self.members[entry.by - 1].is_ready = entry.is_ready
        return [self._staged()]

    def _renew(self, entry: Renewed, made: object) -> list[Event]:
        self.seed = entry.seed
        self.round += 1
        self.stage = "playing"
        self.endings = []
        for each in self.members:
            each.is_ready = False
        self.board = self._board()
        return [self._staged()]

    _does: ClassVar[dict[type, Callable[..., list[Event]]]] = {**SoloRoom._does, Readied: _ready, Renewed: _renew}


class VersusRoom(Room):
    """A room where all ready players race on separate boards with the same layout and the same first cell open.

    A round ends when all its boards are over. Until then, clients don't get the mines, and players see only the
    progress on other boards. Watchers, too, see only progress unless every player in the round shows their board, since
    a player could be watching in a second window.
    """

    kind: ClassVar[RoomKind] = "versus"
    most: ClassVar[int] = 8
    least_delay: ClassVar[float] = 15
    seed: str
    is_watchable: bool
    stage: Stage
    round: int
    endings: list[GameEnded]

    def __init__(self, row: RoomRow) -> None:
        super().__init__(row)
        self.stage = "waiting"
        # Set when a round begins; cleared immediately if a player hides their board during the round.
        self.is_watchable = False
        # Whether the current seed's board is still unseen by players.
        self.is_fresh: bool = True
        # The round's boards, by player number.
        self._boards: dict[int, PlayedBoard] = {}

    @classmethod
    def check(cls, request: RoomRequest, settings: Settings) -> CheckedRequest:
        """Check a room request, and return the parts to save.

        Raises:
            HypersweepError: the room can't be created as requested.
        """
        if Rules.parse(request.rules).guess == "punished":
            why = "versus needs the same mines for everyone, but these rules place them by each player's moves"
            raise RefusedError("versus_punished", why)
        return super().check(request, settings)

    def move_refusal(self, resident: RoomMember, move: Move) -> RefusedError | None:
        """Return why a move is rejected; None if it is allowed."""
        if self.stage != "playing":
            return RefusedError("waiting", f"no game is in progress: the room is {self.stage}")
        board = self._boards.get(resident.number)
        if board is None:
            return RefusedError("waiting", "you joined after this round began")
        if board.outcome != "ongoing":
            return RefusedError("over", "your board is over")
        if move.cell >= self.grid.cells:
            return RefusedError("cell", f"expected a cell index below {self.grid.cells}, got {move.cell}")
        return None

    def resign_refusal(self, resident: RoomMember) -> RefusedError | None:
        """Return why a member can't resign, or None if they can."""
        board = self._boards.get(resident.number)
        if self.stage != "playing" or board is None or board.is_over:
            return RefusedError("over", "you have no unfinished board")
        return None

    def ready_refusal(self, resident: RoomMember, is_ready: bool) -> RefusedError | None:
        """Return an error while a round is running, otherwise None."""
        return RefusedError("playing", "a game is in progress") if self.stage == "playing" else None

    # Before a round.

    def _ready(self, entry: Readied, made: object) -> list[Event]:
        self.members[entry.by - 1].is_ready = entry.is_ready
        if not entry.is_ready:
            self.begins = None
        return [self._staged(None if self.begins is None else max(0, self.begins - entry.at))]

    def _count(self, entry: Counted, made: object) -> list[Event]:
        if entry.seed:
            # The entry has a new seed only if players have already seen the previous board.
            self.seed = entry.seed
            self.round += 1
            self.is_fresh = True
        self.stage = "waiting"
        self.endings = []
        self._boards = {}
        self.begins = entry.at + entry.wait
        return [self._staged(entry.wait)]

    def long_work(self, entry: Entry) -> Callable[[CancelToken], list[MoveResult] | None] | None:
        """Return the search for a round's board if the rules require one without guesses, otherwise None."""
        if type(entry) is not Begun or self.rules.guess != "never":
            return None
        boards = self._new_boards()

        def work(watch: CancelToken) -> tuple[dict[int, PlayedBoard], list[MoveResult]] | None:
            changes = []
            for board in boards.values():
                changes.append(board.search("open", entry.cell, 0, watch))
                if watch.is_cancelled:
                    return None
            return boards, changes

        return work  # type: ignore[return-value]

    def _new_boards(self) -> dict[int, PlayedBoard]:
        seed = int(self.seed)
        return {
            each.number: PlayedBoard(self.grid, self.row.mines, self.rules, seed, each.number)
            for each in self.members
            if each.is_ready
        }

    def _begin(self, entry: Begun, made: tuple[dict[int, PlayedBoard], list[MoveResult]] | None) -> list[Event]:
        self.begins = None
        self.is_fresh = False
        self.stage = "playing"
        boards, changes = (self._new_boards(), None) if made is None else made
        self._boards = boards
        self.is_watchable = all(self.members[number - 1].is_shown for number in boards)
        for each in self.members:
            each.is_ready = False
        events: list[Event] = [self._staged()]
        for place, board in enumerate(boards.values()):
            change = None if changes is None else changes[place]
            lag = entry.lags[place]
            events.append(board.move(self.version, board.number, 0, "open", entry.cell, 0, entry.at, lag, change))
        return [*events, *self._end_of_round()]

    def first_cell(self) -> int:
        """Return a random safe cell to open first for all players; the ``Begun`` entry saves it."""
        cell = secrets.randbelow(self.grid.cells)
        if self.rules.first_open == "any":
            # Under these rules, the first cell doesn't affect the layout and may be a mine: draw until it is safe.
            layout = deal(self.grid, self.row.mines, self.rules, seed=int(self.seed), first=cell)
            while layout.is_mine(cell):
                cell = secrets.randbelow(self.grid.cells)
        return cell

    def _show(self, entry: Shown, made: object) -> list[Event]:
        if not entry.is_shown and entry.by in self._boards:
            self.is_watchable = False
        return super()._show(entry, made)

    # During a round.

    def _move(self, entry: Moved, made: object) -> list[Event]:
        resident = self.members[entry.by - 1]
        resident.last = entry.n
        board = self._boards[entry.by]
        moved = board.move(self.version, entry.by, entry.n, KINDS[entry.kind], entry.cell, entry.milliseconds, entry.at)
        return [moved] if moved.outcome == "ongoing" else [moved, *self._end_of_round()]

    def _give_up(self, entry: GivenUp, made: object) -> list[Event]:
        board = self._boards[entry.by]
        board.give_up(entry.milliseconds, entry.at)
        game = board.game
        gave = GaveUp(self.version, board.number, game.opened, game.flags, board.milliseconds)
        return [gave, *self._end_of_round()]

    def _end_of_round(self) -> list[Event]:
        boards = list(self._boards.values())
        if not all(board.is_over for board in boards):
            return []
        self.stage = "over"
        won = [board for board in boards if board.outcome == "won"]
        least = min((board.milliseconds for board in won), default=0)
        fastest = [board.number for board in won if board.milliseconds == least]
        # If the fastest time is a tie, there is no winner.
        winner = fastest[0] if len(fastest) == 1 else 0
        ended = [GameEnded(self.version, self.at, board, self.round, False, winner) for board in boards]
        self.endings = list(ended)
        return [*ended, self._staged()]

    # State.

    @property
    def boards(self) -> list[PlayedBoard]:
        """The round's boards, one per player."""
        return list(self._boards.values())

    def board_of(self, resident: RoomMember) -> PlayedBoard | None:
        """Return a member's board, or None if they aren't playing in this round."""
        return self._boards.get(resident.number)

    def is_shown(self, board: PlayedBoard, number: int) -> bool:
        """Return whether a member may see a board: their own at any time, and every board after the round.

        During a watchable round, watchers (number 0) may also see all boards.
        """
        return self.is_ended or number == board.number or (number == 0 and self.is_watchable)

    _does: ClassVar[dict[type, Callable[..., list[Event]]]] = {
        **Room._does,
        Readied: _ready,
        Counted: _count,
        Begun: _begin,
        Moved: _move,
        GivenUp: _give_up,
        Shown: _show,
    }


ROOM_KINDS: dict[str, type[Room]] = {kind.kind: kind for kind in (SoloRoom, CoopRoom, VersusRoom, StudyRoom)}
"""The class for each room type, by name."""
