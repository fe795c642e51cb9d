"""Words in columns, numbers to the right and everything else to the left."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["columns_of"]


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
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    text = []
    for line in table:
        words = [
            f"{word:<{width}}" if left else f"{word:>{width}}"
            for word, width, left in zip(line, widths, is_left, strict=True)
        ]
        text.append("  ".join(words).rstrip())
    return text


def _is_number(word: str) -> bool:
    digits = word.removesuffix("*").replace(".", "", 1).replace(",", "").replace("-", "", 1).replace("+", "", 1)
    return digits.isdigit() or word == "-"
