"""A dataset of positions: the player's view and the exact chance of a mine in every cell, as tensors for learning.

    pip install '.[data,arrays]'
    python examples/position_dataset.py positions.parquet 200

The file is plain Parquet, which pandas, Polars and DuckDB read as well; docs/data-card.md describes it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hypersweep.formats.positions import positions_of_games, read_positions, write_positions

BOARD, MINES = "8x10", 12


class Tensors(NamedTuple):
    """A dataset in arrays.

    Attributes:
        planes: booleans, positions x 10 x board: covered cells, then those that show 0, 1, ... 8.
        chances: chances of a mine, positions x board; 0 for open cells.
        is_wanted: whether a learner predicts the cell: covered cells.
        game: the game of each position, so that no game is in both training and test.
    """

    planes: np.ndarray[Any, Any]
    chances: np.ndarray[Any, Any]
    is_wanted: np.ndarray[Any, Any]
    game: np.ndarray[Any, Any]


def write(path: Path, games: int) -> int:
    """Write the positions of some games. Returns: their number."""
    positions = positions_of_games(BOARD, MINES, "classic,first=opening", seed=1, games=games)
    return write_positions(path, positions, rules="classic,first=opening", tags={"example": "position_dataset.py"})


def read(path: Path) -> Tensors:
    """Return the positions as arrays; all must be of one board."""
    found = list(read_positions(path))
    shape = (len(found), *found[0].view.grid.shape)
    codes = np.stack([np.frombuffer(position.view.codes, np.int16) for position in found]).reshape(shape)
    chances = np.array([position.chances for position in found]).reshape(shape)
    planes = codes[:, None] == np.arange(-1, 9).reshape(1, 10, *[1] * (len(shape) - 1))
    seeds = np.array([position.seed for position in found], np.uint64)
    return Tensors(planes, chances, codes == -1, np.unique(seeds, return_inverse=True)[1])


def main(path: str = "positions.parquet", games: int = 200) -> None:
    """Write a dataset, read it again and describe it."""
    count = write(Path(path), games)
    data = read(Path(path))
    test = data.game % 10 == 0  # whole games, and never a position of the others
    asked = data.chances[data.is_wanted]
    print(f"{path}: {count} positions of {games} games, {Path(path).stat().st_size / count:.0f} bytes each")
    print(f"planes {data.planes.shape}, to learn from {int((~test).sum())}, to be tested by {int(test.sum())}")
    print(f"covered cells: {asked.size}, certain {np.isin(asked, (0, 1)).mean():.1%}, mean chance {asked.mean():.3f}")


if __name__ == "__main__":
    path, games = [*sys.argv[1:], *("positions.parquet", "200")[len(sys.argv) - 1 :]]
    main(path, int(games))
