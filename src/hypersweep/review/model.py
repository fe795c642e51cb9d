"""Findings of a review and the figures derived from them, without their display."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.review.judge import VERDICTS, ReviewedMove

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hypersweep.record import Record
    from hypersweep.solve import Reason
    from hypersweep.typing import Policy
    from hypersweep.view import View


@dataclass(frozen=True, slots=True)
class Lesson:
    """A costly move, and what could have been known.

    Attributes:
        move: the move.
        cost: the chance to win that it gave away if known, otherwise the chance to survive.
        overlooked: why the move's ``best_cell`` was best: the steps that prove it safe, conclusion last, or its chances
            if it was a guess as well. Empty if the explanation exceeded the budget.
        warnings: for a certain mine, the steps that prove it; otherwise empty.
    """

    move: ReviewedMove
    cost: float
    overlooked: tuple[Reason, ...]
    warnings: tuple[Reason, ...]

    def __repr__(self) -> str:
        return f"<Lesson of move {self.move.number}, which gave away {self.cost:.1%}>"


@dataclass(frozen=True, slots=True)
class Findings:
    """The judged moves of a game, and totals.

    Undone moves are judged as well, and count for luck and for chances given away; survival is only about moves in
    force.

    Attributes:
        record: the game.
        moves: every open and every chord that changed something, in order.
        lessons: up to three moves that gave away most, worst first.
        policy: the policy that guesses were compared with.
        is_complete: whether there was time to judge every move.
        view: the board at the end of the record.
    """

    record: Record
    moves: tuple[ReviewedMove, ...]
    lessons: tuple[Lesson, ...]
    policy: Policy
    is_complete: bool
    view: View

    @property
    def guesses(self) -> tuple[ReviewedMove, ...]:
        """The moves with a known risk above 0."""
        return tuple(move for move in self.moves if move.is_guess)

    @property
    def verdicts(self) -> dict[str, int]:
        """Number of moves by verdict, without verdicts that don't occur."""
        counts = Counter(move.verdict for move in self.moves)
        return {verdict: counts[verdict] for verdict in VERDICTS if counts[verdict]}

    @property
    def is_estimate(self) -> bool:
        """Whether any chance is an estimate."""
        return any(move.is_estimate for move in self.moves)

    @property
    def deaths(self) -> int:
        """Number of explosions."""
        return sum(not move.survived for move in self.moves)

    @property
    def expected_deaths(self) -> float:
        """Expected number of explosions: the sum of the moves' risks."""
        return sum(move.risk or 0.0 for move in self.moves)

    @property
    def luck(self) -> float:
        """Expected deaths minus deaths, of moves with a known risk. Positive values are good luck; the mean is 0.

        It is 0 with ``guess="punished"``, where a guess isn't decided by chance.
        """
        return 0.0 if self.is_punished else sum(move.luck for move in self.moves)

    @property
    def is_punished(self) -> bool:
        """Whether the rules have ``guess="punished"``."""
        return self.record.rules.guess == "punished"

    @property
    def survival(self) -> float:
        """The chance to survive all moves in force: the product over the moves. 0 after a blunder."""
        return _product(1.0 - (move.risk or 0.0) for move in self.moves if not move.is_taken_back)

    @property
    def best_survival(self) -> float:
        """The same with each move's risk limited to ``ReviewedMove.allowed_risk``."""
        return _product(1.0 - (move.risk or 0.0) + move.given_away for move in self.moves if not move.is_taken_back)

    @property
    def accuracy(self) -> float:
        """The share of moves with a known risk that gave nothing away; 1 if there are none."""
        judged = [move for move in self.moves if move.risk is not None]
        return sum(move.given_away == 0 for move in judged) / len(judged) if judged else 1.0

    @property
    def skill(self) -> float:
        """The part of the chance to survive that was preserved; 1 if no move exceeded the allowed risk.

        It is ``survival`` / ``best_survival``, and so independent of luck: the same moves have the same skill, however
        they end.
        """
        best = self.best_survival
        return self.survival / best if best else 1.0

    @property
    def given_away(self) -> float:
        """Sum over the moves of the chances to survive that they gave away."""
        return sum(move.given_away for move in self.moves)

    def timeline(self) -> list[tuple[int, float]]:
        """Return for each guess in force its time in ms, and the chance to survive up to and including it."""
        points = []
        chance = 1.0
        for move in self.guesses:
            if not move.is_taken_back:
                chance *= 1.0 - (move.risk or 0.0)
                points.append((move.milliseconds, chance))
        return points

    def as_dict(self) -> dict[str, object]:
        """Return the review for JSON; reasons are sentences."""
        return {
            "board": self.record.grid.format(),
            "mines": self.record.mines,
            "outcome": self.record.outcome.name.lower(),
            "policy": self.policy,
            "is_complete": self.is_complete,
            "is_estimate": self.is_estimate,
            "verdicts": self.verdicts,
            "deaths": self.deaths,
            "expected_deaths": self.expected_deaths,
            "luck": self.luck,
            "survival": self.survival,
            "best_survival": self.best_survival,
            "skill": self.skill,
            "accuracy": self.accuracy,
            "given_away": self.given_away,
            "moves": [move.as_dict() | ({"luck": 0.0} if self.is_punished else {}) for move in self.moves],
            "lessons": [
                {
                    "move": lesson.move.number,
                    "cost": lesson.cost,
                    "overlooked": [str(reason) for reason in lesson.overlooked],
                    "warnings": [str(reason) for reason in lesson.warnings],
                }
                for lesson in self.lessons
            ],
        }


def _product(factors: Iterable[float]) -> float:
    total = 1.0
    for factor in factors:
        total *= factor
    return total
