"""A click in a room, and what it changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.protocol import MoveKind, Outcome

__all__ = ["CellsMoved"]


class CellsMoved(Struct, frozen=True, gc=False):
    """A click on a board, and what it changed; ``data`` has all codes where the cells are too many to be told."""

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
