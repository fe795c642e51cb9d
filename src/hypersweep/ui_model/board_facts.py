"""Facts about a kind of board, before a game on it."""

from __future__ import annotations

from hypersweep.boards import PRESETS, clue_figures
from hypersweep.grid import Grid
from hypersweep.text import percent_of, pluralize


def board_facts(grid: Grid, mines: int) -> list[str]:
    """Return facts about a kind of board, line by line: its size, adjacency, and difficulty.

    >>> board_facts(Grid("3x4x5"), 6)
    ['60 cells, 6 mines: 1 in 10', 'a cell touches 7 to 26 others', 'mean clue 1.44, zeros 21 %: like 4d-easy']
    """
    share = f": 1 in {grid.cells / mines:.3g}" if mines else ""
    corner = grid.neighbour_count((0,) * grid.dimensions)
    most = grid.neighbour_count(tuple(side // 2 for side in grid.shape))
    touches = f"{most}" if corner >= most else f"{corner} to {most}"
    mean, zeros = clue_figures(grid, mines)
    # A board is about as hard as the preset with the same share of zeros.
    nearest = min(PRESETS, key=lambda name: abs(_preset_zeros(name) - zeros))
    is_preset = (grid.format(), mines) in PRESETS.values()
    like = f": like {nearest}" if not is_preset and abs(_preset_zeros(nearest) - zeros) < 0.03 else ""
    return [
        f"{pluralize(grid.cells, 'cell')}, {pluralize(mines, 'mine')}{share}",
        f"a cell touches {touches} {'other' if touches == '1' else 'others'}",
        f"mean clue {mean:.2f}, zeros {percent_of(zeros)}{like}",
    ]


def _preset_zeros(name: str) -> float:
    text, mines = PRESETS[name]
    return clue_figures(Grid(text), mines)[1]
