"""The file of a game that goes on: its head, then a line as each event happens.

Every line is handed to the operating system at once, so that a program that is killed loses nothing. What a power cut
may take is bounded by writing it to the disk at a pause, at the end, and every half a minute.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from hypersweep.record.file import SUFFIX, write_file
from hypersweep.session.damaged_files import read_regular
from hypersweep.session.lock import FileLock
from hypersweep.text import error_reason

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hypersweep.record import Event, Record
    from hypersweep.session.damaged_files import Trouble

__all__ = ["LOCK_SUFFIX", "Autosave", "read_cursor", "read_time"]

LOCK_SUFFIX = ".lock"

_SECONDS_BETWEEN_SYNCS = 30.0
# After trouble.
_SECONDS_BETWEEN_TRIES = 5.0

# What is noted beside a game: its time, twice, in the first bytes, which is all that earlier versions read. Behind
# them the place of the cursor, with the time again: an earlier version writes only the first half anew.
_TIME_BYTES = 64
_NOTE_BYTES = 128

_PATIENCE = 0.2


class SavingError(OSError):
    """An error of the system while a game is saved; its text is the reason without the number of the error.

    >>> print(SavingError(28, "No space left on device"))
    No space left on device
    """

    def __str__(self) -> str:
        return error_reason(self) if self.strerror else super().__str__()


class Autosave:
    """A file that follows a game, and the lock that keeps it from being continued twice.

    Nothing that fails here is raised: the trouble is reported once, and the file is rewritten at the next quiet moment,
    or with the first event or tick after a few seconds.

    It keeps one descriptor open, that of the lock: each line reopens the file. In a process that is forked from the
    one that made it, it does nothing at all: one game is written by one process.

    Args:
        folder: where the running games are.
        name: the game's, unique there.
        trouble: whom to tell.
        lock: the game's lock if it is held already.

    Attributes:
        name: the game's.
        path: the file.
        failure: why the file doesn't say all that happened; None where it does, or where it was removed.
    """

    __slots__ = (
        "_is_behind",
        "_is_open",
        "_lock",
        "_process",
        "_synced",
        "_tried",
        "_trouble",
        "failure",
        "name",
        "path",
    )

    def __init__(self, folder: Path, name: str, trouble: Trouble, lock: FileLock | None = None) -> None:
        self.name: str = name
        self.path: Path = folder / (name + SUFFIX)
        self._lock = lock or FileLock(folder / (name + LOCK_SUFFIX))
        self._trouble = trouble
        self._process = os.getpid()
        # Whether the file is there, whole up to now, and waits for lines.
        self._is_open = False
        # Whether something happened that the file doesn't say.
        self._is_behind = True
        self._synced = time.monotonic()
        self.failure: OSError | None = None
        self._tried = 0.0

    @property
    def is_ours(self) -> bool:
        """Whether this process made it, and not one that this process was forked from."""
        return self._process == os.getpid()

    def write(self, record: Record) -> None:
        """Rewrite the file."""
        if not self.is_ours:
            return
        self._is_open = False
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._lock.is_held:
                # Somebody who looks for games may hold it for a moment.
                self._lock.acquire(_PATIENCE)
            lines = [event.format() + "\n" for event in record.events]
            write_file(self.path, record.header() + "".join(lines))
            self._is_open = True
            self._is_behind = False
            self._synced = time.monotonic()
            self._recover()
        except OSError as error:
            self._fail(error)

    def append(self, event: Event, record: Callable[[], Record]) -> None:
        """Add a line.

        Args:
            event: what happened.
            record: gives the game so far, with the event.
        """
        if not self._is_open or not self.is_ours:
            self._is_behind = True
            self._try_again(record)
            return
        line = event.format().encode("ascii") + b"\n"
        try:
            # Not made where it is missing: half a file would be worse than none.
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
            try:
                if os.write(file, line) != len(line):
                    raise OSError("the file system is full")
            finally:
                os.close(file)
        except OSError as error:
            self._fail(error)

    def _try_again(self, record: Callable[[], Record]) -> None:
        """Write the file anew, some time after that failed."""
        if self.failure is not None and time.monotonic() - self._tried > _SECONDS_BETWEEN_TRIES:
            self.write(record())

    def tick(self, milliseconds: int, cursor: int | None, record: Callable[[], Record]) -> None:
        """Note what the clock shows, for a program that will be killed while its player thinks.

        Args:
            milliseconds: what it shows.
            cursor: the index of the cell where the player is; None for none.
            record: gives the game so far.
        """
        if not self._is_open or not self.is_ours:
            self._try_again(record)
            return
        self.note(milliseconds, cursor)
        if time.monotonic() - self._synced > _SECONDS_BETWEEN_SYNCS:
            try:
                self._sync()
            except OSError as error:
                self._fail(error)

    def settle(self, record: Callable[[], Record]) -> None:
        """Have everything on the disk; after trouble, try again with the whole file.

        Args:
            record: gives the game so far.
        """
        if not self.is_ours:
            return
        if self._is_behind:
            self.write(record())
        try:
            self._sync()
        except OSError as error:
            self._fail(error)

    def note(self, milliseconds: int, cursor: int | None) -> None:
        """Note the time and the cursor beside the game; where that fails, no move is lost with them.

        Args:
            milliseconds: what the clock shows.
            cursor: the index of the cell where the player is; None for none.
        """
        if self._is_open and self.is_ours:
            try:
                self._lock.note(_note_text(milliseconds, cursor))
            except OSError:
                return

    def remove(self) -> None:
        """Remove the file; the game is kept elsewhere. ``write`` starts again."""
        if not self.is_ours:
            return
        self._is_behind = True
        self._is_open = False
        self.failure = None
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            self._trouble.tell(f"The file of a finished game can't be removed: {error_reason(error)}", kind="autosave")
        self._lock.release(remove=True)

    def close(self) -> None:
        """Close the file, and release its lock."""
        self._is_open = False
        if self.is_ours:
            self._lock.release(remove=not os.path.exists(self.path))

    def leave(self) -> None:
        """Warn that the game isn't saved by this process, which was forked from the one that saves it."""
        self._trouble.tell(
            "The game isn't saved here: the process that this one was forked from saves it.", kind="fork"
        )

    def _sync(self) -> None:
        if self._is_open:
            # Windows syncs only what may be written to.
            file = os.open(self.path, os.O_RDWR | getattr(os, "O_BINARY", 0))
            try:
                os.fsync(file)
            finally:
                os.close(file)
            self._synced = time.monotonic()

    def _fail(self, error: OSError) -> None:
        self._is_behind = True
        self._is_open = False
        # People read the text of it, and the number of the error tells them nothing.
        self.failure = error if error.strerror is None else SavingError(error.errno, error.strerror, error.filename)
        self._tried = time.monotonic()
        self._trouble.tell(f"The game can't be saved as it goes on: {error_reason(error)}", kind="autosave")

    def _recover(self) -> None:
        if self.failure is not None:
            self.failure = None
            self._trouble.forget("autosave")
            self._trouble.tell("The game is saved again, with all that happened meanwhile.")


def _note_text(milliseconds: int, cursor: int | None) -> str:
    # Twice, so that a line half written is no time at all.
    text = f"{milliseconds:015} {milliseconds:015}".ljust(_TIME_BYTES)
    if cursor is not None:
        text += f"{milliseconds:015} {cursor:020}"
    return text.ljust(_NOTE_BYTES - 1)


def _read_note(path: Path) -> bytes:
    try:
        return read_regular(path.with_suffix(LOCK_SUFFIX), _NOTE_BYTES)[0]
    except OSError:
        return b""


def read_time(path: Path) -> int | None:
    """The time that ``Autosave.tick`` noted beside a game, in milliseconds; None if there is none."""
    words = _read_note(path)[:_TIME_BYTES].split()
    if len(words) != 2 or words[0] != words[1] or not words[0].isdigit() or len(words[0]) != 15:
        return None
    return int(words[0])


def read_cursor(path: Path) -> int | None:
    """The index of the cell where the cursor was, as noted beside a game; None where that isn't known."""
    words = _read_note(path)[_TIME_BYTES:].split()
    if len(words) != 2 or not words[0].isdigit() or not words[1].isdigit() or len(words[1]) != 20:
        return None
    return int(words[1]) if int(words[0]) == read_time(path) else None
