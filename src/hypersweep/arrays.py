"""Conversion to NumPy arrays. This is the only core module that imports NumPy, and only on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import MissingExtraError

if TYPE_CHECKING:
    import types

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["bit_array", "load_numpy", "number_array"]


def load_numpy() -> types.ModuleType:
    """Import NumPy, and return the module.

    Raises:
        MissingExtraError: NumPy isn't installed.
    """
    try:
        import numpy
    except ImportError:
        raise MissingExtraError(
            "arrays need NumPy, which isn't installed: pip install 'hypersweep[arrays]'", name="numpy"
        ) from None
    return numpy


def bit_array(bits: bytes | bytearray | memoryview, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    r"""Return a bit string (lowest bit of each byte first) as a bool array of the given shape, one byte per cell.

    >>> bit_array(b"\x05", (2, 3)).tolist()
    [[True, False, True], [False, False, False]]
    """
    numpy = load_numpy()
    cells = 1
    for side in shape:
        cells *= side
    unpacked = numpy.unpackbits(numpy.frombuffer(bits, "u1"), count=cells, bitorder="little")
    array: NDArray[np.bool_] = unpacked.view("?").reshape(shape)
    return array


def number_array(data: bytes | bytearray | memoryview, dtype: str, shape: tuple[int, ...]) -> NDArray[np.integer]:
    """Return the numbers in a buffer as an array of the given shape, without a copy.

    >>> number_array(bytes([1, 2, 3, 4, 5, 6]), "u1", (2, 3)).tolist()
    [[1, 2, 3], [4, 5, 6]]
    """
    numpy = load_numpy()
    array: NDArray[np.integer] = numpy.frombuffer(data, dtype).reshape(shape)
    return array
