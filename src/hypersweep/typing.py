"""Type aliases for annotating arguments and results."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, SupportsIndex, TypeAlias, TypeVar

__all__ = [
    "Adjacency",
    "BoolBuffer",
    "Cell",
    "CellLike",
    "ChoiceKind",
    "Conclusion",
    "EventKind",
    "FirstOpen",
    "FloatBuffer",
    "Grade",
    "Guess",
    "IntArray",
    "Method",
    "MoveKind",
    "Policy",
    "ProblemKind",
    "ReasonRule",
    "Thing",
    "Verdict",
    "Word",
    "ZiniMethod",
]

Thing = TypeVar("Thing")
"""Any type."""

Cell: TypeAlias = tuple[int, ...]
"""A cell in results: one coordinate per axis."""

CellLike: TypeAlias = SupportsIndex | Sequence[SupportsIndex]
"""A cell in arguments: coordinates in a tuple, a list or a NumPy array, or the raveled index."""

Word = TypeVar("Word", bound=str)
"""A word from a fixed list."""

Adjacency: TypeAlias = Literal["moore", "orthogonal"]
"""Neighbourhood in a ``Grid``; all values: ``hypersweep.grid.ADJACENCIES``."""

FirstOpen: TypeAlias = Literal["any", "safe", "opening"]
"""What the first open promises, in ``Rules``; all values: ``hypersweep.layout.FIRST_OPENS``."""

MoveKind: TypeAlias = Literal["open", "flag", "chord"]
"""Kind of a ``Move``; all values: ``hypersweep.moves.KINDS``."""

EventKind: TypeAlias = Literal[
    "open", "flag", "chord", "undo", "redo", "pause", "resume", "hint", "question", "draft", "and"
]
"""Kind of an ``Event`` in a record; all values: ``hypersweep.record.event.KINDS``."""

Policy: TypeAlias = Literal["safest", "progress", "look-ahead"]
"""Policy by which the solver chooses a cell; all values: ``hypersweep.solve.POLICIES``."""

ProblemKind: TypeAlias = Literal["too many mines", "too few cells"]
"""Kind of a ``ViewProblem`` in a view that no layout fits."""

ChoiceKind: TypeAlias = Literal["safe", "guess", "end-game", "mine"]
"""Kind of a ``Choice`` made by the solver."""

ReasonRule: TypeAlias = Literal["clue", "pair", "set", "count", "guess"]
"""Rule by which the solver found a ``Reason``; all values: ``hypersweep.solve.explanation.RULES``."""

Conclusion: TypeAlias = Literal["safe", "mine", "guess"]
"""Conclusion of a ``Reason`` about its cells."""

Grade: TypeAlias = Literal["clue", "pair", "set", "count"]
"""Difficulty of a no-guess board; all values: ``hypersweep.rules.GRADES``."""

Guess: TypeAlias = Literal["allowed", "never", "punished"]
"""Rule for guesses in ``Rules``; all values: ``hypersweep.rules.GUESSES``."""

Method: TypeAlias = Literal["uniform", "repair", "adaptive"]
"""Generator of no-guess boards; all values: ``hypersweep.generate.METHODS``."""

Verdict: TypeAlias = Literal[
    "first click", "certain", "forced guess", "risky guess", "unneeded guess", "blunder", "unknown"
]
"""A review's verdict on a move; all values: ``hypersweep.review.judge.VERDICTS``."""

ZiniMethod: TypeAlias = Literal["greedy", "human"]
"""Search method of ``hypersweep.stats.zini``; all values: ``hypersweep.stats.board.ZINI_METHODS``."""

if TYPE_CHECKING:
    BoolBuffer: TypeAlias = memoryview[bool]
    FloatBuffer: TypeAlias = memoryview[float]
    IntArray: TypeAlias = array[int]
else:
    # Before Python 3.14, memoryview can't be subscripted at run time.
    BoolBuffer = memoryview[bool] if sys.version_info >= (3, 14) else memoryview
    FloatBuffer = memoryview[float] if sys.version_info >= (3, 14) else memoryview
    IntArray = array[int] if sys.version_info >= (3, 12) else array
