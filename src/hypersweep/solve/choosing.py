"""The cell to open next, and all others after it."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from hypersweep.solve.analysis import Analysis, analyse, check_analysis
from hypersweep.solve.budget import Budget, check_budget
from hypersweep.solve.choice import POLICIES, Choice, check_policy
from hypersweep.solve.kernel import CONTRADICTION, DONE, LATE, borrow, check_view, give_back
from hypersweep.view import COVERED, FLAGGED

if TYPE_CHECKING:
    from hypersweep.errors import HypersweepError
    from hypersweep.solve.kernel import Kernel
    from hypersweep.typing import ChoiceKind, Policy
    from hypersweep.view import View

__all__ = ["choose", "failure", "rank"]

_STANDARD = Budget()


def choose(
    view: View,
    policy: Policy = "look-ahead",
    *,
    trust_flags: bool = False,
    budget: Budget | None = None,
    analysis: Analysis | None = None,
) -> Choice | None:
    r"""The cell to open next, or None where no covered cell can be safe.

    A cell that is certain to be safe comes first, whatever the policy. Where few layouts are left, all policies play
    the end exactly. In between "safest" takes the cell with the lowest chance of a mine; "progress" among the safest
    the one that is most likely to make something certain; "look-ahead" also weighs what can be opened safely after the
    answer, and on boards of two dimensions and 120 to 512 cells an estimate of the chance to win, learned from games.
    Where counting is past the budget, the cell is chosen by an estimate, ``Choice.is_exact`` is False, and
    ``Choice.standard_error`` says how far off it may be: a choice always comes, within the budget's seconds where it
    has any. An analysis that samples, ``analyse(view, estimate=True)``, takes longer and says more. The same view gives
    the same choice on every machine, unless the budget limits seconds.

    Args:
        view: what the player knows. Flagged cells may be chosen too, unless flags are trusted.
        policy: "safest", "progress" or "look-ahead".
        trust_flags: take every flag for a mine.
        budget: what each of the analyses may use; None for the standard one, or that of the analysis.
        analysis: what ``analyse`` has found of this view, to save analysing it again. If it is an estimate, so is
            the choice.

    Raises:
        ParameterError: no such policy, or an analysis of another view.
        InconsistentViewError: no layout fits.

    >>> from hypersweep.view import View
    >>> choose(View.parse("2x4 mines=2\n# # # #\n1 2 1 1"))
    <Choice (0, 1), safe: safe with 1>
    >>> choose(View.parse("2x3 mines=1\n# 1 #\n# 1 #"), "safest")
    <Choice (0, 0), end-game: safe with 0.75, wins 1/2>
    """
    check_view(view)
    number = POLICIES.index(check_policy(policy))
    if analysis is not None:
        check_analysis(analysis, view, bool(trust_flags))
        return _decide(analysis, number, budget, weighed=False)[0]
    own = _STANDARD if budget is None else check_budget(budget)
    trust = bool(trust_flags)
    kernel = borrow(view.grid)
    found = kernel.choose(view._data, view.mines, trust, number, None, own.limits())
    if found[0] != DONE:
        raise failure(view, trust, own, kernel, found[0], "a choice")
    give_back(kernel)
    return _choice(view, number, found)


def rank(
    view: View,
    policy: Policy = "look-ahead",
    *,
    trust_flags: bool = False,
    budget: Budget | None = None,
    analysis: Analysis | None = None,
) -> tuple[Choice, ...]:
    r"""All covered cells as moves, the best first.

    The first is what ``choose`` gives, where it gives any. After it come the other cells that are certain to be safe,
    then those that the policy weighed by their score, then the others by their safety, and certain mines last; ties are
    in the order of the indices. The first may have a slightly lower score than the second, for what is about as
    good counts as a tie in ``choose``. Flags that are trusted aren't moves. Where counting is past the budget, the
    ranking is by an estimate, which may differ from that of ``choose`` unless both are given the same analysis.

    Args:
        view: what the player knows.
        policy: "safest", "progress" or "look-ahead", see ``choose``.
        trust_flags: take every flag for a mine.
        budget: what each of the analyses may use; None for the standard one, or that of the analysis.
        analysis: what ``analyse`` has found of this view.

    Raises:
        ParameterError: no such policy, or an analysis of another view.
        InconsistentViewError: no layout fits.
        BudgetExceededError: the work would be too large even for an estimate.

    >>> from hypersweep.view import View
    >>> for choice in rank(View.parse("2x4 mines=2\n# # # #\n1 1 # #")):
    ...     print(choice)
    <Choice (0, 2), safe: safe with 1>
    <Choice (1, 2), safe: safe with 1>
    <Choice (0, 0), guess: safe with 0.5>
    <Choice (0, 1), guess: safe with 0.5>
    <Choice (0, 3), guess: safe with 0.5>
    <Choice (1, 3), guess: safe with 0.5>
    """
    check_view(view)
    number = POLICIES.index(check_policy(policy))
    if analysis is None:
        own = _STANDARD if budget is None else check_budget(budget)
        analysis = analyse(view, trust_flags=trust_flags, budget=own, estimate=True)
    check_analysis(analysis, view, bool(trust_flags))
    best, scores, layouts = _decide(analysis, number, budget, weighed=True)
    grid = view.grid
    covered = (COVERED,) if analysis.trust_flags else (COVERED, FLAGGED)
    chances = analysis.probabilities
    taken = -1 if best is None else grid.index(best.cell)
    ranked = []
    for index, code in enumerate(view.codes):
        if code not in covered or index == taken:
            continue
        safety = 1.0 - chances[index]
        kind: ChoiceKind
        score: float | None
        share = None
        if safety in (0.0, 1.0):
            kind, score, order = ("safe", 1.0, 0) if safety else ("mine", 0.0, 3)
        elif layouts and index in scores:
            from fractions import Fraction

            share = Fraction(int(scores[index]), layouts)
            kind, score, order = "end-game", float(share), 1
        elif index in scores:
            kind, score, order = "guess", scores[index], 1
        else:
            kind, score, order = "guess", safety if policy == "safest" else None, 2
        is_exact = analysis.is_exact or order in (0, 3)
        error = 0.0 if is_exact else analysis.standard_error(index)
        choice = Choice(grid.cell(index), kind, safety, score, share, policy, is_exact, error)
        ranked.append((order, -(score if order == 1 and score is not None else safety), index, choice))
    ranked.sort(key=lambda row: row[:3])
    first = () if best is None else (best,)
    return (*first, *[row[3] for row in ranked])


def _decide(
    analysis: Analysis, policy: int, budget: Budget | None, *, weighed: bool
) -> tuple[Choice | None, dict[int, float], int]:
    """The choice by an analysis; then, of the cells weighed, what was compared, and the layouts of an end-game or 0."""
    own = analysis.budget if budget is None else check_budget(budget)
    view = analysis.view
    kernel = analysis._again(may_be_estimate=True)
    found, cells, scores = kernel.choose_next(
        view._data, analysis._data, view.mines, analysis.trust_flags, policy, weighed, own.limits()
    )
    if found[0] != DONE:
        raise own.exceeded("a choice", late=found[0] == LATE)
    give_back(kernel)
    _, _, _, _, _, _, layouts, exact, _ = found
    return _choice(view, policy, found, analysis), dict(zip(cells, scores, strict=True)), layouts if exact else 0


def _choice(
    view: View,
    policy: int,
    found: tuple[int, int, bool, float, float, int, int, bool, bool],
    analysis: Analysis | None = None,
) -> Choice | None:
    _, index, certain, safe, score, wins, layouts, exact, estimated = found
    if index < 0:
        return None
    share = None
    if exact:
        from fractions import Fraction

        share = Fraction(wins, layouts)
    kind: ChoiceKind = "safe" if certain else "end-game" if exact else "guess"
    # Without samples nobody knows how far off the chances are: the error of one layout is told, as by ``analyse``.
    error = 0.0
    if estimated:
        error = sqrt(safe * (1.0 - safe)) if analysis is None else analysis.standard_error(index)
    return Choice(view.grid.cell(index), kind, safe, score, share, POLICIES[policy], not estimated, error)


def failure(view: View, trust: bool, budget: Budget, kernel: Kernel, status: int, what: str) -> HypersweepError:
    """The error for work that the solver couldn't do.

    Args:
        view: of which position.
        trust: whether flags were taken for mines.
        budget: what it could use.
        kernel: the solver.
        status: what it said.
        what: was wanted.
    """
    if status == CONTRADICTION:
        from hypersweep.solve.conflict import inconsistency

        # What the choice came upon may be of a later position: the solver looks once more.
        kernel.run(view._data, view.mines, trust, budget)
        return inconsistency(view, trust, budget, kernel)
    return budget.exceeded(what, late=status == LATE)
