"""Checks that all packages use, for arguments and for the memory that a board needs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypersweep.errors import BoardTooLargeError, ParameterError, ParameterTypeError

if TYPE_CHECKING:
    from types import UnionType

# Maximum number of letters of a word that are compared with names; the comparison takes quadratic time.
_LONGEST_NAME = 40


def truncate(value: object, most: int = 60) -> str:
    """Return a value's ``repr``, truncated to ``most`` characters.

    >>> truncate("x" * 100, 8)
    "'xxxxxx…"
    """
    try:
        text = repr(value)
    except ValueError:
        # Python refuses to format integers with thousands of digits, so show the number of bits instead.
        text = f"a number of {value.bit_length()} bits" if isinstance(value, int) else object.__repr__(value)
    return text if len(text) <= most else text[: most - 1] + "…"


def check_type(value: object, kinds: type | UnionType, what: str) -> None:
    """Raise an error if a value isn't of a type; ``what`` is the expected value, for the message.

    Raises:
        ParameterTypeError: the value has another type.

    >>> check_type(7, str, "the text of a move")
    Traceback (most recent call last):
        ...
    hypersweep.errors.ParameterTypeError: expected the text of a move, got 7 (int)
    """
    if not isinstance(value, kinds):
        raise ParameterTypeError(f"expected {what}, got {truncate(value)} ({type(value).__name__})")


def whole_number(value: object, what: str, *, least: int = 0, below: int | None = None) -> int:
    """Return the value as an ``int`` after checking that it is a whole number in range, not a boolean or a float.

    Args:
        value: anything with ``__index__``, including NumPy integers.
        what: the argument's name, for the message.
        least: the minimum.
        below: exclusive upper limit, or None.

    Raises:
        ParameterTypeError: the value isn't a whole number.
        ParameterError: the value is out of range.

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
        # NumPy arrays have __index__ too, but it only works for 0-d integer arrays.
        number = int(value.__index__())  # type: ignore[attr-defined]
    except (TypeError, AttributeError):
        kind = type(value).__name__
        raise ParameterTypeError(f"expected a whole number for {what}, got {truncate(value)} ({kind})") from None
    if number < least or (below is not None and number >= below):
        span = f"of {least} or more" if below is None else f"from {least} to {below - 1}"
        raise ParameterError(f"expected {what} {span}, got {truncate(number)}")
    return number


def place_among(what: str, word: object, known: tuple[str, ...]) -> int:
    """Return the position of a word in a list.

    Args:
        what: description of the argument with an article, for the message.
        word: the word.
        known: the list.

    Raises:
        ParameterTypeError: the word isn't text.
        ParameterError: the word isn't in the list.

    >>> place_among("a colour", "red", ("green", "red"))
    1
    """
    if not isinstance(word, str):
        raise ParameterTypeError(f"expected {what} ({', '.join(known)}), got {truncate(word)} ({type(word).__name__})")
    if word not in known:
        raise ParameterError(
            f"expected {what} ({', '.join(known)}), got {truncate(word)}{suggest(word[:60], list(known))}"
        )
    return known.index(word)


def suggest(word: str, known: list[str]) -> str:
    """Return a hint with the known word most similar to ``word``, or "" if none is similar.

    If ``word`` is the beginning of only one known word, suggest that; of several, the first that continues with a dash
    (4d-easy for 4d). Otherwise, suggest the known word with the smallest edit distance, unless that exceeds a third of
    the longer word's letters (at least one). Leading dashes and case are ignored.

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
    """Return the optimal string alignment distance, in changed, removed, inserted or (adjacent) swapped letters."""
    before, row = list[int](), list(range(len(other) + 1))
    for place, letter in enumerate(word, 1):
        last, before, row = before, row, [place]
        for at, wanted in enumerate(other, 1):
            fewest = min(before[at] + 1, row[at - 1] + 1, before[at - 1] + (letter != wanted))
            if place > 1 and at > 1 and letter == other[at - 2] and word[place - 2] == wanted:
                fewest = min(fewest, last[at - 2] + 1)
            row.append(fewest)
    return row[-1]


# Boards up to this size in bytes are allowed without checking the machine's limits.
_SMALL = 1 << 28


def memory_limit() -> int | None:
    """Return the memory in bytes that this process may use; None if unknown.

    It is the machine's memory, or a lower limit on the process or cgroup.

    >>> limit = memory_limit()
    >>> limit is None or limit > 0
    True
    """
    limits = []
    try:
        limits.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError, OSError):
        limits.extend(_windows_memory())
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            with open(path, encoding="ascii") as file:
                limits.append(int(file.read()))
        except (OSError, ValueError):
            continue
    try:
        import resource

        soft = resource.getrlimit(resource.RLIMIT_AS)[0]
        if soft != resource.RLIM_INFINITY:
            limits.append(soft)
    except ImportError:
        pass  # Windows has no such limits.
    return min((limit for limit in limits if limit > 0), default=None)


def _windows_memory() -> list[int]:
    try:
        import ctypes

        class Status(ctypes.Structure):
            _fields_ = (
                ("length", ctypes.c_ulong),
                ("load", ctypes.c_ulong),
                *((name, ctypes.c_ulonglong) for name in ("physical", "free", "page", "page_free", "all", "a", "b")),
            )

        status = Status()
        status.length = ctypes.sizeof(status)
        ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))  # type: ignore[attr-defined]
        return [int(status.physical)]
    except (ImportError, AttributeError, OSError):
        return []


def _free_memory() -> int | None:
    """Return the number of free bytes of memory, or None if the system doesn't report it."""
    try:
        with open("/proc/meminfo", "rb") as file:
            found = [line.split()[1] for line in file if line.startswith(b"MemAvailable:")]
        return int(found[0]) * 1024
    except (OSError, IndexError, ValueError):
        return None


def check_memory(needed: int, what: str, *, at_once: bool = False) -> None:
    """Raise an error for a board that doesn't fit into memory, before any is allocated.

    The system commits pages when they are first used, so an allocation that is too large would succeed, and the process
    would be killed later.

    Args:
        needed: number of bytes that the board takes once all of it is in use.
        what: name of the board or object, for the message.
        at_once: whether all of the memory is written right away. If so, half of the memory that is free now is another
            limit; the other half is left for other programs and for work on the board.

    Raises:
        BoardTooLargeError: the board needs more memory than this machine has.
    """
    if needed < _SMALL:
        return
    limit = memory_limit()
    if at_once:
        free = _free_memory()
        if free is not None:
            limit = free // 2 if limit is None else min(limit, free // 2)
    if limit is not None and needed > limit:
        raise BoardTooLargeError(
            f"expected a board within {_size_text(limit)} of memory, but {what} needs {_size_text(needed)}"
        )


def _size_text(size: int) -> str:
    """Format a number of bytes with at least two digits.

    >>> _size_text(25276514304), _size_text(5 * 10**17), _size_text(1_234_567), _size_text(10**40)
    ('25 GB', '500 PB', '1.2 MB', '10000000000000000 YB')
    """
    units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"]
    power = min((len(str(size)) - 1) // 3, len(units) - 1)
    whole, tenth = divmod(size * 10 // 1000**power, 10)
    return f"{whole}{f'.{tenth}' if whole < 10 and power else ''} {units[power]}"
