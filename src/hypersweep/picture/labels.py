"""What axes, cells and looks are called, on labels, in tips and in messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORDS = {
    COVERED: "covered",
    FLAGGED: "flag",
    MINE: "mine",
    EXPLODED: "mine that went off",
    WRONG_FLAG: "wrong flag",
    0: "no mine around",
}


def axis_text(axis: int) -> str:
    """What an axis is called, on every screen and in every message.

    >>> axis_text(2)
    'axis 2'
    """
    return f"axis {axis}"


def axis_names(dimensions: int) -> list[str]:
    """What the axes of a board are called in labels of tiles.

    >>> axis_names(4)
    ['row', 'column', 'x2', 'x3']
    """
    if dimensions == 1:
        return ["cell"]
    return ["row", "column", *(f"x{axis}" for axis in range(2, dimensions))]


def place_text(cell: Sequence[int]) -> str:
    """What a cell is called, wherever a person reads of one: its coordinates.

    >>> place_text((2, 0, 3, 1)), place_text((7,))
    ('(2, 0, 3, 1)', '(7)')
    """
    return f"({', '.join(map(str, cell))})"


def code_text(code: int) -> str:
    """What a cell shows, in words.

    >>> code_text(-1), code_text(0), code_text(3)
    ('covered', 'no mine around', 'clue 3')
    """
    return _WORDS.get(code) or f"clue {code}"
