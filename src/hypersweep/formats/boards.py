"""JSON of boards and games: grids, rules, layouts, views, moves and changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.codes import WRONG_FLAG, code_format
from hypersweep.errors import LayoutError, MineCountError, ShapeError
from hypersweep.formats.objects import Named
from hypersweep.formats.shapes import LARGEST, DecodeError, Listing, Nullable, Switch, Whole, Wholes, Word
from hypersweep.game import Move, MoveResult, Outcome
from hypersweep.grid import ADJACENCIES, Grid, check_cells
from hypersweep.layout import FIRST_OPENS, Layout
from hypersweep.moves import KINDS, read_change
from hypersweep.rules import GRADES, GUESSES, Rules
from hypersweep.validation import check_memory
from hypersweep.view import View

if TYPE_CHECKING:
    from typing import Any

    from hypersweep.typing import Adjacency


def words(*names: str) -> Word:
    """Words that mean themselves."""
    return Word({name: name for name in names})


CELL = Listing(Whole(), 1)
"""The coordinates of a cell."""

OUTCOME = Word({outcome.name.lower(): outcome for outcome in Outcome})


class _Grid(Named):
    """A grid: how many cells it has is compared with the most as soon as it is known."""

    __slots__ = ()

    def decode(self, value: object, most: int | None) -> Grid:
        """The grid."""
        grid: Grid = super().decode(value, most)
        try:
            check_cells(grid, most)
        except ShapeError as error:
            raise DecodeError(str(error)) from None
        return grid


def _grid(shape: tuple[int, ...], adjacency: Adjacency, wrap: list[int]) -> Grid:
    return Grid(shape, adjacency=adjacency, wrap=wrap)


def _take_grid(grid: Grid) -> dict[str, Any]:
    return {"shape": grid.shape, "adjacency": grid.adjacency, "wrap": sorted(grid.wrap)}


GRID = _Grid(
    "grid",
    {
        "shape": Listing(Whole(1), 1),
        "adjacency": words(*ADJACENCIES),
        "wrap": Wholes(is_rising=True),
    },
    _grid,
    _take_grid,
)

RULES = Named(
    "rules",
    {
        "first_open": words(*FIRST_OPENS),
        "flag_protects_click": Switch(),
        "flag_protects_cascade": Switch(),
        "flags_on_open": Switch(),
        "chord": Switch(),
        "flag_toggles": Switch(),
        "guess": words(*GUESSES),
        "grade": Nullable(words(*GRADES)),
        "exactly": Switch(),
    },
    Rules,
    defaults={"flag_toggles": True, "guess": "allowed", "grade": None, "exactly": False},
)


def _bits(grid: Grid, indices: list[int], what: str) -> bytes:
    """A bit for each cell, set for those of the indices."""
    if indices and indices[-1] >= grid.cells:
        raise LayoutError(f"expected {what} of 0 to {grid.cells - 1} for {grid}, got {indices[-1]}")
    size = (grid.cells + 7) // 8
    check_memory(2 * size, f"a bit for each cell of {grid}")
    bits = bytearray(size)
    for index in indices:
        bits[index >> 3] |= 1 << (index & 7)
    return bytes(bits)


def _layout(grid: Grid, mines: list[int]) -> Layout:
    return Layout.from_bits(grid, _bits(grid, mines, "mines"))


LAYOUT = Named(
    "layout",
    {"grid": GRID, "mines": Wholes(is_rising=True)},
    _layout,
    lambda layout: {"grid": layout.grid, "mines": layout.mine_indices()},
)


def _view(grid: Grid, mines: int, codes: list[int]) -> View:
    from array import array

    if len(codes) != grid.cells:
        raise LayoutError(f"expected {grid.cells} codes for {grid}, got {len(codes)}")
    if mines > grid.cells:
        raise MineCountError(f"expected mines of 0 to {grid.cells}, got {mines} (grid {grid})")
    if max(codes) > grid.max_neighbours:
        return View(grid, mines, codes)  # says which
    return View._of(grid, mines, array(code_format(grid), codes).tobytes())


VIEW = Named("view", {"grid": GRID, "mines": Whole(), "codes": Wholes(WRONG_FLAG)}, _view)

MOVE = Named("move", {"kind": words(*KINDS), "cell": CELL}, Move)


def _change(grid: Grid, indices: list[int], outcome: Outcome, opened: int, flagged: int) -> MoveResult:
    if indices and indices[-1] >= grid.cells:
        raise LayoutError(f"expected indices of 0 to {grid.cells - 1} for {grid}, got {indices[-1]}")
    changed: dict[int, int] = {}
    for index in indices:
        changed[index >> 6] = changed.get(index >> 6, 0) | 1 << (index & 63)
    words = b"".join(number.to_bytes(8, "little") for pair in changed.items() for number in pair)
    return read_change(grid, words, outcome, opened, flagged)


def _take_change(change: MoveResult) -> dict[str, Any]:
    # What a pickle of it holds: the board, and 64 cells in each word.
    held: Any = change.__reduce__()[1]
    grid, _, outcome, opened, flagged = held
    indices = change.indices.tolist()
    return {"grid": grid, "indices": indices, "outcome": outcome, "opened": opened, "flagged": flagged}


CHANGE = Named(
    "change",
    {
        "grid": GRID,
        "indices": Wholes(is_rising=True),
        "outcome": OUTCOME,
        "opened": Whole(-LARGEST),
        "flagged": Whole(-LARGEST),
    },
    _change,
    _take_change,
)
