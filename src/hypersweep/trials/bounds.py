"""Upper bounds on best play, on boards of any size: no strategy that opens the given first cell wins more often.

A player with more information wins at least as often. Here, the player makes a few guesses without help. Then a helper
opens every zero and reveals the number of mines in each separate part of the board, so that the parts can be played
exactly. ``docs/best-play.md`` proves the bound.

Source: D. Brown, J. Smith and P. Sun, "Information relaxations and duality in stochastic dynamic programs" (2010).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, comb, fsum, sqrt
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.batch.layouts import LAYOUTS, Deal
from hypersweep.errors import BoardTooLargeError, BudgetExceededError, ParameterError
from hypersweep.layout import FIRST_OPENS
from hypersweep.rng import stream_name
from hypersweep.solve.kernel import DONE, NO_MEMORY
from hypersweep.validation import whole_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.grid import Grid
    from hypersweep.typing import CellLike, FirstOpen

MOST_GUESSES = 3
"""Maximum of ``guesses`` and of ``search_guesses``."""

MOST_SAMPLES = 1 << 20
"""Maximum number of layouts drawn to value the cells for a guess."""

MOST_LAYOUTS = 1 << 40
"""Maximum number of layouts enumerated for an exact bound; that many take months."""

# Name of the random stream for the layouts drawn to value a guess. Boards are dealt from ``LAYOUTS``.
_DRAWS = stream_name("upper bound")


@dataclass(frozen=True, slots=True)
class UpperBound:
    """An upper bound on best play's chance of winning, from ``upper_bound``.

    Attributes:
        grid: the board.
        mines: number of mines.
        first: the first cell.
        first_open: what the first open promises.
        guesses: number of guesses before the helper speaks.
        search_guesses: maximum number of guesses to find a zero if the first cell isn't one; 0 for no search.
        value: the bound, from 0 to 1. Its expected value is at least best play's chance of winning.
        error: the standard error of ``value``; 0 if it is exact, or equal on all layouts. With a search it is the error
            for the strategy that was found, so only ``value`` plus some errors says something about best play.
        boards: number of layouts.
        gave_up: number of layouts on which a part, perhaps of a layout drawn to value a guess, was too large to solve.
            The helper then reveals some of that part's cells, or the part counts as won. The bound is valid, but less
            tight.
        is_exact: whether ``value`` is the mean over all layouts, not over random ones.
    """

    grid: Grid
    mines: int
    first: tuple[int, ...]
    first_open: FirstOpen
    guesses: int
    search_guesses: int
    value: float
    error: float
    boards: int
    gave_up: int
    is_exact: bool


def upper_bound(
    grid: Grid | str | Sequence[int],
    mines: int,
    boards: int = 10000,
    *,
    seed: int | None = None,
    index: int = 0,
    first: CellLike | None = None,
    first_open: FirstOpen = "safe",
    guesses: int | None = None,
    samples: int = 128,
    search_guesses: int = 0,
    exact: bool = False,
) -> UpperBound:
    """Return an upper bound on best play's chance of winning after a given first open.

    Layout i is ``Layout.random(grid, mines, seed=seed, index=index + i, first=first, first_open=first_open)``, as in
    game i of ``play_solver``, so the bound can be compared with games in pairs. The same arguments lead to the same
    bound on every machine. Ctrl-C interrupts the work.

    Args:
        grid: the board, as a ``Grid`` or text.
        mines: number of mines per layout.
        boards: number of random layouts, at least 2; ignored if ``exact``.
        seed: 0 to 2**64 - 1, or None for a random one; ignored if ``exact``.
        index: index of the first layout, to continue an earlier bound; ignored if ``exact``.
        first: the cell to open first, or None for the corner with index 0.
        first_open: what the first open promises: "any", "safe" or "opening".
        guesses: number of guesses, 0 to 3, that the player makes without help; more make the bound tighter, but take
            longer. None for 1, or for 0 if ``exact``.
        samples: number of layouts drawn to value the cells for a guess; more make the bound tighter, but take longer.
        search_guesses: number of guesses, 1 to 3, that the player may make to find a zero if the first cell isn't one.
            The helper speaks once a zero is open, or after the last guess; ``guesses`` and ``samples`` aren't used on
            these layouts. The strategy is the best one for all layouts of this call: with more ``boards`` it fits less
            to chance, and the bound is tighter. 0 for no search.
        exact: whether to use all layouts that keep the promise; requires ``guesses`` and ``search_guesses`` to be 0.

    Raises:
        MineCountError: the mines don't fit.
        CellError: ``first`` isn't on the grid.
        RulesError: there is no such promise.
        ParameterError: a number is out of range, or ``exact`` is combined with guesses.
        BudgetExceededError: there are more than 2**40 layouts to enumerate, or a position is too complex to sample.
        BoardTooLargeError: the work doesn't fit into memory.

    Complexity: with no guess, a layout of 9x9 with 10 mines takes 6 us, and one of 16x30 with 99 mines 0.3 ms. The GIL
    is released.

    >>> found = upper_bound("6x7", 8, 200, seed=7, first=(2, 3), first_open="opening")
    >>> 0.8 < found.value < 0.95, found.error < 0.02, found.boards, found.gave_up
    (True, True, 200, 2)

    Over all 4,368 layouts, the bound can be compared with best play:

    >>> from hypersweep.trials import best_play
    >>> bound = upper_bound("4x5", 5, first_open="opening", exact=True)
    >>> round(bound.value, 4), bound.error, bound.boards
    (0.7344, 0.0, 4368)
    >>> round(float(best_play("4x5", 5, first_open="opening").by_first[0, 0]), 4)
    0.7076
    """
    most = whole_number((0 if exact else 1) if guesses is None else guesses, "guesses", below=MOST_GUESSES + 1)
    drawn = whole_number(samples, "samples", least=1, below=MOST_SAMPLES + 1)
    searched = whole_number(search_guesses, "search_guesses", below=MOST_GUESSES + 1)
    many = whole_number(boards, "boards", least=2, below=1 << 64)
    deal = Deal.of_games(grid, mines, many, seed=seed, index=index, first=first, first_open=first_open)
    board = (deal.grid, deal.mines, deal.grid.cell(deal.first_index), deal.first_open)
    if exact:
        if most or searched:
            got = f"guesses={most}, search_guesses={searched}"
            raise ParameterError(f"expected guesses=0 and search_guesses=0 for an exact bound, got {got}")
        value, many, gave_up = _exact(deal)
        return UpperBound(*board, 0, 0, value, 0.0, many, gave_up, is_exact=True)
    values, given_up = layout_bounds(deal, most, drawn, searched)
    value = fsum(values) / many
    # The two-pass formula, since the difference of two large sums would lose digits.
    error = sqrt(fsum((each - value) ** 2 for each in values) / (many * (many - 1)))
    return UpperBound(*board, most, searched, value, error, many, sum(map(bool, given_up)), is_exact=False)


def layout_bounds(
    deal: Deal, guesses: int, samples: int, search_guesses: int = 0
) -> tuple[memoryview[float], memoryview[float]]:
    """Return each layout's value, whose mean bounds best play, and how often a part of it was too large to solve.

    Args:
        deal: the layouts, with their first cell.
        guesses: number of guesses before the helper speaks, 0 to ``MOST_GUESSES``.
        samples: number of layouts drawn to value the cells for a guess, 1 to ``MOST_SAMPLES``.
        search_guesses: number of guesses to search for a zero, 0 to ``MOST_GUESSES``. The values of the layouts with a
            search are 1 or 0, and depend on each other: the best strategy over all of them wins a layout or loses it.

    Raises:
        BudgetExceededError: a position is too complex to sample.
        BoardTooLargeError: the work doesn't fit into memory.

    >>> deal = Deal.of_games("3x4", 2, 3, seed=7, index=0, first=None, first_open="safe")
    >>> [each.tolist() for each in layout_bounds(deal, 0, 1)]
    [[1.0, 1.0, 1.0], [0.0, 0.0, 0.0]]
    """
    deal.check_memory((16 + _searched(deal.grid, search_guesses)) * deal.count + 64 * deal.grid.cells, "layout")
    status, data = _native.upper_bounds(
        deal.grid.geometry(),
        deal.mines,
        deal.seed,
        LAYOUTS,
        _DRAWS,
        deal.index,
        deal.count,
        deal.first_index,
        FIRST_OPENS.index(deal.first_open),
        guesses,
        samples,
        search_guesses,
    )
    _check(status, deal)
    found = memoryview(data).cast("d")
    return found[::2], found[1::2]


def _searched(grid: Grid, guesses: int) -> int:
    """Return the bytes of memory that a search needs for a layout: planes of bits, once by layouts and once a guess."""
    planes = 3 + (grid.max_neighbours + 1).bit_length()
    return (2 + guesses) * 8 * planes * ceil(grid.cells / 64) if guesses else 0


def _exact(deal: Deal) -> tuple[float, int, int]:
    """Return the mean over all layouts, their number, and the number of those with a part too large to solve."""
    layouts = comb(deal.grid.cells - len(deal.excluded()), deal.mines)
    if layouts > MOST_LAYOUTS:
        raise BudgetExceededError(
            f"expected at most 2^{MOST_LAYOUTS.bit_length() - 1} layouts for an exact bound, got {layouts:,} on "
            f"{deal.grid} with {deal.mines} mines: use random boards"
        )
    status, total, many, gave_up = _native.exact_upper_bound(
        deal.grid.geometry(), deal.mines, deal.first_index, FIRST_OPENS.index(deal.first_open)
    )
    _check(status, deal)
    return total / many, many, gave_up


def _check(status: int, deal: Deal) -> None:
    if status == NO_MEMORY:
        raise BoardTooLargeError(f"this machine doesn't have enough memory for an upper bound on {deal.grid}")
    if status != DONE:
        raise BudgetExceededError(f"a position on {deal.grid} is too complex to sample: use guesses=0")
