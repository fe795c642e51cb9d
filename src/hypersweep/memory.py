"""Memory limits for boards on this machine."""

from __future__ import annotations

import os

from hypersweep.errors import BoardTooLargeError

__all__ = ["check_memory", "memory_limit"]

# Bytes below which a board is always allowed, to save the look at the machine's limits.
_SMALL = 1 << 28


def memory_limit() -> int | None:
    """Return the bytes this process may use: the machine's memory or the limit of its process or cgroup.

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
    """Return the bytes that are free now, or None if the system doesn't tell."""
    try:
        with open("/proc/meminfo", "rb") as file:
            found = [line.split()[1] for line in file if line.startswith(b"MemAvailable:")]
        return int(found[0]) * 1024
    except (OSError, IndexError, ValueError):
        return None


def check_memory(needed: int, what: str, *, at_once: bool = False) -> None:
    """Raise an error for a board that this machine can't hold, before anything is allocated.

    Pages are committed on first use, so allocation itself would succeed and the process be killed later.

    Args:
        needed: bytes that the board takes once all of it is in use.
        what: name of the board or object, for the message.
        at_once: whether all of the memory is written to right away. The limit is then also half of the memory that is
            free now; the other half is for other programs and for the work on the board.

    Raises:
        BoardTooLargeError: the board needs more than this machine has.
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
    """Return a number of bytes as text, with at least two digits.

    >>> _size_text(25276514304), _size_text(5 * 10**17), _size_text(1_234_567), _size_text(10**40)
    ('25 GB', '500 PB', '1.2 MB', '10000000000000000 YB')
    """
    units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"]
    power = min((len(str(size)) - 1) // 3, len(units) - 1)
    whole, tenth = divmod(size * 10 // 1000**power, 10)
    return f"{whole}{f'.{tenth}' if whole < 10 and power else ''} {units[power]}"
