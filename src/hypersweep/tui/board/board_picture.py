"""A small picture of a board, without a cursor: cells with numbers if they fit, else half blocks or characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from hypersweep.codes import COVERED
from hypersweep.picture.arrangement import Arrangement, Metrics, cell_width, characters
from hypersweep.picture.cell_appearance import ODD, CodeReader
from hypersweep.picture.colours import mix
from hypersweep.picture.fitting import cell_sizes, folded, widest_clue
from hypersweep.picture.themes import CellStyle, theme_in
from hypersweep.tui.board.line_painter import LinePainter
from hypersweep.tui.styles import text_style

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hypersweep.picture.cell_appearance import BoardSource
    from hypersweep.picture.themes import Theme

# Cells of one character, and gaps between tiles and groups; the same across and down.
_SMALL = Metrics((1, 1), (0, 1, 2, 4), (0, 1, 2, 4))
# Maximum height of a cell with a number, in lines: this is a picture, not the board to play on.
_MOST_LINES = 3
# Share of a number's colour in its half block; the rest is the background.
_INK = 0.55


class BoardPicture(Widget):
    """A picture of a board. A board that is too large even in half blocks is shown in part.

    Attributes:
        source: the board; None for an empty picture.
    """

    DEFAULT_CSS = "BoardPicture { width: 1fr; height: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- the widget's name for it
        super().__init__(id=id)
        self.source: BoardSource | None = None
        self._marks: Mapping[int, int] = {}
        self._is_ascii = False
        self._theme: Theme = theme_in("dark", 0)
        self._lines: list[Strip] = []

    def show(self, source: BoardSource | None, marks: Mapping[int, int] | None = None) -> None:
        """Show a board's current position.

        Args:
            source: the board; None for an empty picture.
            marks: cells' marks, by index.
        """
        self.source, self._marks = source, marks or {}
        self._draw()

    def dress(self, theme: str, colour_count: int, *, is_ascii: bool) -> None:
        """Set the theme, the number of colours and the characters, and redraw."""
        self._theme, self._is_ascii = theme_in(theme, colour_count), is_ascii
        self._draw()

    def on_resize(self) -> None:
        """Choose the form that fits the new size."""
        self._draw()

    def _draw(self) -> None:
        width, height = self.size
        self._lines = []
        source = self.source
        if source is not None and width and height:
            blank = LinePainter(self._theme).gaps
            lines = _numbers(source, self._marks, width, height, self._theme, is_ascii=self._is_ascii)
            if lines is None and self._theme.is_colourful and not self._is_ascii:
                lines = _half_blocks(source, self._marks, width, height, self._theme)
            elif lines is None:
                lines = _letters(source, self._marks, width, height, self._theme)
            above = (height - len(lines)) // 2
            left = (width - lines[0].cell_length) // 2
            self._lines = [Strip([blank[width]])] * above
            self._lines += [
                Strip.join([Strip([blank[left]]), line, Strip([blank[width - left - line.cell_length]])])
                for line in lines
            ]
            self._lines += [Strip([blank[width]])] * (height - len(self._lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return one line of the widget.

        Args:
            y: line, counting from the widget's first line.
        """
        return self._lines[y] if y < len(self._lines) else Strip.blank(self.size.width, self.rich_style)


def _fitted(shape: tuple[int, ...], width: int, height: int, metrics: Metrics, *, is_whole: bool) -> Arrangement | None:
    """Return an arrangement that fits; None if the whole board is wanted and doesn't fit."""
    found = folded(Arrangement(shape, metrics=metrics), width)
    if found.width <= width and found.height <= height:
        return found
    if is_whole:
        return None
    counts = list(shape)
    for axis in reversed(range(len(shape))):
        while counts[axis] > 1 and (found.width > width or found.height > height):
            counts[axis] -= 1
            found = Arrangement(shape, [range(count) for count in counts], metrics=metrics)
    return found


def _numbers(
    source: BoardSource, marks: Mapping[int, int], width: int, height: int, theme: Theme, *, is_ascii: bool
) -> list[Strip] | None:
    """Return the lines of a board with its numbers; None if it doesn't fit."""
    sizes = cell_sizes(cell_width(widest_clue(source.grid, source.mines)))
    for size in reversed([size for size in sizes if size[1] <= _MOST_LINES]):
        found = _fitted(source.grid.shape, width, height, characters(*size, has_labels=False), is_whole=True)
        if found is not None:
            largest = max(1, source.grid.max_neighbours)
            painter = LinePainter(theme, is_ascii=is_ascii, size=size, largest=largest)
            reader = CodeReader(source)
            return [painter.line(found, y, reader.looks, marks) for y in range(found.height)]
    return None


def _half_blocks(source: BoardSource, marks: Mapping[int, int], width: int, height: int, theme: Theme) -> list[Strip]:
    """Return the lines of a board with two cells in each character, one above the other."""
    found = _fitted(source.grid.shape, width, 2 * height, _SMALL, is_whole=False)
    assert found is not None
    colours: dict[tuple[int, int], str] = {}

    def colour(look: int, mark: int) -> str:
        style = theme.style(look, mark)
        if look in (0, COVERED):
            return style.ground
        # A palette has no colours in between.
        return style.text if theme.palette else mix(style.ground, style.text, _INK)

    rows = _pixels(source, found)
    strips = []
    for y in range(0, found.height, 2):
        upper, lower = rows.get(y, {}), rows.get(y + 1, {})
        segments = []
        for x in range(found.width):
            pair = []
            for index, look, parity in (upper.get(x, (-1, 0, -1)), lower.get(x, (-1, 0, -1))):
                key = look, marks.get(index, 0) | parity
                if parity < 0:
                    pair.append(theme.screen)
                else:
                    pair.append(colours.get(key) or colours.setdefault(key, colour(*key)))
            segments.append(Segment("▀", text_style(CellStyle(pair[0], pair[1]), theme.colours)))
        strips.append(Strip(segments).simplify())
    return strips


def _letters(source: BoardSource, marks: Mapping[int, int], width: int, height: int, theme: Theme) -> list[Strip]:
    """Return the lines of a board in single characters."""
    found = _fitted(source.grid.shape, width, height, _SMALL, is_whole=False)
    assert found is not None
    painter = LinePainter(theme, is_ascii=True, size=(1, 1))
    rows = _pixels(source, found)
    lines = []
    for y in range(found.height):
        row = rows.get(y, {})
        line = []
        for x in range(found.width):
            index, look, parity = row.get(x, (-1, 0, -1))
            if parity < 0:
                line.append(Segment(" "))
            else:
                cell = painter.cell(look, marks.get(index, 0) | parity)
                line.append(Segment(cell.text if len(cell.text) == 1 else "+", cell.style))
        lines.append(Strip(line))
    return lines


def _pixels(source: BoardSource, found: Arrangement) -> dict[int, dict[int, tuple[int, int, int]]]:
    """Return the index, look and parity of each cell shown, by its position down and across."""
    reader = CodeReader(source)
    rows: dict[int, dict[int, tuple[int, int, int]]] = {}
    for y in range(found.height):
        row = found.row(y)
        if row is None:
            continue
        base, number, end = row
        columns = found.columns(0, end)
        looks = reader.looks([base + offset for _, offset, _ in columns])
        rows[y] = {
            x: (base + offset, look, number + column & ODD)
            for (x, offset, column), look in zip(columns, looks, strict=True)
        }
    return rows
