"""Layouts one after the other, until one of them needs no guess."""

from __future__ import annotations

from time import monotonic

from hypersweep.arguments import place_among, shorten, whole_number
from hypersweep.errors import BoardTooLargeError, GenerationError, MineCountError, ParameterError, ParameterTypeError
from hypersweep.generate.grading import BUDGET, GRADES, check_grade, generator
from hypersweep.grid import Grid
from hypersweep.held import Value
from hypersweep.layout import Layout, check_mines, excluded_cells
from hypersweep.lazy import defer
from hypersweep.rng import check_seed, fresh_seed, stream_name
from hypersweep.solve.kernel import NO_MEMORY
from hypersweep.wording import count_of, percent_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypersweep.typing import CellLike, FirstOpen, Grade, Method
else:
    defer(
        globals(),
        "from collections.abc import Callable, Sequence",
        "from hypersweep.typing import CellLike, FirstOpen, Grade, Method",
    )

__all__ = ["METHODS", "Progress", "no_guess"]

METHODS: tuple[Method, ...] = ("uniform", "repair")
"""Layouts as they come until one needs no guess; or layouts that are changed until they need none."""

_PROMISES: tuple[FirstOpen, ...] = ("opening", "safe")
_TRIES = {"uniform": 100_000, "repair": 200}
# Changes to one layout, before another is taken.
_CHANGES = 2000
# Between two reports, about.
_SECONDS = 0.05


class Progress(Value):
    """How far a search has come.

    Attributes:
        tried: layouts so far.
        tries: how many at most.
        most_opened: safe cells that deduction opened on the best of them.
        safe_cells: how many there are.
    """

    __slots__ = ("tried", "tries", "most_opened", "safe_cells")  # noqa: RUF023 - in the order of __init__
    _whole = ("tried", "tries", "most_opened", "safe_cells")

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
    on dense boards, and ``docs/generate.md`` tells how its boards differ. The same arguments give the same layout on
    every machine. Ctrl-C ends the search, and so does an error that ``progress`` raises.

    Args:
        grid: the board, a ``Grid`` or its text.
        mines: how many.
        first: the cell that is opened first.
        seed: 0 to 2**64 - 1, or None for one that nobody can predict.
        grade: the hardest thought that may be needed, one of ``GRADES``; None for any.
        exactly: whether the board must need it.
        uses_mine_count: whether the player may use the number of mines; without it the hardest grade is "set".
        first_open: what the first cell is: "opening" (it touches no mine) or "safe".
        method: "uniform" or "repair".
        tries: layouts that are tried at most; None for 100,000 of "uniform" and 200 of "repair".
        progress: called about twenty times a second with a ``Progress``.

    Raises:
        ParameterError: a grade or method that doesn't exist, or a wish that no board can fulfil.
        MineCountError: the mines don't fit.
        CellError: ``first`` isn't on the grid.
        GenerationError: none was found in the tries allowed.
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
    count = _checked_mines(own, mines, len(excluded))
    if exactly and hardest and (not count or count == own.cells - len(excluded)):
        raise ParameterError(
            f"expected a board that may need grade {GRADES[hardest]!r}, got {own} with {count_of(count, 'mine')}, "
            "whose single clues say everything"
        )
    number = fresh_seed() if seed is None else check_seed(seed)
    most = _TRIES[which] if tries is None else whole_number(tries, "tries", least=1, below=1 << 62)
    if progress is not None and not callable(progress):
        raise ParameterTypeError(f"expected a function for progress, got {shorten(progress)}")
    native = generator(own)
    repairs = _CHANGES if which == "repair" else 0
    name = stream_name("layout")
    tried = most_opened = too_large = 0
    # So many at a time that who watches is told often enough; the layouts are the same however they are parted.
    part = most if progress is None else 1
    while tried < most:
        begin = monotonic()
        status, found, _, done, large, opened, _, _ = native.search(
            count,
            number,
            name,
            tried,
            min(part, most - tried),
            place,
            excluded,
            hardest,
            bool(exactly),
            repairs,
            BUDGET.states,
            BUDGET.memory,
        )
        if status == NO_MEMORY:
            raise BoardTooLargeError(f"this machine has no memory to make boards of {own}")
        if found is not None:
            return Layout._of(own, found)
        tried += done
        too_large += large
        most_opened = max(most_opened, opened)
        if progress is not None:
            progress(Progress(tried, most, most_opened, own.cells - count))
            part = max(1, min(2 * part, int(part * _SECONDS / max(monotonic() - begin, 1e-6))))
    raise _failure(own, count, tried, most_opened, too_large, which, grade, exactly=exactly)


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


def _checked_mines(grid: Grid, mines: object, kept: int) -> int:
    """The number of mines, if they fit beside the cells kept free around this first cell."""
    count = check_mines(grid, mines, "safe")
    if count > grid.cells - kept:
        raise MineCountError(
            f"expected at most {grid.cells - kept} mines on {grid} with {count_of(kept, 'cell')} kept free around the "
            f"first open, got {count}"
        )
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
) -> GenerationError:
    safe = grid.cells - mines
    advice = ["fewer mines"]
    if method == "uniform":
        advice.append("method='repair'")
    if exactly:
        advice.append("exactly=False")
    elif grade not in (None, "count"):
        advice.append("a harder grade")
    advice.append("more tries")
    large = f", {too_large} of them given up as too large" if too_large else ""
    wish = "" if grade is None else f" of grade {grade!r}" + (" exactly" if exactly else " at most")
    return GenerationError(
        f"expected a board of {grid} with {count_of(mines, 'mine')}{wish} that needs no guess, found none in "
        f"{tried} tries{large}; the best was open to {percent_of(most_opened / safe if safe else 1)}; "
        f"{', '.join(advice[:-1])} or {advice[-1]} may help",
        tried=tried,
        most_opened=most_opened,
        too_large=too_large,
    )
