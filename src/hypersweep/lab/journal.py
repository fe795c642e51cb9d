"""The journal of an experiment: a line for each finished shard, appended and never changed.

Each line begins with the CRC-32 of the rest, in eight hexadecimal digits. This detects a line that was cut off when a
program was killed or a disk was full: its shard counts as unfinished. Of several lines for one shard the first counts.
The first line of the file identifies the experiment.
"""

from __future__ import annotations

import json
import os
from binascii import crc32
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hypersweep.atomic_write import save_whole
from hypersweep.errors import ExperimentError, HypersweepError, ParseError
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_TYPE, _VERSION = "hypersweep lab journal", 1
_CHECK = 9
_MOST = 1 << 64
# Longest line; stops reading early if the file is something else.
_LONGEST = 1 << 16


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a journal.

    Attributes:
        program: version of the program.
        digest: digest of the experiment.
        sources: result of ``policy_source`` for each user's policy, by name.
    """

    program: str
    digest: str
    sources: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished shard.

    Attributes:
        number: number of the shard.
        counts: in the order of ``COUNTED``.
        size: bytes of its data.
        digest: their SHA-256 in hexadecimal digits; empty without data.
        times: for an arena, the microseconds of each player; empty for other kinds.
    """

    number: int
    counts: tuple[int, ...]
    size: int
    digest: str
    times: tuple[int, ...] = ()

    def says_the_same(self, other: Entry) -> bool:
        """Whether another entry agrees except for times, which always differ."""
        return replace(self, times=()) == replace(other, times=())


def _line(value: object) -> bytes:
    body = json.dumps(value, separators=(",", ":")).encode()
    return b"%08x %s\n" % (crc32(body), body)


def _value(line: bytes) -> object:
    """Parse a line; return None if it is incomplete."""
    body = line[_CHECK:]
    if len(line) > _LONGEST or line[:_CHECK] != b"%08x " % crc32(body):
        return None
    try:
        value: object = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value


def _written(entry: Entry) -> bytes:
    times = [list(entry.times)] if entry.times else []
    return _line([entry.number, list(entry.counts), entry.size, entry.digest, *times])


def _entry(value: object) -> Entry | None:
    if not isinstance(value, list) or len(value) not in (4, 5) or not isinstance(value[1], list):
        return None
    number, counts, size, digest, *rest = value
    if rest and not isinstance(rest[0], list):
        return None
    try:
        own = tuple(whole_number(count, "a count", below=_MOST) for count in counts)
        times = tuple(whole_number(time, "a time", below=_MOST) for time in (rest[0] if rest else ()))
        which = whole_number(number, "a shard", below=_MOST)
        return Entry(which, own, whole_number(size, "a size"), str(digest), times)
    except HypersweepError:
        return None


def write_journal(path: str | os.PathLike[str], head: Head, entries: Iterable[Entry] = ()) -> None:
    """Write a journal, all or nothing.

    Raises:
        OSError: it can't be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "journal")
    ...     write_journal(path, Head("0.1.0", "5d1de94a39c4c8f1", {}))
    ...     append_entries(path, [Entry(3, (20, 7), 0, "")])
    ...     read_journal(path)[1]
    {3: Entry(number=3, counts=(20, 7), size=0, digest='', times=())}
    """
    first = _line([_TYPE, _VERSION, head.program, head.digest, dict(head.sources)])
    save_whole(path, lambda file: file.write(first + b"".join(map(_written, entries))))


def append_entries(path: str | os.PathLike[str], entries: Iterable[Entry]) -> None:
    """Append entries; they are on the disk when this returns.

    Raises:
        OSError: they can't be written; then none is appended.
    """
    data = b"".join(map(_written, entries))
    number = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
    try:
        before = os.fstat(number).st_size
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(number, view) :]
            os.fsync(number)
        except BaseException:
            # Remove an incomplete line at the end, which would spoil the next one.
            os.ftruncate(number, before)
            raise
    finally:
        os.close(number)


def read_journal(path: str | os.PathLike[str]) -> tuple[Head, dict[int, Entry], bool]:
    """Read a journal. Returns: its head, its entries by number, and whether every line was complete.

    Raises:
        OSError: it can't be read.
        ParseError: not a journal.
        ExperimentError: a journal of a later version of the format.
    """
    entries: dict[int, Entry] = {}
    is_whole = True
    with open(path, "rb") as file:
        head = _head(_next(file.readline(_LONGEST)), os.fsdecode(path))
        while line := file.readline(_LONGEST):
            entry = _entry(_next(line))
            if entry is None:
                is_whole = False
            else:
                entries.setdefault(entry.number, entry)
    return head, entries, is_whole


def _next(line: bytes) -> object:
    return _value(line[:-1]) if line.endswith(b"\n") else None


def _head(value: object, name: str) -> Head:
    if not isinstance(value, list) or len(value) < 2 or value[0] != _TYPE:
        raise ParseError(f"expected the journal of an experiment, got {truncate(name)}")
    if value[1] != _VERSION or len(value) != 5:
        raise ExperimentError(
            f"expected a journal of version {_VERSION}, got {truncate(value[1])} in {truncate(name)}: a later "
            "hypersweep can read it"
        )
    program, digest, sources = value[2:]
    if not (isinstance(program, str) and isinstance(digest, str) and isinstance(sources, dict)):
        raise ParseError(f"expected the journal of an experiment, got {truncate(name)}: its first line is wrong")
    return Head(program, digest, sources)
