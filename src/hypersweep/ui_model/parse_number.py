"""Numbers that people type, in options and in forms."""

from __future__ import annotations

from hypersweep.errors import ParameterError
from hypersweep.validation import truncate

__all__ = ["decimal_number", "seconds_number", "whole_number"]

# Longer numbers take long to read, and are of no use to anybody.
_MOST_DIGITS = 20


def whole_number(text: str, name: str, *, least: int | None = None) -> int:
    """The whole number that something was given.

    Args:
        text: what was typed.
        name: what it was typed for, such as "--mines".
        least: the smallest that will do; None where what uses the number says so.

    Raises:
        ParameterError: it isn't one, or too small.

    >>> whole_number("12", "--games", least=1), whole_number("-3", "--mines")
    (12, -3)
    """
    digits = text.removeprefix("-") if least is None else text
    if (
        not (digits.isascii() and digits.isdigit())
        or len(digits) > _MOST_DIGITS
        or (least is not None and int(text) < least)
    ):
        wanted = "" if least is None else f" of {least} or more"
        raise ParameterError(f"expected a whole number{wanted} for {name}, got {truncate(text)}")
    return int(text)


def decimal_number(text: str, name: str, what: str, *, least: float, most: float) -> float:
    """The number that something was given.

    Args:
        text: what was typed.
        name: what it was typed for, such as "--seconds".
        what: what is expected, such as "a number of seconds".
        least: the smallest that will do.
        most: the largest.

    Raises:
        ParameterError: it isn't one, or not within the limits.

    >>> decimal_number("1.5", "--speed", "a number", least=0.001, most=1000)
    1.5
    """
    try:
        number = float(text)
    except ValueError:
        number = least - 1
    # Nothing compares with what is no number.
    if not least <= number <= most:
        raise ParameterError(f"expected {what} for {name}, got {truncate(text)}")
    return number


def seconds_number(text: str, name: str) -> float:
    """The seconds that something was given, 0 or more.

    Raises:
        ParameterError: it isn't a number, or none that anybody could wait for.
    """
    return decimal_number(text, name, "a number of seconds", least=0, most=1e9)
