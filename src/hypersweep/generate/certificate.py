"""Certificates: proofs, step by step, that a board needs no guess."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.errors import CellError, CertificateError, ParameterTypeError, ParseError
from hypersweep.generate.certificate_steps import CONCLUSIONS, Step, cell_text
from hypersweep.generate.grading import check_first, played
from hypersweep.layout import Layout
from hypersweep.rules import GRADES
from hypersweep.solve.kernel import Budget, check_budget
from hypersweep.text import pluralize
from hypersweep.validation import check_type, truncate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypersweep.generate.opb import StepProof
    from hypersweep.grid import Grid
    from hypersweep.typing import Cell, CellLike, Grade

_HEAD = "hypersweep certificate 1"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Certificate:
    """A proof that a board can be finished without a guess. Create it with ``certify``, and check it with ``verify``.

    The text form has a header line, the board, the first cell, and a line per step: rule, conclusion, cells, clues
    used, and earlier mines used. Cells are written as coordinates separated by commas.

    Attributes:
        layout: the mines; a step may use only clues in cells already open.
        first: the first cell to open.
        steps: the conclusions, in order.

    Raises:
        ParameterTypeError: the arguments aren't a layout and steps.
        CellError: a cell isn't on the board.

    >>> certificate = certify(Layout("3x4", [(0, 0), (0, 1)]), (2, 3))
    >>> print(certificate)
    hypersweep certificate 1
    board 3x4.bAw
    first 2,3
    clue safe 1,2 1,3 2,2 by 2,3
    clue safe 0,2 0,3 by 1,3
    clue safe 1,1 2,1 by 2,2
    clue mine 0,1 by 0,2
    clue safe 1,0 2,0 by 2,1
    clue mine 0,0 by 1,0 given 0,1
    >>> Certificate.parse(certificate.format()) == certificate
    True
    """

    layout: Layout
    first: Cell
    steps: tuple[Step, ...]

    def __init__(self, layout: Layout, first: CellLike, steps: Sequence[Step]) -> None:
        check_type(layout, Layout, "a Layout")
        check_type(steps, tuple | list, "a tuple of steps")
        index = layout.grid.index
        for step in steps:
            if not isinstance(step, Step):
                raise ParameterTypeError(f"expected steps of a certificate, got {truncate(step)}")
            for cells in (step.cells, step.clues, step.premises):
                for cell in cells:
                    index(cell)
        put = object.__setattr__
        put(self, "layout", layout)
        put(self, "first", layout.grid.cell(index(first)))
        put(self, "steps", tuple(steps))

    @property
    def grade(self) -> Grade:
        """The hardest rule used by the steps.

        For a valid certificate, this is an upper bound on the board's grade; if ``certify`` created it, it is the
        grade.
        """
        return GRADES[max([GRADES.index(step.rule) for step in self.steps], default=0)]

    def format(self) -> str:
        """Return the certificate as text."""
        lines = [_HEAD, f"board {self.layout}", f"first {cell_text(self.first)}"]
        return "\n".join([*lines, *[step.format() for step in self.steps], ""])

    @classmethod
    def parse(cls, text: str, *, max_cells: int | None = None) -> Certificate:
        """Parse a certificate without checking its steps; ``verify`` does that.

        Args:
            text: the text returned by ``format``.
            max_cells: maximum number of cells; None for no limit.

        Raises:
            ParseError: the text isn't a certificate, or contains a cell that isn't on its board.
            ShapeError: the grid is invalid or too large.
            BoardTooLargeError: the board doesn't fit into memory.
        """
        check_type(text, str, "a certificate as text")
        return _Reader(text).read(max_cells)

    def to_opb(self) -> Iterator[StepProof]:
        """Yield each step as a pseudo-Boolean problem with a proof that it has no solution.

        ``docs/certificates.md`` shows how to check these proofs with VeriPB.

        Raises:
            CertificateError: a step doesn't follow, uses a cell that isn't known yet, or would need too long a proof.
        """
        from hypersweep.generate.opb import proofs

        return proofs(self.layout, self.first, self.steps)

    def __str__(self) -> str:
        return self.format().rstrip("\n")

    def __repr__(self) -> str:
        return (
            f"<Certificate of {pluralize(len(self.steps), 'step')} for {self.layout.grid} with "
            f"{pluralize(self.layout.mines, 'mine')}>"
        )


def certify(
    layout: Layout, first: CellLike, *, uses_mine_count: bool = True, budget: Budget | None = None
) -> Certificate:
    """Return a no-guess board's certificate.

    Args:
        layout: the mines.
        first: the first cell to open.
        uses_mine_count: whether steps may use the number of mines.
        budget: limits for each set of clues; None for the defaults.

    Raises:
        CertificateError: the board needs a guess.
        CellError: the first cell isn't on the board, or contains a mine.
        BudgetExceededError: a set of clues is too large.
        BoardTooLargeError: there isn't enough memory.

    >>> certify(Layout("3x4", [(0, 0), (2, 3)]), (0, 3)).grade
    'pair'
    >>> certify(Layout("2x3", [(0, 0)]), (0, 2))
    Traceback (most recent call last):
        ...
    hypersweep.errors.CertificateError: the board needs a guess: deduction opens 4 of 5 safe cells from (0, 2)
    """
    index = check_first(layout, first)
    own = Budget() if budget is None else check_budget(budget)
    grid = layout.grid
    found, opened, data = played(layout, index, uses_mine_count=uses_mine_count, budget=own, is_noted=True)
    if not found:
        raise CertificateError(
            f"the board needs a guess: deduction opens {opened} of {grid.cells - layout.mines} safe cells "
            f"from {grid.cell(index)}"
        )
    return Certificate(layout, index, tuple(_Notes(layout, index, own).steps(data)))


class _Notes:
    """Converts the kernel's notes to steps; searches for a step's clues if the kernel noted none."""

    def __init__(self, layout: Layout, first: int, budget: Budget) -> None:
        self._layout = layout
        self._grid = layout.grid
        self._budget = budget
        self._neighbours = layout.grid.geometry().neighbours
        self._open = {first}
        self._mines: set[int] = set()

    def steps(self, data: bytes) -> Iterator[Step]:
        numbers = memoryview(data).cast("I").tolist()
        at = 0
        while at < len(numbers):
            rule, is_mine, clues, cells = numbers[at : at + 4]
            at += 4
            named = numbers[at : at + clues]
            about = numbers[at + clues : at + clues + cells]
            at += clues + cells
            if clues:
                parts = iter([(named, about)])
            else:
                parts = self._blamed(about, bool(is_mine), is_counted=GRADES[rule] == "count")
            for some, of in parts:
                yield self._step(GRADES[rule], bool(is_mine), of, some)
            (self._mines if is_mine else self._open).update(about)

    def _step(self, rule: Grade, is_mine: bool, cells: list[int], clues: list[int]) -> Step:
        if rule == "count":
            premises = sorted(self._mines)
        else:
            premises = sorted({other for clue in clues for other in self._neighbours(clue) if other in self._mines})
        name = self._grid.cell
        return Step(
            rule,
            is_mine,
            tuple([name(cell) for cell in sorted(cells)]),
            tuple([name(clue) for clue in sorted(clues)]),
            tuple([name(cell) for cell in premises]),
        )

    def _blamed(self, cells: list[int], is_mine: bool, *, is_counted: bool) -> Iterator[tuple[list[int], list[int]]]:
        """Yield small sets of clues that together settle the given cells, each with the cells it settles."""
        from hypersweep.solve.kernel import answered, borrow_reasoner, give_back
        from hypersweep.view import COVERED, MINE

        layout = self._layout
        codes = [COVERED] * self._grid.cells
        for cell in self._open:
            codes[cell] = layout.clue(cell)
        for cell in self._mines:
            codes[cell] = MINE
        reasoner = borrow_reasoner(self._grid)
        native = reasoner.native
        answered(native.begin(array("i", codes), layout.mines, False))
        mines, limits = layout.mines if is_counted else None, self._budget.limits()
        waiting = dict.fromkeys(cells)
        while waiting:
            cell = next(iter(waiting))
            status, clues = native.prove(cell, is_mine, mines, *limits)
            answered(status)
            if clues is None:
                # Proving the kernel's conclusion would exceed the budget.
                raise self._budget.exceeded(f"a proof for {self._grid.cell(cell)} of {self._grid}", late=False)
            alike = [cell]
            for other in waiting:
                status, is_refuted = native.refute(clues, [(other, not is_mine)], mines, *limits)
                answered(status)
                if is_refuted and other != cell:
                    alike.append(other)
            for other in alike:
                del waiting[other]
            yield clues, alike
        give_back(reasoner)


class _Reader:
    """Parses a certificate's text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = text.split("\n")
        self._cells: dict[str, Cell] = {}  # cache of parsed cells

    def read(self, max_cells: int | None) -> Certificate:
        """Return the certificate."""
        if not self._text.isascii():
            number, line = next((n, line) for n, line in enumerate(self._lines, 1) if not line.isascii())
            raise self._refusal("plain ASCII", number, line)
        if self._lines[0].rstrip() != _HEAD:
            raise self._refusal(repr(_HEAD), 1, self._lines[0])
        layout = Layout.parse(self._rest("board", 2), max_cells=max_cells)
        first = self._cell(layout.grid, self._rest("first", 3), 3)
        steps = [
            self._step(layout.grid, line, number) for number, line in enumerate(self._lines[3:], 4) if line.strip()
        ]
        return Certificate(layout, first, tuple(steps))

    def _refusal(self, expected: str, number: int, got: str) -> ParseError:
        return ParseError(
            f"expected {expected} on line {number} of a certificate, got {truncate(got)}",
            text=self._text,
            position=sum([len(line) + 1 for line in self._lines[: number - 1]]),
        )

    def _rest(self, word: str, number: int) -> str:
        line = self._lines[number - 1] if len(self._lines) >= number else ""
        first, _, rest = line.strip().partition(" ")
        if first != word or not rest:
            raise self._refusal(f"'{word} ...'", number, line)
        return rest.strip()

    def _cell(self, grid: Grid, word: str, number: int) -> Cell:
        found = self._cells.get(word)
        if found is None:
            parts = word.split(",")
            # Limit the length: int() is slow for thousands of digits, and fails above its own limit.
            if not all(part.isdigit() and len(part) < 20 for part in parts):
                raise self._refusal(f"a cell of {grid}", number, word)
            try:
                found = grid.cell(grid.index(tuple(map(int, parts))))
            except CellError:
                raise self._refusal(f"a cell of {grid}", number, word) from None
            self._cells[word] = found
        return found

    def _step(self, grid: Grid, line: str, number: int) -> Step:
        rule, *words = line.split()
        conclusion = words[0] if words else ""
        if rule not in GRADES or conclusion not in CONCLUSIONS:
            raise self._refusal("a step such as 'clue safe 0,1 by 1,1'", number, line)
        lists: dict[str, list[Cell]] = {"": []}
        into = lists[""]
        for word in words[1:]:
            if word not in ("by", "given"):
                into.append(self._cell(grid, word, number))
            elif word in lists:
                raise self._refusal(f"{word!r} once", number, "it twice")
            else:
                into = lists[word] = []
        return Step(
            GRADES[GRADES.index(rule)],
            conclusion == "mine",
            lists[""],
            lists.get("by", ()),
            lists.get("given", ()),
        )
