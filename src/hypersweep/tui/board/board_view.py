"""A widget that draws a board of any size and number of dimensions, line by line."""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING

from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip

from hypersweep.codes import COVERED
from hypersweep.errors import ParameterError
from hypersweep.picture.arrangement import (
    Arrangement,
    cell_width,
    characters,
    column_numbers,
    corner_text,
    row_number,
    scrolled,
)
from hypersweep.picture.cell_appearance import (
    RIPPLE,
    WAVE,
    BoardSource,
    CodeReader,
    bands,
    changed_marks,
    hint_marks,
    mark_looks,
    marks_of,
)
from hypersweep.picture.fitting import LAYOUTS, arrange, roomy_size, widest_clue
from hypersweep.picture.themes import THEMES, Theme, theme_in
from hypersweep.tui.board.line_painter import LinePainter
from hypersweep.tui.board.scroll_bars import BoardScrollView
from hypersweep.tui.styles import dress
from hypersweep.ui_model.cursor import Pointer, start_cell
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import ClassVar

    from textual.events import Leave, MouseDown, MouseEvent, MouseMove, MouseUp, Resize

    from hypersweep.game import MoveResult
    from hypersweep.grid import Grid
    from hypersweep.record.marks import Marks

    Cell = tuple[int, ...]


# Number of changed cells above which the whole board is redrawn.
_MANY = 2000
# Maximum number of cells to check for clues changed by a move (the changed cells' neighbours, and theirs); above it,
# the whole board is redrawn instead.
_MANY_AROUND = 1 << 22
# Maximum number of cells whose positions are cached.
_MOST_PLACES = 1 << 16
# Seconds between two frames of a ripple or a wave, and their numbers of frames: 120 and 240 ms.
_FRAME = 0.03
_RIPPLE_FRAMES, _WAVE_FRAMES = 4, 8
# Minimum number of opened cells for a ripple, and maximum number of cells for a wave.
_FEW, _MOST_LIT = 6, 4096


class BoardView(BoardScrollView, can_focus=True, inherit_bindings=False):
    """A widget showing a board with a cursor.

    It has no game logic: it posts messages about the player's input, and after each move the caller passes it the
    result::

        def on_board_view_act(self, message: BoardView.Act) -> None:
            change = getattr(game, message.action)(message.cell)
            message.board.show(change)

    The application handles keys: a ``Navigator`` computes the new cell, and ``go`` moves the cursor there.

    Args:
        source: a ``Game``, or any object with the same ``grid``, ``mines`` and ``codes``.
        theme: name of one of ``THEMES``.
        is_ascii: whether to draw only ASCII characters.
        name: the widget's name.
        id: the widget's ID in the DOM.
        classes: the widget's CSS classes.

    Attributes:
        source: the game shown; change it with ``set_source``.
        grid: the game's board.
        cursor: the cell under the cursor; setting it also scrolls there.
        hover: the cell under the mouse, or None.
        focus_cell: the cell whose neighbourhood is tinted: the one under the mouse, until a key moves the cursor.
        theme: the theme's name; settable, like the attributes below up to ``layout_mode``.
        is_ascii: whether to draw only ASCII characters.
        colour_count: number of colours in the terminal's palette, 256 or 16; 0 for true colours.
        is_hidden: whether all cells are hidden by a pattern, as during a pause; the game's cells then aren't read.
        shows_differences: whether clues are shown minus the flags around them until the game ends.
        dims_finished: whether to dim finished clues, which have nothing left to open or flag around them.
        mark_looks: looks of cells with the player's marks, by index; change them with ``show_marks``.
        has_numbers: whether coordinates are shown around the cells, and not only the names of axes.
        left_chords: whether the left mouse button alone chords on an open cell.
        has_motion: whether ``ripple`` and ``wave`` show anything.
        assists: names of the player's settings in ``ASSISTS`` that are on.
        layout_mode: one of ``LAYOUTS``.
        is_sliced: whether only one slice of the board, with its neighbours, is currently shown.
        arrangement: current positions of the cells.
        drawn: counter watched by panels; it increases with each change to the cells or their appearance.
        changed: indices of the cells changed last; None if any cell may have changed.
        marks: cells' marks, by index.
        painter: draws lines in the current theme.
        cell_size: current width of a cell in characters, and height in lines.
        cell_lines: height of a cell, as the player chose it; None for the largest that fits.
        least_width: minimum cell width for the board's clues, in characters.
    """

    class BoardMessage(Message):
        """An event on a board.

        Attributes:
            board: the widget.
            cell: the cell; None if the mouse is no longer over a cell.
        """

        board: BoardView
        cell: Cell | None

        def __init__(self, board: BoardView, cell: Cell | None) -> None:
            super().__init__()
            self.board, self.cell = board, cell

        @property
        def control(self) -> BoardView:
            """The board."""
            return self.board

    class Hover(BoardMessage):
        """The mouse has moved to another cell, or off all cells."""

    class Moved(BoardMessage):
        """The cursor has moved to another cell."""

        cell: Cell

    class Act(BoardMessage):
        """The player wants to make a move on a cell.

        Attributes:
            action: "open", "flag" or "chord".
        """

        cell: Cell

        def __init__(self, board: BoardView, cell: Cell, action: str) -> None:
            super().__init__(board, cell)
            self.action = action

    # Message rounds for ``TerminalApp`` to wait for: a key or click here posts one message, which posts no others.
    MESSAGE_ROUNDS: ClassVar[int] = 2
    DEFAULT_CSS = """
    BoardView {
        width: 1fr;
        height: 1fr;
        scrollbar-size: 1 1;
    }
    """

    # Drawing of lines.
    PAINTER: ClassVar[type[LinePainter]] = LinePainter

    cursor: var[Cell] = var((), init=False)
    hover: var[Cell | None] = var(None, init=False)
    theme: var[str] = var("dark", init=False)
    is_ascii: var[bool] = var(False, init=False)
    colour_count: var[int] = var(0, init=False)
    is_hidden: var[bool] = var(False, init=False)
    shows_differences: var[bool] = var(False, init=False)
    dims_finished: var[bool] = var(False, init=False)
    layout_mode: var[str] = var("auto", init=False)
    is_sliced: var[bool] = var(False, init=False)
    drawn: var[int] = var(0, init=False, always_update=True)

    # Whether to scroll when the cursor moves; false if the mouse moved it.
    _is_following = True
    cell_lines: int | None = None
    has_motion = False
    left_chords = True
    assists: frozenset[str] = frozenset()

    def __init__(
        self,
        source: BoardSource,
        *,
        theme: str = "dark",
        is_ascii: bool = False,
        name: str | None = None,
        id: str | None = None,  # noqa: A002
        classes: str | None = None,
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self.set_reactive(BoardView.theme, self.validate_theme(theme))
        self.set_reactive(BoardView.is_ascii, is_ascii)
        self.has_numbers = True
        self._strips: dict[int, Strip] = {}
        self._strips_of = (0, 0)
        self._label_focus: Cell = ()
        self._columns_of: Arrangement | None = None
        self._numbers: list[tuple[int, int, int]] = []
        self.changed: tuple[int, ...] | None = None
        # Size of cells chosen by the screen, which knows the space for the panels; None to choose it here.
        self._planned_size: tuple[int, int] | None = None
        self._take(source, None)

    # Setting the source.

    def set_source(self, source: BoardSource, *, cursor: Cell | None = None) -> None:
        """Show another game.

        Args:
            source: the game.
            cursor: the cursor's new position; None to keep it if the board's shape is the same, and to centre it
                otherwise.

        Raises:
            CellError: the cursor's cell isn't on the board.
        """
        if cursor is not None:
            source.grid.index(cursor)
        is_same = source.grid == self.grid
        if not is_same or source.mines != self.source.mines:
            self._planned_size = None
        kept = self.cursor if is_same and cursor is None else cursor
        self._take(source, kept)
        self._arrange()
        self._redraw()
        self._follow_later()
        self._tell(None)
        self.post_message(self.Moved(self, self.cursor))

    def _take(self, source: BoardSource, cursor: Cell | None) -> None:
        """Switch to a new source: read its codes, and reset the cursor and everything cached about cells."""
        self.source = source
        self.grid: Grid = source.grid
        self._reader = CodeReader(source)
        self._largest = max(1, min(self.grid.max_neighbours, source.mines))
        self.least_width: int = cell_width(widest_clue(self.grid, source.mines))
        self.cell_size: tuple[int, int] = self._planned_size or (self.least_width, 1)
        self._renew_painter()
        self.set_reactive(BoardView.is_sliced, False)
        self.arrangement: Arrangement = Arrangement(self.grid.shape, metrics=characters(*self.cell_size))
        self._places: dict[int, tuple[int, int] | None] = {}
        # Whether the game was over at the last redraw. Unknown so far; with True, the first move redraws everything.
        self._is_over = True
        self._has_ended = _has_ended(source)
        self.set_reactive(BoardView.cursor, cursor or start_cell(self.grid))
        self._hints: dict[int, int] = {}
        # The remaining frames of a ripple or a wave, as lists of cells; and the marks of the current frame.
        self._frames: deque[Sequence[int]] = deque()
        self._lit: dict[int, int] = {}
        self.mark_looks: dict[int, int] = {}
        self._pointer = Pointer()
        self._mouse_at: tuple[int, int] | None = None
        self.set_reactive(BoardView.hover, None)
        # Position of the focus cell; its row and column numbers are highlighted.
        self._ruler_focus: tuple[int, int] | None = self._looked_at
        self.marks: dict[int, int] = self._mark()

    def show(self, change: MoveResult | None = None) -> None:
        """Draw the cells changed by a move.

        Args:
            change: the move's result; None to redraw everything.
        """
        if change is not None and not change:
            return
        # Redraw everything at the end of a game, which reveals all mines, and when that is undone, which hides them
        # again.
        self._has_ended = _has_ended(self.source if change is None else change)
        was_over, self._is_over = self._is_over, change is None or self._has_ended
        if change is None or len(change) > _MANY or self._is_over or was_over:
            self._reader.forget()
            self._redraw()
            self._tell(None)
            return
        self.show_cells(change.indices)

    def show_cells(self, indices: Iterable[int]) -> None:
        """Draw cells that have changed.

        Args:
            indices: indices of the cells.
        """
        changed = tuple(indices)
        self._reader.forget(changed)
        touched = set(changed)
        if self.shows_differences or self.dims_finished:
            if len(changed) * self.grid.max_neighbours**2 > _MANY_AROUND:
                self._redraw()
                self._tell(changed)
                return
            touched |= self._reader.clues_around(changed, are_differences=self.shows_differences)
        self._touch(touched)
        self._tell(changed)

    def highlight(
        self,
        clues: Iterable[Cell] = (),
        targets: Iterable[Cell] = (),
        numbers: Mapping[Cell, int] | None = None,
    ) -> None:
        """Highlight a hint's cells in place of any earlier ones; without cells, remove the highlight.

        Args:
            clues: clues the hint's reason is based on.
            targets: cells the hint is about.
            numbers: numbers by which the hint's text names cells, to show on these cells.
        """
        self._hints = hint_marks(self.grid, clues, targets, numbers)
        self._remark()

    def show_marks(self, marks: Marks | None) -> None:
        """Show question marks and draft flags on covered cells, in place of earlier ones; None for none."""
        before = self.mark_looks
        self.mark_looks = {} if marks is None else mark_looks(marks.questions, marks.drafts)
        changed = changed_marks(before, self.mark_looks)
        if changed:
            self._touch(changed)
            self._tell(tuple(changed))

    # Appearance.

    def validate_theme(self, name: str) -> str:
        """Return the theme's name, or raise a ``ParameterError`` if there is no such theme."""
        _one_of("a theme", name, tuple(THEMES))
        return name

    def validate_layout_mode(self, mode: str) -> str:
        """Return the layout mode, or raise a ``ParameterError`` if it isn't one of ``LAYOUTS``."""
        _one_of("a layout", mode, LAYOUTS)
        return mode

    def watch_theme(self) -> None:
        """Redraw in the new theme, or with other characters or colours."""
        self._dress()

    watch_is_ascii = watch_colour_count = watch_theme

    def watch_is_hidden(self) -> None:
        """Redraw all cells."""
        self._redraw()
        self._tell(None)

    watch_shows_differences = watch_dims_finished = watch_is_hidden

    def watch_layout_mode(self) -> None:
        """Rearrange the cells."""
        self._arrange()
        self._redraw()
        self._follow_later()

    @property
    def colours(self) -> Theme:
        """The current theme, reduced to the terminal's colours."""
        return theme_in(self.theme, self.colour_count)

    def _dress(self) -> None:
        self._renew_painter()
        dress(self, self.colours)
        self._redraw()
        self._tell(None)

    # Drawing.

    def on_mount(self) -> None:
        """Apply the theme's colours."""
        self._dress()
        # When a scroll bar appears, it takes space, so scroll to the cursor again.
        for scrollbar in ("show_vertical_scrollbar", "show_horizontal_scrollbar"):
            self.watch(self, scrollbar, self._follow_later, init=False)

    def on_resize(self, event: Resize) -> None:
        """Arrange the cells for the new size."""
        del event
        self._arrange()
        self._redraw()
        # Scroll later: scroll bars appear only with the next layout, and take space.
        self._follow_later()

    def _arrange(self) -> None:
        """Choose the cells' positions; on a large board with five or more dimensions, choose the slice to show."""
        width, height = self.outer_size - self.gutter.totals
        if not (width and height):
            # The widget has no size: it isn't laid out yet, or is hidden.
            self.virtual_size = Size(self.arrangement.width, self.arrangement.height)
            return
        size = self._planned_size or roomy_size(self.grid, (width, height), self.least_width, self.cell_lines)
        if size != self.cell_size:
            self.cell_size = size
            self._renew_painter()
            self._tell(None)
        arrangement, is_sliced = arrange(
            self.grid, self.cursor, width=width, height=height, size=size, mode=self.layout_mode
        )
        old = self.arrangement
        before = old.shape, old.tracks, old.fold, old.metrics
        if before != (arrangement.shape, arrangement.tracks, arrangement.fold, arrangement.metrics):
            self.arrangement = arrangement
            self._ruler_focus = self._looked_at
            self._places.clear()
            self.is_sliced = is_sliced
            self._redraw()
        self.virtual_size = Size(self.arrangement.width, self.arrangement.height)

    def resize_cells(self, size: tuple[int, int] | None) -> None:
        """Set the size of cells: width in characters and height in lines; None for the largest that fits."""
        if size != self._planned_size:
            self._planned_size = size
            self._arrange()
            self._redraw()
            self._follow_later()

    def _renew_painter(self) -> None:
        self.painter: LinePainter = self.PAINTER(
            self.colours, is_ascii=self.is_ascii, size=self.cell_size, largest=self._largest
        )

    @property
    def _visible_size(self) -> Size:
        """The size of the visible part, without scroll bars."""
        return self.scrollable_content_region.size

    @property
    def _origin(self) -> tuple[int, int]:
        """Position in the widget where the arrangement starts; a board smaller than the widget is centred."""
        width, height = self.scrollable_content_region.size
        left = max(0, width - self.arrangement.width) // 2
        top = max(0, height - self.arrangement.height) // 2
        scroll_x, scroll_y = self.scroll_offset
        return left - scroll_x, top - scroll_y

    def render_line(self, y: int) -> Strip:
        """Return one line of the widget.

        Args:
            y: line, counting from the widget's first line.
        """
        left, top = self._origin
        width = self.size.width
        if self._strips_of != (left, width):
            self._strips.clear()
            self._strips_of = (left, width)
        number = y - top
        is_beside = left >= 0 and self.arrangement.width <= width and self.has_numbers
        if number == self.arrangement.height and is_beside:
            return self._number_line(left, width)
        strip = self._strips.get(number)
        if strip is None:
            if len(self._strips) > 4 * self.size.height + 64:
                self._strips.clear()
            strip = self._strips[number] = self.painter.line(
                self.arrangement,
                number,
                self.looks,
                {} if self.is_hidden else self.marks,
                begin=-left,
                end=width - left,
                focus=self.focus_cell,
            )
            if not self.has_numbers and self.arrangement.labels(number, 0, self.arrangement.width):
                strip = self._strips[number] = Strip([self.painter.gaps[width]])
            if number in self.arrangement.axis_labels and left >= 0:
                strip = self._strips[number] = self.painter.with_axis_name(strip, self.arrangement, number, left, width)
            text = row_number(self.arrangement, number)
            if (
                text
                and self.has_numbers
                and len(text) < left
                and (self.cell_size[1] == 1 or self.arrangement.line_in_row(number) == self.painter.text_line)
            ):
                place = self._ruler_focus
                is_focus = place is not None and place[1] + self.painter.text_line == number
                strip = self._strips[number] = self.painter.numbered(strip, text, left, is_focus=is_focus)
        return strip

    @property
    def _looked_at(self) -> tuple[int, int] | None:
        """Position of the focus cell in the arrangement; None if it isn't shown."""
        return self.arrangement.place(self.focus_cell)

    def _number_line(self, left: int, width: int) -> Strip:
        """Return the line of column numbers below the board."""
        if self._columns_of is not self.arrangement:
            self._columns_of, self._numbers = self.arrangement, column_numbers(self.arrangement)
        place = self._ruler_focus
        focus = None if place is None else place[0] + self.cell_size[0]
        return self.painter.column_numbers(self._numbers, corner_text(self.grid), left, width, focus=focus)

    def _touch_rulers(self) -> None:
        """If the focus cell has moved, redraw the visible row and column numbers, which highlight its position."""
        left, top = self._origin
        before, self._ruler_focus = self._ruler_focus, self._looked_at
        if before == self._ruler_focus or left < 0:
            return
        for place in (before, self._ruler_focus):
            if place is not None and left:
                line = place[1] + self.painter.text_line
                self._strips.pop(line, None)
                self.refresh(Region(0, line + top, left, 1))
        self.refresh(Region(0, self.arrangement.height + top, self.size.width, 1))

    @property
    def looks(self) -> Callable[[Sequence[int]], list[int]] | None:
        """A function from cell indices to looks on this board, or None while the board is hidden."""
        if self.is_hidden:
            return None
        own: Callable[[Sequence[int]], list[int]] = self._reader.looks
        # After the game all clues are shown in full, and none is dimmed: nothing is left to count.
        if (self.shows_differences or self.dims_finished) and not self._has_ended:
            own = partial(
                self._reader.clue_looks, are_differences=self.shows_differences, tells_finished=self.dims_finished
            )
        marked = self.mark_looks
        if not marked:
            return own
        return lambda indices: [
            marked.get(index, look) if look == COVERED else look
            for index, look in zip(indices, own(indices), strict=True)
        ]

    def _tell(self, changed: tuple[int, ...] | None) -> None:
        self.changed = changed
        self.drawn += 1

    def _redraw(self) -> None:
        self._strips.clear()
        self.refresh()

    def _touch(self, indices: Iterable[int]) -> None:
        """Redraw some cells: in each line, the part from the first to the last of them."""
        left, top = self._origin
        visible_width, visible_height = self._visible_size
        cell_of, place_of = self.grid.cell, self.arrangement.place
        # Cached, since a moving cursor redraws the same cells repeatedly.
        places = self._places
        if len(places) > _MOST_PLACES:
            places.clear()
        spans: dict[int, tuple[int, int]] = {}
        for index in indices:
            if index in places:
                place = places[index]
            else:
                place = places[index] = place_of(cell_of(index))
            if place is not None:
                x, y = place
                first, last = spans.get(y, (x, x))
                spans[y] = (min(first, x), max(last, x))
        regions = []
        across, down = self.cell_size
        for y, (first, last) in spans.items():
            for number in range(y, y + down):
                self._strips.pop(number, None)
            begin, end = max(first + left, 0), min(last + across + left, visible_width)
            upper, lower = max(y + top, 0), min(y + down + top, visible_height)
            if upper < lower and begin < end:
                regions.append(Region(begin, upper, end - begin, lower - upper))
        if regions:
            self.refresh(*regions)

    def _touch_labels(self) -> None:
        """Redraw labels and rulers if the focus cell has moved, or is in a different tile or group."""
        self._touch_rulers()
        focus = self.focus_cell[2:]
        if self._label_focus != focus:
            _, top = self._origin
            regions = []
            for line in range(self.size.height):
                number = line - top
                if 0 <= number < self.arrangement.height and self.arrangement.row(number) is None:
                    self._strips.pop(number, None)
                    regions.append(Region(0, line, self.size.width, 1))
            if regions:
                self.refresh(*regions)
        self._label_focus = focus

    # The cursor.

    @property
    def focus_cell(self) -> Cell:
        """The cell whose neighbourhood is tinted."""
        return self.cursor if self.hover is None else self.hover

    def go(self, cell: Cell) -> None:
        """Move the cursor to a cell, scroll there, and make it the focus cell even if the mouse is over another one.

        Args:
            cell: a cell on the board.

        Raises:
            CellError: the cell isn't on the board.
        """
        self.grid.index(cell)
        self._mouse_at = None
        self.hover = None
        if cell == self.cursor:
            self._follow()
        else:
            self.cursor = tuple(cell)

    def focus_slice(self, higher: Iterable[int]) -> None:
        """On a board with five or more dimensions, move the cursor to another slice.

        Args:
            higher: the slice's coordinates on axes 4 and beyond.
        """
        self.go((*self.cursor[:4], *higher))

    def validate_cursor(self, cell: Cell) -> Cell:
        """Return the cell as a tuple, or raise a ``CellError`` if it isn't on the board."""
        self.grid.index(cell)
        return tuple(cell)

    def watch_cursor(self, old: Cell, new: Cell) -> None:
        """Show the cursor at its new position."""
        if self.is_sliced and old[4:] != new[4:]:
            self._arrange()
        self._remark()
        if self._is_following:
            self._follow()
        self.post_message(self.Moved(self, new))

    def watch_hover(self, cell: Cell | None) -> None:
        """Highlight the cell under the mouse, and post ``Hover``."""
        self._remark()
        self.post_message(self.Hover(self, cell))

    # Animations: colours that spread over the board from a cell. They change nothing but colours, so input doesn't wait
    # for them.

    def ripple(self, start: int, opened: Sequence[int]) -> None:
        """Animate an opening: a front spreads over the opened cells.

        Args:
            start: index of the cell opened by the player.
            opened: indices of all opened cells.
        """
        if self.has_motion and _FEW <= len(opened) <= _MANY:
            self._run(bands(self.grid, start, opened, _RIPPLE_FRAMES - 1), RIPPLE)

    def wave(self, start: int) -> None:
        """Animate a win: a wave runs over the board.

        Args:
            start: index of the last opened cell.
        """
        if self.has_motion and self.grid.cells <= _MOST_LIT:
            self._run(bands(self.grid, start, range(self.grid.cells), _WAVE_FRAMES - 1), WAVE)

    def _run(self, frames: Iterable[Sequence[int]], mark: int) -> None:
        is_running = bool(self._frames or self._lit)
        self._frames = deque(frames)
        self._front = mark
        if not is_running:
            self.set_timer(_FRAME, self.next_frame)

    def next_frame(self) -> None:
        """Show the next frame of a ripple or a wave; skip the rest if the terminal can't keep up."""
        if getattr(self.app, "is_output_pending", False):
            self._frames.clear()
        trail = [index for index, mark in self._lit.items() if mark == WAVE]
        self._lit = dict.fromkeys(trail if self._frames else (), RIPPLE)
        if self._frames:
            self._lit |= dict.fromkeys(self._frames.popleft(), self._front)
        self._remark()
        if self._lit:
            self.set_timer(_FRAME, self.next_frame)

    def _mark(self) -> dict[int, int]:
        marks = self._still_marks()
        for index, mark in self._lit.items():
            marks[index] = marks.get(index, 0) | mark
        return marks

    def _still_marks(self) -> dict[int, int]:
        return marks_of(
            self.grid,
            self.cursor,
            focus=self.focus_cell,
            hover=self.hover,
            pressed=self._pointer.pressed,
            is_chord=self._pointer.action == "chord",
            hints=self._hints,
        )

    def _remark(self) -> None:
        before, after = self.marks, self._mark()
        self.marks = after
        self._touch(changed_marks(before, after))
        self._touch_labels()

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        """Update the cell under the mouse."""
        super().watch_scroll_x(old_value, new_value)
        self._look_under_mouse()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Update the cell under the mouse."""
        super().watch_scroll_y(old_value, new_value)
        self._look_under_mouse()

    def _follow_later(self) -> None:
        self.call_after_refresh(self._follow)

    def _follow(self) -> None:
        """Scroll to show the cursor and its surroundings."""
        surroundings = self.arrangement.surroundings(self.cursor)
        if surroundings is None or not self._visible_size:
            return
        margins = (2 * self.cell_size[0], 2 * self.cell_size[1])
        x, y = (
            scrolled(spans, margin, room, scroll)
            for spans, margin, room, scroll in zip(
                surroundings, margins, self._visible_size, self.scroll_offset, strict=True
            )
        )
        if (x, y) != tuple(self.scroll_offset):
            self.scroll_to(x, y, animate=False)

    # The mouse.

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at a position, or None if there is none.

        Args:
            x: column in the widget's content.
            y: line in the widget's content.
        """
        width, height = self._visible_size
        if not (0 <= x < width and 0 <= y < height):
            return None
        left, top = self._origin
        return self.arrangement.cell_at(x - left, y - top)

    def _cell_under(self, event: MouseEvent) -> Cell | None:
        offset = event.get_content_offset_capture(self)
        return self.cell_at(offset.x, offset.y)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Make the cell under the mouse the focus cell."""
        offset = event.get_content_offset_capture(self)
        self._mouse_at = offset.x, offset.y
        self._look_under_mouse()

    def _look_under_mouse(self) -> None:
        if self._mouse_at is not None:
            cell = self.cell_at(*self._mouse_at)
            if cell != self.hover:
                self.hover = cell

    def on_leave(self, event: Leave) -> None:
        """Handle the mouse leaving the board: it is no longer over a cell."""
        del event
        self._mouse_at = None
        self.hover = None

    def on_mouse_down(self, event: MouseDown) -> None:
        """Handle a mouse button being pressed on a cell; the move is made on release."""
        cell = self._cell_under(event)
        if cell is None:
            return
        event.stop()
        self.capture_mouse()
        self._is_following = False
        self.cursor = cell
        self._is_following = True
        is_open = self._reader.looks([self.grid.index(cell)])[0] >= 0
        self._pointer.press(event.button, cell, is_open=is_open, left_chords=self.left_chords)
        self._remark()

    def on_mouse_up(self, event: MouseUp) -> None:
        """Handle a mouse button being released: make the move if the mouse is still over the pressed cell."""
        done = self._pointer.release(event.button, self._cell_under(event))
        if not self._pointer.held:
            self.release_mouse()
        self._remark()
        if done is not None:
            event.stop()
            self.post_message(self.Act(self, *done))


def _one_of(what: str, name: str, known: tuple[str, ...]) -> None:
    if name not in known:
        raise ParameterError(f"expected {what} ({', '.join(known)}), got {truncate(name)}{suggest(name, list(known))}")


def _has_ended(source: object) -> bool:
    """Return whether a game is won or lost; a source that isn't a game, such as a view, may have no outcome."""
    return bool(getattr(getattr(source, "outcome", None), "value", 0))
