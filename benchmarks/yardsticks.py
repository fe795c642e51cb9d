"""The yardsticks in C, compiled when first used, and called with NumPy arrays.

The library is stored in ``build/benchmarks/`` under a hash of its sources, compiler and options, so it is compiled
again only if one of them changes.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import subprocess
import weakref
from functools import cache
from math import prod
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from timing import cache_folder

SOURCES = [Path(__file__).with_name(name) for name in ("yardsticks.c", "floods.c")]
OPTIONS = ("-O3", "-std=c11", "-fPIC", "-shared")

REJECTION, SHUFFLE = range(2)
NO_CLUES, LISTS, SCATTER, SCATTER_2D, GATHER_2D, SEPARABLE = range(6)
MINE, OPEN = 16, 32

Bytes = NDArray[np.uint8]


def build() -> Path:
    """Return the path of the compiled library, compiling it if necessary.

    Raises:
        subprocess.CalledProcessError: the compiler rejected the source.
    """
    folder = cache_folder()
    compiler = subprocess.run(["cc", "--version"], capture_output=True, check=True).stdout
    texts = [source.read_bytes() for source in SOURCES]
    material = b"\0".join([*texts, compiler, " ".join(OPTIONS).encode(), platform.machine().encode()])
    path = folder / f"yardsticks-{hashlib.sha256(material).hexdigest()[:16]}.so"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}")
        subprocess.run(["cc", *OPTIONS, "-o", str(unfinished), *map(str, SOURCES)], check=True)
        unfinished.replace(path)
    return path


@cache
def library() -> ctypes.CDLL:
    """Return the compiled library with its functions' types declared."""
    loaded = ctypes.CDLL(str(build()))
    pointer, i32, i64 = ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64
    u32, u64 = ctypes.c_uint32, ctypes.c_uint64
    loaded.make_plan.argtypes = [i32, pointer]
    loaded.make_plan.restype = pointer
    loaded.free_plan.argtypes = [pointer]
    loaded.free_plan.restype = None
    loaded.boards.argtypes = [pointer, i32, i32, u32, i64, i64, u64, pointer, pointer]
    loaded.games.argtypes = [i32, i32, i32, i32, u32, i64, u64, pointer, pointer, pointer]
    for name in ("esp_map_library", "esp_map_inlined"):
        getattr(loaded, name).argtypes = [u32, u64, u64, u64, pointer]
        getattr(loaded, name).restype = None
    loaded.flood_board.argtypes = [i32, pointer, pointer, i64, pointer]
    loaded.flood_board.restype = None
    loaded.flood_by_cells.argtypes = [i32, pointer, pointer, i64]
    loaded.flood_by_cells.restype = i64
    loaded.flood_by_runs.argtypes = [i32, pointer, i64]
    loaded.flood_by_runs.restype = i64
    loaded.write_bytes.argtypes = [pointer, i64]
    loaded.write_bytes.restype = None
    return loaded


class Boards:
    """Memory for a batch of boards, and the ways to fill it.

    Attributes:
        mines: (count, *shape) uint8, 1 for a mine.
        clues: (count, *shape) uint8, number of neighbouring mines for every cell, including mines.
    """

    def __init__(self, shape: tuple[int, ...], mine_count: int, count: int, first: int | None = None) -> None:
        self.shape, self.mine_count, self.count = shape, mine_count, count
        self.first = -1 if first is None else first
        sides = np.array(shape, dtype=np.int32)
        self._plan = library().make_plan(len(shape), sides.ctypes.data)
        if not self._plan:
            raise MemoryError("the yardstick found no memory")
        weakref.finalize(self, library().free_plan, self._plan)
        self.mines: Bytes = np.ones((count, *shape), dtype=np.uint8)
        self.clues: Bytes = np.ones((count, *shape), dtype=np.uint8)

    def fill(self, sampler: int, method: int, seed: int = 1) -> None:
        """Place each board's mines and, unless the method is NO_CLUES, count the clues."""
        arguments = (self._plan, sampler, method, self.mine_count, self.first, self.count, seed)
        if library().boards(*arguments, self.mines.ctypes.data, self.clues.ctypes.data):
            raise MemoryError("the yardstick found no memory")


class Games:
    """Memory for the results of a batch of two-dimensional games of random opens.

    Attributes:
        won: (count,) uint8, 1 for a won game.
        clicks: (count,) uint32, number of opens until the end.
        opened: (count,) uint32, number of safe cells open at the end.
    """

    def __init__(self, rows: int, columns: int, mine_count: int, count: int) -> None:
        self.rows, self.columns, self.mine_count, self.count = rows, columns, mine_count, count
        self.won: Bytes = np.ones(count, dtype=np.uint8)
        self.clicks = np.ones(count, dtype=np.uint32)
        self.opened = np.ones(count, dtype=np.uint32)

    def play(self, sampler: int, *, lazy: bool, seed: int = 1) -> None:
        """Play every game to its end; if `lazy`, count a clue only when its cell is opened."""
        arguments = (int(lazy), sampler, self.rows, self.columns, self.mine_count, self.count, seed)
        if library().games(*arguments, self.won.ctypes.data, self.clicks.ctypes.data, self.opened.ctypes.data):
            raise MemoryError("the yardstick found no memory")


def esp_map(seed: int, mines: int, first: int, into: Bytes, *, inlined: bool) -> None:
    """Write the ESP specification's map to a flat byte array, with an inlined generator or the C library's rand()."""
    function = library().esp_map_inlined if inlined else library().esp_map_library
    function(seed, into.size, mines, first, into.ctypes.data)


class Flood:
    """A board with a rim and its clues, to be opened once by a flood fill.

    Attributes:
        padded: the board with its rim; each byte combines a clue, MINE and OPEN.
    """

    def __init__(self, shape: tuple[int, ...], mines: NDArray[np.int64]) -> None:
        self.shape, self.mines = shape, mines
        self.sides = np.array(shape, dtype=np.int32)
        self.padded: Bytes = np.ones(tuple(side + 2 for side in shape), dtype=np.uint8)
        self.reset()
        self.start = self._first_zero()

    def reset(self) -> None:
        """Cover the whole board again."""
        library().flood_board(
            len(self.shape), self.sides.ctypes.data, self.mines.ctypes.data, self.mines.size, self.padded.ctypes.data
        )

    def _first_zero(self) -> int:
        flat = self.padded.reshape(-1)
        begin = flat.size // 2
        return begin + int(np.argmax(flat[begin:] == 0))

    def by_cells(self) -> int:
        """Open from the start with a stack of cells. Returns: the number of opened cells."""
        return int(
            library().flood_by_cells(len(self.shape), self.sides.ctypes.data, self.padded.ctypes.data, self.start)
        )

    def by_runs(self) -> int:
        """Open from the start with a stack of runs, in two dimensions only. Returns: the number of opened cells."""
        return int(library().flood_by_runs(self.shape[1], self.padded.ctypes.data, self.start))


def write_bytes(into: Bytes) -> None:
    """Set every byte to zero with memset."""
    library().write_bytes(into.ctypes.data, into.nbytes)


def cells_of(shape: tuple[int, ...]) -> int:
    """Return the number of cells on a board."""
    return prod(shape)
