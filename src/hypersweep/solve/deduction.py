"""What follows for certain from a view, the easiest rule first: the kernel concludes, and its reasons are read here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.solve.budget import FOREVER
from hypersweep.solve.kernel import CONTRADICTION, LATE, OVER_BUDGET, answered, borrow_reasoner, give_back
from hypersweep.solve.reason_decoder import Reader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.solve.analysis import Analysis
    from hypersweep.solve.budget import Budget
    from hypersweep.solve.kernel import Reasoner
    from hypersweep.solve.reason import Reason
    from hypersweep.view import View

__all__ = ["EASY", "UNCOUNTED", "Deduction", "ways_with"]

_WAYS = _native.WAYS

EASY = _WAYS["clue"] | _WAYS["pair"]
"""Single clues and pairs."""

UNCOUNTED = EASY | _WAYS["sum"] | _WAYS["line"] | _WAYS["shares"]
"""All that is tried before anything is counted."""

# What a time limit ends: looking for few clues among many.
_LONG = _WAYS["few"] | _WAYS["mines"]
_EVERY_STEP = 1 << 62


def ways_with(analysis: Analysis) -> int:
    """The ways to conclude something once a view has been analysed.

    Past the budget for all clues, smaller sets aren't looked for either. What an estimate has for certain is certain
    all the same.
    """
    more = _LONG if analysis.is_exact else _WAYS["long_line"]
    return UNCOUNTED | more | _WAYS["all"]


class Deduction:
    """What has been concluded from a view so far.

    Args:
        view: the view.
        trust_flags: take every flag for a mine.
        budget: what each step may use.

    Raises:
        BoardTooLargeError: the machine has no memory for it.
        BudgetExceededError: a board that the kernel can't count.
    """

    def __init__(self, view: View, trust_flags: bool, budget: Budget) -> None:
        self._view: View = view
        self._trust_flags: bool = trust_flags
        self._budget: Budget = budget
        self._reasoner: Reasoner = borrow_reasoner(view.grid)
        self._reader: Reader = Reader(view, self._reasoner.native.row)
        self.count: int = 0
        """So many reasons were found."""
        self._first_safe: int = -1
        if answered(self._reasoner.native.begin(view._data, view.mines, trust_flags)) == OVER_BUDGET:
            raise budget.exceeded("reasons", late=False)

    def go_on(
        self,
        ways: int,
        analysis: Analysis | None = None,
        wanted: Sequence[int] = (),
        *,
        any_safe: bool = False,
        most_steps: int = _EVERY_STEP,
    ) -> bool:
        """Concludes more and more, until what is wanted is settled; gives whether it is.

        Args:
            ways: those allowed; each is tried only where no easier one says anything.
            analysis: of the view, for ways that count.
            wanted: covered cells; none and no safe cell for all that follows.
            any_safe: whether some safe cell is wanted.
            most_steps: so many conclusions are drawn, each of them one reason or two.

        Raises:
            InconsistentViewError: some clue can't be right, so the clues that led there contradict each other.
            BoardTooLargeError: the machine has no memory for it.
        """
        asked = None if analysis is None else analysis._data, wanted, any_safe
        seconds = self._budget.seconds if ways & _LONG else None
        while True:
            # Each step has its time, and those that count nothing need none.
            steps = most_steps if seconds is None else 1
            status, is_enough, is_stuck = self._draw(ways, asked, steps, FOREVER if seconds is None else seconds)
            if status == LATE:
                status, is_enough, is_stuck = self._draw(ways & ~_LONG, asked, 1, FOREVER)
            most_steps -= steps
            if is_enough or is_stuck or most_steps <= 0:
                return is_enough

    def _draw(
        self, ways: int, asked: tuple[bytes | None, Sequence[int], bool], steps: int, seconds: float
    ) -> tuple[int, bool, bool]:
        """The status, whether what was wanted is settled, and whether nothing more follows."""
        native = self._reasoner.native
        states, memory, _ = self._budget.limits()
        status, self.count, self._first_safe, is_enough, is_stuck = native.go_on(
            ways, *asked, steps, states, memory, seconds
        )
        if answered(status) == CONTRADICTION:
            from hypersweep.solve.conflict import Prover, blame

            view = self._view
            prover = Prover(view.grid, view.codes.tolist(), view.mines, self._trust_flags, self._budget)
            clue, clues = native.blamed()
            raise blame(view, prover, clues, [clue])
        return status, is_enough, is_stuck

    def reason(self, number: int) -> Reason:
        """One of the reasons, in the order in which they were found."""
        return self._reader.reason(number)

    def reasons(self) -> list[Reason]:
        """All of them."""
        return [self._reader.reason(number) for number in range(self.count)]

    def reason_of(self, cell: int | None) -> Reason | None:
        """Why a cell is safe, or a mine; without one, why some cell is safe. None where that isn't settled."""
        number = self._first_safe if cell is None else self._reasoner.native.reason_of(cell)
        return None if number < 0 else self._reader.reason(number)

    def end(self) -> None:
        """Lets others have what this one has worked with; nothing more is asked of it then."""
        give_back(self._reasoner)
