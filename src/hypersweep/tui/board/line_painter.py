"""Draw a board's lines as strips of styled text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from hypersweep.codes import EXPLODED, FLAGGED
from hypersweep.picture.arrangement import indent
from hypersweep.picture.cell_appearance import ASCII, CURSOR, DRAFT, HIDDEN, ODD, SYMBOLS, excess_flags, finished_clue
from hypersweep.picture.colours import nearest_shade, readable
from hypersweep.tui.styles import screen_style, text_style

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hypersweep.picture.arrangement import Arrangement
    from hypersweep.picture.themes import CellStyle, Theme

    Looks = Callable[[Sequence[int]], Sequence[int]]


# Minimum contrast between a flag and the cursor's background.
_FLAG_LEAST = 7.0


class _Gaps(dict[int, Segment]):
    """Segments of spaces by length, created on first use."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self._style = style

    def __missing__(self, length: int) -> Segment:
        segment = self[length] = Segment(" " * length, self._style)
        return segment


class LinePainter:
    """Draws an arrangement of cells in a theme, line by line.

    Args:
        theme: colours and attributes.
        is_ascii: whether to draw only ASCII characters.
        width: width of a cell in characters.
        largest: the largest possible clue.

    Attributes:
        gaps: segments of spaces, by length.

    >>> from hypersweep.picture.arrangement import Arrangement
    >>> from hypersweep.picture.themes import THEMES
    >>> painter = LinePainter(THEMES["mono"], is_ascii=True)
    >>> painter.line(Arrangement((2, 3)), 1, lambda indices: [1, 0, -1], {}).text
    ' 1 . #'
    """

    def __init__(self, theme: Theme, *, is_ascii: bool = False, width: int = 2, largest: int = 8) -> None:
        self.theme = theme
        self.width = width
        self._largest = largest
        self._symbols = ASCII if is_ascii else SYMBOLS | theme.symbols
        self._segments: dict[tuple[int, int], Segment] = {}
        self._labels: dict[tuple[int, bool], Style] = {}
        self.gaps: dict[int, Segment] = _Gaps(screen_style(theme))

    def text(self, look: int) -> str:
        """Return a cell's characters.

        Args:
            look: a code, or one of the theme's extra looks.

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

    def cell(self, look: int, marks: int) -> Segment:
        """Return a cell's styled text.

        Args:
            look: a code, or one of the theme's extra looks.
            marks: bits such as ``NEAR``.
        """
        key = (look, marks)
        segment = self._segments.get(key)
        if segment is None:
            text, style = (
                self.text(look),
                text_style(self._style(look, marks), self.theme.colours),
            )
            if not text.strip() and not style.underline:
                # Spaces show no text colour, and a shorter style is faster to send.
                style = Style(bgcolor=style.bgcolor, reverse=style.reverse)
            segment = self._segments[key] = Segment(text, style)
        return segment

    def _style(self, look: int, marks: int) -> CellStyle:
        theme = self.theme
        if not (look in (EXPLODED, FLAGGED, DRAFT) and marks & CURSOR and theme.is_colourful):
            return theme.style(look, marks, largest=self._largest)
        if look == EXPLODED:
            # On the mine that lost the game, underline instead: the cursor's background would hide the explosion.
            style = theme.style(look, marks & ~CURSOR)._replace(is_underlined=True)
            colour, least = theme.cursor, theme.least
        else:
            # A flag needs more contrast: it is small, and its colour is close to the cursor's background.
            style, colour, least = theme.style(look, marks), theme.flag, max(theme.least, _FLAG_LEAST)
        text = readable(colour, style.ground, least)
        if theme.palette:
            text = nearest_shade(text, theme.palette, style.ground, least)
        return style._replace(text=text)

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
        indices = [base + offset for _, offset, _ in columns]
        codes = [HIDDEN] * len(indices) if looks is None else looks(indices)
        width, ready, build, look_up, gaps = self.width, self._segments, self.cell, marks.get, self.gaps
        segments: list[Segment] = []
        add = segments.append
        at = begin
        for (x, _, column), index, code in zip(columns, indices, codes, strict=True):
            if x > at:
                add(gaps[x - at])
            key = (code, look_up(index, 0) | (number + column & ODD))
            segment = ready.get(key) or build(*key)
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
        at = begin
        for label in arrangement.labels(y, begin, end) if 0 <= y < arrangement.height else ():
            if label.x > at:
                segments.append(self.gaps[label.x - at])
                at = label.x
            text = label.text[at - label.x : end - label.x]
            if text:
                is_focus = focus is not None and label.is_of(focus)
                segments.append(Segment(text, self.label_style(label.level, is_focus=is_focus)))
                at += len(text)
        if at < end:
            segments.append(self.gaps[end - at])
        return Strip(segments, end - begin)
