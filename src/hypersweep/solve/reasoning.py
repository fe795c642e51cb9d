"""Reasons why cells are safe or mines, from single clues to the number of mines; and reasons for guesses."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from hypersweep.errors import BudgetExceededError, CellError
from hypersweep.solve.choice import Choice, check_policy, choose
from hypersweep.solve.deduction import UNCOUNTED, Deduction, ways_with
from hypersweep.solve.evidence.guess import GuessGrounds
from hypersweep.solve.kernel import Budget, check_budget, check_view
from hypersweep.solve.mine_probability import Analysis, analyse, check_analysis
from hypersweep.solve.reason import Reason
from hypersweep.view import COVERED, FLAGGED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.typing import Cell, CellLike, Policy
    from hypersweep.view import View

_STANDARD = Budget()


def deduce(
    view: View, *, trust_flags: bool = False, budget: Budget | None = None, analysis: Analysis | None = None
) -> list[Reason]:
    r"""Return the reasons for all certain cells, easiest first; each may depend on earlier ones.

    Each certain covered cell is in exactly one reason. The order is that of a careful player: a harder rule is used
    only if no easier one settles anything.

    Args:
        view: the view.
        trust_flags: take every flag for a mine.
        budget: limits of each step; None for those of the analysis, or the default ones.
        analysis: exact result of ``analyse`` for this view, to save analysing it again.

    Raises:
        InconsistentViewError: no layout is consistent with the view.
        BudgetExceededError: the work would be too large.
        ParameterError: the analysis is of another view.

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
    r"""Return the steps to the simplest safe cell, or the reason for the best guess.

    The last reason is the conclusion; the others are its premises, each depending only on earlier ones. The simplest
    cell is the one whose hardest step is easiest. If no cell is certainly safe, the result is one reason, for the guess
    of ``choose``; if all covered cells are mines, it is empty. Layouts are counted only after all easy rules have
    failed. Past the budget the chances of a guess are estimates, and the reason says so.

    Args:
        view: the view.
        cell: a covered cell to explain instead: why it is safe or a mine, or how likely it is a mine.
        policy: policy for the guess, see ``choose``.
        trust_flags: take every flag for a mine.
        budget: limits of each step; None for those of the analysis, or the default ones.
        analysis: result of ``analyse`` for this view, exact or an estimate, to save analysing it again.

    Raises:
        ParameterError: there is no such policy, or the analysis is of another view.
        InconsistentViewError: no layout is consistent with the view, and no easy rule found a reason before.
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
    r"""Return the results of ``explain`` for several cells, drawing each conclusion only once.

    Args:
        view: the view.
        cells: covered cells, or None for the simplest safe cell.
        policy: as for ``explain``.
        trust_flags: as for ``explain``.
        budget: as for ``explain``.
        analysis: as for ``explain``.

    Raises:
        HypersweepError: as for ``explain``.

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
    """Return the result of ``choose`` if the analysis is exact, and the best cell (None if all are mines)."""
    if analysis.is_exact:
        try:
            choice = choose(view, policy, budget=budget, analysis=analysis)
        except BudgetExceededError:
            pass
        else:
            return choice, None if choice is None else choice.cell
    # Fall back to a cell with the lowest chance, preferably one without a flag.
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
        # Past the budget the reason says nothing about openings; the chance of a mine is known.
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
