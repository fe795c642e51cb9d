"""A batch of games for a program to play in parallel, with one move in each game per call."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias, TypeVar

from hypersweep import _native
from hypersweep.arrays import load_numpy
from hypersweep.batch.layouts import LAYOUTS
from hypersweep.copying import Copyable, Immutable
from hypersweep.envs.env_settings import KINDS, Ending, Reward, check_kinds, check_part, read_seeds
from hypersweep.envs.rows import Rows, check_array, code_type
from hypersweep.errors import GenerationError, ParameterError, ParameterTypeError
from hypersweep.game.first_open import check_deal, deal
from hypersweep.game.game import PUNISHED, Game
from hypersweep.grid import Grid
from hypersweep.layout import FIRST_OPENS, Layout
from hypersweep.moves import Outcome
from hypersweep.rng import stream_name
from hypersweep.rules import CLASSIC, Rules, read_rules
from hypersweep.text import pluralize
from hypersweep.validation import check_memory, place_among, truncate, whole_number
from hypersweep.view import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["AUTORESETS", "KINDS", "Autoreset", "BatchEnv"]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from hypersweep.typing import MoveKind

    Env = TypeVar("Env", bound="BatchEnv")


Autoreset: TypeAlias = Literal["next-step", "same-step", "disabled"]
"""When the next game replaces one that has ended."""

AUTORESETS: tuple[Autoreset, ...] = ("next-step", "same-step", "disabled")
"""Games are replaced in the step after their end, in the step that ends them, or in a call to ``reset``."""

_EPISODES = stream_name("episodes")
_ACTIONS = stream_name("actions")

# Maximum number of states for an exact analysis in ``chances``; larger positions are estimated.
_STATES = 1 << 18


class BatchEnv(Copyable, Immutable):
    """Many games on boards of the same size, played in parallel, with one move in each game per step.

    **Actions.** One whole number per game: ``kind * cells + cell``, where cell is the raveled index and kind 0 opens, 1
    flags (or removes the flag) and 2 chords. With opens only, the action is the cell. ``action_masks`` has a 1 for each
    action with an effect; other actions do nothing. Once a game has ended, its mask allows every action, but none does
    anything.

    **Observations.** The players' views are in ``observations``; ``Rows`` describes the other arrays. The arrays are
    never reallocated; each step overwrites what has changed. Treat them as read-only: moves don't depend on them, but
    ``view``, ``chances`` and ``random_actions`` read them. At the end of a game the mines are shown, as in a ``View``.
    Apart from that and ``seeds``, the arrays contain only what a player may know.

    **Games.** With seed 7, game 0 is ``Game(grid, mines, rules=rules, seed=7)``, game 1 has seed 8, and so on.
    ``seeds`` has each current game's seed; seeds for later games are drawn from a separate stream. As in ``Game``, the
    mines are placed at the first open.

    **Rewards.** ``reward`` is a ``Reward``, by default 1 for a win and -1 for a loss; ``ending`` is an ``Ending``.
    Either may be a function instead: it is called after every step with the environment, and returns an array with a
    number per game (for ``ending``, a boolean: whether the game ends).

    The same seed and actions lead to the same games on every machine, with any number of threads. An environment can be
    copied and pickled with its games in progress; copies have their own arrays. While a thread is in ``step``, all
    other calls raise ``BusyError``; so do ``step`` and ``reset`` in a function called by ``step``. Only the arrays can
    be read then, and they may be partly updated.

    Args:
        grid: the board, as a ``Grid`` or text.
        mines: number of mines per game.
        count: number of games, 1 or more.
        rules: ``Rules``, or text.
        seed: seed of game 0; or a seed for each game; or None for random seeds.
        kinds: possible actions: ``("open",)``, or the same with "flag", or with "flag" and "chord".
        reward: reward for a step.
        ending: what ends a game, besides a win or a loss.
        autoreset: when the next game begins after an end. "next-step": in the next step, whose action is ignored.
            "same-step": in the step that ends the game; observation, mask and seed are then those of the new game, and
            everything else in ``Rows`` is about the ended game. "disabled": when ``reset`` is called.
        arrays: arrays to use in place of new ones, by their names in ``Rows``: NumPy arrays, or others that NumPy can
            share, such as PyTorch tensors.
        threads: number of threads per step.

    Raises:
        MineCountError: the mines don't fit.
        RulesError: the kinds contain "chord", but the rules have no chords.
        ShapeError: a cell has more than 32,767 neighbours.
        ParameterError: another argument is out of range.
        ParameterTypeError: an argument has the wrong type.
        BoardTooLargeError: the games don't fit into memory.
        MissingExtraError: NumPy isn't installed.

    Complexity: about 3.5 bytes of memory per cell, plus 1 with flags and 1 with chords (with boards rounded up to a
    multiple of 64 cells), and about 150 bytes per game.

    >>> env = BatchEnv("3x4", mines=2, count=2, seed=7)
    >>> env.step([0, 3])
    >>> env.observations.tolist()
    [[[0, 1, -1, -1], [0, 2, -1, -1], [0, 1, -1, -1]], [[-1, 1, 0, 0], [-1, 2, 0, 0], [-1, 2, 0, 0]]]
    >>> env.opened.tolist(), env.rewards.tolist(), env.terminations.tolist()
    ([6, 9], [0.0, 0.0], [False, False])
    """

    __slots__ = (
        "_actions",
        "_asks",
        "_begins",
        "_ending",
        "_games",
        "_is_plain",
        "_reward",
        "_seeds",
        "autoreset",
        "count",
        "grid",
        "kinds",
        "mines",
        "rows",
        "rules",
        "threads",
    )

    grid: Grid
    mines: int
    count: int
    rules: Rules
    kinds: tuple[MoveKind, ...]
    autoreset: Autoreset
    threads: int
    rows: Rows
    _games: _native.Environments
    _asks: bool
    _begins: int
    _is_plain: bool
    _reward: Reward | Callable[[BatchEnv], ArrayLike]
    _ending: Ending | Callable[[BatchEnv], ArrayLike]
    _actions: NDArray[np.int64]
    _seeds: NDArray[np.uint64]

    def __init__(
        self,
        grid: Grid | str | Sequence[int],
        mines: int,
        count: int,
        *,
        rules: Rules | str = CLASSIC,
        seed: int | Iterable[int] | None = None,
        kinds: Sequence[MoveKind] = ("open",),
        reward: Reward | Callable[[BatchEnv], ArrayLike] = Reward(),  # noqa: B008 - it never changes
        ending: Ending | Callable[[BatchEnv], ArrayLike] = Ending(),  # noqa: B008
        autoreset: Autoreset = "next-step",
        arrays: Mapping[str, object] | None = None,
        threads: int = 1,
    ) -> None:
        own = grid if isinstance(grid, Grid) else Grid(grid)
        agreed = read_rules(rules)
        number = check_deal(own, mines, agreed)
        games = whole_number(count, "count", least=1, below=1 << 40)
        size = 2 if code_type(own) == "i2" else 1
        own_kinds = check_kinds(kinds, agreed)
        # Per game: the kernel's memory, and 8 bytes each for an input action, a random action and a seed.
        each = _native.Environments.bytes_of(own.geometry(), len(own_kinds), size) + 3 * 8
        check_memory(games * each, f"{pluralize(games, 'game')} on {own}")
        check_part(reward, Reward, "reward")
        check_part(ending, Ending, "ending")
        most = whole_number(threads, "threads", least=1, below=1 << 10)
        when = AUTORESETS[place_among("an autoreset", autoreset, AUTORESETS)]
        numpy = load_numpy()
        rows = Rows(own, games, len(own_kinds), arrays)
        put = object.__setattr__
        put(self, "grid", own)
        put(self, "mines", number)
        put(self, "count", games)
        put(self, "rules", agreed)
        put(self, "kinds", own_kinds)
        put(self, "autoreset", when)
        put(self, "threads", most)
        put(self, "rows", rows)
        put(self, "_reward", reward)
        put(self, "_ending", ending)
        asks = not (isinstance(reward, Reward) and isinstance(ending, Ending))
        put(self, "_asks", asks)
        put(self, "_is_plain", not asks and agreed.guess != "never")
        # A reward or ending function must see the end of a game, so the next game begins only after the function is
        # called.
        put(self, "_begins", {"disabled": 0, "next-step": 1, "same-step": 0 if asks else 2}[when])
        put(self, "_actions", numpy.zeros(games, numpy.int64))
        put(self, "_seeds", read_seeds(seed, games))
        put(self, "_games", self._begin())
        self._games.reset(None, self._seeds, False)

    def _begin(self) -> _native.Environments:
        rules, worth, end = self.rules, self._reward, self._ending
        # A reward function's values replace the kernel's, so the kernel need not compute any.
        rewards = worth if isinstance(worth, Reward) else Reward(win=0, loss=0)
        bound = end if isinstance(end, Ending) else Ending()
        return _native.Environments(
            self.grid.geometry(),
            [
                self.mines,
                self.count,
                LAYOUTS,
                _EPISODES,
                FIRST_OPENS.index(rules.first_open_promise),
                len(self.kinds),
                2 if code_type(self.grid) == "i2" else 1,
                bound.moves or 0,
                self.threads,
                PUNISHED,
            ],
            [
                rules.flag_protects_click,
                rules.flag_protects_cascade,
                rules.flags_on_open,
                rules.chord,
                rules.flag_toggles,
                bound.useless,
                rules.guess != "never",
                rules.guess == "punished",
            ],
            [rewards.win, rewards.loss, rewards.move, rewards.useless, rewards.cells],
            self.rows.arrays(),
        )

    @property
    def observations(self) -> NDArray[np.signedinteger[Any]]:
        """The view of each game: its codes, shape (count, *grid.shape)."""
        return self.rows.observations

    @property
    def action_masks(self) -> NDArray[np.int8]:
        """1 for each action with an effect, shape (count, actions)."""
        return self.rows.action_masks

    @property
    def rewards(self) -> NDArray[np.float32]:
        """The reward for the latest step, shape (count,)."""
        return self.rows.rewards

    @property
    def terminations(self) -> NDArray[np.bool_]:
        """Whether each game is over, except by reaching the step limit, shape (count,)."""
        return self.rows.terminations

    @property
    def truncations(self) -> NDArray[np.bool_]:
        """Whether each game is over because it reached the step limit, shape (count,)."""
        return self.rows.truncations

    @property
    def outcomes(self) -> NDArray[np.uint8]:
        """State of each game after the latest step: 0 ongoing, 1 won, 2 lost; shape (count,)."""
        return self.rows.outcomes

    @property
    def moves(self) -> NDArray[np.int64]:
        """Number of steps in each game, including steps without an effect, shape (count,)."""
        return self.rows.moves

    @property
    def opened(self) -> NDArray[np.int64]:
        """Number of open safe cells in each game after the latest step, shape (count,)."""
        return self.rows.opened

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """Seed of the game in each observation, shape (count,)."""
        return self.rows.seeds

    @property
    def actions(self) -> int:
        """Number of possible actions: kinds times cells."""
        return len(self.kinds) * self.grid.cells

    def reset(self, *, seed: int | Iterable[int] | None = None, where: ArrayLike | None = None) -> None:
        """Begin new games.

        Args:
            seed: seed of game 0, from which the others follow; or a seed for each game; or None for the stream's next
                games. With None, a game in which nothing has been done stays unchanged.
            where: a boolean per game, true to replace it; None for all.

        Raises:
            ParameterError: the number of booleans or seeds is wrong, or a seed is out of range.
            ParameterTypeError: an argument has the wrong type.
        """
        chosen = None if where is None else self._mask(where, "where")
        seeds = None
        if seed is not None:
            seeds = read_seeds(seed, self.count)
        with self._games:
            self._games.reset(chosen, seeds, False)
            if seeds is not None and chosen is None:
                object.__setattr__(self, "_seeds", seeds)
                self._games.set_draws(0)

    def step(self, actions: ArrayLike, *, out: Rows | None = None) -> None:
        """Make a move in every game.

        If a reward or ending function raises an error or returns a wrong array, the moves have already been made.

        Args:
            actions: whole numbers, shape (count,); int64 avoids a conversion.
            out: rows to copy all results to; None to use only the environment's own arrays.

        Raises:
            ParameterError: an action is invalid, the number of actions is wrong, or the rows don't fit; no move is
                made.
            ParameterTypeError: the actions aren't whole numbers, or ``out`` isn't ``Rows``.
            GenerationError: the rules require a board without guesses, and none was found; no move is made in any game.
                The next ``reset`` of all games, or of the game without a board, begins another game there; a different
                first cell may help as well.
        """
        chosen = self._read_actions(actions)
        if self._is_plain and out is None:
            self._games.step(chosen, self._begins)
            return
        if out is not None:
            self.rows.check_alike(out)
        with self._games:
            self._games.read(chosen)
            self._games.play(self._begins, self._deal() if self.rules.guess == "never" else [])
            if self._asks:
                self._ask()
            if out is not None:
                self.rows.copy_to(out)

    def _deal(self) -> list[tuple[int, _native.Mines]]:
        """For games about to be opened, generate the layouts that the kernel can't: boards without guesses."""
        waiting = self._games.waiting()
        made: dict[tuple[int, int], Layout] = {}
        for which, first, seed in waiting:
            if (first, seed) in made:
                continue
            try:
                made[first, seed] = deal(self.grid, self.mines, self.rules, seed=seed, first=first)
            except GenerationError as error:
                self._games.pass_over([other for other, *alike in waiting if alike == [first, seed]])
                error.add_note(f"in game {which}; reset() starts another one in its place")
                raise
        return [(which, made[first, seed]._mines) for which, first, seed in waiting]

    def _ask(self) -> None:
        """Call the user's functions that set the step's rewards or end games."""
        try:
            if not isinstance(self._reward, Reward):
                self.rewards[:] = self._result_of(self._reward, "reward", "biuf")
            if not isinstance(self._ending, Ending):
                self._games.end(self._result_of(self._ending, "ending", "b"))
        finally:
            # Begin the next games even after an error: otherwise the next step would report the same end again.
            ended = self.terminations | self.truncations
            if self.autoreset == "same-step" and ended.any():
                self._games.reset(ended.view("?"), None, True)

    def random_actions(self, *, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Return a random action for each game, uniform over its mask, from a stream based on the environment's seed.

        Args:
            out: int64 array of shape (count,) for the actions; None to use an array that the next call overwrites.

        Raises:
            ParameterError: the array doesn't fit.
            ParameterTypeError: the argument isn't an array.
        """
        place = self._actions if out is None else check_array("out", out, self._actions.dtype, (self.count,))
        self._games.choose(int(self._seeds[0]), _ACTIONS, place)
        return place if out is None else out

    def view(self, game: int) -> View:
        """Return the player's view of a game.

        >>> print(BatchEnv("2x3", mines=1, count=2, seed=7).view(1))
        2x3 mines=1
        # # #
        # # #
        """
        which = whole_number(game, "game", below=self.count)
        return View(self.grid, self.mines, array(self._typecode, self._games.codes(which, which + 1)).tolist())

    @property
    def _typecode(self) -> str:
        return "h" if self.observations.dtype.itemsize == 2 else "b"

    def game(self, game: int) -> Game:
        """Return an independent copy of a game in its current state.

        Once the game has begun, its layout is fixed, so the copy's rules promise nothing for the first open; they still
        punish guesses if the environment's rules do.

        >>> env = BatchEnv("3x4", mines=2, count=2, seed=7)
        >>> env.step([0, 3])
        >>> env.game(1).view == env.view(1)
        True
        """
        which = whole_number(game, "game", below=self.count)
        state, mines, open_bits, flag_bits, seed = self._games.state(which)
        if state[4]:
            layout = Layout.from_bits(self.grid, mines)
            if self.rules.guess == "punished":
                begun = Game(self.grid, self.mines, seed=seed, rules=self.rules)
                begun._board.decide(layout._mines)
            else:
                begun = Game(layout=layout, rules=self.rules.for_layout())
            begun._restore(open_bits, flag_bits, Outcome(state[3]))
            return begun
        twin = Game(self.grid, self.mines, seed=seed, rules=self.rules)
        for index in range(self.grid.cells if any(flag_bits) else 0):
            if flag_bits[index >> 3] >> (index & 7) & 1:
                twin.flag(index)
        return twin

    def layout(self, game: int) -> Layout | None:
        """Return a game's layout; None before its first open."""
        state, mines, *_ = self._games.state(whole_number(game, "game", below=self.count))
        return Layout.from_bits(self.grid, mines) if state[4] else None

    def chances(
        self, *, out: NDArray[np.float64] | None = None, exact: NDArray[np.bool_] | None = None
    ) -> NDArray[np.float64]:
        """Return the mine probability of every cell, shape (count, *grid.shape).

        Chances are exact, or estimated if that would take too long. They are for training only, since a player has to
        work them out. Flags aren't trusted.

        Args:
            out: float64 array with that shape in C order, or None for a new one.
            exact: bool array with shape (count,), set to whether each game's chances are exact; or None.

        Raises:
            ParameterError: an array doesn't fit.
            ParameterTypeError: an argument isn't an array.

        >>> import numpy
        >>> env, exact = BatchEnv("2x3", mines=1, count=2, seed=7), numpy.zeros(2, bool)
        >>> env.chances(exact=exact)[0].round(3).tolist(), exact.tolist()
        ([[0.167, 0.167, 0.167], [0.167, 0.167, 0.167]], [True, True])
        """
        numpy = load_numpy()
        shape = (self.count, *self.grid.shape)
        found = numpy.empty(shape) if out is None else check_array("out", out, "f8", shape)
        out_exact = None if exact is None else check_array("exact", exact, "?", (self.count,))
        is_exact = write_chances(self.grid, self.mines, self._games.codes(0, self.count), found)
        if out_exact is not None:
            out_exact[:] = is_exact
        return found if out is None else out

    def _read_actions(self, actions: ArrayLike) -> NDArray[np.int64]:
        numpy = load_numpy()
        try:
            found = numpy.asarray(actions)
        except (ValueError, OverflowError):
            found = numpy.array(None)
        if found.dtype.kind not in "iu":
            raise ParameterTypeError(f"expected whole numbers for actions, got {truncate(actions)} ({found.dtype})")
        if found.shape != (self.count,):
            raise ParameterError(f"expected actions of shape ({self.count},), got {found.shape}")
        converted: NDArray[np.int64] = numpy.ascontiguousarray(found, numpy.int64)
        return converted

    def _result_of(self, function: Callable[[BatchEnv], ArrayLike], name: str, kinds: str) -> NDArray[Any]:
        given = function(self)
        try:
            found: NDArray[Any] = load_numpy().asarray(given)
        except (TypeError, ValueError, OverflowError):
            found = load_numpy().array(None)
        if found.dtype.kind not in kinds:
            what = "booleans" if kinds == "b" else "numbers"
            raise ParameterTypeError(
                f"expected an array of {what} from the {name} function, got {truncate(given)} ({type(given).__name__})"
            )
        if found.shape != (self.count,):
            raise ParameterError(
                f"expected an array of shape ({self.count},) from the {name} function, got {found.shape}"
            )
        whole: NDArray[Any] = load_numpy().ascontiguousarray(found)
        return whole

    def _mask(self, given: ArrayLike, name: str) -> NDArray[np.bool_]:
        numpy = load_numpy()
        try:
            found = numpy.asarray(given)
        except ValueError:
            found = numpy.array(None)
        if found.dtype != numpy.bool_:
            raise ParameterTypeError(f"expected booleans for {name}, got {truncate(given)} ({found.dtype})")
        if found.shape != (self.count,):
            raise ParameterError(f"expected {name} of shape ({self.count},), got {found.shape}")
        mask: NDArray[np.bool_] = numpy.ascontiguousarray(found)
        return mask

    def _settings(self) -> dict[str, Any]:
        return {
            "rules": self.rules,
            "kinds": self.kinds,
            "reward": self._reward,
            "ending": self._ending,
            "autoreset": self.autoreset,
            "threads": self.threads,
        }

    def _twin(self) -> Self:
        return _restore_env(type(self), *self._state())

    def __reduce__(self) -> tuple[object, ...]:
        return _restore_env, (type(self), *self._state()), self.__getstate__()

    def _state(self) -> tuple[Any, ...]:
        """Return the arguments for ``_restore_env``, without the class."""
        with self._games:
            step_arrays = [getattr(self.rows, name).tobytes() for name in _STEP_ARRAYS]
            games = [self._games.state(which)[:4] for which in range(self.count)]
            seeds, draws = self._seeds.tolist(), self._games.draws()
        return self.grid, self.mines, self.count, self._settings(), seeds, draws, games, step_arrays

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        mines, kinds = pluralize(self.mines, "mine"), ", ".join(self.kinds)
        return f"<BatchEnv of {pluralize(self.count, 'game')} on {self.grid} with {mines}: {kinds}, {self.autoreset}>"


# Arrays describing the latest step; the others can be restored from the games.
_STEP_ARRAYS = ("rewards", "terminations", "truncations", "outcomes", "moves", "opened")


def _restore_env(
    kind: type[Env],
    grid: Grid,
    mines: int,
    count: int,
    settings: dict[str, Any],
    seeds: list[int],
    draws: int,
    games: list[tuple[Any, ...]],
    step_arrays: list[bytes],
) -> Env:
    """Return an environment in a saved state, for copies and pickles."""
    env = object.__new__(kind)
    BatchEnv.__init__(env, grid, mines, count, seed=seeds, **settings)
    env._games.set_draws(draws)
    for which, state in enumerate(games):
        env._games.restore(which, *state)
    numpy = load_numpy()
    for name, data in zip(_STEP_ARRAYS, step_arrays, strict=True):
        place = getattr(env.rows, name)
        place[:] = numpy.frombuffer(data, place.dtype)
    return env


def write_chances(grid: Grid, mines: int, codes: bytes, out: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Write every cell's mine probability on each board. Returns: for each board, whether its chances are exact.

    Args:
        grid: the board.
        mines: number of mines.
        codes: the players' views, 1 or 2 bytes per cell.
        out: float64 array in C order, shape (count, *grid.shape).

    >>> import numpy
    >>> from hypersweep import Grid
    >>> chances = numpy.zeros((1, 1, 3))
    >>> write_chances(Grid("1x3"), 1, bytes([255, 1, 0]), chances).tolist(), chances.tolist()
    ([True], [[[1.0, 0.0, 0.0]]])
    """
    # Load the solver only when chances are requested.
    from hypersweep.solve.kernel import DONE, Budget
    from hypersweep.solve.mine_probability import SAMPLE

    count = len(out)
    numbers, status = array("Q", [mines]) * count, bytearray(count)
    if count:
        _native.analyse_batch(
            grid.geometry(), codes, numbers, False, Budget(states=_STATES).limits(), out, status, SAMPLE
        )
    is_exact: NDArray[np.bool_] = load_numpy().frombuffer(status, "u1") == DONE
    return is_exact
