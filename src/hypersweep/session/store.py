"""What is kept of a player's games and wishes, in one folder; ``docs/session.md`` says what lies where."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from pathlib import Path

from hypersweep.arguments import shorten, whole_number
from hypersweep.errors import (
    BusyError,
    HypersweepError,
    MissingExtraError,
    ParameterError,
    ParameterTypeError,
    ParseError,
)
from hypersweep.game import Outcome
from hypersweep.grid import Grid
from hypersweep.record import Record
from hypersweep.record.file import SUFFIX
from hypersweep.rules import Rules, read_rules
from hypersweep.saving import LONG_AGO
from hypersweep.session.autosave import LOCK_SUFFIX, Autosave, read_time
from hypersweep.session.files import Trouble, put_aside, sync_folder
from hypersweep.session.lock import FileLock
from hypersweep.session.names import check_name, is_name
from hypersweep.session.settings import Settings
from hypersweep.session.tally import record_result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.session.index import Index
    from hypersweep.session.result import Result

__all__ = ["SavedGame", "Store", "data_directory"]

# Seconds to wait for a program that only looks whether a game is free.
_PATIENCE = 0.2


def data_directory() -> Path:
    """Where a player's games are kept: the environment's HYPERSWEEP_DATA, or the place that the system has for it.

    Raises:
        MissingExtraError: platformdirs isn't installed, and the environment doesn't say either.
    """
    given = os.environ.get("HYPERSWEEP_DATA")
    if given:
        return Path(given).expanduser()
    try:
        from platformdirs import user_data_dir
    except ImportError:
        raise MissingExtraError(
            "the place for games needs platformdirs, which isn't installed: pip install 'hypersweep[tui]', "
            "or name a folder in HYPERSWEEP_DATA",
            name="platformdirs",
        ) from None
    return Path(user_data_dir("hypersweep", appauthor=False))


class SavedGame:
    """A game that was begun and can go on: ``Session.continue_from`` does it.

    Attributes:
        name: its name in the store.
        record: what happened so far.
        milliseconds: what its clock showed at last.
        saved: when it was last saved, in seconds since 1970.
    """

    __slots__ = ("milliseconds", "name", "record", "saved")

    def __init__(self, name: str, record: Record, milliseconds: int, saved: float) -> None:
        self.name = name
        self.record = record
        self.milliseconds = milliseconds
        self.saved = saved

    def __repr__(self) -> str:
        return f"<SavedGame {self.name}: {self.record!r}>"


class Store:
    """A folder with a player's running games, records, results and settings.

    Several programs may use it at once. What can't be read is put aside and what can't be written is told, both to
    ``warn``; neither stops a game.

    Args:
        directory: the folder, made when something is first written; None for ``data_directory()``.
        warn: called with a sentence, once for each kind of trouble, from the thread that met it, and mustn't wait for
            another thread; None issues a ``StoreWarning``.

    Raises:
        MissingExtraError: no folder is given or found.

    Attributes:
        directory: the folder.
        settings: what the player prefers.

    >>> import tempfile
    >>> from hypersweep import Layout
    >>> from hypersweep.session import Session
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = Store(folder)
    ...     with Session("3x4", 2, store=store, seed=7, is_known=False) as session:
    ...         for cell in [(0, 0), (0, 3), (1, 2), (1, 3), (2, 3)]:
    ...             change = session.open(cell)
    ...     [(result.outcome, result.is_ranked) for result in store.results()], len(store.best_times("3x4", 2))
    ([(Outcome.WON, True)], 1)
    """

    def __init__(
        self, directory: str | os.PathLike[str] | None = None, *, warn: Callable[[str], object] | None = None
    ) -> None:
        self.directory = data_directory() if directory is None else _check_directory(directory)
        self._trouble = Trouble(warn)
        self._running = self.directory / "running"
        self._records = self.directory / "records"
        self.settings = Settings(self.directory / "settings.json", self._trouble)
        self._opened_index: Index | None = None

    # Running games.

    def begin(self, record: Record) -> Autosave:
        """The file of a new game, with what has happened so far; it follows the game from here on."""
        autosave = Autosave(self._running, _new_name(), self._trouble)
        autosave.write(record)
        return autosave

    def unfinished(self) -> list[SavedGame]:
        """The games that can go on, the last played first; those that are being played elsewhere aren't among them.

        A file whose last line is cut off is read up to there, and ``warn`` is told. A finished game that a crash left
        here is moved to the records.
        """
        found = []
        try:
            names = _names_in(self._running)
        except OSError as error:
            self._trouble.tell(f"The saved games can't be listed: {error}", kind="running")
            return []
        for name in names:
            lock = FileLock(self._running / (name + LOCK_SUFFIX))
            if not self._try_lock(lock):
                continue
            try:
                game = self._read_running(name)
                if game is not None:
                    found.append(game)
            finally:
                lock.release(remove=not os.path.exists(self._path(name)))
        self._tidy()
        found.sort(key=lambda game: (game.saved, game.name), reverse=True)
        return found

    def _tidy(self) -> None:
        """Remove what programs left that were killed while they wrote: locks without a game, halves of files."""
        for folder in (self._running, self._records):
            try:
                with os.scandir(folder) as entries:
                    left = [entry for entry in entries if entry.name.startswith(".")]
                for entry in left:
                    if time.time() - entry.stat().st_mtime > LONG_AGO:
                        os.unlink(entry.path)
            except OSError:
                # It takes a little room, that is all.
                continue
        try:
            for path in self._running.glob("*" + LOCK_SUFFIX):
                if not os.path.exists(path.with_suffix(SUFFIX)):
                    lock = FileLock(path)
                    # Whoever begins a game takes its lock first.
                    if lock.acquire():
                        lock.release(remove=not os.path.exists(path.with_suffix(SUFFIX)))
        except OSError:
            return

    def resume(self, saved: SavedGame) -> tuple[SavedGame, Autosave]:
        """Take a game over, as it is now; ``Session.continue_from`` calls this.

        Raises:
            BusyError: it is being played elsewhere.
            ParameterError: it is no longer there, or can't be continued.
        """
        lock = self._lock_of(saved)
        if not self._try_lock(lock, _PATIENCE):
            raise BusyError(f"expected a game that nobody plays, got {saved.name}, which is open in another program")
        game = self._read_running(saved.name)
        if game is None:
            lock.release(remove=True)
            raise ParameterError(f"expected a game that can go on, got {saved.name}, which is finished or gone")
        autosave = Autosave(self._running, saved.name, self._trouble, lock)
        autosave.write(game.record)
        autosave.tick(game.milliseconds)
        return game, autosave

    def discard(self, saved: SavedGame) -> None:
        """Remove a saved game without keeping its record.

        Raises:
            BusyError: it is being played elsewhere.
            ParameterError: no game can have its name.
        """
        lock = self._lock_of(saved)
        if not self._try_lock(lock, _PATIENCE):
            raise BusyError(f"expected a game that nobody plays, got {saved.name}, which is open in another program")
        try:
            self._path(saved.name).unlink(missing_ok=True)
        except OSError as error:
            self._trouble.tell(f"A saved game can't be removed: {error}", kind="discard")
        finally:
            lock.release(remove=not os.path.exists(self._path(saved.name)))

    def _lock_of(self, saved: SavedGame) -> FileLock:
        if not isinstance(saved, SavedGame):
            raise ParameterTypeError(f"expected a SavedGame, got {shorten(saved)} ({type(saved).__name__})")
        return FileLock(self._running / (check_name(saved.name) + LOCK_SUFFIX))

    def _path(self, name: str) -> Path:
        return self._running / (name + SUFFIX)

    def _try_lock(self, lock: FileLock, wait: float = 0.0) -> bool:
        try:
            return lock.acquire(wait)
        except OSError:
            # Where no lock can be made nothing can be written, so nobody else plays there either.
            return True

    def _read_running(self, name: str) -> SavedGame | None:
        """A game that goes on; None if it doesn't, after it was put where it belongs. The lock must be held."""
        path = self._path(name)
        try:
            data = path.read_bytes()
            saved = path.stat().st_mtime
        except FileNotFoundError:
            return None
        except OSError as error:
            self._trouble.tell(f"A saved game can't be read: {error}", kind="running read")
            return None
        try:
            record, is_cut = _read_cut(data)
            record.verify()
        except (HypersweepError, MemoryError) as error:
            self._put_aside(path, f"The saved game {name} can't be continued: {error}")
            return None
        if is_cut:
            self._trouble.tell(
                f"The saved game {name} is cut off; it goes on after its first {len(record.events)} events."
            )
        if record.outcome is not Outcome.ONGOING or _is_whole(data):
            # The end came, and then a crash.
            if os.path.exists(self._path_of_record(name)) or self.keep(record, name) is not None:
                self._remove(path)
            return None
        milliseconds = record.milliseconds
        noted = read_time(path)
        if noted is not None and not _ends_in_pause(record) and record.events:
            milliseconds = max(milliseconds, noted)
        return SavedGame(name, record, milliseconds, saved)

    def _put_aside(self, path: Path, why: str) -> None:
        try:
            aside = put_aside(path)
        except OSError as error:
            self._trouble.tell(f"{why} (and {error})", kind=f"broken {path}")
        else:
            self._trouble.tell(f"{why} (put aside as {aside})")

    def _remove(self, path: Path) -> None:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            self._trouble.tell(f"The file of a finished game can't be removed: {error}", kind="autosave")

    # Records and results.

    def keep(self, record: Record, name: str | None = None) -> str | None:
        """Keep the record of a game that is over, and its result; gives its name, or None if it can't be written.

        Args:
            record: won, lost or given up.
            name: its name; None makes one up. A record of the same name is replaced.

        Raises:
            ParameterError: no record can have that name, such as one with a slash.
        """
        if not isinstance(record, Record):
            raise ParameterTypeError(f"expected a Record, got {shorten(record)} ({type(record).__name__})")
        own = _new_name() if name is None else check_name(name)
        try:
            self._records.mkdir(mode=0o700, parents=True, exist_ok=True)
            record.save(self._path_of_record(own))
            sync_folder(self._records)
        except OSError as error:
            self._trouble.tell(f"The record of the game can't be kept: {error}", kind="keep")
            return None
        if (index := self._index()) is not None:
            index.add(record_result(own, record))
        return own

    def load(self, name: str) -> Record:
        """The record of a name.

        Raises:
            ParameterError: no record can have that name, such as one with a slash.
            OSError: it can't be read.
            ParseError: it is broken.
        """
        return Record.load(self._path_of_record(name))

    def path(self, name: str) -> Path:
        """Where the record of a name lies.

        Raises:
            ParameterError: no record can have that name, such as one with a slash.
        """
        return self._path_of_record(name)

    def forget(self, name: str) -> None:
        """Remove the record of a name, and its result; of a link the link.

        Raises:
            ParameterError: no record can have that name, such as one with a slash.
        """
        self._remove(self._path_of_record(name))
        if (index := self._index()) is not None:
            index.remove(name)

    def results(
        self,
        grid: Grid | str | None = None,
        mines: int | None = None,
        rules: Rules | str | None = None,
        *,
        player: str | None = None,
        limit: int | None = None,
    ) -> list[Result]:
        """How the games went, the latest first.

        Args:
            grid: only those on this board.
            mines: only those with so many mines.
            rules: only those by these rules.
            player: only those of this player.
            limit: how many at most.

        Raises:
            ParameterError: a value that no result can have.
        """
        conditions, most = _conditions(grid, mines, rules, player), _limit(limit)
        index = self._index()
        return [] if index is None else index.find(conditions, limit=most)

    def best_times(
        self,
        grid: Grid | str,
        mines: int,
        rules: Rules | str = "classic",
        *,
        player: str | None = None,
        limit: int | None = 10,
    ) -> list[Result]:
        """The fastest games won without help, the fastest first, and of equally fast ones the earliest.

        Args:
            grid: the board.
            mines: how many.
            rules: the rules.
            player: only those of this player.
            limit: how many at most.

        Raises:
            ParameterError: a value that no result can have.
        """
        conditions = _conditions(grid, mines, rules, player) | {"ranked": 1, "outcome": "won"}
        most = _limit(limit)
        index = self._index()
        return [] if index is None else index.find(conditions, order="milliseconds, start, name", limit=most)

    def rebuild(self) -> None:
        """Make the index of results anew, from the records."""
        if (index := self._index()) is not None:
            index.rebuild()

    def _index(self) -> Index | None:
        if self._opened_index is None:
            try:
                from hypersweep.session.index import SCHEMA, Index
            except ImportError as error:
                # Some systems pack SQLite apart from Python. The records are kept all the same.
                self._trouble.tell(f"There are no best times without SQLite: {error}", kind="index")
                return None
            self._opened_index = Index(
                self.directory / f"results-{SCHEMA}.sqlite3", self._record_names, self._read_result, self._trouble
            )
        return self._opened_index

    def _path_of_record(self, name: str) -> Path:
        return self._records / (check_name(name) + SUFFIX)

    def _record_names(self) -> list[str]:
        return _names_in(self._records)

    def _read_result(self, name: str) -> Result | None:
        try:
            record = Record.load(self._path_of_record(name), is_cut_fine=True)
            record.verify()
        except (HypersweepError, OSError, MemoryError) as error:
            self._trouble.tell(f"The record {name} doesn't count: {error}")
            return None
        return record_result(name, record)

    def __repr__(self) -> str:
        return f"<Store in {self.directory}>"


def _new_name() -> str:
    return f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{os.urandom(4).hex()}"


def _names_in(folder: Path) -> list[str]:
    """The names of the records in a folder; hidden files are half written ones."""
    try:
        entries = os.listdir(folder)
    except FileNotFoundError:
        return []
    names = (entry.removesuffix(SUFFIX) for entry in entries if entry.endswith(SUFFIX))
    # A name that isn't text can't be told, nor put into a database.
    return sorted(filter(is_name, names))


def _limit(limit: int | None) -> int | None:
    return None if limit is None else whole_number(limit, "limit", below=1 << 63)


def _check_directory(directory: object) -> Path:
    if not isinstance(directory, str | os.PathLike):
        raise ParameterTypeError(f"expected a folder, got {shorten(directory)} ({type(directory).__name__})")
    path = os.fspath(directory)
    if not isinstance(path, str) or "\0" in path:
        raise ParameterError(f"expected the path of a folder, got {shorten(path)}")
    return Path(path)


def _is_whole(data: bytes) -> bool:
    return b" end: " in data.rstrip().rpartition(b"\n")[2]


def _read_cut(data: bytes) -> tuple[Record, bool]:
    """The record of a file that may be cut off, and whether something was lost.

    Raises:
        ParseError: there is no reading it.
    """
    # What a power cut leaves of a file may be longer than what was written, and empty there.
    text = data.decode("utf-8", "replace")
    try:
        record, kept = Record.parse(text, is_cut_fine=True), text
    except ParseError as error:
        if not error.position:
            raise
        # It names the line where the trouble begins.
        kept = text[: error.position]
        record = Record.parse(kept, is_cut_fine=True)
    return record, len(kept) < len(text) or not (kept.endswith("\n") or _is_whole(data))


def _ends_in_pause(record: Record) -> bool:
    marks = [event.kind for event in record.events if event.kind in ("pause", "resume")]
    return marks[-1:] == ["pause"]


def _conditions(
    grid: Grid | str | None, mines: int | None, rules: Rules | str | None, player: str | None
) -> dict[str, object]:
    found: dict[str, object] = {}
    if grid is not None:
        found["grid"] = (grid if isinstance(grid, Grid) else Grid(grid)).format()
    if mines is not None:
        found["mines"] = whole_number(mines, "mines", below=1 << 63)
    if rules is not None:
        found["rules"] = read_rules(rules).format()
    if player is not None:
        if not isinstance(player, str):
            raise ParameterTypeError(f"expected a player as text, got {shorten(player)} ({type(player).__name__})")
        found["player"] = str(player)
    return found
