"""Saved games: an ongoing game's file, how it is updated during the game, and its summary for lists.

The file has a header, then a line per event. Each line is passed to the operating system immediately, so that nothing
is lost if the program is killed. The file is synced to disk at a pause, at the end, and every 30 s, to limit the loss
in a power cut.
"""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError, ParseError
from hypersweep.grid import Grid
from hypersweep.record import Record
from hypersweep.record.text_form import DAILY, SUFFIX, is_record, parse_tag, read_end, write_file
from hypersweep.rules import Rules
from hypersweep.session.store_files import FileLock, read_regular
from hypersweep.text import error_reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from hypersweep.record import Event
    from hypersweep.session.store_files import Trouble
    from hypersweep.typing import Cell

LOCK_SUFFIX = ".lock"

_SECONDS_BETWEEN_SYNCS = 30.0
# Minimum time between attempts to write the file after an error, in seconds.
_SECONDS_BETWEEN_TRIES = 5.0

# Layout of the lock file. The first part is the clock, written twice; earlier versions read and write only this part.
# The second part is the cursor, and the clock again: if the two clocks differ, an earlier version has rewritten the
# first part.
_TIME_BYTES = 64
_NOTE_BYTES = 128

# Maximum wait for the lock in seconds; a program listing games may hold it briefly.
_PATIENCE = 0.2


class SavingError(OSError):
    """A system error while saving; its text is the reason without the error number.

    >>> print(SavingError(28, "No space left on device"))
    No space left on device
    """

    def __str__(self) -> str:
        return error_reason(self) if self.strerror else super().__str__()


class Autosave:
    """An ongoing game's file, and the lock that keeps the game from being resumed twice.

    Errors aren't raised: they are reported once, and the file is rewritten at the next pause, or with the first event
    or tick after a few seconds. Only the lock's descriptor stays open; each line reopens the file. In a forked child
    this object does nothing, so that only one process writes a game.

    Args:
        folder: the folder for running games.
        name: the game's unique name.
        trouble: receives warnings.
        lock: the game's lock, if already held.

    Attributes:
        name: the game's name.
        path: the file.
        failure: why the file isn't up to date; None if it is up to date or was removed.
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
        # Whether the file exists and is complete so far, so that lines can be appended.
        self._is_open = False
        # Whether some events are missing from the file.
        self._is_behind = True
        self._synced = time.monotonic()
        self.failure: OSError | None = None
        self._tried = 0.0

    @property
    def is_ours(self) -> bool:
        """Whether this process created the object, and didn't inherit it in a fork."""
        return self._process == os.getpid()

    def write(self, record: Record) -> None:
        """Rewrite the whole file from a record."""
        if not self.is_ours:
            return
        self._is_open = False
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._lock.is_held:
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
        """Append an event to the file as one line.

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
            # No O_CREAT: if the file is gone, a new one without its header would be worse than none.
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
            try:
                if os.write(file, line) != len(line):
                    raise OSError("the file system is full")
            finally:
                os.close(file)
        except OSError as error:
            self._fail(error)

    def _try_again(self, record: Callable[[], Record]) -> None:
        """Rewrite the file if the last attempt failed more than a few seconds ago."""
        if self.failure is not None and time.monotonic() - self._tried > _SECONDS_BETWEEN_TRIES:
            self.write(record())

    def tick(self, milliseconds: int, cursor: int | None, record: Callable[[], Record]) -> None:
        """Save the clock, in case the program is killed while the player thinks.

        Args:
            milliseconds: the clock.
            cursor: index of the cell under the cursor; None if there is none.
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
        """Sync everything to disk; if events are missing from the file, rewrite the whole file first.

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
        """Save the clock and the cursor in the lock file; ignore failures, since no move is lost.

        Args:
            milliseconds: the clock.
            cursor: index of the cell under the cursor; None if there is none.
        """
        if self._is_open and self.is_ours:
            try:
                self._lock.note(_note_text(milliseconds, cursor))
            except OSError:
                return

    def remove(self) -> None:
        """Remove the file once the game is saved elsewhere; a later ``write`` creates it again."""
        if not self.is_ours:
            return
        self._is_behind = True
        self._is_open = False
        self.failure = None
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            self._trouble.tell(f"A finished game's file can't be removed: {error_reason(error)}", kind="autosave")
        self._lock.release(remove=True)

    def close(self) -> None:
        """Close the file, and release its lock."""
        self._is_open = False
        if self.is_ours:
            self._lock.release(remove=not os.path.exists(self.path))

    def leave(self) -> None:
        """Warn that this process doesn't save the game, since it was forked from the one that does."""
        self._trouble.tell("The game isn't saved here: the parent process of this fork saves it.", kind="fork")

    def _sync(self) -> None:
        if self._is_open:
            # Open for writing, because Windows syncs only writable files.
            file = os.open(self.path, os.O_RDWR | getattr(os, "O_BINARY", 0))
            try:
                os.fsync(file)
            finally:
                os.close(file)
            self._synced = time.monotonic()

    def _fail(self, error: OSError) -> None:
        self._is_behind = True
        self._is_open = False
        # The text is for players, so leave out the error number.
        self.failure = error if error.strerror is None else SavingError(error.errno, error.strerror, error.filename)
        self._tried = time.monotonic()
        self._trouble.tell(f"The running game can't be saved: {error_reason(error)}", kind="autosave")

    def _recover(self) -> None:
        if self.failure is not None:
            self.failure = None
            self._trouble.forget("autosave")
            self._trouble.tell("The game is being saved again, including the moves made meanwhile.")


def _note_text(milliseconds: int, cursor: int | None) -> str:
    # Write the time twice, so that a half-written line is recognised as invalid.
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
    """Return a game's clock in ms, as saved by ``Autosave.tick``; None if there is none."""
    words = _read_note(path)[:_TIME_BYTES].split()
    if len(words) != 2 or words[0] != words[1] or not words[0].isdigit() or len(words[0]) != 15:
        return None
    return int(words[0])


def read_cursor(path: Path) -> int | None:
    """Return the index of the cell under the saved cursor; None if unknown."""
    words = _read_note(path)[_TIME_BYTES:].split()
    if len(words) != 2 or not words[0].isdigit() or not words[1].isdigit() or len(words[1]) != 20:
        return None
    return int(words[1]) if int(words[0]) == read_time(path) else None


# Maximum size in bytes of a file that is read in full for its summary. For a larger file, only ``_END_BYTES`` at each
# end are read, and open cells aren't counted.
_MOST_SUMMARY_BYTES = 1 << 20
_END_BYTES = 1 << 16

_EVENT = re.compile(
    rb"^([0-9]{1,15}) (open|chord|flag|undo|redo|pause|resume|hint|question|draft|and)"
    rb"[^:\n]*(?:: ([0-9]{1,19})( won| lost)?)?$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game that ``Session.continue_from`` can resume.

    Attributes:
        name: its name in the store.
        record: the moves so far.
        milliseconds: the clock when it was last saved.
        saved: time of the last save, in seconds since 1970.
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


def is_whole(data: bytes) -> bool:
    """Return whether the file's last line records the end of its game."""
    return b" end: " in data.rstrip().rpartition(b"\n")[2]


def parse_cut(data: bytes) -> tuple[Record, bool]:
    """Return the record in a file that may be truncated, and whether data was lost.

    Raises:
        ParseError: the file isn't a record, or its header is damaged.
    """
    # After a power cut the file may end in zero bytes.
    text = data.decode("utf-8", "replace")
    try:
        record, used = Record.parse(text, is_cut_fine=True), text
    except ParseError as error:
        if not error.position:
            raise
        # Parse everything before the first bad line, whose position is in the error.
        used = text[: error.position]
        record = Record.parse(used, is_cut_fine=True)
    return record, len(used) < len(text) or not (used.endswith("\n") or is_whole(data))


def resumable(name: str, record: Record, path: Path, saved: float) -> SavedGame:
    """Return a saved game, with the latest clock and cursor from its lock file.

    Args:
        name: its name in the store.
        record: the moves so far.
        path: its file.
        saved: time of the last save, in seconds since 1970.
    """
    milliseconds = record.milliseconds
    noted = read_time(path)
    if noted is not None and not _ends_in_pause(record) and record.events:
        milliseconds = max(milliseconds, noted)
    cursor = read_cursor(path)
    is_there = cursor is not None and cursor < record.grid.cells
    cell = record.grid.cell(cursor) if is_there else None  # type: ignore[arg-type]
    return SavedGame(name, record, milliseconds, saved, cursor=cell)


def _ends_in_pause(record: Record) -> bool:
    marks = [event.kind for event in record.events if event.kind in ("pause", "resume")]
    return marks[-1:] == ["pause"]


@dataclass(frozen=True, slots=True)
class SavedSummary:
    """Summary of a saved game that ``Session.continue_from`` can resume. Immutable.

    Attributes:
        name: its name in the store.
        grid: the board.
        mines: number of mines.
        rules: the rules.
        opened: number of open safe cells; None if the file is too long for counting them.
        milliseconds: the clock when it was last saved.
        saved: time of the last save, in seconds since 1970.
        is_busy: whether it is being played, in another program or another session of this one.
        daily: tag of its daily board, such as "2026-11-29-4d"; "" for other boards.

    >>> import tempfile
    >>> from hypersweep.session import Session, Store
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = Store(folder)
    ...     with Session("3x4", 2, store=store, seed=7, is_known=False) as session:
    ...         change = session.open((0, 0))
    ...     store.saved()[0].opened, store.saved()[0].progress
    (6, 0.6)
    """

    name: str
    grid: Grid
    mines: int
    rules: Rules
    opened: int | None
    milliseconds: int
    saved: float
    is_busy: bool = field(default=False, kw_only=True)
    daily: str = field(default="", kw_only=True)

    @property
    def progress(self) -> float | None:
        """Share of the safe cells that are open, 0 to 1; None if ``opened`` is unknown or no cell is safe."""
        safe = self.grid.cells - self.mines
        if self.opened is None or safe <= 0:
            return None
        return min(self.opened / safe, 1.0)

    def __repr__(self) -> str:
        from hypersweep.text import pluralize

        busy = ", being played" if self.is_busy else ""
        return (
            f"<SavedSummary {self.name}: {self.grid} with {pluralize(self.mines, 'mine')}, "
            f"{self.milliseconds / 1000:.3f} s{busy}>"
        )


def read_summary(path: Path, name: str, *, is_busy: bool, noted: int | None) -> SavedSummary | None:
    """Return a game's summary, or None if its file contains no game that can be resumed.

    The summary is made from the file's text, without building a board; moves are checked only when the game is resumed.

    Args:
        path: the file.
        name: the game's name.
        is_busy: whether it is being played.
        noted: its clock in ms from the lock file; None if there is none.

    Raises:
        OSError: the file can't be read.

    Complexity: linear in the bytes read, which are at most 1 MiB for boards of any size.
    """
    data, size, saved = read_regular(path, _MOST_SUMMARY_BYTES, ends=_END_BYTES)
    if not is_record(data):
        return None
    head, gap, body = data.replace(b"\r\n", b"\n").partition(b"\n\n")
    facts = _read_head(head)
    if facts is None or not (gap or size > len(data)):
        return None
    # Drop the last line if it is truncated.
    body = body[: body.rfind(b"\n") + 1]
    last = body[body.rfind(b"\n", 0, -1) + 1 : -1]
    if read_end(last.decode("ascii", "replace")) is not None or last.endswith((b" won", b" lost")):
        return None
    grid, mines, rules, daily = facts
    milliseconds, is_paused = _read_clock(body)
    if noted is not None and not is_paused and milliseconds is not None:
        milliseconds = max(milliseconds, noted)
    opened = count_opened(body) if size == len(data) else None
    if opened is not None:
        opened = min(opened, max(grid.cells - mines, 0))
    return SavedSummary(name, grid, mines, rules, opened, milliseconds or 0, saved, is_busy=is_busy, daily=daily)


def _read_head(head: bytes) -> tuple[Grid, int, Rules, str] | None:
    texts: dict[str, str] = {}
    # The start of the header is enough: these tags come before long ones such as a layout.
    for line in head[:_END_BYTES].split(b"\n")[1:]:
        if line.startswith((b"board:", b"mines:", b"rules:", b"daily:")):
            try:
                tag, value = parse_tag(line.decode("utf-8"))
            except (HypersweepError, UnicodeDecodeError):
                return None
            texts.setdefault(tag, value)
    daily = texts.pop(DAILY, "")
    mines = texts.get("mines", "")
    if not (mines.isascii() and mines.isdigit() and len(mines) <= 20) or len(texts) < 3:
        return None
    try:
        grid, rules = Grid.parse(texts["board"]), Rules.parse(texts["rules"])
    except HypersweepError:
        return None
    return grid, int(mines), rules, daily


def _read_clock(body: bytes) -> tuple[int | None, bool]:
    """Return the time of the last event, and whether the game was paused then."""
    milliseconds = None
    is_paused = False
    for place, match in enumerate(_events_backwards(body)):
        if place == 0:
            milliseconds = int(match[1])
        if match[2] in (b"pause", b"resume"):
            is_paused = match[2] == b"pause"
            break
    return milliseconds, is_paused


def _events_backwards(body: bytes) -> Iterator[re.Match[bytes]]:
    end = len(body) - 1
    while end > 0:
        begin = body.rfind(b"\n", 0, end) + 1
        match = _EVENT.match(body[begin:end])
        if match is not None:
            yield match
        end = begin - 1


def count_opened(body: bytes) -> int:
    r"""Return how many cells are open after the events in a record's lines, from the counts in these lines.

    Args:
        body: lines from a record; other lines are ignored.

    >>> count_opened(b"0 open 0 0: 6\n900 flag 1 2: 1\n950 undo: 1\n990 chord 0 0: 2\n999 undo: 2\n")
    6
    """
    done: list[int] = []
    undone: list[int] = []
    opened = 0
    for _, kind, changed, _ in _EVENT.findall(body):
        count = int(changed or 0)
        if not count:
            continue
        if kind == b"undo":
            if done:
                undone.append(done.pop())
                opened -= undone[-1]
        elif kind == b"redo":
            if undone:
                done.append(undone.pop())
                opened += done[-1]
        else:
            undone.clear()
            done.append(0 if kind == b"flag" else count)
            opened += done[-1]
    return opened
