"""Screens change one at a time: no key or click acts on a screen that is about to be replaced.

Keys may come faster than screens: typed ahead, over a slow line, or as a double click. They are dropped if their screen
has just closed or isn't visible yet, since the player can't have meant the new one.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.dom import DOMNode
from textual.errors import NoWidget
from textual.screen import ModalScreen, Screen
from textual.widgets import Input as TextField

from hypersweep.tui.command_key import CommandKey
from hypersweep.tui.diff_renderer import DiffRendererApp

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from textual.actions import ActionParseResult
    from textual.message_pump import MessagePump
    from textual.widget import Widget

Answer = TypeVar("Answer")

# The player's input; pasted text is no key event in Textual, but has to wait in order too.
Input = events.InputEvent | events.Paste

# Seconds after which input is accepted again even if the application hasn't settled.
_LONGEST = 1.0


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


class SerializedInputApp(DiffRendererApp):
    """An application that handles keys and clicks one at a time, and only while their screen is active.

    Each is passed on once all effects of the previous one are complete. Input from before another screen was visible is
    dropped.
    """

    def __init__(self) -> None:
        super().__init__()
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
        if isinstance(event, events.MouseMove) or self._is_for_nobody(event):
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

    def _is_for_nobody(self, event: Input) -> bool:
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
