"""Games of the solver to watch: one after the other, at any speed, with their results."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hypersweep.game import Game, Outcome
from hypersweep.solve import POLICIES
from hypersweep.text import pluralize
from hypersweep.ui_model.solver_player import SolverPlayer, play_text

if TYPE_CHECKING:
    from hypersweep.game import CancelToken, MoveResult
    from hypersweep.typing import Policy
    from hypersweep.ui_model.choices import BoardChoice
    from hypersweep.ui_model.solver_player import Finder

DELAY = 0.7
"""Default seconds between moves."""

DELAYS = (0.0, 0.03, 0.1, 0.2, 0.4, DELAY, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""Selectable seconds between moves."""

USUAL_POLICY = POLICIES[-1]
"""Default policy for guesses."""


class SolverShow:
    r"""Games of the solver to watch.

    Args:
        choice: what is played; with a seed S the seeds are S, S + 1, ...
        game: the first game, possibly begun; None for a new game of the choice.
        policy: how to guess, see ``hypersweep.solve.choose``.
        finder: source of moves in place of the solver, such as an engine; None for the solver.
        count: number of games; more can be requested.
        delay: seconds between moves.
        is_playing: whether it starts without a pause.

    Raises:
        ParameterError: impossible mines or seed.
        BoardTooLargeError: this machine can't hold the board.

    Attributes:
        count: number of games.
        delay: seconds between moves.
        is_playing: whether moves are automatic.
        number: of the game that is played, from 1 on.
        player: its player.

    >>> from hypersweep.ui_model.choices import read_choices
    >>> show = SolverShow(read_choices("3x5", mines="3", seed="1", first="opening"), count=2)
    >>> for turn in show.player.turns():
    ...     changes = show.step()
    >>> show.go_on()
    >>> for turn in show.player.turns():
    ...     changes = show.step()
    >>> print("\n".join(show.result_lines()))
    game 1: won after 4 moves, no guess
    game 2: won after 2 moves, no guess
    2 of 2 games won
    """

    def __init__(
        self,
        choice: BoardChoice,
        *,
        game: Game | None = None,
        policy: Policy = USUAL_POLICY,
        finder: Finder | None = None,
        count: int = 1,
        delay: float = DELAY,
        is_playing: bool = True,
    ) -> None:
        self._choice = choice
        self._policy = policy
        self._finder = finder
        self.count: int = count
        self.delay: float = delay
        self.is_playing: bool = is_playing
        self.number: int = 1
        self.player: SolverPlayer = self._begin(choice.game() if game is None else game)
        # Results of earlier games, and the furthest state of this one.
        self._results: list[tuple[Outcome, str]] = []
        self._latest = self._now()

    def _begin(self, game: Game) -> SolverPlayer:
        if self._finder is not None:
            self._finder.begin()
        return SolverPlayer(game, self._policy, self._finder)

    @property
    def has_next(self) -> bool:
        """Whether another game follows automatically."""
        return self.number < self.count

    def go_on(self) -> None:
        """Begin the next game, or an additional one on the same kind of board.

        Raises:
            BoardTooLargeError: this machine can't hold another board.
        """
        choice = self._choice
        if self.has_next and choice.seed is not None:
            seed = (choice.seed + self.number) % (1 << 64)
            game = Game(choice.grid, choice.mines, seed=seed, rules=choice.rules)
        else:
            game = choice.again().game()
        self._results.append(self._latest)
        self.player = self._begin(game)
        self.number += 1
        self.count = max(self.count, self.number)
        self._latest = self._now()

    def faster(self, steps: int) -> None:
        """Change the speed by steps of ``DELAYS``, down below 0."""
        place = bisect_left(DELAYS, self.delay)
        if steps < 0 and (place == len(DELAYS) or DELAYS[place] != self.delay):
            place -= 1
        self.delay = DELAYS[min(max(place - steps, 0), len(DELAYS) - 1)]

    def step(self, watch: CancelToken | None = None) -> list[MoveResult]:
        """Make the next turn of the current game, as its player does."""
        changes = self.player.step(watch)
        if self.player.is_furthest:
            self._latest = self._now()
        return changes

    def _now(self) -> tuple[Outcome, str]:
        return self.player.game.outcome, play_text(self.player)

    @property
    def _all(self) -> list[tuple[Outcome, str]]:
        """Results of the games, even if some of the last one was taken back."""
        return [*self._results, self._latest]

    def tally_text(self) -> str:
        """Numbers of games won and lost so far."""
        outcomes = [outcome for outcome, _ in self._all]
        return f"{outcomes.count(Outcome.WON)} won, {outcomes.count(Outcome.LOST)} lost"

    def result_lines(self) -> list[str]:
        """Results of the games, a line each."""
        results = self._all
        if self.count == 1:
            return [results[0][1]]
        lines = [f"game {number}: {text}" for number, (_, text) in enumerate(results, 1)]
        return [*lines, self.wins_text()] if len(results) > 1 else lines

    def wins_text(self) -> str:
        """The number of games won so far, in a sentence."""
        return f"{sum(outcome is Outcome.WON for outcome, _ in self._all)} of {len(self._all)} games won"


def about_text(game: Game, engine: str = "") -> str:
    """Return a title line.

    Args:
        game: the game.
        engine: name of the playing engine; empty for the solver.
    """
    seed = f", seed {game.seed}" if game.seed is not None else ""
    by = f", engine {engine}" if engine else ""
    return f"board {game.grid}, {pluralize(game.mines, 'mine')}, rules {game.rules.words}{seed}{by}"
