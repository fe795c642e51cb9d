"""Digs in lists that other threads change meanwhile: in any order, no dig reads or writes memory that is gone.

If Python has a GIL, a dig holds it, so these threads run only before and after.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier
from typing import Any

import pytest

from hypersweep.courses import hypermines
from hypersweep.errors import HypersweepError

pytestmark = pytest.mark.usefixtures("eager_threads")

SHAPE = (5, 6, 70)
DIGS = 2000
DIGGERS = SPOILERS = 2


class Word(str):
    """An item of a caller's own class, freed together with its list."""

    __slots__ = ()


def spoil(game: dict[str, Any], draw: Random) -> None:
    """Empty a list and fill it again, grow and shrink one, or replace an object."""
    row = game[draw.choice(("visible", "board"))][draw.randrange(5)][draw.randrange(6)]
    kind = draw.randrange(4)
    if kind == 0:
        row[:], row[:] = [], list(row)
    elif kind == 1:
        row.extend([False] * 1000)
        del row[70:]
    elif kind == 2:
        row.append(row.pop())
    else:
        game["state"] = Word("ongoing")
    for hidden in game["visible"][draw.randrange(5)]:
        hidden[:] = [False] * 70


def test_lists_that_other_threads_change_break_no_dig() -> None:
    game = hypermines.new_game_nd(SHAPE, [(0, 0, 0), (2, 3, 30)])
    barrier = Barrier(DIGGERS + SPOILERS)

    def dig() -> int:
        barrier.wait(60)
        revealed = 0
        for _ in range(DIGS):
            try:
                revealed += hypermines.dig_nd(game, (4, 5, 69))
            except (HypersweepError, IndexError):
                continue  # the lists were no board at that moment
        return revealed

    def spoil_all(seed: int) -> None:
        draw = Random(seed)
        barrier.wait(60)
        for _ in range(DIGS):
            spoil(game, draw)

    with ThreadPoolExecutor(DIGGERS + SPOILERS) as pool:
        digs = [pool.submit(dig) for _ in range(DIGGERS)]
        changes = [pool.submit(spoil_all, seed) for seed in range(SPOILERS)]
    assert sum(each.result() for each in digs) > 0
    for change in changes:
        change.result()
