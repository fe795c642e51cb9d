"""Moving unreadable files aside, and warnings about failing files."""

from __future__ import annotations

import errno
import os
import stat
import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class StoreWarning(UserWarning):
    """A file of the player couldn't be read or written; the game goes on without it."""


class Trouble:
    """Reporter of failing files, once for each kind of trouble.

    Args:
        warn: called with a sentence; None issues a ``StoreWarning``.

    >>> trouble = Trouble(print)
    >>> trouble.tell("The disk is full.", kind="save")
    The disk is full.
    >>> trouble.tell("The disk is still full.", kind="save")
    """

    __slots__ = ("_told", "_warn")

    def __init__(self, warn: Callable[[str], object] | None = None) -> None:
        self._warn = warn
        self._told: set[str] = set()

    def tell(self, message: str, *, kind: str | None = None) -> None:
        """Report a message.

        Args:
            message: a sentence.
            kind: kind of trouble; only the first of a kind is reported. None is always reported.
        """
        if kind is not None:
            if kind in self._told:
                return
            self._told.add(kind)
        if self._warn is None:
            warnings.warn(message, StoreWarning, stacklevel=3)
        else:
            self._warn(message)

    def forget(self, kind: str) -> None:
        """Report a kind of trouble again when it recurs, because it is over for now.

        Args:
            kind: the kind, as passed to ``tell``.
        """
        self._told.discard(kind)


def read_regular(path: Path, most: int, *, ends: int = 0) -> tuple[bytes, int, float]:
    """Return a file's contents, size, and modification time in seconds since 1970.

    It refuses everything but regular files, so that it never waits for a pipe.

    Args:
        path: the file.
        most: largest size that is read completely.
        ends: bytes read at each end of a larger file, joined by an empty line.

    Raises:
        OSError: the file can't be read, or isn't a regular file.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(path, "rb", opener=lambda name, _: os.open(name, flags)) as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise OSError(errno.EINVAL, "expected a regular file", str(path))
        if about.st_size <= most or not ends:
            data = file.read(most)
            return data, max(len(data), about.st_size), about.st_mtime
        begin = file.read(ends)
        file.seek(-ends, os.SEEK_END)
        # Skip to the start of the next line.
        return begin + b"\n\n" + file.read(ends).partition(b"\n")[2], about.st_size, about.st_mtime


def sync_folder(path: Path) -> None:
    """Sync a folder's entries to the disk, if the system supports it."""
    try:
        folder = os.open(path, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    except OSError:
        return
    try:
        os.fsync(folder)
    except OSError:
        return
    finally:
        os.close(folder)


def put_aside(path: Path) -> Path:
    """Rename an unreadable file, so that no data is lost; return the new path.

    Raises:
        OSError: the file can't be renamed.
    """
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.broken-{number}")):
        number += 1
    os.replace(path, aside)
    return aside
