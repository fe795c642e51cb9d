"""What a chosen or ranked cell is, and which policies there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from fractions import Fraction

    from hypersweep.typing import ChoiceKind, Policy

__all__ = ["KINDS", "POLICIES", "Choice", "check_policy"]

POLICIES: tuple[Policy, ...] = ("safest", "progress", "look-ahead")
"""The policies of ``choose``, from plain to strong."""

KINDS = ("safe", "guess", "end-game", "mine")
"""What a choice can be; ``Choice.kind`` says what each means."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A cell to open, and why.

    Attributes:
        cell: the cell.
        kind: "safe" (certain), "guess", or "end-game" (so few layouts are left that every way to go on was tried); in a
            ranking also "mine" (certain).
        safety: the chance that the cell is safe.
        score: what the policy compared: of "safest" the chance to be safe; of "progress" the chance that the answer
            makes something certain; of "look-ahead" an estimate of the chance to win (in a ranking, of a cell that
            is clearly worse than the best, a rough one by its likeliest answers), or on boards that it has none for the
            chance to survive this and the next move, with a bonus for progress; in the end-game the chance to win. In
            a ranking None for a cell that the policy didn't weigh, as it is too risky compared with the others.
        win_probability: in the end-game the chance to win by opening this cell and playing on as well as possible, as a
            fraction of layouts; otherwise None.
        policy: the policy that chose.
        is_exact: whether the chances behind it are exact (to 1e-12). Where counting was past the budget they are
            estimates, and a guess is the cell that is safest by them, whatever the policy.
        standard_error: of ``safety``; 0.0 where it is exact. That of an analysis by samples is the analysis's own. How
            far off chances of maximum entropy are isn't known: there it is that of a single layout drawn at random,
            which is far too large.

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
    """The name of a policy, if it is one.

    Raises:
        ParameterError: it isn't.
    """
    if not isinstance(policy, str):
        raise ParameterTypeError(f"expected the name of a policy, got {truncate(policy)} ({type(policy).__name__})")
    if policy not in POLICIES:
        raise ParameterError(
            f"expected a policy of {', '.join(POLICIES)}, got {truncate(policy)}{suggest(policy, list(POLICIES))}"
        )
    return POLICIES[POLICIES.index(policy)]
