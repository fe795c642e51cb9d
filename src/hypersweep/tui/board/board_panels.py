"""Panels next to or below a board: the lens on a cell's neighbourhood, and the map of all slices.

Both panels watch the board and update themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region, Size
from textual.reactive import var
from textual.strip import Strip

from hypersweep.codes import FLAGGED
from hypersweep.picture.arrangement import Arrangement, characters, lens_metrics, neighbour_tracks
from hypersweep.picture.cell_appearance import ASCII, SYMBOLS
from hypersweep.picture.colours import mix, nearest_shade, readable
from hypersweep.picture.fitting import lens_caption, plan_panels
from hypersweep.picture.themes import CellStyle
from hypersweep.tui.board.scroll_bars import BoardScrollView
from hypersweep.tui.styles import dress, screen_style, text_style
from hypersweep.ui_model.cursor import SliceCounts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.events import MouseDown
    from textual.widget import Widget

    from hypersweep.grid import Grid
    from hypersweep.picture.fitting import PanelPlan
    from hypersweep.tui.board.board_view import BoardView


class BoardPanel(BoardScrollView, can_focus=False):
    """A panel as large as its contents; it scrolls if there is less space.

    Args:
        board: the board.

    Attributes:
        board: the board.
    """

    DEFAULT_CSS = """
    BoardPanel {
        width: auto;
        height: auto;
        scrollbar-size: 1 1;
        border-title-style: not bold;
    }
    """

    def __init__(self, board: BoardView) -> None:
        super().__init__()
        self.board = board

    def dress(self) -> None:
        """Apply the board's colours."""
        dress(self, self.board.colours)
        label = self.board.colours.label or "ansi_default"
        self.styles.border_top = ("solid", label) if self.border_title else None
        self.styles.border_title_color = label
        self.refresh()


class Lens(BoardPanel):
    """A panel showing the block of 3**N cells around the board's focus cell.

    Positions beyond the board's edge are empty, except along wrapped axes, where the cells from the opposite edge are
    shown. With orthogonal adjacency, cells that aren't neighbours are left empty too.

    Args:
        board: the board.

    Attributes:
        board: the board.
        arrangement: the cells' positions.
    """

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._focus: tuple[int, ...] = ()
        # Lines on the screen, and lines to draw next; both are valid only for the current scroll offset and size.
        self._lines: dict[int, Strip] = {}
        self._changed: dict[int, Strip] = {}
        self._changed_at: tuple[Offset, Size] | None = None
        self._arrange()
        if lens_caption(board.grid):
            self.border_title = "touching the cursor"

    def on_mount(self) -> None:
        """Update the lens whenever the board's focus cell, cells or theme change."""
        for name in ("cursor", "hover", "drawn"):
            self.watch(self.board, name, self.follow, init=False)
        self.watch(self.board, "theme", self.dress)
        self.follow()

    def follow(self) -> None:
        """Show the cells around the focus cell."""
        before = self.virtual_size
        self._changed_at = None
        self._arrange()
        if self.virtual_size != before:
            self.refresh(layout=True)
            return
        # Redraw only what has changed: in many dimensions the lens is as large as a screen.
        regions = []
        self._changed, self._changed_at = {}, (self.scroll_offset, self.size)
        for y in range(self.size.height):
            line = self._line(y)
            begin, end = _difference(self._lines.get(y), line)
            if begin < end:
                self._changed[y] = line
                regions.append(Region(begin, y, end - begin, 1))
        if regions:
            self.refresh(*regions)

    def _arrange(self) -> None:
        board = self.board
        cell = board.focus_cell
        tracks = neighbour_tracks(board.grid.shape, board.grid.wrap, cell)
        self._focus = cell
        index = board.grid.index(cell)
        self._shown = {index, *board.grid.geometry().neighbours(index)}
        metrics = lens_metrics(board.grid, board.cell_size)
        self.arrangement: Arrangement = Arrangement(board.grid.shape, tracks, metrics=metrics)
        self.virtual_size = Size(self.arrangement.width, self.arrangement.height)

    def render_line(self, y: int) -> Strip:
        """Return one line of the widget.

        Args:
            y: line, counting from the widget's first line.
        """
        is_valid = self._changed_at == (self.scroll_offset, self.size)
        strip = self._changed.pop(y, None) if is_valid else None
        if strip is None:
            strip = self._line(y)
        self._lines[y] = strip
        return strip

    def _line(self, y: int) -> Strip:
        scroll_x, scroll_y = self.scroll_offset
        left = max(0, self.size.width - self.arrangement.width) // 2 - scroll_x
        top = max(0, self.size.height - self.arrangement.height) // 2 - scroll_y
        return self.board.painter.line(
            self.arrangement,
            y - top,
            self.board.looks,
            self.board.marks,
            begin=-left,
            end=self.size.width - left,
            focus=self._focus,
            shown=self._shown.__contains__,
        )


def _difference(before: Strip | None, after: Strip) -> tuple[int, int]:
    """Return the range of columns containing all differences between two lines; empty if they are equal."""
    if before is None or before.cell_length != after.cell_length:
        return 0, after.cell_length
    old, new = list(before), list(after)
    begin, end = 0, after.cell_length
    while old and new and old[0] == new[0]:
        begin += new[0].cell_length
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        end -= new[-1].cell_length
        del old[-1], new[-1]
    return (begin, end) if old or new else (0, 0)


class MiniMap(BoardPanel):
    """A map with an entry per slice: side by side along axis 4, one below another along axis 5, and so on.

    Each entry shows how many covered cells and flags its slice has; clicking on it moves the cursor into the slice. The
    map is visible only while the board shows a single slice.

    Args:
        board: the board.

    Attributes:
        board: the board.
        has_room: whether there is space for the map; settable.
        counts: the numbers shown in the entries.
        arrangement: positions of the entries, below the column headings and next to the row headings.
    """

    has_room: var[bool] = var(True, init=False)

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self.border_title = "covered cells in each part"
        self._take()

    def watch_has_room(self) -> None:
        """Show or hide the map."""
        self._look()

    def on_mount(self) -> None:
        """Update the map whenever the board's cursor or cells change, or it switches between all slices and one."""
        self.watch(self.board, "cursor", self._look, init=False)
        self.watch(self.board, "drawn", self._count, init=False)
        self.watch(self.board, "is_sliced", self._look)
        self.watch(self.board, "theme", self.dress)

    def _take(self) -> None:
        grid = self.board.grid
        self._grid: Grid = grid
        self._source = self.board.source
        self.counts: SliceCounts = SliceCounts(self._source)
        higher = grid.shape[4:] or (1,)
        # Axis 4 runs across and axis 5 down, but in an arrangement the first axis runs down, so swap them.
        self._is_row = len(higher) == 1
        self._shape = higher if self._is_row else (higher[1], higher[0], *higher[2:])
        self._digits = len(str(self.counts.cells)), len(str(min(self.counts.cells, self._source.mines)))
        width = sum(self._digits) + 4
        self.arrangement: Arrangement = Arrangement(self._shape, metrics=characters(width))
        self._left = 0 if self._is_row else len(str(higher[1] - 1)) + 1
        self.virtual_size = Size(self._left + self.arrangement.width, 1 + self.arrangement.height)

    def _look(self) -> None:
        if self.board.source is not self._source:
            self._take()
            self.refresh(layout=True)
        self.display = self.has_room and self.board.is_sliced
        self.refresh()
        self.call_after_refresh(self._follow)

    def _count(self) -> None:
        if self.board.source is not self._source:
            self._look()
        elif self.counts.update(self.board.changed) or self.board.changed is None:
            self.refresh()

    def _follow(self) -> None:
        if not self.display or self.board.source is not self._source:
            return
        place = self.arrangement.place(self._entry(self.board.cursor[4:]))
        if place is not None:
            region = Region(place[0], place[1], self._left + self.arrangement.cell_width, 2)
            self.scroll_to_region(region, animate=False)

    def _entry(self, higher: Sequence[int]) -> tuple[int, ...]:
        """Convert a slice's position between the board's order of axes and the map's, in either direction."""
        return tuple(higher) if len(higher) < 2 else (higher[1], higher[0], *higher[2:])

    def slice_at(self, x: int, y: int) -> tuple[int, ...] | None:
        """Return the coordinates (on axes 4 and beyond) of the slice whose entry is at a position, or None.

        Args:
            x: column in the widget's content.
            y: line in the widget's content.
        """
        scroll_x, scroll_y = self.scroll_offset
        entry = self.arrangement.cell_at(x + scroll_x - self._left, y + scroll_y - 1)
        return None if entry is None else self._entry(entry)

    def on_mouse_down(self, event: MouseDown) -> None:
        """Move the cursor into the clicked slice."""
        offset = event.get_content_offset(self)
        higher = None if offset is None else self.slice_at(offset.x, offset.y)
        if higher is not None and event.button == 1:
            event.stop()
            self.board.focus_slice(higher)

    def render_line(self, y: int) -> Strip:
        """Return one line of the widget.

        Args:
            y: line, counting from the widget's first line.
        """
        scroll_x, scroll_y = self.scroll_offset
        line = y + scroll_y
        if line == 0:
            return self._entries(scroll_x, self.board.painter.gaps[self._left], lambda _, number: self._heading(number))
        arrangement = self.arrangement
        row = arrangement.row(line - 1) if line <= arrangement.height else None
        if row is None:
            begin = scroll_x - self._left
            focus = self._entry(self.board.cursor[4:])
            return self.board.painter.line(
                arrangement, line - 1, None, {}, begin=begin, end=begin + self.size.width, focus=focus
            )
        base, number, _ = row
        head = Segment("")
        if self._left:
            style = self.board.painter.label_style(is_focus=self.board.cursor[5] == number)
            head = Segment(str(number).ljust(self._left), style)
        return self._entries(scroll_x, head, lambda offset, _: self._segment(base + offset))

    def _entries(self, scroll_x: int, head: Segment, segment_of: Callable[[int, int], Segment]) -> Strip:
        """Return the visible part of a line of entries, which may be much longer than the screen."""
        painter, width, left = self.board.painter, self.size.width, self._left
        first = max(0, scroll_x - left)
        columns = self.arrangement.columns(first, max(first, scroll_x + width - left))
        segments = []
        if scroll_x < left:
            segments.append(head)
            start, at = 0, left
        else:
            start = at = min(scroll_x, columns[0][0] + left) if columns else scroll_x
        for x, offset, number in columns:
            if x + left > at:
                segments.append(painter.gaps[x + left - at])
            segments.append(segment_of(offset, number))
            at = x + left + self.arrangement.cell_width
        begin = scroll_x - start
        return Strip(segments).crop_extend(begin, begin + width, screen_style(self.board.colours))

    def _heading(self, number: int) -> Segment:
        text = str(number).center(self.arrangement.cell_width)
        return Segment(text, self.board.painter.label_style(is_focus=self.board.cursor[4] == number))

    def _segment(self, entry_index: int) -> Segment:
        """Return an entry: its covered cells and flags, on a background shaded by the share of covered cells."""
        theme = self.board.colours
        entry = _unravel(entry_index, self._shape)
        higher = self._entry(entry)
        number = 0
        for side, coordinate in zip(self._grid.shape[4:], higher, strict=True):
            number = number * side + coordinate
        width = self.arrangement.cell_width
        share = 1.0
        if self.counts.counts is None or self.board.is_hidden:
            text = "".center(width)
        else:
            covered, flags = self.counts.counts[number]
            share = covered / self.counts.cells
            flag = (ASCII if self.board.is_ascii else SYMBOLS)[FLAGGED]
            tail = f"{flag}{flags}" if flags else ""
            text = f" {covered:>{self._digits[0]}} {tail:<{self._digits[1] + 1}}".center(width)
        is_focus = higher == self.board.cursor[4:]
        if not theme.is_colourful:
            return Segment(text, Style(reverse=is_focus or None, underline=self._is_near(higher) or None))
        ground = mix(theme.opened[0], theme.covered[0], share**0.5)
        if self._is_near(higher):
            ground = mix(theme.near_opened[0], theme.near_covered[0], share**0.5)
        if is_focus:
            ground = theme.cursor
        text_colour = readable("#ffffff" if theme.is_dark else "#000000", ground, theme.least)
        if theme.palette:
            ground = nearest_shade(ground, theme.palette, ground, 1.0)
            text_colour = nearest_shade(text_colour, theme.palette, ground, theme.least)
        return Segment(text, text_style(CellStyle(text_colour, ground, is_bold=is_focus), theme.colours))

    def _is_near(self, higher: Sequence[int]) -> bool:
        grid, cursor = self._grid, self.board.cursor
        for axis, coordinate in enumerate(higher, 4):
            distance = abs(coordinate - cursor[axis])
            if axis in grid.wrap:
                distance = min(distance, grid.shape[axis] - distance)
            if distance > 1:
                return False
        return True


def _unravel(index: int, shape: Sequence[int]) -> tuple[int, ...]:
    cell: list[int] = []
    for side in reversed(shape):
        index, coordinate = divmod(index, side)
        cell.insert(0, coordinate)
    return tuple(cell)


def place_panels(board: BoardView, body: Widget, room: tuple[int, int], *, wants_lens: bool) -> PanelPlan:
    """Show the panels next to or below the board where ``plan_panels`` finds space for them, else hide them.

    Args:
        board: the board; its size is set here.
        body: container of the board and the panels; gets the CSS class "below" if the panels are below the board.
        room: width and height for the board and the panels together.
        wants_lens: whether the lens may be shown.

    Returns:
        Which panels are shown, and where.
    """
    maps = body.query(MiniMap)
    plan = plan_panels(
        room, board.grid, board.least_width, wants_lens=wants_lens, has_map=bool(maps), lines=board.cell_lines
    )
    board.resize_cells(plan.size)
    body.set_class(plan.is_below, "below")
    all_of_it = "1fr"
    board.styles.width = all_of_it if plan.is_below or plan.board is None else plan.board
    board.styles.height = plan.board if plan.is_below and plan.board is not None else all_of_it
    width, height = room
    for minimap in maps:
        # Limit the map's size so that the board keeps at least half of the screen; a larger map scrolls.
        minimap.styles.max_width = max(1, width - 4 if plan.is_below else width // 2)
        minimap.styles.max_height = max(1, height // 2 if plan.is_below else height - 2)
        minimap.has_room = plan.has_map
    body.query_one(Lens).display = plan.has_lens
    return plan
