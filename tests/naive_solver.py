"""The slow and obvious solver: it lists every layout and looks at it. Nothing here imports hypersweep."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction

from naive import COVERED, EXPLODED, FLAGGED, MINE, Board, Cell

Mines = frozenset[Cell]


def layouts_that_fit(
    board: Board,
    codes: Sequence[int],
    mines: int | None,
    *,
    trust_flags: bool = False,
    silent: Callable[[Cell], bool] | None = None,
) -> Iterator[Mines]:
    """Return every layout that could lie under a view.

    `mines` is None where any number will do; clues of cells for which `silent` says so aren't looked at.
    """
    cells = board.cells()
    shown = (MINE, EXPLODED, FLAGGED) if trust_flags else (MINE, EXPLODED)
    fixed = {cell for cell, code in zip(cells, codes, strict=True) if code in shown}
    free = [cell for cell, code in zip(cells, codes, strict=True) if code in (COVERED, FLAGGED) and cell not in fixed]
    clues = [
        (code, board.neighbours(cell))
        for cell, code in zip(cells, codes, strict=True)
        if code >= 0 and not (silent and silent(cell))
    ]
    counts = range(len(free) + 1) if mines is None else [mines - len(fixed)]
    for count in counts:
        if count < 0:
            continue
        for chosen in itertools.combinations(free, count):
            layout = fixed.union(chosen)
            if all(sum(cell in layout for cell in around) == code for code, around in clues):
                yield frozenset(layout)


def clue_shares(board: Board, layouts: Sequence[Mines], cell: Cell) -> list[Fraction]:
    """Return the share of layouts in which a cell is safe and shows clue 0, 1, ..."""
    around = board.neighbours(cell)
    counts = [0] * (len(around) + 1)
    for layout in layouts:
        if cell not in layout:
            counts[sum(other in layout for other in around)] += 1
    return [Fraction(count, len(layouts)) for count in counts]


def best_play(board: Board, codes: Sequence[int], layouts: Sequence[Mines]) -> Fraction:
    """Return the share of layouts that the best play wins, by trying every covered cell in every position."""
    known: dict[tuple[frozenset[Cell], frozenset[Mines]], int] = {}
    cells = board.cells()

    def wins(covered: frozenset[Cell], left: frozenset[Mines]) -> int:
        if any(layout == covered for layout in left):
            # Nothing but mines is covered; then no other layout fits.
            return len(left)
        key = covered, left
        if key not in known:
            known[key] = max(after(covered, left, cell) for cell in covered)
        return known[key]

    def after(covered: frozenset[Cell], left: frozenset[Mines], cell: Cell) -> int:
        answers: dict[int, set[Mines]] = {}
        for layout in left:
            if cell not in layout:
                answers.setdefault(board.clue(layout, cell), set()).add(layout)
        return sum(wins(covered - {cell}, frozenset(part)) for part in answers.values())

    start = frozenset(cell for cell, code in zip(cells, codes, strict=True) if code in (COVERED, FLAGGED, MINE))
    return Fraction(wins(start, frozenset(layouts)), len(layouts))


def best_play_from(board: Board, first: Cell, mines: int, kept: Collection[Cell]) -> tuple[int, int]:
    """Return how many layouts the best play wins that opens a cell at first, and all without mines in `kept`."""
    free = [cell for cell in board.cells() if cell not in kept]
    layouts = frozenset(frozenset(each) for each in itertools.combinations(free, mines))
    if len(layouts) == 1:
        return int(first not in next(iter(layouts))), 1
    wins, after = _play_among(board)
    # The first open may be sure of its answer, too.
    won = after(layouts, first) or (wins(layouts) if all(first not in layout for layout in layouts) else 0)
    return won, len(layouts)


def _play_among(
    board: Board,
) -> tuple[Callable[[frozenset[Mines]], int], Callable[[frozenset[Mines], Cell], int]]:
    """Return functions that count the layouts of a set that the best play wins: as it likes, or opening a cell first.

    What is known is a set of layouts; every cell is tried in it, unless it is sure to show what it shows.
    """
    cells = board.cells()
    clues: dict[tuple[Mines, Cell], int] = {}
    known: dict[frozenset[Mines], int] = {}

    def wins(left: frozenset[Mines]) -> int:
        if len(left) == 1:
            return 1
        if left not in known:
            known[left] = max(after(left, cell) for cell in cells)
        return known[left]

    def after(left: frozenset[Mines], cell: Cell) -> int:
        answers: dict[int, set[Mines]] = {}
        for layout in left:
            if cell not in layout:
                if (layout, cell) not in clues:
                    clues[layout, cell] = board.clue(layout, cell)
                answers.setdefault(clues[layout, cell], set()).add(layout)
        parts = [frozenset(part) for part in answers.values()]
        return 0 if parts == [left] else sum(map(wins, parts))

    return wins, after


def follows(layouts: Sequence[Mines], facts: Mapping[Cell, bool]) -> bool:
    """Return whether some cells are mines or safe, as said, in every one of some layouts."""
    return all((cell in layout) == mine for layout in layouts for cell, mine in facts.items())


def helper_value(board: Board, mines: Mines, first: Cell) -> Fraction:
    """Return the chance to win a layout, after a first open, with a helper who speaks at once.

    The helper opens every zero and what it touches; all that single clues and pairs of clues then prove safe is opened
    as well. Covered cells that touch, or that a clue sees, are in one part, and the helper tells its number of mines.
    """
    if first in mines:
        return Fraction(0)
    cells = set(board.cells())
    zeros = {cell for cell in cells - mines if board.clue(mines, cell) == 0}
    opened = {first} | zeros | {near for zero in zeros for near in board.neighbours(zero)}
    known: set[Cell] = set()
    while True:
        around = {cell: {*board.neighbours(cell)} for cell in opened}
        rules = [(near - opened - known, board.clue(mines, cell) - len(near & known)) for cell, near in around.items()]
        safe = {cell for near, need in rules if need == 0 for cell in near}
        sure = {cell for near, need in rules if need == len(near) for cell in near}
        for (one, more), (other, less) in itertools.permutations(rules, 2):
            if more - less == len(one - other):
                sure |= one - other
                safe |= other - one
        if not safe | sure:
            break
        opened |= safe
        known |= sure
    value, left = Fraction(1), cells - opened - known
    while left:
        part, fresh = set[Cell](), {min(left)}
        while fresh:
            part |= fresh
            near = {near for cell in fresh for near in board.neighbours(cell)}
            near |= {other for clue in near & opened for other in board.neighbours(clue)}
            fresh = (near & left) - part
        left -= part
        value *= _part_value(board, mines, opened, part)
    return value


def _part_value(board: Board, mines: Mines, opened: AbstractSet[Cell], part: AbstractSet[Cell]) -> Fraction:
    """Return the chance to win a part whose number of mines is known, and none of whose cells is a zero."""
    fits: list[Mines] = []
    for chosen in itertools.combinations(sorted(part), len(mines & part)):
        layout = (mines - part) | frozenset(chosen)
        has_zero = any(board.clue(layout, cell) == 0 for cell in part - layout)
        if not has_zero and all(board.clue(layout, cell) == board.clue(mines, cell) for cell in opened):
            fits.append(layout)
    return Fraction(_play_among(board)[0](frozenset(fits)), len(fits))
