"""The cell to open next, and what the best play is worth."""

from __future__ import annotations

import time

from hypersweep import _native
from hypersweep.arguments import nearest, shorten
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.solve.budget import Budget, check_budget
from hypersweep.solve.kernel import CONTRADICTION, DONE, LATE, borrow, check_view, give_back, view_codes
from hypersweep.view import EXPLODED, WRONG_FLAG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

    from hypersweep.errors import HypersweepError
    from hypersweep.solve.kernel import Codes, Kernel
    from hypersweep.view import View

__all__ = ["POLICIES", "Choice", "check_policy", "choose", "win_probability"]

POLICIES = ("safest", "progress", "look-ahead")
"""The policies of ``choose``, from plain to strong."""

_STANDARD = Budget()


class Choice:
    """A cell to open, and why.

    Attributes:
        cell: the cell.
        kind: "safe" (certain), "guess", or "end-game" (so few layouts are left that every way to go on was tried).
        probability: the chance that the cell is safe.
        score: what the policy compared: of "safest" the chance to be safe; of "progress" the chance that the answer
            makes something certain; of "look-ahead" an estimate of the chance to win, or on boards that it has none
            for the chance to survive this and the next move, with a bonus for progress; in the end-game the chance to
            win.
        win_probability: in the end-game the chance that the best play wins, as a fraction of layouts; otherwise None.
        policy: the policy that chose.
        is_exact: whether the chances behind it are exact (to 1e-12). Where counting was past the budget they are
            estimates, as even as the clues allow, and a guess is the cell that is safest by them, whatever the policy.
    """

    __slots__ = ("cell", "is_exact", "kind", "policy", "probability", "score", "win_probability")

    def __init__(
        self,
        cell: tuple[int, ...],
        kind: str,
        probability: float,
        score: float,
        win_probability: Fraction | None,
        policy: str,
        is_exact: bool = True,
    ) -> None:
        self.cell = cell
        self.kind = kind
        self.probability = probability
        self.score = score
        self.win_probability = win_probability
        self.policy = policy
        self.is_exact = is_exact

    def __repr__(self) -> str:
        about = "" if self.is_exact else "about "
        tail = f", wins {self.win_probability}" if self.win_probability is not None else ""
        return f"<Choice {self.cell}, {self.kind}: safe with {about}{self.probability:.6g}{tail}>"


def check_policy(policy: object) -> str:
    """The name of a policy, if it is one.

    Raises:
        ParameterError: it isn't.
    """
    if not isinstance(policy, str):
        raise ParameterTypeError(f"expected the name of a policy, got {shorten(policy)} ({type(policy).__name__})")
    if policy not in POLICIES:
        raise ParameterError(
            f"expected a policy of {', '.join(POLICIES)}, got {shorten(policy)}{nearest(policy, list(POLICIES))}"
        )
    return policy


def _failure(
    view: View, codes: Codes, trust: bool, budget: Budget, kernel: Kernel, status: int, what: str
) -> HypersweepError:
    if status == CONTRADICTION:
        from hypersweep.solve.conflict import inconsistency

        # The chooser's findings are its own: the solver looks once more.
        kernel.run(codes, view.mines, trust, budget)
        return inconsistency(view, codes, trust, budget, kernel)
    return budget.exceeded(what, late=status == LATE)


def choose(
    view: View, policy: str = "look-ahead", *, trust_flags: bool = False, budget: Budget = _STANDARD
) -> Choice | None:
    r"""The cell to open next, or None where no covered cell can be safe.

    A cell that is certain to be safe comes first, whatever the policy. Where few layouts are left, all policies play
    the end exactly. In between "safest" takes the cell with the lowest chance of a mine; "progress" among the safest
    the one that is most likely to make something certain; "look-ahead" also weighs what can be opened safely after the
    answer, and on boards of two dimensions and 120 to 512 cells an estimate of the chance to win, learned from games.
    Where counting is past the budget, the cell is chosen by an estimate, and ``Choice.is_exact`` is False: a choice
    always comes, within the budget's seconds where it has any. The same view gives the same choice on every machine,
    unless the budget limits seconds.

    Args:
        view: what the player knows. Flags bar nothing, unless they are trusted.
        policy: "safest", "progress" or "look-ahead".
        trust_flags: take every flag for a mine.
        budget: what each of the analyses may use.

    Raises:
        ParameterError: no such policy.
        InconsistentViewError: no layout fits.

    >>> from hypersweep.view import View
    >>> choose(View.parse("2x4 mines=2\n# # # #\n1 2 1 1"))
    <Choice (0, 1), safe: safe with 1>
    >>> choose(View.parse("2x3 mines=1\n# 1 #\n# 1 #"), "safest")
    <Choice (0, 0), end-game: safe with 0.75, wins 1/2>
    """
    check_view(view)
    check_budget(budget)
    number = POLICIES.index(check_policy(policy))
    codes = view.codes
    trust = bool(trust_flags)
    kernel = borrow(view.grid)
    status, index, certain, safe, score, wins, layouts, exact, estimated = kernel.choose(
        codes, view.mines, trust, number, None, budget.limits()
    )
    if status != DONE:
        raise _failure(view, codes, trust, budget, kernel, status, "a choice")
    give_back(kernel)
    if index < 0:
        return None
    share = None
    if exact:
        from fractions import Fraction

        share = Fraction(wins, layouts)
    kind = "safe" if certain else "end-game" if exact else "guess"
    return Choice(view.grid.cell(index), kind, safe, score, share, policy, not estimated)


def win_probability(view: View, *, trust_flags: bool = False, budget: Budget = _STANDARD) -> Fraction:
    r"""The share of the layouts that fit a view which the best play wins, exactly: the full game tree is searched.

    A lost game's is 0. For boards of at most 64 covered cells that are not certain, and some ten thousands of layouts.

    Args:
        view: what the player knows.
        trust_flags: take every flag for a mine.
        budget: what the work may use; ``states`` and ``memory`` bound the positions looked at.

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
    check_budget(budget)
    trust = bool(trust_flags)
    start = view_codes(view)
    kernel = borrow(view.grid)
    neighbours = view.grid.geometry().neighbours
    layouts_allowed = min(1 << 20, budget.memory >> 9)
    steps = min(16 * budget.states, budget.memory // 16)
    states, memory, seconds = budget.limits()
    end = time.monotonic() + seconds
    caps = _native.ChoiceLimits(
        log2_layouts=64.0,
        layouts=layouts_allowed,
        steps=steps,
        candidates=1,
        margin=0.0,
        progress=0.0,
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
            raise _failure(view, codes, trust, budget, kernel, status, "the best play")
        if certain:
            # A cell that is certain to be safe is opened; each clue that it may show is a position of its own.
            for clue in range(len(neighbours(index)) + 1):
                after = codes[:]
                after[index] = clue
                positions.append(after)
        elif index < 0:
            won += 1
            all_layouts += 1
        elif exact:
            won += wins
            all_layouts += layouts
        else:
            looked = budget.states
        if looked >= budget.states:
            raise budget.exceeded("the best play", looked, late=False)
    give_back(kernel)
    if EXPLODED in start or WRONG_FLAG in start:
        return Fraction(0)
    return Fraction(won, all_layouts)
