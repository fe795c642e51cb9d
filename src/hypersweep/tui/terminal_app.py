"""The layer between game and terminal: passes on one input event at a time, and sends only changed cells.

Input: keys may arrive faster than screens change: typed ahead, over a slow line, or with a double click. No key or
click acts on a screen that is about to be replaced. Input is dropped if its screen has just closed or the new one isn't
visible yet, since the player can't have meant the new screen.

Output: Textual sends a widget's whole line if any part of it has changed. In many dimensions, moving the cursor changes
a few cells in nearly every line, so Textual would send ten times as much data as needed.
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
    """A key that types one character but is a different key as a command: with Caps Lock, or on a non-Latin keyboard.

    Attributes:
        command: the key for commands: without Caps Lock, and by position on a US keyboard.
    """

    def __init__(self, key: events.Key, command: events.Key) -> None:
        super().__init__(key.key, key.character)
        self.command = command

    def copy(self) -> CommandKey:
        """Return a copy of the same class; Textual copies each key event."""
        return CommandKey(self, self.command)


# The player's input. Pasted text isn't an input event in Textual, but must wait its turn too.
Input = events.InputEvent | events.Paste

# Seconds after which input is accepted again even if the previous event is still being processed.
_LONGEST = 1.0
# Maximum number of cached pieces of text; a board often repeats pieces.
_MOST_PIECES = 1 << 14


def is_shown(screen: Screen[Any]) -> bool:
    """Return whether a screen is the current one, which receives keys and clicks."""
    return bool(screen.app.screen_stack) and screen.app.screen is screen


def _done() -> AwaitComplete:
    return AwaitComplete.nothing()  # type: ignore[no-any-return, no-untyped-call]


class ResizeSafeScreen(Screen[Answer], Generic[Answer]):
    """A screen that ignores all sizes but the terminal's current one.

    Textual posts a screen's size again when laying it out, so two sizes in quick succession would alternate forever.
    """

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, unless it reports an outdated size."""
        if isinstance(event, events.Resize) and event.size != self.app.size:
            return
        await super().on_event(event)


class Dialog(ModalScreen[Answer], ResizeSafeScreen[Answer], Generic[Answer]):
    """A modal screen that returns an answer when it closes."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close the dialog and return the answer; do nothing if it is already closed."""
        return super().dismiss(result) if is_shown(self) else _done()


class Palette(CommandPalette, ResizeSafeScreen[None]):
    """The command palette; closing it a second time does nothing."""

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close the palette; do nothing if it is already closed."""
        return super().dismiss(result) if is_shown(self) else _done()


class Pen(NamedTuple):
    """A text style as terminal codes; an empty code means the terminal's default.

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
        """Return the codes that switch the terminal from another pen to this one."""
        # To turn off an attribute or colour, reset everything: the codes for turning off attributes differ, and some
        # terminals lack the codes for default colours.
        is_reset = (before.attributes and before.attributes != self.attributes) or any(
            had and not has for had, has in zip(before, self, strict=True)
        )
        if is_reset:
            return ";".join(("0", *filter(None, self)))
        return ";".join(has for had, has in zip(before, self, strict=True) if has != had)


# A character and its pen. Equal cells are the same object, so that comparing them is fast.
Cell = tuple[Pen, str]


class SentScreen:
    """A copy of the cells shown by the terminal, for reducing an update to its changes.

    A full update is sent unchanged, to overwrite anything printed by other programs. A piece with characters that
    aren't one column wide is also sent unchanged, since terminals disagree on their widths.
    """

    def __init__(self) -> None:
        # By line and column; None if the cell is unknown.
        self._lines: list[list[Cell | None]] = []
        self._pieces: dict[Segment, tuple[Cell, ...] | None] = {}
        self._cells: dict[Cell, Cell] = {}
        self._pens: dict[Style, Pen] = {}

    def forget(self) -> None:
        """Mark all cells as unknown, so that the next update sends all of its cells."""
        self._lines = []

    def all_of(self, update: LayoutUpdate, console: Console) -> str:
        """Return the terminal output for a full update.

        Args:
            update: the whole screen.
            console: the console, which determines the colours.
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
        """Return the terminal output for the changes in a partial update.

        Args:
            update: some pieces of lines.
            console: the console, which determines the colours.
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
        """Return a strip's cells, or None if some characters aren't one column wide."""
        cells: list[Cell | None] = []
        pieces = self._pieces
        for segment in strip:
            if segment not in pieces:
                if len(pieces) >= _MOST_PIECES:
                    # Clear the caches. Equal cells then get new objects, so the known ones are sent once more.
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
            # A space shows no text colour, so leave the colour out.
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


# Rich's colour systems, by the names reported by a console.
_SYSTEMS = {
    "standard": ColorSystem.STANDARD,
    "256": ColorSystem.EIGHT_BIT,
    "truecolor": ColorSystem.TRUECOLOR,
    "windows": ColorSystem.WINDOWS,
}


def _pieces(update: ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Yield each piece touched by an update's spans once, as its line, column and contents."""
    seen = set()
    for y, begin, end in update.spans:
        for stop, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=True):
            if strip is not None and x < end and stop > begin and (y, x) not in seen:
                seen.add((y, x))
                yield y, x, strip


def _differences(
    before: Sequence[Cell | None], after: Iterable[Cell | None], y: int, x: int
) -> Iterator[tuple[Pen, int, int, str]]:
    """Yield runs of changed cells with the same style in a line: pen, line, column and text."""
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
    """Return terminal output for pieces of text, sorted by style: moving the cursor is shorter than a style change."""
    news.sort(key=itemgetter(0))
    written = []
    pen, line, column = Pen(), -1, -1
    for own, y, x, text in news:
        if y != line:
            written.append(f"\033[{y + 1};{x + 1}H")
        elif x != column:
            # On the same line, move to the right by a short distance, or else to an absolute column.
            written.append(f"\033[{x - column}C" if column < x < column + 100 else f"\033[{x + 1}G")
        if own != pen:
            written.append(f"\033[{own.after(pen)}m")
        written.append(text)
        pen, line, column = own, y, x + len(text)
    return "".join((*written, "\033[0m"))


class NewOnly(CompositorUpdate):
    """An update that sends only the changes, computed when it is sent."""

    def __init__(self, update: ChopsUpdate | LayoutUpdate, sent: SentScreen) -> None:
        self._update, self._sent = update, sent

    def render_segments(self, console: Console) -> str:
        """Return the terminal output for the changes."""
        update = self._update
        if isinstance(update, LayoutUpdate):
            return self._sent.all_of(update, console)
        return self._sent.new_of(update, console)


class TerminalApp(App[None]):
    """An application that handles keys and clicks one at a time, and sends only changes to the terminal.

    Each event is passed on once all effects of the previous one are complete. Input made before the player saw the
    current screen is dropped.

    Attributes:
        sent: copy of the cells shown by the terminal.
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
        # The latest mouse button press: position, time, and screen.
        self._press: tuple[int, int, float, Screen[Any]] | None = None
        self._ignores_button = False
        self._shown: Screen[Any] | None = None
        self._is_drawn = False
        self._turns_until = 0.0

    def get_default_screen(self) -> Screen[Any]:
        """Return the screen that stays at the bottom of the stack."""
        return ResizeSafeScreen(id="_default")

    @property
    def is_turning(self) -> bool:
        """Whether an input event is being handled, or a screen change is pending."""
        return monotonic() < max(self._busy_until, self._turns_until)

    @property
    def is_output_pending(self) -> bool:
        """Whether the terminal hasn't yet accepted all output, as on a slow line."""
        writer = getattr(self._driver, "_writer_thread", None)
        return writer is not None and not writer._queue.empty()

    def watch_screens(self) -> None:
        """From now on, hold back input whenever the screen changes."""
        self.screen_change_signal.subscribe(self, self._turn, immediate=True)

    def _turn(self, screen: Screen[Any]) -> None:
        self._waiting.clear()
        self._shown = screen
        self._is_drawn = False
        self._turns_until = monotonic() + _LONGEST
        # Wait until the screen is mounted, then for both message queues once more: by then the closed screen's caller
        # has received the answer, and may have opened another screen.
        self._go_round([screen, self, screen, self], lambda: self._come_to_rest(screen))

    def _come_to_rest(self, screen: Screen[Any]) -> None:
        if screen is self._shown:
            self._turns_until = 0.0
            self._take_next()

    def post_display_hook(self) -> None:
        """Record that the current screen has been drawn: from now on, input is meant for it."""
        super().post_display_hook()
        if self.screen_stack and self.screen is self._shown:
            self._is_drawn = True

    def _go_round(self, nodes: Sequence[MessagePump], done: Callable[[], None]) -> None:
        """Call a function once the given nodes have processed their pending messages, one node after the other."""
        if not nodes:
            done()
        elif not nodes[0].call_later(self._go_round, nodes[1:], done):
            # The node was removed and accepts no messages, so skip it.
            self._go_round(nodes[1:], done)

    async def on_event(self, event: events.Event) -> None:
        """Pass on the player's input one event at a time, and other events at once."""
        if not isinstance(event, Input) or event.is_forwarded:
            await super().on_event(event)
        elif self.is_turning:
            # Drop input from before the screen was visible, since it was meant for the previous one.
            if self._is_drawn or monotonic() >= self._turns_until:
                # Of successive pointer moves, keep only the last.
                if self._waiting and isinstance(event, events.MouseMove) and type(self._waiting[-1]) is type(event):
                    self._waiting.pop()
                self._waiting.append(event)
        else:
            # After a time-out, earlier input may still be waiting: handle it first.
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
            # Choose the key that applies here. It must be a plain Key: Textual doesn't handle our subclass.
            is_typed = isinstance(self.focused, TextField)
            event = events.Key(event.key, event.character) if is_typed else event.command.copy()
        screen = self.screen
        node = self.focused if isinstance(event, events.Key | events.Paste) else self._under(event)
        self._busy_until = monotonic() + _LONGEST
        await super().on_event(event)
        # Rounds of messages to wait for: a key bubbles from the widget to the application, which runs its command. The
        # command posts a message, which bubbles from the widget to the screen; in the palette, two more follow. Each
        # round takes as long as drawing a few lines, so a board declares that it needs only two.
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
            # Ignore the second half of a double click whose first half opened this screen.
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
        """Run a key's command, unless the key's screen has closed."""
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
            # During the exit, Textual no longer adds widgets to a new screen, which leads to harmless errors.
            return
        # Keep the error for the caller, which prints it with the game's path; Textual would print a long traceback.
        self.failure = self.failure or error
        self.status = 1
        super()._handle_exception(error)
        self._exit_renderables.clear()
