"""One conclusion of a certificate, and its line of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterTypeError
from hypersweep.rules import GRADES
from hypersweep.validation import place_among, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.typing import Cell, Grade

CONCLUSIONS = ("safe", "mine")
"""Conclusions about cells."""


@dataclass(frozen=True, slots=True, init=False)
class Step:
    """One conclusion of a certificate.

    Args:
        rule: "clue", "pair", "set" or "count".
        is_mine: whether its cells are mines.
        cells: coordinates of the cells that it settles.
        clues: coordinates of the clues that it uses.
        premises: coordinates of mines found before.

    Raises:
        ParameterError: there is no such rule, or a coordinate is negative.
        ParameterTypeError: a part has the wrong type.

    Attributes:
        rule: "clue" (one clue), "pair" (two clues), "set" (more clues) or "count" (the number of mines as well).
        is_mine: whether its cells are mines; otherwise they are safe, and opened at once.
        cells: the covered cells that it settles.
        clues: the open cells whose numbers it uses.
        premises: mines found by earlier steps that it uses.
    """

    rule: Grade
    is_mine: bool
    cells: tuple[Cell, ...]
    clues: tuple[Cell, ...]
    premises: tuple[Cell, ...]

    def __init__(
        self,
        rule: Grade,
        is_mine: bool,
        cells: Sequence[Sequence[int]],
        clues: Sequence[Sequence[int]],
        premises: Sequence[Sequence[int]] = (),
    ) -> None:
        if not isinstance(is_mine, bool):
            raise ParameterTypeError(f"expected True or False for is_mine, got {truncate(is_mine)}")
        put = object.__setattr__
        put(self, "rule", GRADES[place_among("a rule", rule, GRADES)])
        put(self, "is_mine", is_mine)
        put(self, "cells", _cells("cells", cells))
        put(self, "clues", _cells("clues", clues))
        put(self, "premises", _cells("premises", premises))

    def format(self) -> str:
        """Return the step as a line of a certificate.

        >>> Step("clue", True, ((0, 1),), ((1, 2),)).format()
        'clue mine 0,1 by 1,2'
        """
        parts = [self.rule, CONCLUSIONS[self.is_mine], *map(cell_text, self.cells)]
        parts += ["by", *map(cell_text, self.clues)] if self.clues else []
        parts += ["given", *map(cell_text, self.premises)] if self.premises else []
        return " ".join(parts)


def cell_text(cell: Cell) -> str:
    """Return the text of a cell in certificates: its coordinates separated by commas."""
    return ",".join(map(str, cell))


def _cells(what: str, cells: object) -> tuple[Cell, ...]:
    if not isinstance(cells, tuple | list):
        raise ParameterTypeError(
            f"expected a tuple of {what} of a step, got {truncate(cells)} ({type(cells).__name__})"
        )
    return tuple([_cell(what, cell) for cell in cells])


def _cell(what: str, cell: object) -> Cell:
    if not isinstance(cell, tuple | list) or not cell:
        raise ParameterTypeError(f"expected coordinates for each of the {what} of a step, got {truncate(cell)}")
    for value in cell:
        if type(value) is not int or value < 0:
            return tuple([whole_number(value, "coordinate") for value in cell])
    return tuple(cell)
