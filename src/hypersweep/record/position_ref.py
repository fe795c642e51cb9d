"""References to positions of a record, as the path to them: lines and numbers of events.

"12" is after 12 events of the main line. "12.2.3" goes from there into the second side line that branches off, and
three of its events further; "12.2.0" is the beginning of that side line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import ParameterTypeError, ParseError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_CHARACTERS = 1 << 20
"""Longest reference. Side lines may be nested to any depth, but a reference is read and written at once."""


def format_moment(steps: Iterable[int]) -> str:
    """Return the text of a reference.

    >>> format_moment((12, 2, 3))
    '12.2.3'
    """
    return ".".join(map(str, steps))


def parse_moment(text: str) -> tuple[int, ...]:
    """Parse a reference: number of events, number of the side line there, number of its events, ...

    Raises:
        ParseError: the text isn't a reference. ``Record.find`` checks that the position exists.

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
