"""Tables of positions: the exact winning chance of every position of a small board, found by a lookup.

A table contains only the positions in which every covered cell may be a mine. In other positions, open the certainly
safe cells first, which never lowers the chance to win, until you reach such a position or win the game. Positions that
the board's symmetries map to each other share a row.
"""

from __future__ import annotations

import csv
import time
from array import array
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from itertools import combinations
from math import comb
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from hypersweep.atomic_write import save_whole
from hypersweep.errors import HypersweepError, InconsistentViewError, ParameterError, ParseError, ShapeError
from hypersweep.formats import position_line
from hypersweep.grid import Grid
from hypersweep.lab.tablebase import decode_table, table_lock, table_number
from hypersweep.layout import check_first_open, check_mines
from hypersweep.solve.kernel import Budget, check_budget
from hypersweep.symmetry import symmetries, transformed
from hypersweep.text import pluralize
from hypersweep.validation import check_type, truncate
from hypersweep.view import COVERED, EXPLODED, MINE, WRONG_FLAG, View

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from fractions import Fraction

    from hypersweep.typing import Cell, FirstOpen

MOST_CELLS: Final = 64
"""Maximum number of cells on a board that can have a table."""

COLUMNS = ("position", "layouts", "wins")
"""The columns, as in the file's header."""

_STANDARD = Budget(states=1 << 20)
# Approximate memory in bytes: for each cell of a layout, and for a position.
_CELL_BYTES = 48
_POSITION_BYTES = 4096
# Minimum seconds between two calls of ``progress``.
_PROGRESS_SECONDS = 0.05

# A view as bytes: 0 for a covered cell, otherwise the clue plus 1, which fits because boards have at most 64 cells.
_Key: TypeAlias = bytes
# How many layouts fit a position, and in how many of them best play wins.
_Row: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ProbedPosition:
    """A position's exact value, from ``Tablebase.probe``.

    Attributes:
        value: the chance of winning with best play.
        best: the best cell to open; of equally good ones, the one least likely to be a mine, then the one with the
            lowest index. None if the game is over.
        by_cell: the chance of winning after opening each covered cell, by cell; empty if the game is over.
    """

    value: Fraction
    best: Cell | None
    by_cell: Mapping[Cell, Fraction]

    def __reduce__(self) -> tuple[object, ...]:
        return _probed, (self.value, self.best, dict(self.by_cell))


def _probed(value: Fraction, best: Cell | None, by_cell: dict[Cell, Fraction]) -> ProbedPosition:
    return ProbedPosition(value, best, MappingProxyType(by_cell))


class Tablebase:
    r"""Exact winning chances of all positions of some small boards. Immutable.

    ``build`` computes a table, ``open`` reads one. A position's row doesn't depend on the moves that led to it.

    >>> table = Tablebase.build("3x4", 2)
    >>> len(table), table.boards
    (23, ((Grid('3x4'), 2),))
    >>> found = table.probe(View.parse("3x4 mines=2\n# # 1 .\n# # 1 .\n# # 1 ."))
    >>> found.value, found.best
    (Fraction(1, 1), (0, 1))
    """

    __slots__ = ("_boards", "_rows")

    def __init__(self, rows: Mapping[tuple[Grid, int], Mapping[_Key, _Row]]) -> None:
        """Use ``build`` or ``open`` instead."""
        self._rows = rows
        # Boards that were probed, with all their layouts.
        self._boards: dict[tuple[Grid, int], _Board] = {}

    @classmethod
    def build(
        cls,
        grid: Grid | str,
        mines: int,
        *,
        budget: Budget = _STANDARD,
        progress: Callable[[int], object] | None = None,
    ) -> Tablebase:
        """Compute the table of a board.

        Args:
            grid: the board, of at most 64 cells.
            mines: number of mines.
            budget: ``states`` limits the number of rows, ``memory`` the memory for layouts and rows, ``seconds`` the
                time.
            progress: called about twenty times a second with the number of rows so far. An error that it raises stops
                the search.

        Raises:
            ShapeError: the grid has more than 64 cells.
            MineCountError: the mines don't fit.
            BudgetExceededError: the table exceeds the budget.

        Complexity: exponential. 4x4 with 4 mines takes 2 seconds and has 1857 rows; with 6 mines 7 seconds and 11623.

        >>> Tablebase.build("2x3", 2).probe(View("2x3", 2, [-1] * 6), first_open="any").value
        Fraction(1, 3)
        """
        own = grid if isinstance(grid, Grid) else Grid(grid)
        if own.cells > MOST_CELLS:
            raise ShapeError(
                f"expected a board of at most {MOST_CELLS} cells for a position table, got {own.cells}: {own}"
            )
        check_mines(own, mines)
        search = _Search(own, mines, check_budget(budget), progress)
        return cls({(own, mines): search.run()})

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Tablebase:
        """Read a table from a file.

        Raises:
            ParseError: the file isn't a table; the message names the line.
            OSError: the file can't be read.
        """
        with open(path, "rb") as file:
            return cls.parse(decode_table(file.read()))

    @classmethod
    def parse(cls, text: str) -> Tablebase:
        r"""Parse a table from the text of its file.

        Raises:
            ParseError: the text isn't a table; the message names the line.

        >>> Tablebase.parse("position,layouts,wins\n3-1-C,3,2\n").boards
        ((Grid('3'), 1),)
        """
        reader = csv.reader(StringIO(text, newline=""), strict=True)
        rows: dict[tuple[Grid, int], dict[_Key, _Row]] = {}
        try:
            header = tuple(next(reader, []))
            if header != COLUMNS:
                raise ParseError(f"expected the header {','.join(COLUMNS)}, got {truncate(','.join(header))}")
            for words in reader:
                view, row = _read_row(words)
                own, key = rows.setdefault((view.grid, view.mines), {}), _key_of(view)
                if key in own:
                    raise ParseError(f"expected one row for {words[0]}, got two")
                own[key] = row
        except (HypersweepError, csv.Error) as error:
            raise ParseError(f"{error} (line {reader.line_num} of the table)", text=text) from None
        return cls(rows)

    def format(self) -> str:
        """Return the table as comma-separated values: position, number of layouts that fit, and how many are won.

        >>> print(Tablebase.build("2x3", 1).format(), end="")
        position,layouts,wins
        2x3-1-F,6,3
        2x3-1-1A11A1,2,1
        2x3-1-a1Aa1A,2,1
        2x3-1-A1B1A,4,2
        2x3-1-A1D,5,3
        """
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        for (grid, mines), rows in self._rows.items():
            for key, row in rows.items():
                writer.writerow((position_line.format(_view_of(grid, mines, key)), *row))
        return text.getvalue()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the table to a file atomically.

        Raises:
            OSError: the file can't be written; an existing one is unchanged.
        """
        data = self.format().encode()
        save_whole(path, lambda file: file.write(data))

    @property
    def boards(self) -> tuple[tuple[Grid, int], ...]:
        """The boards in the table, each with its number of mines."""
        return tuple(self._rows)

    def __len__(self) -> int:
        """Return the number of rows."""
        return sum(map(len, self._rows.values()))

    def __or__(self, other: Tablebase) -> Tablebase:
        """Return a table with the boards of both; a board in both is taken from the first."""
        check_type(other, Tablebase, "a Tablebase")
        return Tablebase(
            {**self._rows, **{board: rows for board, rows in other._rows.items() if board not in self._rows}}
        )

    def probe(self, view: View, *, first_open: FirstOpen = "safe") -> ProbedPosition:
        """Return the exact winning chance of a position, and of every move in it.

        All layouts that fit the view are equally likely; flags don't count as mines.

        Args:
            view: the position.
            first_open: what the first open promises; matters only while no cell is open.

        Raises:
            ParameterError: the table doesn't have the board, or the view shows a mine and the game isn't over.
            InconsistentViewError: no layout fits the view.
            RulesError: there is no such promise.
            MineCountError: no first open can meet the promise with so many mines.
            ParseError: the table lacks a position.

        Complexity: O(layouts * covered cells); the first probe of a board also lists all its layouts.

        >>> table = Tablebase.build("3x4", 2)
        >>> found = table.probe(View("3x4", 2, [-1] * 12))
        >>> found.value, found.best, str(found.by_cell[0, 1])
        (Fraction(52, 55), (0, 0), '49/55')
        """
        from fractions import Fraction

        check_type(view, View, "a View")
        promise = check_first_open(first_open)
        board = self._board(view.grid, view.mines)
        codes = view.codes.tolist()
        if EXPLODED in codes or WRONG_FLAG in codes:
            return _probed(Fraction(0), None, {})
        opened, layouts = board.fitting(_key_of(view))
        if not layouts:
            raise InconsistentViewError(f"no layout of {view.grid} with {pluralize(view.mines, 'mine')} fits the view")
        if len(layouts) == 1 and not any(board.without_mine(layouts, cell) for cell in board.covered(opened)):
            return _probed(Fraction(1), None, {})
        if MINE in codes:
            raise ParameterError("expected a view that shows no mine: the table contains only such views")
        rows = self._rows[view.grid, view.mines]

        def wins(opened: int, layouts: list[int]) -> int:
            key = board.key(opened, layouts[0])
            if key not in rows:
                raise ParseError(
                    f"the table lacks the position {position_line.format(_view_of(view.grid, view.mines, key))}"
                )
            return rows[key][1]

        if not opened:
            check_mines(view.grid, view.mines, promise)
        found: dict[Cell, Fraction] = {}
        best: tuple[Fraction, int] = (Fraction(-1), 0)
        best_cell = None
        for index in board.covered(opened):
            possible = layouts if opened else board.keeping(promise, index)
            safe = board.without_mine(possible, index)
            if not possible:
                continue
            cell = view.grid.cell(index)
            found[cell] = Fraction(board.wins_after(opened, safe, index, wins), len(possible))
            if (found[cell], len(safe)) > best:
                best, best_cell = (found[cell], len(safe)), cell
        return _probed(best[0], best_cell, found)

    def _board(self, grid: Grid, mines: int) -> _Board:
        if (grid, mines) not in self._rows:
            known = ", ".join(f"{own} with {pluralize(count, 'mine')}" for own, count in self.boards[:10]) or "none"
            raise ParameterError(f"expected a board in the table ({known}), got {grid} with {pluralize(mines, 'mine')}")
        board = self._boards.get((grid, mines))
        if board is None:
            board = self._boards[grid, mines] = _Board(grid, mines)
        return board

    def __repr__(self) -> str:
        boards = ", ".join(f"{grid} with {pluralize(mines, 'mine')}" for grid, mines in self.boards[:5])
        more = ", ..." if len(self.boards) > 5 else ""
        return f"<Tablebase of {boards}{more}: {len(self)} positions>"


def add_positions(path: str | os.PathLike[str], table: Tablebase) -> None:
    """Add a table's boards to a file; boards that it already has stay unchanged.

    Several programs may add boards to a file at the same time: a lock file next to it makes them wait for each other.

    Raises:
        BusyError: another program has held the lock for a minute.
        ParseError: the file isn't a table.
        OSError: the file can't be read or written; an existing one is unchanged.
    """
    with table_lock(path) as place:
        with suppress(FileNotFoundError):
            table = Tablebase.open(place) | table
        table.save(place)


def _read_row(words: list[str]) -> tuple[View, _Row]:
    if len(words) != len(COLUMNS):
        raise ParameterError(f"expected {len(COLUMNS)} columns, got {len(words)}")
    view = position_line.parse(words[0], max_cells=MOST_CELLS)
    if min(view.codes) < COVERED:
        raise ParameterError(f"expected only covered cells and clues, got {truncate(words[0])}")
    layouts, wins = map(table_number, words[1:])
    if not wins <= layouts:
        raise ParameterError(f"expected at most {layouts} wins, got {wins}")
    return view, (layouts, wins)


def _key_of(view: View) -> _Key:
    return bytes([max(code, -1) + 1 for code in view.codes])


def _view_of(grid: Grid, mines: int, key: _Key) -> View:
    return View(grid, mines, [code - 1 for code in key])


class _Board:
    """All layouts of a board, as bit sets, and what opening a cell does in each.

    A position is a bit set of open cells and the list of layouts that fit. Layouts are named by their index.
    """

    def __init__(self, grid: Grid, mines: int) -> None:
        self._cells = cells = grid.cells
        self._all = (1 << cells) - 1
        # For each symmetry of the board, a function that permutes codes accordingly.
        self._arrange = [
            itemgetter(*transformed(array("i", range(cells)), symmetry, grid))
            for symmetry in symmetries(grid)
            if cells > 1
        ]
        neighbours = [[grid.index(cell) for cell in grid.neighbours(grid.cell(index))] for index in range(cells)]
        self._around = [sum(1 << cell for cell in near) for near in neighbours]
        # For each layout: its mines; its codes, as bytes and as one number; and for each cell, what opening it shows.
        self._mines = [sum(1 << cell for cell in chosen) for chosen in combinations(range(cells), mines)]
        self._codes = [self._codes_of(layout) for layout in self._mines]
        self._numbers = [int.from_bytes(codes, "little") for codes in self._codes]
        self._shows = [_shown_by_each(codes, neighbours) for codes in self._codes]
        self._masks: dict[int, int] = {}

    def _codes_of(self, layout: int) -> bytes:
        return bytes(
            [0 if layout >> cell & 1 else 1 + (layout & near).bit_count() for cell, near in enumerate(self._around)]
        )

    def __len__(self) -> int:
        """Return the number of layouts."""
        return len(self._mines)

    def covered(self, opened: int) -> Iterator[int]:
        """Yield the covered cells."""
        return (cell for cell in range(self._cells) if not opened >> cell & 1)

    def fitting(self, key: _Key) -> tuple[int, list[int]]:
        """Return the open cells of a view, and the layouts that fit it."""
        opened = sum(1 << cell for cell, code in enumerate(key) if code)
        mask, number = self._mask(opened), int.from_bytes(key, "little")
        layouts = [
            layout
            for layout, codes in enumerate(self._numbers)
            if codes & mask == number and not self._mines[layout] & opened
        ]
        return opened, layouts

    def keeping(self, promise: FirstOpen, first: int) -> list[int]:
        """Return the layouts that keep the promise if the first open is this cell."""
        if promise == "any":
            return [*range(len(self))]
        kept_free = 1 << first | (self._around[first] if promise == "opening" else 0)
        return [layout for layout, mines in enumerate(self._mines) if not mines & kept_free]

    def without_mine(self, layouts: list[int], cell: int) -> list[int]:
        """Return the layouts in which a cell is safe."""
        return [layout for layout in layouts if not self._mines[layout] >> cell & 1]

    def wins_after(self, opened: int, safe: list[int], cell: int, wins: Callable[[int, list[int]], int]) -> int:
        """Return the number of layouts won after a cell is opened.

        Args:
            opened: the open cells before.
            safe: the layouts in which the cell is safe.
            cell: the cell.
            wins: returns the number of wins of a position in which no covered cell is certainly safe.
        """
        shown = [(layout, opened | self._shows[layout][cell]) for layout in safe]
        won = 0
        for begin, fitting in self._told_apart(shown):
            if len(fitting) == 1:
                won += 1
            else:
                won += sum(
                    1 if len(layouts) == 1 else wins(after, layouts) for after, layouts in self._settled(begin, fitting)
                )
        return won

    def _settled(self, opened: int, layouts: list[int]) -> Iterator[tuple[int, list[int]]]:
        """Open certainly safe cells until there are none left, and yield each position that may result."""
        positions = [(opened, layouts)]
        while positions:
            opened, layouts = positions.pop()
            if len(layouts) == 1:
                yield opened, layouts
                continue
            mines = 0
            for layout in layouts:
                mines |= self._mines[layout]
            certain = [*self.covered(opened | mines)]
            if not certain:
                yield opened, layouts
                continue
            shown = []
            for layout in layouts:
                after, shows = opened, self._shows[layout]
                for cell in certain:
                    after |= shows[cell]
                shown.append((layout, after))
            positions.extend(self._told_apart(shown))

    def _told_apart(self, shown: Iterable[tuple[int, int]]) -> Iterable[tuple[int, list[int]]]:
        """Group layouts, each with its open cells, by what the player sees. Returns: each group's position."""
        found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for layout, opened in shown:
            found[opened, self._numbers[layout] & self._mask(opened)].append(layout)
        return ((opened, layouts) for (opened, _), layouts in found.items())

    def _mask(self, opened: int) -> int:
        """Return a number whose bytes are 255 at open cells and 0 elsewhere."""
        mask = self._masks.get(opened)
        if mask is None:
            own = bytes([255 if opened >> cell & 1 else 0 for cell in range(self._cells)])
            mask = self._masks[opened] = int.from_bytes(own, "little")
        return mask

    def key(self, opened: int, layout: int) -> _Key:
        """Return a position's key: the greatest of its images under the board's symmetries."""
        own = (self._numbers[layout] & self._mask(opened)).to_bytes(self._cells, "little")
        return max([bytes(arrange(own)) for arrange in self._arrange], default=own)


def _shown_by_each(codes: bytes, neighbours: list[list[int]]) -> list[int]:
    """Return, for each cell of a layout, the cells shown by opening it on a covered board."""
    shows = [1 << cell for cell in range(len(codes))]
    for begin, code in enumerate(codes):
        if code != 1 or shows[begin] != 1 << begin:
            continue
        area, waiting = {begin}, [begin]
        while waiting:
            for cell in neighbours[waiting.pop()]:
                if cell not in area:
                    area.add(cell)
                    if codes[cell] == 1:
                        waiting.append(cell)
        shown = sum(1 << cell for cell in area)
        for cell in area:
            if codes[cell] == 1:
                shows[cell] = shown
    return shows


class _Search:
    """Computes a table's rows: all positions that can be reached by guessing only when no cell is certainly safe."""

    def __init__(self, grid: Grid, mines: int, budget: Budget, progress: Callable[[int], object] | None) -> None:
        layouts = comb(grid.cells, mines)
        _, memory, seconds = budget.limits()
        memory -= layouts * grid.cells * _CELL_BYTES
        self._most = min(budget.states, memory // _POSITION_BYTES)
        self._what = f"the positions of {grid} with {pluralize(mines, 'mine')}"
        self._budget = budget
        self._end = time.monotonic() + seconds
        if self._most < 1:
            raise budget.exceeded(self._what, late=False)
        self._progress = progress
        self._next = 0.0
        self._board = _Board(grid, mines)
        self._rows: dict[_Key, _Row] = {}

    def run(self) -> dict[_Key, _Row]:
        """Return all rows, the untouched board first."""
        board = self._board
        self._wins(0, [*range(len(board))])
        start = board.key(0, 0)
        return {start: self._rows.pop(start), **self._rows}

    def _wins(self, opened: int, layouts: list[int]) -> int:
        board = self._board
        key = board.key(opened, layouts[0])
        row = self._rows.get(key)
        if row is None:
            if len(self._rows) >= self._most:
                raise self._budget.exceeded(self._what, len(self._rows), late=False)
            self._look_at_clock()
            best = max(
                board.wins_after(opened, board.without_mine(layouts, cell), cell, self._wins)
                for cell in board.covered(opened)
            )
            row = self._rows[key] = len(layouts), best
        return row[1]

    def _look_at_clock(self) -> None:
        now = time.monotonic()
        if now > self._end:
            raise self._budget.exceeded(self._what, len(self._rows), late=True)
        if self._progress is not None and now > self._next:
            self._next = now + _PROGRESS_SECONDS
            self._progress(len(self._rows))
