"""Recompute a game from its room's journal, which no one can have changed since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.rooms import coop, solo, study, versus  # noqa: F401 - they name themselves
from hypersweep.web.multiplayer.rooms.entries import decode
from hypersweep.web.multiplayer.rooms.events import GameEnded
from hypersweep.web.multiplayer.rooms.finishing import finished_game
from hypersweep.web.multiplayer.rooms.room import ROOM_KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.web.multiplayer.store.rooms import RoomRow


def retold_record(row: RoomRow, kept: Sequence[bytes], game: str) -> str | None:
    """Return the record of a finished game, recomputed from its room's entries; None if there is no such game.

    This replays all moves of the room, so call it in a process of the pool.

    Args:
        row: of the room.
        kept: its saved entries, from the first one on.
        game: the id of the game.

    >>> from hypersweep.web.multiplayer.store.rooms import RoomRow
    >>> retold_record(RoomRow("room", "solo", "3x4", 2, "classic", "7", None, "key", "{}", 0), [], "game") is None
    True
    """
    room = ROOM_KINDS[row.kind](row)
    for each in kept:
        for event in room.apply(decode(each)):
            if type(event) is GameEnded:
                # Compute it now: the room will replace this board by the next one.
                found = finished_game(room, event)
                if found.id == game:
                    return found.record
    return None
