"""The board on the screen: one widget that draws lines, for any number of dimensions and any size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message
from textual.reactive import var

from hypersweep.picture.cell_appearance import changed_marks, hint_marks, marks_of
from hypersweep.tui.board.canvas import BoardCanvas
from hypersweep.ui_model.cursor import Pointer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.events import Leave, MouseDown, MouseEvent, MouseMove, MouseUp

    from hypersweep.picture.cell_appearance import BoardSource

    Cell = tuple[int, ...]


class BoardView(BoardCanvas):
    """A board with a cursor, drawn line by line.

    It has no game logic: messages report the player's input, and after each move the caller passes the change::

        def on_board_view_act(self, message: BoardView.Act) -> None:
            change = getattr(game, message.action)(message.cell)
            message.board.show(change)

    Keys belong to the application: a ``Navigator`` computes the new cell, and ``go`` moves the cursor there.

    Args:
        source: a ``Game``, or anything with its ``grid``, ``mines`` and ``codes``.
        theme: the name of one of ``THEMES``.
        is_ascii: whether to draw with ASCII characters alone.
        name: the widget's name.
        id: the widget's ID in the DOM.
        classes: the widget's CSS classes.

    Attributes:
        source: the game drawn; ``set_source`` changes it.
        grid: its board.
        cursor: the cell under the cursor; settable, which scrolls to it.
        hover: the cell under the mouse, or None.
        focus_cell: the cell whose neighbourhood is tinted: the one under the mouse until a key moves the cursor.
        theme: name of the theme; settable, like all attributes below.
        is_ascii: whether ASCII characters alone are used.
        colour_count: how many colours the terminal has, 256 or 16; 0 for true colours.
        is_hidden: whether a pattern covers all cells, as while a game is paused; then the game's cells aren't read.
        shows_differences: whether clues are reduced by the flags around them.
        dims_finished: whether clues with nothing left to do are faint.
        left_chords: whether the left mouse button alone chords on an open cell.
        layout_mode: one of ``LAYOUTS``.
        is_sliced: whether only a slice of the board and its neighbours are shown now.
        arrangement: current positions of the cells.
        drawn: counter that grows with each change of cells or looks, for panels to watch.
        changed: indices of the cells that changed last; None if any may have.
        marks: marks of cells, by index.
        painter: painter of the lines, in the current theme.
        cell_width: current width of a cell in characters: as its clues need, and one more if there is space.
        least_width: width that its clues need.
    """

    class BoardMessage(Message):
        """An event on a board.

        Attributes:
            board: the widget.
            cell: the cell; None if the mouse has left all cells.
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
        """The player asks for a move on a cell.

        Attributes:
            action: "open", "flag" or "chord".
        """

        cell: Cell

        def __init__(self, board: BoardView, cell: Cell, action: str) -> None:
            super().__init__(board, cell)
            self.action = action

    hover: var[Cell | None] = var(None, init=False)

    # Whether the screen follows the cursor; not if the mouse moved it.
    _is_following = True
    left_chords = True

    # Source.

    def set_source(self, source: BoardSource, *, cursor: Cell | None = None) -> None:
        """Draw another game.

        Args:
            source: the game.
            cursor: new cell of the cursor; None keeps it on a board of the same shape, and centres it otherwise.

        Raises:
            CellError: the cursor's cell isn't on the board.
        """
        if cursor is not None:
            source.grid.index(cursor)
        is_same = source.grid == self.grid
        kept = self.cursor if is_same and cursor is None else cursor
        self._take(source, kept)
        self._arrange()
        self._redraw()
        self._follow_later()
        self._tell(None)
        self.post_message(self.Moved(self, self.cursor))

    def _take(self, source: BoardSource, cursor: Cell | None) -> None:
        super()._take(source, cursor)
        self._hints: dict[int, int] = {}
        self._pointer = Pointer()
        self._mouse_at: tuple[int, int] | None = None
        self.set_reactive(BoardView.hover, None)
        self.marks = self._mark()

    def highlight(self, clues: Iterable[Cell] = (), targets: Iterable[Cell] = ()) -> None:
        """Highlight the cells of a hint; with no cells, remove an earlier highlight.

        Args:
            clues: clues that support the hint's reason.
            targets: cells that the hint is about.
        """
        self._hints = hint_marks(self.grid, clues, targets)
        self._remark()

    # The cursor.

    @property
    def focus_cell(self) -> Cell:
        """The cell whose neighbourhood is tinted."""
        return self.cursor if self.hover is None else self.hover

    def go(self, cell: Cell) -> None:
        """Move the cursor to a cell, scroll to it, and make it the focus cell, whatever the mouse points at.

        Args:
            cell: a cell of the board.

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
        """Move the cursor to another slice of a board of five and more dimensions.

        Args:
            higher: the coordinates on axes 4 and beyond.
        """
        self.go((*self.cursor[:4], *higher))

    def validate_cursor(self, cell: Cell) -> Cell:
        """Return a cell of the board, or raise a ``CellError``."""
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
        """Show the cell under the mouse."""
        self._remark()
        self.post_message(self.Hover(self, cell))

    def _mark(self) -> dict[int, int]:
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

    # The mouse.

    def _cell_under(self, event: MouseEvent) -> Cell | None:
        offset = event.get_content_offset_capture(self)
        return self.cell_at(offset.x, offset.y)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Focus the cell under the mouse."""
        offset = event.get_content_offset_capture(self)
        self._mouse_at = offset.x, offset.y
        self._look_under_mouse()

    def _look_under_mouse(self) -> None:
        if self._mouse_at is not None:
            cell = self.cell_at(*self._mouse_at)
            if cell != self.hover:
                self.hover = cell

    def on_leave(self, event: Leave) -> None:
        """Leave all cells."""
        del event
        self._mouse_at = None
        self.hover = None

    def on_mouse_down(self, event: MouseDown) -> None:
        """Press a cell; the release of the button makes the move."""
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
        """Release a cell; make the move if the mouse is still over it."""
        done = self._pointer.release(event.button, self._cell_under(event))
        if not self._pointer.held:
            self.release_mouse()
        self._remark()
        if done is not None:
            event.stop()
            self.post_message(self.Act(self, *done))
