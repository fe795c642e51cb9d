"""Folders of games: a table with one row of figures for each game, and the personal bests in it.

>>> import tempfile
>>> from pathlib import Path
>>> from hypersweep import Game, Layout, Record
>>> from hypersweep.scan import scan_folder
>>> game = Game(layout=Layout("3x4", [(0, 3)]))
>>> change = game.open((0, 0))
>>> with tempfile.TemporaryDirectory() as folder:
...     Record.of(game).save(Path(folder, "game.sweep"))
...     [(row["file"], row["outcome"], row["three_bv"]) for row in scan_folder(folder)]
[('game.sweep', 'won', 1)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.lazy_imports import lazy_names

if TYPE_CHECKING:
    from hypersweep.scan.bests import Best, BoardBests, personal_bests
    from hypersweep.scan.folder_scan import GameFile, ScanSummary, find_games, scan_folder, scan_to_table
    from hypersweep.scan.game_rows import COLUMNS, file_rows, game_row
    from hypersweep.scan.game_table import read_table, write_table

__all__ = [
    "COLUMNS",
    "Best",
    "BoardBests",
    "GameFile",
    "ScanSummary",
    "file_rows",
    "find_games",
    "game_row",
    "personal_bests",
    "read_table",
    "scan_folder",
    "scan_to_table",
    "write_table",
]

_HOMES = {
    "bests": ("Best", "BoardBests", "personal_bests"),
    "folder_scan": ("GameFile", "ScanSummary", "find_games", "scan_folder", "scan_to_table"),
    "game_rows": ("COLUMNS", "file_rows", "game_row"),
    "game_table": ("read_table", "write_table"),
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
