"""Evidence for reasons: one class for each way to draw a conclusion, which also builds the sentence that explains it.

Functions that format cells, clues and sums are at the end of the module.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.text import place_text, pluralize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hypersweep.solve.choice import Choice
    from hypersweep.typing import Cell, Conclusion

    Clue = tuple[int, Cell]
    Name = Callable[[Iterable[Cell]], str]


class Evidence:
    """Evidence for a conclusion: the plain values from which the explanation is built."""

    __slots__ = ()

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """Return the explanation in one or more sentences.

        Args:
            conclusion: "safe", "mine" or "guess".
            cells: the cells that the conclusion is about.
            name: formats a list of cells.
        """
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class ClueGrounds(Evidence):
    """Evidence from a single clue.

    Attributes:
        clue: the clue's number and cell.
        used: neighbours known from earlier steps (mines if the conclusion is "safe", safe cells if it is "mine").
        shown: neighbouring mines that the board shows.
        covered: number of its covered neighbours.
    """

    clue: Clue
    used: tuple[Cell, ...]
    shown: tuple[Cell, ...]
    covered: int

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """Return the sentence."""
        return self._safe(cells, name) if conclusion == "safe" else self._mine(cells, name)

    def _safe(self, cells: Sequence[Cell], name: Name) -> str:
        number, _ = self.clue
        start = capital(clue_name(self.clue, name))
        if number == 0:
            return f"{start} touches no mine: {ending(cells, 'safe', name)}."
        which = "its mine" if number == 1 else f"its {number} mines"
        found = f"{start} already has {which}, {name(sorted({*self.used, *self.shown}))}"
        if len(self.used) + len(cells) < self.covered:
            # Don't write "the others": earlier steps may have settled some of them already.
            return f"{found}: {ending(cells, 'safe', name)}."
        return f"{found}, so its {_other_cells(len(cells))}, {name(cells)}, {are(len(cells))} safe."

    def _mine(self, cells: Sequence[Cell], name: Name) -> str:
        left = self.covered - len(self.used)
        start = capital(clue_name(self.clue, name))
        if self.shown:
            start = f"{_shown_mines(self.clue, self.shown, self.clue[0] - len(self.shown), name)}It"
        if self.used:
            start += f" touches {pluralize(self.covered, 'covered cell')}, but {ending(self.used, 'safe', name)}."
            start += f" Only {left} {are(left)} left"
        else:
            start += f" touches only {pluralize(left, 'covered cell')}"
        # Earlier steps may have found some of these mines already; this step doesn't depend on that, so count them too.
        return f"{start}{_all_mines(left, cells, name)}."


def _shown_mines(clue: Clue, shown: Sequence[Cell], rest: int, name: Name) -> str:
    """Return an introductory sentence about the mines that the board shows; "" if it shows none."""
    if not shown:
        return ""
    mines = "a mine" if len(shown) == 1 else "mines"
    return f"The board shows {mines} at {name(shown)}, so {clue_name(clue, name)} needs {rest} more. "


def _other_cells(count: int) -> str:
    """Return "only other covered cell" or, for example, "3 other covered cells", to follow "its" or "the"."""
    return "only other covered cell" if count == 1 else f"{count} other covered cells"


def _all_mines(count: int, cells: Sequence[Cell], name: Name) -> str:
    """Return a clause saying that ``count`` cells are mines and naming those not known before."""
    if len(cells) == count:
        return f": {ending(cells, 'mine', name)}"
    return f", so all of them are mines, including {name(cells)}"


@dataclass(frozen=True, slots=True)
class Side:
    """One clue in a sum, and its covered neighbours.

    Attributes:
        clue: the clue's number and cell.
        rest: the clue's number minus its shown mines.
        shown: neighbouring mines that the board shows.
        own: neighbours that may be mines and touch no clue on the other side.
        shared: neighbours that also touch a clue on the other side.
        known: cells in ``own`` known to be mines, if that matters; only for subtracted clues.
        safe: cells in ``own`` known to be safe, if that matters; only for added clues.
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
    """Evidence from adding some clues and subtracting others.

    A cell's weight is the number of added clues that touch it minus the number of subtracted ones. If the difference
    between the two sums equals the total positive weight, cells with positive weight are mines, and cells with negative
    weight are safe.

    Attributes:
        more: the added clues.
        less: the subtracted clues.
        able: cells with positive weight that may be mines.
        able_weights: weights of ``able``.
        known: mines with negative weight, known from earlier steps.
        known_weights: weights of ``known``.
        safe: safe cells with positive weight, known from earlier steps.
        is_nested: whether one side is a single clue, and no neighbour of that clue touches two clues on the other side.
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
        """Return the sentence; for a nested sum, it counts the mines around the single clue."""
        if len(self.more) == len(self.less) == 1:
            text = self._pair_mine(cells, name) if conclusion == "mine" else self._pair_safe(cells, name)
        elif self.is_nested and len(self.less) == 1:
            text = self._filled(conclusion, cells, name)
        elif self.is_nested and len(self.more) == 1:
            text = self._spared(conclusion, cells, name)
        else:
            text = self._difference(conclusion, cells, name)
        shown = (_shown_mines(side.clue, side.shown, side.rest, name) for side in (*self.more, *self.less))
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
        space = less.rest - sure
        mines = "mine" if space == 1 else "mines"
        return (
            f"{self._known_of_second(name)}{capital(clue_name(more.clue, name))} can have at most "
            f"{difference(less.rest, sure)} {mines} in the cells it shares with {clue_name(less.clue, name)}. That "
            f"leaves {more.rest} - {space} = {own} for its {_other_cells(own)}"
            f"{_left_out(more.safe, name).rstrip(',')}{_all_mines(own, cells, name)}."
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
        """Return the sentence if the cells shared with other clues contain all of a clue's mines."""
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
        """Return the sentence if a clue needs more mines than other clues allow in the shared cells."""
        (whole,) = self.more
        own = len(whole.own)
        parts = []
        most = []
        for part in self.less:
            known = f"since {ending(part.known, 'mine', name)}, " if part.known else ""
            space = part.rest - len(part.known)
            most.append(space)
            mines = "mine" if space == 1 else "mines"
            parts.append(
                f"{known}{clue_name(part.clue, name)} allows at most {difference(part.rest, len(part.known))} {mines} "
                f"in {name(part.shared)}"
            )
        start = f"{capital('; '.join(parts))}: {total(most)} in all. "
        whole_name = f"{clue_name(whole.clue, name)}{_left_out(whole.safe, name)}"
        if conclusion == "mine":
            return (
                f"{start}That leaves {whole.rest} - {sum(most)} = {own} of the mines of {whole_name} for its "
                f"{_other_cells(own)}{_all_mines(own, cells, name)}."
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


@dataclass(frozen=True, slots=True)
class LineStep:
    """One step of an argument: what a clue implies under the assumptions so far.

    Attributes:
        clue: the clue's number and cell.
        is_mine: whether all of the clue's remaining neighbours would be mines; if False, the clue already has all its
            mines, and the remaining neighbours would be safe.
        shown: neighbouring mines that the board shows.
        supposed: if ``is_mine``, the covered neighbours that may still be mines; otherwise the neighbours already
            assumed or concluded to be mines.
        follows: the cells settled by this step; empty if the clue can't be satisfied.
    """

    clue: Clue
    is_mine: bool
    shown: tuple[Cell, ...]
    supposed: tuple[Cell, ...]
    follows: tuple[Cell, ...]

    def sentence(self, name: Name) -> str:
        """Return the sentence."""
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
    """An assumption about a cell, and the steps from it to a contradiction.

    Attributes:
        cell: the cell.
        is_mine: whether it is assumed to be a mine.
        steps: the steps; unless there are ``cases``, the last step's clue can't be satisfied.
        cases: empty, or two cases, in which another cell is a mine and safe; both lead to a contradiction.
    """

    cell: Cell
    is_mine: bool
    steps: tuple[LineStep, ...]
    cases: tuple[LineCase, ...]

    def sentences(self, name: Name, label: str = "") -> list[str]:
        """Return the argument as a list of sentences."""
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
        supposed: the assumption and the steps that refute it.
        alike: other cells that touch the same clues, so the argument holds for them too.
    """

    supposed: LineCase
    alike: tuple[Cell, ...]

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """Return the sentences as one text."""
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
    """Evidence from trying all cases that a few clues allow, used if neither a sum nor a short argument is enough.

    Attributes:
        clues: the clues' numbers and cells.
    """

    clues: tuple[Clue, ...]

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """Return the sentence."""
        listed = list_words([clue_name(clue, name) for clue in self.clues])
        opposite = "a mine" if conclusion == "safe" else "safe"
        return (
            f"If {name(cells)} were {opposite}, no arrangement of mines would satisfy {listed}. There are too many "
            f"cases to list, but all of them were tried: {ending(cells, conclusion, name)}."
        )


_EVERYTHING = "the clues and the number of mines"


@dataclass(frozen=True, slots=True)
class ShareGrounds(Evidence):
    """Evidence from the number of mines and clues that share no covered cells.

    Either the clues account for all mines, or the remaining mines exactly fill all other cells.

    Attributes:
        clues: the clues' numbers and cells.
        needs: for each clue, how many of its mines the board doesn't show yet.
        mines: number of mines on the board.
        found: mines that are shown or known from earlier steps, if they matter.
        safe: covered cells known to be safe from earlier steps, if they matter.
    """

    clues: tuple[Clue, ...]
    needs: tuple[int, ...]
    mines: int
    found: int
    safe: int

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """Return the sentence."""
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
        return f"{start}. {needed}, so the {_other_cells(len(cells))} {be} safe: {name(cells)}."

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
        space = left - sum(self.needs)
        return (
            f"{start}. {capital(self._clue_names(name))} {take} {total(self.needs)}. The other "
            f"{left} - {sum(self.needs)} = {space} must be in the {_other_cells(space)} that {which}: "
            f"{ending(cells, 'mine', name)}."
        )

    def _clue_names(self, name: Name) -> str:
        return list_words([clue_name(clue, name) for clue in self.clues])


@dataclass(frozen=True, slots=True)
class BoundGrounds(Evidence):
    """Evidence from overlapping clues and the number of mines: the opposite would require too many mines, or too few.

    Attributes:
        clues: the cells of the clues.
        mines: number of mines on the board.
        bound: the minimum (or maximum) number of mines on the board if the opposite were true.
        is_least: whether ``bound`` is the minimum.
    """

    clues: tuple[Cell, ...]
    mines: int
    bound: int
    is_least: bool

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """Return the sentence, worded so that it applies to each cell."""
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
    """Evidence from all clues and the number of mines, used if no small set of clues is enough."""

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """Return the sentences as one text."""
        if conclusion == "safe":
            which = f"no layout that fits {_EVERYTHING} has a mine {'there' if len(cells) == 1 else 'at any of them'}"
        else:
            has = "one there" if len(cells) == 1 else "mines at all of them"
            which = f"every layout that fits {_EVERYTHING} has {has}"
        return f"{ending(cells, conclusion, name)}: {which}. No shorter reason was found."


# Lowest mine probability that is worth printing as a number, and lowest probability of an opening worth giving as a
# reason.
_LEAST_CHANCE = 1e-5
_LEAST_OPENING = 0.01


@dataclass(frozen=True, slots=True)
class GuessGrounds(Evidence):
    """Evidence for a guess: the probabilities of an uncertain cell, and how it compares with others.

    Attributes:
        chance: the cell's mine probability.
        choice: result of ``choose``; None if it wasn't computed.
        safest: a cell with the lowest mine probability: the guessed cell if it is one of them, otherwise the first.
        least: the lowest mine probability.
        equals: number of other cells with the lowest mine probability.
        opening: probability that the cell is a zero; 0 if computing it would take too long.
        is_seen: whether a clue touches the cell.
        beside: number of uncertain covered cells next to clues.
        elsewhere: number of other uncertain covered cells.
        error: standard error if the probabilities are estimates; None if they are exact.
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
        """Return the sentences as one text."""
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


# Maximum number of cells named one by one; in longer lists, consecutive cells are shortened to runs.
_MOST_SINGLE = 8


def list_words(words: Sequence[str]) -> str:
    """Join words with commas and "and".

    >>> list_words(["a"]), list_words(["a", "b"]), list_words(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def list_cells(cells: Iterable[Cell], name: Callable[[Cell], str] = place_text) -> str:
    """Format a list of cells for a sentence; in long lists, consecutive cells are shortened to runs.

    Args:
        cells: the cells, at least one.
        name: formats a cell.

    >>> list_cells([(0, 1), (0, 2), (0, 3)])
    '(0, 1), (0, 2) and (0, 3)'
    >>> list_cells([(0, column) for column in range(12)] + [(2, 4)])
    '(0, 0) to (0, 11) and (2, 4)'
    """
    own = list(cells)
    if len(own) <= _MOST_SINGLE:
        return list_words([name(cell) for cell in own])
    runs: list[list[Cell]] = []
    for cell in own:
        last = runs[-1][-1] if runs else None
        if last is not None and cell == (*last[:-1], last[-1] + 1):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    words: list[str] = []
    for run in runs:
        words.extend([f"{name(run[0])} to {name(run[-1])}"] if len(run) > 2 else map(name, run))
    return list_words(words)


def ending(cells: Sequence[Cell], conclusion: Conclusion, name: Name) -> str:
    """Return a clause such as "(0, 1) and (0, 2) are safe"."""
    if conclusion == "safe":
        return f"{name(cells)} {'is' if len(cells) == 1 else 'are'} safe"
    return f"{name(cells)} {'is a mine' if len(cells) == 1 else 'are mines'}"


def clue_name(clue: Clue, name: Name) -> str:
    """Return a clue as a sentence names it: its number and cell."""
    return f"the {clue[0]} at {name([clue[1]])}"


def capital(text: str) -> str:
    """Return a sentence with its first letter capitalised.

    >>> capital("the 1 at (0, 1)")
    'The 1 at (0, 1)'
    """
    return text[:1].upper() + text[1:]


def difference(number: int, taken: int) -> str:
    """Return ``number - taken`` as text, written as a subtraction unless ``taken`` is 0.

    >>> difference(3, 1), difference(3, 0)
    ('3 - 1 = 2', '3')
    """
    return f"{number} - {taken} = {number - taken}" if taken else str(number)


def total(numbers: Sequence[int]) -> str:
    """Return a sum as text, or the number itself if there is only one.

    >>> total([1, 2]), total([3])
    ('1 + 2 = 3', '3')
    """
    return f"{' + '.join(map(str, numbers))} = {sum(numbers)}" if len(numbers) > 1 else str(sum(numbers))


def are(number: int) -> str:
    """Return "is" or "are" to agree with a number."""
    return "is" if number == 1 else "are"
