"""A folder for an experiment's shards, so that a run can be interrupted at any time and resumed.

The folder contains

* ``experiment.toml``: the experiment;
* ``journal``: a line per finished shard; lines are only appended, but resuming a run drops damaged ones;
* ``parts``: for "boards", "positions" and "arena", a data file per shard;
* ``results.parquet``: the results, once all shards are finished;
* ``lock``: locked while a program is working on the folder.

Each journal line begins with a CRC-32 of the rest, in eight hexadecimal digits. It detects lines that were cut off when
a program was killed or the disk was full; their shards are treated as unfinished. If several lines describe the same
shard, the first one counts. The first line of the journal identifies the experiment.
"""

from __future__ import annotations

import json
import os
from binascii import crc32
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import hypersweep
from hypersweep.atomic_write import save_whole
from hypersweep.copying import NotCopyable
from hypersweep.errors import BusyError, ExperimentError, HypersweepError, ParameterError, ParseError
from hypersweep.lab.experiment import Experiment
from hypersweep.lab.statistical_tests import counted
from hypersweep.session.store_files import FileLock
from hypersweep.text import as_utf8
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import TracebackType
    from typing import Self

    from hypersweep.lab.result_table import ShardResult
    from hypersweep.lab.statistical_tests import Counts


RESULTS = "results.parquet"
"""Name of the results file."""

# Maximum number of differences listed in a message about two experiments.
_MOST_NAMED = 3

_EXPERIMENT, _JOURNAL, _LOCK, _PARTS = "experiment.toml", "journal", "lock", "parts"

# Type and version of the journal.
_TYPE, _VERSION = "hypersweep lab journal", 1
# Number of bytes before a line's content: eight CRC-32 digits and a space.
_CHECK = 9
_MOST = 1 << 64
# Maximum line length in bytes, so that reading stops early if the file isn't a journal.
_LONGEST = 1 << 16


@dataclass(frozen=True, slots=True)
class Head:
    """The journal's header: its first line.

    Attributes:
        program: the hypersweep version that started the run.
        digest: the experiment's digest.
        sources: result from ``Experiment.sources``.
    """

    program: str
    digest: str
    sources: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """The journal entry for a finished shard.

    Attributes:
        number: the shard's number.
        counts: its counts, in the order of ``COUNTED``.
        size: size of the shard's data in bytes.
        digest: SHA-256 of the data in hexadecimal; empty without data.
        times: for an arena, each player's microseconds; otherwise empty.
    """

    number: int
    counts: tuple[int, ...]
    size: int
    digest: str
    times: tuple[int, ...] = ()

    def says_the_same(self, other: Entry) -> bool:
        """Return whether another entry is equal except for times, which vary from run to run."""
        return replace(self, times=()) == replace(other, times=())


def _line(value: object) -> bytes:
    body = json.dumps(value, separators=(",", ":")).encode()
    return b"%08x %s\n" % (crc32(body), body)


def _value(line: bytes) -> object:
    """Parse a journal line; return None if it is incomplete or damaged."""
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
    """Write a journal atomically.

    Raises:
        OSError: the journal can't be written.

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
    """Append entries to a journal; when this returns, they are safely on disk.

    Raises:
        OSError: the entries can't be written; none is appended.
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
            # Remove the partial output: otherwise the next entry would be appended to an incomplete line.
            os.ftruncate(number, before)
            raise
    finally:
        os.close(number)


def read_journal(path: str | os.PathLike[str]) -> tuple[Head, dict[int, Entry], bool]:
    """Read a journal. Returns: its header, its entries by shard number, and whether every line was complete.

    Raises:
        OSError: the file can't be read.
        ParseError: the file isn't a journal.
        ExperimentError: the journal's format version is too new.
    """
    entries: dict[int, Entry] = {}
    is_whole = True
    with open(path, "rb") as file:
        head = _head(_parsed(file.readline(_LONGEST)), os.fsdecode(path))
        while line := file.readline(_LONGEST):
            entry = _entry(_parsed(line))
            if entry is None:
                is_whole = False
            else:
                entries.setdefault(entry.number, entry)
    return head, entries, is_whole


def _parsed(line: bytes) -> object:
    return _value(line[:-1]) if line.endswith(b"\n") else None


def _head(value: object, name: str) -> Head:
    if not isinstance(value, list) or len(value) < 2 or value[0] != _TYPE:
        raise ParseError(f"{truncate(name)} isn't an experiment's journal")
    if value[1] != _VERSION or len(value) != 5:
        raise ExperimentError(
            f"expected a journal of version {_VERSION}, got {truncate(value[1])} in {truncate(name)}: a newer "
            "hypersweep can read it"
        )
    program, digest, sources = value[2:]
    if not (isinstance(program, str) and isinstance(digest, str) and isinstance(sources, dict)):
        raise ParseError(f"{truncate(name)} isn't an experiment's journal: its first line is wrong")
    return Head(program, digest, sources)


class ExperimentFolder(NotCopyable):
    """An experiment's folder, opened read-only.

    The folder is neither locked nor changed. Another program may be working on it; shards it finishes later aren't
    included.

    Args:
        path: the folder.

    Attributes:
        path: the folder.
        experiment: the experiment in the folder.
        head: the journal's header.
        counts: counts from the finished shards, by number.
        times: for an arena, each player's microseconds by shard number.

    Raises:
        ParameterError: the folder contains no experiment.
        ParseError: the experiment or the journal can't be parsed.
        ExperimentError: the journal belongs to a different experiment.
        OSError: the folder can't be read.

    >>> import tempfile
    >>> from hypersweep.lab.runner import do_shard
    >>> experiment = Experiment(kind="winrate", boards=[("3x4", 2)], count=50, seed=7, shard=20)
    >>> with tempfile.TemporaryDirectory() as path:
    ...     with RunFolder(path, experiment) as folder:
    ...         folder.add(do_shard(experiment, 2))
    ...     ExperimentFolder(path).counts
    True
    {2: (10, 8, 82, 46, 7, 23, 0, 0)}
    """

    _why_no_copy = "it reads its data from its folder"

    path: Path
    experiment: Experiment
    head: Head
    counts: dict[int, Counts]
    times: dict[int, tuple[int, ...]]
    _entries: dict[int, Entry]

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        try:
            self.experiment = _read_document(self.path / _EXPERIMENT)
            self.head, entries, _ = read_journal(self.path / _JOURNAL)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            raise ParameterError(f"expected an experiment's folder, got {truncate(str(self.path))}") from None
        if self.head.digest != self.experiment.digest():
            raise ExperimentError(f"the journal in {truncate(str(self.path))} belongs to another experiment")
        self._take(entries)

    def _take(self, entries: Mapping[int, Entry]) -> None:
        """Load the journal's valid entries."""
        self._entries = {number: entry for number, entry in entries.items() if self._is_usable(entry)}
        self.counts = {number: entry.counts for number, entry in self._entries.items()}
        self.times = {number: entry.times for number, entry in self._entries.items() if entry.times}

    def _is_usable(self, entry: Entry) -> bool:
        """Return whether an entry's shard belongs to the experiment and its data file has the right size."""
        if not _is_of(self.experiment, entry):
            return False
        try:
            return not entry.size or self.part(entry.number).stat().st_size == entry.size
        except OSError:
            return False

    def part(self, number: int) -> Path:
        """Return the path of a shard's data file."""
        return self.path / _PARTS / f"{number:08}.part"

    def entry(self, number: int) -> Entry:
        """Return a finished shard's journal entry."""
        return self._entries[number]

    def data(self, number: int) -> bytes:
        """Return a shard's data after checking its digest.

        Raises:
            ExperimentError: the data was modified.
            OSError: the data can't be read.
        """
        entry = self._entries[number]
        data = self.part(number).read_bytes() if entry.size else b""
        if entry.size and sha256(data).hexdigest() != entry.digest:
            raise ExperimentError(
                f"{truncate(str(self.part(number)))} doesn't contain the results of shard {number}: remove "
                "the file and run the experiment again",
                shard=number,
            )
        return data


class RunFolder(ExperimentFolder):
    """An experiment's folder, opened for writing by one program at a time; close it with ``close`` or ``with``.

    Args:
        path: the folder; created if missing.
        experiment: the experiment; its finished shards are loaded.

    Attributes:
        path: the folder.
        experiment: the experiment.
        head: the journal's header.
        counts: counts from the finished shards, by number.
        times: for an arena, each player's microseconds by shard number.

    Raises:
        BusyError: another program is working on the folder.
        ExperimentError: the folder contains a different experiment, or one started with a different version of the
            program or of a policy.
        ParameterError: the path isn't a folder, or the folder contains other files.
        ParseError: the experiment or the journal can't be parsed.
        OSError: the folder can't be read or written.

    >>> import tempfile
    >>> from hypersweep.lab.runner import do_shard
    >>> experiment = Experiment(kind="winrate", boards=[("3x4", 2)], count=50, seed=7, shard=20)
    >>> with tempfile.TemporaryDirectory() as path:
    ...     with RunFolder(path, experiment) as folder:
    ...         folder.add(do_shard(experiment, 2))
    ...     with RunFolder(path, experiment) as folder:
    ...         folder.counts
    True
    {2: (10, 8, 82, 46, 7, 23, 0, 0)}
    """

    _why_no_copy = "it holds the lock of its folder"

    path: Path
    head: Head
    _owner: int
    _lock: FileLock

    def __init__(self, path: str | os.PathLike[str], experiment: Experiment) -> None:
        # Make the path absolute, because a policy may change the current directory.
        self.path = Path(path).absolute()
        self._owner = os.getpid()
        self.experiment = experiment
        self.head = head_of(experiment)
        self._take({})
        _check_place(self.path)
        self.path.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(self.path / _LOCK)
        if not self._lock.acquire():
            raise BusyError(f"the folder {truncate(str(path))} is in use")
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    def _begin(self) -> None:
        """Load existing files, or create them in a new folder."""
        document, journal = self.path / _EXPERIMENT, self.path / _JOURNAL
        if document.exists():
            _check_same(_read_document(document), self.experiment, self.path)
        if journal.exists():
            found, entries, is_whole = read_journal(journal)
            check_head(found, self.head, self.path)
            self._take(entries)
            if not is_whole or len(self._entries) < len(entries):
                write_journal(journal, self.head, self._entries.values())
        if not document.exists():
            text = f"# hypersweep {hypersweep.__version__}\n{self.experiment.format()}"
            save_whole(document, lambda file: file.write(text.encode()))
        if not journal.exists():
            write_journal(journal, self.head)

    def add(self, result: ShardResult) -> bool:
        """Save a shard; when this returns, it is safely on disk. Returns: whether the shard was new.

        Raises:
            BusyError: this process was forked from the one that opened the folder.
            OSError: the shard can't be written, and isn't saved.
        """
        if os.getpid() != self._owner:
            raise BusyError("can't write to the folder after a fork: only the process that opened it can")
        if result.number in self.counts:
            return False
        if result.data:
            part = self.part(result.number)
            part.parent.mkdir(exist_ok=True)
            save_whole(part, lambda file: file.write(result.data))
        digest = sha256(result.data).hexdigest() if result.data else ""
        entry = Entry(result.number, tuple(result.counts), len(result.data), digest, tuple(result.times))
        append_entries(self.path / _JOURNAL, [entry])
        self._entries[entry.number] = entry
        self.counts[entry.number] = entry.counts
        if entry.times:
            self.times[entry.number] = entry.times
        return True

    def close(self) -> None:
        """Unlock the folder for other programs."""
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def head_of(experiment: Experiment) -> Head:
    """Return the journal header this hypersweep version writes for an experiment.

    Raises:
        ParameterError: a user's policy doesn't exist.
    """
    return Head(hypersweep.__version__, experiment.digest(), experiment.sources())


def _read_document(path: Path) -> Experiment:
    try:
        return Experiment.parse(as_utf8(path.read_bytes()).decode())
    except UnicodeDecodeError:
        raise ParseError(f"can't read {truncate(str(path))}: it isn't UTF-8") from None
    except (ParseError, ParameterError) as error:
        raise type(error)(f"{truncate(str(path), 200)}: {error}") from None


def _is_of(experiment: Experiment, entry: Entry) -> bool:
    """Return whether an entry's number and counts are possible for the experiment."""
    names = counted(experiment.kind, len(experiment.policies))
    if entry.number >= experiment.shards or len(entry.counts) != len(names):
        return False
    games, first = entry.counts[:2]
    if experiment.kind == "boards" and bool(first) != bool(entry.size):
        return False
    return games == experiment.shard_at(entry.number).count and (first <= games or experiment.kind == "positions")


def _check_place(path: Path) -> None:
    """Raise an error if a path can't be an experiment's folder."""
    if path.exists() and not path.is_dir():
        raise ParameterError(f"expected a folder, got {truncate(str(path))}, which is a file")
    if path.exists() and not any((path / name).exists() for name in (_EXPERIMENT, _JOURNAL, _LOCK)):
        inside = next(path.iterdir(), None)
        if inside is not None:
            raise ParameterError(
                f"expected an experiment's folder, or an empty or new one, got {truncate(str(path))}, "
                f"which contains {truncate(inside.name)}"
            )


def _check_same(found: Experiment, wanted: Experiment, path: Path) -> None:
    """Raise an error listing the differences if a folder contains a different experiment.

    Raises:
        ExperimentError: the experiments differ.
    """
    if found != wanted:
        raise ExperimentError(
            f"{truncate(str(path))} belongs to another experiment; use a new folder: {differences(found, wanted)}"
        )


def differences(found: Experiment, wanted: Experiment) -> str:
    """Describe the differences between two experiments, by the keys in their documents.

    >>> one, other = (Experiment(kind="winrate", boards=[("3x4", 2)], count=50, seed=seed) for seed in (7, 8))
    >>> differences(one, other)
    'seed is 7 there and 8 here'
    """
    differing = []
    for name in [each.name for each in fields(found)]:
        one, other = getattr(found, name), getattr(wanted, name)
        if one == other:
            continue
        if isinstance(one, tuple) and isinstance(other, tuple):
            one, other = next(pair for pair in zip_longest(one, other) if pair[0] != pair[1])
        texts = ("nothing" if each is None else truncate(each, 100) for each in (one, other))
        differing.append("{} is {} there and {} here".format(name.replace("_", "-"), *texts))
    many = len(differing) - _MOST_NAMED
    return "; ".join([*differing[:_MOST_NAMED], *([f"and {many} more"] if many > 0 else [])])


def check_head(found: Head, wanted: Head, path: Path) -> None:
    """Raise an error if a journal is from a different experiment, hypersweep version or policy source.

    Raises:
        ExperimentError: the headers differ.
    """
    name = truncate(str(path))
    if found.digest != wanted.digest:
        raise ExperimentError(f"{name} belongs to another experiment; use a new folder")
    if found.program != wanted.program:
        raise ExperimentError(
            f"the experiment in {name} was started with hypersweep {found.program}, not {wanted.program}: "
            "games from different versions can't be combined"
        )
    if found.sources != wanted.sources:
        raise ExperimentError(f"a policy's file has changed since {name} was started")
