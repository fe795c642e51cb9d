"""Adapters for serving other programs' solvers as engines, one adapter per file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.engine.searching import Searcher

__all__ = ["ADAPTERS"]


def _ms_toollib() -> Searcher:
    from hypersweep.engine.adapters.ms_toollib import searcher

    return searcher()


ADAPTERS: dict[str, Callable[[], Searcher]] = {"ms_toollib": _ms_toollib}
"""Functions that create the adapters, by adapter name."""
