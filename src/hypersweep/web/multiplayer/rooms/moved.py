"""A move in a room, with its changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.protocol import MoveKind, Outcome


class CellsMoved(Struct, frozen=True, gc=False):
    """A move on a board, with its changes; ``data`` has all codes if too many cells changed to list them."""

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
    outcome: Outcome
