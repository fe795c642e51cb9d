"""One game at a time, as an environment of Gymnasium."""

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
from hypersweep.validation import suggest, truncate, whole_number

try:
    import gymnasium
except ImportError:
    raise missing() from None

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from hypersweep.envs.batch import BatchEnv
    from hypersweep.envs.observation import Mask, Observation
    from hypersweep.grid import Grid
    from hypersweep.rules import Rules
    from hypersweep.typing import FirstOpen, MoveKind, Policy


class MinesweeperEnv(gymnasium.Env[Any, Any]):
    """Minesweeper on a board of any number of dimensions.

    ## Description

    A board hides mines. An open cell shows its clue, the number of mines among its neighbours; a zero opens its
    neighbours as well, and theirs. The game is won once every cell without a mine is open, and lost when a mine is
    opened. ``gymnasium.make("hypersweep/Minesweeper-v0", shape=(16, 30), mines=99)`` makes a game of any board and any
    rules of hypersweep, once ``import hypersweep.envs`` has made it known; ``gymnasium.make_vec`` of the same name
    plays many games by one call.

    ## Action Space

    ``Discrete(kinds x cells)``. Action ``kind * cells + cell`` does what the kind says with a cell, given by its
    raveled index (C order). Kind 0 opens it, kind 1 flags it or takes its flag away, kind 2 chords: an open clue with
    as many flags around it opens its other neighbours. With ``kinds=("open",)``, the default, an action is a cell.

    The action mask, int8, has a 1 for each action with an effect. It is in ``info["action_mask"]``, or in the
    observation with ``mask="observation"``, and in any case by ``action_masks()`` as booleans, for MaskablePPO of
    sb3-contrib. Actions that do nothing are possible too. Once a game has ended the mask allows everything.

    ## Observation Space

    With ``observation="codes"``, the default, ``Box(-4, most neighbours, shape, int8)``, or from -5 on where cells can
    be flagged, and int16 where a cell has more than 127 neighbours:

    | Code | Cell |
    |------|------|
    | 0, 1, ... | open, a clue |
    | -1 | covered |
    | -2 | flagged |
    | -3 | a mine, shown at the end |
    | -4 | the mine that was opened, at the end |
    | -5 | a flag where no mine is, at the end |

    With ``observation="planes"``, ``Box(0, 1, (planes, *shape), int8)``: every code has a plane that is 1 where a cell
    has it and 0 elsewhere. They stand in this order: -1, -2, -3, -4, -5, 0, 1, ...; without those of -2 and -5 where
    nothing can be flagged.

    With ``mask="observation"``, ``Dict`` of either one as "observation" and the mask as "action_mask".

    ## Starting State

    Every cell is covered. The mines are laid when the first cell is opened, so that it keeps what ``first`` promises:
    "any" nothing, "safe" (the default) that it has no mine, "opening" that none is next to it either. After
    ``reset(seed=7)`` the game is ``hypersweep.Game(shape, mines, seed=7)``; each ``reset()`` from then on begins
    another one, which follows from the seed.

    ## Reward

    1 for the step that wins, -1 for the one that hits a mine, 0 for all others. ``reward=Reward(...)`` makes it
    anything else: for a win, a loss, the cells that a step opens, a step that did something, one that did nothing; or a
    function of the ``BatchEnv`` that holds the game, which returns an array of one number.

    ## Episode End

    It terminates when the game is won or lost. ``ending=Ending(useless=True)`` ends it as well after an action that
    does nothing, and ``Ending(moves=200)`` truncates it after so many steps; it may be a function too.

    ## Information

    What a player may know, and the same after ``reset`` and ``step``:

    * "action_mask": as told above, with ``mask="info"`` (the default);
    * "is_success": whether the game is won;
    * "chances": with ``chances=True``, the chance of a mine for every cell, float64 of the board's shape: exact, or
      estimated where that would take long; and "chances_exact", which of the two;
    * "solver_move": with ``solver_move=True``, the action that hypersweep's solver would take, or -1 once the game has
      ended. The name of a policy ("safest", "progress", "look-ahead") in place of True chooses by that one.

    Chances and moves of the solver are for teaching learners: a player has to work them out. They follow from the view
    alone; before the first open they ignore its promise.

    ## Arguments

    Args:
        shape: the board: its sides, the text of a ``Grid`` such as "4x4x4~wrap=0", or a ``Grid``.
        mines: number of mines.
        rules: ``Rules`` or their text.
        first: promise of the first open, in place of that of the rules.
        kinds: possible actions: ``("open",)``, or the same with "flag", or with "flag" and "chord".
        observation: "codes" or "planes".
        mask: "info", "observation", or None for neither.
        reward: reward of a step.
        ending: when a game ends, besides a win and a mine.
        chances: whether infos contain the chances of mines.
        solver_move: whether infos contain the solver's move.
        render_mode: "ansi" for the text of a ``View``, "rgb_array" for pixels, "human" to have that text printed after
            every ``reset`` and ``step``.
        render_scale: how many times as large pixels are drawn, a cell being 18 of them at 1; None for small boards
            larger, up to 480 pixels.

    Raises:
        MineCountError: the mines don't fit.
        RulesError: the kinds contain "chord", but the rules have no chords.
        ShapeError: an impossible board, or cells with more than 32,767 neighbours.
        ParameterError: another argument is out of range.
        ParameterTypeError: an argument has the wrong type.
        BoardTooLargeError: this machine can't hold the game.
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
    """The game as a batch of one, with its seed, its layout, a ``Game`` to play on, and so on."""

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
        # Reuse one array for all actions, since making an array takes longer than the move.
        self._chosen: NDArray[np.int64] = load_numpy().zeros(1, "i8")
        self.observation_space: gymnasium.Space[Any] = self._seen.observation_space
        self.action_space: gymnasium.Space[Any] = self._seen.action_space
        self.render_mode = render_mode

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game.

        Args:
            seed: 0 to 2**64 - 1, of the game and all that follow; or None for the next one.
            options: an empty dictionary, or None.

        Raises:
            ParameterError: a seed out of range, or an option.
            ParameterTypeError: not a whole number, or not a dictionary.
        """
        check_options(options)
        own = None if seed is None else check_seed(seed)
        super().reset(seed=own)
        self.batch.reset(seed=own)
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._told()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a move. Once the game has ended nothing moves any more, and the reward is 0.

        Args:
            action: a whole number of the action space.

        Raises:
            ParameterError: an invalid action.
            ParameterTypeError: not a whole number.
            GenerationError: the rules ask for a board that needs no guess, and none was found. Then no move is made,
                and ``reset()`` begins another game.
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
            self._told(),
        )

    def __copy__(self) -> Self:
        # A shallow copy would share the game.
        return deepcopy(self)

    def render(self) -> Any:
        """Render the game as text or pixels. Returns: None if printed, or without a render mode."""
        return self._seen.render(0)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions would do something, shape (actions,): what MaskablePPO of sb3-contrib asks for."""
        masks: NDArray[np.bool_] = self.batch.action_masks[0].astype("?")
        return masks

    def _observe(self) -> Any:
        seen = self._seen.observe()
        return {name: rows[0] for name, rows in seen.items()} if isinstance(seen, dict) else seen[0]

    def _told(self) -> dict[str, Any]:
        # Python's numbers, from which Gymnasium makes arrays of the right type.
        return {name: rows[0] if rows.ndim > 1 else rows[0].item() for name, rows in self._seen.told().items()}


def check_options(options: object, known: Sequence[str] = ()) -> dict[str, Any]:
    """Check the options of ``reset``.

    Args:
        options: a dictionary, or None for an empty one.
        known: the allowed names.

    Raises:
        ParameterError: an unknown name.
        ParameterTypeError: not a dictionary.

    >>> check_options(None)
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
