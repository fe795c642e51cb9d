"""Views to solve: small ones of one to five dimensions, some of them impossible."""

from __future__ import annotations

import random

import naive
from hypersweep import Grid, Layout, View

SHAPES = (
    *((7,), (12,), (3, 4), (2, 6), (4, 3), (1, 9)),
    *((2, 3, 2), (3, 2, 2), (1, 3, 4), (2, 2, 3)),
    *((2, 2, 1, 3), (2, 1, 2, 2, 2), (1, 2, 3, 1, 2)),
)


def board_of(view: View) -> naive.Board:
    """Return the naive board of a view's grid."""
    return naive.Board(view.grid.shape, view.grid.adjacency, view.grid.wrap)


def random_view(chance: random.Random, *, impossible: float = 0.0, ended: bool = True) -> View:
    """Return a view of a random board in a random state; with some chance one clue or the number of mines is wrong."""
    shape = chance.choice(SHAPES)
    grid = Grid(
        shape,
        adjacency=chance.choice(("moore", "moore", "orthogonal")),
        wrap=[axis for axis in range(len(shape)) if chance.random() < 0.3],
    )
    board = naive.Board(grid.shape, grid.adjacency, grid.wrap)
    cells = board.cells()
    mines = set(chance.sample(cells, chance.randint(0, min(6, len(cells)))))
    share = chance.random()
    end = ended and chance.random() < 0.15
    codes = []
    for cell in cells:
        flagged = chance.random() < 0.1
        if cell in mines:
            shown = chance.choice((naive.MINE, naive.EXPLODED)) if end else naive.COVERED
            codes.append(naive.FLAGGED if flagged else shown)
        elif chance.random() < share:
            codes.append(board.clue(mines, cell))
        elif flagged:
            codes.append(naive.WRONG_FLAG if end else naive.FLAGGED)
        else:
            codes.append(naive.COVERED)
    count = len(mines)
    if chance.random() < impossible:
        places = [place for place, code in enumerate(codes) if code >= 0]
        if places and chance.random() < 0.7:
            codes[chance.choice(places)] = chance.randint(0, grid.max_neighbours)
        else:
            count = chance.randint(0, len(cells))
    return View(grid, count, codes)


def lattice(shape: str, density: float, seed: int = 1) -> tuple[View, Layout]:
    """Return a view with a clue on every second row and column (and slice), where there is no mine, and its layout.

    Nearly all covered cells then bear upon each other, and the boundary is as wide as the board.
    """
    grid = Grid(shape)
    layout = Layout.random(grid, round(density * grid.cells), seed=seed)
    codes = [
        layout.clue(cell) if all(place % 2 for place in cell) and not layout.is_mine(cell) else -1 for cell in grid
    ]
    return View(grid, layout.mines, codes), layout


# Where clues stand apart, sums and lines of contradiction are needed.
LARGE = (
    "6x9",
    "5x12~wrap=1",
    "9x5~orthogonal",
    "3x4x5",
    "2x3x4x3",
    "4x4x4~wrap=0,2",
    "3x3x3x2~orthogonal",
    "40",
    "2x2x3x2x2",
)


def scattered_view(chance: random.Random) -> View:
    """Return a view of a larger board with clues here and there."""
    grid = Grid.parse(chance.choice(LARGE))
    board = naive.Board(grid.shape, grid.adjacency, grid.wrap)
    cells = board.cells()
    mines = set(chance.sample(cells, int(len(cells) * chance.uniform(0.05, 0.45))))
    share = chance.uniform(0.1, 0.9)
    codes = [
        board.clue(mines, cell) if cell not in mines and chance.random() < share else naive.COVERED for cell in cells
    ]
    return View(grid, len(mines), codes)
