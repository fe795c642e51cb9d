"""A reason that a person can follow: plain values, and the words for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypersweep.picture.labels import place_text
from hypersweep.solve.evidence.guess import GuessGrounds
from hypersweep.solve.reason_text import list_cells
from hypersweep.validation import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.solve.choice import Choice
    from hypersweep.solve.evidence.ground import Evidence
    from hypersweep.typing import Cell, Conclusion, ReasonRule

__all__ = ["RULES", "Reason"]

RULES: tuple[ReasonRule, ...] = ("clue", "pair", "set", "count", "guess")
"""What a reason may rest on, from easy to hard: one clue, two, more, the number of mines, or nothing but chance."""

# In a pickle a reason that stands on so many others, one on top of the other, first names them all in order: Python
# saves what an object holds from within it, and would get too deep.
_MOST_DEPTH = 40


@dataclass(frozen=True, slots=True)
class Reason:
    """Why some cells are safe or mines, or why one of them is the best guess.

    ``str(reason)`` tells it in full, ``hint`` in steps, ``format`` with cells named as you like; all of these sentences
    are made from its parts when they are asked for.

    Attributes:
        rule: "clue", "pair", "set", "count" or "guess".
        conclusion: "safe", "mine" or "guess".
        cells: the covered cells it is about, in the order of their indices.
        clues: the clue cells to look at.
        because: earlier reasons that it takes for granted.
        grounds: what else its sentence says, as one of the plain values of ``hypersweep.solve.evidence``.
    """

    rule: ReasonRule
    conclusion: Conclusion
    cells: tuple[Cell, ...]
    clues: tuple[Cell, ...]
    because: tuple[Reason, ...]
    grounds: Evidence
    _depth: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_depth", 1 + max([reason._depth for reason in self.because], default=0))

    @property
    def probability(self) -> float:
        """The chance that each of the cells is a mine."""
        if isinstance(self.grounds, GuessGrounds):
            return self.grounds.chance
        return 1.0 if self.conclusion == "mine" else 0.0

    @property
    def choice(self) -> Choice | None:
        """For a guess, what ``choose`` says of it; otherwise, or where the chance is an estimate, None."""
        return self.grounds.choice if isinstance(self.grounds, GuessGrounds) else None

    @property
    def is_estimate(self) -> bool:
        """Whether the chance is an estimate, because there are too many layouts to count."""
        return isinstance(self.grounds, GuessGrounds) and self.grounds.error is not None

    @property
    def level(self) -> int:
        """How hard the rule is: 1 for one clue, 2 for two, 3 for more, 4 for the number of mines, 5 for a guess."""
        return RULES.index(self.rule) + 1

    @property
    def steps(self) -> tuple[Reason, ...]:
        """All reasons that this one rests on and then itself, each after those it takes for granted."""
        found: dict[int, Reason] = {}
        stack: list[tuple[Reason, bool]] = [(self, False)]
        while stack:
            reason, done = stack.pop()
            if id(reason) in found:
                continue
            if done:
                found[id(reason)] = reason
            else:
                stack.append((reason, True))
                stack.extend((other, False) for other in reversed(reason.because))
        return tuple(found.values())

    @property
    def all_clues(self) -> tuple[Cell, ...]:
        """The clues of all steps: they prove the conclusion on their own (with "count", together with the mines)."""
        return tuple(sorted({clue for reason in self.steps for clue in reason.clues}))

    def format(self, cells: Callable[[Cell], str] = place_text) -> str:
        """The reason as a sentence.

        Args:
            cells: how a cell is named.
        """
        return self.grounds.sentence(self.conclusion, self.cells, lambda some: list_cells(some, cells))

    def hint(self, level: int, cells: Callable[[Cell], str] = place_text) -> str:
        """As much of the reason as a level gives away: 1 where to look, 2 what to look for, 3 all of it.

        Raises:
            ParameterError: no such level.
        """
        if whole_number(level, "level", least=1, below=4) == 3:
            return self.format(cells)
        where = list_cells(self.clues, cells) if self.clues else ""
        if level == 1:
            if self.rule == "guess":
                return "Nothing is certain."
            return f"Look at {where}." if where else "Count the mines that are left."
        if self.rule == "guess":
            return f"Nothing is certain; the best guess is {list_cells(self.cells, cells)}."
        which = f"clue at {where}" if len(self.clues) == 1 else f"clues at {where}"
        show = {
            "clue": f"The {which} alone shows",
            "pair": f"The {which}, when you compare them, show",
            "set": f"The {which} together show",
            "count": f"The {which} and the number of mines left show" if where else "The number of mines left shows",
        }[self.rule]
        return f"{show} that some cells are {'safe' if self.conclusion == 'safe' else 'mines'}."

    def _rows(self) -> list[tuple[object, ...]]:
        """The parts of all steps; what a step rests on is named by its place."""
        steps = self.steps
        places = {id(step): place for place, step in enumerate(steps)}
        return [
            (
                step.rule,
                step.conclusion,
                step.cells,
                step.clues,
                tuple(places[id(other)] for other in step.because),
                step.grounds,
            )
            for step in steps
        ]

    def __eq__(self, other: object) -> bool:
        """Whether both say the same and rest on the same steps."""
        if not isinstance(other, Reason):
            return NotImplemented
        return self is other or self._rows() == other._rows()

    def __hash__(self) -> int:
        return hash((self.rule, self.conclusion, self.cells, self.clues, self.grounds))

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"<Reason {self.rule}: {self.format()}>"

    def __reduce__(self) -> tuple[object, ...]:
        before = self.steps[:-1] if self._depth % _MOST_DEPTH == 0 else ()
        return _revive, (before, self.rule, self.conclusion, self.cells, self.clues, self.because, self.grounds)


def _revive(
    before: tuple[Reason, ...],
    rule: ReasonRule,
    conclusion: Conclusion,
    cells: tuple[Cell, ...],
    clues: tuple[Cell, ...],
    because: tuple[Reason, ...],
    grounds: Evidence,
) -> Reason:
    del before  # They were only to be read in time.
    return Reason(rule, conclusion, cells, clues, because, grounds)
