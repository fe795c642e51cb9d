r"""Clients and servers for the engine protocol, which does for Minesweeper what UCI does for chess.

``docs/engine.md`` specifies the protocol; ``hypersweep engine`` serves our own solver.

>>> from hypersweep import View
>>> from hypersweep.engine import SimpleEngine
>>> with SimpleEngine.open(["hypersweep", "engine"]) as engine:
...     answer = engine.go(View.parse("2x4 mines=2\n# # # #\n1 2 1 1"))
>>> engine.name, answer.cell, answer.best.kind
('hypersweep', (0, 1), 'safe')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import (
    EngineError,
    EngineProtocolError,
    EngineRefusalError,
    EngineTerminatedError,
    EngineTimeoutError,
)
from hypersweep.lazy_imports import lazy_names

if TYPE_CHECKING:
    from hypersweep.engine.answer import Answer, EngineBudget, EngineInfo, EngineMove, EngineOption, EngineReason
    from hypersweep.engine.asynchronous import AsyncEngine, AsyncEngineAnalysis
    from hypersweep.engine.client import EngineAnalysis, SimpleEngine
    from hypersweep.engine.players import Player, find_player

__all__ = [
    "Answer",
    "AsyncEngine",
    "AsyncEngineAnalysis",
    "EngineAnalysis",
    "EngineBudget",
    "EngineError",
    "EngineInfo",
    "EngineMove",
    "EngineOption",
    "EngineProtocolError",
    "EngineReason",
    "EngineRefusalError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "Player",
    "SimpleEngine",
    "find_player",
]

_HOMES = {
    "answer": ("Answer", "EngineBudget", "EngineInfo", "EngineMove", "EngineOption", "EngineReason"),
    "asynchronous": ("AsyncEngine", "AsyncEngineAnalysis"),
    "client": ("EngineAnalysis", "SimpleEngine"),
    "players": ("Player", "find_player"),
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
