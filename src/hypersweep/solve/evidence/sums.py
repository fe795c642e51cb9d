"""Evidence from sums: two or more clues added up and compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.solve.evidence.clue import all_mines, other_cells, shown_mines
from hypersweep.solve.evidence.ground import Evidence
from hypersweep.solve.reason_text import capital, clue_name, difference, ending, list_words, total
from hypersweep.text import pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.solve.reason_text import Clue, Name
    from hypersweep.typing import Cell, Conclusion


@dataclass(frozen=True, slots=True)
class Side:
    """One clue of a sum, and its covered cells.

    Attributes:
        clue: its number and its cell.
        rest: its mines without those that the board shows.
        shown: mines next to it that the board shows.
        own: its cells that may be mines and that no clue of the other side touches.
        shared: its cells that the other side touches as well.
        known: own cells known to be mines, if that matters; only on the side taken off.
        safe: own cells known to be safe, if that matters; only on the side added up.
    """

    clue: Clue
    rest: int
    shown: tuple[Cell, ...]
    own: tuple[Cell, ...]
    shared: tuple[Cell, ...]
    known: tuple[Cell, ...]
    safe: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class SumGrounds(Evidence):
    """Clues that are added up, and clues that are taken off.

    A cell's weight is the number of added clues that touch it, minus the number of subtracted ones. If the difference
    of the sums equals the total positive weight, then cells of positive weight are mines, and cells of negative weight
    are safe.

    Attributes:
        more: the clues added up.
        less: the clues taken off.
        able: cells of positive weight that may be mines.
        able_weights: weights of ``able``.
        known: mines of negative weight, known by earlier steps.
        known_weights: weights of ``known``.
        safe: safe cells of positive weight, known by earlier steps.
        is_nested: whether one side is a single clue, and no two of the others share a cell next to it.
    """

    more: tuple[Side, ...]
    less: tuple[Side, ...]
    able: tuple[Cell, ...]
    able_weights: tuple[int, ...]
    known: tuple[Cell, ...]
    known_weights: tuple[int, ...]
    safe: tuple[Cell, ...]
    is_nested: bool

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """Return the sentence; a nested sum is worded as a count of the single clue's mines."""
        if len(self.more) == len(self.less) == 1:
            text = self._pair_mine(cells, name) if conclusion == "mine" else self._pair_safe(cells, name)
        elif self.is_nested and len(self.less) == 1:
            text = self._filled(conclusion, cells, name)
        elif self.is_nested and len(self.more) == 1:
            text = self._spared(conclusion, cells, name)
        else:
            text = self._difference(conclusion, cells, name)
        shown = (shown_mines(side.clue, side.shown, side.rest, name) for side in (*self.more, *self.less))
        return "".join(shown) + text

    def _known_of_second(self, name: Name) -> str:
        (less,) = self.less
        if not less.known:
            return ""
        be = "is a mine" if len(less.known) == 1 else "are mines"
        return f"{name(less.known)}, which only {clue_name(less.clue, name)} touches, {be}. "

    def _pair_mine(self, cells: Sequence[Cell], name: Name) -> str:
        (more,), (less,) = self.more, self.less
        own, sure = len(more.own), len(less.known)
        room = less.rest - sure
        mines = "mine" if room == 1 else "mines"
        return (
            f"{self._known_of_second(name)}{capital(clue_name(more.clue, name))} can have at most "
            f"{difference(less.rest, sure)} {mines} in the cells it shares with {clue_name(less.clue, name)}. That "
            f"leaves {more.rest} - {room} = {own} for its {other_cells(own)}"
            f"{_left_out(more.safe, name).rstrip(',')}{all_mines(own, cells, name)}."
        )

    def _pair_safe(self, cells: Sequence[Cell], name: Name) -> str:
        (more,), (less,) = self.more, self.less
        own, sure = len(more.own), len(less.known)
        first, second = clue_name(more.clue, name), clue_name(less.clue, name)
        least = more.rest - own
        if not own:
            what = "its mine counts" if more.rest == 1 else f"its {more.rest} mines count"
            start = (
                f"Every covered cell of {first}{_left_out(more.safe, name)} also touches {second}, so {what} for both"
            )
        else:
            be = "is" if least == 1 else "are"
            start = (
                f"{capital(first)} has only {pluralize(own, 'covered cell')}{_left_out(more.safe, name)} that {second} "
                f"doesn't touch, so at least {difference(more.rest, own)} of its mines {be} among those that both touch"
            )
        taken = f"{less.rest} - {sure} - {least}" if sure else f"{less.rest} - {least}"
        return (
            f"{self._known_of_second(name)}{start}. That leaves {taken} = 0 mines for the other cells "
            f"of {second}: {ending(cells, 'safe', name)}."
        )

    def _filled(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """Return the sentence for clues that together use up all mines of another clue in shared cells."""
        (whole,) = self.less
        parts = []
        least = []
        for part in self.more:
            few = part.rest - len(part.own)
            least.append(few)
            needs = f"at least {difference(part.rest, len(part.own))}" if part.own else str(few)
            mines = "mine" if few == 1 else "mines"
            parts.append(
                f"{clue_name(part.clue, name)}{_left_out(part.safe, name)} needs {needs} {mines} in {name(part.shared)}"
            )
        start = f"{capital('; '.join(parts))}. "
        if whole.known:
            start += f"{capital(ending(whole.known, 'mine', name))} as well. "
            least.append(len(whole.known))
        start += f"Together that is {total(least)}, all that {clue_name(whole.clue, name)} can have"
        if conclusion == "safe":
            return f"{start}, so it has none elsewhere: {ending(cells, 'safe', name)}."
        others = [clue_name(part.clue, name) for part in self.more if part.own]
        has = "has its other mines" if len(others) == 1 else "have their other mines"
        return f"{start}, so {list_words(others)} {has} elsewhere: {ending(cells, 'mine', name)}."

    def _spared(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """Return the sentence for a clue with more mines than other clues allow in shared cells."""
        (whole,) = self.more
        own = len(whole.own)
        parts = []
        most = []
        for part in self.less:
            known = f"since {ending(part.known, 'mine', name)}, " if part.known else ""
            room = part.rest - len(part.known)
            most.append(room)
            mines = "mine" if room == 1 else "mines"
            parts.append(
                f"{known}{clue_name(part.clue, name)} allows at most {difference(part.rest, len(part.known))} {mines} "
                f"in {name(part.shared)}"
            )
        start = f"{capital('; '.join(parts))}: {total(most)} in all. "
        whole_name = f"{clue_name(whole.clue, name)}{_left_out(whole.safe, name)}"
        if conclusion == "mine":
            return (
                f"{start}That leaves {whole.rest} - {sum(most)} = {own} of the mines of {whole_name} for its "
                f"{other_cells(own)}{all_mines(own, cells, name)}."
            )
        if own:
            start += f"{capital(whole_name)} has only {pluralize(own, 'other covered cell')}, "
            start += f"so it needs {whole.rest} - {own} = {sum(most)} there"
        else:
            start += f"{capital(whole_name)} has no other covered cell, so it needs {whole.rest} there"
        others = [clue_name(part.clue, name) for part in self.less if len(part.own) > len(part.known)]
        has = "has" if len(others) == 1 else "have"
        return f"{start}, and {list_words(others)} {has} none elsewhere: {ending(cells, 'safe', name)}."

    def _difference(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        first, second = (list_words([clue_name(side.clue, name) for side in sides]) for sides in (self.more, self.less))
        more = [side.rest for side in self.more]
        less = [side.rest for side in self.less]
        known = -sum(self.known_weights)
        left = sum(less) - known
        texts = [f"Compare {first} with {second}: {total(more)} against {total(less)}. "]
        if self.known:
            count = "counts" if len(self.known) == 1 else "count"
            texts.append(
                f"{ending(self.known, 'mine', name)} and {count} {known} more on the second side, which leaves "
                f"{sum(less)} - {known} = {left} there. "
            )
        texts.append(f"The difference is {sum(more)} - {left} = {sum(more) - left}. ")
        if self.safe:
            texts.append(f"{ending(self.safe, 'safe', name)}. ")
        if not self.able:
            texts.append("No other covered cell counts more often on the first side")
        else:
            count = "counts" if len(self.able) == 1 else "count"
            often = self.able_weights
            most = len(often) if set(often) == {1} else total(often)
            texts.append(f"Only {name(self.able)} {count} more often on the first side, {most} in all")
            if conclusion == "mine":
                texts.append(", which is no more than the difference")
        if conclusion == "safe":
            texts.append(f", so whatever counts more often on the second side is safe: {name(cells)}.")
        else:
            texts.append(f": {ending(cells, conclusion, name)}.")
        return "".join(texts)


def _left_out(cells: Sequence[Cell], name: Name) -> str:
    return f", not counting {name(cells)}, which {'is' if len(cells) == 1 else 'are'} safe," if cells else ""
