"""Rulers next to a board: the numbers of its rows on the left, of its columns below, as on a chess diagram.

They stand where the board leaves room anyway. In one line and one column of numbers they say where the cell looked at
is; where a board goes on at the other edge, signs stand in the corner between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.picture.nesting import indent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.grid import Grid
    from hypersweep.picture.nesting import Arrangement

_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def row_number(arrangement: Arrangement, y: int) -> str:
    """What stands left of a line of cells: its row, or on a folded board of one dimension the number of its first cell.

    Args:
        arrangement: where the cells stand.
        y: a line of it.

    >>> from hypersweep.picture.nesting import Arrangement
    >>> [row_number(Arrangement((3, 4, 2)), y) for y in range(4)]
    ['', '0', '1', '2']
    """
    row = arrangement.row(y) if 0 <= y < arrangement.height else None
    if row is None:
        return ""
    if len(arrangement.shape) > 1:
        return str(row[1])
    return str(row[0]) if arrangement.fold is not None else ""


def column_numbers(arrangement: Arrangement) -> list[tuple[int, int, int]]:
    """The numbers of all columns that are shown, each with the columns of characters where it begins and ends.

    >>> from hypersweep.picture.nesting import Arrangement
    >>> column_numbers(Arrangement((2, 2, 2)))
    [(1, 2, 0), (3, 4, 1), (7, 8, 0), (9, 10, 1)]
    """
    if len(arrangement.shape) == 1 and arrangement.fold is not None:
        return []
    width = arrangement.cell_width
    numbers = []
    for x, _, number in arrangement.columns(0, arrangement.width):
        length = len(str(number))
        begin = x + min(indent(length, width), width - length)
        numbers.append((begin, begin + length, number))
    return numbers


def number_line(numbers: Sequence[tuple[int, int, int]], focus: int | None) -> tuple[str, tuple[int, int]]:
    """A line of numbers with a space between any two, and where the one of the focus begins and ends in it.

    Args:
        numbers: as of ``column_numbers``.
        focus: the column of characters where the cell ends whose number mustn't be left out; None for none.

    >>> number_line([(x - len(str(x // 2 - 1)), x, x // 2 - 1) for x in range(2, 28, 2)], 24)
    (' 0   2   4   6   8    11', (22, 24))
    """
    longest = max((end - begin for begin, end, _ in numbers), default=0)
    ends = [end for _, end, _ in numbers[:2]]
    pitch = ends[1] - ends[0] if len(ends) > 1 else longest + 1
    step = next((step for step in _STEPS if step * pitch > longest), _STEPS[-1])
    ended = [] if focus is None else [(begin, end) for begin, end, _ in numbers if end <= focus]
    at = max(ended, default=(0, 0))
    line = ""
    for begin, end, number in numbers:
        is_focus = (begin, end) == at
        # Nothing else stands where the one that counts does.
        is_near = at != (0, 0) and begin <= at[1] and end >= at[0]
        if is_focus or (number % step == 0 and not is_near and begin > len(line) - (not line)):
            line = f"{line:{begin}}{number}"
    return line, at


def corner_text(grid: Grid) -> str:
    """Signs for the axes of a tile along which the board goes on at the other edge.

    >>> from hypersweep import Grid
    >>> corner_text(Grid("3x4~wrap=0,1")), corner_text(Grid("9~wrap=0")), corner_text(Grid("3x4x5~wrap=2"))
    ('↕↔', '↔', '')
    """
    if grid.dimensions == 1:
        return "↔" if 0 in grid.wrap else ""
    return "↕" * (0 in grid.wrap) + "↔" * (1 in grid.wrap)
