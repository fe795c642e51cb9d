"""Gymnasium environments: a single game, and a vector of games."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any, ClassVar, Self

from hypersweep.arrays import load_numpy
from hypersweep.envs.env_settings import Ending, Reward
from hypersweep.envs.observation import Seen, make_batch
from hypersweep.envs.registration import missing
from hypersweep.envs.rendering import RENDER_FPS, RENDER_MODES
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.rng import check_seed
from hypersweep.rules import CLASSIC
from hypersweep.text import pluralize
from hypersweep.validation import suggest, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from hypersweep.envs.batch import Autoreset, BatchEnv
    from hypersweep.envs.observation import Mask, Observation
    from hypersweep.grid import Grid
    from hypersweep.rules import Rules
    from hypersweep.typing import FirstOpen, MoveKind, Policy

try:
    import gymnasium
except ImportError:
    raise missing() from None

# Gymnasium's name for each mode.
_MODES: dict[Autoreset, str] = {"next-step": "NextStep", "same-step": "SameStep", "disabled": "Disabled"}


class MinesweeperEnv(gymnasium.Env[Any, Any]):
    """Minesweeper on a board with any number of dimensions.

    ## Description

    A board hides mines. An open cell shows its clue, the number of mines among its neighbours; opening a zero also
    opens its neighbours, and theirs if they are zeros. The game is won once every cell without a mine is open, and lost
    when a mine is opened. After ``import hypersweep.envs``, ``gymnasium.make("hypersweep/Minesweeper-v0", shape=(16,
    30), mines=99)`` creates a game on any board, with any hypersweep rules; ``gymnasium.make_vec`` with the same name
    plays many games per call.

    ## Action Space

    ``Discrete(kinds x cells)``. Action ``kind * cells + cell`` applies a kind of move to the cell with that raveled
    index (C order). Kind 0 opens it, kind 1 flags it or removes its flag, kind 2 chords: an open clue with as many
    flags around it opens its other neighbours. With ``kinds=("open",)``, the default, an action is a cell.

    The action mask (int8) has a 1 for each action with an effect. It is in ``info["action_mask"]``, or in the
    observation with ``mask="observation"``. ``action_masks()`` always returns it as booleans, as expected by
    sb3-contrib's MaskablePPO. Actions without an effect are valid too. Once a game has ended, the mask allows
    everything.

    ## Observation Space

    With ``observation="codes"``, the default, it is ``Box(-4, most neighbours, shape, int8)``. The lower bound is -5 if
    cells can be flagged, and the type is int16 if a cell has more than 127 neighbours:

    | Code | Cell |
    |------|------|
    | 0, 1, ... | open, a clue |
    | -1 | covered |
    | -2 | flagged |
    | -3 | a mine, shown at the end |
    | -4 | the mine that was opened, at the end |
    | -5 | a flag where no mine is, at the end |

    With ``observation="planes"``, it is ``Box(0, 1, (planes, *shape), int8)``: each code has a plane with a 1 for every
    cell that shows this code. The planes are in the order -1, -2, -3, -4, -5, 0, 1, ...; if nothing can be flagged, -2
    and -5 have none.

    With ``mask="observation"``, it is a ``Dict`` with the above as "observation" and the mask as "action_mask".

    ## Starting State

    Every cell is covered. The mines are placed at the first open, which keeps the promise ``first``: "any" promises
    nothing, "safe" (the default) no mine in that cell, "opening" none next to it either. After ``reset(seed=7)`` the
    game is ``hypersweep.Game(shape, mines, seed=7)``; each later ``reset()`` begins another game, determined by the
    same seed.

    ## Reward

    1 for the step that wins, -1 for the step that hits a mine, 0 for all others. ``reward=Reward(...)`` changes this: a
    ``Reward`` has parts for a win, a loss, opened cells, a step with an effect, and one without. ``reward`` may also be
    a function that is called with the ``BatchEnv`` containing the game, and returns an array with one number.

    ## Episode End

    The episode terminates when the game is won or lost. With ``ending=Ending(useless=True)`` it also terminates after
    an action without an effect. ``Ending(moves=200)`` truncates the episode after 200 steps. ``ending`` may be a
    function too.

    ## Information

    Both ``reset`` and ``step`` return the same information; a player may know all of it:

    * "action_mask": see above, with ``mask="info"`` (the default);
    * "is_success": whether the game is won;
    * "chances": with ``chances=True``, the mine probability of every cell, float64 with the board's shape, exact or (if
      that takes too long) estimated; "chances_exact" says which;
    * "solver_move": with ``solver_move=True``, the action hypersweep's solver would choose, or -1 once the game has
      ended. A policy's name ("safest", "progress", "look-ahead") in place of True selects that policy.

    Chances and solver moves are for training, since a player has to work them out. They are computed from the view
    alone, so before the first open they ignore its promise.

    ## Arguments

    Args:
        shape: the board: its sides, a ``Grid`` as text such as "4x4x4~wrap=0", or a ``Grid``.
        mines: number of mines.
        rules: ``Rules`` or text.
        first: promise for the first open, overriding the rules; None for the rules' own promise.
        kinds: possible actions: ``("open",)``, or the same with "flag", or with "flag" and "chord".
        observation: "codes" or "planes".
        mask: "info", "observation", or None for neither.
        reward: reward for a step.
        ending: what ends a game, besides a win or a loss.
        chances: whether infos contain mine probabilities.
        solver_move: whether infos contain the solver's move.
        render_mode: "ansi" for a ``View`` as text, "rgb_array" for pixels, "human" to print the text after every
            ``reset`` and ``step``.
        render_scale: scale of the picture; at 1, a cell is 18 pixels wide. None to enlarge small boards up to 480
            pixels.

    Raises:
        MineCountError: the mines don't fit.
        RulesError: the kinds contain "chord", but the rules have no chords.
        ShapeError: the board is impossible, or has cells with more than 32,767 neighbours.
        ParameterError: another argument is out of range.
        ParameterTypeError: an argument has the wrong type.
        BoardTooLargeError: the game doesn't fit into memory.
        MissingExtraError: Gymnasium isn't installed.

    ## Version History

    * v0: first version.

    >>> env = MinesweeperEnv(shape=(3, 4), mines=2)
    >>> observation, info = env.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = env.step(0)
    >>> observation.tolist(), reward, terminated, truncated
    ([[0, 1, -1, -1], [0, 2, -1, -1], [0, 1, -1, -1]], 0.0, False, False)
    >>> info["action_mask"].tolist(), info["is_success"]
    ([0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1], False)
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
    }

    batch: BatchEnv
    """The game as a batch of one, for access to its seed, its layout, a copy as a ``Game``, and so on."""

    def __init__(
        self,
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
        render_mode: str | None = None,
        render_scale: int | None = None,
    ) -> None:
        self.batch = make_batch(shape, mines, 1, rules=rules, first=first, kinds=kinds, reward=reward, ending=ending)
        self._seen = Seen(
            self.batch,
            observation,
            mask,
            chances=chances,
            solver_move=solver_move,
            render_mode=render_mode,
            render_scale=render_scale,
        )
        # Reuse one array for all actions: creating a new one takes longer than the move.
        self._chosen: NDArray[np.int64] = load_numpy().zeros(1, "i8")
        self.observation_space: gymnasium.Space[Any] = self._seen.observation_space
        self.action_space: gymnasium.Space[Any] = self._seen.action_space
        self.render_mode = render_mode

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game.

        Args:
            seed: seed of this game and of those that follow, 0 to 2**64 - 1; None to continue the current series.
            options: an empty dictionary, or None.

        Raises:
            ParameterError: the seed is out of range, or ``options`` isn't empty.
            ParameterTypeError: the seed isn't a whole number, or ``options`` isn't a dictionary.
        """
        _check_options(options)
        own = None if seed is None else check_seed(seed)
        super().reset(seed=own)
        self.batch.reset(seed=own)
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a move. Once the game has ended, do nothing and return a reward of 0.

        Args:
            action: a whole number in the action space.

        Raises:
            ParameterError: the action is invalid.
            ParameterTypeError: the action isn't a whole number.
            GenerationError: the rules require a board without guesses, and none was found; no move is made, and
                ``reset()`` begins another game.
        """
        batch = self.batch
        self._chosen[0] = whole_number(action, "action", below=batch.actions)
        batch.step(self._chosen)
        if self.render_mode == "human":
            self.render()
        return (
            self._observe(),
            float(batch.rewards[0]),
            bool(batch.terminations[0]),
            bool(batch.truncations[0]),
            self._info(),
        )

    def __copy__(self) -> Self:
        # A shallow copy would share the game.
        return deepcopy(self)

    def render(self) -> Any:
        """Render the game as text or pixels. Returns None if the text was printed, or without a render mode."""
        return self._seen.render(0)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return whether each action has an effect, shape (actions,), as expected by sb3-contrib's MaskablePPO."""
        masks: NDArray[np.bool_] = self.batch.action_masks[0].astype("?")
        return masks

    def _observe(self) -> Any:
        seen = self._seen.observe()
        return {name: rows[0] for name, rows in seen.items()} if isinstance(seen, dict) else seen[0]

    def _info(self) -> dict[str, Any]:
        # Use Python numbers; Gymnasium's vector environments convert them to arrays of the right type.
        return {name: rows[0] if rows.ndim > 1 else rows[0].item() for name, rows in self._seen.facts().items()}


class MinesweeperVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games of ``MinesweeperEnv``, with a move in each per call; create it with ``gymnasium.make_vec``.

    Observations, rewards, terminations, truncations and infos are the same as from Gymnasium's ``SyncVectorEnv`` with
    as many ``MinesweeperEnv``, but take a hundredth of the time. See ``MinesweeperEnv`` for their descriptions.

    After a game has ended, the next one begins in the next step, whatever the action (``AutoresetMode.NEXT_STEP``); or
    at once (``SAME_STEP``), with the final state in ``infos["final_obs"]`` and ``infos["final_info"]``; or in a
    ``reset`` with ``options={"reset_mask": ...}``, which has a boolean per game (``DISABLED``).

    Args:
        num_envs: number of games.
        shape: the board; this and all arguments up to ``solver_move`` are as in ``MinesweeperEnv``.
        mines: number of mines per game.
        rules: ``Rules`` or text.
        first: promise for the first open, overriding the rules; None for the rules' own promise.
        kinds: possible actions.
        observation: "codes" or "planes".
        mask: "info", "observation", or None.
        reward: reward for a step.
        ending: what ends a game, besides a win or a loss.
        chances: whether infos contain mine probabilities.
        solver_move: whether infos contain the solver's move.
        autoreset_mode: one of Gymnasium's ``AutoresetMode``, or its name: "next-step", "same-step", "disabled".
        max_episode_steps: number of steps after which a game is truncated; None for no limit.
        copy: whether observations and masks are new arrays. Otherwise they may be the batch's own arrays, which the
            next step overwrites.
        threads: number of threads per step.
        render_mode: as in ``MinesweeperEnv``.
        render_scale: as in ``MinesweeperEnv``.

    Raises:
        ParameterError: as in ``MinesweeperEnv``, which can raise its other errors as well.

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
    """The games as a batch, with all their data."""

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
        # In "same-step" mode, the final state must be saved before the next game begins, so ``step`` itself restarts
        # games.
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
            seed: seed of game 0, from which the others follow; or a list with, for each game, a seed or None for its
                next game; or None for the next games.
            options: "reset_mask", an array with a boolean per game, at least one of them true, selects the games to
                begin; without it, all begin.

        Raises:
            ParameterError: a seed is out of range, the number of seeds is wrong, or the mask or an option is
                impossible.
            ParameterTypeError: an argument has the wrong type.
        """
        where = self._read_mask(_check_options(options, ("reset_mask",)).get("reset_mask"))
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
            ParameterError: an action is invalid, the number of actions is wrong, or an ended game wasn't reset in
                "disabled" mode.
            ParameterTypeError: the actions aren't whole numbers.
            GenerationError: the rules require a board without guesses, and none was found; no move is made, and
                ``reset()`` of all games, or of the game without a board, begins another game there.
        """
        numpy = load_numpy()
        batch = self.batch
        if self._autoreset == "disabled" and self._ended.any():
            raise ParameterError(
                f"can't step {pluralize(int(self._ended.sum()), 'game')} that ended: first reset the ended "
                "games with options={'reset_mask': ...}"
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
        """Render every game as text or pixels. Returns None if the text was printed, or without a render mode."""
        frames = tuple([self._seen.render(game) for game in range(self.num_envs)]) if self.render_mode else ()
        return frames if self.render_mode in ("ansi", "rgb_array") else None

    def action_masks(self) -> NDArray[np.bool_]:
        """Return whether each action has an effect, shape (num_envs, actions)."""
        return self.batch.action_masks.astype("?")

    def _cut(self, limit: int, terminations: NDArray[np.bool_], truncations: NDArray[np.bool_]) -> None:
        """Truncate the games that have reached the step limit."""
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
        """Return the infos and, as Gymnasium does, a boolean per game for each: false for games that weren't reset."""
        numpy = load_numpy()
        infos: dict[str, Any] = {}
        for name, rows in self._seen.facts(is_copy=self.copy or where is not None).items():
            if where is None:
                infos[f"_{name}"] = numpy.ones(self.num_envs, numpy.bool_)
            else:
                rows[~where] = 0
                infos[f"_{name}"] = where.copy()
            infos[name] = rows
        return infos

    def _final(self, which: NDArray[np.int64], ended: NDArray[np.bool_]) -> dict[str, Any]:
        """Return ended games' final observations and infos, in Gymnasium's form."""
        numpy = load_numpy()
        observed = self._seen.observe(which)
        final_obs = numpy.full(self.num_envs, None, object)
        final_info: dict[str, Any] = {}
        for place, game in enumerate(which.tolist()):
            if isinstance(observed, dict):
                final_obs[game] = {name: rows[place] for name, rows in observed.items()}
            else:
                final_obs[game] = observed[place]
        for name, rows in self._seen.facts(which).items():
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
            raise ParameterError("expected a reset_mask that selects at least one game, got none")
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


def _check_options(options: object, known: Sequence[str] = ()) -> dict[str, Any]:
    """Check the options for ``reset``, and return them as a dictionary.

    Args:
        options: a dictionary, or None for an empty one.
        known: the allowed names.

    Raises:
        ParameterError: the options contain an unknown name.
        ParameterTypeError: the options are neither a dictionary nor None.

    >>> _check_options(None)
    {}
    """
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise ParameterTypeError(
            f"expected a dictionary of options, got {truncate(options)} ({type(options).__name__})"
        )
    for name in options:
        if name not in known:
            expected = f"the options {', '.join(known)}" if known else "no options"
            raise ParameterError(f"expected {expected}, got {truncate(name)}{suggest(str(name), list(known))}")
    return options
