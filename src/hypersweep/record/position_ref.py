"""Moments of a record, each named by the way to it: along which lines, and after how many events of each.

"12" is after 12 events of the main line. "12.2.3" is there, then into the second side line that leaves, and after three
of its events; "12.2.0" is the beginning of that side line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import ParameterTypeError, ParseError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["MOST_CHARACTERS", "format_moment", "parse_moment"]

MOST_CHARACTERS = 1 << 20
"""Of the name of a moment: side lines may be nested to any depth, but a name is read and written at once."""


def format_moment(steps: Iterable[int]) -> str:
    """The name of a moment.

    >>> format_moment((12, 2, 3))
    '12.2.3'
    """
    return ".".join(map(str, steps))


def parse_moment(text: str) -> tuple[int, ...]:
    """The steps to a moment: so many events, into the n-th side line that leaves there, so many of its events, ...

    Raises:
        ParseError: not the name of a moment. Whether a record has it shows in ``Record.find``.

    >>> parse_moment("12.2.3")
    (12, 2, 3)
    """
    if not isinstance(text, str):
        raise ParameterTypeError(f"expected the name of a moment, got {truncate(text)} ({type(text).__name__})")
    parts = text.split(".") if len(text) <= MOST_CHARACTERS else []
    if len(parts) % 2 and all(map(_is_number, parts)) and "0" not in parts[1::2]:
        return tuple(map(int, parts))
    raise ParseError(f"expected a moment such as '12' or '12.2.3', got {truncate(text)}", text=text, position=0)


def _is_number(text: str) -> bool:
    return 0 < len(text) < 16 and text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")
