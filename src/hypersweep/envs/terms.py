"""Rewards of moves, and ends of games for a learner."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.validation import truncate, whole_number


@dataclass(frozen=True, slots=True)
class Reward:
    """The reward of a step: a sum of these parts.

    By default 1 for a win and -1 for a loss, nothing else: the mean return of a policy is then twice its win rate less
    one.

    Args:
        win: for the step that wins.
        loss: for the step that hits a mine.
        cells: for opening all safe cells of the board; each of them is worth an equal share.
        move: for each step with an effect.
        useless: for each step without an effect, such as opening an open cell.

    Raises:
        ParameterTypeError: a part that isn't a number.
        ParameterError: a part that isn't finite.

    >>> Reward(cells=1)
    Reward(win=1.0, loss=-1.0, cells=1.0, move=0.0, useless=0.0)
    """

    win: float = 1.0
    loss: float = -1.0
    cells: float = 0.0
    move: float = 0.0
    useless: float = 0.0

    def __post_init__(self) -> None:
        for each in fields(self):
            object.__setattr__(self, each.name, _finite(getattr(self, each.name), each.name))


@dataclass(frozen=True, slots=True)
class Ending:
    """When a game ends for the learner, besides a win and a mine.

    Args:
        useless: whether a step without an effect ends the game, as neither won nor lost.
        moves: number of steps, useful or not, after which the game is truncated; None for no limit.

    Raises:
        ParameterTypeError: ``useless`` isn't a boolean, or ``moves`` not a whole number.
        ParameterError: less than one move.

    >>> Ending(moves=200)
    Ending(useless=False, moves=200)
    """

    useless: bool = False
    moves: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.useless, bool):
            raise ParameterTypeError(
                f"expected True or False for useless, got {truncate(self.useless)} ({type(self.useless).__name__})"
            )
        if self.moves is not None:
            object.__setattr__(self, "moves", whole_number(self.moves, "moves", least=1, below=1 << 63))


def _finite(value: object, name: str) -> float:
    try:
        if isinstance(value, bool | str):
            raise TypeError
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise ParameterTypeError(
            f"expected a number for {name}, got {truncate(value)} ({type(value).__name__})"
        ) from None
    # The kernel adds rewards in single precision.
    if not math.isfinite(number) or abs(number) > 1e30:
        raise ParameterError(f"expected {name} of -1e30 to 1e30, got {truncate(value)}")
    return number
