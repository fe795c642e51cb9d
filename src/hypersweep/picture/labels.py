"""What axes, cells and looks are called, on labels, in tips and in messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def axis_text(axis: int) -> str:
    """What an axis is called, on every screen and in every message.

    >>> axis_text(2)
    'axis 2'
    """
    return f"axis {axis}"


def place_text(cell: Sequence[int]) -> str:
    """What a cell is called, wherever a person reads of one: its coordinates.

    >>> place_text((2, 0, 3, 1)), place_text((7,))
    ('(2, 0, 3, 1)', '(7)')
    """
    return f"({', '.join(map(str, cell))})"
