"""Let the solver or your own policy play whole games on the same boards.

The solver's games run in the kernel: it deals a layout, shows the solver the player's view, and opens cells.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from hypersweep import _native
from hypersweep.batch.layouts import LAYOUTS, Deal
from hypersweep.batch.results import GameBatch, GameResult, ResultBatch
from hypersweep.errors import BoardTooLargeError, BudgetExceededError, CellError, ParameterTypeError
from hypersweep.layout import FIRST_OPENS
from hypersweep.moves import Outcome
from hypersweep.solve.choice import POLICIES, Choice, check_policy
from hypersweep.solve.kernel import DONE, NO_MEMORY
from hypersweep.typing import CellLike
from hypersweep.validation import truncate, whole_number
from hypersweep.view import COVERED, FLAGGED, View

if TYPE_CHECKING:
    from typing import Any

    from hypersweep.grid import Grid
    from hypersweep.typing import FirstOpen, Policy

_Cell: TypeAlias = CellLike | Choice

PolicyAnswer: TypeAlias = _Cell | Iterable[_Cell] | None
"""A policy's answer to a view: a cell, several cells, or None to give up."""

# Maximum number of cells on a board for which an error's note includes the view.
_MOST_CELLS_SHOWN = 1024

# The kernel's columns other than the outcome; each is uint64.
_FIELDS = ("opened", "moves", "guesses", "analyses", "estimates")


@dataclass(frozen=True, slots=True)
class SolverResult(GameResult):
    """The result of one game played by the solver. Immutable.

    Attributes:
        guesses: number of opens that weren't certain to be safe; a first open that ``first_open`` keeps safe doesn't
            count.
        analyses: number of analysed positions.
        estimates: number of positions that were estimated, because they were too complex for an exact analysis.
    """

    analyses: int
    estimates: int
    guesses: int


class SolverBatch(ResultBatch[SolverResult]):
    """Results of many games played by the solver, from ``play_solver``. Immutable.

    It is a sequence of ``SolverResult``; the columns ``won``, ``outcomes``, ``opened``, ``moves``, ``guesses``,
    ``analyses`` and ``estimates`` contain the same results.
    """

    __slots__ = ()

    _fields = _FIELDS
    _result = SolverResult

    @property
    def guesses(self) -> memoryview:
        """Number of guesses in each game: opens that weren't certain to be safe, except a protected first open."""
        return self._columns["guesses"][:]

    @property
    def analyses(self) -> memoryview:
        """Number of analysed positions in each game."""
        return self._columns["analyses"][:]

    @property
    def estimates(self) -> memoryview:
        """Number of positions in each game that were estimated, because they were too complex for an exact analysis."""
        return self._columns["estimates"][:]


def play_solver(
    grid: Grid | str | Sequence[int],
    mines: int,
    count: int,
    *,
    seed: int | None = None,
    index: int = 0,
    first: CellLike | None = None,
    first_open: FirstOpen = "safe",
    policy: Policy = "look-ahead",
) -> SolverBatch:
    """Let the solver play games until each is won or lost.

    Game i is played on ``Layout.random(grid, mines, seed=seed, index=index + i, first=first, first_open=first_open)``,
    as in ``play_policy``. It begins with ``first``; then ``choose`` selects the moves. A position that needs more than
    2**14 states is estimated. The same arguments lead to the same games on every machine. Ctrl-C interrupts the games.

    Args:
        grid: the board, as a ``Grid`` or text.
        mines: number of mines per game.
        count: number of games.
        seed: 0 to 2**64 - 1, or None for a random one.
        index: index of the first game, to continue an earlier batch.
        first: the cell to open first, or None for the corner with index 0.
        first_open: what the first open promises: "any", "safe" or "opening".
        policy: "safest", "progress" or "look-ahead", see ``choose``; for your own policy use ``play_policy``.

    Raises:
        ParameterError: there is no such policy.
        RulesError: there is no such promise.
        MineCountError: the mines don't fit.
        CellError: ``first`` isn't on the grid.
        BudgetExceededError: a position is too complex even for an estimate.
        BoardTooLargeError: the batch doesn't fit into memory.

    Complexity: a game of 16x30 with 99 mines takes 1 to 2 ms. The GIL is released.

    >>> batch = play_solver("4x5", 4, 200, seed=7, policy="progress")
    >>> len(batch), batch.wins > 100, max(batch.opened)
    (200, True, 16)
    """
    chosen = check_policy(policy)
    deal = Deal.of_games(grid, mines, count, seed=seed, index=index, first=first, first_open=first_open)
    own, games = deal.grid, deal.count
    deal.check_memory(16 * (len(_FIELDS) + 1) * games + 64 * own.cells, "game")
    status, data = _native.solver_play(
        own.geometry(),
        deal.mines,
        deal.seed,
        LAYOUTS,
        deal.index,
        games,
        deal.first_index,
        FIRST_OPENS.index(deal.first_open),
        POLICIES.index(chosen),
        _native.ChoiceLimits(),
    )
    if status == NO_MEMORY:
        raise BoardTooLargeError(f"this machine doesn't have enough memory for the solver's games on {own}")
    if status != DONE:
        raise BudgetExceededError(f"a position on {own} is too large for an estimate")
    numbers = memoryview(data).cast("Q")
    won, *columns = (numbers[place :: len(_FIELDS) + 1] for place in range(len(_FIELDS) + 1))
    outcomes = bytes(Outcome.WON.value if each else Outcome.LOST.value for each in won)
    return SolverBatch._of(deal, chosen, outcomes, *(column.tobytes() for column in columns))


def play_policy(
    policy: Callable[[View], PolicyAnswer],
    grid: Grid | str | Sequence[int],
    mines: int,
    count: int,
    *,
    seed: int | None = None,
    index: int = 0,
    first: CellLike | None = None,
    first_open: FirstOpen = "safe",
    most_moves: int | None = None,
    report: Callable[[GameResult], object] | None = None,
    follow: Callable[[int], object] | None = None,
) -> GameBatch:
    """Let your own policy play games until each is won, lost or given up.

    Game i is played on the same layout as game i of ``play_solver`` with the same arguments, and begins with the same
    cell, so results can be compared in pairs. After that, the policy is called with a ``View`` for every move, and
    returns

    * the cell to open: a tuple of coordinates, its index, or a ``Choice`` (so ``choose`` itself is a policy);
    * or several cells, which are opened in this order, skipping those opened by an earlier cascade;
    * or None to give up the game, with the outcome ``Outcome.ONGOING``.

    It can't flag or chord. Every move opens a cell, so every game ends. Exceptions from the policy, and Ctrl-C, are
    passed on with a note that names game, move and view.

    Args:
        policy: called with a ``View``; returns the answer.
        grid: the board, as a ``Grid`` or text.
        mines: number of mines per game.
        count: number of games.
        seed: 0 to 2**64 - 1, or None for a random one.
        index: index of the first game, to continue an earlier batch.
        first: the cell to open first, or None for the corner with index 0.
        first_open: what the first open promises: "any", "safe" or "opening".
        most_moves: maximum number of moves per game, including the first; None for no limit.
        report: called with the result of each game, to show progress, or to save results in case a later game fails.
        follow: called with the index of the opened cell for every move, including the first, to record the moves.

    Raises:
        ParameterTypeError: the policy isn't callable, or returned something that isn't a cell.
        CellError: the policy's answer is an open cell, off the board, or empty; or ``first`` isn't on the board.
        MineCountError: the mines don't fit.
        RulesError: there is no such promise.
        BoardTooLargeError: the batch doesn't fit into memory.

    Complexity: making a view for every move takes O(cells), in addition to the policy's own work.

    >>> from hypersweep import COVERED, analyse
    >>> def careful(view):
    ...     analysis = analyse(view)
    ...     return analysis.safe_cells or min(
    ...         (cell for cell, code in view.items() if code == COVERED), key=analysis.probability
    ...     )
    >>> batch = play_policy(careful, "4x5", 4, 100, seed=7)
    >>> batch
    <GameBatch of 100 games on 4x5 with 4 mines by careful, 75 won, seed 7>
    """
    if not callable(policy):
        raise ParameterTypeError(
            f"expected a function of a View for policy, got {truncate(policy)} ({type(policy).__name__})"
        )
    if report is not None and not callable(report):
        raise ParameterTypeError(
            f"expected a function of a GameResult for report, got {truncate(report)} ({type(report).__name__})"
        )
    if follow is not None and not callable(follow):
        raise ParameterTypeError(
            f"expected a function of a cell's index for follow, got {truncate(follow)} ({type(follow).__name__})"
        )
    most = None if most_moves is None else whole_number(most_moves, "most_moves", least=1)
    deal = Deal.of_games(grid, mines, count, seed=seed, index=index, first=first, first_open=first_open)
    deal.check_memory(36 * deal.count + deal.grid.cells, "game")
    name = str(getattr(policy, "__name__", type(policy).__name__))
    # Every move opens a cell, so a limit as large as the number of cells is the same as no limit.
    play = _player(policy, deal, deal.grid.cells if most is None else most, follow)
    outcomes, opened, moves = bytearray(), array("Q"), array("Q")
    for which in range(deal.index, deal.index + deal.count):
        outcome, safe, made = play(which)
        outcomes.append(outcome)
        opened.append(safe)
        moves.append(made)
        if report is not None:
            ended = Outcome(outcome)
            report(GameResult(seed=deal.seed, index=which, policy=name, outcome=ended, opened=safe, moves=made))
    return GameBatch._of(deal, name, bytes(outcomes), opened.tobytes(), moves.tobytes())


def _player(
    policy: Callable[[View], PolicyAnswer], deal: Deal, bound: int, follow: Callable[[int], object] | None
) -> Callable[[int], tuple[int, int, int]]:
    """Return a function that plays the game with a given index, and returns its outcome, open safe cells and moves."""
    grid, mines, seed, first, excluded = deal.grid, deal.mines, deal.seed, deal.first, deal.excluded()
    geometry, cells, cell = grid.geometry(), grid.cells, grid.cell
    stream, size = LAYOUTS, 2 if grid.code_format == "h" else 4
    # Use local variables, because looking up globals and attributes in every move takes time.
    sample, make_board, view_of, ongoing = _native.Mines.sample, _native.Board, View._of, Outcome.ONGOING.value

    def play(index: int) -> tuple[int, int, int]:
        # The values for flags and chords don't matter, since policies only open cells.
        board = make_board(
            sample(geometry, mines, seed, stream, index, excluded), True, False, False, False, False, True
        )
        board.open(first)
        if follow is not None:
            follow(deal.first_index)
        moves = 1
        while board.outcome == ongoing and moves < bound:
            view = view_of(grid, mines, board.codes(0, cells, False, size))
            try:
                answer = policy(view)
                if answer is None:
                    break
                if type(answer) is int:
                    answer = cell(answer)
                delta = board.open(answer) if type(answer) is tuple else None
                if delta is not None and delta.changed:
                    moves += 1
                    if follow is not None:
                        follow(grid.index(answer))  # type: ignore[arg-type]
                else:
                    moves += _open_all(board, view, answer, bound - moves, follow)
            except BaseException as error:
                error.add_note(_note(deal, index, moves, view))
                raise
        return board.outcome, board.opened, moves

    return play


def chosen_cells(view: View, answer: object) -> list[int]:
    """Return the indices of the covered cells in a policy's answer.

    Args:
        view: the view passed to the policy.
        answer: the policy's answer.

    Raises:
        ParameterTypeError: the answer is neither a cell nor a sequence of cells.
        CellError: a cell is open or off the board, or the answer is empty.

    >>> chosen_cells(View("1x3", 1, [-1, 1, -1]), [(0, 2), (0, 0)])
    [2, 0]
    """
    grid, codes = view.grid, view.codes
    chosen = [_index_of(grid, cell) for cell in _cells_of(answer, grid.cells)]
    for index in chosen:
        if codes[index] not in (COVERED, FLAGGED):
            raise CellError(f"expected a covered cell from the policy, got {grid.cell(index)}, which is open")
    return chosen


def _open_all(
    board: _native.Board, view: View, answer: object, most: int, follow: Callable[[int], object] | None
) -> int:
    """Open the answer's cells after checking all of them, and return the number of opens."""
    grid = view.grid
    opened = 0
    for index in chosen_cells(view, answer):
        if opened < most and board.outcome == Outcome.ONGOING.value:
            delta = board.open(grid.cell(index))
            if delta is not None and delta.changed:
                opened += 1
                if follow is not None:
                    follow(index)
    return opened


def _cells_of(answer: object, most: int) -> list[object]:
    """Return an answer's cells as a list, without checking them."""
    single = isinstance(answer, Choice | str | bytes) or _is_integer(answer)
    if single or not isinstance(answer, Iterable):
        return [answer]
    # Read at most one cell too many, so that an endless iterable is rejected too.
    cells = list(islice(answer, most + 1))
    if not cells or len(cells) > most:
        found = "none" if not cells else f"more than {most}"
        raise CellError(
            f"expected one or more cells from the policy, or None to give up, got {found}: {truncate(answer)}"
        )
    is_several = isinstance(cells[0], Choice) or (hasattr(cells[0], "__len__") and not _is_integer(cells[0]))
    return cells if is_several else [answer]


def _is_integer(value: object) -> bool:
    try:
        value.__index__()  # type: ignore[attr-defined]
    except (AttributeError, TypeError):
        # NumPy arrays have ``__index__`` too, but it only works for 0-d integer arrays.
        return False
    return True


def _index_of(grid: Grid, cell: object) -> int:
    own: Any = cell.cell if isinstance(cell, Choice) else cell
    return grid.index(grid.cell(own) if _is_integer(own) else own)


def _note(deal: Deal, index: int, moves: int, view: View) -> str:
    where = f"game {index} of seed {deal.seed}, move {moves + 1}"
    if deal.grid.cells > _MOST_CELLS_SHOWN:
        return f"{where} on {deal.grid}"
    return f"{where}:\n{view}"
