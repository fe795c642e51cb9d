"""A reason that a person can follow, in words."""

from __future__ import annotations

from hypersweep.arguments import whole_number
from hypersweep.solve.words import cell_name, list_cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Cell = tuple[int, ...]

__all__ = ["RULES", "Reason"]

RULES = ("clue", "pair", "set", "count", "guess")
"""What a reason may rest on, from easy to hard: one clue, two, more, the number of mines, or nothing but chance."""


class Reason:
    """Why some cells are safe or mines, or why one of them is the best guess.

    ``str(reason)`` tells it in full, ``hint`` in steps, ``format`` with cells named as you like.

    Attributes:
        rule: "clue", "pair", "set", "count" or "guess".
        conclusion: "safe", "mine" or "guess".
        cells: the covered cells it is about, in the order of their indices.
        clues: the clue cells to look at.
        because: earlier reasons that it takes for granted.
        probability: the chance that each of the cells is a mine.
        is_estimate: whether the chance is an estimate, because there are too many layouts to count.
        choice: for a guess, what ``choose`` says of it; otherwise, or where the chance is an estimate, None.
    """

    __slots__ = ("_words", "because", "cells", "choice", "clues", "conclusion", "is_estimate", "probability", "rule")

    def __init__(
        self,
        rule: str,
        conclusion: str,
        cells: tuple[Cell, ...],
        clues: tuple[Cell, ...],
        because: tuple[Reason, ...],
        words: Callable[[Callable[[Iterable[Cell]], str]], str],
        *,
        probability: float | None = None,
        choice: object = None,
        is_estimate: bool = False,
    ) -> None:
        self.rule = rule
        self.conclusion = conclusion
        self.cells = cells
        self.clues = clues
        self.because = because
        self.probability = probability if probability is not None else 1.0 if conclusion == "mine" else 0.0
        self.choice = choice
        self.is_estimate = is_estimate
        self._words = words

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

    def format(self, cells: Callable[[Cell], str] = cell_name) -> str:
        """The reason as a sentence.

        Args:
            cells: how a cell is named.
        """
        return self._words(lambda some: list_cells(some, cells))

    def hint(self, level: int, cells: Callable[[Cell], str] = cell_name) -> str:
        """As much of the reason as a level gives away: 0 where to look, 1 what to look for, 2 all of it.

        Raises:
            ParameterError: no such level.
        """
        if whole_number(level, "level", below=3) == 2:
            return self.format(cells)
        where = list_cells(self.clues, cells) if self.clues else ""
        if level == 0:
            if self.rule == "guess":
                return "Nothing is certain."
            return f"Look at {where}." if where else "Count the mines that are left."
        what = {
            "clue": f"The clue at {where} settles cells on its own",
            "pair": f"The clues at {where} settle cells when you compare them",
            "set": f"The clues at {where} settle cells together",
            "count": f"{_the_clues(where, len(self.clues))} with the number of mines left"
            if where
            else "The number of mines left settles cells",
            "guess": f"Nothing is certain; the best guess is {list_cells(self.cells, cells)}",
        }[self.rule]
        if self.conclusion == "guess":
            return what + "."
        return f"{what}: some {'are safe' if self.conclusion == 'safe' else 'are mines'}."

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"<Reason {self.rule}: {self.format()}>"


def _the_clues(where: str, count: int) -> str:
    return f"The clue at {where} settles cells" if count == 1 else f"The clues at {where} settle cells"
