"""A cooperative game: several members play one board, and each flag remembers who placed it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.rooms.entries import Readied, Renewed
from hypersweep.web.multiplayer.rooms.room import ROOM_KINDS, Room
from hypersweep.web.multiplayer.rooms.solo import SoloRoom

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.web.multiplayer.protocol import RoomKind, Stage
    from hypersweep.web.multiplayer.rooms.board import PlayedBoard
    from hypersweep.web.multiplayer.rooms.events import Event, GameEnded
    from hypersweep.web.multiplayer.rooms.members import RoomMember


class CoopRoom(SoloRoom):
    """A room with one board that all members play; once it is over and all are ready, the next one begins."""

    kind: ClassVar[RoomKind] = "coop"
    most: ClassVar[int] = 16
    is_shared: ClassVar[bool] = True
    seed: str
    stage: Stage
    round: int
    endings: list[GameEnded]
    board: PlayedBoard

    def may_play(self, person: str) -> bool:
        """Whether the room has a place for another player."""
        return Room.may_play(self, person)

    def ready_refusal(self, resident: RoomMember, is_ready: bool) -> RefusedError | None:
        """Return why a member can't get ready: the current game isn't over."""
        return (
            None if self.stage == "over" else RefusedError("playing", "expected a game that is over, got one going on")
        )

    def resign_refusal(self, resident: RoomMember) -> RefusedError | None:
        """Return why a member can't resign: the game belongs to all members."""
        return RefusedError("no_resign", "expected a game of one's own, got one of several players")

    @property
    def is_ranked(self) -> bool:
        """False: best times are for games of one player."""
        return False

    def player_of(self, board: PlayedBoard) -> RoomMember | None:
        """None: the game belongs to all members."""
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


ROOM_KINDS[CoopRoom.kind] = CoopRoom
