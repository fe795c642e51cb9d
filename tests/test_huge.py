"""Boards of up to a thousand million cells, and grids far too large for memory.

Memory use is checked if the system reports it: a new board of 900 million cells takes almost none.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hypersweep import BoardTooLargeError, CellError, Game, Grid, Layout, Outcome, ShapeError

MEGABYTE = 1 << 20


def resident_bytes() -> int | None:
    """Return the memory of this process, or None if the system doesn't report it."""
    page = Path("/proc/self/statm")
    if not page.exists():
        return None
    return int(page.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.nightly
@pytest.mark.parametrize("shape", [(30_000, 30_000), pytest.param((1000, 1000, 1000), marks=pytest.mark.slow)])
def test_a_huge_game_opens_and_takes_memory_lazily(shape: tuple[int, ...]) -> None:
    before = resident_bytes()
    game = Game(shape, 10, seed=3)
    fresh = resident_bytes()
    cells = game.grid.cells
    middle = tuple(side // 2 for side in shape)
    assert game.flag(middle).flagged == 1
    assert game.remaining == 9
    assert game.flag(middle).flagged == -1
    flagged = resident_bytes()
    if before is not None and fresh is not None and flagged is not None:
        # Four planes of a bit per cell would be 450 megabytes.
        assert fresh - before < 16 * MEGABYTE
        assert flagged - before < 16 * MEGABYTE
    change = game.open(middle)
    layout = game.layout
    assert layout is not None
    assert layout.mines == 10
    assert not layout.is_mine(middle)
    assert change.opened == game.opened
    if layout.clue(middle) == 0:
        # Ten mines wall nothing off: cells stay covered only in a corner or among mines.
        assert cells - 10 - 200 <= game.opened <= cells - 10
    assert (game.outcome is Outcome.WON) == (game.opened == cells - 10)
    assert game.codes(0, 8, reveal=True).tolist() == [
        -3 if layout.is_mine(game.grid.cell(index)) else layout.clue(game.grid.cell(index)) for index in range(8)
    ]
    opened = game.opened
    assert len(change) == opened
    assert game.undo().opened == -opened
    assert game.opened == 0
    assert game.outcome is Outcome.ONGOING


@pytest.mark.slow
def test_counts_of_a_huge_layout_are_right() -> None:
    grid = Grid((30_000, 30_000))
    mines = 1_000_000
    layout = Layout.random(grid, mines, seed=11, first=(12_345, 67), first_open="opening")
    assert layout.mines == mines
    assert sum(part.bit_count() for part in pieces(layout)) == mines
    assert layout.clue((12_345, 67)) == 0
    last = None
    for cell, _ in zip(layout.mine_cells(), range(1_000), strict=False):
        assert layout.is_mine(cell)
        assert last is None or last < cell
        last = cell


def pieces(layout: Layout) -> Any:
    """Yield the bits of a layout, a few megabytes at a time, as numbers."""
    size = (layout.grid.cells + 7) // 8
    for begin in range(0, size, 4 * MEGABYTE):
        yield int.from_bytes(layout.bits(begin, min(size, begin + 4 * MEGABYTE)), "little")


def test_a_grid_of_nearly_2_to_the_64_cells_is_addressable() -> None:
    grid = Grid((2**32, 2**32 - 1))
    assert grid.cells == 2**64 - 2**32
    corner = (2**32 - 1, 2**32 - 2)
    assert grid.index(corner) == grid.cells - 1
    assert grid.cell(grid.cells - 1) == corner
    assert grid.neighbours(corner) == ((2**32 - 2, 2**32 - 3), (2**32 - 2, 2**32 - 2), (2**32 - 1, 2**32 - 3))
    assert Grid.parse(grid.format()) == grid
    assert (2**32, 0) not in grid
    with pytest.raises(CellError):
        grid.index((2**32, 0))
    assert next(iter(grid)) == (0, 0)


def test_a_grid_of_2_to_the_64_cells_is_addressable() -> None:
    grid = Grid((2**16, 2**16, 2**16, 2**16), wrap=(0,))
    assert grid.cells == 2**64
    corner = (2**16 - 1,) * 4
    assert grid.index(corner) == 2**64 - 1
    assert grid.cell(2**64 - 1) == corner
    assert grid.neighbour_count(corner) == 3 * 2 * 2 * 2 - 1
    assert (0, 2**16 - 2, 2**16 - 1, 2**16 - 1) in grid.neighbours(corner)
    with pytest.raises(CellError):
        grid.cell(2**64)
    row = Grid(2**64)
    assert row.neighbours((2**64 - 1,)) == ((2**64 - 2,),)
    assert Grid.parse(str(2**64)) == row


@pytest.mark.parametrize("shape", [(2**64, 2), (2**32, 2**32 + 1), 2**64 + 1, (2,) * 65])
def test_more_than_2_to_the_64_cells_are_refused(shape: Any) -> None:
    with pytest.raises(ShapeError):
        Grid(shape)


@pytest.mark.parametrize("shape", [(2**32, 2**32), (2**64,), (2**31, 2**31), (2**20, 2**20, 2**10)])
def test_boards_that_cannot_be_held_say_so(shape: tuple[int, ...]) -> None:
    with pytest.raises(BoardTooLargeError):
        Game(shape, 1, seed=1)
    with pytest.raises(MemoryError):
        Layout.random(Grid(shape), 1, seed=1)
    with pytest.raises(BoardTooLargeError):
        Layout(Grid(shape), [])


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("text", ["40000x40000.b", "40000x40000.g", "40000x40000.bAQ", "40000x40000.gAA"])
def test_a_short_board_id_costs_little(text: str) -> None:
    before = resident_bytes()
    layout = Layout.parse(text)
    after = resident_bytes()
    assert layout.mines == len(layout.bits().rstrip(b"\0"))
    if before is not None and after is not None:
        assert after - before < 16 * MEGABYTE


OUT_OF_MEMORY = """
import resource
from hypersweep import Game, Layout, Outcome
game = Game("8000x8000", layout=Layout("8000x8000", [(5, 5)]))
game.flag((0, 0))
held = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (held + (8 << 20), resource.RLIM_INFINITY))
try:
    game.open((4000, 4000))
except MemoryError:
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print("refused")
print(game.opened, game.flags, len(game.moves), game.outcome.name, any(game.open_bits()), game.is_flagged((0, 0)))
print(game.open((4000, 4000)).opened, game.flags)
"""


@pytest.mark.slow
@pytest.mark.needs("linux")
def test_a_cascade_that_runs_out_of_memory_leaves_the_game_as_it_was() -> None:
    done = subprocess.run([sys.executable, "-c", OUT_OF_MEMORY], capture_output=True, check=False, text=True)
    assert done.stderr == ""
    assert done.stdout.split("\n") == ["refused", "0 1 1 ONGOING False True", "63999998 1", ""]
