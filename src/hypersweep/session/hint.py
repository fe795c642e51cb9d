"""Hints and their levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.picture.labels import place_text
from hypersweep.solve.kernel import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypersweep.rules import Rules
    from hypersweep.typing import Cell

    Name = Callable[[Cell], str]

HINT_BUDGET = Budget(states=1 << 20, memory=1 << 28, seconds=1.0)
"""Default limits of each step of finding a hint."""


@dataclass(frozen=True, slots=True)
class Telling:
    """A text with placeholders for the names of cells.

    Attributes:
        pieces: texts and cells, in order.

    >>> Telling.of(lambda name: f"{name((1, 2))} is safe.").format("{0[0]}-{0[1]}".format)
    '1-2 is safe.'
    """

    pieces: tuple[str | Cell, ...]

    @classmethod
    def of(cls, words: Callable[[Name], str]) -> Telling:
        """Return the text of a function from a naming of cells to words.

        Args:
            words: must insert the names into the text unchanged.
        """
        cells: list[Cell] = []

        def mark(cell: Cell) -> str:
            cells.append(cell)
            return f"\0{len(cells) - 1}\0"

        pieces = words(mark).split("\0")
        return cls(tuple([cells[int(piece)] if place % 2 else piece for place, piece in enumerate(pieces) if piece]))

    def format(self, name: Name) -> str:
        """Return the text with names of cells."""
        return "".join([piece if isinstance(piece, str) else name(piece) for piece in self.pieces])


@dataclass(frozen=True, slots=True)
class Hint:
    """One level of a hint. Immutable.

    Attributes:
        kind: "flags" (some are wrong), "safe" (a certain move), "guess" (the best guess), "estimate" (a guess on a
            board too large for exact chances), "start" (before the first open), or "none".
        level: 1 where to look, 2 which cells, 3 why.
        text: a sentence; at the last level maybe several.
        is_last: whether this is the last level.
        clues: open cells to highlight.
        cells: the cells that this level reveals: safe cells, a guess, or wrong flags.
        probability: for a guess the chance of a mine, else None.
        shorter: ever shorter versions of the text, one sentence each, for a board with marked ``clues`` and ``cells``.
    """

    kind: str
    level: int
    text: str
    is_last: bool
    clues: tuple[Cell, ...] = ()
    cells: tuple[Cell, ...] = ()
    probability: float | None = None
    shorter: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Hint {self.level}, {self.kind}: {self.text}>"


@dataclass(frozen=True, slots=True, init=False)
class Advice:
    """All levels of a hint for a position.

    Args:
        kind: as in ``Hint``.
        texts: for each level its text, or a function from a naming of cells to the text; or several of these, the first
            for use without a board, the others shorter, for a board with marks.
        clues: the open cells that it uses.
        cells: the cells that it is about.
        probability: for a guess the chance of a mine there, else None.

    >>> advice = Advice("safe", [lambda name: "Look around.", lambda name: f"{name((1, 2))} is safe."], cells=((1, 2),))
    >>> advice.hint(1), advice.hint(1).cells, advice.hint(2), advice.hint(2).cells
    (<Hint 1, safe: Look around.>, (), <Hint 2, safe: (1, 2) is safe.>, ((1, 2),))
    """

    kind: str
    texts: tuple[tuple[Telling, ...], ...]
    clues: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    probability: float | None

    def __init__(
        self,
        kind: str,
        texts: Sequence[Telling | Callable[[Name], str] | tuple[Telling | Callable[[Name], str], ...]],
        clues: tuple[Cell, ...] = (),
        cells: tuple[Cell, ...] = (),
        probability: float | None = None,
    ) -> None:
        told = tuple([tuple(map(_telling, text if isinstance(text, tuple) else (text,))) for text in texts])
        put = object.__setattr__
        put(self, "kind", kind)
        put(self, "texts", told)
        put(self, "clues", clues)
        put(self, "cells", cells)
        put(self, "probability", probability)

    @property
    def levels(self) -> int:
        """Number of levels."""
        return len(self.texts)

    @property
    def subject(self) -> tuple[str, tuple[Cell, ...]]:
        """Kind and cells: positions with the same subject have the same hint."""
        return self.kind, self.cells

    def hint(self, level: int, name: Name = place_text) -> Hint:
        """Return the hint of a level, or of the last one.

        Args:
            level: from 1 on.
            name: returns the name of a cell.
        """
        level = min(level, self.levels)
        is_last = level == self.levels
        told = is_last or level == 2
        telling, *others = self.texts[level - 1]
        text = telling.format(name)
        shorter = [other for other in dict.fromkeys([other.format(name) for other in others]) if other != text]
        return Hint(
            self.kind,
            level,
            text,
            is_last,
            # Clues don't lead to a guess.
            clues=self.clues if self.kind != "guess" or told else (),
            cells=self.cells if told else (),
            probability=self.probability if told else None,
            shorter=tuple(shorter),
        )


def _telling(text: Telling | Callable[[Name], str]) -> Telling:
    return text if isinstance(text, Telling) else Telling.of(text)


def first_advice(cells: int, mines: int, rules: Rules) -> Advice:
    """Return advice before the first open, when the layout isn't decided.

    Args:
        cells: number of cells of the board.
        mines: number of mines.
        rules: the rules; first open and guesses matter.

    >>> from hypersweep import CLASSIC
    >>> print(first_advice(12, 2, CLASSIC).hint(1))
    Nothing is known yet. Your first open is never a mine: open any cell.
    >>> print(first_advice(12, 2, CLASSIC.replace(guess="never")).hint(1))
    Nothing is known yet. Your first open is never a mine, and no guess is needed after it: open any cell.
    """
    chance = percent(mines / cells)
    after = ", and no guess is needed after it" if rules.guess == "never" else ""
    text = {
        "any": f"Nothing is known yet. Every cell has the same chance of a mine, {chance}: open any.",
        "safe": f"Nothing is known yet. Your first open is never a mine{after}: open any cell.",
        "opening": f"Nothing is known yet. Your first open is never a mine, nor next to one{after}: open any cell.",
    }[rules.first_open_promise]
    short = {
        "any": f"Open any cell: each is a mine with a chance of {chance}.",
        "safe": f"Open any cell: the first one is never a mine{after}.",
        "opening": f"Open any cell: the first one is never a mine, nor next to one{after}.",
    }[rules.first_open_promise]
    return Advice("start", [(lambda _: text, lambda _: short)])


def percent(chance: float) -> str:
    """Return a chance in words.

    >>> percent(1 / 6)
    '16.7 %'
    """
    return f"{100 * chance:.3g} %"
