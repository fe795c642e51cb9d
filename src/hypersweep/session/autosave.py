"""The file of an ongoing game: its head, then a line for each event.

Every line is passed to the operating system at once, so that a killed program loses nothing. The file is synced to the
disk at a pause, at the end, and every 30 s, to limit the loss in a power cut.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from hypersweep.record.file import SUFFIX, write_file
from hypersweep.session.store_files import FileLock, read_regular
from hypersweep.text import error_reason

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hypersweep.record import Event, Record
    from hypersweep.session.store_files import Trouble

LOCK_SUFFIX = ".lock"

_SECONDS_BETWEEN_SYNCS = 30.0
# Between attempts after an error.
_SECONDS_BETWEEN_TRIES = 5.0

# Contents of the lock file: the time, twice, in the first bytes, which is all that earlier versions read. After them
# the cursor with the time again, because an earlier version rewrites only the first part.
_TIME_BYTES = 64
_NOTE_BYTES = 128

_PATIENCE = 0.2


class SavingError(OSError):
    """A system error during saving; its text is the reason without the error number.

    >>> print(SavingError(28, "No space left on device"))
    No space left on device
    """

    def __str__(self) -> str:
        return error_reason(self) if self.strerror else super().__str__()


class Autosave:
    """The file of a game, and the lock against resuming the game twice.

    Errors aren't raised: they are reported once, and the file is rewritten at the next pause, or with the first event
    or tick after a few seconds. Only the lock's descriptor stays open; each line reopens the file. In a forked child it
    does nothing, so that only one process writes a game.

    Args:
        folder: the folder of running games.
        name: the game's unique name.
        trouble: receives warnings.
        lock: the game's lock if it is already held.

    Attributes:
        name: the game's name.
        path: the file.
        failure: why the file isn't up to date; None if it is, or was removed.
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
        # Whether the file exists, is complete so far, and accepts lines.
        self._is_open = False
        # Whether there are events that the file doesn't have.
        self._is_behind = True
        self._synced = time.monotonic()
        self.failure: OSError | None = None
        self._tried = 0.0

    @property
    def is_ours(self) -> bool:
        """Whether this process created it, and not a parent before a fork."""
        return self._process == os.getpid()

    def write(self, record: Record) -> None:
        """Rewrite the file."""
        if not self.is_ours:
            return
        self._is_open = False
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._lock.is_held:
                # A program that lists games may hold it for a moment.
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
        """Append a line.

        Args:
            event: the event.
            record: returns the game so far, including the event.
        """
        if not self._is_open or not self.is_ours:
            self._is_behind = True
            self._try_again(record)
            return
        line = event.format().encode("ascii") + b"\n"
        try:
            # Without O_CREAT: a file without its head would be worse than none.
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
            try:
                if os.write(file, line) != len(line):
                    raise OSError("the file system is full")
            finally:
                os.close(file)
        except OSError as error:
            self._fail(error)

    def _try_again(self, record: Callable[[], Record]) -> None:
        """Rewrite the file some time after an error."""
        if self.failure is not None and time.monotonic() - self._tried > _SECONDS_BETWEEN_TRIES:
            self.write(record())

    def tick(self, milliseconds: int, cursor: int | None, record: Callable[[], Record]) -> None:
        """Save the clock, in case the program is killed while the player thinks.

        Args:
            milliseconds: the clock.
            cursor: index of the cell under the cursor; None for none.
            record: returns the game so far.
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
        """Sync everything to the disk; after an error, rewrite the whole file.

        Args:
            record: returns the game so far.
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
        """Save the time and the cursor in the lock file; a failure loses no move.

        Args:
            milliseconds: the clock.
            cursor: index of the cell under the cursor; None for none.
        """
        if self._is_open and self.is_ours:
            try:
                self._lock.note(_note_text(milliseconds, cursor))
            except OSError:
                return

    def remove(self) -> None:
        """Remove the file once the game is saved elsewhere. ``write`` creates it again."""
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
            # Windows syncs only writable files.
            file = os.open(self.path, os.O_RDWR | getattr(os, "O_BINARY", 0))
            try:
                os.fsync(file)
            finally:
                os.close(file)
            self._synced = time.monotonic()

    def _fail(self, error: OSError) -> None:
        self._is_behind = True
        self._is_open = False
        # The text is for players, without the error number.
        self.failure = error if error.strerror is None else SavingError(error.errno, error.strerror, error.filename)
        self._tried = time.monotonic()
        self._trouble.tell(f"The game can't be saved as it goes on: {error_reason(error)}", kind="autosave")

    def _recover(self) -> None:
        if self.failure is not None:
            self.failure = None
            self._trouble.forget("autosave")
            self._trouble.tell("The game is saved again, with all that happened meanwhile.")


def _note_text(milliseconds: int, cursor: int | None) -> str:
    # Twice, so that a half-written line is recognised as invalid.
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
    """Return the time in ms that ``Autosave.tick`` saved for a game; None if there is none."""
    words = _read_note(path)[:_TIME_BYTES].split()
    if len(words) != 2 or words[0] != words[1] or not words[0].isdigit() or len(words[0]) != 15:
        return None
    return int(words[0])


def read_cursor(path: Path) -> int | None:
    """Return the saved cell index of the cursor; None if unknown."""
    words = _read_note(path)[_TIME_BYTES:].split()
    if len(words) != 2 or not words[0].isdigit() or not words[1].isdigit() or len(words[1]) != 20:
        return None
    return int(words[1]) if int(words[0]) == read_time(path) else None
