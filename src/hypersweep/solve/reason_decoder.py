"""Decoder for reasons, which the kernel encodes as rows of integers (``native/solve/reasons/request.hpp``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.solve.evidence.clue import ClueGrounds
from hypersweep.solve.evidence.line import LineCase, LineGrounds, LineStep, TriedGrounds
from hypersweep.solve.evidence.mines import AllGrounds, BoundGrounds, ShareGrounds
from hypersweep.solve.evidence.sums import Side, SumGrounds
from hypersweep.solve.reason import RULES, Reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.solve.evidence.ground import Evidence
    from hypersweep.solve.reason_text import Clue
    from hypersweep.typing import Cell
    from hypersweep.view import View

# Length of a row's header: rule, conclusion, kind of evidence, and the numbers of cells, clues and premises.
_HEAD = 6


class Reader:
    """The reasons of one view, each decoded on first use.

    Args:
        view: the view.
        row: returns the row of a reason.
    """

    __slots__ = ("_cells", "_made", "_row", "_view")

    def __init__(self, view: View, row: Callable[[int], list[int]]) -> None:
        self._view: View = view
        self._row: Callable[[int], list[int]] = row
        self._cells: dict[int, Cell] = {}
        self._made: dict[int, Reason] = {}

    def reason(self, number: int) -> Reason:
        """Return a reason, with the reasons it depends on."""
        rows: dict[int, list[int]] = {}
        stack = [number]
        while stack:
            own = stack.pop()
            if own in self._made or own in rows:
                continue
            row = rows[own] = self._row(own)
            first = _HEAD + row[3] + row[4]
            stack.extend(row[first : first + row[5]])
        # Premises have smaller numbers, so they are decoded first.
        for own in sorted(rows):
            self._made[own] = _Row(self._view, self._cells, rows[own]).reason(self._made)
        return self._made[number]


class _Row:
    """Reader of one row, from left to right."""

    __slots__ = ("_cells", "_place", "_row", "_view")

    def __init__(self, view: View, cells: dict[int, Cell], row: list[int]) -> None:
        self._view, self._cells, self._row = view, cells, row
        self._place = _HEAD

    def reason(self, made: dict[int, Reason]) -> Reason:
        rule, conclusion, grounds, cells, clues, premises = self._row[:_HEAD]
        about = self._named(cells)
        looked_at = self._named(clues)
        because = tuple([made[number] for number in self._numbers(premises)])
        return Reason(
            RULES[rule],
            "mine" if conclusion else "safe",
            about,
            looked_at,
            because,
            _GROUNDS[grounds](self, looked_at),
        )

    def _number(self) -> int:
        place = self._place
        self._place = place + 1
        return self._row[place]

    def _numbers(self, count: int) -> list[int]:
        place = self._place
        self._place = place + count
        return self._row[place : place + count]

    def _named(self, count: int) -> tuple[Cell, ...]:
        known = self._cells
        found = []
        for index in self._numbers(count):
            cell = known.get(index)
            if cell is None:
                cell = known[index] = self._view.grid.cell(index)
            found.append(cell)
        return tuple(found)

    def _list(self) -> tuple[Cell, ...]:
        return self._named(self._number())

    def _clue(self) -> Clue:
        index = self._row[self._place]
        (cell,) = self._named(1)
        return self._view.codes[index], cell

    def clue(self, _clues: tuple[Cell, ...]) -> Evidence:
        clue, covered = self._clue(), self._number()
        return ClueGrounds(clue, self._list(), self._list(), covered)

    def sum(self, _clues: tuple[Cell, ...]) -> Evidence:
        more, less, is_nested = self._numbers(3)
        sides = [Side(self._clue(), self._number(), *[self._list() for _ in range(5)]) for _ in range(more + less)]
        weighed: list[tuple[tuple[Cell, ...], tuple[int, ...]]] = []
        for _ in range(2):
            cells = self._list()
            weighed.append((cells, tuple(self._numbers(len(cells)))))
        (able, able_weights), (known, known_weights) = weighed
        return SumGrounds(
            tuple(sides[:more]),
            tuple(sides[more:]),
            able,
            able_weights,
            known,
            known_weights,
            self._list(),
            bool(is_nested),
        )

    def line(self, _clues: tuple[Cell, ...]) -> Evidence:
        alike = self._list()
        return LineGrounds(self._case(), alike)

    def _case(self) -> LineCase:
        (cell,) = self._named(1)
        is_mine = bool(self._number())
        steps = tuple([self._line_step() for _ in range(self._number())])
        return LineCase(cell, is_mine, steps, tuple([self._case() for _ in range(self._number())]))

    def _line_step(self) -> LineStep:
        clue, is_mine = self._clue(), bool(self._number())
        return LineStep(clue, is_mine, self._list(), self._list(), self._list())

    def tried(self, clues: tuple[Cell, ...]) -> Evidence:
        return TriedGrounds(tuple([(self._view[clue], clue) for clue in clues]))

    def share(self, _clues: tuple[Cell, ...]) -> Evidence:
        clues: list[Clue] = []
        needs = []
        for _ in range(self._number()):
            clues.append(self._clue())
            needs.append(self._number())
        return ShareGrounds(tuple(clues), tuple(needs), *self._numbers(3))

    def bound(self, clues: tuple[Cell, ...]) -> Evidence:
        mines, bound, is_least = self._numbers(3)
        return BoundGrounds(clues, mines, bound, bool(is_least))

    def all(self, _clues: tuple[Cell, ...]) -> Evidence:
        return AllGrounds()


# Decoders in the order of the kernel's `Evidence`.
_GROUNDS: tuple[Callable[[_Row, tuple[Cell, ...]], Evidence], ...] = (
    _Row.clue,
    _Row.sum,
    _Row.line,
    _Row.tried,
    _Row.share,
    _Row.bound,
    _Row.all,
)
