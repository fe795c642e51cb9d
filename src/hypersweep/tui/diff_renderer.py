"""Send only changed cells of the screen to the terminal, one style after another.

Textual sends a widget's whole line if any part of it has changed. In many dimensions a cursor move touches a few cells
of nearly every line, so that would be ten times as much data as needed.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, cast

from rich.cells import cell_len
from rich.color import ColorSystem
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.app import App
from textual.strip import Strip

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console, RenderableType
    from rich.segment import Segment
    from rich.style import Style
    from textual.screen import Screen

# Number of cached pieces of text; those of a board are reused often.
_MOST_PIECES = 1 << 14


class Pen(NamedTuple):
    """A style of text as terminal codes; empty codes are the defaults.

    >>> plain = Pen()
    >>> Pen("", "31", "44").after(plain), Pen("", "32", "44").after(Pen("", "31", "44"))
    ('31;44', '32')
    >>> Pen("1", "31").after(Pen("4", "31")), plain.after(Pen("", "31"))
    ('0;1;31', '0')
    """

    attributes: str = ""
    text: str = ""
    ground: str = ""

    def after(self, before: Pen) -> str:
        """Return the codes that switch from another pen to this one."""
        # Reset everything: each attribute needs its own end code, and some terminals lack the codes of default colours.
        is_anew = (before.attributes and before.attributes != self.attributes) or any(
            had and not has for had, has in zip(before, self, strict=True)
        )
        if is_anew:
            return ";".join(("0", *filter(None, self)))
        return ";".join(has for had, has in zip(before, self, strict=True) if has != had)


# A character and its pen; equal ones are the same object, for fast comparisons.
Cell = tuple[Pen, str]


class SentScreen:
    """The cells that the terminal shows, used to find the changes in an update.

    A full update is sent unchanged, to repair other programs' output. So is a piece with characters that aren't one
    column wide, since terminals disagree about their widths.
    """

    def __init__(self) -> None:
        # None for unknown cells.
        self._lines: list[list[Cell | None]] = []
        self._pieces: dict[Segment, tuple[Cell, ...] | None] = {}
        self._cells: dict[Cell, Cell] = {}
        self._pens: dict[Style, Pen] = {}

    def forget(self) -> None:
        """Mark all cells as unknown."""
        self._lines = []

    def all_of(self, update: LayoutUpdate, console: Console) -> str:
        """Return a full update for the terminal.

        Args:
            update: the whole screen.
            console: for the terminal's colours.
        """
        width = update.region.width
        lines: list[list[Cell | None]] = []
        for strips in update.strips:
            line: list[Cell | None] = []
            for strip in strips:
                line += self._known(strip, console) or [None] * strip.cell_length
            lines.append(line if len(line) == width else [None] * width)
        self._lines = lines if update.region.offset == (0, 0) else []
        return update.render_segments(console)

    def new_of(self, update: ChopsUpdate, console: Console) -> str:
        """Return the changes of an update for the terminal.

        Args:
            update: some pieces of lines.
            console: for the terminal's colours.
        """
        lines = self._lines
        news: list[tuple[Pen, int, int, str]] = []
        written = []
        for y, x, strip in _pieces(update):
            end = x + strip.cell_length
            if y >= len(lines) or end > len(lines[y]):
                self.forget()
                return update.render_segments(console)
            cells = self._known(strip, console)
            if cells is None:
                lines[y][x:end] = [None] * (end - x)
                written.append(f"\033[{y + 1};{x + 1}H{strip.render(console)}")
            elif lines[y][x:end] != cells:
                news += _differences(lines[y], cells, y, x)
                lines[y][x:end] = cells
        if news:
            written.append(_written(news))
        return "".join(written)

    def _known(self, strip: Strip, console: Console) -> list[Cell | None] | None:
        """Return the cells of a strip; None if some characters aren't one column wide."""
        cells: list[Cell | None] = []
        pieces = self._pieces
        for segment in strip:
            if segment not in pieces:
                if len(pieces) >= _MOST_PIECES:
                    # Later cells get new objects, so known ones are sent again once.
                    pieces.clear()
                    self._cells.clear()
                    self._pens.clear()
                pieces[segment] = self._cells_of(segment, console)
            found = pieces[segment]
            if found is None:
                return None
            cells += found
        return cells

    def _cells_of(self, segment: Segment, console: Console) -> tuple[Cell, ...] | None:
        text, style, control = segment
        if control or (style is not None and style.link):
            return None
        if not (text.isascii() and text.isprintable()) and any(cell_len(character) != 1 for character in text):
            return None
        pen = Pen() if style is None else self._pen(style, console)
        if not text.strip(" ") and not pen.attributes:
            # The text colour of a blank is invisible.
            pen = Pen("", "", pen.ground)
        keep = self._cells.setdefault
        return tuple(keep(cell, cell) for cell in ((pen, character) for character in text))

    def _pen(self, style: Style, console: Console) -> Pen:
        pen = self._pens.get(style)
        if pen is None:
            system = ColorSystem.TRUECOLOR if console.color_system is None else _SYSTEMS[console.color_system]
            codes = [
                "" if colour is None else ";".join(colour.downgrade(system).get_ansi_codes(foreground=is_text))
                for colour, is_text in ((style.color, True), (style.bgcolor, False))
            ]
            pen = self._pens[style] = Pen(Strip.render_ansi(style.without_color, system), *codes)
        return pen


# By the names of a console's colour systems.
_SYSTEMS = {
    "standard": ColorSystem.STANDARD,
    "256": ColorSystem.EIGHT_BIT,
    "truecolor": ColorSystem.TRUECOLOR,
    "windows": ColorSystem.WINDOWS,
}


def _pieces(update: ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Yield the start of each piece of an update that touches its spans, once each."""
    seen = set()
    for y, begin, end in update.spans:
        for stop, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=True):
            if strip is not None and x < end and stop > begin and (y, x) not in seen:
                seen.add((y, x))
                yield y, x, strip


def _differences(
    before: Sequence[Cell | None], after: Iterable[Cell | None], y: int, x: int
) -> Iterator[tuple[Pen, int, int, str]]:
    """Yield runs of changed cells of one style on a line: pen, line, column and text."""
    pen: Pen | None = None
    begin, text = 0, ""
    for at, cell in enumerate(after, x):
        if cell is None or cell is before[at]:
            continue
        if pen is not None and (cell[0] is not pen or at != begin + len(text)):
            yield pen, y, begin, text
            pen = None
        if pen is None:
            pen, begin, text = cell[0], at, cell[1]
        else:
            text += cell[1]
    if pen is not None:
        yield pen, y, begin, text


def _written(news: list[tuple[Pen, int, int, str]]) -> str:
    """Return pieces of text as terminal output; sorted by style, since a cursor move is shorter than a new style."""
    news.sort(key=itemgetter(0))
    written = []
    pen, line, column = Pen(), -1, -1
    for own, y, x, text in news:
        if y != line:
            written.append(f"\033[{y + 1};{x + 1}H")
        elif x != column:
            # Use the shorter of a relative and an absolute move.
            written.append(f"\033[{x - column}C" if column < x < column + 100 else f"\033[{x + 1}G")
        if own != pen:
            written.append(f"\033[{own.after(pen)}m")
        written.append(text)
        pen, line, column = own, y, x + len(text)
    return "".join((*written, "\033[0m"))


class NewOnly(CompositorUpdate):
    """An update that sends changes only; they are computed when it is sent."""

    def __init__(self, update: ChopsUpdate | LayoutUpdate, sent: SentScreen) -> None:
        self._update, self._sent = update, sent

    def render_segments(self, console: Console) -> str:
        """Return the output."""
        update = self._update
        if isinstance(update, LayoutUpdate):
            return self._sent.all_of(update, console)
        return self._sent.new_of(update, console)


class DiffRendererApp(App[None]):
    """An application that sends the terminal changes only."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: SentScreen = SentScreen()

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if isinstance(renderable, ChopsUpdate | LayoutUpdate):
            super()._display(screen, cast("RenderableType", NewOnly(renderable, self.sent)))
            return
        if renderable is not None:
            self.sent.forget()
        super()._display(screen, renderable)
