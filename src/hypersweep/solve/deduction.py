"""What follows for certain from a view, step by step, the easiest rule first."""

from __future__ import annotations

from hypersweep.lazy import defer
from hypersweep.solve.clue_rules import by_clue, by_pair, by_sum
from hypersweep.solve.knowledge import Knowledge
from hypersweep.solve.line_rules import MOST_ASKED, by_line
from hypersweep.solve.mine_rules import by_all, by_few, by_mines, by_shares

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hypersweep.solve.analysis import Analysis
    from hypersweep.solve.reason import Reason
else:
    defer(
        globals(),
        "from collections.abc import Callable, Iterator",
        "from hypersweep.solve.analysis import Analysis",
        "from hypersweep.solve.reason import Reason",
    )

__all__ = ["Deduction"]

# A line of contradiction that is looked for before anything is counted goes through so many clues at most.
_MOST_CLUES = 8


class Deduction(Knowledge):
    """What has been concluded from a view so far, and the next conclusion."""

    def steps(self, ask: Callable[[], Analysis]) -> Iterator[Reason]:
        """Conclusions one after the other, each by the easiest rule that still settles anything.

        Args:
            ask: gives the analysis of the view, perhaps an estimate; asked for once easy rules fail.
        """
        while True:
            found = by_clue(self) or by_pair(self) or by_sum(self) or by_line(self, _MOST_CLUES) or by_shares(self)
            if not found:
                analysis = ask()
                if analysis.is_exact:
                    found = by_few(self, analysis) or by_mines(self, analysis) or by_all(self, analysis)
                else:
                    # Past the budget for all clues, smaller sets aren't looked for either. What an estimate has for
                    # certain is certain all the same.
                    found = by_line(self, MOST_ASKED) or by_all(self, analysis)
            if not found:
                return
            yield from found

    def easy_steps(self) -> Iterator[Reason]:
        """Conclusions from single clues and pairs alone."""
        while found := by_clue(self) or by_pair(self):
            yield from found
