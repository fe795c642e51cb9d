"""Environment settings: rewards, endings, kinds of actions, and seeds."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from hypersweep.arrays import load_numpy
from hypersweep.errors import ParameterError, ParameterTypeError, RulesError
from hypersweep.rng import check_seed, fresh_seed
from hypersweep.text import pluralize
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from hypersweep.rules import Rules
    from hypersweep.typing import MoveKind

KINDS: tuple[MoveKind, ...] = ("open", "flag", "chord")
"""Kinds of actions; an environment allows the first one, two or all three."""


@dataclass(frozen=True, slots=True)
class Reward:
    """The reward for a step: the sum of the parts that apply.

    The default is 1 for a win and -1 for a loss. A policy's mean return is then twice its win rate minus 1, if every
    game ends in a win or a loss.

    Args:
        win: for a step that wins.
        loss: for a step that hits a mine.
        cells: for opening all safe cells on the board; each cell is worth an equal share.
        move: for each step with an effect.
        useless: for each step without an effect, such as opening an open cell.

    Raises:
        ParameterTypeError: a part isn't a number.
        ParameterError: a part isn't finite, or is beyond 1e30.

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
    """When a game ends for the learner, besides a win or a loss.

    Args:
        useless: whether a step without an effect ends the game, neither won nor lost.
        moves: number of steps after which the game is truncated, including steps without an effect; None for no limit.

    Raises:
        ParameterTypeError: ``useless`` isn't a boolean, or ``moves`` isn't a whole number.
        ParameterError: ``moves`` is less than 1.

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
    # The kernel adds rewards in single precision, so huge ones would overflow.
    if not math.isfinite(number) or abs(number) > 1e30:
        raise ParameterError(f"expected {name} from -1e30 to 1e30, got {truncate(value)}")
    return number


def check_kinds(kinds: Sequence[MoveKind], rules: Rules) -> tuple[MoveKind, ...]:
    """Check the kinds of actions, and return them as a tuple.

    Args:
        kinds: the first one, two or three of ``KINDS``.
        rules: the rules, which may exclude chords.

    Raises:
        ParameterError: the kinds or their order don't match ``KINDS``.
        ParameterTypeError: the argument isn't a sequence of kinds.
        RulesError: the kinds contain "chord", but the rules have no chords.

    >>> from hypersweep import CLASSIC
    >>> check_kinds(["open", "flag"], CLASSIC)
    ('open', 'flag')
    """
    if isinstance(kinds, str) or not hasattr(kinds, "__iter__"):
        raise ParameterTypeError(f"expected kinds of actions, got {truncate(kinds)} ({type(kinds).__name__})")
    found = tuple(kinds)
    if not 1 <= len(found) <= len(KINDS) or found != KINDS[: len(found)]:
        raise ParameterError(f"expected kinds to be the first 1 to 3 of 'open', 'flag', 'chord', got {truncate(found)}")
    if "chord" in found and not rules.chord:
        raise RulesError(f"the kind 'chord' needs rules with chords, got {rules}")
    return found


def check_part(part: object, kind: type, name: str) -> None:
    """Raise an error if an argument is neither of a given type nor a function.

    Args:
        part: the argument.
        kind: the type.
        name: name of the argument.

    Raises:
        ParameterTypeError: the argument is neither.

    >>> check_part(len, int, "reward")
    """
    if not isinstance(part, kind) and not callable(part):
        raise ParameterTypeError(
            f"expected {kind.__name__} or a function for {name}, got {truncate(part)} ({type(part).__name__})"
        )


def read_seeds(seed: int | Iterable[int] | None, count: int) -> NDArray[np.uint64]:
    """Return each game's seed, shape (count,).

    Args:
        seed: seed of game 0, from which the others follow; or a seed for each game; or None for random seeds.
        count: number of games.

    Raises:
        ParameterError: a seed is out of range, or the number of seeds isn't the number of games.
        ParameterTypeError: ``seed`` contains something other than whole numbers.

    >>> read_seeds(2**64 - 1, 3).tolist()
    [18446744073709551615, 0, 1]
    """
    numpy = load_numpy()
    # A 0-d array is a single seed.
    if seed is None or not hasattr(seed, "__iter__") or getattr(seed, "ndim", 1) == 0:
        first = fresh_seed() if seed is None else check_seed(seed)
        # Seeds wrap around: 0 follows 2**64 - 1.
        found: NDArray[np.uint64] = numpy.arange(count, dtype=numpy.uint64) + numpy.uint64(first)
        return found
    seeds = [check_seed(one) for one in seed]
    if len(seeds) != count:
        raise ParameterError(f"expected {pluralize(count, 'seed')}, one for each game, got {len(seeds)}")
    own: NDArray[np.uint64] = numpy.array(seeds, numpy.uint64)
    return own
