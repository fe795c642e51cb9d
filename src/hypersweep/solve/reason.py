"""Reasons that a person can follow: plain values, and sentences made from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypersweep.solve.evidence.guess import GuessGrounds
from hypersweep.solve.reason_text import list_cells
from hypersweep.text import place_text
from hypersweep.validation import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.solve.choice import Choice
    from hypersweep.solve.evidence.ground import Evidence
    from hypersweep.typing import Cell, Conclusion, ReasonRule

RULES: tuple[ReasonRule, ...] = ("clue", "pair", "set", "count", "guess")
"""Rules of reasons, from easy to hard: one clue, two clues, more clues, the number of mines, or only chance."""

# Pickle recurses into attributes. So a reason at every 40th level of a chain of premises first lists all its steps in
# order.
_MOST_DEPTH = 40


@dataclass(frozen=True, slots=True)
class Reason:
    """Why some cells are safe or mines, or why one of them is the best guess.

    ``str(reason)`` returns the full sentence, ``hint`` less of it, and ``format`` takes names of cells. Sentences are
    made on demand.

    Attributes:
        rule: "clue", "pair", "set", "count" or "guess".
        conclusion: "safe", "mine" or "guess".
        cells: the covered cells that it settles, in the order of their indices.
        clues: the clue cells to look at.
        because: earlier reasons that it depends on.
        grounds: the evidence for its sentence, a value of ``hypersweep.solve.evidence``.
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
        """For a guess, the result of ``choose``; otherwise, or if the chance is an estimate, None."""
        return self.grounds.choice if isinstance(self.grounds, GuessGrounds) else None

    @property
    def is_estimate(self) -> bool:
        """Whether the chance is an estimate, because the layouts were too many to count."""
        return isinstance(self.grounds, GuessGrounds) and self.grounds.error is not None

    @property
    def level(self) -> int:
        """Difficulty of the rule: 1 for one clue, 2 for two, 3 for more, 4 for the number of mines, 5 for a guess."""
        return RULES.index(self.rule) + 1

    @property
    def steps(self) -> tuple[Reason, ...]:
        """All reasons that this one depends on, then itself; each comes after its premises."""
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
        """The clues of all steps, which prove the conclusion (with "count", together with the number of mines)."""
        return tuple(sorted({clue for reason in self.steps for clue in reason.clues}))

    def format(self, cells: Callable[[Cell], str] = place_text) -> str:
        """Return the reason as a sentence.

        Args:
            cells: returns the name of a cell.
        """
        return self.grounds.sentence(self.conclusion, self.cells, lambda some: list_cells(some, cells))

    def hint(self, level: int, cells: Callable[[Cell], str] = place_text) -> str:
        """Return as much of the reason as a level reveals: 1 where to look, 2 what to look for, 3 everything.

        Raises:
            ParameterError: there is no such level.
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
        """Return the parts of all steps, with premises as step numbers."""
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
        """Return whether both have the same parts and the same steps."""
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
    del before  # it only makes pickle load the premises first
    return Reason(rule, conclusion, cells, clues, because, grounds)
