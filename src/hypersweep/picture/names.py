"""What axes, cells and looks are called, on labels, in tips and in messages."""

from __future__ import annotations

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.lazy import defer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
else:
    defer(globals(), "from collections.abc import Sequence")

__all__ = ["axis_names", "code_text", "place_text"]

_WORDS = {
    COVERED: "covered",
    FLAGGED: "flag",
    MINE: "mine",
    EXPLODED: "mine that went off",
    WRONG_FLAG: "wrong flag",
    0: "no mine around",
}


def axis_names(dimensions: int) -> list[str]:
    """What the axes of a board are called in labels and messages.

    >>> axis_names(4)
    ['row', 'column', 'x2', 'x3']
    """
    if dimensions == 1:
        return ["cell"]
    return ["row", "column", *(f"x{axis}" for axis in range(2, dimensions))]


def place_text(cell: Sequence[int]) -> str:
    """The coordinates of a cell in words.

    >>> place_text((2, 0, 3, 1))
    'row 2, column 0, x2=3 x3=1'
    """
    names = axis_names(len(cell))
    near = ", ".join(f"{name} {coordinate}" for name, coordinate in zip(names[:2], cell, strict=False))
    far = " ".join(f"{name}={coordinate}" for name, coordinate in zip(names[2:], cell[2:], strict=True))
    return f"{near}, {far}" if far else near


def code_text(code: int) -> str:
    """What a cell shows, in words.

    >>> code_text(-1), code_text(0), code_text(3)
    ('covered', 'no mine around', 'clue 3')
    """
    return _WORDS.get(code) or f"clue {code}"
