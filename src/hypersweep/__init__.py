"""Minesweeper in any number of dimensions.

>>> import hypersweep
>>> game = hypersweep.Game("3x4", mines=2, seed=7)
>>> game.open((0, 0)).opened
6
"""

from __future__ import annotations

from hypersweep.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.batch import GameBatch, LayoutBatch, play_random, sample_layouts
    from hypersweep.channel import Receiver, Sender, open_channel
    from hypersweep.errors import (
        BoardTooLargeError,
        BrokenChannelError,
        BudgetExceededError,
        BusyError,
        CellError,
        ChannelError,
        ClosedChannelError,
        HypersweepError,
        InconsistentViewError,
        LayoutError,
        MessageSizeError,
        MineCountError,
        MissingExtraError,
        ParameterError,
        ParameterTypeError,
        ParseError,
        RecordError,
        RecordWarning,
        RulesError,
        ShapeError,
        WouldBlockError,
    )
    from hypersweep.game import Change, Game, Move, Outcome
    from hypersweep.grid import Grid
    from hypersweep.layout import Layout
    from hypersweep.record import Event, Record, Replay
    from hypersweep.rng import GnuRandom, Stream
    from hypersweep.rules import CLASSIC, COMP2017, ESP, HYPERMINES, RULES_BY_NAME, Rules
    from hypersweep.session import Session, Store
    from hypersweep.solve import (
        Analysis,
        Budget,
        Choice,
        Reason,
        analyse,
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
    "COMP2017",
    "COVERED",
    "ESP",
    "EXPLODED",
    "FLAGGED",
    "HYPERMINES",
    "MINE",
    "RULES_BY_NAME",
    "WRONG_FLAG",
    "Analysis",
    "BoardStats",
    "BoardTooLargeError",
    "BrokenChannelError",
    "Budget",
    "BudgetExceededError",
    "BusyError",
    "CellError",
    "Change",
    "ChannelError",
    "Choice",
    "ClosedChannelError",
    "Event",
    "Game",
    "GameBatch",
    "GnuRandom",
    "Grid",
    "HypersweepError",
    "InconsistentViewError",
    "Layout",
    "LayoutBatch",
    "LayoutError",
    "MessageSizeError",
    "MineCountError",
    "MissingExtraError",
    "Move",
    "Outcome",
    "ParameterError",
    "ParameterTypeError",
    "ParseError",
    "PlayStats",
    "Reason",
    "Receiver",
    "Record",
    "RecordError",
    "RecordWarning",
    "Replay",
    "Rules",
    "RulesError",
    "Sender",
    "Session",
    "ShapeError",
    "SolverBatch",
    "Store",
    "Stream",
    "View",
    "WouldBlockError",
    "__version__",
    "analyse",
    "board_stats",
    "choose",
    "deduce",
    "explain",
    "open_channel",
    "play_policy",
    "play_random",
    "play_solver",
    "play_stats",
    "sample_layouts",
    "win_probability",
]

__version__ = "0.1.0"

# Where each public name is at home; a room is loaded when a name of it is asked for, so that the import costs nothing.
_HOMES = {
    "batch": ("GameBatch", "LayoutBatch", "play_random", "sample_layouts"),
    "channel": ("Receiver", "Sender", "open_channel"),
    "errors": (
        "BoardTooLargeError",
        "BrokenChannelError",
        "BudgetExceededError",
        "BusyError",
        "CellError",
        "ChannelError",
        "ClosedChannelError",
        "HypersweepError",
        "InconsistentViewError",
        "LayoutError",
        "MessageSizeError",
        "MineCountError",
        "MissingExtraError",
        "ParameterError",
        "ParameterTypeError",
        "ParseError",
        "RecordError",
        "RecordWarning",
        "RulesError",
        "ShapeError",
        "WouldBlockError",
    ),
    "game": ("Change", "Game", "Move", "Outcome"),
    "grid": ("Grid",),
    "layout": ("Layout",),
    "record": ("Event", "Record", "Replay"),
    "rng": ("GnuRandom", "Stream"),
    "rules": ("CLASSIC", "COMP2017", "ESP", "HYPERMINES", "RULES_BY_NAME", "Rules"),
    "session": ("Session", "Store"),
    "solve": (
        "Analysis",
        "Budget",
        "Choice",
        "Reason",
        "analyse",
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
