"""Draw a board's lines as strips of styled text."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.picture.arrangement import axis_name, indent, number_line
from hypersweep.picture.cell_appearance import (
    ASCII,
    CURSOR,
    DRAFT,
    HIDDEN,
    ODD,
    QUESTION,
    RIPPLE,
    SYMBOLS,
    WAVE,
    excess_flags,
    finished_clue,
    number_of,
    number_symbol,
)
from hypersweep.picture.colours import nearest_shade, readable
from hypersweep.picture.themes import CellStyle
from hypersweep.tui.styles import screen_style, text_style

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hypersweep.picture.arrangement import Arrangement
    from hypersweep.picture.themes import Theme

    Looks = Callable[[Sequence[int]], Sequence[int]]


# Minimum contrast of small signs: a flag on the cursor's background, and a hint's number without a clue next to it.
_SMALL_LEAST = 7.0

# Large digits and signs for cells of at least four lines: rows of pixels, each as wide as a character and half as high
# as a line.
_PIXELS = {
    "1": (".#.", "##.", ".#.", ".#.", "###"),
    "2": ("###", "..#", "###", "#..", "###"),
    "3": ("###", "..#", ".##", "..#", "###"),
    "4": ("#.#", "#.#", "###", "..#", "..#"),
    "5": ("###", "#..", "###", "..#", "###"),
    "6": ("###", "#..", "###", "#.#", "###"),
    "7": ("###", "..#", "..#", ".#.", ".#."),
    "8": ("###", "#.#", "###", "#.#", "###"),
}
_MINE_PIXELS = ("#.#.#", ".###.", "#####", ".###.", "#.#.#")
_SIGNS = {
    FLAGGED: (".##..", ".####", ".##..", ".#...", "###.."),
    QUESTION: ("###", "..#", ".##", "...", ".#."),
    DRAFT: (".##..", ".#.##", ".##..", ".#...", "###.."),
    MINE: _MINE_PIXELS,
    EXPLODED: _MINE_PIXELS,
    WRONG_FLAG: ("#...#", ".#.#.", "..#..", ".#.#.", "#...#"),
}
# Minimum height of a cell, in lines, for large digits and signs.
_LARGE = 4
_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


class _Gaps(dict[int, Segment]):
    """Segments of spaces by length, created on first use."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self._style = style

    def __missing__(self, length: int) -> Segment:
        segment = self[length] = Segment(" " * length, self._style)
        return segment


# Gets the offset from an entry of ``Arrangement.columns``.
_OFFSET = itemgetter(1)


class LinePainter:
    """Draws an arrangement of cells in a theme, line by line.

    Args:
        theme: colours and attributes.
        is_ascii: whether to draw only ASCII characters.
        size: width of a cell in characters, and height in lines.
        largest: the largest possible clue.

    Attributes:
        width: width of a cell's text; in cells several lines high, without the last column, which is a gap.
        text_line: line of a cell that shows its text.
        most_numbers: the largest number of a hint that every cell can show next to its text.
        gaps: segments of spaces, by length.

    >>> from hypersweep.picture.arrangement import Arrangement
    >>> from hypersweep.picture.themes import THEMES
    >>> painter = LinePainter(THEMES["mono"], is_ascii=True)
    >>> painter.line(Arrangement((2, 3)), 1, lambda indices: [1, 0, -1], {}).text
    ' 1 . #'
    """

    def __init__(
        self, theme: Theme, *, is_ascii: bool = False, size: tuple[int, int] = (2, 1), largest: int = 8
    ) -> None:
        self.theme = theme
        width, self._height = size
        self.width: int = width - (self._height > 1)
        self.text_line: int = (self._height - 1) // 2
        self._is_ascii = is_ascii
        # Cells of one or two lines have a single free column, higher ones a free line or two columns; ASCII has 26
        # letters.
        self.most_numbers: int = 26 if is_ascii else 9 if self.text_line == 0 else 99
        self._largest = largest
        # Two digits drawn as pixels wouldn't fit next to each other.
        self._is_large = self._height >= _LARGE and largest < 10 and not is_ascii
        self._has_half_blocks = theme.is_colourful and not is_ascii
        self._symbols = ASCII if is_ascii else SYMBOLS | theme.symbols
        # Segments by look and marks, for each line of a cell.
        self._segments: list[dict[tuple[int, int], Segment]] = [{} for _ in range(self._height)]
        self._labels: dict[tuple[int, bool], Style] = {}
        self.gaps: dict[int, Segment] = _Gaps(screen_style(theme))

    def text(self, look: int) -> str:
        """Return a cell's characters.

        Args:
            look: a code, or an extra look such as ``HIDDEN``.

        >>> from hypersweep.picture.themes import THEMES
        >>> from hypersweep.picture.cell_appearance import too_many_flags
        >>> painter = LinePainter(THEMES["dark"])
        >>> painter.text(7), painter.text(12), painter.text(too_many_flags(2))
        (' 7', '12', '-2')
        """
        width = self.width
        shown = finished_clue(look)
        if shown is not None:
            return self.text(shown)
        if look == HIDDEN:
            return self._symbols[HIDDEN] * width
        excess = excess_flags(look)
        if excess:
            text = f"-{excess}"
            text = text if len(text) <= width else "-" * width
        else:
            text = self._symbols.get(look) or str(look)
        return (" " * indent(len(text), width) + text).ljust(width)

    def cell(self, look: int, marks: int, line: int = 0) -> Segment:
        """Return the styled text of one line of a cell.

        Args:
            look: a code, or an extra look such as ``HIDDEN``.
            marks: bits such as ``NEAR``.
            line: the line, from the cell's first one.
        """
        key = (look, marks)
        segment = self._segments[line].get(key)
        if segment is None:
            own = self.style(look, marks)
            if line != self.text_line:
                own = own._replace(is_underlined=False)
            text = self._line_text(look, line)
            if line == 0 and (number := number_of(marks)):
                symbol = number_symbol(number, is_ascii=self._is_ascii)
                rest = "" if look != COVERED and text[: len(symbol)].strip() else text[len(symbol) :]
                # If the number would hide part of the text, show only the number.
                text = (symbol + rest).ljust(self.width)
                if self.theme.is_colourful and (look == COVERED or text.rstrip() == symbol):
                    # A number needs more contrast than a covered cell's own text, which is only a pattern.
                    own = own._replace(text=self._readable(own.text, own.ground, _SMALL_LEAST))
            if self._height > 1 and line == self._height - 1:
                # The lower half of the last line is the gap to the cell below.
                text = ("▄" if self._has_half_blocks else " ") * self.width
                own = CellStyle(self.theme.screen, own.ground if self._has_half_blocks else self.theme.screen)
            style = text_style(own, self.theme.colours)
            if not text.strip() and not style.underline:
                # Spaces show no text colour, and a shorter style is faster to send.
                style = Style(bgcolor=style.bgcolor, reverse=style.reverse)
            segment = self._segments[line][key] = Segment(text, style)
        return segment

    def _line_text(self, look: int, line: int) -> str:
        """Return the characters of one line of a cell."""
        text = self.text(look)
        if self._height == 1:
            return text
        if self._is_large:
            pixels = _PIXELS.get(text.strip()) or _SIGNS.get(look)
            if pixels is not None:
                return self._pixel_line(pixels, line)
        symbol = self._symbols.get(look, "")
        if look in (COVERED, HIDDEN) and symbol.strip():
            return symbol * self.width
        return text if line == self.text_line else " " * self.width

    def _pixel_line(self, pixels: Sequence[str], line: int) -> str:
        """Return one line of large characters in the middle of a cell."""
        left = (self.width - len(pixels[0])) // 2
        top = (2 * self._height - 1 - len(pixels)) // 2
        upper, lower = (
            pixels[number - top] if 0 <= number - top < len(pixels) else "." * len(pixels[0])
            for number in (2 * line, 2 * line + 1)
        )
        blocks = "".join(_BLOCKS[above == "#", below == "#"] for above, below in zip(upper, lower, strict=True))
        return (" " * left + blocks).ljust(self.width)

    def style(self, look: int, marks: int) -> CellStyle:
        """Return a cell's style, given its look and its marks."""
        theme = self.theme
        lit = marks & (RIPPLE | WAVE)
        if lit:
            style = self.style(look, marks - lit)
            if marks & CURSOR or not theme.is_colourful:
                return style
            ground = theme.target if lit & WAVE else theme.near_covered[marks & ODD]
            return style._replace(ground=ground, text=self._readable(style.text, ground, theme.least))
        if not (look in (EXPLODED, FLAGGED, DRAFT) and marks & CURSOR and theme.is_colourful):
            return theme.style(look, marks, largest=self._largest)
        if look == EXPLODED:
            # On the mine that lost the game, underline instead: the cursor's background would hide the explosion.
            style = theme.style(look, marks & ~CURSOR)._replace(is_underlined=True)
            colour, least = theme.cursor, theme.least
        else:
            # A flag needs more contrast: it is small, and its colour is close to the cursor's background.
            style, colour, least = theme.style(look, marks), theme.flag, max(theme.least, _SMALL_LEAST)
        return style._replace(text=self._readable(colour, style.ground, least))

    def _readable(self, colour: str, ground: str, least: float) -> str:
        """Return a text colour with at least the given contrast, in the terminal's palette if it has one."""
        text, palette = readable(colour, ground, least), self.theme.palette
        return nearest_shade(text, palette, ground, least) if palette else text

    def label_style(self, level: int = 1, *, is_focus: bool = False) -> Style:
        """Return a label's style.

        Args:
            level: as for ``Theme.label_style``.
            is_focus: whether the label is for the focus cell.
        """
        style = self._labels.get((level, is_focus))
        if style is None:
            found = self.theme.label_style(level, is_focus=is_focus)
            style = self._labels[level, is_focus] = text_style(found, self.theme.colours)
        return style

    def numbered(self, strip: Strip, text: str, left: int, *, is_focus: bool) -> Strip:
        """Return a line of cells with its row number on the left.

        Args:
            strip: the line.
            text: the row number.
            left: column at which the board starts.
            is_focus: whether the row has the focus cell.
        """
        own = [self.gaps[left - 1 - len(text)], Segment(text, self.label_style(is_focus=is_focus)), self.gaps[1]]
        return Strip.join([Strip(own), strip.crop(left)])

    def with_axis_name(self, strip: Strip, arrangement: Arrangement, number: int, left: int, width: int) -> Strip:
        """Return a line of labels with the name of the axis that begins on it, if there is space.

        Args:
            strip: the line.
            arrangement: where the cells are.
            number: the line's number in the arrangement.
            left: column at which the board starts.
            width: width of the widget.
        """
        axis, after = arrangement.axis_labels[number]
        sign, beyond = "↓" if axis % 2 else "→", left + arrangement.width + 1
        # If the name would touch the edge of the screen, leave out its space.
        for name in (f"{axis_name(axis)} {sign}", f"{axis_name(axis)}{sign}"):
            # Next to the first label; else right of the board for an axis across, or left of it for one down.
            for at in (left + after + 1, left - len(name) - 1 if axis % 2 else beyond):
                end = at + len(name)
                if at >= 1 and end < width and not strip.crop(at, end + 1).text.strip():
                    return Strip.join([strip.crop(0, at), Strip([Segment(name, self.label_style())]), strip.crop(end)])
        return strip

    def column_numbers(
        self, numbers: Sequence[tuple[int, int, int]], corner: str, left: int, width: int, *, focus: int | None
    ) -> Strip:
        """Return the line of column numbers below a board.

        Args:
            numbers: the numbers, as returned by ``column_numbers`` in ``picture.arrangement``.
            corner: text for the space left of the board, if it fits.
            left: column at which the board starts.
            width: width of the widget.
            focus: end of the focus cell's column; None if it isn't shown.
        """
        line, (begin, end) = number_line(numbers, focus)
        before = f"{corner:>{left - 1}} " if left > 2 else " " * left
        plain, lit = self.label_style(), self.label_style(is_focus=True)
        line = f"{line:{width - left}}"
        return Strip([Segment(before + line[:begin], plain), Segment(line[begin:end], lit), Segment(line[end:], plain)])

    def line(
        self,
        arrangement: Arrangement,
        y: int,
        looks: Looks | None,
        marks: Mapping[int, int],
        *,
        begin: int = 0,
        end: int | None = None,
        focus: Sequence[int] | None = None,
        shown: Callable[[int], bool] | None = None,
    ) -> Strip:
        """Return a line of a board, or of its labels.

        Args:
            arrangement: the cells' positions.
            y: line in the arrangement; lines beyond its ends are empty.
            looks: takes cell indices, returns their looks; None to hide all cells.
            marks: cells' marks, by index.
            begin: the first column.
            end: the column after the last one; None for the whole line.
            focus: the focus cell; the labels of its tile and groups are highlighted.
            shown: takes a cell's index, returns whether to draw it; None to draw all cells.
        """
        last = arrangement.width if end is None else end
        row = arrangement.row(y) if 0 <= y < arrangement.height else None
        if row is None:
            return self._label_line(arrangement, y, begin, last, focus)
        base, number, row_end = row
        columns = arrangement.columns(begin, min(last, row_end))
        if shown is not None:
            columns = tuple([column for column in columns if shown(base + column[1])])
        indices = list(map(base.__add__, map(_OFFSET, columns)))
        codes = [HIDDEN] * len(indices) if looks is None else looks(indices)
        width, line, build, look_up, gaps = self.width, arrangement.line_in_row(y), self.cell, marks.get, self.gaps
        ready = self._segments[line]
        segments: list[Segment] = []
        add = segments.append
        at = begin
        for (x, _, column), index, code in zip(columns, indices, codes, strict=True):
            if x > at:
                add(gaps[x - at])
            key = (code, look_up(index, 0) | (number + column & ODD))
            segment = ready.get(key) or build(*key, line)
            if x < begin or x + width > last:
                segment = Segment(segment.text[max(0, begin - x) : last - x], segment.style)
            add(segment)
            at = x + width
        at = min(at, last) if columns else begin
        if at < last:
            add(gaps[last - at])
        return Strip(segments, last - begin)

    def _label_line(self, arrangement: Arrangement, y: int, begin: int, end: int, focus: Sequence[int] | None) -> Strip:
        segments = []
        at, styles = begin, self._labels
        for label in arrangement.labels(y, begin, end) if 0 <= y < arrangement.height else ():
            if label.x > at:
                segments.append(self.gaps[label.x - at])
                at = label.x
            text = label.text[at - label.x : end - label.x]
            if text:
                is_focus = focus is not None and label.is_of(focus)
                style = styles.get((label.level, is_focus)) or self.label_style(label.level, is_focus=is_focus)
                segments.append(Segment(text, style))
                at += len(text)
        if at < end:
            segments.append(self.gaps[end - at])
        return Strip(segments, end - begin)
