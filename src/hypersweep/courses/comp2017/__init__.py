"""COMP2017 ND-Minesweeper: ``init_game`` and ``select_cell`` for Python and, compiled on demand, for C.

``nd_minesweeper`` has the course's two functions, which work on a list of ``Cell``. ``comp2017_library`` is
``hypersweep comp2017``: it builds the same functions as a C library with the published signatures, or writes them as a
source file.

Source: COMP2017 assignment 1, ND-Minesweeper.
"""

from __future__ import annotations

from hypersweep.courses.comp2017.nd_minesweeper import Cell, format_cells, init_game, select_cell

__all__ = ["Cell", "format_cells", "init_game", "select_cell"]
