"""Many games at a time, as a vector environment of Gymnasium."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any, Self

from hypersweep.arrays import load_numpy
from hypersweep.envs.env_settings import Ending, Reward
from hypersweep.envs.observation import Seen, make_batch
from hypersweep.envs.registration import missing
from hypersweep.envs.rendering import RENDER_FPS, RENDER_MODES
from hypersweep.envs.single import check_options
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.rng import check_seed
from hypersweep.rules import CLASSIC
from hypersweep.text import pluralize
from hypersweep.validation import truncate, whole_number

try:
    import gymnasium
except ImportError:
    raise missing() from None

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from hypersweep.envs.batch import Autoreset, BatchEnv
    from hypersweep.envs.observation import Mask, Observation
    from hypersweep.grid import Grid
    from hypersweep.rules import Rules
    from hypersweep.typing import FirstOpen, MoveKind, Policy

# Gymnasium's word for each of ours.
_MODES: dict[Autoreset, str] = {"next-step": "NextStep", "same-step": "SameStep", "disabled": "Disabled"}


class MinesweeperVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games of ``MinesweeperEnv``, with one call for a move in each: the class behind ``gymnasium.make_vec``.

    Observations, rewards, ends and infos are those of Gymnasium's ``SyncVectorEnv`` over as many ``MinesweeperEnv``, in
    a hundredth of the time. ``MinesweeperEnv`` describes them.

    The next game of a game that has ended begins with the next step, whatever the action (``AutoresetMode.NEXT_STEP``);
    or at once (``SAME_STEP``), with the end as ``infos["final_obs"]`` and ``infos["final_info"]``; or when ``reset`` is
    called with ``options={"reset_mask": ...}``, a boolean for each game (``DISABLED``).

    Args:
        num_envs: number of games.
        shape: the board; this and all arguments up to ``solver_move`` are as in ``MinesweeperEnv``.
        mines: number of mines in each game.
        rules: ``Rules`` or their text.
        first: promise of the first open, in place of that of the rules.
        kinds: possible actions.
        observation: "codes" or "planes".
        mask: "info", "observation", or None.
        reward: reward of a step.
        ending: when a game ends, besides a win and a mine.
        chances: whether infos contain the chances of mines.
        solver_move: whether infos contain the solver's move.
        autoreset_mode: one of Gymnasium's ``AutoresetMode``, or its name: "next-step", "same-step", "disabled".
        max_episode_steps: number of steps after which a game is truncated; None for no limit.
        copy: whether observations and masks are new arrays. Otherwise they may be the batch's own, which the next step
            overwrites.
        threads: number of threads for a step.
        render_mode: as in ``MinesweeperEnv``.
        render_scale: as in ``MinesweeperEnv``.

    Raises:
        ParameterError: as in ``MinesweeperEnv``, like its other errors.

    >>> envs = MinesweeperVectorEnv(2, shape=(3, 4), mines=2)
    >>> observations, infos = envs.reset(seed=7)
    >>> observations, rewards, terminations, truncations, infos = envs.step([0, 3])
    >>> observations.tolist()
    [[[0, 1, -1, -1], [0, 2, -1, -1], [0, 1, -1, -1]], [[-1, 1, 0, 0], [-1, 2, 0, 0], [-1, 2, 0, 0]]]
    >>> infos["action_mask"].sum(axis=1), infos["_action_mask"]
    (array([6, 3]), array([ True,  True]))
    """

    metadata: dict[str, Any]

    batch: BatchEnv
    """The games with all their data."""

    def __init__(
        self,
        num_envs: int = 1,
        shape: Grid | str | Sequence[int] = (9, 9),
        mines: int = 10,
        *,
        rules: Rules | str = CLASSIC,
        first: FirstOpen | None = None,
        kinds: Sequence[MoveKind] = ("open",),
        observation: Observation = "codes",
        mask: Mask | None = "info",
        reward: Reward | Callable[[BatchEnv], ArrayLike] = Reward(),  # noqa: B008 - it never changes
        ending: Ending | Callable[[BatchEnv], ArrayLike] = Ending(),  # noqa: B008
        chances: bool = False,
        solver_move: bool | Policy = False,
        autoreset_mode: gymnasium.vector.AutoresetMode | str = "next-step",
        max_episode_steps: int | None = None,
        copy: bool = True,
        threads: int = 1,
        render_mode: str | None = None,
        render_scale: int | None = None,
    ) -> None:
        mode = _read_mode(autoreset_mode)
        self._autoreset = mode
        # With "same-step", the end has to be saved before the next game begins, so games are restarted here.
        self.batch = make_batch(
            shape,
            mines,
            num_envs,
            rules=rules,
            first=first,
            kinds=kinds,
            reward=reward,
            ending=ending,
            autoreset="next-step" if mode == "next-step" else "disabled",
            threads=threads,
        )
        self._seen = seen = Seen(
            self.batch,
            observation,
            mask,
            chances=chances,
            solver_move=solver_move,
            render_mode=render_mode,
            render_scale=render_scale,
        )
        if not isinstance(copy, bool):
            raise ParameterTypeError(f"expected True or False for copy, got {truncate(copy)} ({type(copy).__name__})")
        self._limit = (
            None
            if max_episode_steps is None
            else whole_number(max_episode_steps, "max_episode_steps", least=1, below=1 << 63)
        )
        self.copy = copy
        self.num_envs: int = self.batch.count
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "autoreset_mode": gymnasium.vector.AutoresetMode(_MODES[mode]),
        }
        batched = gymnasium.vector.utils.batch_space
        self.single_observation_space: gymnasium.Space[Any] = seen.observation_space
        self.single_action_space: gymnasium.Space[Any] = seen.action_space
        self.observation_space: gymnasium.Space[Any] = batched(self.single_observation_space, self.num_envs)
        self.action_space: gymnasium.Space[Any] = batched(self.single_action_space, self.num_envs)
        numpy = load_numpy()
        self._ended: NDArray[np.bool_] = numpy.zeros(self.num_envs, numpy.bool_)
        self._planes: NDArray[np.int8] | None = None
        if observation == "planes" and not copy:
            self._planes = numpy.empty((self.num_envs, len(seen.codes), *self.batch.grid.shape), numpy.int8)

    def reset(
        self, *, seed: int | Iterable[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin games.

        Args:
            seed: of game 0, the others follow; or a seed for each, None for the next game; or None for the next games.
            options: "reset_mask", an array with a boolean for each game: the games to begin, at least one; all without
                it.

        Raises:
            ParameterError: a seed out of range, not as many as there are games, or an impossible mask or option.
            ParameterTypeError: an argument of another type.
        """
        where = self._read_mask(check_options(options, ("reset_mask",)).get("reset_mask"))
        seeds = self._read_seeds(seed)
        if seeds is None or None not in seeds:
            if seeds is not None:
                super().reset(seed=seeds[0])
            self.batch.reset(seed=seeds, where=where)  # type: ignore[arg-type]
        else:
            known = load_numpy().array([one is not None for one in seeds])
            every = known | True if where is None else where
            self.batch.reset(seed=[one or 0 for one in seeds], where=known & every)
            self.batch.reset(where=~known & every)
        self._ended[slice(None) if where is None else where] = False
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._infos(where)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make a move in every game.

        Args:
            actions: whole numbers, shape (num_envs,).

        Raises:
            ParameterError: an invalid action, a wrong number of actions, or, with "disabled", an ended game that wasn't
                reset.
            ParameterTypeError: not whole numbers.
            GenerationError: the rules ask for a board that needs no guess, and none was found. Then no move is made,
                and ``reset()`` of all games, or of the game without a board, begins another game there.
        """
        numpy = load_numpy()
        batch = self.batch
        if self._autoreset == "disabled" and self._ended.any():
            raise ParameterError(
                "expected a reset of the games that have ended, by options={'reset_mask': ...}, before the next step, "
                f"got a step with {pluralize(int(self._ended.sum()), 'game')} at the end"
            )
        batch.step(actions)
        rewards = batch.rewards.astype("f8")
        terminations = batch.terminations.copy()
        truncations = batch.truncations.copy()
        if self._limit is not None:
            self._cut(self._limit, terminations, truncations)
        self._ended = ended = terminations | truncations
        infos: dict[str, Any] = {}
        if self._autoreset == "same-step" and ended.any():
            infos = self._final(numpy.flatnonzero(ended), ended)
            batch.reset(where=ended)
            self._ended = numpy.zeros(self.num_envs, numpy.bool_)
        if self.render_mode == "human":
            self.render()
        infos |= self._infos(None)
        return self._observe(), rewards, terminations, truncations, infos

    def __copy__(self) -> Self:
        # A shallow copy would share the games.
        return deepcopy(self)

    def render(self) -> tuple[Any, ...] | None:
        """Render every game as text or pixels. Returns: None if printed, or without a render mode."""
        frames = tuple([self._seen.render(game) for game in range(self.num_envs)]) if self.render_mode else ()
        return frames if self.render_mode in ("ansi", "rgb_array") else None

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions would do something, shape (num_envs, actions)."""
        return self.batch.action_masks.astype("?")

    def _cut(self, limit: int, terminations: NDArray[np.bool_], truncations: NDArray[np.bool_]) -> None:
        """End the games that have reached the limit of steps."""
        batch = self.batch
        late = batch.moves >= limit
        going = late & ~(terminations | truncations)
        truncations |= late
        if going.any():
            batch._games.end(going)
            batch.terminations[going] = False

    def _observe(self) -> Any:
        return self._seen.observe(out=self._planes, is_copy=self.copy)

    def _infos(self, where: NDArray[np.bool_] | None) -> dict[str, Any]:
        """Return the infos of games, with a boolean for each: false for games that weren't reset."""
        numpy = load_numpy()
        infos: dict[str, Any] = {}
        for name, rows in self._seen.told(is_copy=self.copy or where is not None).items():
            if where is None:
                infos[f"_{name}"] = numpy.ones(self.num_envs, numpy.bool_)
            else:
                rows[~where] = 0
                infos[f"_{name}"] = where.copy()
            infos[name] = rows
        return infos

    def _final(self, which: NDArray[np.int64], ended: NDArray[np.bool_]) -> dict[str, Any]:
        """Return the ends of games in Gymnasium's form."""
        numpy = load_numpy()
        observed = self._seen.observe(which)
        final_obs = numpy.full(self.num_envs, None, object)
        final_info: dict[str, Any] = {}
        for place, game in enumerate(which.tolist()):
            if isinstance(observed, dict):
                final_obs[game] = {name: rows[place] for name, rows in observed.items()}
            else:
                final_obs[game] = observed[place]
        for name, rows in self._seen.told(which).items():
            whole = numpy.zeros((self.num_envs, *rows.shape[1:]), rows.dtype)
            whole[which] = rows
            final_info[name], final_info[f"_{name}"] = whole, ended.copy()
        return {
            "final_obs": final_obs,
            "_final_obs": ended.copy(),
            "final_info": final_info,
            "_final_info": ended.copy(),
        }

    def _read_mask(self, given: object) -> NDArray[np.bool_] | None:
        if given is None:
            return None
        numpy = load_numpy()
        if not isinstance(given, numpy.ndarray):
            raise ParameterTypeError(
                f"expected an array of booleans for reset_mask, got {truncate(given)} ({type(given).__name__})"
            )
        found = self.batch._mask(given, "reset_mask")
        if not found.any():
            raise ParameterError("expected a reset_mask with a game to reset, got none")
        return found.copy()

    def _read_seeds(self, seed: int | Iterable[int | None] | None) -> list[int | None] | None:
        if seed is None:
            return None
        if isinstance(seed, int) or not hasattr(seed, "__iter__"):
            first = check_seed(seed)
            # Seeds wrap around, as in ``BatchEnv``.
            return [(first + game) % (1 << 64) for game in range(self.num_envs)]
        seeds = [None if one is None else check_seed(one) for one in seed]
        if len(seeds) != self.num_envs:
            raise ParameterError(f"expected {pluralize(self.num_envs, 'seed')}, one for each game, got {len(seeds)}")
        return seeds


def _read_mode(mode: object) -> Autoreset:
    if isinstance(mode, gymnasium.vector.AutoresetMode):
        mode = mode.value
    for own, theirs in _MODES.items():
        if mode in (own, theirs):
            return own
    expected = ", ".join(_MODES)
    if not isinstance(mode, str):
        raise ParameterTypeError(
            f"expected an autoreset_mode of {expected}, got {truncate(mode)} ({type(mode).__name__})"
        )
    raise ParameterError(f"expected an autoreset_mode of {expected}, got {truncate(mode)}")
