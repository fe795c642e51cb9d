"""The board on the screen: one widget that draws lines, for any number of dimensions and any size."""

from __future__ import annotations

from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import var
from textual.scroll_view import ScrollView

from hypersweep.arguments import nearest, shorten
from hypersweep.errors import ParameterError
from hypersweep.tui.arrangement import Arrangement, cell_width
from hypersweep.tui.fitting import LAYOUTS, arrange, scrolled
from hypersweep.tui.lines import LinePainter
from hypersweep.tui.marks import changed_marks, hint_marks, marks_of
from hypersweep.tui.pointer import Pointer
from hypersweep.tui.source import BoardSource, CodeReader
from hypersweep.tui.theme import THEMES, Theme

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.events import Leave, MouseDown, MouseEvent, MouseMove, MouseUp, Resize
    from textual.strip import Strip

    from hypersweep.game import Change
    from hypersweep.grid import Grid

    Cell = tuple[int, ...]

__all__ = ["BoardView"]

# Where more cells than that change their look, all of the screen is drawn anew.
_MANY = 2000


class BoardView(ScrollView, can_focus=True):
    """A board with a cursor, drawn line by line.

    It plays nothing: it says by messages what the player wants, and after each move it is told what to draw anew::

        def on_board_view_act(self, message: BoardView.Act) -> None:
            change = getattr(game, message.action)(message.cell)
            message.board.show(change)

    Keys are the application's: ``move``, ``jump`` and ``go`` move the cursor.

    Args:
        source: a ``Game``, or anything with its ``grid``, ``mines`` and ``codes``.
        theme: the name of one of ``THEMES``.
        is_ascii: whether to draw with ASCII characters alone.
        name: the widget's name.
        id: the widget's ID in the DOM.
        classes: the widget's CSS classes.

    Attributes:
        source: what is drawn; ``set_source`` changes it.
        cursor: the cell under the cursor; can be set. Setting it scrolls to it.
        hover: the cell under the mouse, or None.
        focus_cell: the cell whose neighbourhood is tinted: the one pointed at last, by cursor or mouse.
        theme: the name of the theme; can be set, and so can all below.
        is_ascii: whether ASCII characters alone are used.
        is_hidden: whether all cells are covered by a pattern, as while a game is paused. No code is read then.
        shows_differences: whether clues are shown less the flags around them.
        layout_mode: one of ``LAYOUTS``.
        is_sliced: whether only a slice of the board and its neighbours are shown now.
        arrangement: where the cells stand now.
        drawn: grows whenever cells or how they look change: for panels beside the board to watch.
        changed: the indices of the cells that changed then; None if any may have.
    """

    DEFAULT_CSS = """
    BoardView {
        width: 1fr;
        height: 1fr;
        scrollbar-size: 1 1;
    }
    """

    class BoardMessage(Message):
        """Something has happened on a board.

        Attributes:
            board: the widget.
            cell: the cell it is about; None where the mouse has left all cells.
        """

        def __init__(self, board: BoardView, cell: Cell | None) -> None:
            super().__init__()
            self.board, self.cell = board, cell

        @property
        def control(self) -> BoardView:
            """The widget."""
            return self.board

    class Hover(BoardMessage):
        """The mouse has come to another cell, or to none."""

    class Moved(BoardMessage):
        """The cursor has come to another cell."""

        cell: Cell

    class Act(BoardMessage):
        """The player wants to do something with a cell.

        Attributes:
            action: "open", "flag" or "chord".
        """

        cell: Cell

        def __init__(self, board: BoardView, cell: Cell, action: str) -> None:
            super().__init__(board, cell)
            self.action = action

    cursor: var[Cell] = var((), init=False)
    hover: var[Cell | None] = var(None, init=False)
    theme: var[str] = var("dark", init=False)
    is_ascii: var[bool] = var(False, init=False)
    is_hidden: var[bool] = var(False, init=False)
    shows_differences: var[bool] = var(False, init=False)
    layout_mode: var[str] = var("auto", init=False)
    is_sliced: var[bool] = var(False, init=False)
    drawn: var[int] = var(0, init=False, always_update=True)

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
        self._strips: dict[int, Strip] = {}
        self._strips_of = (0, 0)
        self._hints: dict[int, int] = {}
        self.marks: dict[int, int] = {}
        self._pointer = Pointer()
        self._is_mouse_ahead = False
        self.changed: tuple[int, ...] | None = None
        self._take(source)

    # What is drawn.

    def set_source(self, source: BoardSource, *, cursor: Cell | None = None) -> None:
        """Draw another game.

        Args:
            source: the game.
            cursor: where the cursor shall be; None leaves it where it is on a board of the same shape, and else puts it
                into the middle.
        """
        is_same = source.grid == self.grid
        kept = self.cursor if is_same and cursor is None else cursor
        self._take(source, kept)
        self._arrange()
        self._redraw()
        self._follow_later()
        self._tell(None)
        self.post_message(self.Moved(self, self.cursor))

    def _take(self, source: BoardSource, cursor: Cell | None = None) -> None:
        self.source = source
        self.grid: Grid = source.grid
        self._reader = CodeReader(source)
        self._largest = max(1, min(self.grid.max_neighbours, source.mines))
        self.cell_width = cell_width(self._largest)
        self.painter = LinePainter(
            THEMES[self.theme], is_ascii=self.is_ascii, width=self.cell_width, largest=self._largest
        )
        self.set_reactive(BoardView.is_sliced, False)
        self.arrangement = Arrangement(self.grid.shape, cell_width=self.cell_width)
        self._hints = {}
        self._pointer.clear()
        # Unknown, that is: the first move shows.
        self._is_over = True
        self.set_reactive(BoardView.hover, None)
        self._is_mouse_ahead = False
        self.set_reactive(BoardView.cursor, cursor or tuple(side // 2 for side in self.grid.shape))
        self.marks = self._mark()

    def show(self, change: Change | None = None) -> None:
        """Draw what a move has changed.

        Args:
            change: what the move gave; None draws all anew.
        """
        if change is not None and not change:
            return
        # The end of a game shows every mine, and taking it back hides them.
        was_over, self._is_over = self._is_over, change is None or bool(change.outcome.value)
        if change is None or len(change) > _MANY or self._is_over or was_over:
            self._reader.forget()
            self._redraw()
            self._tell(None)
            return
        index = self.grid.index
        self.show_cells(tuple(index(cell) for cell in change.cells))

    def show_cells(self, indices: Iterable[int]) -> None:
        """Draw cells that have changed.

        Args:
            indices: of the cells.
        """
        changed = tuple(indices)
        self._reader.forget(changed)
        touched = set(changed)
        if self.shows_differences:
            neighbours = self.grid.geometry().neighbours
            for number in changed:
                touched.update(neighbours(number))
        self._touch(touched)
        self._tell(changed)

    def highlight(self, clues: Iterable[Cell] = (), targets: Iterable[Cell] = ()) -> None:
        """Light up cells that a hint is about; none of them ends an earlier hint.

        Args:
            clues: what the hint's reason rests on.
            targets: what the hint says something about.
        """
        self._hints = hint_marks(self.grid, clues, targets)
        self._remark()

    # The cursor.

    @property
    def focus_cell(self) -> Cell:
        """The cell whose neighbourhood is tinted."""
        return self.hover if self._is_mouse_ahead and self.hover is not None else self.cursor

    def go(self, cell: Cell, *, is_scrolled: bool = True) -> None:
        """Put the cursor on a cell.

        Args:
            cell: a cell of the board.
            is_scrolled: whether to scroll to it.

        Raises:
            CellError: the cell isn't on the board.
        """
        self.grid.index(cell)
        self._is_mouse_ahead = False
        if cell == self.cursor:
            self._remark()
            if is_scrolled:
                self._follow()
            return
        self._is_following = is_scrolled
        try:
            self.cursor = tuple(cell)
        finally:
            self._is_following = True

    def move(self, axis: int, step: int, *, wrap: bool | None = None) -> None:
        """Move the cursor along an axis, to the edge at most.

        Args:
            axis: which one; one that the board doesn't have moves nothing.
            step: how far, and which way.
            wrap: whether to go on at the other edge; None to do as the board does.
        """
        if not 0 <= axis < self.grid.dimensions:
            return
        side = self.grid.shape[axis]
        coordinate = self.cursor[axis] + step
        is_wrapped = axis in self.grid.wrap if wrap is None else wrap
        coordinate = coordinate % side if is_wrapped else min(max(coordinate, 0), side - 1)
        self.go((*self.cursor[:axis], coordinate, *self.cursor[axis + 1 :]))

    def jump(self, axis: int, *, to_end: bool) -> None:
        """Move the cursor to an edge of the board.

        Args:
            axis: along which axis.
            to_end: to the last coordinate rather than the first.
        """
        if 0 <= axis < self.grid.dimensions:
            side = self.grid.shape[axis]
            self.go((*self.cursor[:axis], side - 1 if to_end else 0, *self.cursor[axis + 1 :]))

    def focus_slice(self, higher: Iterable[int]) -> None:
        """Move the cursor to another slice of a board of five and more dimensions.

        Args:
            higher: the coordinates on axes 4 and beyond.
        """
        self.go((*self.cursor[:4], *higher))

    _is_following = True

    def validate_cursor(self, cell: Cell) -> Cell:
        """A cell of the board, or a ``CellError``."""
        self.grid.index(cell)
        return tuple(cell)

    def watch_cursor(self, old: Cell, new: Cell) -> None:
        """Show the cursor at its new place."""
        self._is_mouse_ahead = False
        if self.is_sliced and old[4:] != new[4:]:
            self._arrange()
        self._remark()
        if self._is_following:
            self._follow()
        self.post_message(self.Moved(self, new))

    def watch_hover(self, cell: Cell | None) -> None:
        """Show what the mouse points at."""
        self._is_mouse_ahead = cell is not None
        self._remark()
        self.post_message(self.Hover(self, cell))

    # Looks.

    def validate_theme(self, name: str) -> str:
        """The name of a theme, or a ``ParameterError``."""
        _one_of("a theme", name, tuple(THEMES))
        return name

    def validate_layout_mode(self, mode: str) -> str:
        """One of ``LAYOUTS``, or a ``ParameterError``."""
        _one_of("a layout", mode, LAYOUTS)
        return mode

    def watch_theme(self) -> None:
        """Draw in the new theme."""
        self._dress()

    def watch_is_ascii(self) -> None:
        """Draw with the new characters."""
        self._dress()

    def watch_is_hidden(self) -> None:
        """Hide or show the cells."""
        self._redraw()
        self._tell(None)

    def watch_shows_differences(self) -> None:
        """Show the clues anew."""
        self._redraw()
        self._tell(None)

    def watch_layout_mode(self) -> None:
        """Arrange the cells anew."""
        self._arrange()
        self._redraw()
        self._follow_later()

    @property
    def colours(self) -> Theme:
        """The theme itself."""
        return THEMES[self.theme]

    def _dress(self) -> None:
        self.painter = LinePainter(self.colours, is_ascii=self.is_ascii, width=self.cell_width, largest=self._largest)
        self.colours.dress(self)
        self._redraw()
        self._tell(None)

    # Drawing.

    def on_mount(self) -> None:
        """Take on the theme's colours."""
        self._dress()
        # Scrollbars take room when they come.
        for scrollbar in ("show_vertical_scrollbar", "show_horizontal_scrollbar"):
            self.watch(self, scrollbar, self._follow_later, init=False)

    def on_resize(self, event: Resize) -> None:
        """Arrange the cells for the new size."""
        del event
        self._arrange()
        self._redraw()
        # Scrollbars come with the next layout, and take room.
        self._follow_later()

    def _arrange(self) -> None:
        """Choose what is shown of boards of five and more dimensions, and where cells stand."""
        width, height = self.outer_size - self.gutter.totals
        arrangement, is_sliced = arrange(
            self.grid, self.cursor, width=width, height=height, cell_width=self.cell_width, mode=self.layout_mode
        )
        old = self.arrangement
        if (old.shape, old.tracks, old.fold) != (arrangement.shape, arrangement.tracks, arrangement.fold):
            self.arrangement = arrangement
            self.is_sliced = is_sliced
            self._redraw()
        self.virtual_size = Size(self.arrangement.width, self.arrangement.height)

    @property
    def _origin(self) -> tuple[int, int]:
        """Where the arrangement's first character stands on the widget; a small board stands in the middle."""
        left = max(0, self.size.width - self.arrangement.width) // 2
        top = max(0, self.size.height - self.arrangement.height) // 2
        scroll_x, scroll_y = self.scroll_offset
        return left - scroll_x, top - scroll_y

    def render_line(self, y: int) -> Strip:
        """One line of the widget.

        Args:
            y: counted from the widget's first line.
        """
        left, top = self._origin
        width = self.size.width
        if self._strips_of != (left, width):
            self._strips.clear()
            self._strips_of = (left, width)
        number = y - top
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
        return strip

    @property
    def looks(self) -> Callable[[Sequence[int]], list[int]] | None:
        """Gives the looks of cells by their indices, as the board shows them; None while it is hidden."""
        if self.is_hidden:
            return None
        return self._reader.differences if self.shows_differences else self._reader.looks

    def _tell(self, changed: tuple[int, ...] | None) -> None:
        self.changed = changed
        self.drawn += 1

    def _redraw(self) -> None:
        self._strips.clear()
        self.refresh()

    def _touch(self, indices: Iterable[int]) -> None:
        """Draw some cells anew: the part of each line from the first to the last of them."""
        left, top = self._origin
        visible_width, visible_height = self.size
        cell_of, place_of = self.grid.cell, self.arrangement.place
        spans: dict[int, tuple[int, int]] = {}
        for index in indices:
            place = place_of(cell_of(index))
            if place is not None:
                x, y = place
                first, last = spans.get(y, (x, x))
                spans[y] = (min(first, x), max(last, x))
        regions = []
        for y, (first, last) in spans.items():
            self._strips.pop(y, None)
            x, line = first + left, y + top
            begin, end = max(x, 0), min(last + self.cell_width + left, visible_width)
            if 0 <= line < visible_height and begin < end:
                regions.append(Region(begin, line, end - begin, 1))
        if regions:
            self.refresh(*regions)

    def _mark(self) -> dict[int, int]:
        return marks_of(
            self.grid,
            self.cursor,
            focus=self.focus_cell,
            hover=self.hover,
            pointer=self._pointer,
            hints=self._hints,
        )

    def _remark(self) -> None:
        before, after = self.marks, self._mark()
        self.marks = after
        self._touch(changed_marks(before, after))
        self._touch_labels()

    def _touch_labels(self) -> None:
        """Draw the lines of labels anew where another tile or group is looked at."""
        focus = self.focus_cell[2:]
        if getattr(self, "_label_focus", focus) != focus:
            left, top = self._origin
            del left
            regions = []
            for line in range(self.size.height):
                number = line - top
                if 0 <= number < self.arrangement.height and self.arrangement.row(number) is None:
                    self._strips.pop(number, None)
                    regions.append(Region(0, line, self.size.width, 1))
            if regions:
                self.refresh(*regions)
        self._label_focus = focus

    def _follow_later(self) -> None:
        self.call_after_refresh(self._follow)

    def _follow(self) -> None:
        """Scroll so that the cursor and what is around it are seen."""
        surroundings = self.arrangement.surroundings(self.cursor)
        if surroundings is None or not self.size:
            return
        margins = (2 * self.cell_width, 2)
        x, y = (
            scrolled(spans, margin, room, scroll)
            for spans, margin, room, scroll in zip(surroundings, margins, self.size, self.scroll_offset, strict=True)
        )
        if (x, y) != tuple(self.scroll_offset):
            self.scroll_to(x, y, animate=False)

    # The mouse.

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell shown at a character.

        Args:
            x: column of the widget's content.
            y: line of the widget's content.
        """
        if not (0 <= x < self.size.width and 0 <= y < self.size.height):
            return None
        left, top = self._origin
        return self.arrangement.cell_at(x - left, y - top)

    def _cell_under(self, event: MouseEvent) -> Cell | None:
        offset = event.get_content_offset_capture(self)
        return self.cell_at(offset.x, offset.y)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Look at the cell under the mouse."""
        cell = self._cell_under(event)
        if cell != self.hover:
            self.hover = cell

    def on_leave(self, event: Leave) -> None:
        """Look at no cell any more."""
        del event
        self.hover = None

    def on_mouse_down(self, event: MouseDown) -> None:
        """Press a cell: the right button flags at once, what the others do comes with their release."""
        cell = self._cell_under(event)
        if cell is None:
            return
        event.stop()
        self.capture_mouse()
        self.go(cell, is_scrolled=False)
        is_open = self._reader.looks([self.grid.index(cell)])[0] >= 0
        action = self._pointer.press(event.button, cell, is_open=is_open)
        self._remark()
        if action:
            self.post_message(self.Act(self, cell, action))

    def on_mouse_up(self, event: MouseUp) -> None:
        """Let a cell go: what was begun on it is done if the mouse is still over it."""
        done = self._pointer.release(event.button, self._cell_under(event))
        if not self._pointer.held:
            self.release_mouse()
        self._remark()
        if done is not None:
            event.stop()
            self.post_message(self.Act(self, *done))


def _one_of(what: str, name: str, known: tuple[str, ...]) -> None:
    if name not in known:
        raise ParameterError(f"expected {what} of {', '.join(known)}, got {shorten(name)}{nearest(name, list(known))}")
