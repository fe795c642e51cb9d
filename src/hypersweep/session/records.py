"""Records of finished games, and their results for best times and statistics."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypersweep.atomic_write import remove_halves
from hypersweep.errors import HypersweepError, ParameterTypeError
from hypersweep.grid import Grid
from hypersweep.record import Record
from hypersweep.record.file import SUFFIX
from hypersweep.rules import Rules, read_rules
from hypersweep.session.game_counters import record_result
from hypersweep.session.store_files import check_name, names_in, new_name, sync_folder
from hypersweep.text import error_reason
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    from pathlib import Path

    from hypersweep.session.result import Result
    from hypersweep.session.results_index import Index
    from hypersweep.session.store_files import Trouble


class Records:
    """A folder of records, and an index of their results.

    Args:
        directory: directory of the folder and the index.
        trouble: receives warnings about failures.
    """

    __slots__ = ("_directory", "_folder", "_opened_index", "_trouble")

    def __init__(self, directory: Path, trouble: Trouble) -> None:
        self._directory = directory
        self._folder = directory / "records"
        self._trouble = trouble
        self._opened_index: Index | None = None

    def keep(self, record: Record, name: str | None = None) -> str | None:
        """Save a record and its result; return its name, or None if it can't be written."""
        if not isinstance(record, Record):
            raise ParameterTypeError(f"expected a Record, got {truncate(record)} ({type(record).__name__})")
        own = new_name() if name is None else check_name(name)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            record.save(self.path(own))
            sync_folder(self._folder)
        except OSError as error:
            self._trouble.tell(f"The record of the game can't be kept: {error_reason(error)}", kind="keep")
            return None
        if (index := self.index()) is not None:
            index.add(record_result(own, record))
        return own

    def path(self, name: str) -> Path:
        """Return the path of a record."""
        return self._folder / (check_name(name) + SUFFIX)

    def has(self, name: str) -> bool:
        """Return whether there is a record of that name."""
        return os.path.exists(self.path(name))

    def forget(self, name: str) -> None:
        """Remove a record and its result."""
        self.remove_file(self.path(name))
        if (index := self.index()) is not None:
            index.remove(name)

    def remove_file(self, path: Path) -> None:
        """Remove the file of a finished game; of a link, only the link."""
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            self._trouble.tell(f"The file of a finished game can't be removed: {error_reason(error)}", kind="autosave")

    def find(
        self,
        grid: Grid | str | None,
        mines: int | None,
        rules: Rules | str | None,
        player: str | None,
        limit: int | None,
        *,
        is_best: bool = False,
    ) -> list[Result]:
        """Return matching results, latest first (ranked wins: fastest first); None matches all."""
        conditions = _conditions(grid, mines, rules, player)
        most = None if limit is None else whole_number(limit, "limit", below=1 << 63)
        index = self.index()
        if index is None:
            return []
        if not is_best:
            return index.find(conditions, limit=most)
        conditions |= {"ranked": 1, "outcome": "won"}
        return index.find(conditions, order="milliseconds, start, name", limit=most)

    def tidy(self) -> None:
        """Remove incomplete files that killed programs left."""
        remove_halves(self._folder)

    def index(self) -> Index | None:
        """Return the index of results; None without SQLite."""
        if self._opened_index is None:
            try:
                from hypersweep.session.results_index import Index, index_file
            except ImportError as error:
                # Some systems package SQLite separately from Python. Records are saved without it.
                self._trouble.tell(f"There are no best times without SQLite: {error_reason(error)}", kind="index")
                return None
            self._opened_index = Index(
                index_file(self._directory),
                lambda: names_in(self._folder),
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
