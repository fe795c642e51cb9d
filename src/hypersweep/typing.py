"""Names for the types of arguments and results, for annotations."""

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
    "ReasonRule",
    "Thing",
    "Verdict",
    "Word",
    "ZiniMethod",
]

Thing = TypeVar("Thing")
"""Any type: what goes in comes out."""

Cell: TypeAlias = tuple[int, ...]
"""A cell as the package gives it: a coordinate per axis."""

CellLike: TypeAlias = SupportsIndex | Sequence[SupportsIndex]
"""A cell as the package takes it: coordinates in a tuple, a list or a NumPy array, or the raveled index."""

Word = TypeVar("Word", bound=str)
"""A word of some list."""

Adjacency: TypeAlias = Literal["moore", "orthogonal"]
"""Which cells of a ``Grid`` are neighbours; ``hypersweep.grid.ADJACENCIES`` lists them."""

FirstOpen: TypeAlias = Literal["any", "safe", "opening"]
"""What ``Rules`` promise for the first open; ``hypersweep.layout.FIRST_OPENS`` lists it."""

MoveKind: TypeAlias = Literal["open", "flag", "chord"]
"""What a ``Move`` can be; ``hypersweep.moves.KINDS`` lists it."""

EventKind: TypeAlias = Literal["open", "flag", "chord", "undo", "redo", "pause", "resume", "hint"]
"""What an ``Event`` of a record can be; ``hypersweep.record.event.KINDS`` lists it."""

Policy: TypeAlias = Literal["safest", "progress", "look-ahead"]
"""How the solver chooses a cell; ``hypersweep.solve.POLICIES`` lists it."""

ChoiceKind: TypeAlias = Literal["safe", "guess", "end-game", "mine"]
"""What a ``Choice`` of the solver can be."""

ReasonRule: TypeAlias = Literal["clue", "pair", "set", "count", "guess"]
"""How a ``Reason`` of the solver was found; ``hypersweep.solve.reason.RULES`` lists it."""

Conclusion: TypeAlias = Literal["safe", "mine", "guess"]
"""What a ``Reason`` of the solver says of its cells."""

Grade: TypeAlias = Literal["clue", "pair", "set", "count"]
"""How hard a board is that needs no guess; ``hypersweep.rules.GRADES`` lists it."""

Guess: TypeAlias = Literal["allowed", "never", "punished"]
"""What becomes of guesses by ``Rules``; ``hypersweep.rules.GUESSES`` lists it."""

Method: TypeAlias = Literal["uniform", "repair", "adaptive"]
"""How boards that need no guess are made; ``hypersweep.generate.METHODS`` lists it."""

Verdict: TypeAlias = Literal[
    "first open", "certain", "forced guess", "risky guess", "unneeded guess", "blunder", "unknown"
]
"""What a review calls a move; ``hypersweep.review.judge.VERDICTS`` lists it."""

ZiniMethod: TypeAlias = Literal["greedy", "human"]
"""How ``hypersweep.stats.zini`` looks for few clicks; ``hypersweep.stats.board.ZINI_METHODS`` lists it."""

if TYPE_CHECKING:
    BoolBuffer: TypeAlias = memoryview[bool]
    FloatBuffer: TypeAlias = memoryview[float]
    IntArray: TypeAlias = array[int]
else:
    # Older Pythons can't write at runtime what type checkers read.
    BoolBuffer = memoryview[bool] if sys.version_info >= (3, 14) else memoryview
    FloatBuffer = memoryview[float] if sys.version_info >= (3, 14) else memoryview
    IntArray = array[int] if sys.version_info >= (3, 12) else array
