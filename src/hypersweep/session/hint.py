"""What a hint is, and how it is told: a little more each time."""

from __future__ import annotations

from hypersweep.solve.budget import Budget
from hypersweep.solve.words import cell_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Cell = tuple[int, ...]
    Name = Callable[[Cell], str]

__all__ = ["HINT_BUDGET", "Advice", "Hint", "first_advice", "percent"]

HINT_BUDGET = Budget(states=1 << 20, memory=1 << 28, seconds=1.0)
"""What each step of finding a hint may use, unless the caller says otherwise."""


class Hint:
    """One level of a hint.

    Attributes:
        kind: "flags" (some are wrong), "safe" (a move that is certain), "guess" (the best there is), "estimate" (a
            guess on a board that is too large to be worked out), "start" (before the first open), or "none".
        level: 1 where to look, 2 which clues, 3 the move and its reason.
        is_last: whether there is no more to tell.
        text: a sentence or more.
        clues: open cells to light up.
        cells: the cells it is about, as far as this level gives them away: safe ones, a guess, or wrong flags.
        probability: for a guess the chance of a mine there, else None.
    """

    __slots__ = ("_words", "cells", "clues", "is_last", "kind", "level", "probability", "text")

    def __init__(
        self,
        kind: str,
        level: int,
        words: Callable[[Name], str],
        *,
        name: Name = str,
        is_last: bool,
        clues: tuple[Cell, ...] = (),
        cells: tuple[Cell, ...] = (),
        probability: float | None = None,
    ) -> None:
        self.kind = kind
        self.level = level
        self.is_last = is_last
        self.text = words(name)
        self._words = words
        self.clues = clues
        self.cells = cells
        self.probability = probability

    def format(self, name: Name = str) -> str:
        """The text with other names for cells.

        Args:
            name: how a cell is named.

        >>> first_advice(12, 2, "safe").hint(1).format() == first_advice(12, 2, "safe").hint(1).text
        True
        """
        return self._words(name)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Hint {self.level}, {self.kind}: {self.text}>"


class Advice:
    """All that there is to tell of a position; ``hint`` tells it level by level.

    Attributes:
        kind: as that of a ``Hint``.
        clues: the open cells it rests on.
        cells: the cells it is about.
        probability: for a guess the chance of a mine there, else None.

    >>> advice = Advice("safe", [lambda name: "Look around.", lambda name: f"{name((1, 2))} is safe."], cells=((1, 2),))
    >>> advice.hint(1), advice.hint(1).cells, advice.hint(2), advice.hint(2).cells
    (<Hint 1, safe: Look around.>, (), <Hint 2, safe: (1, 2) is safe.>, ((1, 2),))
    """

    __slots__ = ("_texts", "cells", "clues", "kind", "probability")

    def __init__(
        self,
        kind: str,
        texts: Sequence[Callable[[Name], str]],
        *,
        clues: tuple[Cell, ...] = (),
        cells: tuple[Cell, ...] = (),
        probability: float | None = None,
    ) -> None:
        self.kind = kind
        self.clues = clues
        self.cells = cells
        self.probability = probability
        self._texts = tuple(texts)

    @property
    def levels(self) -> int:
        """How many levels there are."""
        return len(self._texts)

    @property
    def subject(self) -> tuple[str, tuple[Cell, ...]]:
        """What it is about: two positions with the same subject have the same hint."""
        return self.kind, self.cells

    def hint(self, level: int, name: Name = cell_name) -> Hint:
        """The hint of a level; beyond the last one it stays the last.

        Args:
            level: from 1 on.
            name: how a cell is named.
        """
        level = min(level, self.levels)
        is_last = level == self.levels
        # A guess has no clues to find it by: what the second level names it may light up.
        told = is_last or (self.kind == "guess" and level == 2)
        return Hint(
            self.kind,
            level,
            self._texts[level - 1],
            name=name,
            is_last=is_last,
            clues=self.clues if self.kind != "guess" or told else (),
            cells=self.cells if told else (),
            probability=self.probability if told else None,
        )


def first_advice(cells: int, mines: int, first_open: str) -> Advice:
    """What to tell before the first open, when it isn't decided yet where the mines are.

    Args:
        cells: the cells of the board.
        mines: how many of them will be mines.
        first_open: what the rules promise.

    >>> print(first_advice(12, 2, "safe").hint(1))
    Nothing is known yet. Your first open is never a mine: open any cell.
    """
    chance = percent(mines / cells)
    text = {
        "any": f"Nothing is known yet. Every cell is a mine with a chance of {chance}: open any.",
        "safe": "Nothing is known yet. Your first open is never a mine: open any cell.",
        "opening": "Nothing is known yet. Your first open is never a mine, nor next to one: open any cell.",
    }[first_open]
    return Advice("start", [lambda _: text])


def percent(chance: float) -> str:
    """A chance in words.

    >>> percent(1 / 6)
    '16.7 %'
    """
    return f"{100 * chance:.3g} %"
