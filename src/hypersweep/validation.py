"""Argument checks shared by all packages."""

from __future__ import annotations

from hypersweep.errors import ParameterError, ParameterTypeError

__all__ = ["place_among", "suggest", "truncate", "whole_number"]

# Characters of a word that are compared with names; longer words match none.
_LONGEST_NAME = 40


def truncate(value: object, most: int = 60) -> str:
    """Return the ``repr`` of a value, cut to ``most`` characters.

    >>> truncate("x" * 100, 8)
    "'xxxxxx…"
    """
    try:
        text = repr(value)
    except ValueError:
        # Python refuses to format integers of thousands of digits.
        text = f"a number of {value.bit_length()} bits" if isinstance(value, int) else object.__repr__(value)
    return text if len(text) <= most else text[: most - 1] + "…"


def whole_number(value: object, what: str, *, least: int = 0, below: int | None = None) -> int:
    """Return the value as an ``int`` if it is a whole number in range; booleans and floats are not.

    Args:
        value: anything with ``__index__``, NumPy integers included.
        what: name of the argument, for the message.
        least: the smallest value allowed.
        below: the first value that is too large, or None.

    Raises:
        ParameterTypeError: the value isn't a whole number.
        ParameterError: it is out of range.

    >>> whole_number(7, "mines")
    7
    >>> whole_number(True, "mines")
    Traceback (most recent call last):
        ...
    hypersweep.errors.ParameterTypeError: expected a whole number for mines, got True (bool)
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        # NumPy arrays have __index__ as well, but only arrays without axes are numbers.
        number = int(value.__index__())  # type: ignore[attr-defined]
    except (TypeError, AttributeError):
        kind = type(value).__name__
        raise ParameterTypeError(f"expected a whole number for {what}, got {truncate(value)} ({kind})") from None
    if number < least or (below is not None and number >= below):
        span = f"{least} or more" if below is None else f"{least} to {below - 1}"
        raise ParameterError(f"expected {what} of {span}, got {truncate(number)}")
    return number


def place_among(what: str, word: object, known: tuple[str, ...]) -> int:
    """Return the position of a word in a list.

    Args:
        what: name of the argument with its article, for the message.
        word: the word.
        known: the list.

    Raises:
        ParameterTypeError: the word isn't a text.
        ParameterError: the word isn't in the list.

    >>> place_among("a colour", "red", ("green", "red"))
    1
    """
    if not isinstance(word, str):
        raise ParameterTypeError(f"expected {what} of {', '.join(known)}, got {truncate(word)} ({type(word).__name__})")
    if word not in known:
        raise ParameterError(
            f"expected {what} of {', '.join(known)}, got {truncate(word)}{suggest(word[:60], list(known))}"
        )
    return known.index(word)


def suggest(word: str, known: list[str]) -> str:
    """Return a hint with the known word most similar to ``word``, or an empty text if none is similar.

    That is the only known word with this prefix, or the first of several that continue with a dash (4d-easy for 4d).
    Otherwise it is the word with the smallest edit distance, at most a third of its letters. Leading dashes and case
    are ignored.

    >>> suggest("--frist", ["--first", "--list"]), suggest("--adj", ["--adjacency", "--first"])
    (", did you mean '--first'?", ", did you mean '--adjacency'?")
    >>> suggest("--games", ["--mines", "--seed"])
    ''
    """
    written = word[:_LONGEST_NAME].lstrip("-").lower()
    names = [name.lstrip("-").lower() for name in known]
    begun = [place for place, name in enumerate(names) if len(written) > 1 and name.startswith(written)]
    stems = begun if len(begun) == 1 else [place for place in begun if names[place].startswith(f"{written}-")]
    if stems:
        return f", did you mean {known[stems[0]]!r}?"
    ways = [(_changes(written, name), place) for place, name in enumerate(names) if len(written) > 1]
    changes, place = min(ways, default=(0, 0))
    if not ways or changes > max(1, max(len(written), len(names[place])) // 3):
        return ""
    return f", did you mean {known[place]!r}?"


def _changes(word: str, other: str) -> int:
    """Return the edit distance: letters changed, removed, inserted or swapped with the next one (no letter twice)."""
    before, row = list[int](), list(range(len(other) + 1))
    for place, letter in enumerate(word, 1):
        last, before, row = before, row, [place]
        for at, wanted in enumerate(other, 1):
            fewest = min(before[at] + 1, row[at - 1] + 1, before[at - 1] + (letter != wanted))
            if place > 1 and at > 1 and letter == other[at - 2] and word[place - 2] == wanted:
                fewest = min(fewest, last[at - 2] + 1)
            row.append(fewest)
    return row[-1]
