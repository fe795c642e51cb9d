"""Minesweeper in any number of dimensions.

The most common names can be imported from here, the others from their own packages: channels and their errors from
``hypersweep.channel``, ESP's random stream from ``hypersweep.rng``, the courses' rules from ``hypersweep.rules``, and
type aliases for annotations from ``hypersweep.typing``.

>>> import hypersweep
>>> game = hypersweep.Game("3x4", mines=2, seed=7)
>>> game.open((0, 0)).opened
6
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.lazy_imports import lazy_names

if TYPE_CHECKING:
    from hypersweep.batch import GameBatch, LayoutBatch, play_random, sample_layouts
    from hypersweep.errors import (
        BoardTooLargeError,
        BudgetExceededError,
        BusyError,
        CellError,
        HypersweepError,
        InconsistentViewError,
        LayoutError,
        MineCountError,
        MissingExtraError,
        NoMoveError,
        ParameterError,
        ParameterTypeError,
        ParseError,
        RecordError,
        RecordWarning,
        RulesError,
        ShapeError,
        UnknownMinesError,
    )
    from hypersweep.game import Game, Move, MoveResult, Outcome
    from hypersweep.grid import Grid
    from hypersweep.layout import Layout
    from hypersweep.record import Event, Record, Replay
    from hypersweep.rng import Stream
    from hypersweep.rules import CLASSIC, RULES_BY_NAME, Rules
    from hypersweep.session import Session, Store
    from hypersweep.solve import (
        Analysis,
        Budget,
        Choice,
        Reason,
        analyse,
        best_move,
        choose,
        deduce,
        explain,
        win_probability,
    )
    from hypersweep.stats import BoardStats, PlayStats, board_stats, play_stats
    from hypersweep.trials import SolverBatch, play_policy, play_solver
    from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG, View

__all__ = [
    "CLASSIC",
    "COVERED",
    "EXPLODED",
    "FLAGGED",
    "MINE",
    "RULES_BY_NAME",
    "WRONG_FLAG",
    "Analysis",
    "BoardStats",
    "BoardTooLargeError",
    "Budget",
    "BudgetExceededError",
    "BusyError",
    "CellError",
    "Choice",
    "Event",
    "Game",
    "GameBatch",
    "Grid",
    "HypersweepError",
    "InconsistentViewError",
    "Layout",
    "LayoutBatch",
    "LayoutError",
    "MineCountError",
    "MissingExtraError",
    "Move",
    "MoveResult",
    "NoMoveError",
    "Outcome",
    "ParameterError",
    "ParameterTypeError",
    "ParseError",
    "PlayStats",
    "Reason",
    "Record",
    "RecordError",
    "RecordWarning",
    "Replay",
    "Rules",
    "RulesError",
    "Session",
    "ShapeError",
    "SolverBatch",
    "Store",
    "Stream",
    "UnknownMinesError",
    "View",
    "__version__",
    "analyse",
    "best_move",
    "board_stats",
    "choose",
    "deduce",
    "explain",
    "play_policy",
    "play_random",
    "play_solver",
    "play_stats",
    "sample_layouts",
    "win_probability",
]

__version__ = "0.1.0"

# Public names, by the module that defines them. Modules are loaded on first use, to keep ``import hypersweep`` fast.
_HOMES = {
    "batch": ("GameBatch", "LayoutBatch", "play_random", "sample_layouts"),
    "errors": (
        "BoardTooLargeError",
        "BudgetExceededError",
        "BusyError",
        "CellError",
        "HypersweepError",
        "InconsistentViewError",
        "LayoutError",
        "MineCountError",
        "MissingExtraError",
        "NoMoveError",
        "ParameterError",
        "ParameterTypeError",
        "ParseError",
        "RecordError",
        "RecordWarning",
        "RulesError",
        "ShapeError",
        "UnknownMinesError",
    ),
    "game": ("MoveResult", "Game", "Move", "Outcome"),
    "grid": ("Grid",),
    "layout": ("Layout",),
    "record": ("Event", "Record", "Replay"),
    "rng": ("Stream",),
    "rules": ("CLASSIC", "RULES_BY_NAME", "Rules"),
    "session": ("Session", "Store"),
    "solve": (
        "Analysis",
        "Budget",
        "Choice",
        "Reason",
        "analyse",
        "best_move",
        "choose",
        "deduce",
        "explain",
        "win_probability",
    ),
    "stats": ("BoardStats", "PlayStats", "board_stats", "play_stats"),
    "trials": ("SolverBatch", "play_policy", "play_solver"),
    "view": ("COVERED", "EXPLODED", "FLAGGED", "MINE", "WRONG_FLAG", "View"),
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
