"""Certain conclusions from a view, easiest rules first; the kernel draws them, and its reasons are decoded here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.solve.kernel import CONTRADICTION, FOREVER, LATE, OVER_BUDGET, answered, borrow_reasoner, give_back
from hypersweep.solve.reason_decoder import Reader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.solve.kernel import Budget, Reasoner
    from hypersweep.solve.mine_probability import Analysis
    from hypersweep.solve.reason import Reason
    from hypersweep.view import View

_WAYS = _native.WAYS

EASY = _WAYS["clue"] | _WAYS["pair"]
"""Single clues and pairs."""

UNCOUNTED = EASY | _WAYS["sum"] | _WAYS["line"] | _WAYS["shares"]
"""Everything that is tried before layouts are counted."""

# Searches for small sets of clues, which a time limit may cut short.
_LONG = _WAYS["few"] | _WAYS["mines"]
_EVERY_STEP = 1 << 62


def ways_with(analysis: Analysis) -> int:
    """Return the ways to draw conclusions after a view was analysed.

    With an estimate, small sets of clues aren't searched for. Cells that an estimate calls certain are certain.
    """
    more = _LONG if analysis.is_exact else _WAYS["long_line"]
    return UNCOUNTED | more | _WAYS["all"]


class Deduction:
    """The conclusions drawn from a view so far.

    Args:
        view: the view.
        trust_flags: take every flag for a mine.
        budget: limits of each step.

    Raises:
        BoardTooLargeError: the machine has no memory for it.
        BudgetExceededError: the kernel can't count the board.
    """

    def __init__(self, view: View, trust_flags: bool, budget: Budget) -> None:
        self._view: View = view
        self._trust_flags: bool = trust_flags
        self._budget: Budget = budget
        self._reasoner: Reasoner = borrow_reasoner(view.grid)
        self._reader: Reader = Reader(view, self._reasoner.native.row)
        self.count: int = 0
        """Number of reasons found."""
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
        """Draw further conclusions until the wanted cells are settled.

        Args:
            ways: allowed ways; each is tried only if no easier one finds anything.
            analysis: analysis of the view, for ways that count layouts.
            wanted: indices of wanted cells. If empty, and ``any_safe`` is False, draw all conclusions.
            any_safe: whether to stop at the first safe cell.
            most_steps: maximum number of conclusions, each of one or two reasons.

        Returns:
            Whether the wanted cells are settled.

        Raises:
            InconsistentViewError: some clue can't be right, so the clues that led there contradict each other.
            BoardTooLargeError: this machine has too little memory.
        """
        asked = None if analysis is None else analysis._data, wanted, any_safe
        seconds = self._budget.seconds if ways & _LONG else None
        while True:
            # The time limit holds for each step, and only searches for small sets of clues need one.
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
        """Draw conclusions; return status, whether the wanted cells are settled, and whether nothing else follows."""
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
        """Return a reason by its number, in the order in which they were found."""
        return self._reader.reason(number)

    def reasons(self) -> list[Reason]:
        """Return all reasons."""
        return [self._reader.reason(number) for number in range(self.count)]

    def reason_of(self, cell: int | None) -> Reason | None:
        """Return why a cell is safe or a mine, or for None why some cell is safe; None if that isn't settled."""
        number = self._first_safe if cell is None else self._reasoner.native.reason_of(cell)
        return None if number < 0 else self._reader.reason(number)

    def end(self) -> None:
        """Give back the compiled reasoner; the object can't be used after that."""
        give_back(self._reasoner)
