"""Named, versioned random streams that are the same on every platform.

Version 1 of our stream hashes a key and a counter to 64-bit words. With G = 0x9E3779B97F4A7C15 and mix, the finalizer
of SplitMix64,

    mix(z):  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;  z = (z ^ z >> 27) * 0x94D049BB133111EB;  z ^ z >> 31
    key     =  mix(mix(mix(seed) ^ hash(name)) + index * G)
    word j  =  mix(key + (j + 1) * G)  for j = 0, 1, 2, ...

where hash is FNV-1a (64 bits) of the name followed by "/1", the version, in UTF-8. A number below n is the high word of
word * n; words whose low word is under 2**64 mod n are skipped (Lemire's method), so the number is exactly uniform.

Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014); Lemire, "Fast random integer
generation in an interval" (2019).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.copying import Copyable
from hypersweep.errors import ParameterError
from hypersweep.validation import check_type, truncate, whole_number

if TYPE_CHECKING:
    from typing import Self, TypeVar

    from hypersweep._native import GnuRandom as NativeGnuRandom
    from hypersweep._native import Stream as NativeStream

    Random = TypeVar("Random", bound="GnuRandom")

__all__ = ["STREAM_VERSION", "GnuRandom", "Stream", "check_seed", "fresh_seed", "stream_name"]

STREAM_VERSION = 1


def stream_name(name: str) -> int:
    """Return the 64-bit hash of a stream's name and version.

    >>> stream_name("layout")
    14341837904301361619
    """
    check_type(name, str, "a stream name")
    try:
        text = f"{name}/{STREAM_VERSION}".encode()
    except UnicodeEncodeError:
        raise ParameterError(f"expected a stream's name as text that UTF-8 can encode, got {truncate(name)}") from None
    value = 0xCBF29CE484222325
    for byte in text:
        value = (value ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return value


def check_seed(seed: object) -> int:
    """Return the seed as an ``int`` after checking that it is a whole number from 0 to 2**64 - 1.

    Raises:
        ParameterTypeError: the seed isn't a whole number.
        ParameterError: the seed is out of range.
    """
    return whole_number(seed, "seed", below=1 << 64)


def fresh_seed() -> int:
    """Return a random seed, short enough to type (below 2**32).

    >>> 0 <= fresh_seed() < 2**32
    True
    """
    return int.from_bytes(os.urandom(4), "little")


class Stream(Copyable):
    """A stream of random numbers, determined by a seed, a name and an index.

    It can be copied and pickled with its position. Streams are compared by identity, because drawing changes them.

    Args:
        seed: 0 to 2**64 - 1.
        name: what the numbers are for; streams with different names are independent.
        index: the stream's number among those with the same seed and name, 0 to 2**64 - 1, for batches.
        position: number of words already drawn, 0 to 2**64 - 1.

    Raises:
        ParameterError: the seed, index or position is out of range or not whole.

    >>> stream = Stream(7, "layout")
    >>> stream.below(10), stream.below(10), stream.below(10)
    (0, 4, 9)
    >>> stream
    Stream(7, 'layout', 0, position=3)
    """

    __slots__ = ("_index", "_name", "_native", "_seed")

    _native: NativeStream

    def __init__(self, seed: int, name: str = "layout", index: int = 0, *, position: int = 0) -> None:
        self._seed: int = check_seed(seed)
        self._name: str = name
        self._index: int = whole_number(index, "index", below=1 << 64)
        begin = whole_number(position, "position", below=1 << 64)
        self._native = _native.Stream(self._seed, stream_name(name), self._index, begin)

    @property
    def seed(self) -> int:
        """The seed, 0 to 2**64 - 1."""
        return self._seed

    @property
    def name(self) -> str:
        """What the numbers are for, such as "layout"."""
        return self._name

    @property
    def index(self) -> int:
        """The stream's number among those with the same seed and name, 0 to 2**64 - 1."""
        return self._index

    @property
    def position(self) -> int:
        """Number of words drawn so far; after 2**64 words, the stream starts again.

        >>> stream = Stream(7, position=2)
        >>> stream.below(10), stream.position
        (9, 3)
        """
        return self._native.position

    def copy(self) -> Self:
        """Return an independent stream that continues with the same numbers.

        >>> stream = Stream(7)
        >>> stream.below(10), stream.copy().below(10), stream.below(10)
        (0, 4, 4)
        """
        return self.__copy__()

    def _twin(self) -> Self:
        twin = object.__new__(type(self))
        twin._seed, twin._name, twin._index = self._seed, self._name, self._index
        twin._native = _native.Stream(self._seed, stream_name(self._name), self._index, self.position)
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        return _restore_stream, (type(self), self._seed, self._name, self._index, self.position), self.__getstate__()

    def bits64(self) -> int:
        """Return the next 64-bit word, 0 to 2**64 - 1."""
        return self._native.bits64()

    def below(self, bound: int) -> int:
        """Return the next number from 0 to ``bound`` - 1; all are equally likely.

        Raises:
            ParameterError: the bound isn't in 1 to 2**64 - 1.
        """
        return self._native.below(whole_number(bound, "bound", least=1, below=1 << 64))

    def __repr__(self) -> str:
        position = f", position={self.position}" if self.position else ""
        return f"Stream({self._seed}, {self._name!r}, {self._index}{position})"


def _restore_stream(kind: type[Stream], seed: int, name: str, index: int, position: int) -> Stream:
    stream = object.__new__(kind)
    Stream.__init__(stream, seed, name, index, position=position)
    return stream


class GnuRandom(Copyable):
    """The GNU C library's ``rand()``, on every platform.

    This is the library's default generator: additive feedback of degree 31 and separation 3, seeded with ``srand``.
    Seed 0 gives the same numbers as seed 1. The generator can be copied and pickled in its current state.

    Args:
        seed: as for ``srand``, 0 to 2**32 - 1.

    Raises:
        ParameterError: the seed is out of range or not whole.

    >>> random = GnuRandom(0)
    >>> [random.next() for _ in range(4)]
    [1804289383, 846930886, 1681692777, 1714636915]
    """

    __slots__ = ("_native",)

    _native: NativeGnuRandom

    def __init__(self, seed: int) -> None:
        self._native = _native.GnuRandom(whole_number(seed, "seed", below=1 << 32))

    def next(self) -> int:
        """Return the next value of ``rand()``, 0 to 2**31 - 1."""
        return self._native.next()

    def next64(self) -> int:
        """Return two values as one number: the first in the upper 32 bits, the second in the lower 32."""
        return self._native.next64()

    def copy(self) -> Self:
        """Return an independent generator that continues with the same values.

        >>> random = GnuRandom(1)
        >>> random.next(), random.copy().next(), random.next()
        (1804289383, 846930886, 846930886)
        """
        return self.__copy__()

    def _twin(self) -> Self:
        return _restore_random(type(self), self._native.state())

    def __reduce__(self) -> tuple[object, ...]:
        return _restore_random, (type(self), self._native.state()), self.__getstate__()


def _restore_random(kind: type[Random], state: tuple[list[int], int]) -> Random:
    random = object.__new__(kind)
    random._native = _native.GnuRandom(0)
    random._native.put(state)
    return random
