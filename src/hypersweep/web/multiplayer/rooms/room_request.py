"""Whether a room that is wanted can be had."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING

from hypersweep.errors import BoardTooLargeError, HypersweepError
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.rooms.room import ROOM_KINDS
from hypersweep.web.multiplayer.store.rooms import RoomRow
from hypersweep.web.multiplayer.store.tables import new_id

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.protocol import RoomWish
    from hypersweep.web.multiplayer.settings import Settings

__all__ = ["row_of"]


def row_of(wish: RoomWish, settings: Settings, *, owner: str, made: int, seed: int | None = None) -> RoomRow:
    """The row of a room that is wanted.

    Args:
        wish: what is wanted.
        settings: of the server.
        owner: whose room it is.
        made: the moment.
        seed: of its boards; None for one that nobody can know.

    Raises:
        RefusedError: it can't be had: ``board``, with what is wrong in ``reason``; ``too_large``; or of its kind.
    """
    kind = ROOM_KINDS.get(wish.kind)
    if kind is None:
        raise RefusedError("no_kind", f"expected a room of {', '.join(ROOM_KINDS)}, got {wish.kind}")
    try:
        wished = kind.wished(wish, settings)
    except RefusedError:
        raise
    except BoardTooLargeError as error:
        raise RefusedError("too_large", str(error), cells=settings.largest_board) from None
    except (HypersweepError, MemoryError) as error:
        raise RefusedError("board", f"expected a board that can be played: {error}", reason=str(error)) from None
    return RoomRow(
        id=new_id(),
        kind=wish.kind,
        board=wished.board,
        mines=wished.mines,
        rules=wished.rules,
        seed=str(secrets.randbits(64) if seed is None else seed),
        owner=owner,
        key=secrets.token_urlsafe(12),
        settings=json.dumps(wished.settings),
        made=made,
        is_open=wish.is_open,
    )
