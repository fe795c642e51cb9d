"""What an engine is asked for and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.solve.budget import FOREVER
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any

    from hypersweep.typing import Cell

__all__ = ["OPTION_TYPES", "Answer", "EngineBudget", "EngineInfo", "EngineMove", "EngineOption", "EngineReason"]

OPTION_TYPES = ("choice", "check", "whole", "number", "text")
"""What an option of an engine can be: one of some words, yes or no, a whole number, a number, a text."""


@dataclass(frozen=True, slots=True)
class EngineBudget:
    """What an engine may use for one answer. What isn't limited here is what the engine's own options say.

    Args:
        states: how many states or nodes, whatever the engine calls so; None for its own limit.
        memory: bytes; None for its own limit.
        seconds: seconds, after which it answers with the best so far; None for its own limit.

    Raises:
        ParameterError: a limit that isn't a number above 0.

    >>> EngineBudget(seconds=2.5)
    EngineBudget(states=None, memory=None, seconds=2.5)
    """

    states: int | None = None
    memory: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        put = object.__setattr__
        for name in ("states", "memory"):
            if (limit := getattr(self, name)) is not None:
                put(self, name, whole_number(limit, name, least=1, below=10**18))
        seconds = self.seconds
        if seconds is not None:
            if isinstance(seconds, bool) or not isinstance(seconds, int | float):
                raise ParameterTypeError(
                    f"expected a number of seconds or None, got {truncate(seconds)} ({type(seconds).__name__})"
                )
            if not 0 < seconds < FOREVER:
                raise ParameterError(f"expected seconds above 0, got {truncate(seconds)}")
            put(self, "seconds", float(seconds))


@dataclass(frozen=True, slots=True)
class EngineOption:
    """An option that an engine has.

    Attributes:
        name: its name.
        type: "choice", "check" (true or false), "whole", "number" or "text".
        default: what it is where nobody sets it, as text; empty for nothing.
        choices: of a choice, what it can be.

    >>> EngineOption("trust_flags", "check", "false", ()).name
    'trust_flags'
    """

    name: str
    type: str
    default: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EngineMove:
    """A cell to open as an engine sees it.

    Attributes:
        cell: the cell.
        chance: the chance that it is a mine; None where the engine doesn't say.
        kind: "safe", "guess", "end-game" or "mine", as ``Choice.kind``; another word of the engine, or None.
        score: what the engine compared moves by, the more the better; None where it doesn't say.
        win_probability: the chance to win with it by the best play, exactly; None where it isn't known.
        is_exact: whether the chance is exact; None where the engine doesn't say.

    >>> EngineMove((0, 3), 0.25, "guess", None, None, True).cell
    (0, 3)
    """

    cell: Cell
    chance: float | None
    kind: str | None
    score: float | None
    win_probability: Fraction | None
    is_exact: bool | None


@dataclass(frozen=True, slots=True)
class EngineReason:
    """A reason of an engine.

    Attributes:
        text: the reason as a sentence.
        conclusion: "safe", "mine" or "guess", another word of the engine, or None.
        cells: the cells that it is about.
        clues: the clues that it rests on.

    >>> EngineReason("The 0 at (1, 2) touches no mine.", "safe", ((0, 1),), ((1, 2),)).conclusion
    'safe'
    """

    text: str
    conclusion: str | None
    cells: tuple[Cell, ...]
    clues: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """How far an engine is.

    Attributes:
        stage: what it is at, a word; None where it doesn't say.
        states: the states so far; None where it doesn't say.
        seconds: since it was asked; None where it doesn't say.
        text: more, for people; None where there is nothing.

    >>> EngineInfo("counting", 4096, 0.5, None).stage
    'counting'
    """

    stage: str | None
    states: int | None
    seconds: float | None
    text: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine answers to a view.

    Attributes:
        best: the move it would make; None where it gives up, or nothing can be opened.
        chances: the chance of a mine for every cell in the order of the indices, 0.0 for open cells and 1.0 for mines
            that are shown; None where they weren't asked for, or the engine has none.
        errors: the standard errors of the chances, where these are estimates and the engine says them; else None.
        ranked: moves, the best first; empty where they weren't asked for, or the engine ranks none.
        reasons: why, each resting on those before it; empty in the same cases.
        error: how far off the chance of the best move may be, as a standard error; None where the engine doesn't say.
        states: states used; None where the engine doesn't say.
        seconds: seconds used, as the engine says; None where it doesn't.
        is_stopped: whether it was stopped, by ``stop`` or its limit of time, before it was done.

    >>> answer = Answer.of_cell((0, 3))
    >>> answer.cell, answer.chances, answer.is_exact
    ((0, 3), None, None)
    """

    best: EngineMove | None
    chances: tuple[float, ...] | None = None
    errors: tuple[float, ...] | None = None
    ranked: tuple[EngineMove, ...] = ()
    reasons: tuple[EngineReason, ...] = ()
    error: float | None = None
    states: int | None = None
    seconds: float | None = None
    is_stopped: bool = False

    def __post_init__(self) -> None:
        best = self.best
        if best is not None and not isinstance(best, EngineMove):
            raise ParameterTypeError(f"expected an EngineMove or None, got {truncate(best)} ({type(best).__name__})")

    @classmethod
    def of_cell(cls, cell: Cell | None) -> Answer:
        """The answer that says nothing but a cell, or gives up."""
        return cls(None if cell is None else EngineMove(cell, None, None, None, None, None))

    def replace(self, **named: Any) -> Answer:
        """The same with some parts changed.

        >>> Answer.of_cell((0, 3)).replace(is_stopped=True)
        <Answer (0, 3), stopped>
        """
        return replace(self, **named)

    @property
    def cell(self) -> Cell | None:
        """The cell to open; None where the engine gives up, or nothing can be opened."""
        return None if self.best is None else self.best.cell

    @property
    def is_exact(self) -> bool | None:
        """Whether the chance of the best move is exact; None where the engine doesn't say."""
        return None if self.best is None else self.best.is_exact

    def __repr__(self) -> str:
        told = "gives up" if self.best is None else f"{self.best.cell}"
        if self.best is not None and self.best.chance is not None:
            about = "" if self.is_exact else "about "
            told += f", a mine with {about}{self.best.chance:.6g}"
        return f"<Answer {told}{', stopped' if self.is_stopped else ''}>"
