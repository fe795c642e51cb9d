"""Many games in the arrays of somebody else: an environment for PufferLib."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from hypersweep.arguments import place_among, shorten, whole_number
from hypersweep.codes import COVERED, FLAGGED
from hypersweep.copying import NotCopyable
from hypersweep.envs.batch import BatchEnv
from hypersweep.envs.registration import missing
from hypersweep.envs.terms import Ending, Reward
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.rng import check_seed, fresh_seed
from hypersweep.rules import CLASSIC, Rules
from hypersweep.wording import count_of

try:
    import numpy as np
    from gymnasium.spaces import Box, Discrete, MultiDiscrete
except ImportError as _error:
    raise missing("an environment for PufferLib needs Gymnasium", name=_error.name) from None

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, ClassVar

    from numpy.typing import ArrayLike, NDArray

    from hypersweep.grid import Grid
    from hypersweep.typing import MoveKind

__all__ = ["ARRAYS", "MinesweeperPuffer"]

ARRAYS = ("observations", "rewards", "terminals", "truncations", "masks", "actions")
"""The names of the arrays that a caller owns, as PufferLib calls them."""

_WON = 1


class _Standing:
    """What ``pufferlib.PufferEnv`` does, where that isn't installed: arrays, spaces of all games, send and receive."""

    num_agents: int
    single_observation_space: Box
    single_action_space: Discrete
    observation_space: Box
    action_space: MultiDiscrete
    agent_ids: NDArray[np.signedinteger[Any]]
    observations: NDArray[np.signedinteger[Any]]
    rewards: NDArray[np.float32]
    terminals: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int32]
    infos: list[dict[str, float]]

    def __init__(self, buf: Mapping[str, Any]) -> None:
        for name in ARRAYS:
            setattr(self, name, buf[name])
        count, seen = self.num_agents, self.single_observation_space
        low, high = seen.low[None].repeat(count, 0), seen.high[None].repeat(count, 0)
        self.observation_space = Box(low, high, (count, *seen.shape), seen.dtype.type)
        self.action_space = MultiDiscrete([int(self.single_action_space.n)] * count)
        self.agent_ids = np.arange(count)

    @property
    def agent_per_batch(self) -> int:
        """How many games there are."""
        return self.num_agents

    @property
    def emulated(self) -> bool:
        """False: nothing is translated here."""
        return False

    @property
    def done(self) -> bool:
        """False: a game that has ended is followed by the next one in the same step."""
        return False

    @property
    def driver_env(self) -> Any:
        """The environment itself."""
        return self

    def async_reset(self, seed: int | None = None) -> None:
        """Begins games; ``recv`` tells what is seen then."""
        _, self.infos = self.reset(seed)

    def send(self, actions: ArrayLike) -> None:
        """Makes a move in every game; ``recv`` tells what came of it."""
        *_, self.infos = self.step(actions)

    def recv(self) -> tuple[Any, ...]:
        """Observations, rewards, terminals, truncations, infos, the numbers of the games, and masks."""
        arrays = self.observations, self.rewards, self.terminals, self.truncations
        return *arrays, self.infos, self.agent_ids, self.masks

    def reset(self, seed: int | None = None) -> tuple[NDArray[Any], list[dict[str, float]]]:
        """Begins games."""
        raise NotImplementedError

    def step(self, actions: ArrayLike) -> tuple[Any, ...]:
        """Makes a move in every game."""
        raise NotImplementedError


_Base = _Standing
if not TYPE_CHECKING:
    with suppress(ImportError):
        # PufferLib takes for its own only what derives from this.
        from pufferlib import PufferEnv as _Base


class MinesweeperPuffer(_Base, NotCopyable):
    """Many games that write what is seen into arrays of whoever runs them: a native environment of PufferLib 3.

    It derives from ``pufferlib.PufferEnv`` where PufferLib is installed, so that its vectorisers take it. Elsewhere it
    has the same members by itself, for other programs that follow the same convention.

    **Arrays.** ``observations``, ``rewards``, ``terminals``, ``truncations``, ``masks`` and ``actions`` are those of
    ``buf``, or made here where it is None. They stay where they are, and ``step`` and ``reset`` write into them:
    ``observations`` int8 (int16 where a clue may be above 127), shape (num_agents, *grid.shape), the codes of
    ``View``; ``rewards`` float32, ``terminals`` and ``truncations`` bool, ``actions`` int32, all of shape
    (num_agents,).

    **Masks.** ``masks`` tells PufferLib which agents there are, and is True everywhere. Which actions do something is
    told by ``action_masks``, int8, shape (num_agents, actions), for which PufferLib has no place: it is this
    environment's own, or ``buf["action_masks"]``. With opens alone it is the same as ``observations == COVERED``.

    **Games.** An agent is a game. The step that ends one begins the next, so that its observation is that of the new
    game, while reward, ``terminals`` and ``truncations`` are those of the one that has ended. With seed s, game i has
    the seed ``s * num_envs + i``, so that environments with seeds 0, 1, 2, as PufferLib makes them, share no game.

    **Infos.** ``step`` gives a list. It is empty but for every ``log_interval`` steps, when it holds a dict of the
    games that have ended since: ``score`` (the share that was won), ``perf`` (the mean share of safe cells that were
    open at the end), ``episode_return`` and ``episode_length`` (means), and ``n`` (how many).

    Args:
        grid: the board, a ``Grid`` or its text.
        mines: how many in each game.
        num_envs: how many games.
        rules: ``Rules``, or their text.
        kinds: what can be done: ``("open",)``, or the same with "flag", or with "flag" and "chord".
        reward: what a step is worth, a ``Reward`` or a function of the ``BatchEnv``.
        ending: when a game ends, beside a win and a mine, an ``Ending`` or a function of the ``BatchEnv``.
        log_interval: after how many steps each dict comes.
        threads: how many work on a step.
        render_mode: "ansi", or None.
        buf: the caller's arrays by name; None for new ones.
        seed: 0 to 2**64 - 1; None for one that nobody can predict.

    Raises:
        ParameterError: an argument is out of range, or an array doesn't fit.
        ParameterTypeError: an argument has the wrong type.
        HypersweepError: what else ``BatchEnv`` refuses.

    >>> env = MinesweeperPuffer("3x4", mines=2, num_envs=2, seed=7, log_interval=2)
    >>> observations, infos = env.reset(seed=7)
    >>> observations, rewards, terminals, truncations, infos = env.step([0, 3])
    >>> observations[0].tolist(), terminals.tolist(), infos
    ([[0, 1, -1, -1], [0, 1, -1, -1], [0, 1, -1, -1]], [False, False], [])
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    _why_no_copy = "it writes into arrays that somebody else may own; copy its batch, which gets arrays of its own"

    batch: BatchEnv
    log_interval: int
    render_mode: str | None

    def __init__(
        self,
        grid: Grid | str | Sequence[int] = "9x9",
        mines: int = 10,
        num_envs: int = 1,
        *,
        rules: Rules | str = CLASSIC,
        kinds: Sequence[MoveKind] = ("open",),
        reward: Reward | Callable[[BatchEnv], ArrayLike] = Reward(),  # noqa: B008 - it never changes
        ending: Ending | Callable[[BatchEnv], ArrayLike] = Ending(),  # noqa: B008
        log_interval: int = 128,
        threads: int = 1,
        render_mode: str | None = None,
        buf: Mapping[str, Any] | None = None,
        seed: int | None = 0,
    ) -> None:
        count = whole_number(num_envs, "num_envs", least=1, below=1 << 31)
        self.log_interval = whole_number(log_interval, "log_interval", least=1)
        modes = tuple(self.metadata["render_modes"])
        self.render_mode = None if render_mode is None else modes[place_among("a render mode", render_mode, modes)]
        self.num_agents = count
        given = {} if buf is None else _read_arrays(buf, count)
        self.batch = batch = BatchEnv(
            grid,
            mines,
            count,
            rules=rules,
            seed=self._first_seed(fresh_seed() if seed is None else seed),
            kinds=kinds,
            reward=reward,
            ending=ending,
            autoreset="same-step",
            arrays=given,
            threads=threads,
        )
        low = FLAGGED if len(batch.kinds) > 1 else COVERED
        dtype = batch.observations.dtype.type
        self.single_observation_space: Box = Box(low, batch.grid.max_neighbours, batch.grid.shape, dtype)
        self.single_action_space: Discrete = Discrete(batch.actions)
        if buf is None:
            buf = {
                "observations": batch.observations,
                "rewards": batch.rewards,
                "terminals": batch.terminations,
                "truncations": batch.truncations,
                "masks": np.ones(count, bool),
                "actions": np.zeros(count, np.int32),
            }
        super().__init__(buf)
        self.masks[:] = True
        self.infos: list[dict[str, float]] = []
        self._forget()

    def _first_seed(self, seed: object) -> int:
        return check_seed(seed) * self.num_agents % (1 << 64)

    def _forget(self) -> None:
        self._steps = 0
        self._returns = np.zeros(self.num_agents)
        self._begin_count()

    def _begin_count(self) -> None:
        self._n, self._won, self._length = 0, 0, 0
        self._return, self._share = 0.0, 0.0

    @property
    def action_masks(self) -> NDArray[np.int8]:
        """1 for the actions that do something, shape (num_agents, actions)."""
        return self.batch.action_masks

    def reset(self, seed: int | None = None) -> tuple[NDArray[Any], list[dict[str, float]]]:
        """Begins all games anew.

        Args:
            seed: as when the environment is made; None for the next games.

        Returns:
            The observations, and an empty list.

        Raises:
            ParameterError: a seed out of range.
            ParameterTypeError: a seed that isn't a whole number.
        """
        self.batch.reset(seed=None if seed is None else self._first_seed(seed))
        self._forget()
        return self.observations, []

    def step(self, actions: ArrayLike) -> tuple[Any, ...]:
        """Makes a move in every game.

        Args:
            actions: whole numbers, shape (num_agents,); ``env.actions`` will do.

        Returns:
            Observations, rewards, terminals, truncations and infos: the arrays themselves, and a list.

        Raises:
            ParameterError: an action that there isn't, or a number of them that isn't that of the games. Nothing is
                done then.
            ParameterTypeError: not whole numbers.
            GenerationError: by the rules no guess may be needed, and no such board was found. No move is made then, and
                the next ``reset()`` begins another game.
        """
        batch = self.batch
        batch.step(actions)
        if actions is not self.actions:
            self.actions[:] = actions
        self._steps += 1
        self._returns += self.rewards
        ended = (self.terminals | self.truncations).nonzero()[0]
        if ended.size:
            self._count(ended)
        infos = []
        if self._steps % self.log_interval == 0 and self._n:
            means = {
                "score": self._won / self._n,
                "perf": self._share / self._n,
                "episode_return": self._return / self._n,
                "episode_length": self._length / self._n,
            }
            infos.append({**means, "n": float(self._n)})
            self._begin_count()
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def _count(self, ended: NDArray[np.intp]) -> None:
        batch = self.batch
        self._n += ended.size
        self._won += int(np.count_nonzero(batch.outcomes[ended] == _WON))
        self._length += int(batch.moves[ended].sum())
        self._return += float(self._returns[ended].sum())
        self._share += float(batch.opened[ended].sum()) / max(1, batch.grid.cells - batch.mines)
        self._returns[ended] = 0

    def render(self) -> str | None:
        """What is seen of the first game, as text; None without a render_mode."""
        return str(self.batch.view(0)) if self.render_mode else None

    def close(self) -> None:
        """Nothing is open; the arrays stay their owner's."""

    def __repr__(self) -> str:
        games, mines = count_of(self.num_agents, "game"), count_of(self.batch.mines, "mine")
        return f"<MinesweeperPuffer of {games} on {self.batch.grid} with {mines}>"


def _read_arrays(buf: object, count: int) -> dict[str, Any]:
    """The arrays of a caller that the games write to, by the names of ``Rows``, which looks at them.

    The others are refused here if they don't fit.
    """
    if not isinstance(buf, Mapping):
        raise ParameterTypeError(f"expected arrays by name for buf, got {shorten(buf)} ({type(buf).__name__})")
    missing = [name for name in ARRAYS if name not in buf]
    if missing:
        raise ParameterError(f"expected arrays of {', '.join(ARRAYS)} in buf, got none of {missing[0]}")
    for name, kinds in (("masks", "b"), ("actions", "iu")):
        array = buf[name]
        if not isinstance(array, np.ndarray):
            raise ParameterTypeError(f"expected an array for {name}, got {shorten(array)} ({type(array).__name__})")
        if array.shape != (count,) or array.dtype.kind not in kinds or not array.flags.writeable:
            what = "booleans" if name == "masks" else "whole numbers"
            raise ParameterError(
                f"expected {what} of shape ({count},) for {name}, writable, got {array.dtype} of shape {array.shape}"
            )
    found = {name: buf[name] for name in ("observations", "rewards", "truncations")}
    found["terminations"] = buf["terminals"]
    if "action_masks" in buf:
        found["action_masks"] = buf["action_masks"]
    return found
