"""Serve ms_toollib's solver as an engine: exact chances on two-dimensional boards, and the safest cell.

Source: ms_toollib on PyPI, ``cal_probability_onboard``. Install it with ``pip install ms_toollib``, or as an extra:
``pip install 'hypersweep[ms-toollib]'``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.engine.answer import Answer, EngineMove
from hypersweep.engine.callables import FunctionSearcher
from hypersweep.errors import (
    BudgetExceededError,
    HypersweepError,
    InconsistentViewError,
    MissingExtraError,
    ParameterError,
    ShapeError,
)
from hypersweep.view import COVERED, FLAGGED

if TYPE_CHECKING:
    from typing import Any

    from hypersweep.view import View

# ms_toollib's code for a covered cell.
_COVERED = 10
# Treat chances below this as 0: ms_toollib adds floating-point numbers, so certainties aren't exact.
_NOTHING = 1e-12


def _load() -> Any:
    try:
        import ms_toollib
    except ImportError as error:
        raise MissingExtraError(
            f"this adapter needs ms_toollib, which isn't installed: pip install 'hypersweep[ms-toollib]' ({error})"
        ) from None
    return ms_toollib


def safest_cell(view: View) -> Answer:
    r"""Return the cell least likely to be a mine, and the chances for all cells.

    Args:
        view: a view of a running game on a two-dimensional Moore board without wrapping. Flags are ignored.

    Raises:
        ShapeError: the board is of a different type.
        ParameterError: the view shows mines.
        InconsistentViewError: ms_toollib finds no layout that fits.
        MissingExtraError: ms_toollib isn't installed.

    >>> from hypersweep.view import View
    >>> safest_cell(View.parse("2x4 mines=2\n# # # #\n1 2 1 1"))
    <Answer (0, 1), a mine with 0>
    """
    grid = view.grid
    if grid.dimensions != 2 or grid.wrap or grid.adjacency != "moore":
        raise ShapeError(f"ms_toollib accepts only two-dimensional boards, neither wrapped nor orthogonal, got {grid}")
    codes = list(view.codes)
    if min(codes) < FLAGGED:
        raise ParameterError("ms_toollib accepts only unfinished games, got a view that shows mines")
    rows, columns = grid.shape
    board = [
        [code if code >= 0 else _COVERED for code in codes[row * columns : (row + 1) * columns]] for row in range(rows)
    ]
    library = _load()
    if view.mines == 0:
        # ms_toollib interprets a number of mines below 1 as a density.
        chances = [0.0] * len(codes)
    else:
        try:
            found, (fewest, _, most) = library.cal_probability_onboard(board, view.mines)
        except RuntimeError as error:
            # Include ms_toollib's message, which is in Chinese, for debugging.
            raise InconsistentViewError(f"no layout fits the view, according to ms_toollib ({error})") from None
        if not fewest <= view.mines <= most:
            raise InconsistentViewError(
                f"no layout fits the view: ms_toollib needs {fewest} to {most} mines, got {view.mines}"
            )
        chances = [min(max(float(chance), 0.0), 1.0) for row in found for chance in row]
        if len(chances) != len(codes):
            raise BudgetExceededError(f"expected {len(codes)} chances from ms_toollib, got {len(chances)}")
    best, least = None, 1.0 - _NOTHING
    for index, (chance, code) in enumerate(zip(chances, codes, strict=True)):
        if code in (COVERED, FLAGGED) and chance < least:
            best, least = index, chance
    move = None
    if best is not None:
        kind = "safe" if least < _NOTHING else "guess"
        move = EngineMove(grid.cell(best), least, kind, 1.0 - least, None, True)
    return Answer(move, tuple(chances))


def searcher() -> FunctionSearcher:
    """Return the adapter for serving ms_toollib as an engine.

    Raises:
        MissingExtraError: ms_toollib isn't installed.
    """
    _load()
    from importlib.metadata import version

    return FunctionSearcher(safest_cell, "ms_toollib", version("ms_toollib"), (HypersweepError,))
