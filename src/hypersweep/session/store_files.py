"""Files in a player's folder: names, locks between programs, unreadable files, and rescuing unsaved games.

``FileLock`` is used instead of the filelock package, which lacks two features: a line of text in the locked file that
other programs can read, even on Windows; and a fallback for file systems without locks.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
import time
import warnings
from contextlib import suppress
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING
from weakref import WeakSet

from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.record.text_form import SUFFIX
from hypersweep.validation import truncate

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.record import Record


class StoreWarning(UserWarning):
    """One of the player's files couldn't be read or written; the game continues without it."""


class Trouble:
    """Reports trouble with files, each kind only once.

    Args:
        warn: called with a sentence; if None, a ``StoreWarning`` is issued instead.

    >>> trouble = Trouble(print)
    >>> trouble.tell("The disk is full.", kind="save")
    The disk is full.
    >>> trouble.tell("The disk is still full.", kind="save")
    """

    __slots__ = ("_reported", "_warn")

    def __init__(self, warn: Callable[[str], object] | None = None) -> None:
        self._warn = warn
        self._reported: set[str] = set()

    def tell(self, message: str, *, kind: str | None = None) -> None:
        """Pass on a message, unless one of the same kind was reported before.

        Args:
            message: a sentence.
            kind: the kind of trouble; None to report the message in any case.
        """
        if kind is not None:
            if kind in self._reported:
                return
            self._reported.add(kind)
        if self._warn is None:
            warnings.warn(message, StoreWarning, stacklevel=3)
        else:
            self._warn(message)

    def forget(self, kind: str) -> None:
        """Note that a kind of trouble is over, so that it is reported again if it recurs.

        Args:
            kind: the kind, as passed to ``tell``.
        """
        self._reported.discard(kind)


def read_regular(path: Path, most: int, *, ends: int = 0) -> tuple[bytes, int, float]:
    """Return a file's contents, size, and modification time in seconds since 1970.

    Anything but a regular file is an error, so that this function never blocks on a pipe.

    Args:
        path: the file.
        most: maximum size in bytes of a file to read completely.
        ends: number of bytes to read at each end of a larger file; an empty line joins the two parts.

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
        # The end part begins in the middle of a line: skip to the next one.
        return begin + b"\n\n" + file.read(ends).partition(b"\n")[2], about.st_size, about.st_mtime


def sync_folder(path: Path) -> None:
    """Sync a folder's entries to disk, if the system supports it."""
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
    """Rename an unreadable file, so that its data isn't lost, and return the new path.

    Raises:
        OSError: the file can't be renamed.
    """
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.broken-{number}")):
        number += 1
    os.replace(path, aside)
    return aside


# Names of games and records. Names from outside must pass ``check_name``.

# Together with its extensions and the suffix for files moved aside, a file name must fit into 255 bytes.
_MOST_NAME_BYTES = 200

_SEPARATORS = "/\\:" if os.name == "nt" else "/\\"


def is_name(name: str) -> bool:
    """Return whether a string can name a game in a store: a file name that can't point outside its folder.

    >>> is_name("Sunday's game"), is_name("../records/x"), is_name(".hidden"), is_name("")
    (True, False, False, False)
    """
    return (
        name.isprintable()
        and name[:1] not in ("", ".")
        and not any(separator in name for separator in _SEPARATORS)
        and _is_encodable(name)
        and len(os.fsencode(name)) <= _MOST_NAME_BYTES
    )


def _is_encodable(name: str) -> bool:
    # If the system's encoding isn't UTF-8, it can't represent some names.
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        return False
    return True


def check_name(name: object) -> str:
    """Return the name if it is valid for a game in a store.

    Raises:
        ParameterTypeError: the name isn't a string.
        ParameterError: the name is empty or too long, begins with a dot, or contains a forbidden character.

    >>> check_name("../records/x")
    Traceback (most recent call last):
        ...
    hypersweep.errors.ParameterError: expected a game name without slashes or a leading dot, got '../records/x'
    """
    if not isinstance(name, str):
        raise ParameterTypeError(f"expected a game name as text, got {truncate(name)} ({type(name).__name__})")
    if is_name(name):
        return str(name)
    if name.isprintable() and len(name) > _MOST_NAME_BYTES // 4:
        raise ParameterError(f"expected a game name of at most {_MOST_NAME_BYTES} bytes, got {truncate(name)}")
    if name.isprintable() and not _is_encodable(name):
        encoding = sys.getfilesystemencoding()
        raise ParameterError(f"expected a game name that {encoding} can encode, got {truncate(name)}")
    raise ParameterError(f"expected a game name without slashes or a leading dot, got {truncate(name)}")


def new_name() -> str:
    """Return a unique name for a new game. Alphabetical order is the order of creation, except within a second.

    >>> is_name(new_name()), new_name() == new_name()
    (True, False)
    """
    return f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{os.urandom(4).hex()}"


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        # The entry is a link to itself, or into an inaccessible folder.
        return False


def names_in(folder: Path) -> list[str]:
    """Return the names of the record files in a folder, in alphabetical order; the folder may be missing.

    Raises:
        OSError: the folder can't be listed.
    """
    try:
        with os.scandir(folder) as entries:
            files = [entry.name for entry in entries if entry.name.endswith(SUFFIX) and _is_file(entry)]
    except FileNotFoundError:
        return []
    names = (entry.removesuffix(SUFFIX) for entry in files)
    # Leave out hidden files, which are incomplete, and undecodable names, which can't be displayed or stored.
    return sorted(filter(is_name, names))


# Locks. The system releases a lock when the process holding it exits or is killed.

# Error codes from file systems without locks; games there are played without one.
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL}

# On Windows other programs can't read locked bytes, so lock a byte far beyond the text.
_LOCKED_BYTE = 1 << 40

# Seconds between attempts to get a lock.
_PAUSE = 0.02


# A forked child would share the locks and hold them after this process releases them, so it closes the lock files at
# once. The guard prevents a fork between opening a file and adding it here. The hooks are the guard's own C methods,
# because Ctrl-C could interrupt a Python function before it has done anything.
_files: WeakSet[FileIO] = WeakSet()
_guard = RLock()


def _let_go() -> None:
    for file in list(_files):
        file.close()
    _files.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)
    # The child's only thread is a copy of the forking thread, which holds the guard, so the child can release it.
    os.register_at_fork(before=_guard.acquire, after_in_parent=_guard.release, after_in_child=_guard.release)


class FileLock:
    """An exclusive lock on a file: only one ``FileLock``, in this or any other program, can hold it at a time.

    The file may also contain a line of text. If the program is killed, the file stays but the lock is released. A
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
        # Use a file object, so that garbage collection releases the lock.
        self._file: FileIO | None = None

    @property
    def is_held(self) -> bool:
        """Whether this object holds the lock."""
        return self._file is not None and not self._file.closed

    def acquire(self, wait: float = 0.0) -> bool:
        """Try to acquire the lock. Returns: whether this object holds it now.

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
            # Unlock explicitly: a child just forked may still have the file open, which would keep it locked.
            with suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_UN)
        file.close()
        if remove and sys.platform == "win32":
            self._remove()

    def _remove(self) -> None:
        try:
            self.path.unlink(missing_ok=True)
        except OSError:
            # A lock file left behind is harmless: it isn't locked, and the next holder reuses it.
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
            os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            # Don't use ``lockf``: it would release the lock when this program closes the file anywhere else.
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in _NO_LOCKS
    return True


def _is_at(file: int, path: Path) -> bool:
    try:
        here = os.stat(path)
    except OSError:
        return False
    own = os.fstat(file)
    return (own.st_ino, own.st_dev) == (here.st_ino, here.st_dev)


# Rescuing a game its store can't save.


def free_path(folder: Path) -> Path:
    """Return an unused path for a game in a folder.

    >>> free_path(Path("games")).suffix
    '.sweep'
    """
    return folder / f"hypersweep-{new_name()}{SUFFIX}"


def rescue(record: Record) -> Path | None:
    """Save a record to the first folder where that works. Returns: the path, or None if no folder works.

    Only the file's owner can read it. The folders are the state folder (``XDG_STATE_HOME``, or the system's), then the
    temporary folder.
    """
    for folder in rescue_folders():
        made = ""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Use mkstemp, because other users may write to the temporary folder: the name must be unpredictable.
            number, made = tempfile.mkstemp(SUFFIX, f"{free_path(folder).stem}-", folder)
            os.close(number)
            record.save(made)
        except OSError:
            if made:
                with suppress(OSError):
                    os.unlink(made)
            continue
        return Path(made)
    return None


def rescue_folders() -> list[Path]:
    """Return the folders ``rescue`` tries, in order.

    >>> "hypersweep" in str(rescue_folders()[0])
    True
    """
    folders = []
    given = os.environ.get("XDG_STATE_HOME", "")
    # The XDG specification says to ignore relative paths.
    if os.path.isabs(given):
        folders.append(Path(given) / "hypersweep")
    else:
        with suppress(ImportError):
            from platformdirs import user_state_dir

            folders.append(Path(user_state_dir("hypersweep", appauthor=False)))
    with suppress(OSError):
        folders.append(Path(tempfile.gettempdir()))
    return folders
