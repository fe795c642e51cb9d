"""Choose the best cell to open next, rank all covered cells, and compute the chance of winning with best play."""

from __future__ import annotations

import time
from array import array
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.errors import BudgetExceededError, NoMoveError, ParameterError, ParameterTypeError
from hypersweep.solve.kernel import (
    CONTRADICTION,
    DONE,
    LATE,
    Budget,
    answered,
    borrow,
    check_budget,
    check_view,
    give_back,
)
from hypersweep.solve.mine_probability import Analysis, analyse, check_analysis
from hypersweep.validation import suggest, truncate
from hypersweep.view import COVERED, EXPLODED, FLAGGED, WRONG_FLAG

if TYPE_CHECKING:
    from fractions import Fraction

    from hypersweep.errors import HypersweepError
    from hypersweep.solve.kernel import Kernel
    from hypersweep.typing import ChoiceKind, Policy
    from hypersweep.view import View

POLICIES: tuple[Policy, ...] = ("safest", "progress", "look-ahead")
"""Policies for ``choose``, from simple to strong."""

KINDS = ("safe", "guess", "end-game", "mine")
"""Values of ``Choice.kind``."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A cell to open, and why.

    Attributes:
        cell: the cell.
        kind: "safe" (certainly safe), "guess", or "end-game" (few layouts are left, and all continuations were
            searched); in a ranking also "mine" (certainly a mine).
        safety: the chance that the cell is safe.
        score: the value by which the policy ranks cells, higher is better. "safest": the chance that the cell is safe.
            "progress": the chance that the revealed clue settles another cell. "look-ahead": an estimate of the winning
            chance (rough for cells ranked far below the best); for board sizes without such an estimate, the chance of
            surviving this move and the next, plus a bonus for progress. In the end-game: the winning chance. In a
            ranking, None if the cell is too risky to be worth evaluating.
        win_probability: in the end-game, the chance of winning by opening this cell and playing perfectly afterwards,
            as a fraction of layouts; otherwise None.
        policy: the policy used.
        is_exact: whether the underlying chances are exact (to 1e-12). If counting exceeded the budget, they are
            estimates, and a guess is the cell with the highest estimated safety, whatever the policy.
        standard_error: standard error of ``safety``; 0.0 if exact. If chances were sampled, it is from the analysis.
            For maximum-entropy chances the error is unknown, so the error of a single random layout is used instead; it
            is far too large.

    >>> from hypersweep import View, choose
    >>> choice = choose(View("2x3", 1, [-1, 1, 0, -1, 1, 0]))
    >>> choice.cell, choice.kind, choice.safety
    ((0, 0), 'end-game', 0.5)
    """

    cell: tuple[int, ...]
    kind: ChoiceKind
    safety: float
    score: float | None
    win_probability: Fraction | None
    policy: Policy
    is_exact: bool = True
    standard_error: float = 0.0

    def __repr__(self) -> str:
        about = "" if self.is_exact else "about "
        tail = f", wins {self.win_probability}" if self.win_probability is not None else ""
        return f"<Choice {self.cell}, {self.kind}: safe with {about}{self.safety:.6g}{tail}>"


def check_policy(policy: object) -> Policy:
    """Check that an argument is the name of a policy, and return it.

    Raises:
        ParameterError: there is no such policy.
    """
    if not isinstance(policy, str):
        raise ParameterTypeError(f"expected a policy name, got {truncate(policy)} ({type(policy).__name__})")
    if policy not in POLICIES:
        raise ParameterError(
            f"expected a policy ({', '.join(POLICIES)}), got {truncate(policy)}{suggest(policy, list(POLICIES))}"
        )
    return POLICIES[POLICIES.index(policy)]


_STANDARD = Budget()


def choose(
    view: View,
    policy: Policy = "look-ahead",
    *,
    trust_flags: bool = False,
    budget: Budget | None = None,
    analysis: Analysis | None = None,
) -> Choice | None:
    r"""Return the cell to open next, or None if all covered cells are mines.

    Every policy prefers a certainly safe cell, and plays perfectly once few layouts are left. Otherwise "safest" picks
    the cell least likely to be a mine. "progress" picks, among the safest cells, the one whose clue is most likely to
    settle another cell. "look-ahead" also considers which safe moves the revealed clue would allow; on two-dimensional
    boards of 120 to 512 cells it uses an estimate of the winning chance learned from games.

    If counting exceeds the budget, the choice is based on estimated chances: ``Choice.is_exact`` is False, and
    ``Choice.standard_error`` is their error. A choice is always found, within the time limit if the budget has one. For
    more precise but slower estimates, pass ``analysis=analyse(view, estimate=True)``. Without a time limit, the same
    view leads to the same choice on every machine.

    Args:
        view: the position. Flagged cells may be chosen too, unless flags are trusted.
        policy: "safest", "progress" or "look-ahead".
        trust_flags: whether to treat every flag as a mine.
        budget: limits for each analysis; None for the limits used for ``analysis``, or else the defaults.
        analysis: result of ``analyse`` for this view, to avoid analysing it again. If it is an estimate, so is the
            choice.

    Raises:
        ParameterError: there is no such policy, or the analysis is of a different view.
        InconsistentViewError: no layout is consistent with the view.

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


def best_move(
    view: View,
    policy: Policy = "look-ahead",
    *,
    trust_flags: bool = False,
    budget: Budget | None = None,
    analysis: Analysis | None = None,
) -> Choice:
    r"""Return the cell to open next, as ``choose`` does; raise an error if there is none.

    Args:
        view: the position.
        policy: "safest", "progress" or "look-ahead", see ``choose``.
        trust_flags: whether to treat every flag as a mine.
        budget: limits for each analysis; None for the limits used for ``analysis``, or else the defaults.
        analysis: result of ``analyse`` for this view, to avoid analysing it again.

    Raises:
        NoMoveError: the view shows an exploded mine or a wrong flag, or all covered cells are mines.
        ParameterError: there is no such policy, or the analysis is of a different view.
        InconsistentViewError: no layout is consistent with the view.

    >>> from hypersweep.view import View
    >>> best_move(View.parse("2x4 mines=2\n# # # #\n1 2 1 1")).cell
    (0, 1)
    """
    codes = check_view(view).codes
    if EXPLODED in codes or WRONG_FLAG in codes:
        raise NoMoveError("the game is over: it was lost")
    choice = choose(view, policy, trust_flags=trust_flags, budget=budget, analysis=analysis)
    if choice is None:
        raise NoMoveError("there is no cell to open: all covered cells are mines")
    return choice


def rank(
    view: View,
    policy: Policy = "look-ahead",
    *,
    trust_flags: bool = False,
    budget: Budget | None = None,
    analysis: Analysis | None = None,
) -> tuple[Choice, ...]:
    r"""Return all covered cells as choices, best first.

    The order is: the result of ``choose``, other certainly safe cells, cells evaluated by the policy (by score), other
    cells (by safety), and certain mines. Ties are broken by index. The first score may be slightly below the second,
    because ``choose`` treats nearly equal scores as ties. Trusted flags are left out. If counting exceeds the budget,
    the ranking is based on estimated chances; pass the same analysis to ``choose`` and ``rank`` to make them agree.

    Args:
        view: the view.
        policy: "safest", "progress" or "look-ahead", see ``choose``.
        trust_flags: whether to treat every flag as a mine.
        budget: limits for each analysis; None for the limits used for ``analysis``, or else the defaults.
        analysis: result of ``analyse`` for this view, to avoid analysing it again.

    Raises:
        ParameterError: there is no such policy, or the analysis is of a different view.
        InconsistentViewError: no layout is consistent with the view.
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
    """Return the choice, evaluated cells' scores by index, and the number of layouts (0 outside the end-game)."""
    own = analysis.budget if budget is None else check_budget(budget)
    view = analysis.view
    kernel = analysis._again(may_be_estimate=True)
    found, cells, scores = kernel.native.choose_next(
        view._data, analysis._data, view.mines, analysis.trust_flags, policy, weighed, *own.limits()
    )
    if answered(found[0]) != DONE:
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
    # Without samples the error is unknown: use that of one random layout, as ``Analysis.standard_error`` does.
    error = 0.0
    if estimated:
        error = sqrt(safe * (1.0 - safe)) if analysis is None else analysis.standard_error(index)
    return Choice(view.grid.cell(index), kind, safe, score, share, POLICIES[policy], not estimated, error)


def failure(view: View, trust: bool, budget: Budget, kernel: Kernel, status: int, what: str) -> HypersweepError:
    """Return the exception for a failed call to the solver.

    Args:
        view: the position.
        trust: whether flags were treated as mines.
        budget: the limits used.
        kernel: the solver.
        status: the status returned by the solver.
        what: name of the wanted result, for the message.
    """
    if status == CONTRADICTION:
        from hypersweep.solve.conflict import inconsistency

        # The kernel may be at a later position in the search, so analyse this one again.
        kernel.run(view._data, view.mines, trust, budget)
        return inconsistency(view, trust, budget, kernel)
    return budget.exceeded(what, late=status == LATE)


# Number of search steps (about 1 ns each) that count as one state in the budget.
_STEPS_PER_STATE = 256

# Maximum number of layouts of one position in a search for the best play.
_MOST_LAYOUTS = 1 << 20

# Maximum number of cells on a board whose symmetries the search uses, because it stores sets of cells in one word.
_MOST_CELLS_WITH_SYMMETRY = 64


def win_probability(view: View, *, trust_flags: bool = False, budget: Budget | None = None) -> Fraction:
    r"""Return the exact chance of winning with best play, by searching the full game tree.

    The chance is the share of consistent layouts won by best play; 0 for a lost game. The search is feasible up to
    about 64 uncertain covered cells and about ten thousand layouts. On boards of at most 64 cells, positions that a
    symmetry of the grid maps to each other are searched once.

    Args:
        view: the view.
        trust_flags: whether to treat every flag as a mine.
        budget: limits on the work; ``states`` and ``memory`` limit the number of positions searched.

    Raises:
        InconsistentViewError: no layout fits.
        BudgetExceededError: the tree is too large.

    Complexity: exponential in the number of covered cells.

    >>> from hypersweep.view import View
    >>> win_probability(View.parse("2x3 mines=1\n# 1 #\n# 1 #"))
    Fraction(1, 2)
    """
    from fractions import Fraction

    check_view(view)
    budget = Budget() if budget is None else check_budget(budget)
    trust = bool(trust_flags)
    start = array("i", view.codes.tolist())
    states, memory, seconds = budget.limits()
    end = time.monotonic() + seconds
    if view.grid.cells <= _MOST_CELLS_WITH_SYMMETRY:
        search = _native.BestPlay(view.grid.geometry())
        status, won, all_layouts, looked = search.wins_of(start, view.mines, trust, states, memory, seconds)
        if answered(status) == DONE:
            return Fraction(0 if EXPLODED in start or WRONG_FLAG in start else won, all_layouts)
        if status == LATE or all_layouts:
            raise budget.exceeded("the best play", looked, late=status == LATE)
        # Either no layout fits, and the code below finds the clue at fault; or too many do, and it first opens cells
        # that are certainly safe.
    kernel = borrow(view.grid)
    neighbours = view.grid.geometry().neighbours
    layouts_allowed = min(_MOST_LAYOUTS, budget.memory >> 9)
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
            # There are too many layouts or unknown cells for one search: open a safe cell first, and search the
            # position after each clue it may show.
            for clue in range(len(neighbours(index)) + 1):
                after = codes[:]
                after[index] = clue
                positions.append(after)
        elif index < 0:
            won += 1
            all_layouts += 1
        else:
            raise BudgetExceededError(
                "couldn't compute the best play: it needs a guess with more than 64 uncertain cells or more than "
                f"{layouts_allowed} layouts"
                + ("; a larger Budget(memory=...) may help" if layouts_allowed < _MOST_LAYOUTS else "")
            )
        if looked >= budget.states:
            raise budget.exceeded("the best play", looked, late=False)
    give_back(kernel)
    if EXPLODED in start or WRONG_FLAG in start:
        return Fraction(0)
    return Fraction(won, all_layouts)
