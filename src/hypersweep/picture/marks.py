"""Which cells stand out, and how: the cursor, what is around it, what a hint is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.picture.cell_appearance import CLUE, CURSOR, HOVER, NEAR, PRESSED, TARGET

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hypersweep.grid import Grid
    from hypersweep.typing import Cell


def marks_of(
    grid: Grid,
    cursor: Cell,
    *,
    focus: Cell | None = None,
    hover: Cell | None = None,
    pressed: Cell | None = None,
    is_chord: bool = False,
    hints: dict[int, int] | None = None,
) -> dict[int, int]:
    """The marks of all cells that have any, by their indices.

    Args:
        grid: the board.
        cursor: the cell under the cursor.
        focus: the cell whose neighbours are marked; None for the cursor's.
        hover: the cell under the mouse.
        pressed: the cell on which a button is held down.
        is_chord: whether letting it go chords, so that the cells around are held down too.
        hints: the marks that a hint makes.

    Complexity: O(k) for k neighbours.

    >>> from hypersweep.grid import Grid
    >>> marks_of(Grid("2x3"), (0, 0)) == {0: CURSOR, 1: NEAR, 3: NEAR, 4: NEAR}
    True
    """
    index, neighbours = grid.index, grid.geometry().neighbours
    marks = dict(hints or {})

    def add(cells: Iterable[int], mark: int) -> None:
        for cell in cells:
            marks[cell] = marks.get(cell, 0) | mark

    add(neighbours(index(cursor if focus is None else focus)), NEAR)
    # Dragging the mouse off a cell takes it back.
    if pressed is not None and hover in (None, pressed):
        held = index(pressed)
        add((held,), PRESSED)
        if is_chord:
            add(neighbours(held), PRESSED)
    if hover is not None:
        add((index(hover),), HOVER)
    add((index(cursor),), CURSOR)
    return marks


def hint_marks(grid: Grid, clues: Iterable[Cell], targets: Iterable[Cell]) -> dict[int, int]:
    """The marks that a hint makes.

    Args:
        grid: the board.
        clues: what the hint's reason rests on.
        targets: what the hint says something about.

    Raises:
        CellError: a cell isn't on the board.
    """
    marks = {grid.index(cell): CLUE for cell in clues}
    for cell in targets:
        marks[grid.index(cell)] = marks.get(grid.index(cell), 0) | TARGET
    return marks


def changed_marks(before: dict[int, int], after: dict[int, int]) -> set[int]:
    """The cells whose marks differ.

    >>> changed_marks({1: 2, 3: 2}, {1: 2, 4: 2}) == {3, 4}
    True
    """
    changed = {index for index, mark in before.items() if after.get(index) != mark}
    changed.update(index for index in after if index not in before)
    return changed
