"""Why cells are safe or mines: single clues first, then two, then more, then the number of mines; and why a guess."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from hypersweep.errors import BudgetExceededError, CellError
from hypersweep.solve.analysis import Analysis, analyse, check_analysis
from hypersweep.solve.budget import Budget, check_budget
from hypersweep.solve.choice import Choice, check_policy
from hypersweep.solve.choosing import choose
from hypersweep.solve.deduction import UNCOUNTED, Deduction, ways_with
from hypersweep.solve.evidence.guess import GuessGrounds
from hypersweep.solve.kernel import check_view
from hypersweep.solve.reason import Reason
from hypersweep.view import COVERED, FLAGGED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.typing import Cell, CellLike, Policy
    from hypersweep.view import View

__all__ = ["deduce", "explain", "explain_each"]

_STANDARD = Budget()


def deduce(
    view: View, *, trust_flags: bool = False, budget: Budget | None = None, analysis: Analysis | None = None
) -> list[Reason]:
    r"""The reasons for everything that is certain, easiest first; each may rest on those before it.

    Each covered cell that is certain stands in exactly one of them. Their order is that of a careful player: a harder
    rule comes only where no easier one settles anything.

    Args:
        view: what the player knows.
        trust_flags: take every flag for a mine.
        budget: what each step may use; None for the standard one, or that of the analysis.
        analysis: what ``analyse`` has found of this view, exactly, so that it needn't be found again.

    Raises:
        InconsistentViewError: no layout fits.
        BudgetExceededError: the work would be too large.
        ParameterError: an analysis of another view.

    >>> from hypersweep.view import View
    >>> for reason in deduce(View.parse("2x4 mines=2\n# # # #\n1 2 1 1")):
    ...     print(reason.rule, reason.conclusion, reason.cells)
    pair mine ((0, 2),)
    clue safe ((0, 1), (0, 3))
    clue mine ((0, 0),)
    """
    if analysis is None:
        analysis = analyse(view, trust_flags=trust_flags, budget=_STANDARD if budget is None else budget)
    check_analysis(analysis, check_view(view), bool(trust_flags))
    own = analysis.budget if budget is None else check_budget(budget)
    if not analysis.is_exact:
        raise BudgetExceededError(f"expected an exact analysis, got an estimate of {view!r}")
    deduction = Deduction(view, analysis.trust_flags, own)
    deduction.go_on(ways_with(analysis), analysis)
    reasons = deduction.reasons()
    deduction.end()
    return reasons


def explain(
    view: View,
    cell: CellLike | None = None,
    *,
    policy: Policy = "look-ahead",
    trust_flags: bool = False,
    budget: Budget | None = None,
    analysis: Analysis | None = None,
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
        budget: what each step may use; None for the standard one, or that of the analysis.
        analysis: what ``analyse`` has found of this view, so that it needn't be found again; an estimate will do.

    Raises:
        ParameterError: no such policy, or an analysis of another view.
        InconsistentViewError: no layout fits, and that came out before any easy rule had found a reason.
        BudgetExceededError: the work would be too large even for an estimate.
        CellError: the cell isn't on the board, or isn't covered.

    >>> from hypersweep.view import View
    >>> for reason in explain(View.parse("2x3 mines=1\n# # #\n1 1 .")):
    ...     print(reason)
    The 0 at (1, 2) touches no mine: (0, 1) and (0, 2) are safe.
    """
    return explain_each(view, [cell], policy=policy, trust_flags=trust_flags, budget=budget, analysis=analysis)[0]


def explain_each(
    view: View,
    cells: Sequence[CellLike | None],
    *,
    policy: Policy = "look-ahead",
    trust_flags: bool = False,
    budget: Budget | None = None,
    analysis: Analysis | None = None,
) -> list[list[Reason]]:
    r"""What ``explain`` says of each of some cells, every conclusion being drawn but once.

    Args:
        view: what the player knows.
        cells: covered cells, or None for the simplest safe cell there is.
        policy: as for ``explain``.
        trust_flags: as for ``explain``.
        budget: as for ``explain``.
        analysis: as for ``explain``.

    Raises:
        HypersweepError: whatever ``explain`` raises.

    >>> from hypersweep.view import View
    >>> view = View.parse("2x4 mines=2\n# # # #\n1 2 1 1")
    >>> [reasons[-1].cells for reasons in explain_each(view, [(0, 0), None])]
    [((0, 0),), ((0, 1), (0, 3))]
    """
    check_policy(policy)
    grid = check_view(view).grid
    trust = bool(trust_flags)
    found: list[Analysis] = []
    if analysis is not None:
        found.append(check_analysis(analysis, view, trust))
        trust = analysis.trust_flags
    own = check_budget(budget) if budget is not None else _STANDARD if analysis is None else analysis.budget
    covered = (COVERED,) if trust else (COVERED, FLAGGED)
    targets: list[int | None] = []
    for cell in cells:
        target = None if cell is None else grid.index(cell)
        if target is not None and view.codes[target] not in covered:
            raise CellError(f"expected a covered cell, got {grid.cell(target)} (grid {grid})")
        targets.append(target)
    wanted = sorted({target for target in targets if target is not None})
    any_safe = None in targets
    deduction = Deduction(view, trust, own)
    if targets and not deduction.go_on(UNCOUNTED, wanted=wanted, any_safe=any_safe):
        if not found:
            found.append(analyse(view, trust_flags=trust, budget=own, estimate=True))
        deduction.go_on(ways_with(found[0]), found[0], wanted, any_safe=any_safe)
    reasons: dict[int | None, list[Reason]] = {}
    left = []
    for target in dict.fromkeys(targets):
        reason = deduction.reason_of(target)
        if reason is None:
            left.append(target)
        else:
            reasons[target] = list(reason.steps)
    deduction.end()
    if left:
        choice, best = _best(view, found[0], policy, own)
        for target in left:
            guess = best if target is None else grid.cell(target)
            reasons[target] = [] if guess is None else [_guess(view, found[0], choice, guess)]
    return [reasons[target] for target in targets]


def _best(view: View, analysis: Analysis, policy: Policy, budget: Budget) -> tuple[Choice | None, Cell | None]:
    """What ``choose`` says where it can be asked, and the best cell, or None where all are mines."""
    if analysis.is_exact:
        try:
            choice = choose(view, policy, budget=budget, analysis=analysis)
        except BudgetExceededError:
            pass
        else:
            return choice, None if choice is None else choice.cell
    # The lowest chance will do where nothing better can be worked out, and best where there is no flag.
    safest = analysis.safest_cells
    best = next((cell for cell in safest if view[cell] != FLAGGED), safest[0] if safest else None)
    return None, None if best is None or analysis.probability(best) == 1.0 else best


def _guess(view: View, analysis: Analysis, choice: Choice | None, cell: Cell) -> Reason:
    grid = view.grid
    chances = analysis.probabilities
    safest = analysis.safest_cells
    least = analysis.probability(safest[0])
    clues = tuple(other for other in grid.neighbours(cell) if view[other] >= 0)
    chance = analysis.probability(cell)
    opening, error = 0.0, None
    if analysis.is_exact:
        # Past the budget nothing is said of it: the chance of a mine is known all the same.
        with suppress(BudgetExceededError):
            opening = analysis.clue_chances(cell)[0]
    else:
        error = analysis.standard_error(cell)
    neighbours = grid.geometry().neighbours
    codes = view.codes
    doubtful = [index for index, code in enumerate(codes) if code in (COVERED, FLAGGED) and 0.0 < chances[index] < 1.0]
    # Sets compare without a Python call for each neighbour, of which a cell of four dimensions has 80.
    hidden = {index for index, code in enumerate(codes) if code < 0}
    near_clues = len([index for index in doubtful if not hidden.issuperset(neighbours(index))])
    grounds = GuessGrounds(
        chance,
        choice,
        cell if cell in safest else safest[0],
        least,
        len(safest) - 1,
        opening,
        bool(clues),
        near_clues,
        len(doubtful) - near_clues,
        error,
    )
    return Reason("guess", "guess", (cell,), clues, (), grounds)
