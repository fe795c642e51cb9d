"""Why cells are safe or mines: single clues first, then two, then more, then the number of mines; and why a guess."""

from __future__ import annotations

from hypersweep.errors import BudgetExceededError, CellError
from hypersweep.solve.analysis import Analysis, analyse
from hypersweep.solve.budget import Budget, check_budget
from hypersweep.solve.choice import Choice, check_policy, choose
from hypersweep.solve.deduction import Deduction
from hypersweep.solve.guess import guess_words
from hypersweep.solve.kernel import check_view
from hypersweep.solve.reason import Reason
from hypersweep.view import COVERED, FLAGGED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.view import View

    Cell = tuple[int, ...]

__all__ = ["deduce", "explain"]

_STANDARD = Budget()


def deduce(view: View, *, trust_flags: bool = False, budget: Budget = _STANDARD) -> list[Reason]:
    r"""The reasons for everything that is certain, easiest first; each may rest on those before it.

    Each covered cell that is certain stands in exactly one of them. Their order is that of a careful player: a harder
    rule comes only where no easier one settles anything.

    Args:
        view: what the player knows.
        trust_flags: take every flag for a mine.
        budget: what each step may use.

    Raises:
        InconsistentViewError: no layout fits.
        BudgetExceededError: the work would be too large.

    >>> from hypersweep.view import View
    >>> for reason in deduce(View.parse("2x4 mines=2\n# # # #\n1 2 1 1")):
    ...     print(reason.rule, reason.conclusion, reason.cells)
    pair mine ((0, 2),)
    clue safe ((0, 1), (0, 3))
    clue mine ((0, 0),)
    """
    analysis = analyse(view, trust_flags=trust_flags, budget=budget)
    return list(Deduction(view, bool(trust_flags), budget).steps(lambda: analysis))


def explain(
    view: View,
    cell: Sequence[int] | None = None,
    *,
    policy: str = "look-ahead",
    trust_flags: bool = False,
    budget: Budget = _STANDARD,
) -> list[Reason]:
    r"""The steps to the simplest safe cell there is, or why the best guess is one.

    The last reason is the conclusion; those before it are what it takes for granted, each resting on earlier ones only.
    "Simplest" means that its hardest step is as easy as can be. Where nothing is certain to be safe there is one
    reason, for the guess that ``choose`` makes; where nothing safe is left to open, none. Nothing is counted before all
    easy rules have failed. Past the budget the chances of a guess are estimates, and the reason says so.

    Args:
        view: what the player knows.
        cell: a covered cell to explain instead: why it is safe, or a mine, or how likely it is one.
        policy: who makes the guess, see ``choose``.
        trust_flags: take every flag for a mine.
        budget: what each step may use.

    Raises:
        InconsistentViewError: no layout fits, and that came out before any easy rule had found a reason.
        BudgetExceededError: the work would be too large even for an estimate.
        CellError: the cell isn't on the board, or isn't covered.

    >>> from hypersweep.view import View
    >>> for reason in explain(View.parse("2x3 mines=1\n# # #\n1 1 .")):
    ...     print(reason)
    The 0 at (1, 2) touches no mine: (0, 1) and (0, 2) are safe.
    """
    check_budget(budget)
    check_policy(policy)
    deduction = Deduction(check_view(view), bool(trust_flags), budget)
    target = None
    if cell is not None:
        target = view.grid.index(cell)
        if not deduction.prover.is_covered(target):
            raise CellError(f"expected a covered cell, got {view.grid.cell(target)} (grid {view.grid})")
    name = None if target is None else view.grid.cell(target)
    found: list[Analysis] = []

    def ask() -> Analysis:
        if not found:
            found.append(analyse(view, trust_flags=trust_flags, budget=budget, estimate=True))
        return found[0]

    for reason in deduction.steps(ask):
        if (reason.conclusion == "safe") if name is None else (name in reason.cells):
            return list(reason.steps)
    analysis = found[0]
    chances = analysis.probabilities
    covered = [index for index in range(view.grid.cells) if deduction.prover.is_covered(index)]
    choice = None
    # The lowest chance will do where nothing better can be worked out, and best where there is no flag.
    best = min(covered, key=lambda index: (chances[index], view.codes[index] == FLAGGED), default=None)
    if analysis.is_exact:
        try:
            choice = choose(view, policy, trust_flags=trust_flags, budget=budget)
        except BudgetExceededError:
            pass
        else:
            best = None if choice is None else view.grid.index(choice.cell)
    if name is None:
        if best is None or chances[best] == 1.0:
            return []
        name = view.grid.cell(best)
    return [_guess(view, analysis, choice, name)]


def _guess(view: View, analysis: Analysis, choice: Choice | None, cell: Cell) -> Reason:
    grid = view.grid
    chances = analysis.probabilities
    covered = [index for index, code in enumerate(view.codes) if code in (COVERED, FLAGGED)]
    least = min(chances[index] for index in covered)
    safest = [grid.cell(index) for index in covered if chances[index] <= least + 1e-11]
    clues = tuple(other for other in grid.neighbours(cell) if view[other] >= 0)
    chance = analysis.probability(cell)
    opening, error = 0.0, None
    if analysis.is_exact:
        opening = analysis.clue_chances(cell)[0]
    else:
        error = analysis.standard_error(cell)
    neighbours = grid.geometry().neighbours
    codes = view.codes
    doubtful = [index for index in covered if 0.0 < chances[index] < 1.0]
    beside = sum(any(codes[other] >= 0 for other in neighbours(index)) for index in doubtful)
    words = guess_words(
        cell,
        chance,
        choice,
        safest,
        least,
        opening,
        seen=bool(clues),
        doubtful=(beside, len(doubtful) - beside),
        error=error,
    )
    return Reason(
        "guess",
        "guess",
        (cell,),
        clues,
        (),
        words,
        probability=chance,
        choice=choice,
        is_estimate=not analysis.is_exact,
    )
