"""The arrays into which games write what is seen of them."""

from __future__ import annotations

from typing import Any

from hypersweep.arguments import shorten
from hypersweep.arrays import load_numpy
from hypersweep.errors import ParameterError, ParameterTypeError, ShapeError
from hypersweep.lazy import defer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from hypersweep.grid import Grid
else:
    defer(
        globals(),
        "from collections.abc import Mapping",
        "import numpy as np",
        "from numpy.typing import NDArray",
        "from hypersweep.grid import Grid",
    )

__all__ = ["ALIGNMENT", "NAMES", "Rows", "code_type"]

ALIGNMENT = 64
"""Bytes: where the arrays that are made here begin, so that PyTorch and JAX take them as they are."""

NAMES = (
    "observations",
    "action_masks",
    "rewards",
    "terminations",
    "truncations",
    "outcomes",
    "moves",
    "opened",
    "seeds",
)
"""The names of the arrays, in the order in which the kernel takes them."""

# Clues of one byte, or of two; no more than NumPy has a type for.
_MOST_IN_BYTE, _MOST = 127, 32767


def code_type(grid: Grid) -> str:
    """The type of an observed cell: "i1" where no clue is above 127, else "i2".

    Raises:
        ShapeError: cells with more than 32,767 neighbours.

    >>> from hypersweep import Grid
    >>> code_type(Grid("3x4x5")), code_type(Grid("3x3x3x3x4"))
    ('i1', 'i2')
    """
    if grid.max_neighbours > _MOST:
        raise ShapeError(f"expected at most {_MOST} neighbours of a cell for an environment, got {grid.max_neighbours}")
    return "i1" if grid.max_neighbours <= _MOST_IN_BYTE else "i2"


class Rows:
    """The arrays of ``count`` games, a row of each for every game.

    Those that aren't given are made here, and begin at multiples of 64 bytes. Those that are given have to be of that
    type and shape, in C order and writable; what is in them doesn't matter.

    Args:
        grid: the board.
        count: how many games.
        kinds: 1 where a game can only be opened in, 2 with flags, 3 with chords.
        given: arrays by name.

    Attributes:
        observations: int8 (int16 where a clue may be above 127), shape (count, *grid.shape): the codes of ``View``, a
            clue or ``COVERED`` (-1), ``FLAGGED`` (-2), and at the end ``MINE``, ``EXPLODED`` and ``WRONG_FLAG``.
        action_masks: int8, (count, kinds x cells): 1 for actions that do something.
        rewards: float32, (count,).
        terminations: bool, (count,): whether the step ended the game.
        truncations: bool, (count,): whether it was cut short by the step.
        outcomes: uint8, (count,): 0 while it goes on, 1 won, 2 lost.
        moves: int64, (count,): steps of the game so far.
        opened: int64, (count,): safe cells that are open.
        seeds: uint64, (count,): the seed of the game.

    Raises:
        ParameterError: an array that doesn't fit.
        ParameterTypeError: a name or a thing that is none.
        MissingExtraError: NumPy isn't installed.

    >>> from hypersweep import Grid
    >>> rows = Rows(Grid("3x4"), 5)
    >>> rows.observations.shape, rows.action_masks.shape, rows.observations.ctypes.data % 64
    ((5, 3, 4), (5, 12), 0)
    """

    __slots__ = NAMES

    observations: NDArray[np.signedinteger[Any]]
    action_masks: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    outcomes: NDArray[np.uint8]
    moves: NDArray[np.int64]
    opened: NDArray[np.int64]
    seeds: NDArray[np.uint64]

    def __init__(self, grid: Grid, count: int, kinds: int = 1, given: Mapping[str, object] | None = None) -> None:
        own = dict(given or {})
        for name, (dtype, shape) in zip(NAMES, _forms(grid, count, kinds), strict=True):
            array = own.pop(name, None)
            setattr(self, name, _aligned(dtype, shape) if array is None else _checked(name, array, dtype, shape))
        if own:
            raise ParameterTypeError(f"expected arrays of {', '.join(NAMES)}, got {shorten(next(iter(own)))}")

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """All of them, in the order of ``NAMES``."""
        return tuple([getattr(self, name) for name in NAMES])

    def copy_to(self, other: Rows) -> None:
        """Writes the same into other rows.

        Raises:
            ParameterError: rows of other games.
        """
        numpy = load_numpy()
        for name, array in zip(NAMES, self.arrays(), strict=True):
            to = getattr(other, name)
            if to.shape != array.shape or to.dtype != array.dtype:
                raise ParameterError(
                    f"expected {name} of shape {array.shape}, {array.dtype}, got {to.shape}, {to.dtype}"
                )
        for name, array in zip(NAMES, self.arrays(), strict=True):
            numpy.copyto(getattr(other, name), array)


def _forms(grid: Grid, count: int, kinds: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    one = (count,)
    return (
        (code_type(grid), (count, *grid.shape)),
        ("i1", (count, kinds * grid.cells)),
        ("f4", one),
        ("?", one),
        ("?", one),
        ("u1", one),
        ("i8", one),
        ("i8", one),
        ("u8", one),
    )


def _aligned(dtype: str, shape: tuple[int, ...]) -> NDArray[Any]:
    numpy = load_numpy()
    size = numpy.dtype(dtype).itemsize
    for side in shape:
        size *= side
    memory = numpy.zeros(size + ALIGNMENT, "u1")
    start = -memory.ctypes.data % ALIGNMENT
    array: NDArray[Any] = memory[start : start + size].view(dtype).reshape(shape)
    return array


def _checked(name: str, array: object, dtype: str, shape: tuple[int, ...]) -> NDArray[Any]:
    numpy = load_numpy()
    if not isinstance(array, numpy.ndarray):
        raise ParameterTypeError(f"expected an array for {name}, got {shorten(array)} ({type(array).__name__})")
    found: NDArray[Any] = array
    # A byte for each of them is all that the kernel knows of booleans.
    kinds = (dtype, "?", "u1", "i1") if dtype in ("?", "i1", "u1") and name != "observations" else (dtype,)
    if all(found.dtype != numpy.dtype(kind) for kind in kinds):
        raise ParameterError(f"expected {name} of type {numpy.dtype(dtype)}, got {found.dtype}")
    if found.size != numpy.prod(shape, dtype=object) or found.shape[:1] != shape[:1]:
        raise ParameterError(f"expected {name} of shape {shape}, got {found.shape}")
    flags = found.flags
    if not (flags.c_contiguous and flags.writeable and flags.aligned):
        raise ParameterError(f"expected {name} in C order, writable and aligned, got other memory")
    return found.reshape(shape)
