"""Slow and obvious play by deduction: which layouts need no guess, and how hard they are.

All layouts of a board are played at once: those that look the same so far are played the same way. Nothing here imports
hypersweep.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import naive_solver
from naive import COVERED, Board, Cell
from naive_solver import Mines

RULES = ("clue", "pair", "set", "count")


def solvable(board: Board, mines: int, first: Cell, *, uses_mine_count: bool) -> set[Mines]:
    """Return the layouts with a number of mines, none at `first`, that can be solved by certain safe cells alone."""
    codes = [COVERED] * len(board.cells())
    fits = naive_solver.layouts_that_fit(board, codes, mines if uses_mine_count else None)
    done = _play(board, frozenset(), {first}, [layout for layout in fits if first not in layout])
    return {layout for layout in done if len(layout) == mines}


def _play(board: Board, opened: frozenset[Cell], safe: set[Cell], fits: Sequence[Mines]) -> set[Mines]:
    """Open safe cells in all layouts that fit the view, and continue with each possible answer."""
    opened = opened | safe
    answers: dict[tuple[int, ...], list[Mines]] = {}
    for layout in fits:
        answers.setdefault(tuple(board.clue(layout, cell) for cell in sorted(safe)), []).append(layout)
    done = set()
    everything = set(board.cells())
    for alike in answers.values():
        next_safe = everything - opened - frozenset().union(*alike)
        if next_safe:
            done |= _play(board, opened, next_safe, alike)
        else:
            done |= {layout for layout in alike if len(layout) == len(everything) - len(opened)}
    return done


class Grader:
    """Grades the layouts of a board: at every point the easiest rule that says anything is used, to the full.

    Args:
        board: the board.
        mines: how many there are.
    """

    def __init__(self, board: Board, mines: int) -> None:
        self._board, self._mines = board, mines
        self._every = [
            frozenset(some)
            for count in range(len(board.cells()) + 1)
            for some in itertools.combinations(board.cells(), count)
        ]
        self._known: dict[tuple[frozenset[Cell], Mines, tuple[int, ...]], tuple[str, set[Cell], set[Cell]]] = {}

    def grade(self, layout: Mines, first: Cell) -> str | None:
        """Return the hardest rule that the layout needs, or None where it needs a guess."""
        opened, found = frozenset([first]), Mines()
        hardest = 0
        while len(opened) < len(self._board.cells()) - len(layout):
            clues = tuple(self._board.clue(layout, cell) for cell in sorted(opened))
            key = opened, found, clues
            if key not in self._known:
                self._known[key] = self._easiest(opened, found, dict(zip(sorted(opened), clues, strict=True)))
            rule, safe, mines = self._known[key]
            if not safe and not mines:
                return None
            hardest = max(hardest, RULES.index(rule))
            opened, found = opened | safe, found | mines
        return RULES[hardest]

    def _easiest(
        self, opened: frozenset[Cell], found: Mines, clues: dict[Cell, int]
    ) -> tuple[str, set[Cell], set[Cell]]:
        board = self._board
        for rule, size in (("clue", 1), ("pair", 2)):
            safe, mines = set[Cell](), set[Cell]()
            for some in itertools.combinations(clues, size):
                around = [{cell for cell in board.neighbours(clue) if cell not in opened | found} for clue in some]
                rest = [clues[clue] - sum(cell in found for cell in board.neighbours(clue)) for clue in some]
                for cells, least, most in _groups(around, rest):
                    safe |= cells if most == 0 else set()
                    mines |= cells if least == len(cells) else set()
            if safe or mines:
                return rule, safe, mines
        for rule in ("set", "count"):
            fits = [
                layout
                for layout in self._every
                if (rule == "set" or len(layout) == self._mines)
                and not layout & opened
                and all(board.clue(layout, cell) == clue for cell, clue in clues.items())
            ]
            # What no clue touches is never certain by clues alone: any number of mines may be there.
            safe = set(board.cells()) - opened - Mines().union(*fits)
            mines = set(Mines.intersection(*fits)) - found
            if safe or mines:
                return rule, safe, mines
        return "count", set(), set()


def _groups(around: Sequence[set[Cell]], rest: Sequence[int]) -> Iterable[tuple[set[Cell], int, int]]:
    """Return cells that the same clues touch, with the fewest and the most mines that may be among them."""
    groups: dict[tuple[bool, ...], set[Cell]] = {}
    for cell in set().union(*around):
        groups.setdefault(tuple(cell in some for some in around), set()).add(cell)
    ways = [
        counts
        for counts in itertools.product(*(range(len(cells) + 1) for cells in groups.values()))
        if all(
            sum(count for key, count in zip(groups, counts, strict=True) if key[number]) == each
            for number, each in enumerate(rest)
        )
    ]
    for place, cells in enumerate(groups.values()):
        yield cells, min(way[place] for way in ways), max(way[place] for way in ways)
