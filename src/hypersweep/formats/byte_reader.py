"""Reader of a file's bytes, field by field; errors name the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import ParameterTypeError, ParseError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from typing import Literal, NoReturn


class Source:
    """What is still to be read of a file.

    Args:
        data: the whole file.
        what: what it is, for errors, such as "an AVF file".
        order: of the bytes in a number, "big" or "little".

    Raises:
        ParameterTypeError: something other than bytes.

    Attributes:
        data: the whole file.
        place: how many bytes were taken.

    >>> source = Source(bytes([1, 0, 9, 65]), "an example")
    >>> source.whole(1, "a version"), source.whole(2, "mines"), source.place
    (1, 9, 3)
    >>> source.whole(2, "a width")
    Traceback (most recent call last):
        ...
    hypersweep.errors.ParseError: expected 2 bytes of a width at byte 3 of an example, got 1
    """

    __slots__ = ("_order", "_what", "data", "place")

    def __init__(
        self, data: bytes | bytearray | memoryview, what: str, order: Literal["big", "little"] = "big"
    ) -> None:
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise ParameterTypeError(f"expected the bytes of {what}, got {truncate(data)} ({type(data).__name__})")
        self.data: bytes = bytes(data)
        self.place: int = 0
        self._what = what
        self._order = order

    @property
    def left(self) -> int:
        """How many bytes there still are."""
        return len(self.data) - self.place

    def take(self, count: int, what: str) -> bytes:
        """The next bytes.

        Args:
            count: how many.
            what: what they say, for the error.

        Raises:
            ParseError: there are fewer.
        """
        if count > self.left:
            raise ParseError(
                f"expected {count} {'byte' if count == 1 else 'bytes'} of {what} at byte {self.place} of "
                f"{self._what}, got {self.left}",
                position=self.place,
            )
        taken = self.data[self.place : self.place + count]
        self.place += count
        return taken

    def whole(self, size: int, what: str, least: int = 0, most: int | None = None) -> int:
        """The next number.

        Args:
            size: of how many bytes.
            what: what it says, for the error.
            least: the least that it can be.
            most: the most that it can be; None for what its bytes can hold.

        Raises:
            ParseError: there are fewer bytes, or the number can't be.
        """
        begun = self.place
        number = int.from_bytes(self.take(size, what), self._order)
        if number < least or (most is not None and number > most):
            bounds = f"of {least} or more" if most is None else f"of {least} to {most}"
            self.refuse(f"{what} {bounds}", number, begun)
        return number

    def expect(self, wanted: bytes, what: str) -> None:
        """Take bytes that have to be these.

        Raises:
            ParseError: others are there.
        """
        begun = self.place
        found = self.data[begun : begun + len(wanted)]
        if found != wanted:
            self.refuse(what, found, begun)
        self.place += len(wanted)

    def until(self, end: bytes, what: str) -> bytes:
        """The bytes up to an end, which is taken as well.

        Raises:
            ParseError: there is no such end.
        """
        found = self.data.find(end, self.place)
        if found < 0:
            self.refuse(f"{what} that ends with {end!r}", self.data[self.place : self.place + 20], self.place)
        taken = self.data[self.place : found]
        self.place = found + len(end)
        return taken

    def refuse(self, wanted: str, got: object, place: int | None = None) -> NoReturn:
        """Say that something can't be.

        Args:
            wanted: what was expected.
            got: what came.
            place: at which byte; None for the last one that was taken.

        Raises:
            ParseError: always.
        """
        where = self.place if place is None else place
        raise ParseError(f"expected {wanted} at byte {where} of {self._what}, got {shown(got)}", position=where)


def shown(got: object) -> str:
    """Return what came, for a message: bytes as text if they can be printed, or else in hexadecimal digits."""
    if not isinstance(got, bytes):
        return truncate(got)
    text = got.decode("latin-1")
    if text.isascii() and text.isprintable():
        return truncate(text)
    return f"binary data ({got[:8].hex(' ')}{' …' if len(got) > 8 else ''})"
