"""Index of finished games, for best times and statistics; it can be rebuilt from their records.

The index is a database file containing only data from the records, so it may be deleted at any time. Missing rows are
added from the records, and rows without a record are removed. A damaged database is moved aside. If no file can be
written, or another program locks it for too long, each query builds a temporary database in memory instead.

It uses a rollback journal, because write-ahead logs don't work on network file systems, where home directories may be.
Each query reopens the file, so that any thread may query, and a file moved aside by another program is noticed.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError
from hypersweep.game import Outcome
from hypersweep.grid import Grid
from hypersweep.rules import Rules
from hypersweep.session.results import Result
from hypersweep.session.store_files import FileLock, put_aside
from hypersweep.text import error_reason

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hypersweep.session.store_files import Trouble
    from hypersweep.typing import Thing

# Application ID in the file: "hswp" in ASCII. The schema number is part of the file name.
_APPLICATION = 0x68737770
SCHEMA = 3
"""Schema number of the results table."""


def index_file(directory: Path) -> Path:
    """Return the path of the results index for a folder of games.

    >>> import pathlib
    >>> index_file(pathlib.Path("games")).name
    'results-3.sqlite3'
    """
    return directory / f"results-{SCHEMA}.sqlite3"


_TABLE = """
create table games (
    name text primary key,
    grid text,
    mines integer,
    rules text,
    outcome text,
    milliseconds integer,
    ranked integer,
    walkover integer,
    deaths integer,
    hints integer,
    start text,
    player text,
    three_bv integer,
    clicks integer
) without rowid;
create index boards on games (grid, mines, rules, ranked, outcome, milliseconds);
"""
_COLUMNS = (
    "name, grid, mines, rules, outcome, milliseconds, ranked, walkover, deaths, hints, start, player, three_bv, clicks"
)
_TYPES = (str, str, int, str, str, int, int, int, int, int, str, str, int | None, int)

# Maximum wait for another program holding the database, in seconds.
_PATIENCE = 2.0

# Error codes for a damaged file; any other error is treated as temporary.
_BROKEN = {1, 11, 20, 26}  # SQLITE_ERROR (a table that isn't ours), _CORRUPT, _MISMATCH, _NOTADB


class _BadRowError(Exception):
    """A row contains values hypersweep never writes."""


class Index:
    """An index of the records in a folder.

    Args:
        path: the database file.
        names: returns the names of all records.
        read: takes a record's name, returns its result, or None if the record is unusable.
        trouble: receives warnings about failures.
    """

    __slots__ = ("_names", "_path", "_read", "_trouble")

    def __init__(
        self,
        path: Path,
        names: Callable[[], list[str]],
        read: Callable[[str], Result | None],
        trouble: Trouble,
    ) -> None:
        self._path = path
        self._names = names
        self._read = read
        self._trouble = trouble

    def add(self, result: Result) -> None:
        """Add a result, or replace the one with the same name."""
        self._do(lambda database: database.execute(_INSERT, _row(result)), is_read=False)

    def remove(self, name: str) -> None:
        """Remove a result."""
        self._do(lambda database: database.execute("delete from games where name = ?", [name]), is_read=False)

    def find(
        self,
        conditions: dict[str, object] | None = None,
        *,
        order: str = "start desc, name desc",
        limit: int | None = None,
    ) -> list[Result]:
        """Return the results whose columns have the given values.

        Args:
            conditions: values by column.
            order: the columns to sort by, as SQL.
            limit: maximum number of results.
        """
        wanted = conditions or {}
        where = "".join(f" and {column} = ?" for column in wanted)
        query = f"select {_COLUMNS} from games where grid is not null{where} order by {order} limit ?"
        values = [*wanted.values(), -1 if limit is None else limit]

        def work(database: sqlite3.Connection) -> list[Result]:
            self._catch_up(database)
            return [_result(row) for row in database.execute(query, values)]

        return self._do(work) or []

    def rebuild(self) -> None:
        """Replace all rows with results read from the records."""

        def work(database: sqlite3.Connection) -> None:
            database.execute("delete from games")
            self._catch_up(database)

        self._do(work, is_read=False)

    def _catch_up(self, database: sqlite3.Connection) -> None:
        """Add missing records, remove rows without a record, and normalise the rules column.

        An earlier version wrote "esp" where the rules are now written out, and lookups compare this text.
        """
        for (rules,) in database.execute("select distinct rules from games where rules is not null").fetchall():
            if (text := _canonical_rules(rules)) != rules:
                database.execute("update games set rules = ? where rules is ?", (text, rules))
        known = {name for (name,) in database.execute("select name from games")}
        try:
            there = set(self._names())
        except OSError as error:
            self._trouble.tell(f"The records can't be listed: {error_reason(error)}", kind="records")
            return
        # Give unusable records an empty row, so that they aren't read again each time.
        new = [
            _row(result) if (result := self._read(name)) else (name, *[None] * (len(_TYPES) - 1))
            for name in sorted(there - known)
        ]
        gone = [(name,) for name in sorted(known - there, key=str)]
        if new or gone:
            database.execute("begin immediate")
            database.executemany(_INSERT, new)
            database.executemany("delete from games where name is ?", gone)
            database.execute("commit")

    def _do(self, work: Callable[[sqlite3.Connection], Thing], *, is_read: bool = True) -> Thing | None:
        """Run a query; if the database turns out to be damaged, run it again with a new one.

        If no database file can be used, a read runs in a temporary database in memory, and a write does nothing.
        """
        for _ in range(2):
            try:
                with closing(self._open()) as database:
                    return work(database)
            except (sqlite3.Error, _BadRowError, UnicodeError, OverflowError, OSError) as error:
                if not _is_broken(error):
                    self._trouble.tell(f"The results index can't be used: {error_reason(error)}", kind="index")
                    break
                if not self._renew(error):
                    break
        if not is_read:
            return None
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
            _prepare(database)
            return work(database)

    def _open(self) -> sqlite3.Connection:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        database = sqlite3.connect(self._path, timeout=_PATIENCE, isolation_level=None)
        try:
            _prepare(database)
        except BaseException:
            database.close()
            raise
        return database

    def _renew(self, error: Exception) -> bool:
        """Move a damaged database aside. Returns: False if that fails."""
        lock = FileLock(self._path.with_suffix(".lock"))
        try:
            lock.acquire(_PATIENCE)
            # Check again, because another program may have moved it aside already.
            if not self._is_sound():
                aside = put_aside(self._path)
                # Journals left by a crash belong to the damaged database.
                for ending in ("-journal", "-wal", "-shm"):
                    journal = self._path.with_name(self._path.name + ending)
                    if os.path.exists(journal):
                        os.replace(journal, aside.with_name(aside.name + ending))
                self._trouble.tell(
                    f"The results index was broken ({error_reason(error)}); it has been renamed to {aside} and rebuilt."
                )
        except OSError as failure:
            self._trouble.tell(f"The results index is broken and can't be renamed: {failure}", kind="index")
            return False
        finally:
            lock.release(remove=True)
        return True

    def _is_sound(self) -> bool:
        if not os.path.exists(self._path):
            return True
        try:
            with closing(self._open()) as database:
                if database.execute("pragma integrity_check(1)").fetchall() != [("ok",)]:
                    return False
                for row in database.execute(f"select {_COLUMNS} from games where grid is not null"):
                    _result(row)
        except (sqlite3.Error, _BadRowError, UnicodeError, OverflowError) as error:
            return not _is_broken(error)
        return True


_INSERT = f"insert or replace into games ({_COLUMNS}) values ({', '.join('?' * len(_TYPES))})"


def _prepare(database: sqlite3.Connection) -> None:
    """Create the tables in a new database; in an existing one, check that it is ours."""
    if _is_ours(database):
        return
    database.execute("begin immediate")
    try:
        # Meanwhile another program may have set up the database.
        if not _is_ours(database):
            if database.execute("select count(*) from sqlite_master").fetchone() != (0,):
                raise _BadRowError("a database of another kind")
            for statement in filter(str.strip, _TABLE.split(";")):
                database.execute(statement)
            database.execute(f"pragma application_id = {_APPLICATION}")
            database.execute(f"pragma user_version = {SCHEMA}")
        database.execute("commit")
    except BaseException:
        if database.in_transaction:
            database.execute("rollback")
        raise


def _is_ours(database: sqlite3.Connection) -> bool:
    found = [database.execute(f"pragma {name}").fetchone()[0] for name in ("application_id", "user_version")]
    return found == [_APPLICATION, SCHEMA]


def _is_broken(error: Exception) -> bool:
    if isinstance(error, _BadRowError | UnicodeError | OverflowError):
        return True
    if not isinstance(error, sqlite3.Error):
        return False
    code = getattr(error, "sqlite_errorcode", None)
    # Errors without a code are from Python, for undecodable text.
    return code is None or code & 0xFF in _BROKEN


def _row(result: Result) -> tuple[object, ...]:
    return (
        result.name,
        result.grid.format(),
        result.mines,
        result.rules.format(),
        result.outcome.name.lower(),
        result.milliseconds,
        int(result.is_ranked),
        int(result.is_walkover),
        result.deaths,
        result.hints,
        result.start,
        result.player,
        result.three_bv,
        result.clicks,
    )


def _canonical_rules(text: object) -> str:
    try:
        return Rules.parse(text).format()  # type: ignore[arg-type]
    except HypersweepError:
        raise _BadRowError("rules that no record can have") from None


def _result(row: tuple[object, ...]) -> Result:
    if not all(isinstance(value, kind) for value, kind in zip(row, _TYPES, strict=True)):
        raise _BadRowError("a row of another kind")
    name, grid, mines, rules, outcome, milliseconds, ranked, walkover, *rest = row
    deaths, hints, start, player, three_bv, clicks = rest
    try:
        return Result(
            str(name),
            Grid.parse(str(grid)),
            int(mines),  # type: ignore[call-overload]
            Rules.parse(str(rules)),
            Outcome[str(outcome).upper()],
            int(milliseconds),  # type: ignore[call-overload]
            is_ranked=bool(ranked),
            is_walkover=bool(walkover),
            deaths=int(deaths),  # type: ignore[call-overload]
            hints=int(hints),  # type: ignore[call-overload]
            start=str(start),
            player=str(player),
            three_bv=None if three_bv is None else int(three_bv),  # type: ignore[call-overload]
            clicks=int(clicks),  # type: ignore[call-overload]
        )
    except (HypersweepError, KeyError):
        raise _BadRowError("a row that no record can have") from None
