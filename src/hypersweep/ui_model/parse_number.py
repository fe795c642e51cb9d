"""Parse numbers in options and forms."""

from __future__ import annotations

from hypersweep.errors import ParameterError
from hypersweep.validation import truncate

# Most digits; longer numbers take long to convert and are useless.
_MOST_DIGITS = 20


def whole_number(text: str, name: str, *, least: int | None = None) -> int:
    """Parse a whole number.

    Args:
        text: the typed text.
        name: name of the option, such as "--mines".
        least: the lowest allowed value; None if the caller checks it.

    Raises:
        ParameterError: not a whole number, or too small.

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
    """Parse a number.

    Args:
        text: the typed text.
        name: name of the option, such as "--seconds".
        what: expected value for the message, such as "a number of seconds".
        least: the lowest allowed value.
        most: the highest.

    Raises:
        ParameterError: not a number, or out of range.

    >>> decimal_number("1.5", "--speed", "a number", least=0.001, most=1000)
    1.5
    """
    try:
        number = float(text)
    except ValueError:
        number = least - 1
    # NaN fails every comparison.
    if not least <= number <= most:
        raise ParameterError(f"expected {what} for {name}, got {truncate(text)}")
    return number


def seconds_number(text: str, name: str) -> float:
    """The seconds that something was given, 0 or more.

    Raises:
        ParameterError: not a number, or too long a time.
    """
    return decimal_number(text, name, "a number of seconds", least=0, most=1e9)
