"""Layouts one after the other, until one of them needs no guess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.errors import BoardTooLargeError, GenerationError, MineCountError, ParameterError, ParameterTypeError
from hypersweep.generate.equivalent_cells import check_twins
from hypersweep.generate.grading import BUDGET, GRADES, borrow, check_grade, give_back
from hypersweep.grid import Grid
from hypersweep.layout import Layout, check_mines, excluded_cells
from hypersweep.rng import check_seed, fresh_seed, stream_name
from hypersweep.solve.kernel import NO_MEMORY
from hypersweep.text import join_or, percent_done, pluralize
from hypersweep.validation import place_among, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypersweep.typing import CellLike, FirstOpen, Grade, Method

__all__ = ["METHODS", "Progress", "no_guess"]

METHODS: tuple[Method, ...] = ("uniform", "repair", "adaptive")
"""Layouts as they come until one needs no guess; layouts changed until they need none; the one, then the other."""

_PROMISES: tuple[FirstOpen, ...] = ("opening", "safe")

# What decides which layout a seed gives, on every machine: all of it counted, none of it timed. Whoever changes one of
# these numbers, or grading.BUDGET, gives seeds another meaning: once released, they stay.
#
# Layouts at most; how many of these are taken as they come before the others are repaired, and how much work goes into
# those; changes to one layout before another is taken; and the work for all. A unit of work is a look at a cell, some
# ten nanoseconds.
_EFFORT: dict[Method, tuple[int, int, int, int, int]] = {
    "uniform": (100_000, 1 << 62, 1 << 62, 0, 1 << 31),
    "repair": (100_000, 0, 0, 2000, 1 << 29),
    "adaptive": (100_000, 1000, 1 << 23, 2000, 1 << 28),
}

# Where the work is used up after so few layouts, each of them is too much.
_FEW = 20


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come.

    Attributes:
        tried: layouts so far.
        tries: how many at most.
        most_opened: safe cells that deduction opened on the best of them.
        safe_cells: how many there are.

    >>> told = []
    >>> layout = no_guess("3x4", 2, (0, 0), seed=7, progress=told.append)
    >>> all(each.most_opened <= each.safe_cells == 10 for each in told)
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
    """A layout that can be finished by deduction alone from its first cell.

    With "uniform" it is the first of ``Layout.random(grid, mines, seed=seed, index=i, first=first,
    first_open=first_open)``, for i = 0, 1, ..., of which that is true: every such layout is equally likely. With
    "repair" such a layout is changed wherever deduction comes to an end, until it doesn't; that takes far fewer tries
    on dense boards, and ``docs/generate.md`` tells how its boards differ. "adaptive" is "uniform" for 1000 layouts or a
    tenth of a second's work, whichever is less, and then "repair": a board for whoever waits for one. The same
    arguments give the same layout on every machine, now and later. Ctrl-C ends the search, and so does an error that
    ``progress`` raises.

    Args:
        grid: the board, a ``Grid`` or its text.
        mines: how many.
        first: the cell that is opened first.
        seed: 0 to 2**64 - 1, or None for one that nobody can predict.
        grade: the hardest thought that may be needed, one of ``GRADES``; None for any.
        exactly: whether the board must need it.
        uses_mine_count: whether the player may use the number of mines; without it the hardest grade is "set".
        first_open: what the first cell is: "opening" (it touches no mine) or "safe".
        method: one of ``METHODS``.
        tries: layouts that are tried at most; None for 100,000. The work is bounded as well where these aren't given:
            to some seconds of "adaptive" and "repair", and less than a minute of "uniform". Where there are 8,192
            layouts or fewer, it ends as soon as each of them has been tried.
        progress: called about twenty times a second with a ``Progress``.

    Raises:
        ParameterError: a grade or method that doesn't exist, or a wish that no board can fulfil.
        MineCountError: the mines don't fit.
        CellError: ``first`` isn't on the grid.
        GenerationError: none was found in the tries and the work allowed.
        BoardTooLargeError: this machine can't hold the board.

    Complexity: 7 microseconds a try of 9x9 with 10 mines, 9 in 10 of which succeed; 60 a try of 16x30 with 99, 1 in 6.

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
            "whose single clues say everything"
        )
    number = fresh_seed() if seed is None else check_seed(seed)
    effort = _EFFORT[which]
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
        raise BoardTooLargeError(f"this machine has no memory to make boards of {own}")
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
            raise ParameterError("expected a grade that the board must need, got exactly=True without one")
        return hardest
    wanted = GRADES.index(check_grade(grade))
    if wanted > hardest and exactly:
        raise ParameterError("expected a board that needs the number of mines, got uses_mine_count=False")
    return min(wanted, hardest)


def _checked_mines(grid: Grid, mines: object, kept: int, promise: FirstOpen) -> int:
    """The number of mines, if they fit beside the cells kept free around this first cell, and no guess may do."""
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
        advice.append("tries=..., which bounds nothing else," if is_spent else "more tries")
    large = f", {too_large} of them given up as too large" if too_large else ""
    whole = ", which came upon every layout there is" if is_exhausted else ""
    wish = "" if grade is None else f" of grade {grade!r}" + (" exactly" if exactly else " at most")
    return GenerationError(
        f"expected a board of {grid} with {pluralize(mines, 'mine')}{wish} that needs no guess, found none in "
        f"{pluralize(tried, 'try')}{whole}{large}; the best was open to {percent_done(most_opened, safe)}; "
        f"{join_or(advice)} may help",
        tried=tried,
        most_opened=most_opened,
        too_large=too_large,
        is_exhausted=is_exhausted,
    )
