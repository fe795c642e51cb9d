"""Appearance of cells: looks (a view's codes and a few more), marks, and the characters that show them.

These characters are defined only here, for reading and writing. ``CodeReader`` reads the looks of a board's visible
cells.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Protocol

from hypersweep import _native
from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.errors import BusyError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from hypersweep.grid import Grid
    from hypersweep.typing import Cell


# Looks that aren't codes in a view.
HIDDEN = -8
"""Look of every cell while the board is hidden, during a pause, for example."""

DONE = -7
"""Look of a clue with as many flags around it as mines, if clues are shown minus the flags around them."""

QUESTION = -9
"""Look of a covered cell with a question mark."""

DRAFT = -10
"""Look of a covered cell with a draft flag."""

_OTHER_LOOKS = (HIDDEN, DONE, QUESTION, DRAFT)
_TOO_MANY = -100
_FINISHED = 1 << 20

# Marks: bits in addition to a cell's code.
ODD = 1
"""Mark on every other cell, as on a chessboard, to distinguish neighbouring cells."""

NEAR = 2
"""A neighbour of the focused cell."""

CLUE = 4
"""A clue a hint is based on."""

TARGET = 8
"""A cell a hint draws a conclusion about."""

HOVER = 16
"""The cell under the mouse."""

CURSOR = 32
"""The cell under the cursor."""

PRESSED = 64
"""A covered cell with a mouse button held down on it."""

RIPPLE = 128
"""A cell at the front of an opening's animation, or at the end of a wave."""

WAVE = 256
"""A cell at the front of the wave after a win."""

# Number of bits for marks; the bits above them hold the number by which a hint's text names the cell.
_MARK_BITS = 9
# Superscript digits can't be mistaken for a clue.
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

ASCII = {
    COVERED: "#",
    FLAGGED: "F",
    MINE: "*",
    EXPLODED: "X",
    WRONG_FLAG: "!",
    HIDDEN: ":",
    DONE: ".",
    QUESTION: "?",
    DRAFT: "f",
    0: ".",
}
"""Characters that work in every terminal and file; the text form of a ``View`` uses those for its codes."""

NICER = ASCII | {COVERED: "■", 0: "·"}
"""``ASCII`` with two nicer characters, which even fonts and code pages in old terminals contain."""

SYMBOLS = {
    COVERED: " ",
    FLAGGED: "⚑",
    MINE: "✱",
    EXPLODED: "✹",
    WRONG_FLAG: "✗",
    HIDDEN: "░",
    DONE: "·",
    QUESTION: "?",
    DRAFT: "⚐",
    0: " ",
}
"""The usual characters for a board in colour; terminals never display any of them two columns wide."""

UNCOLOURED = {COVERED: "■", 0: "·", HIDDEN: "░", DONE: "-"}
"""Characters that replace blank or faint ones where no colours distinguish the cells."""

UNICODE = {code: symbol for code, symbol in (SYMBOLS | UNCOLOURED).items() if code not in _OTHER_LOOKS}
"""Characters for text without colours, in ``View.unicode``."""

EMOJI = {COVERED: "⬜", FLAGGED: "🚩", MINE: "💣", EXPLODED: "💥", WRONG_FLAG: "❌", 0: "⬛"}
"""Emoji for a board in a chat, in ``View.emoji``; clues are keycaps."""

SHOWN_AT_END = {"won": {MINE: FLAGGED}}
"""Replacement codes at the end of a game, by outcome: after a win, every mine is shown as a flag.

The picture, the mine counter, the status line and screen readers all use this table.
"""

READINGS: dict[str, int] = {
    **dict.fromkeys("_?□█", COVERED),
    **dict.fromkeys("⬜🟥🟧🟨🟩🟦🟪🟫❓❔", COVERED),
    **dict.fromkeys("f¶🚩", FLAGGED),
    **dict.fromkeys("@💣", MINE),
    "💥": EXPLODED,
    "❌": WRONG_FLAG,
    **{str(clue): clue for clue in range(10)},
    **{
        symbol: code
        for symbols in (ASCII, SYMBOLS, UNCOLOURED)
        for code, symbol in symbols.items()
        if symbol not in " X" and code not in _OTHER_LOOKS
    },
    UNCOLOURED[HIDDEN]: COVERED,
}
"""The code for every character with the same meaning in all text pictures of boards.

Ambiguous characters are left out: "x" and "X" are exploded mines in a picture with "#", covered cells in others; a
blank or "⬛" may be a zero or a covered cell.
"""


_WORDS = {
    COVERED: "covered",
    FLAGGED: "flag",
    MINE: "mine",
    EXPLODED: "mine that went off",
    WRONG_FLAG: "wrong flag",
    QUESTION: "covered, with a question mark",
    DRAFT: "covered, with a draft flag",
    0: "no mine around",
}


def code_text(code: int) -> str:
    """Describe a code, or the look of a mark, in words.

    >>> code_text(-1), code_text(0), code_text(3)
    ('covered', 'no mine around', 'clue 3')
    """
    return _WORDS.get(code) or f"clue {code}"


def mark_looks(questions: Iterable[int], drafts: Iterable[int]) -> dict[int, int]:
    """Return the looks of covered cells with marks, by index; a draft flag hides a question mark.

    >>> mark_looks([4, 7], [7]) == {4: QUESTION, 7: DRAFT}
    True
    """
    return {**dict.fromkeys(questions, QUESTION), **dict.fromkeys(drafts, DRAFT)}


def too_many_flags(excess: int) -> int:
    """Return the look for a clue with more flags around it than mines.

    Args:
        excess: number of excess flags, 1 or more.

    >>> excess_flags(too_many_flags(3))
    3
    """
    return _TOO_MANY - excess


def excess_flags(look: int) -> int:
    """Return the number of excess flags shown by a look from ``too_many_flags``; 0 for any other look."""
    return max(0, _TOO_MANY - look)


def finished(clue: int) -> int:
    """Return the look (a number greater than any code) for a finished clue, i.e. one with no undecided neighbours.

    Args:
        clue: the number in the cell, or ``DONE`` if clues are shown minus the flags around them.

    >>> finished_clue(finished(3)), finished_clue(3)
    (3, None)
    """
    return _FINISHED + clue


def finished_clue(look: int) -> int | None:
    """Return the number in a finished clue; None for any other look."""
    return look - _FINISHED if look >= _FINISHED + DONE else None


def marks_of(
    grid: Grid,
    cursor: Cell,
    *,
    focus: Cell | None = None,
    hover: Cell | None = None,
    pressed: Cell | None = None,
    is_chord: bool = False,
    hints: dict[int, int] | None = None,
) -> dict[int, int]:
    """Return the marks on all marked cells, by index.

    Args:
        grid: the board.
        cursor: the cell under the cursor.
        focus: the cell whose neighbours are marked; None for the cell under the cursor.
        hover: the cell under the mouse.
        pressed: the cell with a mouse button held down on it.
        is_chord: whether releasing the button chords; if so, the neighbours appear pressed too.
        hints: marks added by a hint, by index.

    Complexity: O(k) for k neighbours.

    >>> from hypersweep.grid import Grid
    >>> marks_of(Grid("2x3"), (0, 0)) == {0: CURSOR, 1: NEAR, 3: NEAR, 4: NEAR}
    True
    """
    index, neighbours = grid.index, grid.geometry().neighbours
    marks = dict(hints or {})

    def add(cells: Iterable[int], mark: int) -> None:
        for cell in cells:
            marks[cell] = marks.get(cell, 0) | mark

    add(neighbours(index(cursor if focus is None else focus)), NEAR)
    # Dragging the mouse off a pressed cell cancels the click.
    if pressed is not None and hover in (None, pressed):
        held = index(pressed)
        add((held,), PRESSED)
        if is_chord:
            add(neighbours(held), PRESSED)
    if hover is not None:
        add((index(hover),), HOVER)
    add((index(cursor),), CURSOR)
    return marks


def hint_marks(
    grid: Grid, clues: Iterable[Cell], targets: Iterable[Cell], numbers: Mapping[Cell, int] | None = None
) -> dict[int, int]:
    """Return the marks for a hint, by index.

    Args:
        grid: the board.
        clues: clues the hint's reason is based on.
        targets: cells the hint draws a conclusion about.
        numbers: numbers by which the hint's text names cells.

    Raises:
        CellError: a cell isn't on the board.

    >>> from hypersweep.grid import Grid
    >>> marks = hint_marks(Grid("3x4"), [(0, 1)], [(0, 2)], {(0, 2): 7})
    >>> marks[1] == CLUE, marks[2] & TARGET == TARGET, number_of(marks[2])
    (True, True, 7)
    """
    marks = {grid.index(cell): CLUE for cell in clues}
    for cell in targets:
        marks[grid.index(cell)] = marks.get(grid.index(cell), 0) | TARGET
    for cell, number in (numbers or {}).items():
        marks[grid.index(cell)] = marks.get(grid.index(cell), 0) | number << _MARK_BITS
    return marks


def number_of(marks: int) -> int:
    """Return the number that a hint shows on a cell, from the cell's marks; 0 for none."""
    return marks >> _MARK_BITS


def number_name(number: int, *, is_ascii: bool = False) -> str:
    """Return a hint's number as written in its text; in ASCII a letter, since a digit on a cell would look like a clue.

    >>> number_name(12), number_name(3, is_ascii=True)
    ('12', 'c')
    """
    return chr(ord("a") + number - 1) if is_ascii else str(number)


def number_symbol(number: int, *, is_ascii: bool = False) -> str:
    """Return the characters that show a hint's number on a cell.

    >>> number_symbol(12), number_symbol(3, is_ascii=True)
    ('¹²', 'c')
    """
    return number_name(number, is_ascii=is_ascii).translate(_SUPERSCRIPT)


def changed_marks(before: dict[int, int], after: dict[int, int]) -> set[int]:
    """Return the indices of cells whose marks differ.

    >>> changed_marks({1: 2, 3: 2}, {1: 2, 4: 2}) == {3, 4}
    True
    """
    return {index for index in before.keys() | after.keys() if before.get(index) != after.get(index)}


# Boards with up to this many cells are read whole, which takes microseconds; on larger ones, only the visible cells are
# read.
_WHOLE = 1 << 16
# Overhead of each call that reads a range of codes, as the number of codes that could be read in the same time.
_CALL = 128


class BoardSource(Protocol):
    """A board to draw: a ``Game``, or anything else that has codes for the cells in a grid."""

    @property
    def grid(self) -> Grid:
        """The board's shape."""

    @property
    def mines(self) -> int:
        """Number of mines."""

    def codes(self, begin: int = 0, end: int | None = None) -> memoryview:
        """Return the codes of the cells with indices ``begin`` to ``end``, as in a ``View``."""


def shown_codes(source: BoardSource, begin: int = 0, end: int | None = None) -> memoryview:
    """Return the codes to show to the player: the game's own, except that a won game has a flag on every mine.

    Args:
        source: the board to read.
        begin: the first index.
        end: the index after the last one; None for all.

    Complexity: that of ``codes``, plus O(requested cells) once the game is won.

    >>> from hypersweep import Game, Layout
    >>> game = Game(layout=Layout("2x3", [(0, 0)]))
    >>> changes = game.open((0, 2)), game.open((1, 0))
    >>> game.codes().tolist(), shown_codes(game).tolist()
    ([-3, 1, 0, 1, 1, 0], [-2, 1, 0, 1, 1, 0])
    """
    codes = source.codes(begin, end)
    # A source that isn't a game, such as a view, may have no outcome.
    shown = SHOWN_AT_END.get(getattr(getattr(source, "outcome", None), "name", "").casefold())
    return codes if shown is None else memoryview(array(codes.format, [shown.get(code, code) for code in codes]))


def read_codes(source: BoardSource, indices: Sequence[int]) -> list[int]:
    """Return the codes of some cells; codes of cells close together are read in one call.

    Args:
        source: the board to read.
        indices: the cells' indices.

    >>> from hypersweep import Game
    >>> read_codes(Game("3x4", 2), [0, 11])
    [-1, -1]
    """
    if not indices:
        return []
    begin, end = min(indices), max(indices) + 1
    if end - begin <= _CALL * len(indices):
        table = shown_codes(source, begin, end)
        return [table[index - begin] for index in indices]
    known: dict[int, int] = {}
    for first, after in _runs(sorted(indices)):
        known.update(zip(range(first, after), shown_codes(source, first, after), strict=True))
    return [known[index] for index in indices]


def _runs(indices: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield (first index, index after the last) for each run of consecutive indices."""
    first, after = indices[0], indices[0]
    for index in indices:
        if index > after:
            yield first, after
            first = index
        after = index + 1
    yield first, after


class CodeReader:
    """Reads cells' looks, some of them from a cache; call ``forget`` after each change to the board.

    Args:
        source: the board to read.

    >>> from hypersweep import Game, Layout
    >>> game = Game(layout=Layout("2x3", [(0, 0)]))
    >>> change = game.open((0, 2))
    >>> CodeReader(game).looks([0, 1, 2])
    [-1, 1, 0]
    """

    def __init__(self, source: BoardSource) -> None:
        self.source = source
        self._table: memoryview | None = None
        self._geometry = source.grid.geometry()
        self._counts: dict[int, tuple[int, int]] = {}

    def forget(self, changed: Iterable[int] | None = None) -> None:
        """Drop cached looks, so that the cells are read again when needed.

        Args:
            changed: indices of the changed cells; None for all.
        """
        self._table = None
        if changed is None:
            self._counts.clear()
        elif self._counts:
            neighbours = self._geometry.neighbours
            for index in changed:
                for other in neighbours(index):
                    self._counts.pop(other, None)

    def looks(self, indices: Sequence[int]) -> list[int]:
        """Return the codes of some cells; on a large board, all are ``HIDDEN`` while another thread is making a move.

        Args:
            indices: the cells' indices.
        """
        cells = self.source.grid.cells
        if cells <= _WHOLE:
            table = self._table
            if table is None:
                table = self._table = shown_codes(self.source, 0, cells)
            return list(map(table.__getitem__, indices))
        try:
            return read_codes(self.source, indices)
        except BusyError:
            return [HIDDEN] * len(indices)

    def clue_looks(
        self, indices: Sequence[int], *, are_differences: bool = False, tells_finished: bool = False
    ) -> list[int]:
        """Return the looks of some cells, with clues marked as finished or reduced by flags if requested.

        A clue is finished if it has no undecided neighbours: all its mines are flagged and nothing else is covered, or
        every neighbour is open.

        Args:
            indices: the cells' indices.
            are_differences: whether clues are shown minus the flags around them.
            tells_finished: whether finished clues get a separate look.

        Complexity: O(k) for each clue with k neighbours.

        >>> from hypersweep import Game, Layout
        >>> from hypersweep.picture.cell_appearance import too_many_flags
        >>> game = Game(layout=Layout("2x3", [(0, 0)]))
        >>> changes = game.open((0, 1)), game.flag((0, 0)), game.flag((0, 2))
        >>> CodeReader(game).clue_looks([0, 1], are_differences=True) == [-2, too_many_flags(1)]
        True
        """
        table = self._table
        looks = self.looks(indices) if table is None else list(map(table.__getitem__, indices))
        places, clues = [], []
        for place, look in enumerate(looks):
            if look > 0:
                places.append(place)
                clues.append(indices[place])
        if not places:
            return looks
        for place, (covered, flags) in zip(places, self._around(clues), strict=True):
            look = shown = looks[place]
            if are_differences:
                shown = look - flags if look > flags else DONE if look == flags else too_many_flags(flags - look)
            if tells_finished and not covered and flags in (0, look):
                shown = finished(shown)
            looks[place] = shown
        return looks

    def clues_around(self, changed: Sequence[int], *, are_differences: bool = False) -> set[int]:
        """Return the clues next to changed cells, whose looks may have changed too; see ``clue_looks``.

        Args:
            changed: indices of the changed cells.
            are_differences: whether clues are shown minus the flags around them.

        Complexity: O(k**2) for each cell with k neighbours.

        >>> from hypersweep import Game, Layout
        >>> game = Game(layout=Layout("2x3", [(0, 0)]))
        >>> changes = game.open((0, 2)), game.flag((0, 0)), game.open((1, 0))
        >>> CodeReader(game).clues_around([3])
        {1, 4}
        """
        neighbours = self._geometry.neighbours
        covered_now = sum(look in (COVERED, MINE) for look in self.looks(changed))
        around = sorted({other for index in changed for other in neighbours(index)})
        clues = [index for index, look in zip(around, self.looks(around), strict=True) if look > 0]
        if are_differences:
            return set(clues)
        # Include clues that are finished now, and those that may have been before neighbours were covered again.
        pairs = zip(clues, self._around(clues), strict=True)
        return {index for index, (covered, _) in pairs if covered <= covered_now}

    def _around(self, indices: Sequence[int]) -> list[tuple[int, int]]:
        """Return each cell's number of covered neighbours (including mines shown at the end) and of flagged ones."""
        geometry = self._geometry
        if self._table is not None:
            counts = _native.counts_around(geometry, self._table, self._table.itemsize, list(indices))
            return list(zip(counts[::2], counts[1::2], strict=True))
        known = self._counts
        unknown = [index for index in indices if index not in known]
        neighbours = {index: geometry.neighbours(index) for index in unknown}
        # Read each cell once: neighbouring cells share most of their neighbours.
        needed = sorted(set().union(*neighbours.values()))
        codes = dict(zip(needed, read_codes(self.source, needed), strict=True))
        for index, others in neighbours.items():
            seen = [codes[other] for other in others]
            flags = seen.count(FLAGGED) + seen.count(WRONG_FLAG)
            known[index] = seen.count(COVERED) + seen.count(MINE), flags
        return [known[index] for index in indices]


def bands(grid: Grid, start: int, indices: Sequence[int], count: int) -> list[list[int]]:
    """Group cells into ``count`` bands by their Manhattan distance from a cell, nearest first; a band may be empty.

    Args:
        grid: the board.
        start: index of the cell.
        indices: indices of the cells to group.
        count: number of bands; they cover equal ranges of distances, up to the farthest cell.

    >>> from hypersweep.grid import Grid
    >>> bands(Grid("3x4"), 0, range(12), 3)
    [[0, 1, 4], [2, 3, 5, 6, 8, 9], [7, 10, 11]]
    """
    axes = [(grid.strides[axis], side, axis in grid.wrap) for axis, side in enumerate(grid.shape)]
    distances = []
    for index in indices:
        distance, rest, origin = 0, index, start
        for stride, side, wraps in axes:
            place, rest = divmod(rest, stride)
            at, origin = divmod(origin, stride)
            step = abs(place - at)
            distance += min(step, side - step) if wraps else step
        distances.append(distance)
    most = max(distances, default=0) + 1
    found: list[list[int]] = [[] for _ in range(count)]
    for index, distance in zip(indices, distances, strict=True):
        found[distance * count // most].append(index)
    return found
