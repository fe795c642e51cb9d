"""The slow and obvious certificate checker. Nothing here imports hypersweep."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Protocol

from naive import Board, Cell


class Line(Protocol):
    """What a step of a certificate says."""

    @property
    def rule(self) -> str: ...
    @property
    def is_mine(self) -> bool: ...
    @property
    def cells(self) -> tuple[Cell, ...]: ...
    @property
    def clues(self) -> tuple[Cell, ...]: ...
    @property
    def premises(self) -> tuple[Cell, ...]: ...


def first_fault(board: Board, mines: set[Cell], first: Cell, steps: Sequence[Line]) -> int | None:
    """Return the number of the first step that is wrong, from 1 on.

    0 is the first cell, and a number past the steps means that cells stay covered. None: the certificate holds.
    """
    if first in mines:
        return 0
    opened, found = {first}, set[Cell]()
    for number, step in enumerate(steps, 1):
        parts = (step.cells, step.clues, step.premises)
        if (
            any(len(set(part)) < len(part) for part in parts)
            or not step.cells
            or set(step.cells) & (opened | found)
            or not set(step.clues) <= opened
            or not set(step.premises) <= found
            or (step.rule in ("clue", "pair") and len(step.clues) != 1 + (step.rule == "pair"))
            or not follows(board, mines, opened, step)
        ):
            return number
        (found if step.is_mine else opened).update(step.cells)
    return None if len(opened) == len(board.cells()) - len(mines) else len(steps) + 1


def follows(board: Board, mines: set[Cell], opened: set[Cell], step: Line) -> bool:
    """Return whether every way to lay mines that fits the clues of a step is as the step says."""
    premises = set(step.premises)
    seen = set(board.cells()) if step.rule == "count" else {at for clue in step.clues for at in board.neighbours(clue)}
    unknown = sorted(seen - opened - premises)
    if not set(step.cells) <= set(unknown):
        return False
    counts = [len(mines) - len(premises)] if step.rule == "count" else range(len(unknown) + 1)
    for count in counts:
        for chosen in itertools.combinations(unknown, count):
            laid = premises | set(chosen)
            fits = all(board.clue(laid, clue) == board.clue(mines, clue) for clue in step.clues)
            if fits and any((cell in laid) != step.is_mine for cell in step.cells):
                return False
    return True
