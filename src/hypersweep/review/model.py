"""What a review found, and the figures that follow from it; how it is shown is decided elsewhere."""

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

__all__ = ["Findings", "Lesson"]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A move that gave something away, and what could have been known.

    Attributes:
        move: the move.
        cost: what it gave away: chances to win where those are known, otherwise to survive.
        overlooked: why the move's ``best_cell`` was the best: the steps that show that it is safe, the last of them the
            conclusion; or its chances, where it was a guess as well. Empty where explaining it was past the budget.
        warnings: for a mine that was certain, the steps that show it; otherwise empty.
    """

    move: ReviewedMove
    cost: float
    overlooked: tuple[Reason, ...]
    warnings: tuple[Reason, ...]

    def __repr__(self) -> str:
        return f"<Lesson of move {self.move.number}, which gave away {self.cost:.1%}>"


@dataclass(frozen=True, slots=True)
class Findings:
    """The moves of a game as they were judged, and what they add up to.

    Moves that were taken back are judged like any other, and count for luck and for what was given away; survival is
    about the moves that stand.

    Attributes:
        record: the game.
        moves: every open and every chord that changed something, in order.
        lessons: the three moves that gave away most, the worst first; fewer where fewer gave anything away.
        policy: whose advice the guesses were compared with.
        is_complete: whether there was time to judge every move.
        view: the board as it stood at the end of the record.
    """

    record: Record
    moves: tuple[ReviewedMove, ...]
    lessons: tuple[Lesson, ...]
    policy: Policy
    is_complete: bool
    view: View

    @property
    def guesses(self) -> tuple[ReviewedMove, ...]:
        """The moves that could go wrong, for all that was known."""
        return tuple(move for move in self.moves if move.is_guess)

    @property
    def verdicts(self) -> dict[str, int]:
        """How many moves got each verdict; those that none got are left out."""
        counts = Counter(move.verdict for move in self.moves)
        return {verdict: counts[verdict] for verdict in VERDICTS if counts[verdict]}

    @property
    def is_estimate(self) -> bool:
        """Whether any chance in it is an estimate and not exact."""
        return any(move.is_estimate for move in self.moves)

    @property
    def deaths(self) -> int:
        """How often a mine went off."""
        return sum(not move.survived for move in self.moves)

    @property
    def expected_deaths(self) -> float:
        """How many of these moves would set a mine off on average: the sum of their risks."""
        return sum(move.risk or 0.0 for move in self.moves)

    @property
    def luck(self) -> float:
        """Expected deaths less deaths, of the moves whose risk is known: above 0 is good luck, on average it is 0.

        It is 0 where guesses are punished: what a guess hits has nothing to do with chance then.
        """
        return 0.0 if self.is_punished else sum(move.luck for move in self.moves)

    @property
    def is_punished(self) -> bool:
        """Whether the rules have an unneeded guess always hit a mine, and a needed one never."""
        return self.record.rules.guess == "punished"

    @property
    def survival(self) -> float:
        """The chance to survive all the moves that stand: the product of what each left. 0 after a blunder."""
        return _product(1.0 - (move.risk or 0.0) for move in self.moves if not move.is_taken_back)

    @property
    def best_survival(self) -> float:
        """The same if each move had taken no more risk than was allowed, see ``ReviewedMove.allowed_risk``."""
        return _product(1.0 - (move.risk or 0.0) + move.given_away for move in self.moves if not move.is_taken_back)

    @property
    def accuracy(self) -> float:
        """The share of the moves with a known risk that gave nothing away; 1 where there are none."""
        judged = [move for move in self.moves if move.risk is not None]
        return sum(move.given_away == 0 for move in judged) / len(judged) if judged else 1.0

    @property
    def skill(self) -> float:
        """The share of the chance to survive that was kept, 1 where no move took more risk than was allowed.

        It is ``survival`` / ``best_survival``, so luck has no part in it: the same moves give the same skill, however
        they end.
        """
        best = self.best_survival
        return self.survival / best if best else 1.0

    @property
    def given_away(self) -> float:
        """The chances to survive that were given away, move by move, added up."""
        return sum(move.given_away for move in self.moves)

    def timeline(self) -> list[tuple[int, float]]:
        """The chance to survive up to and with each guess that stands: its milliseconds, and the chance."""
        points = []
        chance = 1.0
        for move in self.guesses:
            if not move.is_taken_back:
                chance *= 1.0 - (move.risk or 0.0)
                points.append((move.milliseconds, chance))
        return points

    def as_dict(self) -> dict[str, object]:
        """The review as JSON can hold it; reasons are sentences."""
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
