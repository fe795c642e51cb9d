"""Storage for a player's games and settings in one folder; ``docs/session.md`` describes its files.

The folders ``running`` and ``records`` contain ongoing and finished games. A database indexes the results, and one file
contains the settings.
"""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.atomic_write import remove_halves
from hypersweep.copying import NotCopyable
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
from hypersweep.record.text_form import MOST_BYTES, SUFFIX, decode, read_tags
from hypersweep.rules import Rules, read_rules
from hypersweep.session.results import record_result
from hypersweep.session.saved_games import (
    LOCK_SUFFIX,
    Autosave,
    SavedGame,
    SavedSummary,
    is_whole,
    parse_cut,
    read_summary,
    read_time,
    resumable,
)
from hypersweep.session.settings import Settings
from hypersweep.session.store_files import (
    FileLock,
    Trouble,
    check_name,
    names_in,
    new_name,
    put_aside,
    read_regular,
    sync_folder,
)
from hypersweep.text import error_reason
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hypersweep.game import Game
    from hypersweep.session.results import Result
    from hypersweep.session.results_index import Index


# Maximum number of cells on a board whose saved position is replayed for a picture.
_MOST_SHOWN = 1 << 14

# Maximum wait, in seconds, for a lock that another program holds only to check whether a game is in use.
_PATIENCE = 0.2
# Number of bytes read from a file for its tags.
_MOST_HEAD_BYTES = 1 << 14


def data_directory() -> Path:
    """Return the folder for a player's games: HYPERSWEEP_DATA, or the system's data folder.

    Raises:
        MissingExtraError: platformdirs isn't installed, and HYPERSWEEP_DATA isn't set.
    """
    given = os.environ.get("HYPERSWEEP_DATA")
    if given:
        return Path(given).expanduser()
    try:
        from platformdirs import user_data_dir
    except ImportError:
        raise MissingExtraError(
            "finding the folder for games needs platformdirs, which isn't installed: pip install 'hypersweep[tui]', "
            "or name a folder in HYPERSWEEP_DATA",
            name="platformdirs",
        ) from None
    return Path(user_data_dir("hypersweep", appauthor=False))


class Store(NotCopyable):
    """A folder with a player's running games, records, results and settings.

    Several programs may use it at once. Unreadable files are moved aside, and all failures are reported to ``warn``;
    the game continues regardless. A store can't be copied or pickled, but another one on the same folder is equivalent.

    Args:
        directory: the folder, created on the first write; None for ``data_directory()``.
        warn: called with a sentence, once for each kind of trouble, in the thread where it occurs; must not wait for
            other threads. If None, a ``StoreWarning`` is issued instead.

    Raises:
        MissingExtraError: no folder was given or found.

    Attributes:
        directory: the folder.
        settings: the player's settings.

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

    _why_no_copy = "it represents a folder and collects its failures; open another one for the same folder"

    def __init__(
        self, directory: str | os.PathLike[str] | None = None, *, warn: Callable[[str], object] | None = None
    ) -> None:
        self.directory: Path = data_directory() if directory is None else _check_directory(directory)
        self._running = self.directory / "running"
        self._records = self.directory / "records"
        self._trouble = Trouble(warn)
        self._opened_index: Index | None = None
        self.settings: Settings = Settings(self.directory / "settings.json", self._trouble)

    # Running games.

    def begin(self, record: Record) -> Autosave:
        """Create a new game's file with the events so far, and return an ``Autosave`` for appending later ones."""
        autosave = Autosave(self._running, new_name(), self._trouble)
        autosave.write(record)
        return autosave

    def unfinished(self) -> list[SavedGame]:
        """Return the games that can be resumed, last played first, except those in use elsewhere.

        A truncated last line in a file is ignored, with a warning. A finished game left in the folder by a crash is
        moved to the records.
        """
        found = []
        for name in self._running_names():
            lock = self._lock(name)
            if not _try_lock(lock):
                continue
            try:
                game = self._read(name)
                if game is not None:
                    found.append(game)
            finally:
                lock.release(remove=not os.path.exists(self._running_path(name)))
        self._tidy()
        remove_halves(self._records)
        found.sort(key=lambda game: (game.saved, game.name), reverse=True)
        return found

    def saved(self, limit: int | None = None) -> list[SavedSummary]:
        """Return summaries of the games that can be resumed, last played first, including those in use.

        Only the files' text is read, without building boards; moves are checked when the game is resumed.

        Args:
            limit: maximum number of games.

        Complexity: O(bytes in the files), at most 1 MiB of each.
        """
        most = None if limit is None else whole_number(limit, "limit", below=1 << 63)
        return list(islice(self._summaries(), most))

    def latest_saved(self) -> SavedSummary | None:
        """Return the most recently played game that isn't in use, or None."""
        return next((game for game in self._summaries() if not game.is_busy), None)

    def find_saved(self, name: str) -> SavedSummary | None:
        """Return a saved game's summary, or None if there is no such game to resume.

        Raises:
            ParameterError: the name isn't allowed, for example because it contains a slash.
        """
        return self._summary(check_name(name))

    def saved_game(self, saved: SavedSummary) -> Game | None:
        """Return the position of a saved game, for a picture; None if it is large or can't be read.

        Args:
            saved: the game's summary.

        Complexity: as long as replaying the game.
        """
        from hypersweep.record.replay import Replay

        if saved.grid.cells > _MOST_SHOWN:
            return None
        try:
            data, _, _ = read_regular(self._running_path(check_name(saved.name)), MOST_BYTES)
            record, _ = parse_cut(data)
            replay = Replay(record)
            replay.seek(len(replay.events))
        except (HypersweepError, OSError, MemoryError):
            return None
        return replay.game

    def saved_count(self, *, are_busy: bool = False) -> int:
        """Return how many saved games can be resumed; the number may be too high, as their files aren't read.

        Args:
            are_busy: whether to count the games in use instead, in another program or another session.
        """
        return sum(self._is_busy(name) is are_busy for name in self._running_names())

    def resume(self, saved: SavedGame | SavedSummary) -> tuple[SavedGame, Autosave]:
        """Lock a saved game and return its current state; called by ``Session.continue_from``.

        Raises:
            BusyError: the game is in use elsewhere.
            ParameterError: the game no longer exists or can't be resumed.
        """
        lock = self._take_lock(saved)
        game = self._read(saved.name)
        if game is None:
            lock.release(remove=True)
            raise ParameterError(f"can't resume the game {saved.name}: it is finished or deleted")
        autosave = Autosave(self._running, saved.name, self._trouble, lock)
        autosave.write(game.record)
        autosave.note(game.milliseconds, None if game.cursor is None else game.record.grid.index(game.cursor))
        return game, autosave

    def discard(self, saved: SavedGame | SavedSummary) -> None:
        """Remove a saved game without saving its record.

        Raises:
            BusyError: the game is in use elsewhere.
            ParameterError: the game's name isn't allowed.
        """
        lock = self._take_lock(saved)
        try:
            self._running_path(saved.name).unlink(missing_ok=True)
        except OSError as error:
            self._trouble.tell(f"A saved game can't be removed: {error_reason(error)}", kind="discard")
        finally:
            lock.release(remove=not os.path.exists(self._running_path(saved.name)))

    def _summaries(self) -> Iterator[SavedSummary]:
        """Yield summaries of the games that can be resumed or are being played, last played first.

        Each file is read only when its summary is needed.
        """
        ages = []
        for name in self._running_names():
            try:
                ages.append((os.stat(self._running_path(name)).st_mtime, name))
            except OSError:
                continue  # just removed
        for _, name in sorted(ages, reverse=True):
            summary = self._summary(name)
            if summary is not None:
                yield summary
        self._tidy()

    def _summary(self, name: str) -> SavedSummary | None:
        """Return a game's summary, or None if there is no such game to resume."""
        path = self._running_path(name)
        is_busy = self._is_busy(name)
        try:
            summary = read_summary(path, name, is_busy=is_busy, noted=read_time(path))
        except FileNotFoundError:
            return None
        except OSError as error:
            self._trouble.tell(f"A saved game can't be read: {error_reason(error)}", kind="running read")
            return None
        if summary is None and not is_busy:
            # The game is finished or damaged: ``_read`` moves it to the records or aside.
            lock = self._lock(name)
            if _try_lock(lock):
                try:
                    self._read(name)
                finally:
                    lock.release(remove=not os.path.exists(path))
        return summary

    def _running_names(self) -> list[str]:
        try:
            return names_in(self._running)
        except OSError as error:
            self._trouble.tell(f"The saved games can't be listed: {error_reason(error)}", kind="running")
            return []

    def _is_busy(self, name: str) -> bool:
        return self._lock(name).is_taken()

    def _tidy(self) -> None:
        """Remove what killed programs have left behind: locks without a game, incomplete files."""
        remove_halves(self._running)
        try:
            for path in self._running.glob("*" + LOCK_SUFFIX):
                if not os.path.exists(path.with_suffix(SUFFIX)):
                    lock = FileLock(path)
                    # A program that begins a game holds the lock before the game's file exists.
                    if lock.acquire():
                        lock.release(remove=not os.path.exists(path.with_suffix(SUFFIX)))
        except OSError:
            return

    def _take_lock(self, saved: SavedGame | SavedSummary) -> FileLock:
        if not isinstance(saved, SavedGame | SavedSummary):
            raise ParameterTypeError(f"expected a SavedGame, got {truncate(saved)} ({type(saved).__name__})")
        lock = self._lock(check_name(saved.name))
        if not _try_lock(lock, _PATIENCE):
            raise BusyError(f"the game {saved.name} is open in another program")
        return lock

    def _lock(self, name: str) -> FileLock:
        return FileLock(self._running / (name + LOCK_SUFFIX))

    def _running_path(self, name: str) -> Path:
        return self._running / (name + SUFFIX)

    def _read(self, name: str) -> SavedGame | None:
        """Return an ongoing game, else None; move a finished or damaged game's file. The caller must hold the lock."""
        path = self._running_path(name)
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
            record, is_cut = parse_cut(data)
            record.verify()
        except MemoryError as error:
            # Leave the file in place: it may fit into memory at another time or on another machine.
            why = str(error) or "there isn't enough memory"
            self._trouble.tell(f"The saved game {name} can't currently be continued: {why}", kind=f"large {name}")
            return None
        except HypersweepError as error:
            self._put_aside(path, f"The saved game {name} can't be continued: {error_reason(error)}")
            return None
        if is_cut:
            self._trouble.tell(
                f"The saved game {name} is cut off; it continues after its first {len(record.events)} events."
            )
        if record.outcome is not Outcome.ONGOING or is_whole(data):
            # The game had ended just before a crash.
            if os.path.exists(self.path(name)) or self.keep(record, name) is not None:
                self._remove_finished(path)
            return None
        return resumable(name, record, path, saved)

    def _put_aside(self, path: Path, why: str) -> None:
        try:
            aside = put_aside(path)
        except OSError as error:
            self._trouble.tell(f"{why} (and {error_reason(error)})", kind=f"broken {path}")
        else:
            self._trouble.tell(f"{why} (renamed to {aside})")

    # Records and results.

    def keep(self, record: Record, name: str | None = None) -> str | None:
        """Save a finished game's record and result. Returns: the name, or None if the record can't be written.

        Args:
            record: a game that was won, lost or given up.
            name: name for the record; None to generate one. A record with the same name is replaced.

        Raises:
            ParameterError: the name isn't allowed, for example because it contains a slash.
        """
        if not isinstance(record, Record):
            raise ParameterTypeError(f"expected a Record, got {truncate(record)} ({type(record).__name__})")
        own = new_name() if name is None else check_name(name)
        try:
            self._records.mkdir(mode=0o700, parents=True, exist_ok=True)
            record.save(self.path(own))
            sync_folder(self._records)
        except OSError as error:
            self._trouble.tell(f"The game's record can't be saved: {error_reason(error)}", kind="keep")
            return None
        if (index := self._index()) is not None:
            index.add(record_result(own, record))
        return own

    def load(self, name: str) -> Record:
        """Read the record with the given name.

        Raises:
            ParameterError: the name isn't allowed, for example because it contains a slash.
            OSError: the file can't be read.
            ParseError: the file is damaged.
        """
        return Record.load(self.path(name))

    def tags(self, name: str) -> dict[str, str]:
        """Read only the tags of a finished or saved game; empty if they can't be read.

        Raises:
            ParameterError: the name isn't allowed, for example because it contains a slash.
        """
        for path in (self.path(name), self._running_path(name)):
            try:
                text = decode(read_regular(path, _MOST_HEAD_BYTES)[0])
                # A layout, the longest tag, may be cut off.
                return read_tags(text if "\n\n" in text else text.rpartition("\n")[0] + "\n\n")
            except (OSError, ParseError):
                continue
        return {}

    def path(self, name: str) -> Path:
        """Return the path of the record with the given name.

        Raises:
            ParameterError: the name isn't allowed, for example because it contains a slash.
        """
        return self._records / (check_name(name) + SUFFIX)

    def forget(self, name: str) -> None:
        """Remove a record and its result; if the record is a symbolic link, remove only the link.

        Raises:
            ParameterError: the name isn't allowed, for example because it contains a slash.
        """
        self._remove_finished(self.path(name))
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
        """Return game results, latest first.

        Args:
            grid: only games on this board.
            mines: only games with this number of mines.
            rules: only games with these rules.
            player: only games by this player.
            limit: maximum number of results.

        Raises:
            ParameterError: an argument has an invalid value.
        """
        return self._find(grid, mines, rules, player, limit)

    def best_times(
        self,
        grid: Grid | str,
        mines: int,
        rules: Rules | str = "classic",
        *,
        player: str | None = None,
        limit: int | None = 10,
    ) -> list[Result]:
        """Return wins without help, fastest first; equally fast ones are sorted by start, earliest first.

        Args:
            grid: the board.
            mines: number of mines.
            rules: the rules.
            player: only games by this player.
            limit: maximum number of results.

        Raises:
            ParameterError: an argument has an invalid value.
        """
        return self._find(grid, mines, rules, player, limit, is_best=True)

    def rebuild(self) -> None:
        """Rebuild the index of results from the records."""
        if (index := self._index()) is not None:
            index.rebuild()

    def _remove_finished(self, path: Path) -> None:
        """Remove a finished game's file; if it is a symbolic link, remove only the link."""
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            self._trouble.tell(f"A finished game's file can't be removed: {error_reason(error)}", kind="autosave")

    def _find(
        self,
        grid: Grid | str | None,
        mines: int | None,
        rules: Rules | str | None,
        player: str | None,
        limit: int | None,
        *,
        is_best: bool = False,
    ) -> list[Result]:
        """Return matching results, latest first; if ``is_best``, ranked wins, fastest first. None matches any value."""
        conditions = _conditions(grid, mines, rules, player)
        most = None if limit is None else whole_number(limit, "limit", below=1 << 63)
        index = self._index()
        if index is None:
            return []
        if not is_best:
            return index.find(conditions, limit=most)
        conditions |= {"ranked": 1, "outcome": "won"}
        return index.find(conditions, order="milliseconds, start, name", limit=most)

    def _index(self) -> Index | None:
        """Return the index of results; None without SQLite."""
        if self._opened_index is None:
            try:
                from hypersweep.session.results_index import Index, index_file
            except ImportError as error:
                # Some systems package SQLite separately from Python. Records are saved without it.
                self._trouble.tell(f"Best times aren't available without SQLite: {error_reason(error)}", kind="index")
                return None
            self._opened_index = Index(
                index_file(self.directory),
                lambda: names_in(self._records),
                self._read_result,
                self._trouble,
            )
        return self._opened_index

    def _read_result(self, name: str) -> Result | None:
        try:
            record = Record.load(self.path(name), is_cut_fine=True)
            record.verify()
        except (HypersweepError, OSError, MemoryError) as error:
            self._trouble.tell(f"The record {name} doesn't count: {error_reason(error)}")
            return None
        return record_result(name, record)

    def __repr__(self) -> str:
        return f"<Store in {self.directory}>"


def _check_directory(directory: object) -> Path:
    if not isinstance(directory, str | os.PathLike):
        raise ParameterTypeError(f"expected a folder, got {truncate(directory)} ({type(directory).__name__})")
    path = os.fspath(directory)
    if not isinstance(path, str) or "\0" in path:
        raise ParameterError(f"expected a folder path, got {truncate(path)}")
    return Path(path)


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
            raise ParameterTypeError(f"expected a player as text, got {truncate(player)} ({type(player).__name__})")
        found["player"] = str(player)
    return found


def _try_lock(lock: FileLock, wait: float = 0.0) -> bool:
    try:
        return lock.acquire(wait)
    except OSError:
        # The lock file can't be created, so the folder isn't writable, and no other program can play there either.
        return True
