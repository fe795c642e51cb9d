"""Summaries of saved games, read from the text of their files without making boards.

A summary comes from the head of the file and the cell counts in its lines. Whether the game is valid is checked when it
is resumed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError
from hypersweep.grid import Grid
from hypersweep.record.file import is_record
from hypersweep.record.reader import read_end
from hypersweep.record.tags import parse_tag
from hypersweep.rules import Rules
from hypersweep.session.store_files import read_regular

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Of longer files only this much of both ends is read, and the opened cells aren't counted.
_MOST_BYTES = 1 << 20
_END_BYTES = 1 << 16

_EVENT = re.compile(
    rb"^([0-9]{1,15}) (open|chord|flag|undo|redo|pause|resume|hint)[^:\n]*(?:: ([0-9]{1,19})( won| lost)?)?$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class SavedSummary:
    """Summary of a saved game that ``Session.continue_from`` can resume. Immutable.

    Attributes:
        name: its name in the store.
        grid: the board.
        mines: number of mines.
        rules: the rules.
        opened: number of open safe cells; None if the file is too long to count them.
        milliseconds: the clock when it was last saved.
        saved: time of the last save, in seconds since 1970.
        is_busy: whether it is being played, by another program or another session of this one.

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

    @property
    def progress(self) -> float | None:
        """The share of the safe cells that are open, 0 to 1; None where ``opened`` is."""
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
    """Return the summary of a game, or None if its file has no game that can be resumed.

    Args:
        path: the file.
        name: the game's name.
        is_busy: whether it is being played.
        noted: its clock in ms as noted in the lock file, if any.

    Raises:
        OSError: the file can't be read.

    Complexity: O(bytes of the file), at most 1 MiB of them, whatever the size of the board.
    """
    data, size, saved = read_regular(path, _MOST_BYTES, ends=_END_BYTES)
    if not is_record(data):
        return None
    head, gap, body = data.replace(b"\r\n", b"\n").partition(b"\n\n")
    facts = _read_head(head)
    if facts is None or not (gap or size > len(data)):
        return None
    # The last line may be cut off.
    body = body[: body.rfind(b"\n") + 1]
    last = body[body.rfind(b"\n", 0, -1) + 1 : -1]
    if read_end(last.decode("ascii", "replace")) is not None or last.endswith((b" won", b" lost")):
        return None
    grid, mines, rules = facts
    milliseconds, is_paused = _read_clock(body)
    if noted is not None and not is_paused and milliseconds is not None:
        milliseconds = max(milliseconds, noted)
    opened = count_opened(body) if size == len(data) else None
    if opened is not None:
        opened = min(opened, max(grid.cells - mines, 0))
    return SavedSummary(name, grid, mines, rules, opened, milliseconds or 0, saved, is_busy=is_busy)


def _read_head(head: bytes) -> tuple[Grid, int, Rules] | None:
    texts: dict[str, str] = {}
    # These tags come before those that may be long, such as a layout.
    for line in head[:_END_BYTES].split(b"\n")[1:]:
        if line.startswith((b"board:", b"mines:", b"rules:")):
            try:
                tag, value = parse_tag(line.decode("utf-8"))
            except (HypersweepError, UnicodeDecodeError):
                return None
            texts.setdefault(tag, value)
    mines = texts.get("mines", "")
    if not (mines.isascii() and mines.isdigit() and len(mines) <= 20) or len(texts) < 3:
        return None
    try:
        grid, rules = Grid.parse(texts["board"]), Rules.parse(texts["rules"])
    except HypersweepError:
        return None
    return grid, int(mines), rules


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
    r"""Return the number of open cells after some events, from their cell counts.

    Args:
        body: lines of a record; others are ignored.

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
