"""Evidence that uses the number of mines, with some or all clues."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.solve.evidence.clue import other_cells
from hypersweep.solve.evidence.ground import Evidence
from hypersweep.solve.reason_text import are, capital, clue_name, difference, ending, list_words, total
from hypersweep.text import pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.solve.reason_text import Clue, Name
    from hypersweep.typing import Cell, Conclusion

_EVERYTHING = "the clues and the number of mines"


@dataclass(frozen=True, slots=True)
class ShareGrounds(Evidence):
    """Clues without shared covered cells account for all mines, or leave enough to fill all other cells.

    Attributes:
        clues: numbers and cells of the clues.
        needs: for each clue, its mines that the board doesn't show.
        mines: number of mines on the board.
        found: mines that are shown or known by earlier steps, if they matter.
        safe: covered cells known to be safe by earlier steps, if they matter.
    """

    clues: tuple[Clue, ...]
    needs: tuple[int, ...]
    mines: int
    found: int
    safe: int

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """The sentence."""
        return self._safe(cells, name) if conclusion == "safe" else self._mine(cells, name)

    def _safe(self, cells: Sequence[Cell], name: Name) -> str:
        mines, found = self.mines, self.found
        left = mines - found
        if not mines:
            start = "There are no mines"
        elif not left:
            start = "The only mine is found" if mines == 1 else f"All {mines} mines are found"
        elif found:
            start = (
                f"{found} of the {mines} mines {are(found)} found elsewhere, which leaves {difference(mines, found)}"
            )
        else:
            start = f"There {are(mines)} only {pluralize(mines, 'mine')}"
        be = are(len(cells))
        if not self.clues:
            return f"{start}, so {name(cells)} {be} safe."
        clues = capital(self._clue_names(name))
        if len(self.clues) == 1:
            needed = f"{clues} needs {'it' if left == 1 else 'both' if left == 2 else f'all {left}'}"
        else:
            needed = f"{clues} share no covered cell and need {total(self.needs)}"
        return f"{start}. {needed}, so the {other_cells(len(cells))} {be} safe: {name(cells)}."

    def _mine(self, cells: Sequence[Cell], name: Name) -> str:
        mines, found, safe = self.mines, self.found, self.safe
        left = mines - found
        start = f"There {are(mines)} {pluralize(mines, 'mine')}"
        if found:
            start = f"{found} of the {mines} mines {are(found)} shown, which leaves {difference(mines, found)}"
        if not self.clues:
            known = " not known to be safe" if safe else ""
            if len(cells) == 1:
                only = f", and only 1 covered cell{known}"
            else:
                only = f", as many as there are covered cells{known}"
            return f"{start}{only}: {ending(cells, 'mine', name)}."
        if safe:
            start += f", and {pluralize(safe, 'covered cell')} {are(safe)} known to be safe"
        take = "takes" if len(self.clues) == 1 else "share no covered cell and take"
        which = "it doesn't touch" if len(self.clues) == 1 else "none of them touches"
        room = left - sum(self.needs)
        return (
            f"{start}. {capital(self._clue_names(name))} {take} {total(self.needs)}. The other "
            f"{left} - {sum(self.needs)} = {room} must be in the {other_cells(room)} that {which}: "
            f"{ending(cells, 'mine', name)}."
        )

    def _clue_names(self, name: Name) -> str:
        return list_words([clue_name(clue, name) for clue in self.clues])


@dataclass(frozen=True, slots=True)
class BoundGrounds(Evidence):
    """The number of mines and overlapping clues: the opposite would need too many mines, or have space for too few.

    Attributes:
        clues: the clue cells.
        mines: number of mines on the board.
        bound: under the opposite, the fewest mines needed, or the most that fit.
        is_least: whether ``bound`` is the fewest.
    """

    clues: tuple[Cell, ...]
    mines: int
    bound: int
    is_least: bool

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """Return the sentence, which holds for each of the cells."""
        clues, mines = self.clues, self.mines
        opposite = "a mine" if conclusion == "safe" else "safe"
        start = f"If {'one of ' if len(cells) > 1 else ''}{name(cells)} were {opposite}"
        needed = pluralize(self.bound, "mine")
        which = f"the clue{'' if len(clues) == 1 else 's'} at {name(clues)}" if clues else ""
        if self.is_least:
            what = (
                f"{which} would need at least {needed} on the board" if clues else f"there would be at least {needed}"
            )
            what += f", but there {are(mines)} only {mines}"
        else:
            what = f"{which} would allow at most {needed} on the board" if clues else f"there could be at most {needed}"
            what += f", but there {are(mines)} {mines}"
        return f"{start}, {what}: {ending(cells, conclusion, name)}."


@dataclass(frozen=True, slots=True)
class AllGrounds(Evidence):
    """All clues and the number of mines, if no small set of clues is enough."""

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """The sentences."""
        if conclusion == "safe":
            which = f"no layout that fits {_EVERYTHING} has a mine {'there' if len(cells) == 1 else 'at any of them'}"
        else:
            has = "one there" if len(cells) == 1 else "mines at all of them"
            which = f"every layout that fits {_EVERYTHING} has {has}"
        return f"{ending(cells, conclusion, name)}: {which}. No shorter reason was found."
