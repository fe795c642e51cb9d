"""A scrolling widget that draws a board line by line, without input."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.geometry import Region, Size
from textual.reactive import var
from textual.strip import Strip

from hypersweep.errors import ParameterError
from hypersweep.picture.arrangement import (
    Arrangement,
    cell_width,
    characters,
    column_numbers,
    corner_text,
    number_line,
    row_number,
    scrolled,
)
from hypersweep.picture.cell_appearance import BoardSource, CodeReader
from hypersweep.picture.fitting import LAYOUTS, arrange, roomy_width, widest_clue
from hypersweep.picture.themes import THEMES, Theme, theme_in
from hypersweep.tui.board.lines import LinePainter
from hypersweep.tui.board.scroll_bars import BoardScrollView
from hypersweep.tui.parts.styles import dress, text_style
from hypersweep.ui_model.cursor import start_cell
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import ClassVar

    from textual.events import Resize

    from hypersweep.game import MoveResult
    from hypersweep.grid import Grid

    Cell = tuple[int, ...]

# Number of changed cells above which the whole screen is redrawn.
_MANY = 2000
# The same for clues to check around changed cells: number of neighbours of neighbours.
_MANY_AROUND = 1 << 22
# Number of cached positions of cells.
_MOST_PLACES = 1 << 16


class BoardCanvas(BoardScrollView, can_focus=True, inherit_bindings=False):
    """A drawn board; ``BoardView`` adds cursor and mouse, and documents the attributes.

    Only visible lines are drawn, and each is cached until something on it changes.

    Args:
        source: the game to draw.
        theme: the name of one of ``THEMES``.
        is_ascii: whether to draw with ASCII characters alone.
        name: the widget's name.
        id: the widget's ID in the DOM.
        classes: the widget's CSS classes.
    """

    # A key or a click on this widget causes one message, and no further ones: see ``SerializedInputApp``.
    MESSAGE_ROUNDS: ClassVar[int] = 2
    DEFAULT_CSS = """
    BoardCanvas {
        width: 1fr;
        height: 1fr;
        scrollbar-size: 1 1;
    }
    """

    # Drawing of lines.
    PAINTER: ClassVar[type[LinePainter]] = LinePainter

    cursor: var[Cell] = var((), init=False)
    theme: var[str] = var("dark", init=False)
    is_ascii: var[bool] = var(False, init=False)
    colour_count: var[int] = var(0, init=False)
    is_hidden: var[bool] = var(False, init=False)
    shows_differences: var[bool] = var(False, init=False)
    dims_finished: var[bool] = var(False, init=False)
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
        self.set_reactive(BoardCanvas.theme, self.validate_theme(theme))
        self.set_reactive(BoardCanvas.is_ascii, is_ascii)
        self._strips: dict[int, Strip] = {}
        self._strips_of = (0, 0)
        self._label_focus: Cell = ()
        self._ruler_focus: tuple[int, int] | None = None
        self._columns_of: Arrangement | None = None
        self._numbers: list[tuple[int, int, int]] = []
        self.marks: dict[int, int] = {}
        self.changed: tuple[int, ...] | None = None
        self._take(source, None)

    def _take(self, source: BoardSource, cursor: Cell | None) -> None:
        """Start to draw a source."""
        self.source = source
        self.grid: Grid = source.grid
        self._reader = CodeReader(source)
        self._largest = max(1, min(self.grid.max_neighbours, source.mines))
        self.least_width: int = cell_width(widest_clue(self.grid, source.mines))
        self.cell_width: int = self.least_width
        self.painter: LinePainter = self.PAINTER(
            self.colours, is_ascii=self.is_ascii, width=self.cell_width, largest=self._largest
        )
        self.set_reactive(BoardCanvas.is_sliced, False)
        self.arrangement: Arrangement = Arrangement(self.grid.shape, metrics=characters(self.cell_width))
        self._places: dict[int, tuple[int, int] | None] = {}
        # Unknown, so the first move updates everything.
        self._is_over = True
        self.set_reactive(BoardCanvas.cursor, cursor or start_cell(self.grid))

    @property
    def focus_cell(self) -> Cell:
        """The cell whose tile and groups are highlighted."""
        return self.cursor

    def show(self, change: MoveResult | None = None) -> None:
        """Draw the changes of a move.

        Args:
            change: the result of the move; None redraws everything.
        """
        if change is not None and not change:
            return
        # The end of a game shows every mine, and an undo hides the mines again.
        was_over, self._is_over = self._is_over, change is None or bool(change.outcome.value)
        if change is None or len(change) > _MANY or self._is_over or was_over:
            self._reader.forget()
            self._redraw()
            self._tell(None)
            return
        self.show_cells(change.indices)

    def show_cells(self, indices: Iterable[int]) -> None:
        """Draw changed cells.

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

    # Looks.

    def validate_theme(self, name: str) -> str:
        """Return the name of a theme, or raise a ``ParameterError``."""
        _one_of("a theme", name, tuple(THEMES))
        return name

    def validate_layout_mode(self, mode: str) -> str:
        """Return one of ``LAYOUTS``, or raise a ``ParameterError``."""
        _one_of("a layout", mode, LAYOUTS)
        return mode

    def watch_theme(self) -> None:
        """Draw in the new theme."""
        self._dress()

    def watch_is_ascii(self) -> None:
        """Draw with the new characters."""
        self._dress()

    def watch_colour_count(self) -> None:
        """Draw in the available colours."""
        self._dress()

    def watch_is_hidden(self) -> None:
        """Hide or show the cells."""
        self._redraw()
        self._tell(None)

    def watch_shows_differences(self) -> None:
        """Redraw the clues."""
        self._redraw()
        self._tell(None)

    def watch_dims_finished(self) -> None:
        """Redraw the clues."""
        self._redraw()
        self._tell(None)

    def watch_layout_mode(self) -> None:
        """Rearrange the cells."""
        self._arrange()
        self._redraw()
        self._follow_later()

    @property
    def colours(self) -> Theme:
        """The theme, in the terminal's colours."""
        return theme_in(self.theme, self.colour_count)

    def _dress(self) -> None:
        self._paint_anew()
        dress(self, self.colours)
        self._redraw()
        self._tell(None)

    # Drawing.

    def on_mount(self) -> None:
        """Apply the theme's colours."""
        self._dress()
        # A scrollbar that appears takes space.
        for scrollbar in ("show_vertical_scrollbar", "show_horizontal_scrollbar"):
            self.watch(self, scrollbar, self._follow_later, init=False)

    def on_resize(self, event: Resize) -> None:
        """Arrange the cells for the new size."""
        del event
        self._arrange()
        self._redraw()
        # Scrollbars appear with the next layout and take space.
        self._follow_later()

    def _arrange(self) -> None:
        """Choose the slice to show of boards of five and more dimensions, and the positions of cells."""
        width, height = self.outer_size - self.gutter.totals
        if not (width and height):
            # The widget has no size yet, or none at present.
            self.virtual_size = Size(self.arrangement.width, self.arrangement.height)
            return
        self._widen(roomy_width(self.grid, width, self.least_width))
        arrangement, is_sliced = arrange(
            self.grid, self.cursor, width=width, height=height, cell_width=self.cell_width, mode=self.layout_mode
        )
        old = self.arrangement
        before = old.shape, old.tracks, old.fold, old.metrics
        if before != (arrangement.shape, arrangement.tracks, arrangement.fold, arrangement.metrics):
            self.arrangement = arrangement
            self._places.clear()
            self.is_sliced = is_sliced
            self._redraw()
        self.virtual_size = Size(self.arrangement.width, self.arrangement.height)

    def _widen(self, width: int) -> None:
        """Draw cells of another width."""
        if width != self.cell_width:
            self.cell_width = width
            self._paint_anew()
            self._tell(None)

    def _paint_anew(self) -> None:
        self.painter = self.PAINTER(self.colours, is_ascii=self.is_ascii, width=self.cell_width, largest=self._largest)

    @property
    def _room(self) -> Size:
        """The visible size, without scrollbars."""
        return self.scrollable_content_region.size

    @property
    def _origin(self) -> tuple[int, int]:
        """Position of the arrangement's first character on the widget; a small board is centred."""
        width, height = self._room
        left = max(0, width - self.arrangement.width) // 2
        top = max(0, height - self.arrangement.height) // 2
        scroll_x, scroll_y = self.scroll_offset
        return left - scroll_x, top - scroll_y

    def render_line(self, y: int) -> Strip:
        """Return one line of the widget.

        Args:
            y: line, counted from the widget's first line.
        """
        left, top = self._origin
        width = self.size.width
        if self._strips_of != (left, width):
            self._strips.clear()
            self._strips_of = (left, width)
        number = y - top
        if number == self.arrangement.height and left >= 0 and self.arrangement.width <= width:
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
            text = row_number(self.arrangement, number)
            if text and len(text) < left:
                strip = self._strips[number] = self._numbered(strip, text, number, left)
        return strip

    @property
    def _looked_at(self) -> tuple[int, int] | None:
        """Position of the focus cell."""
        return self.arrangement.place(self.focus_cell)

    def _numbered(self, strip: Strip, text: str, number: int, left: int) -> Strip:
        """Return a line of cells with the number of its row."""
        place = self._looked_at
        colours, painter = self.colours, self.painter
        style = text_style(colours.label_style(is_focus=place is not None and place[1] == number), colours.colours)
        own = [painter.gap(left - 1 - len(text)), Segment(text, style), painter.gap(1)]
        return Strip.join([Strip(own), strip.crop(left)])

    def _number_line(self, left: int, width: int) -> Strip:
        """Return the line below the board, with the numbers of its columns."""
        if self._columns_of is not self.arrangement:
            self._columns_of, self._numbers = self.arrangement, column_numbers(self.arrangement)
        place = self._looked_at
        line, (begin, end) = number_line(self._numbers, None if place is None else place[0] + self.cell_width)
        corner = f"{corner_text(self.grid):>{left - 1}} " if left > 2 else " " * left
        colours = self.colours
        plain, lit = (text_style(colours.label_style(is_focus=is_lit), colours.colours) for is_lit in (False, True))
        line = f"{line:{width - left}}"
        return Strip([Segment(corner + line[:begin], plain), Segment(line[begin:end], lit), Segment(line[end:], plain)])

    def _touch_rulers(self) -> None:
        """Redraw the rulers if they show the coordinates of the current cell."""
        left, top = self._origin
        before, self._ruler_focus = self._ruler_focus, self._looked_at
        if before == self._ruler_focus or left < 0:
            return
        for place in (before, self._ruler_focus):
            if place is not None and left:
                self._strips.pop(place[1], None)
                self.refresh(Region(0, place[1] + top, left, 1))
        self.refresh(Region(0, self.arrangement.height + top, self.size.width, 1))

    @property
    def looks(self) -> Callable[[Sequence[int]], list[int]] | None:
        """Return the looks of cells by index, as the board shows them; None while it is hidden."""
        if self.is_hidden:
            return None
        if not (self.shows_differences or self.dims_finished):
            return self._reader.looks
        return partial(
            self._reader.clue_looks, are_differences=self.shows_differences, tells_finished=self.dims_finished
        )

    def _tell(self, changed: tuple[int, ...] | None) -> None:
        self.changed = changed
        self.drawn += 1

    def _redraw(self) -> None:
        self._strips.clear()
        self.refresh()

    def _touch(self, indices: Iterable[int]) -> None:
        """Redraw some cells: the part of each line from the first to the last of them."""
        left, top = self._origin
        visible_width, visible_height = self._room
        cell_of, place_of = self.grid.cell, self.arrangement.place
        # Cached, since a moving cursor asks for the same cells repeatedly.
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
        for y, (first, last) in spans.items():
            self._strips.pop(y, None)
            x, line = first + left, y + top
            begin, end = max(x, 0), min(last + self.cell_width + left, visible_width)
            if 0 <= line < visible_height and begin < end:
                regions.append(Region(begin, line, end - begin, 1))
        if regions:
            self.refresh(*regions)

    def _touch_labels(self) -> None:
        """Redraw labels and rulers if the focus moves to another cell, tile or group."""
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

    def _follow_later(self) -> None:
        self.call_after_refresh(self._follow)

    def _follow(self) -> None:
        """Scroll to show the cursor and its surroundings."""
        surroundings = self.arrangement.surroundings(self.cursor)
        if surroundings is None or not self._room:
            return
        margins = (2 * self.cell_width, 2)
        x, y = (
            scrolled(spans, margin, room, scroll)
            for spans, margin, room, scroll in zip(surroundings, margins, self._room, self.scroll_offset, strict=True)
        )
        if (x, y) != tuple(self.scroll_offset):
            self.scroll_to(x, y, animate=False)

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at a character.

        Args:
            x: column of the widget's content.
            y: line of the widget's content.
        """
        width, height = self._room
        if not (0 <= x < width and 0 <= y < height):
            return None
        left, top = self._origin
        return self.arrangement.cell_at(x - left, y - top)


def _one_of(what: str, name: str, known: tuple[str, ...]) -> None:
    if name not in known:
        raise ParameterError(f"expected {what} of {', '.join(known)}, got {truncate(name)}{suggest(name, list(known))}")
