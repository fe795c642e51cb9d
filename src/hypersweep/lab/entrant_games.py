"""Games of one player of an arena: their ends and the cells opened."""

from __future__ import annotations

from array import array
from time import perf_counter_ns
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.engine.answer import EngineBudget
from hypersweep.engine.policies import is_own_policy
from hypersweep.errors import CellError, ExperimentError, ParameterTypeError
from hypersweep.lab.counts import FAULTS
from hypersweep.lab.players import ArenaPlayer, FaultError, arena_player
from hypersweep.lab.playing import is_of_a_policy
from hypersweep.moves import Outcome
from hypersweep.solve.choice import choose
from hypersweep.solve.kernel import Budget
from hypersweep.trials import play_policy, play_solver

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from hypersweep.grid import Grid
    from hypersweep.lab.arena_players import Entrant
    from hypersweep.solve.choice import Choice
    from hypersweep.view import View

ENDS = ("lost", "won", "given_up", *FAULTS)
"""Outcomes of a game in an arena; all but "won" count as not won."""

ALWAYS = 10
"""Number of games after which a player that has lost all of them by faults is stopped."""

# Budget of ``play_solver`` for a position.
_STATES = 1 << 14

_ENDED = {Outcome.WON: "won", Outcome.LOST: "lost", Outcome.ONGOING: "given_up"}


class EntrantGames(NamedTuple):
    """Results of a player in some games.

    Attributes:
        ends: outcome of each game, one of ``ENDS``.
        moves: number of cells that it opened one by one, in all games.
        guesses: how many of these weren't certain to be safe; 0 where that isn't known.
        microseconds: time taken, dealing and opening included.
        opened: for each game the indices of these cells in order; empty for games of the kernel, which can replay them
            quickly.
        why: descriptions of faults, by the position of the game.
    """

    ends: Sequence[str]
    moves: int
    guesses: int
    microseconds: int
    opened: Sequence[Sequence[int]]
    why: dict[int, str]


def play_entrant(
    entrant: Entrant, source: str, grid: Grid, mines: int, count: int, *, index: int, timeout: float, **dealt: Any
) -> EntrantGames:
    """Play the games of a player. The kernel plays policies of the solver without limits, as in ``play_solver``.

    Args:
        entrant: the player.
        source: result of ``policy_source`` for a user's function.
        grid: the board.
        mines: number of mines in each game.
        count: number of games.
        index: index of the first game.
        timeout: seconds for a move.
        dealt: further arguments of ``play_policy``.

    Raises:
        ExperimentError: the player can't be loaded, or fails in every game.

    >>> from hypersweep import Grid
    >>> from hypersweep.lab.arena_players import Entrant
    >>> games = play_entrant(Entrant("safest"), "", Grid("4x5"), 4, 200, index=0, timeout=60.0, seed=7)
    >>> games.ends.count("won")
    164
    """
    if not is_own_policy(entrant.policy) and entrant.budget() is None:
        begun = perf_counter_ns()
        batch = play_solver(grid, mines, count, index=index, policy=entrant.policy, **dealt)  # type: ignore[arg-type]
        took = (perf_counter_ns() - begun) // 1000
        ends = ["won" if won else "lost" for won in batch.won]
        return EntrantGames(ends, sum(batch.moves), sum(batch.guesses), took, (), {})
    if is_own_policy(entrant.policy):
        budget = None if entrant.budget() is None else EngineBudget(entrant.states, seconds=entrant.seconds)
        player = arena_player(entrant.policy, source, budget, timeout, entrant.name)
        player.begin()
        return _asked(entrant, player, grid, mines, range(index, index + count), dealt)
    thinking = _Thinking(entrant.policy, entrant.budget())
    games = _asked(entrant, thinking, grid, mines, range(index, index + count), dealt)
    return games._replace(guesses=thinking.guesses)


def moves_of_solver(policy: str, grid: Grid, mines: int, index: int, **dealt: Any) -> Sequence[int]:
    """Return the indices of the cells that the kernel opens in a game; ``choose`` replays the game.

    >>> from hypersweep import Grid
    >>> [*moves_of_solver("safest", Grid("3x4"), 2, 3, seed=7)][:2]
    [0, 3]
    """
    opened = array("Q")
    thinking = _Thinking(policy, Budget(_STATES))
    play_policy(thinking, grid, mines, 1, index=index, follow=opened.append, **dealt)
    return opened


class _Thinking:
    """Return a policy of the solver within a budget; it counts its guesses."""

    def __init__(self, policy: str, budget: Budget | None) -> None:
        self._policy, self._budget = policy, budget
        self.guesses = 0

    def __call__(self, view: View) -> Choice | None:
        choice = choose(view, self._policy, budget=self._budget)  # type: ignore[arg-type]
        self.guesses += choice is not None and choice.kind != "safe"
        return choice


def _asked(
    entrant: Entrant, player: Callable[[View], Any], grid: Grid, mines: int, indices: range, dealt: dict[str, Any]
) -> EntrantGames:
    """Play the games of a player that is asked for every move."""
    ends: list[str] = []
    every: list[Sequence[int]] = []
    why: dict[int, str] = {}
    moves = 0
    begun = perf_counter_ns()
    for place, index in enumerate(indices):
        opened = array("Q")
        try:
            if isinstance(player, ArenaPlayer):
                player.new_game()
            batch = play_policy(player, grid, mines, 1, index=index, follow=opened.append, **dealt)
            end = _ENDED[batch[0].outcome]
        except FaultError as fault:
            end, why[place] = fault.kind, str(fault)
        except (CellError, ParameterTypeError) as error:
            if not is_of_a_policy(error):
                raise
            end, why[place] = "illegal", str(error)
        ends.append(end)
        every.append(opened)
        moves += len(opened)
        if place + 1 == ALWAYS == len(why):
            told = ExperimentError(
                f"expected a player that can finish a game, got {entrant.name}, which failed in {ALWAYS} games, one "
                "after the other"
            )
            told.add_note(f"game {index}, {end}: {why[place]}")
            raise told
    return EntrantGames(ends, moves, 0, (perf_counter_ns() - begun) // 1000, every, why)
