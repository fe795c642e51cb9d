"""A lock between programs that vanishes with the program that holds it, however that one ends.

The package filelock has none of what is asked of it here beyond the lock itself: a line of text in the same file that
others can read while it is held, Windows included; play without a lock where the file system knows none. And a store
works without any extra.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from contextlib import suppress
from io import FileIO
from threading import RLock
from typing import TYPE_CHECKING
from weakref import WeakSet

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["FileLock"]

# A file system that knows no locks: better to play without one than not at all.
_UNKNOWN = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL}

# On Windows nobody else can read locked bytes, so the one that is locked lies far behind the text.
_FAR = 1 << 40

_PAUSE = 0.02


# A process forked from this one would hold the same locks, and go on holding them when this one lets go: it closes
# them first thing. The guard keeps a fork from coming between the opening of a file and the note of it. It is taken and
# given back by the lock's own methods: Ctrl-C could end a function written in Python before it has done anything.
_files: WeakSet[FileIO] = WeakSet()
_guard = RLock()


def _let_go() -> None:
    for file in list(_files):
        file.close()
    _files.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)
    # The child's only thread is the one that forked, and so the one that took it.
    os.register_at_fork(before=_guard.acquire, after_in_parent=_guard.release, after_in_child=_guard.release)


class FileLock:
    """An exclusive lock on a file of its own, held by at most one ``FileLock`` at a time, of all programs.

    The file may also hold a line of text. It stays when the program is killed; the lock doesn't. A process that is
    forked from the one that holds it doesn't hold it.

    Args:
        path: the file; made when needed.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     first, second = (FileLock(pathlib.Path(folder, "board.lock")) for _ in range(2))
    ...     print(first.acquire(), second.acquire())
    ...     first.release()
    ...     print(second.acquire())
    ...     second.release(remove=True)
    True False
    True
    """

    __slots__ = ("_file", "path")

    def __init__(self, path: Path) -> None:
        self.path: Path = path
        # An object, so that the lock goes with it if nobody releases it.
        self._file: FileIO | None = None

    @property
    def is_held(self) -> bool:
        """Whether this object holds the lock."""
        return self._file is not None and not self._file.closed

    def acquire(self, wait: float = 0.0) -> bool:
        """Whether the lock is held now.

        Args:
            wait: seconds to go on trying for.

        Raises:
            OSError: the file can't be made or opened.
        """
        deadline = time.monotonic() + wait
        while not self._try():
            if time.monotonic() >= deadline:
                return False
            time.sleep(_PAUSE)
        return True

    def _try(self) -> bool:
        if self.is_held:
            return True
        with _guard:
            file = FileIO(os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600), "r+")
            _files.add(file)
        # One that released the lock may have removed the file in the meantime: a lock on that one is worth nothing.
        if _lock(file.fileno()) and _is_at(file.fileno(), self.path):
            self._file = file
            return True
        file.close()
        return False

    def is_taken(self) -> bool:
        """Whether another one holds the lock now; no file is made to find out."""
        if self.is_held or not os.path.exists(self.path):
            return False
        try:
            if not self._try():
                return True
        except OSError:
            return False
        self.release()
        return False

    def release(self, *, remove: bool = False) -> None:
        """Give the lock back, if it is held.

        Args:
            remove: remove the file as well.
        """
        file, self._file = self._file, None
        if file is None or file.closed:
            return
        if remove and sys.platform != "win32":
            self._remove()
        if sys.platform != "win32":
            # A child that was forked this moment may still have the file open, and would hold the lock till then.
            with suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_UN)
        file.close()
        if remove and sys.platform == "win32":
            self._remove()

    def _remove(self) -> None:
        try:
            self.path.unlink(missing_ok=True)
        except OSError:
            # It is empty of meaning without its holder, and the next one uses it again.
            return

    def note(self, text: str) -> None:
        """Put a line into the file, in place of the one before; lines should all have the same length.

        Raises:
            OSError: it can't be written.
        """
        if self._file is None or self._file.closed:
            return
        self._file.seek(0)
        self._file.write(text.encode("ascii") + b"\n")


def _lock(file: int) -> bool:
    try:
        if sys.platform == "win32":
            os.lseek(file, _FAR, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            # Not ``lockf``: that would be dropped as soon as this program closed the file anywhere else.
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in _UNKNOWN
    return True


def _is_at(file: int, path: Path) -> bool:
    try:
        here = os.stat(path)
    except OSError:
        return False
    own = os.fstat(file)
    return (own.st_ino, own.st_dev) == (here.st_ino, here.st_dev)
