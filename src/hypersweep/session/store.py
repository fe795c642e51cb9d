"""Storage of a player's games and settings in one folder; ``docs/session.md`` describes its files.

``running`` has ongoing games, ``records`` finished ones, ``index`` their results, ``settings`` the settings.
"""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.copying import NotCopyable
from hypersweep.errors import MissingExtraError, ParameterError, ParameterTypeError
from hypersweep.record import Record
from hypersweep.session.records import Records
from hypersweep.session.running_games import RunningGames, SavedGame
from hypersweep.session.settings import Settings
from hypersweep.session.store_files import Trouble, check_name
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.grid import Grid
    from hypersweep.rules import Rules
    from hypersweep.session.result import Result
    from hypersweep.session.saved_games import Autosave, SavedSummary


def data_directory() -> Path:
    """Return the folder of a player's games: HYPERSWEEP_DATA, or the system's folder for data.

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
            "the place for games needs platformdirs, which isn't installed: pip install 'hypersweep[tui]', "
            "or name a folder in HYPERSWEEP_DATA",
            name="platformdirs",
        ) from None
    return Path(user_data_dir("hypersweep", appauthor=False))


class Store(NotCopyable):
    """A folder with a player's running games, records, results and settings.

    Several programs may use it at once. Unreadable files are moved aside, and all failures are reported to ``warn``;
    neither stops a game. A store can't be copied or pickled, but another one on the same folder is equivalent.

    Args:
        directory: the folder, created on the first write; None for ``data_directory()``.
        warn: called with a sentence, once for each kind of trouble, in the thread where it occurs; must not wait for
            other threads. None issues a ``StoreWarning``.

    Raises:
        MissingExtraError: no folder is given or found.

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

    _why_no_copy = "it stands for a folder and what failed there; make another one on the same directory"

    def __init__(
        self, directory: str | os.PathLike[str] | None = None, *, warn: Callable[[str], object] | None = None
    ) -> None:
        self.directory: Path = data_directory() if directory is None else _check_directory(directory)
        self._trouble = Trouble(warn)
        self._records = Records(self.directory, self._trouble)
        self._running = RunningGames(self.directory / "running", self._records, self._trouble)
        self.settings: Settings = Settings(self.directory / "settings.json", self._trouble)

    # Running games.

    def begin(self, record: Record) -> Autosave:
        """Return the file of a new game with the events so far, ready for further events."""
        return self._running.begin(record)

    def unfinished(self) -> list[SavedGame]:
        """Return the games that can be resumed, last played first, without those in use elsewhere.

        A file whose last line is cut off is read up to there, with a warning. A finished game that a crash left here is
        moved to the records.
        """
        found = self._running.unfinished()
        self._records.tidy()
        return found

    def saved(self, limit: int | None = None) -> list[SavedSummary]:
        """Return summaries of the games that can be resumed, last played first, including those in use.

        Only the text of their files is read, without making boards; moves are checked when the game is resumed.

        Args:
            limit: maximum number of games.

        Complexity: O(bytes of the files), at most 1 MiB of each.
        """
        most = None if limit is None else whole_number(limit, "limit", below=1 << 63)
        return list(islice(self._running.summaries(), most))

    def latest_saved(self) -> SavedSummary | None:
        """Return the last played game that isn't in use, or None."""
        return next((game for game in self._running.summaries() if not game.is_busy), None)

    def find_saved(self, name: str) -> SavedSummary | None:
        """Return the summary of a saved game, or None if there is no such game to resume.

        Raises:
            ParameterError: the name is impossible, such as one with a slash.
        """
        return self._running.summary(check_name(name))

    def saved_count(self, *, are_busy: bool = False) -> int:
        """Return the number of saved games that can be resumed. Their files aren't read, so it may be too large.

        Args:
            are_busy: count the games that are being played instead, in another program or by another session.
        """
        return self._running.count(are_busy=are_busy)

    def resume(self, saved: SavedGame | SavedSummary) -> tuple[SavedGame, Autosave]:
        """Lock a saved game and return its current state; called by ``Session.continue_from``.

        Raises:
            BusyError: the game is in use elsewhere.
            ParameterError: the game no longer exists or can't be resumed.
        """
        return self._running.resume(saved)

    def discard(self, saved: SavedGame | SavedSummary) -> None:
        """Remove a saved game without saving its record.

        Raises:
            BusyError: the game is in use elsewhere.
            ParameterError: its name is impossible.
        """
        self._running.discard(saved)

    # Records and results.

    def keep(self, record: Record, name: str | None = None) -> str | None:
        """Save the record of a finished game, and its result; return its name, or None if it can't be written.

        Args:
            record: a game that was won, lost or given up.
            name: its name; None for a new one. A record with the same name is replaced.

        Raises:
            ParameterError: the name is impossible, such as one with a slash.
        """
        return self._records.keep(record, name)

    def load(self, name: str) -> Record:
        """Read a record.

        Raises:
            ParameterError: the name is impossible, such as one with a slash.
            OSError: the file can't be read.
            ParseError: the file is damaged.
        """
        return Record.load(self._records.path(name))

    def path(self, name: str) -> Path:
        """Return the path of a record.

        Raises:
            ParameterError: the name is impossible, such as one with a slash.
        """
        return self._records.path(name)

    def forget(self, name: str) -> None:
        """Remove a record and its result; of a link, only the link.

        Raises:
            ParameterError: the name is impossible, such as one with a slash.
        """
        self._records.forget(name)

    def results(
        self,
        grid: Grid | str | None = None,
        mines: int | None = None,
        rules: Rules | str | None = None,
        *,
        player: str | None = None,
        limit: int | None = None,
    ) -> list[Result]:
        """Return results of games, latest first.

        Args:
            grid: only games on this board.
            mines: only games with this number of mines.
            rules: only games with these rules.
            player: only games of this player.
            limit: maximum number of results.

        Raises:
            ParameterError: an argument has an impossible value.
        """
        return self._records.find(grid, mines, rules, player, limit)

    def best_times(
        self,
        grid: Grid | str,
        mines: int,
        rules: Rules | str = "classic",
        *,
        player: str | None = None,
        limit: int | None = 10,
    ) -> list[Result]:
        """Return the wins without help, fastest first, then earliest first.

        Args:
            grid: the board.
            mines: number of mines.
            rules: the rules.
            player: only games of this player.
            limit: maximum number of results.

        Raises:
            ParameterError: an argument has an impossible value.
        """
        return self._records.find(grid, mines, rules, player, limit, is_best=True)

    def rebuild(self) -> None:
        """Rebuild the index of results from the records."""
        if (index := self._records.index()) is not None:
            index.rebuild()

    def __repr__(self) -> str:
        return f"<Store in {self.directory}>"


def _check_directory(directory: object) -> Path:
    if not isinstance(directory, str | os.PathLike):
        raise ParameterTypeError(f"expected a folder, got {truncate(directory)} ({type(directory).__name__})")
    path = os.fspath(directory)
    if not isinstance(path, str) or "\0" in path:
        raise ParameterError(f"expected the path of a folder, got {truncate(path)}")
    return Path(path)
