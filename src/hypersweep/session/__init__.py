"""A single player's game: a session with clock, undo and hints, and the store for games, results and settings.

The terminal game and the server's rooms use this package, which depends on neither.

>>> from hypersweep.session import Session
>>> session = Session("3x4", 2, seed=7)
>>> session.open((0, 0)).opened, session.hint().text
(6, 'Look at (0, 1), (1, 1) and (2, 1).')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.lazy_imports import lazy_names

if TYPE_CHECKING:
    from hypersweep.session.hint import Hint
    from hypersweep.session.hint_search import HINT_BUDGET
    from hypersweep.session.results import Result
    from hypersweep.session.saved_games import SavedGame, SavedSummary
    from hypersweep.session.session import Session
    from hypersweep.session.store import Store, data_directory
    from hypersweep.session.store_files import StoreWarning

__all__ = [
    "HINT_BUDGET",
    "Hint",
    "Result",
    "SavedGame",
    "SavedSummary",
    "Session",
    "Store",
    "StoreWarning",
    "data_directory",
]

_HOMES = {
    "hint": ("Hint",),
    "hint_search": ("HINT_BUDGET",),
    "results": ("Result",),
    "saved_games": ("SavedGame", "SavedSummary"),
    "session": ("Session",),
    "store": ("Store", "data_directory"),
    "store_files": ("StoreWarning",),
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
