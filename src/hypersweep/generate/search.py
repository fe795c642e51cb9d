"""Search for a no-guess layout, and reject mine counts for which none exists."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from hypersweep.errors import BoardTooLargeError, GenerationError, MineCountError, ParameterError, ParameterTypeError
from hypersweep.generate.grading import BUDGET, borrow, check_grade, give_back
from hypersweep.grid import Grid
from hypersweep.layout import Layout, check_mines, excluded_cells
from hypersweep.rng import check_seed, fresh_seed, stream_name
from hypersweep.rules import GRADES
from hypersweep.solve.kernel import NO_MEMORY
from hypersweep.text import join_or, percent_done, pluralize
from hypersweep.validation import place_among, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypersweep.typing import CellLike, FirstOpen, Grade, Method

METHODS: tuple[Method, ...] = ("uniform", "repair", "adaptive")
""""uniform": try random layouts. "repair": change layouts until they need no guess. "adaptive": "uniform", then
"repair"."""

_PROMISES: tuple[FirstOpen, ...] = ("opening", "safe")

# These limits count work, not time, so that a seed leads to the same layout on every machine. Don't change them or
# grading.BUDGET after the release: seeds would lead to different boards. For each method: maximum number of layouts;
# number of layouts tried unchanged, and maximum work on those; maximum number of changes to a layout; maximum total
# work. A unit of work is a look at a cell, about 10 ns.
EFFORT: dict[Method, tuple[int, int, int, int, int]] = {
    "uniform": (100_000, 1 << 62, 1 << 62, 0, 1 << 31),
    "repair": (100_000, 0, 0, 2000, 1 << 29),
    "adaptive": (100_000, 1000, 1 << 23, 2000, 1 << 28),
}

# If a search reaches the work limit after fewer layouts than this, its error says that the board is too large.
_FEW = 20


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a search.

    Attributes:
        tried: number of layouts tried so far.
        tries: maximum number of layouts to try.
        most_opened: number of safe cells opened by deduction on the best layout so far.
        safe_cells: number of safe cells on the board.

    >>> seen = []
    >>> layout = no_guess("3x4", 2, (0, 0), seed=7, progress=seen.append)
    >>> all(each.most_opened <= each.safe_cells == 10 for each in seen)
    True
    """

    tried: int
    tries: int
    most_opened: int
    safe_cells: int


def no_guess(
    grid: Grid | str | Sequence[int],
    mines: int,
    first: CellLike,
    *,
    seed: int | None = None,
    grade: Grade | None = None,
    exactly: bool = False,
    uses_mine_count: bool = True,
    first_open: FirstOpen = "opening",
    method: Method = "uniform",
    tries: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Layout:
    """Return a layout that can be finished from its first cell by deduction alone.

    "uniform" returns the first no-guess layout among ``Layout.random(grid, mines, seed=seed, index=i, first=first,
    first_open=first_open)`` for i = 0, 1, ..., so all such layouts are equally likely. "repair" changes random layouts
    at cells where deduction gets stuck. It needs far fewer tries on dense boards; ``docs/generate.md`` describes how
    its boards differ. "adaptive" is "uniform" for up to 1000 layouts or about 0.1 s of work, and then "repair"; use it
    when a player is waiting.

    The same arguments lead to the same layout on every machine and in every later version. Ctrl-C interrupts the
    search, and so does an error raised by ``progress``.

    Args:
        grid: the board, as a ``Grid`` or text.
        mines: number of mines.
        first: the first cell to open.
        seed: 0 to 2**64 - 1, or None for a random one.
        grade: the hardest deduction that may be needed, one of ``GRADES``; None for any.
        exactly: whether the board must need a deduction of that grade, so that easier boards are rejected.
        uses_mine_count: whether the player may use the number of mines; if not, the hardest grade is "set".
        first_open: the rules' promise for the first cell: "opening" (it touches no mine) or "safe".
        method: one of ``METHODS``.
        tries: maximum number of layouts to try; None for 100,000, and a work limit equivalent to a few seconds for
            "adaptive" and "repair", and under a minute for "uniform". If at most 8,192 layouts exist, the search ends
            once all have been tried.
        progress: called with a ``Progress`` about twenty times a second.

    Raises:
        ParameterError: the grade or method is unknown, or no board can meet the conditions.
        MineCountError: the mines don't fit.
        CellError: ``first`` isn't on the grid.
        GenerationError: no layout was found within the limits.
        BoardTooLargeError: the board doesn't fit into memory.

    Complexity: for 9x9 with 10 mines, 7 microseconds per try, and 9 in 10 tries succeed; for 16x30 with 99 mines, 60
    microseconds per try, and 1 in 6 succeeds.

    >>> layout = no_guess("3x4x5", 8, (1, 1, 2), seed=7, grade="pair")
    >>> layout.clue((1, 1, 2)), layout.mines
    (0, 8)
    """
    own = grid if isinstance(grid, Grid) else Grid(grid)
    which = METHODS[place_among("a method", method, METHODS)]
    promise = _PROMISES[place_among("a first open", first_open, _PROMISES)]
    hardest = _hardest(grade, exactly=exactly, uses_mine_count=uses_mine_count)
    place = own.index(first)
    excluded = excluded_cells(own, place, promise)
    count = _checked_mines(own, mines, len(excluded), promise)
    if exactly and hardest and (not count or count == own.cells - len(excluded)):
        raise ParameterError(
            f"expected a board that may need grade {GRADES[hardest]!r}, got {own} with {pluralize(count, 'mine')}, "
            "where single clues are always enough"
        )
    number = fresh_seed() if seed is None else check_seed(seed)
    effort = EFFORT[which]
    if tries is not None:
        effort = (whole_number(tries, "tries", least=1, below=1 << 62), *effort[1:4], 1 << 62)
    safe = own.cells - count
    if progress is None:
        tell = None
    elif callable(progress):

        def tell(tried: int, most_opened: int) -> None:
            progress(Progress(tried, effort[0], most_opened, safe))

    else:
        raise ParameterTypeError(f"expected a function for progress, got {truncate(progress)}")
    native = borrow(own)
    status, found, tried, too_large, most_opened, is_spent, is_exhausted, states = native.search(
        count,
        number,
        stream_name("layout"),
        place,
        excluded,
        hardest,
        bool(exactly),
        effort,
        BUDGET.states,
        BUDGET.memory,
        tell,
    )
    if status == NO_MEMORY:
        raise BoardTooLargeError(f"this machine doesn't have enough memory to make boards of {own}")
    give_back(own, native, states)
    if found is not None:
        return Layout._of(own, found)
    if tell is not None:
        tell(tried, most_opened)
    raise _failure(
        own,
        count,
        tried,
        most_opened,
        too_large,
        which,
        grade,
        exactly=exactly,
        uses_mine_count=uses_mine_count,
        first_open=promise,
        is_spent=is_spent,
        is_exhausted=is_exhausted,
    )


def _hardest(grade: Grade | None, *, exactly: bool, uses_mine_count: bool) -> int:
    hardest = len(GRADES) - 1 if uses_mine_count else GRADES.index("set")
    if grade is None:
        if exactly:
            raise ParameterError("exactly=True needs a grade")
        return hardest
    wanted = GRADES.index(check_grade(grade))
    if wanted > hardest and exactly:
        raise ParameterError("a board that must need the number of mines can't have uses_mine_count=False")
    return min(wanted, hardest)


def _checked_mines(grid: Grid, mines: object, kept: int, promise: FirstOpen) -> int:
    """Return the number of mines, after checking that it leaves ``kept`` cells free and a no-guess board may exist."""
    if promise == "safe":
        count = check_mines(grid, mines, "safe")
    else:
        count = check_mines(grid, mines)
        if count > grid.cells - kept:
            raise MineCountError(
                f"expected at most {pluralize(grid.cells - kept, 'mine')} on {grid}, as an opening there keeps "
                f"{pluralize(kept, 'cell')} free, got {count}; a first open that is only safe keeps 1 free"
            )
    check_twins(grid, count, promise)
    return count


def _failure(
    grid: Grid,
    mines: int,
    tried: int,
    most_opened: int,
    too_large: int,
    method: Method,
    grade: Grade | None,
    *,
    exactly: bool,
    uses_mine_count: bool,
    first_open: FirstOpen,
    is_spent: bool,
    is_exhausted: bool,
) -> GenerationError:
    safe = grid.cells - mines
    advice = ["another number of mines"] if is_exhausted else ["fewer mines"]
    if is_spent and tried < _FEW:
        advice.append("a smaller board")
    if method == "uniform" and not is_exhausted:
        advice.append("method='repair'")
    if exactly:
        advice.append("exactly=False")
    elif grade not in (None, "count") and (uses_mine_count or grade != "set"):
        advice.append("a harder grade")
    if is_exhausted:
        advice += ["uses_mine_count=True"] * (not uses_mine_count) + ["first_open='safe'"] * (first_open == "opening")
        advice.append("another first cell")
    else:
        advice.append("tries=..., which is then the only limit," if is_spent else "more tries")
    large = f", {too_large} of them given up as too large" if too_large else ""
    whole = ", which covered all possible layouts" if is_exhausted else ""
    graded = "" if grade is None else f" of grade {grade!r}" + (" exactly" if exactly else " at most")
    return GenerationError(
        f"found no {grid} board with {pluralize(mines, 'mine')}{graded} that needs no guess in "
        f"{pluralize(tried, 'try')}{whole}{large}; the best was {percent_done(most_opened, safe)} open; "
        f"{join_or(advice)} may help",
        tried=tried,
        most_opened=most_opened,
        too_large=too_large,
        is_exhausted=is_exhausted,
    )


def twins(grid: Grid) -> int:
    """Return the size of each group of twins (cells with the same neighbours): 1 on most boards, which have no twins.

    On an axis with two cells, or three if it wraps, all coordinates are neighbours. With Moore adjacency, cells that
    differ only on such axes are twins.

    >>> from hypersweep import Grid
    >>> twins(Grid("9x9")), twins(Grid("5x4x2")), twins(Grid("5x3x2~wrap=1"))
    (1, 2, 6)
    """
    if grid.adjacency != "moore":
        return 1
    return prod(side for axis, side in enumerate(grid.shape) if side == 2 or (side == 3 and axis in grid.wrap))


def check_twins(grid: Grid, mines: int, first_open: FirstOpen) -> None:
    """Raise an error if twins make every board with this number of mines need a guess.

    On a no-guess board, either all twins in a group are mines or none is, since no clue distinguishes them. If the
    first cell is merely safe, its twins are an exception: all of them may be mines.

    Args:
        grid: the board.
        mines: number of mines.
        first_open: the rules' promise for the first cell.

    Raises:
        MineCountError: there is no such board.

    >>> from hypersweep import Grid
    >>> check_twins(Grid("5x4x2"), 6, "opening")
    >>> check_twins(Grid("5x4x2"), 7, "opening")
    Traceback (most recent call last):
        ...
    hypersweep.errors.MineCountError: expected a multiple of 2 as the number of mines for a board of 5x4x2 that needs \
no guess after an opening, got 7: its cells come in groups of 2 that touch the same cells, so that no clue tells them \
apart
    """
    group = twins(grid)
    rest = mines % group
    if not rest or (first_open == "safe" and rest == group - 1):
        return
    wanted, after = f"a multiple of {group}", " after an opening"
    if first_open == "safe":
        wanted, after = f"{wanted}, or 1 less,", ""
    raise MineCountError(
        f"expected {wanted} as the number of mines for a board of {grid} that needs no guess{after}, got {mines}: its "
        f"cells come in groups of {group} that touch the same cells, so that no clue tells them apart"
    )
