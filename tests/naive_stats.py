"""Slow and obvious statistics of a board: the definitions as loops. Nothing here imports hypersweep."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from naive import Board, Cell


def groups(board: Board, cells: AbstractSet[Cell]) -> list[set[Cell]]:
    """Return the groups that cells form, by taking neighbours in until none is left."""
    left = set(cells)
    found = []
    while left:
        group = {left.pop()}
        while True:
            more = {other for cell in group for other in board.neighbours(cell)} & left
            if not more:
                break
            group |= more
            left -= more
        found.append(group)
    return found


def zeros(board: Board, mines: AbstractSet[Cell]) -> set[Cell]:
    """Return the safe cells that touch no mine."""
    return {cell for cell in board.cells() if cell not in mines and board.clue(mines, cell) == 0}


def openings(board: Board, mines: AbstractSet[Cell]) -> list[set[Cell]]:
    """Return what one click each opens: a group of zeros and everything around it."""
    return [
        group | {other for cell in group for other in board.neighbours(cell)}
        for group in groups(board, zeros(board, mines))
    ]


def single_cells(board: Board, mines: AbstractSet[Cell]) -> set[Cell]:
    """Return the safe cells that no opening opens."""
    return set(board.cells()) - mines - set().union(*openings(board, mines))


def three_bv(board: Board, mines: AbstractSet[Cell]) -> int:
    """Return 3BV."""
    return len(openings(board, mines)) + len(single_cells(board, mines))


def zini(board: Board, mines: AbstractSet[Cell], method: str) -> int:
    """Return ZiNi; every premium is worked out afresh for every step."""
    all_openings = openings(board, mines)
    empty = zeros(board, mines)
    single = single_cells(board, mines)
    safe = [cell for cell in board.cells() if cell not in mines]
    opened: set[Cell] = set()
    flagged: set[Cell] = set()
    clicks = 0

    def reveal(cell: Cell) -> None:
        opened.add(cell)
        if cell in empty:
            opened.update(*(opening for opening in all_openings if cell in opening))

    def premium(cell: Cell) -> int:
        around = board.neighbours(cell)
        near = {cell, *around}
        solved = len(near & (single - opened))
        solved += sum(bool(near & empty & opening - opened) for opening in all_openings)
        return solved - sum(other in mines and other not in flagged for other in around) - 1 - (cell not in opened)

    if method == "human":
        for opening in all_openings:
            reveal(next(iter(opening & empty)))
            clicks += 1
    while len(opened) < len(safe):
        candidates = [cell for cell in safe if cell not in empty and (method == "greedy" or cell in opened)]
        best = max(candidates, key=lambda cell: (premium(cell), [-place for place in cell]), default=None)
        if best is not None and premium(best) >= 0:
            if best not in opened:
                reveal(best)
                clicks += 1
            for other in board.neighbours(best):
                if other in mines and other not in flagged:
                    flagged.add(other)
                    clicks += 1
            for other in board.neighbours(best):
                if other not in mines:
                    reveal(other)
            clicks += 1
        else:
            reveal(next(cell for cell in safe if cell not in opened and (cell in empty or cell in single)))
            clicks += 1
    return clicks
