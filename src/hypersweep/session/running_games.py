"""Running games: their files, resuming them, and recovery after crashes."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypersweep.atomic_write import remove_halves
from hypersweep.errors import BusyError, HypersweepError, ParameterError, ParameterTypeError, ParseError
from hypersweep.game import Outcome
from hypersweep.record import Record
from hypersweep.record.file import MOST_BYTES, SUFFIX
from hypersweep.session.saved_games import LOCK_SUFFIX, Autosave, SavedSummary, read_cursor, read_summary, read_time
from hypersweep.session.store_files import FileLock, check_name, names_in, new_name, put_aside, read_regular
from hypersweep.text import error_reason
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hypersweep.session.records import Records
    from hypersweep.session.store_files import Trouble
    from hypersweep.typing import Cell

# Seconds to wait for a program that only checks whether a game is in use.
_PATIENCE = 0.2


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game that ``Session.continue_from`` can continue.

    Attributes:
        name: its name in the store.
        record: the moves so far.
        milliseconds: the clock when it was last saved.
        saved: the time of the last save, in seconds since 1970.
        cursor: the cell under the player's cursor; None if unknown.

    >>> from hypersweep import Record
    >>> SavedGame("1", Record("3x4", 2, seed=7), 900, saved=0.0)
    <SavedGame 1: <Record of 3x4 with 2 mines, classic rules: 0 events in 0.000 s, ongoing>>
    """

    name: str
    record: Record
    milliseconds: int
    saved: float
    cursor: Cell | None = field(default=None, kw_only=True)

    def __repr__(self) -> str:
        return f"<SavedGame {self.name}: {self.record!r}>"


class RunningGames:
    """A folder of ongoing games, each a file that only one program plays at a time.

    Args:
        folder: the folder.
        records: destination of finished games.
        trouble: receives warnings about failures.
    """

    __slots__ = ("_folder", "_records", "_trouble")

    def __init__(self, folder: Path, records: Records, trouble: Trouble) -> None:
        self._folder = folder
        self._records = records
        self._trouble = trouble

    def begin(self, record: Record) -> Autosave:
        """Return the file of a new game, with the events so far."""
        autosave = Autosave(self._folder, new_name(), self._trouble)
        autosave.write(record)
        return autosave

    def unfinished(self) -> list[SavedGame]:
        """Return the games that can be resumed, last played first; move finished ones to the records."""
        found = []
        for name in self._names():
            lock = FileLock(self._folder / (name + LOCK_SUFFIX))
            if not self._try_lock(lock):
                continue
            try:
                game = self._read(name)
                if game is not None:
                    found.append(game)
            finally:
                lock.release(remove=not os.path.exists(self._path(name)))
        self._tidy()
        found.sort(key=lambda game: (game.saved, game.name), reverse=True)
        return found

    def count(self, *, are_busy: bool = False) -> int:
        """Return the number of games that are being played, or of those that aren't, without reading their files."""
        return sum(self._is_busy(name) is are_busy for name in self._names())

    def summaries(self) -> Iterator[SavedSummary]:
        """Yield summaries of the games that can be resumed or are being played, last played first.

        Each file is read when its summary is due.
        """
        ages = []
        for name in self._names():
            try:
                ages.append((os.stat(self._path(name)).st_mtime, name))
            except OSError:
                continue  # just removed
        for _, name in sorted(ages, reverse=True):
            summary = self.summary(name)
            if summary is not None:
                yield summary
        self._tidy()

    def summary(self, name: str) -> SavedSummary | None:
        """Return the summary of a game; None if there is no such game to resume."""
        path = self._path(name)
        is_busy = self._is_busy(name)
        try:
            summary = read_summary(path, name, is_busy=is_busy, noted=read_time(path))
        except FileNotFoundError:
            return None
        except OSError as error:
            self._trouble.tell(f"A saved game can't be read: {error_reason(error)}", kind="running read")
            return None
        if summary is None and not is_busy:
            # Finished or damaged: move it to its place.
            lock = FileLock(self._folder / (name + LOCK_SUFFIX))
            if self._try_lock(lock):
                try:
                    self._read(name)
                finally:
                    lock.release(remove=not os.path.exists(path))
        return summary

    def _names(self) -> list[str]:
        try:
            return names_in(self._folder)
        except OSError as error:
            self._trouble.tell(f"The saved games can't be listed: {error_reason(error)}", kind="running")
            return []

    def _is_busy(self, name: str) -> bool:
        return FileLock(self._folder / (name + LOCK_SUFFIX)).is_taken()

    def _tidy(self) -> None:
        """Remove leftovers of killed programs: locks without a game, incomplete files."""
        remove_halves(self._folder)
        try:
            for path in self._folder.glob("*" + LOCK_SUFFIX):
                if not os.path.exists(path.with_suffix(SUFFIX)):
                    lock = FileLock(path)
                    # A program that begins a game takes its lock first.
                    if lock.acquire():
                        lock.release(remove=not os.path.exists(path.with_suffix(SUFFIX)))
        except OSError:
            return

    def resume(self, saved: SavedGame | SavedSummary) -> tuple[SavedGame, Autosave]:
        """Lock a game; return it as it is now, and its file."""
        lock = self._take_lock(saved)
        game = self._read(saved.name)
        if game is None:
            lock.release(remove=True)
            raise ParameterError(f"expected a game that can go on, got {saved.name}, which is finished or gone")
        autosave = Autosave(self._folder, saved.name, self._trouble, lock)
        autosave.write(game.record)
        autosave.note(game.milliseconds, None if game.cursor is None else game.record.grid.index(game.cursor))
        return game, autosave

    def discard(self, saved: SavedGame | SavedSummary) -> None:
        """Remove a saved game without keeping its record."""
        lock = self._take_lock(saved)
        try:
            self._path(saved.name).unlink(missing_ok=True)
        except OSError as error:
            self._trouble.tell(f"A saved game can't be removed: {error_reason(error)}", kind="discard")
        finally:
            lock.release(remove=not os.path.exists(self._path(saved.name)))

    def _take_lock(self, saved: SavedGame | SavedSummary) -> FileLock:
        if not isinstance(saved, SavedGame | SavedSummary):
            raise ParameterTypeError(f"expected a SavedGame, got {truncate(saved)} ({type(saved).__name__})")
        lock = FileLock(self._folder / (check_name(saved.name) + LOCK_SUFFIX))
        if not self._try_lock(lock, _PATIENCE):
            raise BusyError(
                f"expected a game that nobody is playing, got {saved.name}, which is open in another program"
            )
        return lock

    def _path(self, name: str) -> Path:
        return self._folder / (name + SUFFIX)

    def _try_lock(self, lock: FileLock, wait: float = 0.0) -> bool:
        try:
            return lock.acquire(wait)
        except OSError:
            # Without a lock file the folder can't be written to, so no other program plays there either.
            return True

    def _read(self, name: str) -> SavedGame | None:
        """Return an ongoing game, or move a finished or damaged one and return None. The lock must be held."""
        path = self._path(name)
        try:
            data, size, saved = read_regular(path, MOST_BYTES)
        except FileNotFoundError:
            return None
        except OSError as error:
            self._trouble.tell(f"A saved game can't be read: {error_reason(error)}", kind="running read")
            return None
        try:
            if size > len(data):
                raise ParseError(f"expected a record of at most {MOST_BYTES} bytes, got {size}")
            record, is_cut = _read_cut(data)
            record.verify()
        except MemoryError as error:
            # The file is fine: it may fit into memory at another time or on another machine.
            why = str(error) or "expected more memory than there is"
            self._trouble.tell(f"The saved game {name} can't be continued now: {why}", kind=f"large {name}")
            return None
        except HypersweepError as error:
            self._put_aside(path, f"The saved game {name} can't be continued: {error_reason(error)}")
            return None
        if is_cut:
            self._trouble.tell(
                f"The saved game {name} is cut off; it goes on after its first {len(record.events)} events."
            )
        if record.outcome is not Outcome.ONGOING or _is_whole(data):
            # The game had ended just before a crash.
            if self._records.has(name) or self._records.keep(record, name) is not None:
                self._records.remove_file(path)
            return None
        milliseconds = record.milliseconds
        noted = read_time(path)
        if noted is not None and not _ends_in_pause(record) and record.events:
            milliseconds = max(milliseconds, noted)
        cursor = read_cursor(path)
        is_there = cursor is not None and cursor < record.grid.cells
        return SavedGame(
            name,
            record,
            milliseconds,
            saved,
            cursor=record.grid.cell(cursor) if is_there else None,  # type: ignore[arg-type]
        )

    def _put_aside(self, path: Path, why: str) -> None:
        try:
            aside = put_aside(path)
        except OSError as error:
            self._trouble.tell(f"{why} (and {error_reason(error)})", kind=f"broken {path}")
        else:
            self._trouble.tell(f"{why} (put aside as {aside})")


def _is_whole(data: bytes) -> bool:
    return b" end: " in data.rstrip().rpartition(b"\n")[2]


def _read_cut(data: bytes) -> tuple[Record, bool]:
    """Return the record of a file that may be cut off, and whether data was lost.

    Raises:
        ParseError: the file can't be read.
    """
    # After a power cut the file may end in zero bytes.
    text = data.decode("utf-8", "replace")
    try:
        record, kept = Record.parse(text, is_cut_fine=True), text
    except ParseError as error:
        if not error.position:
            raise
        # The error names the first bad line.
        kept = text[: error.position]
        record = Record.parse(kept, is_cut_fine=True)
    return record, len(kept) < len(text) or not (kept.endswith("\n") or _is_whole(data))


def _ends_in_pause(record: Record) -> bool:
    marks = [event.kind for event in record.events if event.kind in ("pause", "resume")]
    return marks[-1:] == ["pause"]
