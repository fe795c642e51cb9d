"""Screens change one at a time: no key or click acts on a screen that is about to be replaced.

Keys may come faster than screens: typed ahead, over a slow line, or as a double click. What they do on a screen
that has just gone, or isn't quite there, nobody can have meant.
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

__all__ = ["Dialog", "Palette", "SerializedInputApp", "SteadyScreen", "is_shown"]

Answer = TypeVar("Answer")

# What the player does; text that is pasted is no key to Textual, and has to wait for its turn all the same.
Input = events.InputEvent | events.Paste

# Should nothing ever come to rest, keys are taken again after so many seconds.
_LONGEST = 1.0


def is_shown(screen: Screen[Any]) -> bool:
    """Whether a screen is the one that keys and clicks are meant for."""
    return bool(screen.app.screen_stack) and screen.app.screen is screen


def _done() -> AwaitComplete:
    return AwaitComplete.nothing()  # type: ignore[no-any-return, no-untyped-call]


class SteadyScreen(Screen[Answer], Generic[Answer]):
    """A screen that takes on the size that the terminal has now, and no other.

    What lays a screen out tells it its new size once more. Of two sizes that come in one go, each would so be told
    after the other, for ever.
    """

    async def on_event(self, event: events.Event) -> None:
        """Pass over a size that has gone."""
        if isinstance(event, events.Resize) and event.size != self.app.size:
            return
        await super().on_event(event)


class Dialog(ModalScreen[Answer], SteadyScreen[Answer], Generic[Answer]):
    """A screen that gives an answer, once."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Give the answer and go, if it is still there."""
        return super().dismiss(result) if is_shown(self) else _done()


class Palette(CommandPalette, SteadyScreen[None]):
    """The command palette, which can be left only once."""

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Go, if it is still there."""
        return super().dismiss(result) if is_shown(self) else _done()


class SerializedInputApp(DiffRendererApp):
    """An application that takes keys and clicks one at a time, and only while a screen is there for them.

    Each is passed on when all that the one before has led to is done. What was typed before another screen was
    seen is dropped.
    """

    def __init__(self) -> None:
        super().__init__()
        self._waiting: deque[Input] = deque()
        self._busy_until = 0.0
        # The latest press of a button: where, when, and on which screen.
        self._press: tuple[int, int, float, Screen[Any]] | None = None
        self._ignores_button = False
        self._shown: Screen[Any] | None = None
        self._is_drawn = False
        self._turns_until = 0.0

    def get_default_screen(self) -> Screen[Any]:
        """What lies below all other screens."""
        return SteadyScreen(id="_default")

    @property
    def is_turning(self) -> bool:
        """Whether something that the player did is still being done, or another screen is about to come."""
        return monotonic() < max(self._busy_until, self._turns_until)

    def watch_screens(self) -> None:
        """Notice from now on when another screen comes."""
        self.screen_change_signal.subscribe(self, self._turn, immediate=True)

    def _turn(self, screen: Screen[Any]) -> None:
        self._waiting.clear()
        self._shown = screen
        self._is_drawn = False
        self._turns_until = monotonic() + _LONGEST
        # Once the screen has been made, and once more round both: whoever asked for the one that has gone has its
        # answer by then, and may have led on.
        self._go_round([screen, self, screen, self], lambda: self._come_to_rest(screen))

    def _come_to_rest(self, screen: Screen[Any]) -> None:
        if screen is self._shown:
            self._turns_until = 0.0
            self._take_next()

    def post_display_hook(self) -> None:
        """Notice that a screen has been drawn."""
        super().post_display_hook()
        if self.screen_stack and self.screen is self._shown:
            self._is_drawn = True

    def _go_round(self, nodes: Sequence[MessagePump], done: Callable[[], None]) -> None:
        """Call something when each of some nodes, one after the other, has done what it had to do."""
        if not nodes:
            done()
        elif not nodes[0].call_later(self._go_round, nodes[1:], done):
            # It has gone, and has nothing to do any more.
            self._go_round(nodes[1:], done)

    async def on_event(self, event: events.Event) -> None:
        """Pass on what the player does, one thing at a time."""
        if not isinstance(event, Input) or event.is_forwarded:
            await super().on_event(event)
        elif self.is_turning:
            # What comes before the player can see the screen was meant for the one before it.
            if self._is_drawn or monotonic() >= self._turns_until:
                # Of a pointer that moves on, only the last place counts.
                if self._waiting and isinstance(event, events.MouseMove) and type(self._waiting[-1]) is type(event):
                    self._waiting.pop()
                self._waiting.append(event)
        else:
            # Should something have taken too long, what waits for it still comes first.
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
            # Textual knows what to do with a Key, and not with a class of our own.
            is_typed = isinstance(self.focused, TextField)
            event = events.Key(event.key, event.character) if is_typed else event.command.copy()
        screen = self.screen
        node = self.focused if isinstance(event, events.Key | events.Paste) else self._under(event)
        self._busy_until = monotonic() + _LONGEST
        await super().on_event(event)
        # A key rises from the widget to the application, which knows whose command it is; what comes of that is a
        # message, which rises from the widget to the screen; and in the palette that leads to two more. Each time round
        # takes as long as drawing some lines, so a board says that it needs no more than two.
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
            # The second half of a double click, the first of which has led to this screen.
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
        """Do what a key asks for, unless its screen has gone."""
        if isinstance(default_namespace, DOMNode) and default_namespace is not self:
            screen = default_namespace if isinstance(default_namespace, Screen) else default_namespace.screen
            if not is_shown(screen):
                return False
        return await super().run_action(action, default_namespace, namespaces)

    def action_command_palette(self) -> None:
        """Show the command palette."""
        if self.use_command_palette and not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(id="--command-palette"))
