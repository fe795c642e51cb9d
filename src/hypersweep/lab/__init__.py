"""Experiments: what can be found out about Minesweeper by computing it, and the tables of what was found."""

from __future__ import annotations

from hypersweep.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.lab.tablebase import BestPlayRow, read_table, write_table

__all__ = ["BestPlayRow", "read_table", "write_table"]

_HOMES = {"tablebase": ("BestPlayRow", "read_table", "write_table")}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
