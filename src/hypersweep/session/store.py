"""What is kept of a player's games and wishes, in one folder; ``docs/session.md`` says what lies where.

``running`` has the games that go on, ``records`` those that are over, ``index`` their results, ``settings`` the wishes.
"""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.copying import NotCopyable
from hypersweep.errors import MissingExtraError, ParameterError, ParameterTypeError
from hypersweep.record import Record
from hypersweep.session.damaged_files import Trouble
from hypersweep.session.file_names import check_name
from hypersweep.session.records import Records
from hypersweep.session.running_games import RunningGames, SavedGame
from hypersweep.session.settings import Settings
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.grid import Grid
    from hypersweep.rules import Rules
    from hypersweep.session.autosave import Autosave
    from hypersweep.session.result import Result
    from hypersweep.session.saved_games_list import SavedSummary

__all__ = ["Store", "data_directory"]


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


class Store(NotCopyable):
    """A folder with a player's running games, records, results and settings.

    Several programs may use it at once. What can't be read is put aside and what can't be written is told, both to
    ``warn``; neither stops a game. A store can be neither copied nor pickled, but another one on the same folder shows
    the same.

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
        """The file of a new game, with what has happened so far; it follows the game from here on."""
        return self._running.begin(record)

    def unfinished(self) -> list[SavedGame]:
        """The games that can go on, the last played first; those that are being played elsewhere aren't among them.

        A file whose last line is cut off is read up to there, and ``warn`` is told. A finished game that a crash left
        here is moved to the records.
        """
        found = self._running.unfinished()
        self._records.tidy()
        return found

    def saved(self, limit: int | None = None) -> list[SavedSummary]:
        """What a list shows of the games that can go on, the last played first; those being played are among them.

        Only the text of their files is read: no board is made. Whether the moves can be shows when the game goes on.

        Args:
            limit: how many at most.

        Complexity: O(bytes of the files), at most 1 MiB of each.
        """
        most = None if limit is None else whole_number(limit, "limit", below=1 << 63)
        return list(islice(self._running.summaries(), most))

    def latest_saved(self) -> SavedSummary | None:
        """The game that was played last and that nobody is playing, or None."""
        return next((game for game in self._running.summaries() if not game.is_busy), None)

    def find_saved(self, name: str) -> SavedSummary | None:
        """The saved game of a name, or None where there is none that can go on.

        Raises:
            ParameterError: no game can have that name, such as one with a slash.
        """
        return self._running.summary(check_name(name))

    def saved_count(self, *, are_busy: bool = False) -> int:
        """Return the number of saved games that can be resumed. Their files aren't read, so it may be too large.

        Args:
            are_busy: count the games that are being played instead, in another program or by another session.
        """
        return self._running.count(are_busy=are_busy)

    def resume(self, saved: SavedGame | SavedSummary) -> tuple[SavedGame, Autosave]:
        """Take a game over, as it is now; ``Session.continue_from`` calls this.

        Raises:
            BusyError: it is being played elsewhere.
            ParameterError: it is no longer there, or can't be continued.
        """
        return self._running.resume(saved)

    def discard(self, saved: SavedGame | SavedSummary) -> None:
        """Remove a saved game without keeping its record.

        Raises:
            BusyError: it is being played elsewhere.
            ParameterError: no game can have its name.
        """
        self._running.discard(saved)

    # Records and results.

    def keep(self, record: Record, name: str | None = None) -> str | None:
        """Keep the record of a game that is over, and its result; gives its name, or None if it can't be written.

        Args:
            record: won, lost or given up.
            name: its name; None makes one up. A record of the same name is replaced.

        Raises:
            ParameterError: no record can have that name, such as one with a slash.
        """
        return self._records.keep(record, name)

    def load(self, name: str) -> Record:
        """The record of a name.

        Raises:
            ParameterError: no record can have that name, such as one with a slash.
            OSError: it can't be read.
            ParseError: it is broken.
        """
        return Record.load(self._records.path(name))

    def path(self, name: str) -> Path:
        """Where the record of a name is.

        Raises:
            ParameterError: no record can have that name, such as one with a slash.
        """
        return self._records.path(name)

    def forget(self, name: str) -> None:
        """Remove the record of a name, and its result; of a link the link.

        Raises:
            ParameterError: no record can have that name, such as one with a slash.
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
