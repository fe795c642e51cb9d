"""A walk through four dimensions: what touches what, how a cascade spreads, and a game with the reason for each move.

    python examples/walk_4d.py 3x4x3x4 8

It needs only hypersweep.
"""

from __future__ import annotations

import sys
from collections import Counter

from hypersweep import Game, Grid, Outcome, best_move, explain
from hypersweep.cli_support.output import Output


def steps_between(cell: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Return the number of axes along which two touching cells differ.

    >>> steps_between((1, 1, 1, 1), (0, 1, 2, 1))
    2
    """
    return sum(mine != theirs for mine, theirs in zip(cell, other, strict=True))


def show_neighbours(grid: Grid) -> None:
    """Print the neighbours of a cell in the middle and of one in the corner."""
    for name, cell in (("the middle", tuple(side // 2 for side in grid.shape)), ("the corner", (0,) * len(grid.shape))):
        others = grid.neighbours(cell)
        apart = sorted(Counter(steps_between(cell, other) for other in others).items())
        ways = ", ".join(f"{number} along {axes}" for axes, number in apart)
        tiles = len({other[2:] for other in others})
        print(f"{cell} in {name} touches {len(others)} cells in {tiles} tiles: {ways} of the {len(grid.shape)} axes")


def main(board: str = "3x4x3x4", mines: int = 8, seed: int = 1) -> Outcome:
    """Walk through one game to its end."""
    grid, screen = Grid(board), Output(sys.stdout, is_colourful=False)
    print(f"{grid}: {grid.cells} cells, in tiles of {grid.shape[0]} by {grid.shape[1]}; axes 2 and 3 tell them apart")
    show_neighbours(grid)
    game = Game(grid, mines, seed=seed, rules="classic,first=opening")
    while game.outcome is Outcome.ONGOING:
        choice = best_move(game.view)
        reasons = explain(game.view, choice.cell)
        change = game.open(choice.cell)
        print(
            f"\nopen {choice.cell}, which opens {len(change.cells)} in {len({cell[2:] for cell in change.cells})} tiles"
        )
        for reason in reasons:
            print(f"  {reason.format()}")
        print(*screen.picture(game), sep="\n")
    print(f"\n{game.outcome.name.lower()}")
    return game.outcome


if __name__ == "__main__":
    board, *numbers = [*sys.argv[1:], *("3x4x3x4", "8", "1")[len(sys.argv) - 1 :]]
    main(board, int(numbers[0]), int(numbers[1]))
