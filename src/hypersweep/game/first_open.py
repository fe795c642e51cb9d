"""Decide a game's layout at the first open, from the seed, the rules and the cell opened first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import GenerationError, MineCountError, ParameterError
from hypersweep.layout import Layout, check_mines, draw_mines
from hypersweep.text import join_or, pluralize

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep import _native
    from hypersweep.generate import Progress
    from hypersweep.grid import Grid
    from hypersweep.rules import Rules
    from hypersweep.typing import CellLike

# Cache of the latest no-guess boards, by the arguments that produced them. Generating a board may take seconds, and the
# game's record, statistics and review need it again. Failures take longest and are cached too, as the last four
# arguments for ``_failure``.
_made: dict[tuple[object, ...], Layout | tuple[int, int, int, bool]] = {}
_MOST_MADE = 4
# Maximum number of cells on a cached board; larger ones would take too much memory.
_LARGEST = 1 << 20


class _CancelledError(Exception):
    """Another thread cancelled the search for a board."""


def is_searched(rules: Rules, layout: Layout | None) -> bool:
    """Return whether the next open searches for a board that needs no guess, which may take a while.

    Args:
        rules: the game's rules.
        layout: the game's layout; None before the first open.

    >>> from hypersweep.rules import CLASSIC
    >>> is_searched(CLASSIC, None), is_searched(CLASSIC.replace(guess="never"), None)
    (False, True)
    """
    return rules.guess == "never" and layout is None


def check_deal(grid: Grid, mines: object, rules: Rules) -> int:
    """Check that a board has room for a number of mines under the given rules, and return that number.

    Args:
        grid: the board.
        mines: number of mines.
        rules: the rules; only those on the first open and on guesses matter.

    Raises:
        MineCountError: the rules can't be met with this many mines.
        ParameterTypeError: ``mines`` isn't a whole number.

    >>> from hypersweep import CLASSIC, Grid
    >>> check_deal(Grid("3x4"), 2, CLASSIC)
    2
    """
    count = check_mines(grid, mines, rules.first_open_promise)
    if rules.guess == "never":
        from hypersweep.generate.search import check_twins

        check_twins(grid, count, rules.first_open)
    return count


def deal(grid: Grid, mines: int, rules: Rules, *, seed: int, first: CellLike) -> Layout:
    """Return a game's initial layout; equal arguments lead to the same layout on every machine.

    Args:
        grid: the board.
        mines: number of mines.
        rules: the rules; only those on the first open and on guesses matter.
        seed: 0 to 2**64 - 1.
        first: the cell opened first.

    Raises:
        MineCountError: the mines don't fit.
        CellError: the cell isn't on the board.
        GenerationError: no board was found that can be solved without guesses.
        BoardTooLargeError: the board doesn't fit into memory.

    >>> from hypersweep import CLASSIC, Grid
    >>> layout = deal(Grid("3x4"), 2, CLASSIC, seed=7, first=(0, 0))
    >>> layout == Layout.random("3x4", 2, seed=7, first=(0, 0), first_open="safe")
    True
    """
    if rules.guess == "never":
        return _without_guess(grid, mines, rules, seed, grid.index(first))
    return Layout.random(grid, mines, seed=seed, first=first, first_open=rules.first_open_promise)


def deal_watched(
    grid: Grid,
    mines: int,
    rules: Rules,
    *,
    seed: int,
    first: int,
    watch: _native.Watch,
    report: Callable[[Progress], object],
) -> _native.Mines | None:
    """Return the mines in the layout ``deal`` would return, or None if another thread cancelled the search.

    Args:
        grid: see ``deal``.
        mines: see ``deal``.
        rules: see ``deal``.
        seed: see ``deal``.
        first: see ``deal``.
        watch: token for another thread to cancel the search.
        report: called with the progress of a search for a no-guess board.
    """
    if rules.guess != "never":
        return draw_mines(grid, mines, seed, 0, first, rules.first_open_promise, watch)

    def report_or_cancel(found: Progress) -> None:
        report(found)
        if watch.is_cancelled:
            raise _CancelledError

    try:
        layout = _without_guess(grid, mines, rules, seed, first, report_or_cancel)
    except _CancelledError:
        return None
    # A quick search ends without reporting progress, so check for cancellation here too.
    return None if watch.is_cancelled else layout._mines


def _without_guess(
    grid: Grid,
    mines: int,
    rules: Rules,
    seed: int,
    first: int,
    progress: Callable[[Progress], object] | None = None,
) -> Layout:
    key = (grid, mines, rules.first_open, rules.grade, rules.exactly, seed, first)
    known = _made.get(key)
    if known is None:
        known = _search(grid, mines, rules, seed, first, progress)
        if grid.cells <= _LARGEST:
            _made[key] = known
            # list() is atomic, so other threads may change the cache meanwhile.
            for old in list(_made)[:-_MOST_MADE]:
                _made.pop(old, None)
    if isinstance(known, tuple):
        raise _failure(grid, mines, rules, first, *known)
    return known


def _search(
    grid: Grid,
    mines: int,
    rules: Rules,
    seed: int,
    first: int,
    progress: Callable[[Progress], object] | None,
) -> Layout | tuple[int, int, int, bool]:
    from hypersweep.generate import no_guess

    try:
        return no_guess(
            grid,
            mines,
            first,
            seed=seed,
            grade=rules.grade,
            exactly=rules.exactly,
            first_open=rules.first_open,
            method="adaptive",
            progress=progress,
        )
    except MineCountError:
        raise
    except ParameterError:
        # The board must need exactly this grade, but no board with this many mines does.
        return 0, 0, 0, True
    except GenerationError as error:
        return error.tried, error.most_opened, error.too_large, error.is_exhausted


def _failure(
    grid: Grid, mines: int, rules: Rules, first: int, tried: int, most_opened: int, too_large: int, is_exhausted: bool
) -> GenerationError:
    """Return the error shown to players if no board was found; unlike the generator's error, it names no methods."""
    from hypersweep.text import place_text

    comma = "" if rules.grade is None else ","
    harder = ["another grade" if rules.exactly else "a harder grade"] * (rules.grade is not None)
    advice = ["another first cell"] + ["fewer mines"] * (mines > 1) + harder
    whole = ", which covered all possible layouts" if is_exhausted else ""
    return GenerationError(
        f"found no {grid} board with {pluralize(mines, 'mine')} that needs {rules.guess_words}{comma} when "
        f"{place_text(grid.cell(first))} is opened first, in {pluralize(tried, 'try')}{whole}; the best "
        f"opened {most_opened} of {pluralize(grid.cells - mines, 'safe cell')}: {join_or(advice)} may help",
        tried=tried,
        most_opened=most_opened,
        too_large=too_large,
        is_exhausted=is_exhausted,
    )
