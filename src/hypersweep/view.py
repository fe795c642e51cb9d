"""Views: what a player can see of a board, and nothing else."""

from __future__ import annotations

import sys
from numbers import Real
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.copying import Immutable
from hypersweep.errors import (
    LayoutError,
    MineCountError,
    ParameterError,
    ParameterTypeError,
    ParseError,
    UnknownMinesError,
)
from hypersweep.grid import Grid
from hypersweep.picture.cell_appearance import ASCII, EMOJI, UNICODE
from hypersweep.text import stable_digest
from hypersweep.validation import check_type, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any, Literal

    import numpy as np
    from numpy.typing import NDArray

    from hypersweep.symmetry import Symmetry
    from hypersweep.typing import Cell, CellLike, IntArray, ProblemKind

__all__ = ["COVERED", "EXPLODED", "FLAGGED", "MINE", "WRONG_FLAG", "View", "ViewProblem"]

# A module-level name, because looking up the attribute each time takes as long as the call itself.
_set = object.__setattr__

# Codes by the characters of all text forms.
_CODES = {symbols[code]: code for symbols in (ASCII, UNICODE, EMOJI) for code in EMOJI}
_CODES.update({"_": COVERED, "f": FLAGGED, "x": EXPLODED})
# Code points that turn a character into an emoji, such as a keycap; parsing ignores them.
_EMOJI_SUFFIX = "\ufe0f\u20e3"
_WITHOUT_SUFFIX = dict.fromkeys(map(ord, _EMOJI_SUFFIX))

# Codes of cells that aren't open.
_NOT_OPEN = (COVERED, FLAGGED, MINE, WRONG_FLAG)


class ViewProblem(NamedTuple):
    """A number in a view that can't be right, found by ``View.problems``.

    Attributes:
        cell: the clue's cell; None if the board's number of mines can't be right.
        kind: "too many mines" (more mines are shown than the number allows), or "too few cells" (too few cells can be
            mines).
        number: the clue, or the number of mines on the board.
        least: number of mines shown around the clue, or on the whole board.
        most: number of cells that are or may be mines around the clue, or on the whole board.

    >>> View("2x3", 1, [-3, 1, 0, -4, 1, 0]).problems()[0]
    ViewProblem(cell=(0, 1), kind='too many mines', number=1, least=2, most=2)
    """

    cell: Cell | None
    kind: ProblemKind
    number: int
    least: int
    most: int

    def __str__(self) -> str:
        from hypersweep.text import place_text, pluralize

        if self.cell is None:
            what, where = f"the board of {pluralize(self.number, 'mine')}", ""
        else:
            what, where = f"the {self.number} at {place_text(self.cell)}", " around it"
        if self.kind == "too many mines":
            return f"{what} has {pluralize(self.least, 'mine')} shown{where}"
        count = f"only {pluralize(self.most, 'cell')}" if self.most else "no cells"
        return f"{what} has {count}{where} that can be mines"


def _problem(cell: Cell | None, number: int, least: int, most: int) -> list[ViewProblem]:
    if least > number:
        return [ViewProblem(cell, "too many mines", number, least, most)]
    return [ViewProblem(cell, "too few cells", number, least, most)] if most < number else []


class MinePrior(NamedTuple):
    """What is known about an unknown number of mines.

    Attributes:
        least: minimum number of mines.
        most: maximum number of mines.
        density: chance of a mine in each cell, independently, before anything was opened.
    """

    least: int
    most: int
    density: float

    def format(self, cells: int) -> str:
        """Return the fields after "mines=" in a view's text form.

        Args:
            cells: number of cells on the board.

        >>> MinePrior(2, 5, 0.5).format(12), MinePrior(0, 12, 0.2).format(12)
        ('2-5', '? density=0.2')
        """
        count = "?" if (self.least, self.most) == (0, cells) else f"{self.least}-{self.most}"
        return count if self.density == _EVEN else f"{count} density={self.density!r}"


# With this density, all layouts are equally likely.
_EVEN = 0.5


def _read_mines(grid: Grid, mines: object, density: object) -> int | MinePrior:
    """Return the number of mines, or what is known about it.

    Raises:
        MineCountError: the number is impossible.
        ParameterError: the density isn't between 0 and 1, or is combined with a known number.
    """
    chance = _EVEN
    if density is not None:
        if isinstance(density, bool) or not isinstance(density, Real):
            raise ParameterTypeError(
                f"expected a density such as 0.2, got {truncate(density)} ({type(density).__name__})"
            )
        chance = float(density)
        if not 0 < chance < 1:
            raise ParameterError(f"expected a density between 0 and 1, got {truncate(density)}")
    if mines is None or isinstance(mines, range):
        numbers = range(grid.cells + 1) if mines is None else mines
        if not numbers or numbers.step != 1 or not 0 <= numbers[0] <= numbers[-1] <= grid.cells:
            raise MineCountError(
                f"expected an ascending range of mines from 0 to {grid.cells}, without gaps, got {truncate(mines)} "
                f"(grid {grid})"
            )
        return MinePrior(numbers[0], numbers[-1], chance) if len(numbers) > 1 else numbers[0]
    try:
        count = whole_number(mines, "mines", below=grid.cells + 1)
    except ParameterTypeError:
        raise
    except ParameterError as error:
        raise MineCountError(f"{error} (grid {grid})") from None
    if density is not None:
        raise ParameterError(f"expected no density with a known number of mines, got {density} with {count} mines")
    return count


class View(Immutable):
    """A snapshot of a board as the player sees it: for each cell, a clue or its covered state. Immutable.

    Codes of 0 or more are clues. The others are ``COVERED`` (-1), ``FLAGGED`` (-2), and after the game ``MINE`` (-3, a
    mine without a flag), ``EXPLODED`` (-4, a mine that was opened) and ``WRONG_FLAG`` (-5, a flag on a cell without a
    mine).

    Args:
        grid: the board, as a ``Grid`` or text.
        mines: number of mines on the board. If it is unknown: a ``range`` with the possible numbers, such as
            ``range(8, 13)``, or None for any number.
        codes: one per cell, in index order.
        density: if the number of mines is unknown, the chance of a mine in each cell, independently of the others,
            before anything was opened. By default 0.5, so that all layouts are equally likely.

    Raises:
        MineCountError: the number of mines is negative, or larger than the number of cells.
        LayoutError: the number of codes is wrong, or a code is impossible.
        ParameterError: the density isn't between 0 and 1, or is given although the number of mines is known.

    >>> view = View("2x3", 1, [-1, 1, 0, -1, 1, 0])
    >>> print(view)
    2x3 mines=1
    # 1 .
    # 1 .
    >>> view[0, 1], view.covered
    (1, 2)
    """

    __slots__ = ("_data", "_mines", "grid")
    __match_args__ = ("grid", "mines")

    grid: Grid
    _mines: int | MinePrior
    _data: bytes

    def __init__(
        self,
        grid: Grid | str | Sequence[int],
        mines: int | range | None,
        codes: Iterable[int],
        *,
        density: float | None = None,
    ) -> None:
        from array import array

        own = grid if isinstance(grid, Grid) else Grid(grid)
        count = _read_mines(own, mines, density)
        data = array(own.code_format)
        if not hasattr(codes, "__iter__"):
            raise ParameterTypeError(f"expected the codes of {own.cells} cells, got {truncate(codes)}")
        for index, code in enumerate(codes):
            number = whole_number(code, "code", least=-(1 << 64))
            if index == own.cells or not WRONG_FLAG <= number <= own.max_neighbours:
                break
            data.append(number)
        else:
            if len(data) != own.cells:
                raise LayoutError(f"expected {own.cells} codes for {own}, got {len(data)}")
            self._put(own, count, data.tobytes())
            return
        if len(data) == own.cells:
            raise LayoutError(f"expected {own.cells} codes for {own}, got more")
        raise LayoutError(
            f"expected codes from {WRONG_FLAG} to {own.max_neighbours} on {own}, got {truncate(number)} "
            f"at {own.cell(len(data))}"
        )

    def _put(self, grid: Grid, mines: int | MinePrior, data: bytes) -> None:
        _set(self, "grid", grid)
        _set(self, "_mines", mines)
        _set(self, "_data", data)

    @classmethod
    def _of(cls, grid: Grid, mines: int | MinePrior, data: bytes) -> View:
        view = cls.__new__(cls)
        view._put(grid, mines, data)
        return view

    @property
    def mines(self) -> int:
        """Number of mines on the board.

        Raises:
            UnknownMinesError: the number is unknown; see ``mine_range``.
        """
        mines = self._mines
        if isinstance(mines, int):
            return mines
        raise UnknownMinesError(f"expected a known number of mines (see View.replace), got {self!r}")

    @property
    def has_mine_count(self) -> bool:
        """Whether the number of mines is known."""
        return isinstance(self._mines, int)

    @property
    def mine_range(self) -> range:
        """The possible numbers of mines.

        >>> View("2x3", 1, [-1] * 6).mine_range, View("2x3", None, [-1] * 6).mine_range
        (range(1, 2), range(0, 7))
        """
        mines = self._mines
        return range(mines, mines + 1) if isinstance(mines, int) else range(mines.least, mines.most + 1)

    @property
    def density(self) -> float | None:
        """The chance of a mine in each cell before anything was opened; None if the number of mines is known."""
        return None if isinstance(self._mines, int) else self._mines.density

    def _mine_words(self) -> str:
        from hypersweep.text import pluralize

        mines = self._mines
        if isinstance(mines, int):
            return pluralize(mines, "mine")
        if (mines.least, mines.most) == (0, self.grid.cells):
            return "an unknown number of mines"
        return f"{mines.least} to {pluralize(mines.most, 'mine')}"

    @property
    def codes(self) -> memoryview:
        """The codes of all cells, in index order."""
        return memoryview(self._data).cast(self.grid.code_format)  # type: ignore[call-overload, no-any-return]

    def _count(self, *codes: int) -> int:
        from hypersweep import _native

        counts = _native.code_counts(self._data, 2 if self.grid.code_format == "h" else 4)
        return sum(counts[COVERED - code] for code in codes)

    @property
    def covered(self) -> int:
        """Number of cells that aren't open, including flagged cells and mines shown at the end; takes O(cells)."""
        return self._count(*_NOT_OPEN)

    @property
    def flagged(self) -> int:
        """Number of flags on covered cells; takes O(cells)."""
        return self._count(FLAGGED, WRONG_FLAG)

    @property
    def remaining(self) -> int:
        """Mines minus flags; negative if there are too many flags."""
        return self.mines - self.flagged

    @property
    def covered_cells(self) -> tuple[Cell, ...]:
        """The cells that ``covered`` counts, in index order.

        >>> View("2x3", 1, [-1, 1, 0, -2, 1, 0]).covered_cells
        ((0, 0), (1, 0))
        """
        cell = self.grid.cell
        return tuple([cell(index) for index, code in enumerate(self.codes) if code in _NOT_OPEN])

    @property
    def frontier(self) -> tuple[Cell, ...]:
        """The covered cells next to at least one clue, in index order.

        >>> View("1x5", 2, [-1, -1, 1, -2, -1]).frontier
        ((0, 1), (0, 3))
        """
        grid, codes = self.grid, self.codes
        neighbours = grid.geometry().neighbours
        seen = {other for index, code in enumerate(codes) if code >= 0 for other in neighbours(index)}
        return tuple([grid.cell(index) for index in sorted(seen) if codes[index] in _NOT_OPEN])

    def replace(
        self,
        codes: Mapping[Any, int] | None = None,
        *,
        mines: int | range | Literal["same"] | None = "same",
        density: float | None = None,
    ) -> View:
        """Return a view with some cells or the number of mines changed.

        The result may be a position that no game leads to; see ``problems``.

        Args:
            codes: the new codes, by cell (coordinates or index).
            mines: number of mines, a range, or None for an unknown number; "same" keeps what is known about it.
            density: if the number is unknown, the chance of a mine in each cell; None keeps the view's own, if any.

        Raises:
            CellError: a cell isn't on the board.
            LayoutError: a code is impossible.
            MineCountError: the number of mines is impossible.
            ParameterError: the density isn't between 0 and 1, or is given although the number of mines is known.

        >>> print(View("2x3", 1, [-1, 1, 0, -1, 1, 0]).replace({(0, 0): 1, (1, 0): FLAGGED}))
        2x3 mines=1
        1 1 .
        F 1 .
        """
        new = self.codes.tolist()
        for cell, code in (codes or {}).items():
            new[self.grid.index(cell)] = code
        own = self._mines if mines == "same" else mines
        if isinstance(own, MinePrior):
            own = self.mine_range
        if density is None and not isinstance(own, int):
            density = self.density
        return View(self.grid, own, new, density=density)

    def problems(self, *, trust_flags: bool = False) -> tuple[ViewProblem, ...]:
        """Return the clues that can't be right, and the number of mines if it can't be.

        Each clue is compared only with the cells around it. If the result is empty, clues may still contradict each
        other: ``analyse`` then raises an ``InconsistentViewError`` that names them.

        Args:
            trust_flags: whether to treat every flag as a mine.

        Returns:
            The problems: clues in index order, then the number of mines.

        >>> for problem in View("2x3", 1, [-1, 3, 0, -1, 1, 2]).problems():
        ...     print(problem)
        the 3 at (0, 1) has only 2 cells around it that can be mines
        the 2 at (1, 2) has no cells around it that can be mines
        """
        shown = (MINE, EXPLODED, FLAGGED) if trust_flags else (MINE, EXPLODED)
        open_to = (COVERED,) if trust_flags else (COVERED, FLAGGED)
        grid, codes = self.grid, self.codes
        neighbours = grid.geometry().neighbours
        found: list[ViewProblem] = []
        for index, code in enumerate(codes):
            if code >= 0:
                around = [codes[other] for other in neighbours(index)]
                known = sum(other in shown for other in around)
                found += _problem(grid.cell(index), code, known, known + sum(other in open_to for other in around))
        known = sum(code in shown for code in codes)
        possible = known + sum(code in open_to for code in codes)
        found += _problem(None, self.mine_range[-1], known, max(possible, self.mine_range[-1]))
        found += _problem(None, self.mine_range[0], min(known, self.mine_range[0]), possible)
        return tuple(found)

    def __getitem__(self, cell: CellLike) -> int:
        """Return the code of a cell."""
        return self.codes[self.grid.index(cell)]

    def __len__(self) -> int:
        return self.grid.cells

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Iterate over all cells in index order."""
        return iter(self.grid)

    def __contains__(self, cell: object) -> bool:
        """Return whether a value is a cell on the board."""
        return cell in self.grid

    def keys(self) -> Iterator[tuple[int, ...]]:
        """Iterate over all cells in index order, so that ``dict(view)`` maps each cell to its code.

        >>> dict(View("1x2", 1, [-1, 1]))
        {(0, 0): -1, (0, 1): 1}
        """
        return iter(self.grid)

    def values(self) -> Iterator[int]:
        """Iterate over all codes in index order, as in ``codes``."""
        return iter(self.codes)

    def items(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Iterate over all cells with their codes, in index order.

        >>> [cell for cell, code in View("2x3", 1, [-1, 1, 0, -1, 1, 0]).items() if code == COVERED]
        [(0, 0), (1, 0)]
        """
        return zip(self.grid, self.codes, strict=True)

    def array(self) -> NDArray[np.integer]:
        """Return the codes as a read-only int16 (or int32) NumPy array in the grid's shape, without a copy.

        >>> View("2x3", 1, [-1, 1, 0, -1, 1, 0]).array().tolist()
        [[-1, 1, 0], [-1, 1, 0]]
        """
        from hypersweep.arrays import number_array

        return number_array(self._data, self.grid.code_format, self.grid.shape)

    def format(self) -> str:
        """Return the text form: a line with the grid and the number of mines, then the cells.

        "#" is a covered cell, "F" a flag, "." a zero, a number a clue; at the end "*" is a mine, "X" an exploded mine,
        "!" a wrong flag. Axis 0 runs down and axis 1 across; tiles along axis 2 are side by side, separated by "|".
        Each combination of coordinates on axes 3, 4, ... has its own lines under a heading in brackets. If the number
        of mines is unknown, the first line has a range ("mines=2-5") or "mines=?", and a density if it isn't 0.5
        ("density=0.2").

        >>> print(View("2x2x3", 1, [-1] * 6 + [1] * 6).format())
        2x2x3 mines=1
        # # | # # | # #
        1 1 | 1 1 | 1 1
        """
        return self._draw(ASCII)

    def unicode(self) -> str:
        """Return the text form with nicer characters, such as "⚑" for a flag; ``View.parse`` reads it, too.

        >>> print(View("2x3", 1, [-2, 1, 0, -1, 1, 0]).unicode())
        2x3 mines=1
        ⚑ 1 ·
        ■ 1 ·
        """
        return self._draw(UNICODE)

    def emoji(self) -> str:
        """Return the text form as emoji, for chats and posts; ``View.parse`` reads it, too.

        Clues are keycaps, without spaces between the cells; if a clue is 10 or more, it is written in digits, and all
        cells are separated by spaces.

        >>> print(View("2x3", 1, [-2, 1, 0, -1, 1, 0]).emoji())
        2x3 mines=1
        🚩1️⃣⬛
        ⬜1️⃣⬛
        """
        most = max(self.codes)
        keycaps = {clue: f"{clue}{_EMOJI_SUFFIX}" for clue in range(1, min(most, 9) + 1)}
        # An emoji is as wide as two digits.
        return self._draw(EMOJI | keycaps, " " if most >= 10 else "", width=0)

    def _draw(self, symbols: Mapping[int, str], separator: str = " ", width: int | None = None) -> str:
        """Return the text form with given characters.

        Args:
            symbols: the text for each code; clues are numbers by default.
            separator: the text between cells.
            width: minimum number of characters for a cell; None for the length of the longest.
        """
        used = {code: symbols.get(code) or str(code) for code in set(self.codes)}
        wide = max(map(len, used.values())) if width is None else width
        padded = {code: symbol.rjust(wide) for code, symbol in used.items()}
        cells = list(map(padded.__getitem__, self.codes))
        mines = self._mines
        lines = [f"{self.grid} mines={mines if isinstance(mines, int) else mines.format(self.grid.cells)}"]
        for heading, rows in _blocks(self.grid):
            if heading:
                lines.append(heading)
            lines.extend([" | ".join([separator.join(cells[tile]) for tile in row]) for row in rows])
        return "\n".join(lines)

    @classmethod
    def parse(cls, text: str, *, max_cells: int | None = None) -> View:
        r"""Parse a view as users type it.

        Blank lines and headings in brackets are ignored. If every clue has one digit, the cells in a line may be
        written without spaces and bars. "_" also stands for covered and "0" for a zero; lower-case letters are
        accepted, and so are the characters of ``unicode`` and ``emoji``.

        Args:
            text: the text, with at least one character per cell.
            max_cells: maximum number of cells, for untrusted text; None for no limit.

        Raises:
            ParseError: the text isn't a view; ``position`` is where parsing failed.
            ShapeError: the grid is impossible, or has more cells than allowed.

        >>> View.parse("2x3 mines=1\n__1\n111").covered
        2
        """
        check_type(text, str, "a view as text")
        lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        if not lines:
            raise ParseError("expected a view: a line with grid and mines, then its cells; got nothing", text=text)
        header = lines[0][1].split()
        if len(header) not in (2, 3) or not header[1].startswith("mines="):
            raise ParseError(
                f"expected a first line such as '3x4 mines=2', got {truncate(lines[0][1])}", text=text, position=0
            )
        grid = Grid.parse(header[0], max_cells=max_cells)
        try:
            mines = _read_mines(grid, *_mine_fields(header[1:]))
        except ParameterError as error:
            raise ParseError(str(error), text=text, position=0) from None
        rows = [(number, line) for number, line in lines[1:] if not line.lstrip().startswith("[")]
        # Every cell takes at least one character, so this check prevents a short text from making us allocate a large
        # board.
        if grid.cells > len(text):
            raise ParseError(f"expected {grid.cells} cells of {grid}, got a text of {len(text)} characters", text=text)
        codes = [0] * grid.cells
        width = grid.shape[1] if grid.dimensions > 1 else grid.cells
        taken = 0
        for _, expected in _blocks(grid):
            for row in expected:
                if taken == len(rows):
                    raise ParseError(f"expected {_row_count(grid)} rows of cells, got {taken}", text=text)
                number, line = rows[taken]
                taken += 1
                tiles = len(row)
                found = _read_row(line, width * tiles, grid, number, text)
                for place, tile in enumerate(row):
                    codes[tile] = found[place * width : (place + 1) * width]
        if taken < len(rows):
            raise ParseError(f"expected {taken} rows of cells, got {len(rows)}: line {rows[taken][0]}", text=text)
        from array import array

        return cls._of(grid, mines, array(grid.code_format, codes).tobytes())

    def symmetries(self) -> Iterator[Symmetry]:
        """Iterate over the symmetries of the board that leave the view unchanged; the first changes no cell.

        ``hypersweep.symmetry.symmetries`` returns all symmetries of a board.

        >>> [symmetry.directions for symmetry in View("2x3", 1, [-1, 1, -1, 0, 0, 0]).symmetries()]
        [(1, 1), (1, -1)]
        """
        from hypersweep.symmetry import own_symmetries

        return own_symmetries(self._items(), self.grid)

    def transform(self, symmetry: Symmetry) -> View:
        """Return this view's image under a symmetry of the board.

        Raises:
            ParameterError: the symmetry belongs to another board.

        >>> view = View("2x3", 1, [-1, 1, 0, -1, 1, 0])
        >>> from hypersweep.symmetry import symmetries
        >>> print(view.transform(list(symmetries(view.grid))[1]))
        2x3 mines=1
        . 1 #
        . 1 #
        """
        from hypersweep.symmetry import transformed

        return View._of(self.grid, self._mines, transformed(self._items(), symmetry, self.grid).tobytes())

    def canonical_symmetry(self) -> Symmetry:
        """Return the symmetry that maps this view to ``canonical``; its ``inverse`` maps cells back."""
        from hypersweep.symmetry import canonical_symmetry

        return canonical_symmetry(self._items(), self.grid)

    def canonical(self) -> View:
        """Return a canonical view: the same one for all views that symmetries of the board map to each other.

        At the first index where two of these views differ, it has the greater code.

        Complexity: O(symmetries) for most views, O(symmetries * cells) at worst.

        >>> print(View("2x3", 1, [-1, 1, 0, -1, 1, 0]).canonical())
        2x3 mines=1
        . 1 #
        . 1 #
        """
        return self.transform(self.canonical_symmetry())

    @property
    def digest(self) -> str:
        """A hash of the view as 32 hexadecimal digits, the same on every machine and in every run.

        It is the 16-byte BLAKE2b hash of ``format()`` in UTF-8. Unlike ``hash``, it suits file names and databases.

        >>> View("2x3", 1, [-1, 1, 0, -1, 1, 0]).digest
        'c86cdf01670c437985128e1465ee908c'
        """
        return stable_digest(self.format())

    def _items(self) -> IntArray:
        from array import array

        return array(self.grid.code_format, self._data)

    def _repr_svg_(self) -> str:
        from hypersweep.picture.notebook import board_picture

        return board_picture(self.grid, self._mine_words(), lambda: self.codes)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, View):
            return NotImplemented
        return (self.grid, self._mines, self._data) == (other.grid, other._mines, other._data)

    def __hash__(self) -> int:
        return hash((self.grid, self._mines, self._data))

    def __repr__(self) -> str:
        return f"<View {self.grid} with {self._mine_words()}, {self.covered} of {self.grid.cells} cells covered>"

    def __str__(self) -> str:
        return self.format()

    def __reduce__(self) -> tuple[object, tuple[Grid, int | MinePrior, bytes, str]]:
        return _restore, (self.grid, self._mines, self._data, sys.byteorder)


def _restore(grid: Grid, mines: int | MinePrior, data: bytes, order: str) -> View:
    """Restore a view from a pickle, which may come from a machine with the opposite byte order."""
    if order != sys.byteorder:
        from array import array

        codes = array(grid.code_format, data)
        codes.byteswap()
        data = codes.tobytes()
    return View._of(grid, mines, data)


def _blocks(grid: Grid) -> Iterator[tuple[str, list[list[slice]]]]:
    """Yield the text form's blocks: a heading, and rows of tiles; a tile's row is a slice of cell indices."""
    if grid.dimensions == 1:
        yield "", [[slice(0, grid.cells, 1)]]
        return
    shape, strides = grid.shape, grid.strides
    # Index offsets of a block's rows and tiles, and of the last cell in a tile's row.
    downs = range(0, shape[0] * strides[0], strides[0])
    acrosses = range(0, shape[2] * strides[2], strides[2]) if len(shape) > 2 else range(1)
    step, reach = strides[1], (shape[1] - 1) * strides[1] + 1
    for base, coordinates in _bases(shape[3:], strides[3:]):
        heading = f"[*, *, *, {', '.join(map(str, coordinates))}]" if coordinates else ""
        starts = [base + down for down in downs]
        yield heading, [[slice(start + on, start + on + reach, step) for on in acrosses] for start in starts]


def _bases(shape: Sequence[int], strides: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield every block's index offset and its coordinates on axes 3, 4, ...; axis 3 varies fastest."""
    from itertools import product

    for coordinates in product(*(range(side) for side in reversed(shape))):
        own = coordinates[::-1]
        yield sum(map(int.__mul__, own, strides)), own


def _mine_fields(words: list[str]) -> tuple[int | range | None, float | None]:
    """Read the header's fields after the grid, such as "mines=2", "mines=2-5" or "mines=? density=0.2".

    Raises:
        ParameterError: a field is wrong.
    """
    text = words[0].removeprefix("mines=")
    mines: int | range | None = None
    if text != "?":
        ends = text.split("-")
        if len(ends) > 2 or not all(end.isascii() and end.isdigit() and len(end) <= 20 for end in ends):
            raise ParameterError(f"expected mines such as 2, 2-5 or '?', got {truncate(text)}")
        mines = int(text) if len(ends) == 1 else range(int(ends[0]), int(ends[1]) + 1)
    if len(words) == 1:
        return mines, None
    density = words[1].removeprefix("density=")
    try:
        return mines, float(density)
    except ValueError:
        raise ParameterError(f"expected a density such as 'density=0.2', got {truncate(words[1])}") from None


def _row_count(grid: Grid) -> int:
    rows = 1 if grid.dimensions == 1 else grid.shape[0]
    for side in grid.shape[3:]:
        rows *= side
    return rows


def _read_row(line: str, expected: int, grid: Grid, number: int, text: str) -> list[int]:
    if not line.isascii():
        line = line.translate(_WITHOUT_SUFFIX)
    words = line.replace("|", " ").split()
    if len(words) != expected:
        joined = "".join(words)
        if len(joined) != expected:
            raise ParseError(
                f"expected {expected} cells in line {number}, got {len(words)}: {truncate(line)}", text=text
            )
        words = list(joined)
    codes = []
    for word in words:
        code = _CODES.get(word)
        if code is None and word.isascii() and word.isdigit() and len(word) < 10:
            code = int(word)
        if code is None or code > grid.max_neighbours:
            raise ParseError(
                f"expected '#', 'F', '.', '*', 'X', '!' or a clue up to {grid.max_neighbours} in line {number}, "
                f"got {truncate(word)}",
                text=text,
            )
        codes.append(code)
    return codes
