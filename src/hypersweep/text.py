"""Text helpers: numbers with nouns, lists, percentages, error reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["error_reason", "join_or", "percent_done", "percent_of", "pluralize", "tame"]

_PLURALS = {
    "forced guess": "forced guesses",
    "risky guess": "risky guesses",
    "try": "tries",
    "unneeded guess": "unneeded guesses",
}
_UNCOUNTED = ("certain", "unknown")


def pluralize(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> pluralize(1, "mine"), pluralize(-2, "mine"), pluralize(2, "forced guess"), pluralize(3, "certain")
    ('1 mine', '-2 mines', '2 forced guesses', '3 certain')
    """
    if number == 1 or noun in _UNCOUNTED:
        return f"{number} {noun}"
    return f"{number} {_PLURALS.get(noun, noun + 's')}"


def join_or(choices: Sequence[str]) -> str:
    """Return choices joined with commas and "or".

    >>> join_or(["fewer mines"]), join_or(["a", "b", "c"])
    ('fewer mines', 'a, b or c')
    """
    *others, last = choices
    return f"{', '.join(others)} or {last}" if others else last


def error_reason(error: BaseException) -> str:
    """Return the message of an error; for a system error without its number.

    >>> error_reason(FileNotFoundError(2, "No such file or directory", "game.sweep")), error_reason(OSError("full"))
    ('No such file or directory: game.sweep', 'full')
    """
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    return str(error)


def tame(text: str, most: int) -> str:
    r"""Return text of another program made safe for one line of a terminal or page: printable and short.

    >>> tame("Tiny \x1b[2J  3", 40), tame("abcdef", 4)
    ('Tiny [2J 3', 'abc…')
    """
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= most else line[: most - 1] + "…"


def percent_of(share: float) -> str:
    """Return a share (0 to 1) in whole percent.

    >>> percent_of(0.834), percent_of(1)
    ('83 %', '100 %')
    """
    return f"{100 * share:.0f} %"


def chance_text(chance: float) -> str:
    """Return a chance (0 to 1) in percent with three significant digits.

    >>> chance_text(1 / 6)
    '16.7 %'
    """
    return f"{100 * chance:.3g} %"


def percent_done(part: int, whole: int) -> str:
    """Return the finished part of some work in whole percent, rounded down: 100 % means finished.

    >>> percent_done(380, 381), percent_done(381, 381), percent_done(0, 0)
    ('99 %', '100 %', '100 %')
    """
    return f"{100 * part // whole if whole else 100} %"
