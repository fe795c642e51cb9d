"""The application between the game and the terminal: input one event at a time, output of changed cells only.

Input: keys may come faster than screens: typed ahead, over a slow line, or as a double click. No key or click acts on a
screen that is about to be replaced. Input is dropped if its screen has just closed or isn't visible yet, since the
player can't have meant the new one.

Output: Textual sends a widget's whole line if any part of it has changed. In many dimensions a cursor move touches a
few cells of nearly every line, so that would be ten times as much data as needed.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from operator import itemgetter
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

from rich.cells import cell_len
from rich.color import ColorSystem
from textual import events
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.errors import NoWidget
from textual.screen import ModalScreen, Screen
from textual.strip import Strip
from textual.widgets import Input as TextField

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from rich.console import Console, RenderableType
    from rich.segment import Segment
    from rich.style import Style
    from textual.actions import ActionParseResult
    from textual.message_pump import MessagePump
    from textual.widget import Widget

Answer = TypeVar("Answer")


class CommandKey(events.Key):
    """A key whose typed character differs from its command: with Caps Lock, or on a non-Latin keyboard.

    Attributes:
        command: the key that commands use: without Caps Lock, or by its position on a US keyboard.
    """

    def __init__(self, key: events.Key, command: events.Key) -> None:
        super().__init__(key.key, key.character)
        self.command = command

    def copy(self) -> CommandKey:
        """Return a copy; Textual copies each key."""
        return CommandKey(self, self.command)


# The player's input; pasted text is no key event in Textual, but has to wait in order too.
Input = events.InputEvent | events.Paste

# Seconds after which input is accepted again even if the application hasn't settled.
_LONGEST = 1.0
# Number of cached pieces of text; those of a board are reused often.
_MOST_PIECES = 1 << 14


def is_shown(screen: Screen[Any]) -> bool:
    """Whether a screen is the one that receives keys and clicks."""
    return bool(screen.app.screen_stack) and screen.app.screen is screen


def _done() -> AwaitComplete:
    return AwaitComplete.nothing()  # type: ignore[no-any-return, no-untyped-call]


class ResizeSafeScreen(Screen[Answer], Generic[Answer]):
    """A screen that only adopts the current size of the terminal.

    Laying out a screen posts its new size again. Two sizes in quick succession would so alternate without end.
    """

    async def on_event(self, event: events.Event) -> None:
        """Ignore an outdated size."""
        if isinstance(event, events.Resize) and event.size != self.app.size:
            return
        await super().on_event(event)


class Dialog(ModalScreen[Answer], ResizeSafeScreen[Answer], Generic[Answer]):
    """A screen that returns one answer."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Return the answer and close, unless already closed."""
        return super().dismiss(result) if is_shown(self) else _done()


class Palette(CommandPalette, ResizeSafeScreen[None]):
    """The command palette, closed at most once."""

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close, unless already closed."""
        return super().dismiss(result) if is_shown(self) else _done()


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
        is_reset = (before.attributes and before.attributes != self.attributes) or any(
            had and not has for had, has in zip(before, self, strict=True)
        )
        if is_reset:
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


class TerminalApp(App[None]):
    """An application that handles keys and clicks one at a time, and sends the terminal changes only.

    Each event is passed on once all effects of the previous one are complete. Input from before another screen was
    visible is dropped.

    Attributes:
        sent: the cells that the terminal shows.
        failure: the error that ended the application, if any.
        status: the exit status.
    """

    def __init__(self) -> None:
        super().__init__()
        self.sent: SentScreen = SentScreen()
        self.failure: BaseException | None = None
        self.status: int = 0
        self._waiting: deque[Input] = deque()
        self._busy_until = 0.0
        # The latest press of a button: position, time, and screen.
        self._press: tuple[int, int, float, Screen[Any]] | None = None
        self._ignores_button = False
        self._shown: Screen[Any] | None = None
        self._is_drawn = False
        self._turns_until = 0.0

    def get_default_screen(self) -> Screen[Any]:
        """The bottom screen of the stack."""
        return ResizeSafeScreen(id="_default")

    @property
    def is_turning(self) -> bool:
        """Whether input is being handled, or a change of the screen is pending."""
        return monotonic() < max(self._busy_until, self._turns_until)

    def watch_screens(self) -> None:
        """Watch for changes of the screen from now on."""
        self.screen_change_signal.subscribe(self, self._turn, immediate=True)

    def _turn(self, screen: Screen[Any]) -> None:
        self._waiting.clear()
        self._shown = screen
        self._is_drawn = False
        self._turns_until = monotonic() + _LONGEST
        # Wait until the screen is mounted, then once more for both message queues: by then the caller of the closed
        # screen has its answer, and may have opened another.
        self._go_round([screen, self, screen, self], lambda: self._come_to_rest(screen))

    def _come_to_rest(self, screen: Screen[Any]) -> None:
        if screen is self._shown:
            self._turns_until = 0.0
            self._take_next()

    def post_display_hook(self) -> None:
        """Record that a screen has been drawn."""
        super().post_display_hook()
        if self.screen_stack and self.screen is self._shown:
            self._is_drawn = True

    def _go_round(self, nodes: Sequence[MessagePump], done: Callable[[], None]) -> None:
        """Call a function once some nodes, one after the other, have processed their messages."""
        if not nodes:
            done()
        elif not nodes[0].call_later(self._go_round, nodes[1:], done):
            # It was removed, and has no messages.
            self._go_round(nodes[1:], done)

    async def on_event(self, event: events.Event) -> None:
        """Pass on the player's input, one event at a time."""
        if not isinstance(event, Input) or event.is_forwarded:
            await super().on_event(event)
        elif self.is_turning:
            # Input from before the screen was visible was meant for the previous one.
            if self._is_drawn or monotonic() >= self._turns_until:
                # Of successive pointer moves, keep only the last.
                if self._waiting and isinstance(event, events.MouseMove) and type(self._waiting[-1]) is type(event):
                    self._waiting.pop()
                self._waiting.append(event)
        else:
            # After a time-out, pending input is handled first.
            self._waiting.append(event)
            await self._take(self._waiting.popleft())

    async def _take(self, event: Input) -> None:
        if not self.screen_stack or monotonic() < self._turns_until:
            return
        if isinstance(event, events.MouseMove) or self._is_stray_click(event):
            if isinstance(event, events.MouseMove):
                await super().on_event(event)
            self._take_next()
            return
        if isinstance(event, CommandKey):
            # Textual handles a Key, not a subclass of ours.
            is_typed = isinstance(self.focused, TextField)
            event = events.Key(event.key, event.character) if is_typed else event.command.copy()
        screen = self.screen
        node = self.focused if isinstance(event, events.Key | events.Paste) else self._under(event)
        self._busy_until = monotonic() + _LONGEST
        await super().on_event(event)
        # A key bubbles from the widget to the application, which runs its command. The command posts a message, which
        # bubbles from the widget to the screen; in the palette, two more follow. Each round takes as long as drawing
        # some lines, so a board declares that it needs only two.
        path = [] if node is None else [node, *(each for each in node.ancestors if each is not screen)]
        path = [*(each for each in path if each is not self), screen, self]
        self._go_round(path * getattr(node, "MESSAGE_ROUNDS", 4), self._done)

    def _under(self, event: Input) -> Widget | None:
        if isinstance(event, events.MouseEvent):
            with suppress(NoWidget):
                return self.get_widget_at(event.x, event.y)[0]
        return None

    def _done(self) -> None:
        self._busy_until = 0.0
        self._take_next()

    def _take_next(self) -> None:
        if self._waiting and not self.is_turning:
            self.call_next(self._take, self._waiting.popleft())

    def _is_stray_click(self, event: Input) -> bool:
        if isinstance(event, events.MouseDown):
            before, self._press = self._press, (event.x, event.y, event.time, self.screen)
            # The second half of a double click whose first half has opened this screen.
            self._ignores_button = (
                before is not None
                and before[3] is not self.screen
                and before[:2] == (event.x, event.y)
                and event.time - before[2] <= self.CLICK_CHAIN_TIME_THRESHOLD
            )
        return self._ignores_button and isinstance(event, events.MouseDown | events.MouseUp | events.Click)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run the command of a key, unless its screen has closed."""
        if isinstance(default_namespace, DOMNode) and default_namespace is not self:
            screen = default_namespace if isinstance(default_namespace, Screen) else default_namespace.screen
            if not is_shown(screen):
                return False
        return await super().run_action(action, default_namespace, namespaces)

    def action_command_palette(self) -> None:
        """Show the command palette."""
        if self.use_command_palette and not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(id="--command-palette"))

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if isinstance(renderable, ChopsUpdate | LayoutUpdate):
            super()._display(screen, cast("RenderableType", NewOnly(renderable, self.sent)))
            return
        if renderable is not None:
            self.sent.forget()
        super()._display(screen, renderable)

    def _handle_exception(self, error: Exception) -> None:
        if self._exit and isinstance(error, NoMatches):
            # A screen that opens during the exit gets no widgets any more.
            return
        # Textual's own traceback is of no use to a player; the caller prints the error and the path of the game.
        self.failure = self.failure or error
        self.status = 1
        super()._handle_exception(error)
        self._exit_renderables.clear()
