"""Chances of mines for a learner that is taught."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.arrays import load_numpy
from hypersweep.solve.kernel import DONE, Budget
from hypersweep.solve.mine_probability import SAMPLE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hypersweep.grid import Grid

# Budget of an exact answer within a step; boards that exceed it are estimated.
_STATES = 1 << 18


def write_chances(grid: Grid, mines: int, codes: bytes, out: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Write the chance of a mine for every cell of boards. Returns: whether the chances of each board are exact.

    Args:
        grid: the board.
        mines: number of mines.
        codes: the players' views, 1 or 2 bytes for each cell.
        out: float64, a row for each board: shape (count, *grid.shape), in C order.

    >>> import numpy
    >>> from hypersweep import Grid
    >>> chances = numpy.zeros((1, 1, 3))
    >>> write_chances(Grid("1x3"), 1, bytes([255, 1, 0]), chances).tolist(), chances.tolist()
    ([True], [[[1.0, 0.0, 0.0]]])
    """
    count = len(out)
    numbers, status = array("Q", [mines]) * count, bytearray(count)
    if count:
        _native.analyse_batch(
            grid.geometry(), codes, numbers, False, Budget(states=_STATES).limits(), out, status, SAMPLE
        )
    is_exact: NDArray[np.bool_] = load_numpy().frombuffer(status, "u1") == DONE
    return is_exact
