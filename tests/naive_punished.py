"""Punished guesses by listing every layout: the possible results of a move. Nothing here imports hypersweep."""

from __future__ import annotations

from collections.abc import Sequence

import naive
import naive_solver
from naive import COVERED, FLAGGED, Cell
from naive_solver import Mines


def opened_by(twin: naive.Game, kind: str, cell: Cell) -> list[Cell]:
    """Return the cells that an open or a chord is to open, ascending; none where it does nothing."""
    if twin.outcome != "ongoing":
        return []
    if kind == "open":
        is_kept = cell in twin.flagged and twin.rules.flag_protects_click
        return [] if cell in twin.opened or is_kept else [cell]
    if not twin.rules.chord or cell not in twin.opened:
        return []
    covered = [other for other in twin.board.neighbours(cell) if other not in twin.opened]
    clue = twin.board.clue(twin.mines, cell)
    if clue == 0 or sum(other in twin.flagged for other in covered) != clue:
        return []
    return [other for other in covered if other not in twin.flagged]


def may_find(board: naive.Board, codes: Sequence[int], present: Mines, cells: Sequence[Cell]) -> list[Mines]:
    """Return the layouts that may lie there when a move opens some cells: each is as likely as the others."""
    fitting = list(naive_solver.layouts_that_fit(board, codes, len(present)))
    assert present in fitting
    mined = {cell: sum(cell in layout for layout in fitting) for cell in board.cells()}
    is_needed = all(
        mined[cell] > 0 for cell, code in zip(board.cells(), codes, strict=True) if code in (COVERED, FLAGGED)
    )
    if all(mined[cell] == 0 for cell in cells) or any(mined[cell] == len(fitting) for cell in cells):
        return [present]
    if is_needed:
        wanted = [layout for layout in fitting if layout.isdisjoint(cells)]
        return [present] if present in wanted or not wanted else wanted
    if not present.isdisjoint(cells):
        return [present]
    likeliest = max(cells, key=lambda cell: mined[cell])
    return [layout for layout in fitting if likeliest in layout]
