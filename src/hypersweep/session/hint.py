"""Hints: their levels and texts, and the level that comes next. ``hint_search`` finds hints."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hypersweep.text import chance_text, place_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypersweep.game import Game
    from hypersweep.rules import Rules
    from hypersweep.typing import Cell

    Name = Callable[[Cell], str]

# Maximum number of cells in a board for which hints are given; a larger one would take too long to view and analyse.
_MOST_CELLS = 1 << 20


# A list of named cells. A run ("cell 3 to cell 7") isn't part of one: its numbers say nothing about the cells between.
_LISTED = re.compile(r"(?<! to )\bcell \w+(?:(?:, | and )cell \w+\b(?! to ))+")
# A named cell that begins a sentence.
_FIRST = re.compile(r"(?:^|(?<=\. ))cell(?=s? \w)")


def _joined(found: re.Match[str]) -> str:
    return "cells " + found[0].replace("cell ", "")


@dataclass(frozen=True, slots=True)
class Telling:
    """Text with placeholders for cell names.

    Attributes:
        pieces: strings and cells, in order.

    >>> Telling.of(lambda name: f"{name((1, 2))} is safe.").format("{0[0]}-{0[1]}".format)
    '1-2 is safe.'
    """

    pieces: tuple[str | Cell, ...]

    @classmethod
    def of(cls, words: Callable[[Name], str]) -> Telling:
        """Build the text from a function that takes a naming function for cells and returns the words.

        Args:
            words: the function; it must insert the names into the text unchanged.
        """
        cells: list[Cell] = []

        def mark(cell: Cell) -> str:
            cells.append(cell)
            return f"\0{len(cells) - 1}\0"

        pieces = words(mark).split("\0")
        return cls(tuple([cells[int(piece)] if place % 2 else piece for place, piece in enumerate(pieces) if piece]))

    def format(self, name: Name) -> str:
        """Return the text, with each cell replaced by its name.

        Names such as "cell 3" are joined in lists, and capitalised at the start of a sentence.

        >>> Telling(((0, 1), ", ", (0, 2), " and ", (0, 4), " are safe.")).format("cell {0[1]}".format)
        'Cells 1, 2 and 4 are safe.'
        """
        text = "".join([piece if isinstance(piece, str) else name(piece) for piece in self.pieces])
        return _FIRST.sub("Cell", _LISTED.sub(_joined, text))


@dataclass(frozen=True, slots=True)
class Hint:
    """A level of a hint. Immutable.

    Attributes:
        kind: "flags" (some flags are wrong), "safe" (a certain move), "guess" (the best guess), "estimate" (a guess on
            a board too large for exact chances), "start" (before the first click), or "none".
        level: 1 where to look, 2 which cells, 3 why.
        text: a sentence; at the last level there may be several.
        is_last: whether this is the last level.
        clues: open cells to highlight.
        cells: cells revealed at this level: safe cells, a guess, or wrong flags.
        probability: the mine probability of a guess; None for other kinds.
        shorter: versions of the text, each a single sentence and shorter than the one before, for a board where
            ``clues`` and ``cells`` are marked.
        rest: such versions, longest first, for when several of the safe cells are left to open.
        last: such versions for when one of several safe cells is left.
    """

    kind: str
    level: int
    text: str
    is_last: bool
    clues: tuple[Cell, ...] = ()
    cells: tuple[Cell, ...] = ()
    probability: float | None = None
    shorter: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    last: tuple[str, ...] = ()

    def with_remaining(self, cells: tuple[Cell, ...]) -> Hint:
        """Return a hint about safe cells when only some of them are left to open.

        >>> hint = Hint("safe", 2, "The 3 marked cells are safe.", False, cells=((0, 1), (0, 2), (0, 3)))
        >>> hint.with_remaining(((0, 3),))
        <Hint 2, safe: The marked cell is safe.>
        """
        is_one = len(cells) == 1
        texts = (*self.last, "The marked cell is safe.") if is_one else (*self.rest, "The marked cells are safe.")
        return replace(self, cells=cells, is_last=True, text=texts[0], shorter=texts[1:])

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Hint {self.level}, {self.kind}: {self.text}>"


@dataclass(frozen=True, slots=True, init=False)
class Advice:
    """All levels of a hint for a position.

    Args:
        kind: as in ``Hint``.
        texts: for each level, a string or a function that takes a naming function for cells and returns the string; or
            several of these: the first for use without a board, the others shorter, for a board with marks.
        clues: open cells the advice is based on.
        cells: cells the advice is about.
        probability: the mine probability of a guess; None for other kinds.
        rest: texts of the last level, longest first, for when several of the safe cells are left to open.
        last: such texts for when one of several safe cells is left.

    >>> advice = Advice("safe", [lambda name: "Look around.", lambda name: f"{name((1, 2))} is safe."], cells=((1, 2),))
    >>> advice.hint(1), advice.hint(1).cells, advice.hint(2), advice.hint(2).cells
    (<Hint 1, safe: Look around.>, (), <Hint 2, safe: (1, 2) is safe.>, ((1, 2),))
    """

    kind: str
    texts: tuple[tuple[Telling, ...], ...]
    clues: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    probability: float | None
    rest: tuple[Telling, ...]
    last: tuple[Telling, ...]

    def __init__(
        self,
        kind: str,
        texts: Sequence[Telling | Callable[[Name], str] | tuple[Telling | Callable[[Name], str], ...]],
        clues: tuple[Cell, ...] = (),
        cells: tuple[Cell, ...] = (),
        probability: float | None = None,
        rest: Sequence[Telling | Callable[[Name], str]] = (),
        last: Sequence[Telling | Callable[[Name], str]] = (),
    ) -> None:
        wordings = tuple([tuple(map(_telling, text if isinstance(text, tuple) else (text,))) for text in texts])
        put = object.__setattr__
        put(self, "kind", kind)
        put(self, "texts", wordings)
        put(self, "clues", clues)
        put(self, "cells", cells)
        put(self, "probability", probability)
        put(self, "rest", tuple(map(_telling, rest)))
        put(self, "last", tuple(map(_telling, last)))

    @property
    def levels(self) -> int:
        """Number of levels."""
        return len(self.texts)

    @property
    def subject(self) -> tuple[str, tuple[Cell, ...]]:
        """The advice's kind and cells; if the next advice has the same subject, the hint moves on to its next level."""
        return self.kind, self.cells

    def hint(self, level: int, name: Name = place_text) -> Hint:
        """Return one level of the hint.

        Args:
            level: the level's number, counting from 1; beyond the last level, the last one is returned.
            name: returns a cell's name.
        """
        level = min(level, self.levels)
        is_last = level == self.levels
        shows_cells = is_last or level == 2
        telling, *others = self.texts[level - 1]
        text = telling.format(name)
        shorter = [other for other in dict.fromkeys([other.format(name) for other in others]) if other != text]
        return Hint(
            self.kind,
            level,
            text,
            is_last,
            # A guess doesn't follow from clues, so don't mark any before the level that names the guess.
            clues=self.clues if self.kind != "guess" or shows_cells else (),
            cells=self.cells if shows_cells else (),
            probability=self.probability if shows_cells else None,
            shorter=tuple(shorter),
            rest=tuple(dict.fromkeys([other.format(name) for other in self.rest])) if is_last else (),
            last=tuple(dict.fromkeys([other.format(name) for other in self.last])) if is_last else (),
        )


def _telling(text: Telling | Callable[[Name], str]) -> Telling:
    return text if isinstance(text, Telling) else Telling.of(text)


def first_advice(cells: int, mines: int, rules: Rules) -> Advice:
    """Return advice before the first click, when the layout isn't decided.

    Args:
        cells: number of cells on the board.
        mines: number of mines.
        rules: the rules; only those on the first click and on guesses matter.

    >>> from hypersweep import CLASSIC
    >>> print(first_advice(12, 2, CLASSIC).hint(1))
    Nothing is known yet. Your first click is never a mine: open any cell.
    >>> print(first_advice(12, 2, CLASSIC.replace(guess="never")).hint(1))
    Nothing is known yet. Your first click is never a mine, and no guess is needed after it: open any cell.
    """
    chance = chance_text(mines / cells)
    after = ", and no guess is needed after it" if rules.guess == "never" else ""
    text, short = {
        "any": (
            f"Nothing is known yet. Every cell has the same chance of a mine, {chance}: open any.",
            f"Open any cell: each is a mine with a chance of {chance}.",
        ),
        "safe": (
            f"Nothing is known yet. Your first click is never a mine{after}: open any cell.",
            f"Open any cell: the first one is never a mine{after}.",
        ),
        "opening": (
            f"Nothing is known yet. Your first click is never a mine, nor next to one{after}: open any cell.",
            f"Open any cell: the first one is never a mine, nor next to one{after}.",
        ),
    }[rules.first_open_promise]
    return Advice("start", [(lambda _: text, lambda _: short)])


def no_hint(why: str) -> Advice:
    """Return advice that only says why no hint is possible.

    >>> no_hint("The game is over.").hint(1)
    <Hint 1, none: The game is over.>
    """
    return Advice("none", [lambda _: why])


class HintDesk:
    """Provides a game's hints: each request in the same position returns the next level.

    Not thread-safe; the session locks it.

    Attributes:
        position: a number that changes with every move, for recognising outdated advice.

    >>> from hypersweep import CLASSIC
    >>> from hypersweep.session.hint import first_advice
    >>> desk = HintDesk()
    >>> advice = first_advice(12, 2, CLASSIC)
    >>> desk.tell(advice, desk.position), desk.is_told(advice)
    (<Hint 1, start: Nothing is known yet. Your first click is never a mine: open any cell.>, True)
    """

    __slots__ = ("_advice", "_last_shown", "position")

    def __init__(self) -> None:
        self.position: int = 0
        # Advice for the current position.
        self._advice: Advice | None = None
        # Subject and level shown last.
        self._last_shown: tuple[object, int] = (None, 0)

    def forget(self) -> None:
        """Drop the advice, because the position has changed."""
        self.position += 1
        self._advice = None

    def known(self, game: Game) -> Advice | None:
        """Return advice for the current position if it is known without a search, else None."""
        if self._advice is not None:
            return self._advice
        if game.layout is None:
            return first_advice(game.grid.cells, game.mines, game.rules)
        if game.grid.cells > _MOST_CELLS:
            return no_hint("There is no hint here: the board is too large to work out.")
        return None

    def is_told(self, advice: Advice) -> bool:
        """Return whether all levels of the advice were already shown."""
        subject, level = self._last_shown
        return subject == advice.subject and level >= advice.levels

    def tell(self, advice: Advice, position: int, name: Name = place_text) -> Hint | None:
        """Return the advice's next level, or its last level again; None if the advice is for an earlier position.

        Args:
            advice: the advice.
            position: the desk's ``position`` when the search for the advice began.
            name: returns a cell's name.
        """
        if position != self.position:
            return None
        self._advice = advice
        subject, shown = self._last_shown
        level = min(shown + 1, advice.levels) if subject == advice.subject else 1
        self._last_shown = advice.subject, level
        return advice.hint(level, name)
