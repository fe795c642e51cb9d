"""What Gymnasium's environments hand to a learner: observations, and information beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from hypersweep.arrays import load_numpy
from hypersweep.envs.batch import BatchEnv
from hypersweep.envs.hints import write_chances
from hypersweep.envs.rendering import RENDER_MODES, board_pixels, check_scale
from hypersweep.envs.spaces import MASKS, OBSERVATIONS, action_space, observation_space, plane_codes, write_planes
from hypersweep.errors import ParameterTypeError
from hypersweep.rules import read_rules
from hypersweep.solve.choice import POLICIES
from hypersweep.solve.choosing import choose
from hypersweep.validation import place_among, truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import gymnasium
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from hypersweep.envs.batch import Autoreset
    from hypersweep.envs.spaces import Mask, Observation
    from hypersweep.envs.terms import Ending, Reward
    from hypersweep.grid import Grid
    from hypersweep.rules import Rules
    from hypersweep.typing import FirstOpen, MoveKind, Policy

    Observed: TypeAlias = NDArray[Any] | dict[str, NDArray[Any]]
    Which: TypeAlias = NDArray[np.int64] | None

__all__ = ["Seen", "make_batch"]


def make_batch(
    shape: Grid | str | Sequence[int],
    mines: int,
    count: int,
    *,
    rules: Rules | str,
    first: FirstOpen | None,
    kinds: Sequence[MoveKind],
    reward: Reward | Callable[[BatchEnv], ArrayLike],
    ending: Ending | Callable[[BatchEnv], ArrayLike],
    autoreset: Autoreset = "disabled",
    threads: int = 1,
) -> BatchEnv:
    """The games, made of the words that Gymnasium's users have for them.

    Args:
        shape: the board: its sides, the text of a ``Grid``, or a ``Grid``.
        mines: how many in each game.
        count: how many games.
        rules: ``Rules`` or their text.
        first: what the first open is promised, in place of what the rules say; None for the rules.
        kinds: as in ``BatchEnv``, like all that follow.
        reward: what a step is worth.
        ending: when a game ends.
        autoreset: when the next one begins.
        threads: how many work.
    """
    agreed = read_rules(rules)
    if first is not None:
        agreed = agreed.replace(first_open=first)
    return BatchEnv(
        shape,
        mines,
        count,
        rules=agreed,
        kinds=kinds,
        reward=reward,
        ending=ending,
        autoreset=autoreset,
        threads=threads,
    )


class Seen:
    """How the games of a ``BatchEnv`` are shown to a learner.

    Args:
        batch: the games.
        observation: "codes" or "planes".
        mask: "info", "observation" or None.
        chances: whether the chances of mines are told, and whether they are exact.
        solver_move: whether the solver's move is told, or the name of the policy that chooses it.
        render_mode: one of ``RENDER_MODES``, or None.
        render_scale: how many times as large pixels are drawn; None for small boards larger.

    Attributes:
        observation_space: of one game.
        action_space: of one game.
        is_hinted: whether chances or moves of the solver are told.

    Raises:
        ParameterError: a word that isn't known.
        ParameterTypeError: an argument of another type.

    >>> seen = Seen(BatchEnv("2x3", mines=1, count=2, seed=7), "codes", "info", chances=True)
    >>> seen.observe().shape, sorted(seen.told())
    ((2, 2, 3), ['action_mask', 'chances', 'chances_exact', 'is_success'])
    """

    def __init__(
        self,
        batch: BatchEnv,
        observation: Observation = "codes",
        mask: Mask | None = "info",
        *,
        chances: bool = False,
        solver_move: bool | Policy = False,
        render_mode: str | None = None,
        render_scale: int | None = None,
    ) -> None:
        self.batch = batch
        self.observation: Observation = OBSERVATIONS[place_among("an observation", observation, OBSERVATIONS)]
        self.mask: Mask | None = None if mask is None else MASKS[place_among("a mask", mask, MASKS)]
        if not isinstance(chances, bool):
            raise ParameterTypeError(
                f"expected True or False for chances, got {truncate(chances)} ({type(chances).__name__})"
            )
        self.chances = chances
        self.policy: Policy | None = None
        if isinstance(solver_move, bool):
            self.policy = "look-ahead" if solver_move else None
        else:
            self.policy = POLICIES[place_among("a policy", solver_move, POLICIES)]
        if render_mode is not None:
            place_among("a render mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.render_scale: int | None = check_scale(render_scale)
        grid, kinds = batch.grid, batch.kinds
        self.observation_space: gymnasium.spaces.Space[Any] = observation_space(
            grid, kinds, self.observation, self.mask
        )
        self.action_space: gymnasium.spaces.Discrete = action_space(grid, kinds)
        self.codes: tuple[int, ...] = plane_codes(grid, kinds)
        self.is_hinted: bool = self.chances or self.policy is not None

    def observe(self, which: Which = None, *, out: NDArray[np.int8] | None = None, is_copy: bool = True) -> Observed:
        """What is seen of games, in new arrays.

        Args:
            which: numbers of games, or None for all.
            out: where planes go, or None for a new array.
            is_copy: whether the arrays are to be new; all that isn't made here anyhow is the batch's own otherwise.
        """
        batch = self.batch
        codes: NDArray[Any] = batch.observations if which is None else batch.observations[which]
        if self.observation == "planes":
            numpy = load_numpy()
            shown: NDArray[Any] = (
                numpy.empty((len(codes), len(self.codes), *batch.grid.shape), numpy.int8) if out is None else out
            )
            write_planes(codes, self.codes, shown)
        else:
            shown = codes.copy() if is_copy and which is None else codes
        if self.mask != "observation":
            return shown
        return {"observation": shown, "action_mask": self._masks(which, is_copy)}

    def told(self, which: Which = None, *, is_copy: bool = True) -> dict[str, NDArray[Any]]:
        """What is told beside the observations, by name: an array of a row for each game.

        Args:
            which: numbers of games, or None for all.
            is_copy: whether masks are to be new arrays.
        """
        batch = self.batch
        found: dict[str, NDArray[Any]] = {}
        if self.mask == "info":
            found["action_mask"] = self._masks(which, is_copy)
        won: NDArray[Any] = batch.outcomes == 1
        found["is_success"] = won if which is None else won[which]
        if self.chances:
            codes = batch.observations if which is None else batch.observations[which]
            chances = load_numpy().empty(codes.shape)
            is_exact = write_chances(batch.grid, batch.mines, codes.tobytes(), chances)
            found["chances"], found["chances_exact"] = chances, is_exact
        if self.policy is not None:
            numbers = range(batch.count) if which is None else which.tolist()
            found["solver_move"] = load_numpy().array([self.solver_move(game) for game in numbers], "i8")
        return found

    def solver_move(self, game: int) -> int:
        """The action of the solver's choice, or -1 where there is none: the game has ended.

        The cell that it would open; or, where a flag keeps that cell shut, the action that takes the flag away.

        Args:
            game: the number of a game.
        """
        batch = self.batch
        if batch.terminations[game] or batch.truncations[game] or batch.outcomes[game]:
            return -1
        choice = choose(batch.view(game), self.policy or "look-ahead")
        if choice is None:
            return -1
        cell = batch.grid.index(choice.cell)
        return cell if batch.action_masks[game, cell] else batch.grid.cells + cell

    def render(self, game: int) -> str | NDArray[np.uint8] | None:
        """A game as text or as pixels; None where it was printed or nothing is to be shown.

        Args:
            game: its number.
        """
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return board_pixels(self.batch.grid, self.batch.observations[game], scale=self.render_scale)
        text = self.batch.view(game).format()
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n", flush=True)
        return None

    def _masks(self, which: Which, is_copy: bool) -> NDArray[np.int8]:
        masks = self.batch.action_masks
        if which is not None:
            return masks[which]
        return masks.copy() if is_copy else masks
