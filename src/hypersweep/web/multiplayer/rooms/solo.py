"""A ranked game of one player: the room's owner plays, and others may watch."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.rooms.board import PlayedBoard
from hypersweep.web.multiplayer.rooms.entries import KINDS, GivenUp, Moved
from hypersweep.web.multiplayer.rooms.events import Event, GameEnded, GaveUp
from hypersweep.web.multiplayer.rooms.room import ROOM_KINDS, Room

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.game import CancelToken, MoveResult
    from hypersweep.web.multiplayer.protocol import RoomKind, Stage
    from hypersweep.web.multiplayer.rooms.entries import Entry
    from hypersweep.web.multiplayer.rooms.members import RoomMember
    from hypersweep.web.multiplayer.store.rooms import RoomRow


class SoloRoom(Room):
    """A room with one board, on which its owner plays.

    Attributes:
        board: the board.
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
        """Whether the person is the owner, and isn't a member yet."""
        return person == self.row.owner and not self.members

    def refusal(self, resident: RoomMember, cell: int) -> RefusedError | None:
        """Return why a move is rejected; None if it is allowed."""
        board = self.board
        if board.outcome != "ongoing":
            return RefusedError("over", "expected a game that goes on, got one that is over")
        if cell >= self.grid.cells:
            return RefusedError("cell", f"expected a cell of {self.grid.cells}, got {cell}")
        return None

    def long_work(self, entry: Entry) -> Callable[[CancelToken], MoveResult] | None:
        """Return the work of a slow move: a search for a board that needs no guess, or that punishes a guess."""
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
        return [moved] if moved.outcome == "ongoing" else [moved, *self._end(board)]

    def resign_refusal(self, resident: RoomMember) -> RefusedError | None:
        """Return why a member can't resign; None if they can."""
        board = self.board_of(resident)
        if board is None or board.is_over:
            return RefusedError("over", "expected a game that isn't over, got one that is")
        return None

    def _give_up(self, entry: GivenUp, made: object) -> list[Event]:
        board = self.board
        board.give_up(entry.milliseconds, entry.at)
        game = board.game
        gave = GaveUp(self.version, board.number, game.opened, game.flags, board.milliseconds)
        return [gave, *self._end(board)]

    def _end(self, board: PlayedBoard) -> list[Event]:
        self.stage = "over"
        for each in self.members:
            each.is_ready = False
        ended = GameEnded(self.version, self.at, board, self.round, self.is_ranked and board.session.is_ranked)
        self.endings = [ended]
        return [ended, self._staged()]

    @property
    def is_ranked(self) -> bool:
        """Whether games of this room may count for best times.

        Further tries at a daily board don't count.
        """
        return bool(self.settings.get("is_ranked", True))

    @property
    def boards(self) -> list[PlayedBoard]:
        """The board."""
        return [self.board]

    def player_of(self, board: PlayedBoard) -> RoomMember | None:
        """The owner."""
        return self.members[0]

    def board_of(self, resident: RoomMember) -> PlayedBoard | None:
        """The board."""
        return self.board

    _does: ClassVar[dict[type, Callable[..., list[Event]]]] = {**Room._does, Moved: _move, GivenUp: _give_up}


ROOM_KINDS[SoloRoom.kind] = SoloRoom
