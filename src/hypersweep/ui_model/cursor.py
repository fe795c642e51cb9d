"""A game's cursor: keys and mouse buttons that move it, jumps to useful cells, and the text about its cell.

A clue is *ripe* if counting its neighbours settles a cell: all its mines are flagged and covered cells without flags
remain, which a chord opens; or all remaining covered cells must be mines and can be flagged; or it has too many flags,
so one is wrong. A clue is *unfinished* if it has a covered neighbour without a flag. Players see all this at a glance;
deductions from two clues are left to hints.

``web/page/input/pointer.ts`` is the page's version of ``Pointer``; one table of test cases covers both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.codes import COVERED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.errors import ParameterError
from hypersweep.game import Outcome
from hypersweep.picture.cell_appearance import code_text, number_name, read_codes, shown_codes
from hypersweep.text import place_text, pluralize
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from hypersweep.game import Game
    from hypersweep.grid import Grid
    from hypersweep.online.room_client import OnlineGame
    from hypersweep.picture.cell_appearance import BoardSource
    from hypersweep.rules import Rules
    from hypersweep.session import Hint
    from hypersweep.typing import Cell, CellLike

RIPE = 2
"""Ripeness of a clue that settles a cell by itself."""
UNFINISHED = 1
"""Ripeness of any other clue that has a covered neighbour without a flag."""
LEFT, MIDDLE, RIGHT = 1, 2, 3

# Maximum number of digits in a typed number: enough for any board, and quick to convert.
_MOST_DIGITS = 18

# Maximum number of cells to search for a useful one: smaller boards are searched completely, larger ones from the
# cursor onwards.
_WHOLE = 1 << 18

# Maximum number of cells on a board for which slice counts are kept; counting more would take longer than a frame.
_MOST_COUNTED = 1 << 21


def start_cell(grid: Grid) -> Cell:
    """Return where the cursor starts: in the middle, or in a corner if a first click reveals more there.

    On small boards with three or more dimensions, the middle cell touches most other cells, so its clue says little
    more than the number of mines.

    >>> from hypersweep import Grid
    >>> start_cell(Grid("16x30")), start_cell(Grid("3x3x3x3x3x3")), start_cell(Grid("4x4x4x4x4"))
    ((8, 15), (0, 0, 0, 0, 0, 0), (2, 2, 2, 2, 2))
    """
    middle = tuple(side // 2 for side in grid.shape)
    if grid.dimensions > 2 and 2 * grid.neighbour_count(middle) > grid.cells:
        return (0,) * grid.dimensions
    return middle


class Navigator:
    """A board's cursor, and the actions of the keys that move it.

    A number typed before a move repeats the move. A number typed before ``along`` selects the axis, which stays
    selected. So ``3`` and "right" go three cells to the right, while ``3`` and "along" go one cell along axis 3. A
    ``0`` with no digit before it goes to the start of the row, as in vi; if ``along`` follows, the cursor first
    returns, and the ``0`` selects axis 0.

    Args:
        grid: the board.
        cell: the cursor's initial position, or None for ``start_cell``.

    Attributes:
        grid: the board.
        cell: the cursor's position; you can set it.
        axis: the selected axis for ``along``; initially the last one.

    >>> from hypersweep import Grid
    >>> navigator = Navigator(Grid("3x4x5"), (0, 0, 0))
    >>> navigator.digit(2), navigator.move(1, 1), navigator.cell
    (None, True, (0, 2, 0))
    >>> navigator.digit(0), navigator.cell
    (None, (0, 0, 0))
    >>> navigator.along(1), navigator.axis, navigator.cell
    (True, 0, (1, 2, 0))
    """

    __slots__ = ("_before", "_digits", "axis", "cell", "grid")

    def __init__(self, grid: Grid, cell: Cell | None = None) -> None:
        self.grid: Grid = grid
        self.cell: tuple[int, ...] = start_cell(grid) if cell is None else cell
        self.axis: int = grid.dimensions - 1
        self._digits = ""
        # Position of the cursor before a "0" moved it to the start of the row.
        self._before: Cell | None = None

    @property
    def typed(self) -> str:
        """The typed digits that no key has used yet, or ""."""
        return self._digits

    def digit(self, digit: int) -> None:
        """Add a typed digit to the pending number; a 0 without a digit before it goes to the start of the row."""
        if digit == 0 and not self._digits:
            before = self.cell
            self.edge("row", -1)
            self._before = before
            self._digits = "0"
            return
        self._before = None
        digits = (self._digits + str(digit)).lstrip("0")
        if len(digits) <= _MOST_DIGITS:
            self._digits = digits

    def forget(self) -> None:
        """Drop the typed digits."""
        self._digits = ""
        self._before = None

    def move(self, axis: int, step: int) -> bool:
        """Move along an axis by the typed number of cells. Returns: whether the cursor moved.

        Args:
            axis: the axis; if the board doesn't have it, the cursor stays.
            step: 1 or -1.
        """
        count = int(self._digits or 1) or 1
        self.forget()
        if not 0 <= axis < self.grid.dimensions:
            return False
        side, place = self.grid.shape[axis], self.cell[axis]
        if axis in self.grid.wrap:
            return self._set(axis, (place + step * count) % side)
        return self._set(axis, min(max(place + step * count, 0), side - 1))

    def across(self, step: int) -> bool:
        """Move along the row by the typed number of cells. Returns: whether the cursor moved."""
        return self.move(self._row_axis, step)

    def down(self, step: int) -> bool:
        """Move along the column, which a one-dimensional board doesn't have. Returns: whether the cursor moved."""
        return self.move(0 if self.grid.dimensions > 1 else -1, step)

    def along(self, step: int) -> bool:
        """Move one cell along the selected axis; a typed number selects the axis. Returns: whether the cursor moved.

        Raises:
            ParameterError: the board has no such axis.
        """
        self._pick()
        return self.move(self.axis, step)

    def edge(self, where: str, step: int) -> bool:
        """Go to the first cell (step -1) or the last one (step 1).

        Args:
            where: "row", "column", "axis" (the selected one) or "board" (the whole board).
            step: 1 or -1.

        Raises:
            ParameterError: the board doesn't have the typed axis.
        """
        if where == "axis":
            self._pick()
        self.forget()
        shape = self.grid.shape
        if where == "board":
            before, self.cell = self.cell, tuple(0 if step < 0 else side - 1 for side in shape)
            return self.cell != before
        axis = {"row": self._row_axis, "column": 0, "axis": self.axis}[where]
        if where == "column" and self.grid.dimensions == 1:
            return False
        return self._set(axis, 0 if step < 0 else shape[axis] - 1)

    def place(self, cell: CellLike) -> None:
        """Move the cursor to a clicked cell, and drop the typed digits."""
        self.forget()
        self.cell = self.grid.cell(cell)

    @property
    def _row_axis(self) -> int:
        return 1 if self.grid.dimensions > 1 else 0

    def _pick(self) -> None:
        digits, before = self._digits, self._before
        self.forget()
        if not digits:
            return
        axis = int(digits)
        if axis >= self.grid.dimensions:
            last = self.grid.dimensions - 1
            raise ParameterError(f"expected an axis from 0 to {last}, got {truncate(axis)}: the board is {self.grid}")
        if before is not None:
            self.cell = before
        self.axis = axis

    def _set(self, axis: int, place: int) -> bool:
        before = self.cell
        self.cell = (*before[:axis], place, *before[axis + 1 :])
        return self.cell != before


def cell_status(source: BoardSource, cell: Sequence[int], marks: Mapping[int, int] | None = None) -> str:
    """Describe a cell: its coordinates and state; for a clue, how many mines and covered cells around it have no flag.

    Args:
        source: the game.
        cell: a cell of the game's board.
        marks: looks of cells with the player's marks, by index (``mark_looks``).

    Raises:
        CellError: the cell isn't on the board.

    Complexity: O(k) for k neighbours.

    >>> from hypersweep import Game, Layout
    >>> game = Game(layout=Layout("2x3", [(0, 0), (1, 0)]))
    >>> changes = game.open((0, 1)), game.flag((1, 0))
    >>> cell_status(game, (0, 1))
    '(0, 1): clue 2, 1 left in 4 covered'
    >>> cell_status(game, (1, 0))
    '(1, 0): flag'
    """
    grid = source.grid
    index = grid.index(cell)
    code = shown_codes(source, index, index + 1)[0]
    place = place_text(cell)
    if code == COVERED and marks:
        code = marks.get(index, code)
    if code <= 0:
        return f"{place}: {code_text(code)}"
    around = read_codes(source, grid.geometry().neighbours(index))
    flags = around.count(FLAGGED) + around.count(WRONG_FLAG)
    covered = around.count(COVERED) + around.count(MINE)
    left = code - flags
    if left < 0:
        return f"{place}: clue {code}, {pluralize(-left, 'flag')} too many, {covered} covered"
    return f"{place}: clue {code}, {left} left in {covered} covered"


def counter_text(game: Game | OnlineGame) -> str:
    """Return the mine counter's text: mines minus flags; 0 after a win, when every mine is shown with a flag.

    >>> from hypersweep import Game
    >>> counter_text(Game("3x4", 2))
    '2 of 2 mines left'
    """
    left = 0 if game.outcome is Outcome.WON else game.remaining
    return f"{left} of {pluralize(game.mines, 'mine')} left"


def ripeness(code: int, around: Sequence[int]) -> int:
    """Return how useful a cell is to the player: ``RIPE``, ``UNFINISHED`` or 0.

    Args:
        code: the cell's code.
        around: the codes of its neighbours.

    >>> ripeness(1, [-2, -1, 0]), ripeness(1, [-1, -1, 0]), ripeness(1, [-2, 0, 0])
    (2, 1, 0)
    """
    if code <= 0:
        return 0
    covered = around.count(COVERED)
    left = code - around.count(FLAGGED)
    if left < 0 or (covered and left in (0, covered)):
        return RIPE
    return UNFINISHED if covered else 0


def next_cell(source: BoardSource, cell: CellLike, *, is_back: bool = False) -> Cell | None:
    """Return the next or previous useful cell: a ripe one, or an unfinished one if none is ripe.

    Cells are searched in the screen's reading order, tile by tile and row by row, continuing at the other end. The
    starting cell comes last.

    Args:
        source: the game.
        cell: where the search starts.
        is_back: whether to search backwards.

    Raises:
        CellError: the cell isn't on the board.

    Complexity: O(k) for k neighbours per searched cell; at most 2**18 cells are searched, however large the board is.

    >>> from hypersweep import Game, Layout
    >>> game = Game(layout=Layout("3x4", [(0, 0), (2, 3)]))
    >>> changes = game.open((0, 1)), game.open((2, 0))
    >>> print(game.view)
    3x4 mines=2
    # 1 # #
    1 1 1 #
    . . 1 #
    >>> next_cell(game, (1, 1))
    (1, 0)
    """
    grid = source.grid
    cell = grid.cell(cell)
    table: memoryview[int] | _Distant
    if grid.cells <= _WHOLE:
        table = source.codes(0, grid.cells)
        order = _reading_order(grid, cell, grid.cells, is_back=is_back)
    else:
        table = _Distant(source)
        order = _reading_order(grid, cell, _WHOLE, is_back=is_back)
    neighbours = grid.geometry().neighbours
    second = None
    for index in order:
        code = table[index]
        if code > 0:
            worth = ripeness(code, [table[other] for other in neighbours(index)])
            if worth == RIPE:
                return grid.cell(index)
            if worth and second is None:
                second = index
    return None if second is None else grid.cell(second)


class _Distant:
    """The codes of a board too large to read as a whole; pieces around requested cells are read and cached."""

    _PIECE = 1 << 12

    def __init__(self, source: BoardSource) -> None:
        self._source = source
        self._cells = source.grid.cells
        self._pieces: dict[int, memoryview[int]] = {}

    def __getitem__(self, index: int) -> int:
        number, place = divmod(index, self._PIECE)
        piece = self._pieces.get(number)
        if piece is None:
            if len(self._pieces) > 256:
                self._pieces.clear()
            begin = number * self._PIECE
            piece = self._source.codes(begin, min(begin + self._PIECE, self._cells))
            self._pieces[number] = piece
        return piece[place]


def _reading_order(grid: Grid, cell: Cell, most: int, *, is_back: bool) -> Iterator[int]:
    """Yield the indices of up to ``most`` cells that follow a cell in the screen's reading order."""
    # Axes, slowest first: outer groups before inner ones, and the vertical axis before the horizontal one within a
    # group.
    axes: list[int] = []
    for first in range((grid.dimensions - 1) // 2 * 2, -1, -2):
        pair = (0, 1) if first == 0 else (first + 1, first)
        axes += [axis for axis in pair if axis < grid.dimensions]
    step = -1 if is_back else 1
    place = list(cell)
    index = grid.index(cell)
    for _ in range(most):
        for axis in reversed(axes):
            place[axis] += step
            if 0 <= place[axis] < grid.shape[axis]:
                index += step * grid.strides[axis]
                break
            # At the end of an axis, go back to its start and move one step along the next slower axis.
            place[axis] = 0 if step > 0 else grid.shape[axis] - 1
            index -= step * (grid.shape[axis] - 1) * grid.strides[axis]
        yield index


class HintTrail:
    """Leads the cursor from one of a hint's cells to the next, in a circle.

    Args:
        hint: the hint.
        numbers: numbers by which the hint's text names cells.

    Attributes:
        hint: the hint; after ``drop_opened``, without the cells that are done.
        numbers: the numbers, without those of cells that are done.

    >>> from hypersweep.session import Session
    >>> session = Session("3x4", 2, seed=7)
    >>> change, first, second = session.open((0, 0)), session.hint(), session.hint()
    >>> second.cells, second.clues
    (((1, 2),), ((0, 1), (1, 1), (2, 1)))
    >>> trail = HintTrail(second)
    >>> trail.go((0, 0), 1), trail.go((1, 2), 1), trail.go((0, 1), 1), trail.go((1, 1), -1)
    ((1, 2), (0, 1), (1, 1), (0, 1))
    """

    __slots__ = ("_about", "_cells", "_place", "hint", "numbers")

    def __init__(self, hint: Hint, numbers: Mapping[Cell, int] | None = None) -> None:
        self.numbers: dict[Cell, int] = dict(numbers or {})
        self._take(hint)

    def _take(self, hint: Hint) -> None:
        self.hint: Hint = hint
        self._cells: list[Cell] = [*hint.cells, *hint.clues]
        self._about = len(hint.cells or hint.clues)
        self._place: int | None = None

    def drop_opened(self, is_open: Callable[[Cell], bool]) -> bool:
        """Drop the safe cells that the player has opened.

        After a move only safe cells stay certain; a chance or wrong flags may change.

        Args:
            is_open: returns whether a cell is open.

        Returns:
            Whether the hint has safe cells left to open.
        """
        hint = self.hint
        cells = tuple([cell for cell in hint.cells if not is_open(cell)]) if hint.kind == "safe" else ()
        if cells != hint.cells:
            done = set(hint.cells).difference(cells)
            self.numbers = {cell: number for cell, number in self.numbers.items() if cell not in done}
            self._take(hint.with_remaining(cells))
        return bool(cells)

    def go(self, cursor: Cell, step: int, *, may_stay: bool = False) -> Cell | None:
        """Return the next cell, or None if the hint marks none.

        If the cursor has left the trail, it returns to the first of the cells that the hint is about or, going
        backwards, to the last.

        Args:
            cursor: the cursor's position.
            step: 1 to go forwards, -1 to go backwards.
            may_stay: whether the first call may return the cursor's own cell.
        """
        cells, place = self._cells, self._place
        if not cells:
            return None
        if place is None or cells[place] != cursor:
            place = 0 if step > 0 else self._about - 1
            is_there = cells[place] == cursor and not (may_stay and self._place is None)
        else:
            is_there = True
        self._place = (place + step * is_there) % len(cells)
        return cells[self._place]


class HintNumbers:
    """Numbers the cells of hints in the order in which texts name them, for a board that shows the numbers.

    Call it with a cell to get the cell's name; cells beyond the largest number are named by their coordinates.

    Args:
        most: the largest number.
        is_ascii: whether cells have letters instead of numbers.

    Attributes:
        numbers: the cells' numbers.

    >>> from hypersweep.session import Session
    >>> session = Session("3x4", 2, seed=7)
    >>> change, numbers = session.open((0, 0)), HintNumbers(9)
    >>> print(session.hint(name=numbers))
    Look at cells 1, 2 and 3.
    >>> print(session.hint(name=numbers))
    Cell 4 is safe.
    >>> numbers.numbers
    {(0, 1): 1, (1, 1): 2, (2, 1): 3, (1, 2): 4}
    """

    __slots__ = ("_is_ascii", "_most", "numbers")

    def __init__(self, most: int, *, is_ascii: bool = False) -> None:
        self.numbers: dict[Cell, int] = {}
        self._most = most
        self._is_ascii = is_ascii

    def __call__(self, cell: Cell) -> str:
        """Return a cell's name in a hint's text."""
        number = self.numbers.get(cell) or len(self.numbers) + 1
        if number > self._most:
            return place_text(cell)
        self.numbers[cell] = number
        return f"cell {number_name(number, is_ascii=self._is_ascii)}"


class SliceCounts:
    """Counts of covered and flagged cells in each slice of a board.

    On a board with five or more dimensions, the cells with the same coordinates on axes 4 and beyond form a slice.
    Slices are numbered in the order of these coordinates.

    Args:
        source: the game.

    Attributes:
        slices: number of slices.
        cells: number of cells in a slice.
        counts: for each slice, the number of covered cells without a flag, and of flags; None if the board is too
            large.

    >>> from hypersweep import Game
    >>> game = Game("2x3x2x2x3", 5, seed=1)
    >>> change = game.flag((0, 0, 0, 0, 1))
    >>> SliceCounts(game).counts
    [(24, 0), (23, 1), (24, 0)]
    """

    def __init__(self, source: BoardSource) -> None:
        self._source = source
        grid = source.grid
        self.slices: int = grid.strides[3] if grid.dimensions > 4 else 1
        self.cells: int = grid.cells // self.slices
        self.counts: list[tuple[int, int]] | None = None
        if grid.cells <= _MOST_COUNTED:
            self.counts = [(0, 0)] * self.slices
            self.update()

    def update(self, changed: Iterable[int] | None = None) -> set[int]:
        """Update the counts. Returns: the slices whose counts changed.

        Args:
            changed: indices of the changed cells; None if any cell may have changed.

        Complexity: linear in the number of cells in all slices that contain a changed cell.
        """
        if self.counts is None:
            return set()
        codes = shown_codes(self._source)
        different = set()
        for number in range(self.slices) if changed is None else {index % self.slices for index in changed}:
            of_slice = codes[number :: self.slices].tolist()
            count = (
                of_slice.count(COVERED) + of_slice.count(MINE),
                of_slice.count(FLAGGED) + of_slice.count(WRONG_FLAG),
            )
            if count != self.counts[number]:
                self.counts[number] = count
                different.add(number)
        return different


def left_chords(rules: Rules, *, is_wanted: bool) -> bool:
    """Return whether a left click on an open number chords: as the player set, but never without ``flag_toggles``.

    Rules without ``flag_toggles`` are those of the Windows game, in which a left click on an open cell does nothing.
    Rules without chords need no check here, since they reject the move itself.

    >>> from hypersweep.rules import CLASSIC, WINDOWED
    >>> left_chords(CLASSIC, is_wanted=True), left_chords(WINDOWED, is_wanted=True)
    (True, False)
    """
    return is_wanted and rules.flag_toggles


class Pointer:
    """The mouse buttons held down over a board, and the move that is made when they are released.

    A move is made when a button is released over the pressed cell. The left button alone opens, the right button alone
    flags. The middle button chords; so do left and right together, pressed in any order, once the first of them is
    released; the other one then does nothing. On an open cell, the left button alone chords or does nothing, depending
    on ``left_chords``.

    Attributes:
        held: the buttons held down.
        pressed: the pending move's cell; None if no move is pending.
        action: the pending move: "open", "flag" or "chord"; "" if no move is pending.

    >>> pointer = Pointer()
    >>> pointer.press(LEFT, (1, 2), is_open=False)
    >>> pointer.action, pointer.release(LEFT, (1, 2))
    ('open', ((1, 2), 'open'))
    """

    def __init__(self) -> None:
        self.held: set[int] = set()
        self.pressed: Cell | None = None
        self.action: str = ""

    def press(self, button: int, cell: Cell, *, is_open: bool, left_chords: bool = True) -> None:
        """Press a button.

        Args:
            button: ``LEFT``, ``MIDDLE`` or ``RIGHT``; others do nothing.
            cell: the cell under the mouse.
            is_open: whether that cell is open.
            left_chords: whether the left button alone chords on an open cell.
        """
        if button in self.held:
            # The button's release was missed, for example because it was outside the window.
            self.clear()
        if button not in (LEFT, MIDDLE, RIGHT):
            return
        is_first = not self.held
        self.held.add(button)
        if button == RIGHT and LEFT not in self.held:
            # With the middle button down, the right one has no effect.
            if is_first:
                self._begin(cell, "flag")
        elif button == LEFT and is_first and not is_open:
            self._begin(cell, "open")
        elif button == LEFT and is_first and not left_chords:
            self._begin(cell, "")
        else:
            self._begin(cell, "chord")

    def _begin(self, cell: Cell, action: str) -> None:
        self.pressed, self.action = (cell if action else None), action

    def release(self, button: int, cell: Cell | None) -> tuple[Cell, str] | None:
        """Release a button.

        Args:
            button: ``LEFT``, ``MIDDLE`` or ``RIGHT``.
            cell: the cell under the mouse, or None if there is none.

        Returns:
            The cell and the move to make there, or None if there is no move.
        """
        if button not in self.held:
            return None
        self.held.discard(button)
        pressed, action = self.pressed, self.action
        self.pressed, self.action = None, ""
        return (pressed, action) if pressed is not None and pressed == cell else None

    def clear(self) -> None:
        """Forget all held buttons, and cancel the pending move."""
        self.held.clear()
        self.pressed, self.action = None, ""
