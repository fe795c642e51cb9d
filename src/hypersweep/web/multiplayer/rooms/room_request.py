"""Check requests for rooms."""

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


def row_of(wish: RoomWish, settings: Settings, *, owner: str, made: int, seed: int | None = None) -> RoomRow:
    """Return the row of a requested room.

    Args:
        wish: the request.
        settings: of the server.
        owner: the id of its owner.
        made: now, in milliseconds since 1970.
        seed: of its boards; None for a secret random one.

    Raises:
        RefusedError: the request can't be met: ``board``, with the ``reason``; ``too_large``; or an error of its kind.
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
