"""Evidence by contradiction: assume the opposite about a cell and follow it clue by clue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.solve.evidence.ground import Evidence
from hypersweep.solve.reason_text import capital, clue_name, ending, list_words
from hypersweep.text import pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.solve.reason_text import Clue, Name
    from hypersweep.typing import Cell, Conclusion


@dataclass(frozen=True, slots=True)
class LineStep:
    """One step of the argument: what a clue implies under the assumptions so far.

    Attributes:
        clue: its number and its cell.
        is_mine: whether the remaining cells would be mines; otherwise the clue has all its mines, and they would be
            safe.
        shown: mines next to the clue that the board shows.
        supposed: covered cells next to it that may still be mines (``is_mine``), or that would be mines.
        follows: the cells settled by this step; empty if the clue can't be satisfied.
    """

    clue: Clue
    is_mine: bool
    shown: tuple[Cell, ...]
    supposed: tuple[Cell, ...]
    follows: tuple[Cell, ...]

    def sentence(self, name: Name) -> str:
        """The sentence."""
        clue = clue_name(self.clue, name)
        if self.is_mine:
            left = name(self.supposed) if self.supposed else ""
            beside = f" besides {name(self.shown)}" if self.shown else ""
            if not self.follows:
                have = f"Only {left}" if left else "No covered cell"
                return f"{have} would be left for {clue}{beside}, which is not enough."
            own = "it" if len(self.supposed) == 1 else name(self.follows)
            what = "a mine" if len(self.follows) == 1 else "mines"
            return f"Only {left} would be left for {clue}{beside}, so {own} would be {what}."
        mines = sorted([*self.shown, *self.supposed])
        if not self.follows:
            return f"{capital(clue)} would touch {pluralize(len(mines), 'mine')}, {name(mines)}, which is too many."
        number = self.clue[0]
        which = "its mine" if number == 1 else f"its {number} mines"
        return f"{capital(clue)} would have {which}, {name(mines)}, so {name(self.follows)} would be safe."


@dataclass(frozen=True, slots=True)
class LineCase:
    """An assumption about a cell, and its way to a contradiction.

    Attributes:
        cell: the cell.
        is_mine: whether it is assumed to be a mine.
        steps: the steps; the last one is the clue that can't be satisfied, unless there are cases.
        cases: two cases, a further cell assumed to be a mine, then safe; both end in contradictions.
    """

    cell: Cell
    is_mine: bool
    steps: tuple[LineStep, ...]
    cases: tuple[LineCase, ...]

    def sentences(self, name: Name, label: str = "") -> list[str]:
        """Return the argument, sentence by sentence."""
        texts = [step.sentence(name) for step in self.steps]
        for place, case in enumerate(self.cases, 1):
            what = "a mine" if case.is_mine else "safe"
            texts.append(f"Case {label}{place}, {name([case.cell])} is {what}:")
            texts.extend(case.sentences(name, f"{label}{place}."))
        return texts


@dataclass(frozen=True, slots=True)
class LineGrounds(Evidence):
    """Evidence by contradiction.

    Attributes:
        supposed: the assumption, with its steps.
        alike: other cells that touch the same clues, for which the same holds.
    """

    supposed: LineCase
    alike: tuple[Cell, ...]

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """The sentences."""
        first = self.supposed
        cell = name([first.cell])
        final = f"So {ending([first.cell], conclusion, name)}"
        if self.alike:
            are, touch = ("is", "touches") if len(self.alike) == 1 else ("are", "touch")
            final += f", and so {are} {name(self.alike)}, which {touch} the same of these clues"
        what = "a mine" if first.is_mine else "safe"
        return " ".join([f"Suppose {cell} were {what}.", *first.sentences(name), final + "."])


@dataclass(frozen=True, slots=True)
class TriedGrounds(Evidence):
    """Clues that settle a cell, but neither by a sum nor by a short argument.

    Attributes:
        clues: numbers and cells of the clues.
    """

    clues: tuple[Clue, ...]

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """The sentence."""
        listed = list_words([clue_name(clue, name) for clue in self.clues])
        opposite = "a mine" if conclusion == "safe" else "safe"
        return (
            f"If {name(cells)} were {opposite}, no arrangement of mines would satisfy {listed}. There are too many "
            f"cases to list, but all of them were tried: {ending(cells, conclusion, name)}."
        )
