"""Text in columns, numbers aligned to the right and everything else to the left."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def text_width(text: str) -> int:
    """Return the width of a text in columns of a terminal: two for a wide character, none for a combining one.

    >>> text_width("safest"), text_width("漢字"), text_width("e\u0301")
    (6, 4, 1)
    """
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(0 if category(each) in _JOINING else 2 if east_asian_width(each) in "WF" else 1 for each in text)


# Combining marks, and characters without a width.
_JOINING = ("Mn", "Me", "Cf")


def columns_of(table: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table, its heads first.

    >>> for line in columns_of([["board", "won"], ["3x4", "7"], ["4x4x4", "12"]]):
    ...     print(line)
    board  won
    3x4      7
    4x4x4   12
    """
    heads, *lines = table
    is_left = [not lines or not all(_is_number(line[place]) for line in lines) for place in range(len(heads))]
    widths = [max(map(text_width, column)) for column in zip(*table, strict=True)]
    text = []
    for line in table:
        words = []
        for word, width, left in zip(line, widths, is_left, strict=True):
            room = " " * (width - text_width(word))
            words.append(word + room if left else room + word)
        text.append("  ".join(words).rstrip())
    return text


def _is_number(word: str) -> bool:
    digits = word.removesuffix("*").replace(".", "", 1).replace(",", "").replace("-", "", 1).replace("+", "", 1)
    return digits.isdigit() or word == "-"
