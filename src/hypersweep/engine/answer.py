"""An engine's limits, options and answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.solve.kernel import FOREVER
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any

    from hypersweep.typing import Cell

OPTION_TYPES = ("choice", "check", "whole", "number", "text")
"""Types of engine options: a word from a list, a boolean, an integer, any number, or text."""


@dataclass(frozen=True, slots=True)
class EngineBudget:
    """Limits for one answer. For a limit that isn't set, the engine's own options apply.

    Args:
        states: maximum number of states or nodes, as the engine counts them; None for the engine's limit.
        memory: maximum memory in bytes; None for the engine's limit.
        seconds: time limit; when it expires, the engine answers with the best move so far. None for the engine's limit.

    Raises:
        ParameterError: a limit isn't a number above 0.

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
    """An engine option.

    Attributes:
        name: the option's name.
        type: "choice", "check" (true or false), "whole", "number" or "text".
        default: default value as text; empty if there is none.
        choices: possible values, if the type is "choice".

    >>> EngineOption("trust_flags", "check", "false", ()).name
    'trust_flags'
    """

    name: str
    type: str
    default: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EngineMove:
    """An engine's assessment of a cell to open.

    Attributes:
        cell: the cell.
        chance: probability that the cell is a mine; None if the engine doesn't say.
        kind: "safe", "guess", "end-game" or "mine", as in ``Choice.kind``; another word from the engine; or None.
        score: value the engine compared moves by, higher is better; None if the engine doesn't say.
        win_probability: exact probability of winning with perfect play after this move; None if unknown.
        is_exact: whether the chance is exact; None if the engine doesn't say.

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
    """A reason for an engine's move.

    Attributes:
        text: the reason as a sentence.
        conclusion: "safe", "mine" or "guess"; another word from the engine; or None.
        cells: the cells the conclusion is about.
        clues: the clues the conclusion follows from.

    >>> EngineReason("The 0 at (1, 2) touches no mine.", "safe", ((0, 1),), ((1, 2),)).conclusion
    'safe'
    """

    text: str
    conclusion: str | None
    cells: tuple[Cell, ...]
    clues: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """Progress report from a search.

    Attributes:
        stage: current stage, in one word; None if the engine doesn't say.
        states: number of states so far; None if the engine doesn't say.
        seconds: seconds since the search began; None if the engine doesn't say.
        text: additional text for users; None if there is none.

    >>> EngineInfo("counting", 4096, 0.5, None).stage
    'counting'
    """

    stage: str | None
    states: int | None
    seconds: float | None
    text: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """An engine's answer for a view.

    Attributes:
        best: the move to make; None if the engine gives up or nothing can be opened.
        chances: the probability of a mine for every cell in index order, 0.0 for open cells and 1.0 for mines shown;
            None if they weren't requested or the engine can't compute them.
        errors: standard errors of the chances, if they are estimates and the engine reports errors; otherwise None.
        ranked: moves, best first; empty if they weren't requested or the engine doesn't rank moves.
        reasons: reasons, each based on earlier ones; empty if they weren't requested or the engine has none.
        error: standard error of the best move's chance; None if the engine doesn't say.
        states: number of states used; None if the engine doesn't say.
        seconds: seconds used, as reported by the engine; None if it doesn't say.
        is_stopped: whether ``stop`` or the time limit ended the search early.

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
        """Return an answer with nothing but a cell; if the cell is None, the answer is to give up."""
        return cls(None if cell is None else EngineMove(cell, None, None, None, None, None))

    def replace(self, **named: Any) -> Answer:
        """Return a copy with some fields changed.

        >>> Answer.of_cell((0, 3)).replace(is_stopped=True)
        <Answer (0, 3), stopped>
        """
        return replace(self, **named)

    @property
    def cell(self) -> Cell | None:
        """The cell to open; None if the engine gives up or nothing can be opened."""
        return None if self.best is None else self.best.cell

    @property
    def is_exact(self) -> bool | None:
        """Whether the best move's chance is exact; None if the engine doesn't say."""
        return None if self.best is None else self.best.is_exact

    def __repr__(self) -> str:
        text = "gives up" if self.best is None else f"{self.best.cell}"
        if self.best is not None and self.best.chance is not None:
            about = "" if self.is_exact else "about "
            text += f", a mine with {about}{self.best.chance:.6g}"
        return f"<Answer {text}{', stopped' if self.is_stopped else ''}>"
