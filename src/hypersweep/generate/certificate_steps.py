"""A certificate's steps, as lines of text and as claims about numbers of mines.

A claim uses only cells already open at that step. This module doesn't use the solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.errors import CertificateError, ParameterTypeError
from hypersweep.rules import GRADES
from hypersweep.validation import place_among, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypersweep.layout import Layout
    from hypersweep.typing import Cell, Grade

CONCLUSIONS = ("safe", "mine")
"""Possible conclusions about cells."""


@dataclass(frozen=True, slots=True, init=False)
class Step:
    """A single conclusion in a certificate.

    Args:
        rule: "clue", "pair", "set" or "count".
        is_mine: whether its cells are mines.
        cells: coordinates of the cells it settles.
        clues: coordinates of the clues it uses.
        premises: coordinates of the mines it uses, found by earlier steps.

    Raises:
        ParameterError: there is no such rule, or a coordinate is negative.
        ParameterTypeError: a part has the wrong type.

    Attributes:
        rule: "clue" (one clue), "pair" (two clues), "set" (more clues) or "count" (also the number of mines).
        is_mine: whether its cells are mines; otherwise they are safe, and are opened before the next step.
        cells: the covered cells it settles.
        clues: the open cells whose numbers it uses.
        premises: mines it uses, found by earlier steps.
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
        """Return the step as a line of text for a certificate.

        >>> Step("clue", True, ((0, 1),), ((1, 2),)).format()
        'clue mine 0,1 by 1,2'
        """
        parts = [self.rule, CONCLUSIONS[self.is_mine], *map(cell_text, self.cells)]
        parts += ["by", *map(cell_text, self.clues)] if self.clues else []
        parts += ["given", *map(cell_text, self.premises)] if self.premises else []
        return " ".join(parts)


def cell_text(cell: Cell) -> str:
    """Return a cell as written in certificates: coordinates separated by commas."""
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


# Work is counted in looks of about 0.25 µs. Below are the limit for a certificate, the allowance added for each cell
# named in its steps, and the cost of each neighbour of a clue. Limits are needed because clues in an untrusted
# certificate may have millions of neighbours.
_MOST_LOOKS = 1 << 26
_LOOKS_PER_NAME = 64
_LOOKS_PER_NEIGHBOUR = 8
_MOST_NEIGHBOURS = 1 << 20

_CLUES_OF_RULE = {"clue": 1, "pair": 2}


@dataclass(frozen=True, slots=True)
class Claim:
    """A step with its cells as indices, and with the sums it uses on the board at that point.

    Attributes:
        step: the step.
        cells: the indices of its cells, all unknown before the step.
        sums: for each clue, the indices of its unknown neighbours, and the number of mines among them.
        rest: with rule "count", the number of unknown cells and the number of mines among them; else None.
        given: the indices of its premises.
    """

    step: Step
    cells: list[int]
    sums: list[tuple[list[int], int]]
    rest: tuple[int, int] | None
    given: set[int]


class Following:
    """Plays a certificate's steps on a board, checking that each uses only cells already known.

    The conclusions aren't checked; the caller has to do that.

    Args:
        layout: the board.
        first: the first cell to open.
        steps: the steps.
    """

    def __init__(self, layout: Layout, first: Cell, steps: Sequence[Step]) -> None:
        self._layout, self._first, self._steps = layout, first, steps
        self._grid = layout.grid
        self._open: set[int] = set()
        self._mines: set[int] = set()
        self._number = 0
        names = sum([len(step.cells) + len(step.clues) + len(step.premises) for step in steps])
        self._looks = _MOST_LOOKS + _LOOKS_PER_NAME * names

    def claims(self) -> Iterator[Claim]:
        """Yield the steps' claims.

        Raises:
            CertificateError: a step uses an unknown cell, or cells are still covered at the end.
        """
        if self._layout.is_mine(self._first):
            raise CertificateError(f"expected a first cell without a mine, got {self._first}")
        self._open.add(self._grid.index(self._first))
        for step in self._steps:
            self._number += 1
            claim = self._claim(step)
            yield claim
            (self._mines if step.is_mine else self._open).update(claim.cells)
        opened, safe = len(self._open), self._grid.cells - self._layout.mines
        if opened < safe:
            raise CertificateError(
                f"expected a certificate that opens all {safe} safe cells, got one that ends with {opened}"
            )

    def unknown(self, claim: Claim) -> list[int]:
        """Return all cells that are neither open nor premises of a claim (the latest one), in index order."""
        self.look(self._grid.cells)
        known = self._open | claim.given
        return [cell for cell in range(self._grid.cells) if cell not in known]

    def failure(self, what: str, got: object) -> CertificateError:
        """Return the exception for the latest step, from what was expected and what the certificate contains."""
        number = self._number
        return CertificateError(f"expected {what} in step {number} of a certificate, got {got}", step=number)

    def look(self, looks: int) -> None:
        """Add to the work done, in looks of about 0.25 µs.

        Raises:
            CertificateError: the work exceeds the limit.
        """
        self._looks -= looks
        if self._looks < 0:
            raise CertificateError(
                f"the certificate takes too much work to check: the limit was reached in step {self._number}",
                step=self._number,
            )

    def _claim(self, step: Step) -> Claim:
        index = self._grid.index
        cells, clues, premises = ([index(cell) for cell in some] for some in (step.cells, step.clues, step.premises))
        for clue, cell in zip(clues, step.clues, strict=True):
            if clue not in self._open:
                raise self.failure("clues of open cells", cell)
        for mine, cell in zip(premises, step.premises, strict=True):
            if mine not in self._mines:
                raise self.failure("premises that earlier steps have found to be mines", cell)
        for place, cell in zip(cells, step.cells, strict=True):
            if place in self._open or place in self._mines:
                raise self.failure("cells that aren't known yet", cell)
        for what, some in (("cells", cells), ("clues", clues), ("premises", premises)):
            if len(set(some)) < len(some):
                raise self.failure(f"{what} that are named once each", "some of them twice")
        if not cells:
            raise self.failure("cells to conclude something about", "none")
        if len(clues) != _CLUES_OF_RULE.get(step.rule, len(clues)):
            raise self.failure(f"{_CLUES_OF_RULE[step.rule]} as the number of clues for rule {step.rule!r}", len(clues))
        given = set(premises)
        sums = [self._sum(clue, given) for clue in clues]
        rest = None
        if step.rule == "count":
            rest = self._grid.cells - len(self._open) - len(given), self._layout.mines - len(given)
        else:
            touched = {cell for around, _ in sums for cell in around}
            for place, cell in zip(cells, step.cells, strict=True):
                if place not in touched:
                    raise self.failure("cells that its clues touch", cell)
        return Claim(step, cells, sums, rest, given)

    def _sum(self, clue: int, premises: set[int]) -> tuple[list[int], int]:
        most = self._grid.max_neighbours
        if most > _MOST_NEIGHBOURS:
            raise self.failure(f"a board whose cells touch at most {_MOST_NEIGHBOURS} others", f"one with {most}")
        self.look(_LOOKS_PER_NEIGHBOUR * most)
        covered = [other for other in self._grid.geometry().neighbours(clue) if other not in self._open]
        unknown = [other for other in covered if other not in premises]
        return unknown, self._layout.clue(clue) - (len(covered) - len(unknown))
