"""Evidence of a single clue: all its mines are found, or all its remaining cells are mines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.solve.evidence.ground import Evidence
from hypersweep.solve.reason_text import are, capital, clue_name, ending
from hypersweep.text import pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.solve.reason_text import Clue, Name
    from hypersweep.typing import Cell, Conclusion


@dataclass(frozen=True, slots=True)
class ClueGrounds(Evidence):
    """One clue.

    Attributes:
        clue: its number and its cell.
        used: cells known by earlier steps: mines if the conclusion is "safe", safe cells if it is "mine".
        shown: mines next to it that the board shows.
        covered: number of covered cells it touches.
    """

    clue: Clue
    used: tuple[Cell, ...]
    shown: tuple[Cell, ...]
    covered: int

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """The sentence."""
        return self._safe(cells, name) if conclusion == "safe" else self._mine(cells, name)

    def _safe(self, cells: Sequence[Cell], name: Name) -> str:
        number, _ = self.clue
        start = capital(clue_name(self.clue, name))
        if number == 0:
            return f"{start} touches no mine: {ending(cells, 'safe', name)}."
        which = "its mine" if number == 1 else f"its {number} mines"
        found = f"{start} already has {which}, {name(sorted({*self.used, *self.shown}))}"
        if len(self.used) + len(cells) < self.covered:
            # Not "the others": earlier steps may have settled further cells.
            return f"{found}: {ending(cells, 'safe', name)}."
        return f"{found}, so its {other_cells(len(cells))}, {name(cells)}, {are(len(cells))} safe."

    def _mine(self, cells: Sequence[Cell], name: Name) -> str:
        left = self.covered - len(self.used)
        start = capital(clue_name(self.clue, name))
        if self.shown:
            start = f"{shown_mines(self.clue, self.shown, self.clue[0] - len(self.shown), name)}It"
        if self.used:
            start += f" touches {pluralize(self.covered, 'covered cell')}, but {ending(self.used, 'safe', name)}."
            start += f" Only {left} {are(left)} left"
        else:
            start += f" touches only {pluralize(left, 'covered cell')}"
        # Some of the others may be known mines already; this step doesn't depend on that.
        return f"{start}{all_mines(left, cells, name)}."


def shown_mines(clue: Clue, shown: Sequence[Cell], rest: int, name: Name) -> str:
    """Return a leading sentence about the mines that the board shows, or an empty text if it shows none."""
    if not shown:
        return ""
    mines = "a mine" if len(shown) == 1 else "mines"
    return f"The board shows {mines} at {name(shown)}, so {clue_name(clue, name)} needs {rest} more. "


def other_cells(count: int) -> str:
    """Return the words for a number of cells after "its" or "the"."""
    return "only other covered cell" if count == 1 else f"{count} other covered cells"


def all_mines(count: int, cells: Sequence[Cell], name: Name) -> str:
    """Return the statement that ``count`` cells are mines, naming those not known before."""
    if len(cells) == count:
        return f": {ending(cells, 'mine', name)}"
    return f", so all of them are mines, including {name(cells)}"
