"""Evidence for a guess: its risk, the alternatives, and why this cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.solve.evidence.ground import Evidence
from hypersweep.solve.reason_text import are, list_words
from hypersweep.text import pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.solve.choice import Choice
    from hypersweep.solve.reason_text import Name
    from hypersweep.typing import Cell, Conclusion

# Lowest chance that is shown in figures, and that counts as a reason for a guess.
_LEAST_CHANCE = 1e-5
_LEAST_OPENING = 0.01


@dataclass(frozen=True, slots=True)
class GuessGrounds(Evidence):
    """What is known about a cell that isn't certain.

    Attributes:
        chance: chance that the cell is a mine.
        choice: result of ``choose``, or None if there was no time for it.
        safest: a cell with the lowest chance: this cell if it is one, otherwise the first.
        least: the lowest chance.
        equals: number of other cells with the lowest chance.
        opening: chance that the cell is a zero; 0 if that would take too much work.
        is_seen: whether a clue touches the cell.
        beside: number of uncertain covered cells next to clues.
        elsewhere: number of other uncertain covered cells.
        error: standard error if the chances are estimates; None if they are exact.
    """

    chance: float
    choice: Choice | None
    safest: Cell
    least: float
    equals: int
    opening: float
    is_seen: bool
    beside: int
    elsewhere: int
    error: float | None = None

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """The sentences."""
        (cell,) = cells
        about = "" if self.error is None else "about "
        place = name([cell]) + ("" if self.is_seen else ", which no clue touches,")
        parts = [f"{self._start()}The chance of a mine at {place} is {_risk(self.chance, about)}"]
        if cell == self.safest:
            also = "1 other cell is" if self.equals == 1 else f"{self.equals} other cells are"
            parts.append(f", the lowest on the board{f' ({also} as safe)' if self.equals else ''}")
        else:
            parts.append(f"; the lowest on the board, {_risk(self.least, about)}, is at {name([self.safest])}")
        if self.error:
            parts.append(f". The chances are estimates, with a standard error of {_percent(self.error)} here")
        parts.append(self._why(cell, name))
        return "".join(parts) + "."

    def _start(self) -> str:
        beside, elsewhere = self.beside, self.elsewhere
        start = "No cell is certain to be safe"
        if self.error is not None:
            start = "There are too many layouts to count, and no easy rule finds a safe cell"
        where = [f"{pluralize(beside, 'covered cell')} next to clues"] if beside else []
        if elsewhere:
            where.append(f"{elsewhere} elsewhere" if beside else pluralize(elsewhere, "covered cell"))
        return f"{start}: {list_words(where)} {are(beside + elsewhere)} in doubt. " if where else f"{start}. "

    def _why(self, cell: Cell, name: Name) -> str:
        choice = self.choice
        if choice is None:
            return ""
        if cell != choice.cell:
            return f". {name([choice.cell])} is the better guess"
        why = ""
        if choice.win_probability is not None:
            share = _percent(float(choice.win_probability))
            why = f". With perfect play from here it wins {share} of the time; no other cell wins more often"
        elif self.opening >= _LEAST_OPENING:
            why = f". With a chance of {_percent(self.opening)} it touches no mine, and opens more cells"
        if choice.kind == "guess" and choice.policy != "safest":
            why += (
                ". Among cells about as safe, it promises the most for later moves"
                if choice.policy == "look-ahead"
                else ". Among the safest cells, it is the most likely to settle others"
            )
        return why


def _risk(chance: float, about: str) -> str:
    return "less than 0.001 %" if 0 < chance < _LEAST_CHANCE else about + _percent(chance)


def _percent(chance: float) -> str:
    text = f"{100 * chance:.3g}"
    return ("almost 100" if text == "100" and chance < 1 else text) + " %"
