"""Certificates: how a board is finished without a guess, step by step, each with what it rests on."""

from __future__ import annotations

from hypersweep.arguments import place_among, shorten
from hypersweep.errors import CellError, CertificateError, ParameterTypeError, ParseError
from hypersweep.generate.grading import GRADES, check_first, played
from hypersweep.held import Value
from hypersweep.layout import Layout
from hypersweep.lazy import defer
from hypersweep.solve.budget import Budget, check_budget

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypersweep.generate.opb import StepProof
    from hypersweep.grid import Grid
    from hypersweep.typing import Cell, CellLike, Grade
else:
    defer(
        globals(),
        "from collections.abc import Iterator",
        "from hypersweep.generate.opb import StepProof",
        "from hypersweep.grid import Grid",
        "from hypersweep.typing import Cell, CellLike, Grade",
    )

__all__ = ["Certificate", "Step", "certify"]

_HEAD = "hypersweep certificate 1"
_CONCLUSIONS = ("safe", "mine")


class Step(Value):
    """One conclusion of a certificate.

    Attributes:
        rule: what it takes: one clue, a "pair" of clues, a "set" of them, or the "count" of mines as well.
        is_mine: whether its cells are mines; otherwise they are safe, and opened at once.
        cells: the covered cells that it is about.
        clues: the open cells whose numbers it rests on.
        premises: mines found by earlier steps that it takes into account.
    """

    __slots__ = ("rule", "is_mine", "cells", "clues", "premises")  # noqa: RUF023 - in the order of __init__

    rule: Grade
    is_mine: bool
    cells: tuple[Cell, ...]
    clues: tuple[Cell, ...]
    premises: tuple[Cell, ...]

    def __init__(
        self,
        rule: Grade,
        is_mine: bool,
        cells: tuple[Cell, ...],
        clues: tuple[Cell, ...],
        premises: tuple[Cell, ...] = (),
    ) -> None:
        self._fill(
            GRADES[place_among("a rule", rule, GRADES)], bool(is_mine), tuple(cells), tuple(clues), tuple(premises)
        )

    def format(self) -> str:
        """The step as a line of a certificate.

        >>> Step("clue", True, ((0, 1),), ((1, 2),)).format()
        'clue mine 0,1 by 1,2'
        """
        parts = [self.rule, _CONCLUSIONS[self.is_mine], *map(_cell_text, self.cells)]
        parts += ["by", *map(_cell_text, self.clues)] if self.clues else []
        parts += ["given", *map(_cell_text, self.premises)] if self.premises else []
        return " ".join(parts)


class Certificate(Value):
    """A proof that a board can be finished without a guess. ``certify`` makes one, and ``verify`` checks it.

    Its text is a line that says what it is, the board, the first cell, and a line for each step: the rule, what it
    says of which cells, the clues that it rests on, and mines found before that count there. Cells are coordinates
    with commas between them.

    Attributes:
        layout: where the mines are; a step may only use the clues of cells that are open by then.
        first: the cell that is opened first.
        steps: the conclusions, in order.

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

    __slots__ = ("layout", "first", "steps")  # noqa: RUF023 - in the order of __init__

    layout: Layout
    first: Cell
    steps: tuple[Step, ...]

    def __init__(self, layout: Layout, first: CellLike, steps: tuple[Step, ...]) -> None:
        if not isinstance(layout, Layout):
            raise ParameterTypeError(f"expected a Layout, got {shorten(layout)} ({type(layout).__name__})")
        for step in steps:
            if not isinstance(step, Step):
                raise ParameterTypeError(f"expected steps of a certificate, got {shorten(step)}")
        self._fill(layout, layout.grid.cell(layout.grid.index(first)), tuple(steps))

    @property
    def grade(self) -> Grade:
        """The hardest rule of its steps: what the board is graded, if the certificate holds."""
        return GRADES[max([GRADES.index(step.rule) for step in self.steps], default=0)]

    def format(self) -> str:
        """The certificate as a text."""
        lines = [_HEAD, f"board {self.layout}", f"first {_cell_text(self.first)}"]
        return "\n".join([*lines, *[step.format() for step in self.steps], ""])

    @classmethod
    def parse(cls, text: str, *, max_cells: int | None = None) -> Certificate:
        """The certificate of a text. Whether it proves anything, ``verify`` says.

        Args:
            text: as ``format`` gives it.
            max_cells: the most cells the board may have; None for any number.

        Raises:
            ParseError: it isn't the text of a certificate, or has a cell that isn't on its board.
            ShapeError: an impossible grid, or too large a one.
            BoardTooLargeError: this machine can't hold the board.
        """
        if not isinstance(text, str):
            raise ParameterTypeError(f"expected the text of a certificate, got {shorten(text)} ({type(text).__name__})")
        lines = text.split("\n")
        if lines[0].rstrip() != _HEAD:
            raise ParseError(f"expected {_HEAD!r} on line 1 of a certificate, got {shorten(lines[0])}", text=text)
        board = _rest("board", lines, 2)
        layout = Layout.parse(board, max_cells=max_cells)
        first = _read_cell(layout.grid, _rest("first", lines, 3), 3)
        steps = [_read_step(layout.grid, line, number) for number, line in enumerate(lines[3:], 4) if line.strip()]
        return cls(layout, first, tuple(steps))

    def to_opb(self) -> Iterator[StepProof]:
        """Each step as a pseudo-Boolean problem without a solution, and the proof that it has none.

        See ``hypersweep.generate.opb``.
        """
        from hypersweep.generate.opb import proofs

        return proofs(self)

    def __str__(self) -> str:
        return self.format().rstrip("\n")

    def __repr__(self) -> str:
        return f"<Certificate of {len(self.steps)} steps for {self.layout.grid} with {self.layout.mines} mines>"


def certify(
    layout: Layout, first: CellLike, *, uses_mine_count: bool = True, budget: Budget | None = None
) -> Certificate:
    """The certificate of a board that needs no guess.

    Args:
        layout: where the mines are.
        first: the cell that is opened first.
        uses_mine_count: whether the number of mines may be used.
        budget: what a set of clues may take; None for the standard one.

    Raises:
        CertificateError: the board needs a guess.
        CellError: the first cell isn't on the board, or holds a mine.
        BudgetExceededError: a set of clues is too large.
        BoardTooLargeError: this machine can't hold what it takes.

    >>> certify(Layout("3x4", [(0, 0), (2, 3)]), (0, 3)).grade
    'pair'
    >>> certify(Layout("2x3", [(0, 0)]), (0, 2))
    Traceback (most recent call last):
        ...
    hypersweep.errors.CertificateError: expected a board that needs no guess, got one on which deduction opens 4 of 5 \
safe cells from (0, 2)
    """
    index = check_first(layout, first)
    own = Budget() if budget is None else check_budget(budget)
    grid = layout.grid
    found, opened, data = played(layout, index, uses_mine_count=uses_mine_count, budget=own, is_noted=True)
    if not found:
        raise CertificateError(
            f"expected a board that needs no guess, got one on which deduction opens {opened} of "
            f"{grid.cells - layout.mines} safe cells from {grid.cell(index)}"
        )
    return Certificate(layout, index, tuple(_Notes(layout, index, own).steps(data)))


class _Notes:
    """Makes steps of what the kernel noted, and finds the clues where it noted none."""

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
        """Few clues for each of some cells, and with them all further cells that the same clues settle."""
        from hypersweep.solve.conflict import Prover, smallest
        from hypersweep.view import COVERED, MINE

        layout = self._layout
        codes = [COVERED] * self._grid.cells
        for cell in self._open:
            codes[cell] = layout.clue(cell)
        for cell in self._mines:
            codes[cell] = MINE
        prover = Prover(self._grid, codes, layout.mines, False, self._budget)
        waiting = dict.fromkeys(cells)
        while waiting:
            cell = next(iter(waiting))

            def refutes(clues: list[int], about: int) -> bool:
                return prover.refutes(clues, [(about, not is_mine)], counted=is_counted)

            clues = smallest(prover.order([cell]), lambda some, cell=cell: refutes(some, cell))  # type: ignore[misc]
            if clues is None:
                raise CertificateError(f"expected few clues that settle {self._grid.cell(cell)}, found none")
            alike = [other for other in waiting if other == cell or refutes(clues, other)]
            for other in alike:
                del waiting[other]
            yield clues, alike


def _cell_text(cell: Cell) -> str:
    return ",".join(map(str, cell))


def _read_cell(grid: Grid, text: str, line: int) -> Cell:
    parts = text.split(",")
    if all(part.isascii() and part.isdigit() and len(part) < 20 for part in parts):
        try:
            return grid.cell(grid.index(tuple(map(int, parts))))
        except CellError:
            pass
    raise ParseError(f"expected a cell of {grid} on line {line} of a certificate, got {shorten(text)}", text=text)


def _rest(word: str, lines: list[str], number: int) -> str:
    line = lines[number - 1] if len(lines) >= number else ""
    first, _, rest = line.strip().partition(" ")
    if first != word or not rest:
        raise ParseError(f"expected '{word} ...' on line {number} of a certificate, got {shorten(line)}", text=line)
    return rest.strip()


def _read_step(grid: Grid, line: str, number: int) -> Step:
    rule, *words = line.split()
    lists: dict[str, list[Cell]] = {}
    conclusion = words.pop(0) if words else ""
    if rule not in GRADES or conclusion not in _CONCLUSIONS:
        raise ParseError(
            f"expected a step such as 'clue safe 0,1 by 1,1' on line {number} of a certificate, got {shorten(line)}",
            text=line,
        )
    into = lists.setdefault("", [])
    for word in words:
        if word in ("by", "given"):
            if word in lists:
                raise ParseError(f"expected {word!r} once on line {number} of a certificate, got it twice", text=line)
            into = lists[word] = []
        else:
            into.append(_read_cell(grid, word, number))
    return Step(
        GRADES[GRADES.index(rule)],
        conclusion == "mine",
        tuple(lists[""]),
        tuple(lists.get("by", ())),
        tuple(lists.get("given", ())),
    )
