"""The chance to win with best play."""

from __future__ import annotations

import time
from array import array
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.solve.choosing import failure
from hypersweep.solve.kernel import CONTRADICTION, DONE, Budget, borrow, check_budget, check_view, give_back
from hypersweep.view import EXPLODED, WRONG_FLAG

if TYPE_CHECKING:
    from fractions import Fraction

    from hypersweep.view import View

# Steps of the search (about 1 ns each) that count as one state.
_STEPS_PER_STATE = 256


def win_probability(view: View, *, trust_flags: bool = False, budget: Budget | None = None) -> Fraction:
    r"""Return the exact chance to win with best play, by a search of the full game tree.

    It is the share of the consistent layouts that best play wins; 0 for a lost game. Limited to about 64 uncertain
    covered cells and some ten thousand layouts.

    Args:
        view: the view.
        trust_flags: take every flag for a mine.
        budget: limits of the work; ``states`` and ``memory`` bound the positions searched.

    Raises:
        InconsistentViewError: no layout fits.
        BudgetExceededError: the tree is too large.

    Complexity: exponential in the covered cells.

    >>> from hypersweep.view import View
    >>> win_probability(View.parse("2x3 mines=1\n# 1 #\n# 1 #"))
    Fraction(1, 2)
    """
    from fractions import Fraction

    check_view(view)
    budget = Budget() if budget is None else check_budget(budget)
    trust = bool(trust_flags)
    start = array("i", view.codes.tolist())
    kernel = borrow(view.grid)
    neighbours = view.grid.geometry().neighbours
    layouts_allowed = min(1 << 20, budget.memory >> 9)
    states, memory, seconds = budget.limits()
    end = time.monotonic() + seconds
    caps = _native.ChoiceLimits(
        log2_layouts=64.0,
        layouts=layouts_allowed,
        steps=min(_STEPS_PER_STATE * budget.states, 1 << 62),
        candidates=1,
        margin=0.0,
        progress=0.0,
        play_out=True,
        may_estimate=False,
    )
    won = all_layouts = 0
    positions = [start]
    looked = 0
    while positions:
        codes = positions.pop()
        left = end - time.monotonic()
        if left <= 0:
            raise budget.exceeded("the best play", looked, late=True)
        limits = states, memory, left
        status, index, certain, _, _, wins, layouts, exact, _ = kernel.choose(codes, view.mines, trust, 0, caps, limits)
        looked += 1
        if status == CONTRADICTION and looked > 1:
            continue
        if status != DONE:
            raise failure(view, trust, budget, kernel, status, "the best play")
        if exact:
            won += wins
            all_layouts += layouts
        elif certain:
            # Too many layouts or unknown cells: open a safe cell first, and search a position for each clue it may
            # show.
            for clue in range(len(neighbours(index)) + 1):
                after = codes[:]
                after[index] = clue
                positions.append(after)
        elif index < 0:
            won += 1
            all_layouts += 1
        else:
            looked = budget.states
        if looked >= budget.states:
            raise budget.exceeded("the best play", looked, late=False)
    give_back(kernel)
    if EXPLODED in start or WRONG_FLAG in start:
        return Fraction(0)
    return Fraction(won, all_layouts)
