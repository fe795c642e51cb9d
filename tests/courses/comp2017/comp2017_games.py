"""Random games of the course, played by `naive`; the Python functions and the C library must agree with it."""

from __future__ import annotations

import random
from dataclasses import dataclass

import naive

Cell = tuple[int, ...]
RULES = naive.Rules(flag_protects_click=False, flag_protects_cascade=False, chord=False)
CODES = {"ongoing": 0, "lost": 1, "won": 2}


@dataclass(frozen=True)
class Step:
    """One selection, and what it must lead to.

    Attributes:
        cell: the cell selected; it needn't be on the grid.
        code: the return value.
        selected: the cells that are selected afterwards.
    """

    cell: Cell
    code: int
    selected: frozenset[Cell]


@dataclass(frozen=True)
class Course:
    """A game from its first selection to its end, or until the player stops."""

    board: naive.Board
    mines: tuple[Cell, ...]
    steps: tuple[Step, ...]

    def hint(self, cell: Cell) -> int:
        """Return the number of mines next to a cell."""
        return self.board.clue(frozenset(self.mines), cell)


def random_course(draw: random.Random, dimensions: int, most_cells: int = 90) -> Course:
    """Return a random game; some of its selections are off the grid or made before, and few lose it early."""
    sides = []
    room = most_cells
    for left in range(dimensions, 0, -1):
        most = min(room, 70 if left == 1 else 5)
        sides.append(draw.randint(1 if draw.random() < 0.2 else min(2, most), most))
        room = max(1, room // sides[-1])
    draw.shuffle(sides)
    board = naive.Board(tuple(sides))
    cells = board.cells()
    share = draw.choice((0.0, 0.03, 0.1, 0.1, 0.3, 1.0))
    mines = tuple(draw.sample(cells, min(len(cells), round(share * len(cells) + draw.random()))))
    game = naive.Game(board, frozenset(mines), RULES)
    steps = []
    for _ in range(draw.randint(1, 14)):
        cell = _choose(draw, game, cells)
        code = 0
        if cell in cells and cell not in game.opened:
            game.open(cell)
            code = CODES[game.outcome]
        steps.append(Step(cell, code, frozenset(game.opened)))
        if code:
            break
    return Course(board, mines, tuple(steps))


def _choose(draw: random.Random, game: naive.Game, cells: list[Cell]) -> Cell:
    kind = draw.random()
    cell = draw.choice(cells)
    if kind < 0.1:
        axis = draw.randrange(len(cell))
        outside = draw.choice((-1, game.board.shape[axis], -(2**31), 2**31 - 1))
        return (*cell[:axis], outside, *cell[axis + 1 :])
    safe = [cell for cell in cells if cell not in game.mines and cell not in game.opened]
    return draw.choice(safe) if kind < 0.85 and safe else cell


def courses(seed: int, count: int, dimensions: tuple[int, ...], most_cells: int = 90) -> list[Course]:
    """Return a number of games of alternating dimensions."""
    draw = random.Random(seed)
    return [random_course(draw, dimensions[number % len(dimensions)], most_cells) for number in range(count)]
