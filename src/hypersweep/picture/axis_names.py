"""What people call the axes of a board, as it is drawn."""

from __future__ import annotations

_NAMES = ("rows", "columns", "layers", "table rows", "groups", "group rows")


def axis_name(axis: int) -> str:
    """Return an axis's name in plain words.

    Args:
        axis: number of the axis.

    >>> axis_name(2), axis_name(3), axis_name(6)
    ('layers', 'table rows', 'axis 6')
    """
    return _NAMES[axis] if axis < len(_NAMES) else f"axis {axis}"
