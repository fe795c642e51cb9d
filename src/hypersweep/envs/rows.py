"""Arrays for the results of a batch of games: observations, masks, rewards and so on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from hypersweep.arrays import load_numpy
from hypersweep.copying import Copyable, Immutable
from hypersweep.errors import ParameterError, ParameterTypeError, ShapeError
from hypersweep.validation import check_type, truncate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hypersweep.grid import Grid

    Own = TypeVar("Own", bound="Rows")

ALIGNMENT = 64
"""Alignment of new arrays in bytes; PyTorch and JAX can share aligned arrays without a copy."""

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
"""Names of the arrays, in the order of the kernel's arguments."""

# Largest clue that fits into a one-byte code, and into a two-byte code.
_MOST_IN_BYTE, _MOST = 127, 32767


def code_type(grid: Grid) -> str:
    """Return the dtype of observed codes: "i1" if no clue can exceed 127, otherwise "i2".

    Raises:
        ShapeError: a cell has more than 32,767 neighbours.

    >>> from hypersweep import Grid
    >>> code_type(Grid("3x4x5")), code_type(Grid("3x3x3x3x4"))
    ('i1', 'i2')
    """
    if grid.max_neighbours > _MOST:
        raise ShapeError(f"expected at most {_MOST} neighbours per cell in an environment, got {grid.max_neighbours}")
    return "i1" if grid.max_neighbours <= _MOST_IN_BYTE else "i2"


class Rows(Copyable, Immutable):
    """The arrays for ``count`` games, with a row per game.

    Arrays that aren't given are allocated here, at addresses that are multiples of 64 bytes. Given arrays must have the
    right type and shape, be in C order and writable; their contents don't matter. Arrays from other libraries, such as
    PyTorch tensors in main memory, are accepted if NumPy can share them (``numpy.from_dlpack``).

    With ``autoreset="same-step"``, a row may describe two games: rewards, terminations, truncations, outcomes, moves
    and opened describe the game that has ended; observations, masks and seeds the next one. In the other modes, all
    describe the same game.

    The arrays can't be replaced. A copy has its own arrays.

    Args:
        grid: the board.
        count: number of games.
        kinds: number of kinds of actions: 1 for opens only, 2 with flags, 3 with flags and chords.
        given: arrays to use, by name.

    Attributes:
        observations: int8 (int16 if a clue may exceed 127), shape (count, *grid.shape): the codes of ``View``, that is
            a clue, ``COVERED`` (-1) or ``FLAGGED`` (-2), and at the end ``MINE``, ``EXPLODED`` and ``WRONG_FLAG``.
        action_masks: int8, (count, kinds x cells): 1 for each action with an effect.
        rewards: float32, (count,): reward for the latest step.
        terminations: bool, (count,): whether the game is over, except by reaching the step limit.
        truncations: bool, (count,): whether the game is over because it reached the step limit.
        outcomes: uint8, (count,): 0 ongoing, 1 won, 2 lost.
        moves: int64, (count,): number of steps in the game so far.
        opened: int64, (count,): number of open safe cells.
        seeds: uint64, (count,): seed of the game.

    Raises:
        ParameterError: an array doesn't fit.
        ParameterTypeError: a name is unknown, or a value isn't an array.
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
        if given is not None and not isinstance(given, Mapping):
            raise ParameterTypeError(f"expected arrays by name, got {truncate(given)} ({type(given).__name__})")
        own = dict(given or {})
        for name, (dtype, shape) in zip(NAMES, _forms(grid, count, kinds), strict=True):
            array = own.pop(name, None)
            own_array = _aligned(dtype, shape) if array is None else _checked(name, array, dtype, shape)
            object.__setattr__(self, name, own_array)
        if own:
            raise ParameterTypeError(f"expected arrays named {', '.join(NAMES)}, got {truncate(next(iter(own)))}")

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """Return all arrays, in the order of ``NAMES``."""
        return tuple([getattr(self, name) for name in NAMES])

    def check_alike(self, other: Rows) -> None:
        """Raise an error unless other rows have the same shapes and types.

        Raises:
            ParameterError: a shape or type differs.
            ParameterTypeError: the argument isn't ``Rows``.
        """
        check_type(other, Rows, "Rows")
        for name, array, to in zip(NAMES, self.arrays(), other.arrays(), strict=True):
            if to.shape != array.shape or to.dtype.itemsize != array.dtype.itemsize:
                raise ParameterError(
                    f"expected {name} of shape {array.shape}, {array.dtype}, got {to.shape}, {to.dtype}"
                )

    def copy_to(self, other: Rows) -> None:
        """Copy all arrays to other rows.

        Raises:
            ParameterError: a shape or type differs.
            ParameterTypeError: the argument isn't ``Rows``.
        """
        self.check_alike(other)
        numpy = load_numpy()
        for array, to in zip(self.arrays(), other.arrays(), strict=True):
            numpy.copyto(to, array.view(to.dtype))

    def _twin(self) -> Self:
        return _restore_rows(type(self), self.arrays())

    def __reduce__(self) -> tuple[object, ...]:
        return _restore_rows, (type(self), self.arrays()), self.__getstate__()


def _restore_rows(kind: type[Own], arrays: tuple[NDArray[Any], ...]) -> Own:
    rows = object.__new__(kind)
    for name, array in zip(NAMES, arrays, strict=True):
        own = _aligned(array.dtype.str, array.shape)
        own[...] = array
        object.__setattr__(rows, name, own)
    return rows


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


def check_array(name: str, given: object, dtype: str | np.dtype[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Check an output array's type and shape, and return it as a NumPy array.

    Args:
        name: the array's name, for errors.
        given: a NumPy array, or one that NumPy can share.
        dtype: the required type.
        shape: the required shape.

    Raises:
        ParameterError: the array doesn't fit, or isn't writable.
        ParameterTypeError: the value isn't an array.

    >>> import numpy
    >>> check_array("out", numpy.zeros(3), "f8", (3,)).tolist()
    [0.0, 0.0, 0.0]
    """
    numpy = load_numpy()
    found: NDArray[Any] = given if isinstance(given, numpy.ndarray) else _shared(name, given)
    # Fast path for the usual case, since every step calls this.
    if found.dtype == dtype and found.shape == shape and found.flags.carray:
        return found
    if found.dtype != numpy.dtype(dtype):
        raise ParameterError(f"expected {name} of type {numpy.dtype(dtype)}, got {found.dtype}")
    if found.shape != shape:
        raise ParameterError(f"expected {name} of shape {shape}, got {found.shape}")
    flags = found.flags
    if not (flags.c_contiguous and flags.writeable and flags.aligned):
        raise ParameterError(f"expected {name} as a writable, aligned array in C order, got one that isn't")
    return found


def _shared(name: str, given: object) -> NDArray[Any]:
    """Return a NumPy view of another library's array."""
    kind = f"{type(given).__module__}.{type(given).__qualname__}"
    if not hasattr(given, "__dlpack__"):
        raise ParameterTypeError(f"expected an array for {name}, got {truncate(given)} ({type(given).__name__})")
    try:
        found: NDArray[Any] = load_numpy().from_dlpack(given)
    except Exception as error:
        # Libraries raise various errors for arrays on another device or with a gradient.
        raise ParameterTypeError(
            f"NumPy can't share the memory of the {kind} for {name}: {truncate(str(error))}"
        ) from None
    return found


def _checked(name: str, array: object, dtype: str, shape: tuple[int, ...]) -> NDArray[Any]:
    numpy = load_numpy()
    # The kernel reads and writes booleans as bytes.
    kinds = (dtype, "?", "u1", "i1") if dtype in ("?", "i1", "u1") and name != "observations" else (dtype,)
    own = array if isinstance(array, numpy.ndarray) else _shared(name, array)
    fits = [kind for kind in kinds if own.dtype == numpy.dtype(kind)]
    # Also accept a flat row of cells per game.
    is_flat = own.shape[:1] == shape[:1] and own.size == numpy.prod(shape, dtype=object)
    return check_array(name, own, fits[0] if fits else dtype, own.shape if is_flat else shape).reshape(shape)
