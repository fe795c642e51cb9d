"""A lock between programs that is released when its holder ends, however it ends.

The package filelock lacks two things needed here: a line of text in the locked file that other programs can read, on
Windows too; and a fallback on file systems without locks. It would also be a dependency of every store.
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

# The file system has no locks: play without one.
_UNKNOWN = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL}

# On Windows other programs can't read locked bytes, so lock one far behind the text.
_FAR = 1 << 40

_PAUSE = 0.02


# A forked child would share the locks and hold them after this process releases them, so it closes these files at once.
# The guard prevents a fork between opening a file and adding it here. The hooks are the guard's own C methods, because
# Ctrl-C could interrupt a Python function before it has done anything.
_files: WeakSet[FileIO] = WeakSet()
_guard = RLock()


def _let_go() -> None:
    for file in list(_files):
        file.close()
    _files.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)
    # The child's only thread is the one that forked, which holds the guard.
    os.register_at_fork(before=_guard.acquire, after_in_parent=_guard.release, after_in_child=_guard.release)


class FileLock:
    """An exclusive lock on a file, held by at most one ``FileLock`` of all programs.

    The file may also contain a line of text. If the program is killed, the file stays and the lock is released. A
    forked child doesn't hold the lock.

    Args:
        path: the file; created when needed.

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
        # A file object, so that garbage collection releases the lock.
        self._file: FileIO | None = None

    @property
    def is_held(self) -> bool:
        """Whether this object holds the lock."""
        return self._file is not None and not self._file.closed

    def acquire(self, wait: float = 0.0) -> bool:
        """Try to acquire the lock, and return whether it is held now.

        Args:
            wait: seconds to keep trying.

        Raises:
            OSError: the file can't be created or opened.
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
        # The last holder may have removed the file meanwhile; a lock on a removed file is worthless.
        if _lock(file.fileno()) and _is_at(file.fileno(), self.path):
            self._file = file
            return True
        file.close()
        return False

    def is_taken(self) -> bool:
        """Return whether another object holds the lock now, without creating the file."""
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
        """Release the lock if it is held.

        Args:
            remove: whether to remove the file as well.
        """
        file, self._file = self._file, None
        if file is None or file.closed:
            return
        if remove and sys.platform != "win32":
            self._remove()
        if sys.platform != "win32":
            # Unlock explicitly: a child just forked may still have the file open, which would hold the lock.
            with suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_UN)
        file.close()
        if remove and sys.platform == "win32":
            self._remove()

    def _remove(self) -> None:
        try:
            self.path.unlink(missing_ok=True)
        except OSError:
            # the file means nothing without its holder, and the next one reuses it
            return

    def note(self, text: str) -> None:
        """Replace the line in the file; all lines should have the same length.

        Raises:
            OSError: the file can't be written.
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
            # Not ``lockf``, which releases the lock when this program closes the file anywhere else.
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
