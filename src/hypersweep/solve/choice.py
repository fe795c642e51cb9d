"""Cells chosen or ranked by the solver, and its policies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from fractions import Fraction

    from hypersweep.typing import ChoiceKind, Policy

POLICIES: tuple[Policy, ...] = ("safest", "progress", "look-ahead")
"""Policies of ``choose``, from simple to strong."""

KINDS = ("safe", "guess", "end-game", "mine")
"""Kinds of a choice; see ``Choice.kind``."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A cell to open, and why.

    Attributes:
        cell: the cell.
        kind: "safe" (certain), "guess", or "end-game" (few layouts are left, and all continuations were searched); in a
            ranking also "mine" (certain).
        safety: the chance that the cell is safe.
        score: the value that the policy compared. "safest": the chance to be safe. "progress": the chance that the
            answer makes something certain. "look-ahead": an estimate of the chance to win (rough for cells ranked far
            below the best); on board sizes without such an estimate, the chance to survive this and the next move, with
            a bonus for progress. In the end-game: the chance to win. None in a ranking for a cell too risky to be
            evaluated.
        win_probability: in the end-game, the chance to win with this cell and best play after it, as a fraction of
            layouts; otherwise None.
        policy: the policy that chose.
        is_exact: whether the underlying chances are exact (to 1e-12). If counting exceeded the budget they are
            estimates, and a guess is the safest cell by them, whatever the policy.
        standard_error: standard error of ``safety``; 0.0 if exact. With sampling it comes from the analysis. The error
            of maximum-entropy chances is unknown; there it is that of a single random layout, which is far too large.

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
    """Return the name of a policy if there is one.

    Raises:
        ParameterError: there is no such policy.
    """
    if not isinstance(policy, str):
        raise ParameterTypeError(f"expected the name of a policy, got {truncate(policy)} ({type(policy).__name__})")
    if policy not in POLICIES:
        raise ParameterError(
            f"expected a policy of {', '.join(POLICIES)}, got {truncate(policy)}{suggest(policy, list(POLICIES))}"
        )
    return POLICIES[POLICIES.index(policy)]
