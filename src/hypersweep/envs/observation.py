"""Spaces, observations and infos for Gymnasium environments, made from the games in a ``BatchEnv``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from hypersweep.arrays import load_numpy
from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.envs.batch import BatchEnv, write_chances
from hypersweep.envs.registration import missing
from hypersweep.envs.rendering import RENDER_MODES, board_pixels, check_scale
from hypersweep.envs.rows import code_type
from hypersweep.rules import read_rules
from hypersweep.solve.choice import POLICIES, choose
from hypersweep.validation import check_type, place_among

try:
    import gymnasium
except ImportError:
    raise missing() from None

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from hypersweep.envs.batch import Autoreset
    from hypersweep.envs.env_settings import Ending, Reward
    from hypersweep.grid import Grid
    from hypersweep.rules import Rules
    from hypersweep.typing import FirstOpen, MoveKind, Policy

    Observed: TypeAlias = NDArray[Any] | dict[str, NDArray[Any]]
    Which: TypeAlias = NDArray[np.int64] | None

Observation: TypeAlias = Literal["codes", "planes"]
"""How an observation represents the board."""

OBSERVATIONS: tuple[Observation, ...] = ("codes", "planes")
"""One code per cell, or a plane of 0 and 1 per code."""

Mask: TypeAlias = Literal["info", "observation"]
"""Where to put the action mask."""

MASKS: tuple[Mask, ...] = ("info", "observation")
"""In ``info["action_mask"]``, or next to the board in a Dict observation."""


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
    """Return the batch of games for a Gymnasium environment's arguments.

    Args:
        shape: the board: its sides, a ``Grid`` as text, or a ``Grid``.
        mines: number of mines per game.
        count: number of games.
        rules: ``Rules`` or text.
        first: promise for the first open, overriding the rules; None for the rules' own promise.
        kinds: possible actions.
        reward: reward for a step.
        ending: what ends a game, besides a win or a loss.
        autoreset: when the next game begins.
        threads: number of threads.
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
    """Makes observations and infos for a ``BatchEnv``.

    Args:
        batch: the games.
        observation: "codes" or "planes".
        mask: "info", "observation" or None.
        chances: whether infos contain mine probabilities, and whether these are exact.
        solver_move: whether infos contain the solver's move; or the name of the policy to use.
        render_mode: one of ``RENDER_MODES``, or None.
        render_scale: scale of pictures; None to enlarge small boards.

    Attributes:
        observation_space: observation space of one game.
        action_space: action space of one game.
        is_hinted: whether infos contain chances or solver moves.

    Raises:
        ParameterError: an argument is an unknown name.
        ParameterTypeError: an argument has the wrong type.

    >>> seen = Seen(BatchEnv("2x3", mines=1, count=2, seed=7), "codes", "info", chances=True)
    >>> seen.observe().shape, sorted(seen.facts())
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
        check_type(chances, bool, "True or False for chances")
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
        """Return observations of games.

        Args:
            which: indices of the games, or None for all.
            out: array for planes, or None for a new one.
            is_copy: whether to return new arrays; otherwise they may be the batch's own.
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

    def facts(self, which: Which = None, *, is_copy: bool = True) -> dict[str, NDArray[Any]]:
        """Return the infos by name, each an array with a row per game.

        Args:
            which: indices of the games, or None for all.
            is_copy: whether to return masks as new arrays.
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
        """Return the action the solver would choose, or -1 if the game has ended.

        The action opens the chosen cell. If a flag protects that cell, the action removes the flag.

        Args:
            game: the game's index.
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
        """Render a game as text or pixels. Returns None if the text was printed, or without a render mode.

        Args:
            game: the game's index.
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


def plane_codes(grid: Grid, kinds: Sequence[MoveKind]) -> tuple[int, ...]:
    """Return the planes' codes in order: covered, flagged, codes shown only at the end, then clues from 0.

    Flags and wrong flags have planes only if cells can be flagged.

    Args:
        grid: the board.
        kinds: possible actions.

    >>> from hypersweep import Grid
    >>> plane_codes(Grid("1x4"), ("open",)), plane_codes(Grid("1x4"), ("open", "flag"))
    ((-1, -3, -4, 0, 1, 2), (-1, -2, -3, -4, -5, 0, 1, 2))
    """
    looks = (COVERED, FLAGGED, MINE, EXPLODED, WRONG_FLAG) if len(kinds) > 1 else (COVERED, MINE, EXPLODED)
    return (*looks, *range(grid.max_neighbours + 1))


def write_planes(codes: NDArray[Any], which: Sequence[int], out: NDArray[np.int8]) -> None:
    """Write the planes for a batch of boards to an array.

    Args:
        codes: shape (count, *grid.shape).
        which: the code of each plane, from ``plane_codes``.
        out: int8, shape (count, planes, *grid.shape).

    >>> import numpy
    >>> planes = numpy.empty((1, 3, 2, 3), numpy.int8)
    >>> write_planes(numpy.array([[[-1, 1, 0], [-1, 1, 0]]]), (-1, 0, 1), planes)
    >>> planes[0, 0].tolist(), planes[0, 2].tolist()
    ([[1, 0, 0], [1, 0, 0]], [[0, 1, 0], [0, 1, 0]])
    """
    numpy = load_numpy()
    for plane, code in enumerate(which):
        # Write booleans, which are stored as bytes of 0 and 1.
        numpy.equal(codes, code, out=out[:, plane].view(numpy.bool_))


def observation_space(
    grid: Grid, kinds: Sequence[MoveKind], observation: Observation, mask: Mask | None
) -> gymnasium.spaces.Box | gymnasium.spaces.Dict:
    """Return the observation space of one game.

    Args:
        grid: the board.
        kinds: possible actions.
        observation: "codes" or "planes".
        mask: "observation" to include the action mask.

    >>> from hypersweep import Grid
    >>> observation_space(Grid("3x4"), ("open",), "codes", "info")
    Box(-4, 8, (3, 4), int8)
    >>> observation_space(Grid("3x4"), ("open", "flag"), "planes", None)
    Box(0, 1, (14, 3, 4), int8)
    """
    spaces = gymnasium.spaces
    numpy = load_numpy()
    dtype = numpy.dtype(code_type(grid)).type
    codes = plane_codes(grid, kinds)
    if observation == "codes":
        box = spaces.Box(min(codes), max(codes), grid.shape, dtype)
    else:
        box = spaces.Box(0, 1, (len(codes), *grid.shape), numpy.int8)
    if mask != "observation":
        return box
    allowed = spaces.Box(0, 1, (len(kinds) * grid.cells,), numpy.int8)
    return spaces.Dict({"observation": box, "action_mask": allowed})


def action_space(grid: Grid, kinds: Sequence[MoveKind]) -> gymnasium.spaces.Discrete:
    """Return the action space of one game: kinds times cells.

    Args:
        grid: the board.
        kinds: possible actions.

    >>> from hypersweep import Grid
    >>> action_space(Grid("3x4"), ("open", "flag"))
    Discrete(24)
    """
    return gymnasium.spaces.Discrete(len(kinds) * grid.cells)
