"""Lists of numbers as users write them: ``4``, ``10,20,30``, ``1-8``, ``0.05:0.25:0.05``."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterator

# Most numbers of a list; a short range could mean billions.
_MOST_NUMBERS = 10_000
_MOST_DIGITS = 20


def numbers_in(text: str, name: str) -> Iterator[Fraction]:
    """The numbers that a text lists, exactly as they are written: 0.1:0.3:0.1 has three.

    Args:
        text: numbers and ranges, separated by commas: FIRST-LAST has every whole number in between, FIRST:LAST:STEP one
            at each step.
        name: name of the option for messages, such as "--mines".

    Raises:
        ParameterError: not such a text; raised when the faulty part is reached.

    >>> [*map(float, numbers_in("0.05:0.15:0.05,1-3", "--density"))]
    [0.05, 0.1, 0.15, 1.0, 2.0, 3.0]
    """
    count = 0
    for part in text.split(","):
        for number in _range(part, name, text):
            count += 1
            if count > _MOST_NUMBERS:
                raise ParameterError(f"expected at most {_MOST_NUMBERS:,} numbers for {name}, got more")
            yield number


def _range(part: str, name: str, text: str) -> Iterator[Fraction]:
    first, dash, last = part.partition("-")
    ends = [_number(end, name, text) for end in (part.split(":") if not dash else (first, last))]
    if len(ends) == 1:
        yield ends[0]
        return
    if dash:
        if any(end.denominator != 1 for end in ends):
            raise ParameterError(
                f"expected a range of whole numbers or FIRST:LAST:STEP for {name}, got {truncate(part)}"
            )
        ends.append(Fraction(1))
    if len(ends) != 3 or ends[2] <= 0 or ends[1] < ends[0]:
        raise ParameterError(f"expected a range as FIRST-LAST or FIRST:LAST:STEP for {name}, got {truncate(part)}")
    number, last_number, step = ends
    while number <= last_number:
        yield number
        number += step


def whole_numbers_in(text: str, name: str) -> Iterator[int]:
    """Yield the same for whole numbers only.

    Raises:
        ParameterError: not such a text; raised when the faulty part is reached.

    >>> [*whole_numbers_in("1-3,10:20:5", "--mines")]
    [1, 2, 3, 10, 15, 20]
    """
    for number in numbers_in(text, name):
        if number.denominator != 1:
            raise ParameterError(f"expected whole numbers for {name}, got {truncate(text)}")
        yield int(number)


def _number(part: str, name: str, text: str) -> Fraction:
    if not 0 < len(part) <= _MOST_DIGITS or not part.isascii() or not part.replace(".", "", 1).isdigit():
        raise ParameterError(f"expected a number, several with commas, or a range for {name}, got {truncate(text)}")
    return Fraction(part)
