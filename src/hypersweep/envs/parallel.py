"""A PettingZoo environment: several agents on one board, or racing on identical boards."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from hypersweep.codes import EXPLODED, WRONG_FLAG
from hypersweep.envs.batch import BatchEnv
from hypersweep.envs.env_settings import Ending, Reward
from hypersweep.envs.registration import missing
from hypersweep.envs.rendering import RENDER_FPS, RENDER_MODES, board_pixels, check_scale
from hypersweep.errors import MineCountError, ParameterError, ParameterTypeError
from hypersweep.game.first_open import deal
from hypersweep.rng import Stream, check_seed, fresh_seed
from hypersweep.rules import CLASSIC, Rules
from hypersweep.text import pluralize
from hypersweep.validation import place_among, suggest, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import ClassVar, Literal, Self, TypeAlias

    from numpy.typing import ArrayLike, NDArray

    from hypersweep.grid import Grid
    from hypersweep.typing import MoveKind

    Mode: TypeAlias = Literal["co-op", "versus"]
    Credit: TypeAlias = Literal["shared", "own", "race"]

try:
    import numpy as np
    from gymnasium import logger
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import parallel_to_aec
except ImportError as _error:
    _absent = "PettingZoo" if (_error.name or "").startswith("pettingzoo") else "Gymnasium"
    raise missing(f"an environment with several agents needs {_absent}", "zoo", _error.name) from None


MODES: tuple[Mode, ...] = ("co-op", "versus")
"""One board for all agents, or a board for each agent."""

CREDITS: dict[Mode, tuple[Credit, ...]] = {"co-op": ("shared", "own"), "versus": ("race", "own")}
"""Possible values of ``credit`` in each mode; the first is the default."""

_MASKS = ("info", "observation")
_WON = 1


def _plain(kind: type[object]) -> type[object]:
    """Return a class without its type parameters, which type checkers reject in a base class."""
    return kind


_Base = _plain(ParallelEnv)


class MinesweeperParallelEnv(_Base):  # type: ignore[misc, valid-type]
    """Several agents play Minesweeper at the same time, on one board or each on their own.

    ## Description

    - **"co-op"**: all agents see and play one board. In each step every agent chooses an action. The actions are
      executed one after another, starting with a different agent in each step: ``agent_0`` in the first, ``agent_1`` in
      the second, and so on in rotation. Hitting a mine ends the game for all agents, and so does opening the last safe
      cell.
    - **"versus"**: each agent has its own board, with the same mines and the same open cell, and can't see the other
      boards. Hitting a mine ends only that agent's game. The episode ends when all games have ended.

    ## Action space

    ``Discrete(kinds * cells)`` for each agent, as in ``BatchEnv``: ``kind * cells + cell``, where cell is the raveled
    index and kind 0 opens, 1 flags (or removes the flag), 2 chords. Every active agent must choose an action in every
    step, and no other agent may. If one action is invalid, no move is made. To wait, an agent chooses an action without
    an effect.

    ``infos[agent]["action_mask"]`` (int8) has a 1 for each action with an effect.

    In co-op, an action is ignored if another agent's action in the same step has left it without an effect: if two
    agents open or flag the same cell, only the first does so, and the second isn't penalised. Actions after the end of
    the game are ignored too.

    ## Observation space

    ``Box(-5, most neighbours, shape of the grid, int8)``, with the codes of ``View``: clues, ``COVERED`` (-1),
    ``FLAGGED`` (-2) and so on. The lower bound is -4 if nothing can be flagged, and the type is int16 if a clue may
    exceed 127. An agent whose game has ended sees the mines. With ``mask="observation"`` or ``progress=True`` it is a
    ``Dict`` with ``"observation"`` and ``"action_mask"`` or ``"progress"``. Progress is the share of safe cells opened
    by each agent, float32, starting with the agent itself, then the others in the order of ``possible_agents``.

    ## Starting state

    In co-op all cells are covered, and the first open keeps the rules' promise. In versus one cell is already open, the
    same for all agents, because the mines are placed at the first open. That cell depends on the seed and is never a
    mine. If opening it wins the game at once, the first step ends the game with the reward for a win.

    The first game uses the ``seed`` passed to the environment or to ``reset``; in co-op with seed 7 it is ``Game(grid,
    mines, seed=7)``. ``reset()`` without a seed continues with seeds from a stream started by the first seed.

    ## Rewards

    ``reward`` sets the reward for an action, by default 1 for a win and -1 for a mine. ``credit`` distributes the
    rewards:

    - **"shared"** (co-op): each agent gets the sum of all rewards.
    - **"own"** (co-op): each agent gets the reward for its own action, including a loss. A ``Reward``'s win goes to all
      agents.
    - **"race"** (versus): each agent gets the reward for its own action, minus the average reward of the others that
      were active at the start of the step. The rewards in a step add up to 0. With two agents, the first game to end
      decides: a win is worth 1 to that agent and -1 to the other, a mine the opposite. An agent that plays on alone
      gets 0.
    - **"own"** (versus): each agent gets the reward for its own action.

    ## Episode end

    An agent is terminated when its game is won or lost, or when ``ending`` ends it; all are truncated after
    ``max_cycles`` steps. In co-op all agents end together. Agents that have ended are removed from ``agents`` until the
    next ``reset``.

    ## Information

    ``infos[agent]`` contains ``"action_mask"`` (depending on ``mask``); ``"outcome"``: 0 while the agent's game is
    ongoing, 1 won, 2 lost; and in co-op ``"acted"``: whether the agent's action was executed. It contains nothing the
    player can't know. For training and evaluating all agents together, ``state()`` returns the views of all boards, and
    ``standings()`` the ranking.

    Copies and pickles continue from the current state.

    Args:
        grid: the board, as a ``Grid`` or text.
        mines: number of mines.
        agents: number of agents, named ``agent_0``, ``agent_1`` and so on; two or more in versus.
        mode: "co-op" or "versus".
        rules: ``Rules``, or text.
        kinds: possible actions: ``("open",)``, or the same with "flag", or with "flag" and "chord".
        reward: reward for an action: a ``Reward``, or a function of the ``BatchEnv`` containing the games: one game in
            co-op, one per agent in versus. In co-op it is called after each action.
        credit: how rewards are distributed; None for the mode's default.
        ending: what ends a game, besides a win or a loss. The ``moves`` in an ``Ending`` include every action in a
            game, and in versus also the open at the start.
        max_cycles: number of steps after which the episode is truncated; None for no limit.
        mask: where to put the action mask: "info", "observation", or None to leave it out.
        progress: whether agents can see the others' progress (versus).
        seed: seed of the first game; None for a random one.
        render_mode: "ansi" for text, "rgb_array" for pixels, "human" to print the text after every ``reset`` and
            ``step``, or None.
        render_scale: scale of the picture; None to enlarge small boards.

    Raises:
        MineCountError: the mines don't fit, or leave no safe cell in versus.
        ParameterError: an argument is out of range, or doesn't suit the mode.
        ParameterTypeError: an argument has the wrong type.
        HypersweepError: another error of ``BatchEnv``.

    ## Version history

    - v0: first version.

    >>> env = MinesweeperParallelEnv("3x4", mines=2, agents=2, seed=7)
    >>> observations, infos = env.reset()
    >>> observations, rewards, *_ = env.step({"agent_0": 0, "agent_1": 3})
    >>> observations["agent_1"].tolist(), rewards
    ([[0, 1, -1, 1], [0, 2, -1, -1], [0, 1, -1, -1]], {'agent_0': 0.0, 'agent_1': 0.0})
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "hypersweep_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
        "is_parallelizable": True,
    }

    agents: list[str]
    possible_agents: list[str]
    observation_spaces: dict[str, Space[Any]]
    action_spaces: dict[str, Discrete]
    mode: Mode
    credit: Credit
    render_mode: str | None
    state_space: Box

    def __init__(
        self,
        grid: Grid | str | Sequence[int] = "9x9",
        mines: int = 10,
        agents: int = 2,
        *,
        mode: Mode = "co-op",
        rules: Rules | str = CLASSIC,
        kinds: Sequence[MoveKind] = ("open",),
        reward: Reward | Callable[[BatchEnv], ArrayLike] = Reward(),  # noqa: B008 - it never changes
        credit: Credit | None = None,
        ending: Ending | Callable[[BatchEnv], ArrayLike] = Ending(),  # noqa: B008
        max_cycles: int | None = None,
        mask: Literal["info", "observation"] | None = "info",
        progress: bool = False,
        seed: int | None = None,
        render_mode: str | None = None,
        render_scale: int | None = None,
    ) -> None:
        many = whole_number(agents, "agents", least=1, below=1 << 16)
        self.mode = MODES[place_among("a mode", mode, MODES)]
        known = CREDITS[self.mode]
        if self.mode == "versus" and many == 1:
            raise ParameterError("versus needs 2 agents or more, got 1")
        self.credit = known[0 if credit is None else place_among("a credit", credit, known)]
        self._mask_place = None if mask is None else _MASKS[place_among("a mask", mask, _MASKS)]
        if not isinstance(progress, bool):
            raise ParameterTypeError(
                f"expected True or False for progress, got {truncate(progress)} ({type(progress).__name__})"
            )
        if progress and self.mode != "versus":
            raise ParameterError("progress is only for versus, where each agent has its own board, not for co-op")
        modes = tuple(self.metadata["render_modes"])
        self.render_mode = None if render_mode is None else modes[place_among("a render mode", render_mode, modes)]
        self.max_cycles = max_cycles
        self._scale = check_scale(render_scale)
        self._progress = progress
        self._seed = fresh_seed() if seed is None else check_seed(seed)
        self._batch = BatchEnv(
            grid,
            mines,
            many if self.mode == "versus" else 1,
            rules=rules,
            seed=[self._seed] * (many if self.mode == "versus" else 1),
            kinds=kinds,
            reward=reward,
            ending=ending,
            autoreset="disabled",
        )
        if self.mode == "versus":
            check_start(self._batch.grid, self._batch.mines)
        self._reward = reward
        self.possible_agents = [f"agent_{number}" for number in range(many)]
        self.agents = []
        self._places = {agent: place for place, agent in enumerate(self.possible_agents)}
        self._cycle = 0
        # Number of cells opened by each agent, and the step in which its game ended.
        self._opened = dict.fromkeys(self.possible_agents, 0)
        self._ended: dict[str, int] = {}
        # Rewards for agents that won by the open at the start; the first step pays these out.
        self._owed: dict[str, float] = {}
        self._make_spaces()

    def _make_spaces(self) -> None:
        batch = self._batch
        kind, shape, high = batch.observations.dtype.type, batch.grid.shape, batch.grid.max_neighbours
        # Wrong flags occur only if cells can be flagged.
        low = EXPLODED if len(batch.kinds) == 1 else WRONG_FLAG
        # Use a separate space for each agent, since every space has its own random state.
        self.action_spaces = {agent: Discrete(batch.actions) for agent in self.possible_agents}
        self.observation_spaces = {}
        for agent in self.possible_agents:
            codes: Space[Any] = Box(low, high, shape, kind)
            parts: dict[str, Space[Any]] = {"observation": codes}
            if self._mask_place == "observation":
                parts["action_mask"] = Box(0, 1, (batch.actions,), np.int8)
            if self._progress:
                parts["progress"] = Box(0, 1, (len(self.possible_agents),), np.float32)
            self.observation_spaces[agent] = Dict(parts) if len(parts) > 1 else codes
        boards = shape if self.mode == "co-op" else (len(self.possible_agents), *shape)
        self.state_space = Box(low, high, boards, kind)

    @property
    def max_cycles(self) -> int | None:
        """Number of steps after which the episode is truncated; None for no limit."""
        return self._max_cycles

    @max_cycles.setter
    def max_cycles(self, most: int | None) -> None:
        self._max_cycles = None if most is None else whole_number(most, "max_cycles", least=1, below=1 << 63)

    @property
    def batch(self) -> BatchEnv:
        """The batch containing the games: one game in co-op, one per agent in versus."""
        return self._batch

    def observation_space(self, agent: str) -> Space[Any]:
        """Return an agent's observation space, always the same object.

        Raises:
            ParameterError: there is no such agent.
        """
        return self.observation_spaces[self._name(agent)]

    def action_space(self, agent: str) -> Discrete:
        """Return an agent's action space, always the same object.

        Raises:
            ParameterError: there is no such agent.
        """
        return self.action_spaces[self._name(agent)]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin an episode.

        Args:
            seed: the game's seed; None for the stream's next seed.
            options: ignored.

        Returns:
            Observations and infos, by agent.

        Raises:
            ParameterError: the seed is out of range.
            ParameterTypeError: the seed isn't a whole number.
            GenerationError: the rules require a board without guesses, and none was found. The next ``reset()`` begins
                another game.
        """
        batch = self._batch
        if seed is not None:
            self._seed = check_seed(seed)
            batch.reset(seed=[self._seed] * batch.count)
        else:
            batch.reset()
        # If no board is found below, leave no agent active.
        self.agents = []
        self._cycle = 0
        self._opened = dict.fromkeys(self.possible_agents, 0)
        self._ended, self._owed = {}, {}
        if self.mode == "versus":
            self._open_start()
        self.agents = list(self.possible_agents)
        acted = dict.fromkeys(self.agents, False)
        if self.render_mode == "human":
            self.render()
        return self._observe(self.agents), self._inform(self.agents, acted)

    def _open_start(self) -> None:
        batch = self._batch
        start = start_cell(batch.grid, batch.mines, batch.rules, int(batch.seeds[0]))
        batch.step(np.full(batch.count, start))
        for place, agent in enumerate(self.possible_agents):
            self._opened[agent] = int(batch.opened[place])
            if batch.terminations[place] or batch.truncations[place]:
                self._owed[agent] = float(batch.rewards[place])

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Make the moves of all active agents.

        Args:
            actions: a whole number for each agent in ``agents``, and for no other.

        Returns:
            Observations, rewards, terminations, truncations and infos, by agent.

        Raises:
            ParameterError: an action is missing, invalid, or from an inactive agent; no move is made.
            ParameterTypeError: the argument isn't a mapping from agents to whole numbers.
            GenerationError: the rules require a board without guesses, and none was found for the first open cell. The
                next ``reset()`` begins another game.
        """
        chosen = self._read(actions)
        playing = list(self.agents)
        acted = dict.fromkeys(playing, True)
        worth = self._act_together(chosen, acted) if self.mode == "co-op" else self._act_apart(chosen)
        rewards = share(self.credit, worth)
        self._cycle += bool(playing)
        batch = self._batch
        places = {agent: self._place(agent) for agent in playing}
        terminations = {agent: bool(batch.terminations[place]) for agent, place in places.items()}
        truncations = {agent: bool(batch.truncations[place]) for agent, place in places.items()}
        if self._max_cycles is not None and self._cycle >= self._max_cycles:
            truncations.update({agent: True for agent in playing if not terminations[agent]})
        for agent in playing:
            if terminations[agent] or truncations[agent]:
                self._ended[agent] = self._cycle
        self.agents = [agent for agent in playing if agent not in self._ended]
        if self.render_mode == "human":
            self.render()
        return self._observe(playing), rewards, terminations, truncations, self._inform(playing, acted)

    def _read(self, actions: Mapping[str, Any]) -> dict[str, int]:
        if not isinstance(actions, Mapping):
            raise ParameterTypeError(f"expected actions by agent, got {truncate(actions)} ({type(actions).__name__})")
        for agent in actions:
            if agent not in self.agents:
                name = self._name(agent)
                why = "whose game has ended" if name in self._ended else "which needs reset() first"
                raise ParameterError(
                    f"expected actions only for agents that are still playing, got one for {name}, {why}"
                )
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise ParameterError(f"expected an action for every agent that is still playing, got none for {missing[0]}")
        most = self._batch.actions
        return {agent: whole_number(actions[agent], f"the action of {agent}", below=most) for agent in self.agents}

    def _act_together(self, chosen: dict[str, int], acted: dict[str, bool]) -> dict[str, float]:
        batch = self._batch
        worth = dict.fromkeys(chosen, 0.0)
        before = batch.action_masks[0].copy()
        done = set[int]()
        first = self._cycle % len(self.possible_agents)
        is_over = False
        for agent in [*self.possible_agents[first:], *self.possible_agents[:first]] if chosen else []:
            action = chosen[agent]
            if is_over or action in done or (before[action] and not batch.action_masks[0, action]):
                acted[agent] = False
                continue
            done.add(action)
            opened = int(batch.opened[0])
            batch.step([action])
            worth[agent] = float(batch.rewards[0])
            self._opened[agent] += int(batch.opened[0]) - opened
            is_over = bool(batch.terminations[0] or batch.truncations[0])
            if is_over and self.credit == "own" and batch.outcomes[0] == _WON and isinstance(self._reward, Reward):
                for other in worth.keys() - {agent}:
                    worth[other] += self._reward.win
        return worth

    def _act_apart(self, chosen: dict[str, int]) -> dict[str, float]:
        if not chosen:
            return {}
        batch = self._batch
        # Actions in ended games are ignored, so fill in 0.
        batch.step([chosen.get(agent, 0) for agent in self.possible_agents])
        worth = {agent: float(batch.rewards[self._places[agent]]) + self._owed.get(agent, 0.0) for agent in chosen}
        self._owed = {}
        for agent in chosen:
            self._opened[agent] = int(batch.opened[self._places[agent]])
        return worth

    def _name(self, agent: object) -> str:
        if not isinstance(agent, str):
            raise ParameterTypeError(f"expected an agent name, got {truncate(agent)} ({type(agent).__name__})")
        if agent not in self._places:
            names = f"{self.possible_agents[0]} to {self.possible_agents[-1]}"
            raise ParameterError(
                f"expected one of the agents {names}, got {truncate(agent)}{suggest(agent, self.possible_agents)}"
            )
        return agent

    def _place(self, agent: str) -> int:
        """Return the index of the agent's game in the batch."""
        return 0 if self.mode == "co-op" else self._places[agent]

    def _observe(self, agents: Sequence[str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for agent in agents:
            place = self._place(agent)
            codes = self._batch.observations[place].copy()
            parts = {"observation": codes}
            if self._mask_place == "observation":
                parts["action_mask"] = self._batch.action_masks[place].copy()
            if self._progress:
                parts["progress"] = self._shares(agent)
            found[agent] = parts if len(parts) > 1 else codes
        return found

    def _shares(self, agent: str) -> NDArray[np.float32]:
        safe = self._batch.grid.cells - self._batch.mines
        shares = np.array([self._opened[other] / safe for other in self.possible_agents], np.float32)
        return np.roll(shares, -self._places[agent])

    def _inform(self, agents: Sequence[str], acted: dict[str, bool]) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for agent in agents:
            place = self._place(agent)
            own: dict[str, Any] = {"outcome": self._outcome(agent)}
            if self._mask_place == "info":
                own["action_mask"] = self._batch.action_masks[place].copy()
            if self.mode == "co-op":
                own["acted"] = acted[agent]
            found[agent] = own
        return found

    def state(self) -> NDArray[np.signedinteger[Any]]:
        """Return the views of all boards: in co-op a single one, in versus shape (agents, *grid.shape).

        They are for training all agents together; in versus no agent may see them.
        """
        boards = self._batch.observations
        return boards[0].copy() if self.mode == "co-op" else boards.copy()

    def standings(self) -> dict[str, int]:
        """Return each agent's rank, 1 for the first; tied agents share a rank.

        In versus, winners rank first, earlier winners before later ones; then agents are ranked by their number of open
        safe cells. In co-op only safe cells count; those opened by a cascade count for the agent that started it.

        >>> env = MinesweeperParallelEnv("3x4", mines=2, agents=2, seed=7)
        >>> observations, infos = env.reset()
        >>> results = env.step({"agent_0": 3, "agent_1": 0})
        >>> env.standings()
        {'agent_0': 2, 'agent_1': 1}
        """
        won: dict[str, int] = {}
        if self.mode == "versus":
            won = {agent: step for agent, step in self._ended.items() if self._outcome(agent) == _WON}
        return rank(self._opened, won)

    def _outcome(self, agent: str) -> int:
        return int(self._batch.outcomes[self._place(agent)])

    def render(self) -> str | NDArray[np.uint8] | None:
        """Render the board; in versus all boards, one below another. Returns None if printed, or without a render mode.

        In text, each board in versus has its agent's name above it.
        """
        if self.render_mode is None:
            logger.warn("an environment without a render_mode draws nothing: set one, such as render_mode='ansi'")
            return None
        batch = self._batch
        if self.render_mode == "rgb_array":
            return np.concatenate([board_pixels(batch.grid, codes, scale=self._scale) for codes in batch.observations])
        text = str(batch.view(0))
        if self.mode == "versus":
            boards = [f"{agent}\n{batch.view(place)}" for place, agent in enumerate(self.possible_agents)]
            text = "\n\n".join(boards)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n", flush=True)
        return None

    def close(self) -> None:
        """Do nothing: there are no resources, and a closed environment can still be played."""

    def __copy__(self) -> Self:
        # A shallow copy would share the games.
        return deepcopy(self)

    def __repr__(self) -> str:
        agents, mines = pluralize(len(self.possible_agents), "agent"), pluralize(self._batch.mines, "mine")
        return f"<MinesweeperParallelEnv of {agents} on {self._batch.grid} with {mines}: {self.mode}, {self.credit}>"

    def __str__(self) -> str:
        return str(self.metadata["name"])


def parallel_env(**arguments: Any) -> MinesweeperParallelEnv:
    """Return the environment, under PettingZoo's usual name; the arguments are those of ``MinesweeperParallelEnv``.

    >>> parallel_env(grid="3x4", mines=2, agents=3, mode="versus")
    <MinesweeperParallelEnv of 3 agents on 3x4 with 2 mines: versus, race>
    """
    return MinesweeperParallelEnv(**arguments)


def env(**arguments: Any) -> AECEnv:
    """Return the environment in PettingZoo's AEC form: agents choose in turn; the last choice makes all the moves.

    >>> aec = env(grid="3x4", mines=2, agents=3, seed=7)
    >>> aec.reset()
    >>> aec.agent_selection
    'agent_0'
    """
    return parallel_to_aec(MinesweeperParallelEnv(**arguments))


def share(credit: Credit, worth: Mapping[str, float]) -> dict[str, float]:
    """Distribute the rewards for actions among the agents.

    Args:
        credit: "own": the reward for the agent's own action; "shared": the sum of all; "race": its own, minus the
            average of the others. An agent alone in a race gets 0.
        worth: reward for each agent's action.

    >>> share("shared", {"a": 0.5, "b": -1.0}), share("race", {"a": 1.0, "b": 0.0, "c": 0.5})
    ({'a': -0.5, 'b': -0.5}, {'a': 0.75, 'b': -0.75, 'c': 0.0})
    """
    total = sum(worth.values())
    if credit == "shared":
        return dict.fromkeys(worth, total)
    if credit == "own":
        return dict(worth)
    others = len(worth) - 1
    return {agent: own - (total - own) / others if others else 0.0 for agent, own in worth.items()}


def rank(opened: Mapping[str, int], won: Mapping[str, int]) -> dict[str, int]:
    """Return each agent's rank, 1 for the first; tied agents share a rank.

    Args:
        opened: number of safe cells opened by each agent.
        won: the step in which each winner won; winners rank before all others, earlier ones first.

    >>> rank({"a": 7, "b": 9, "c": 7, "d": 3}, {"d": 12})
    {'a': 3, 'b': 2, 'c': 3, 'd': 1}
    """
    keys = {agent: (agent not in won, won.get(agent, -cells)) for agent, cells in opened.items()}
    return {agent: 1 + sum(other < key for other in keys.values()) for agent, key in keys.items()}


def check_start(grid: Grid, mines: int) -> None:
    """Raise an error if a board has no safe cell.

    Raises:
        MineCountError: no cell is safe.

    >>> from hypersweep import Grid
    >>> check_start(Grid("3x4"), 11)
    """
    if mines >= grid.cells:
        raise MineCountError(f"no safe cell to open first: {mines} mines on {grid}")


def start_cell(grid: Grid, mines: int, rules: Rules, seed: int) -> int:
    """Return the index of a random cell that is safe to open first, from a stream derived from the game's seed.

    Args:
        grid: the board.
        mines: number of mines.
        rules: the game's rules.
        seed: the game's seed.

    Raises:
        MineCountError: no cell is safe.

    >>> from hypersweep import CLASSIC, Grid
    >>> start_cell(Grid("3x4"), 2, CLASSIC, 7)
    2
    """
    check_start(grid, mines)
    stream = Stream(seed, "start")
    start = stream.below(grid.cells)
    if rules.first_open_promise == "any":
        # In this case, the rules' promise doesn't exclude mines, so the layout is the same for every first cell.
        layout = deal(grid, mines, rules, seed=seed, first=start)
        while layout.is_mine(start):
            start = stream.below(grid.cells)
    return start
