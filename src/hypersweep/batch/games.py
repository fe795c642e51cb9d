"""Thousands of random games at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.batch.deal import LAYOUTS, Deal
from hypersweep.batch.results import GameBatch
from hypersweep.layout import FIRST_OPENS, check_mines
from hypersweep.rng import stream_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.grid import Grid
    from hypersweep.typing import FirstOpen

_CLICKS = stream_name("clicks")


def play_random(
    grid: Grid | str | Sequence[int],
    mines: int,
    count: int,
    *,
    seed: int | None = None,
    index: int = 0,
    first_open: FirstOpen = "safe",
) -> GameBatch:
    """Play games of uniformly random clicks on covered cells until they are won or lost.

    The first click of game i is the first number below ``cells`` of the stream (seed, "clicks", index + i); the
    layout is then ``Layout.random(..., index=index + i, first=that cell, first_open=first_open)``; further clicks are
    the next numbers of the stream, skipping those of open cells.

    Args:
        grid: the board, a ``Grid`` or its text.
        mines: number of mines in each game.
        count: number of games.
        seed: 0 to 2**64 - 1, or None for an unpredictable one.
        index: index of the first game, to continue another batch.
        first_open: promise for the first click: "any", "safe" or "opening".

    Raises:
        MineCountError: the mines don't fit.
        RulesError: there is no such promise.
        BoardTooLargeError: this machine can't hold the batch.

    >>> batch = play_random("3x4", 1, 1000, seed=7)
    >>> len(batch), batch.wins, sum(batch.won), max(batch.opened)
    (1000, 596, 596, 11)
    >>> batch[-1]
    GameResult(index=999, moves=2, opened=10, outcome=Outcome.LOST, policy='random clicks', seed=7)
    """
    deal = Deal(grid, mines, count, seed=seed, index=index, first_open=first_open)
    # Every game has a first cell, for which the promise must hold.
    check_mines(deal.grid, deal.mines, deal.first_open)
    deal.check_room(deal.count * 18 + 192 * deal.grid.cells // 8, "game")
    columns = _native.play_batch(
        deal.grid.geometry(),
        deal.mines,
        deal.seed,
        LAYOUTS,
        _CLICKS,
        deal.index,
        deal.count,
        FIRST_OPENS.index(deal.first_open),
    )
    return GameBatch._of(deal, "random clicks", *columns)
