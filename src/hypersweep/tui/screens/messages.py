"""Recent messages in full, since the lines on other screens may have cut them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from hypersweep.tui.parts.footer import KeyFooter
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.serialized_input import Dialog
from hypersweep.ui_model.key_table import KEY_TABLE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.ui_model.key_table import ScreenKeys


class MessagesScreen(Dialog[None]):
    """Show messages, the latest first.

    Args:
        messages: the messages, oldest first.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["messages"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    MessagesScreen { align: center middle; }
    MessagesScreen > VerticalScroll {
        width: 100; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; border-title-color: $foreground; background: $surface; padding: 0 2;
    }
    MessagesScreen Static { height: auto; margin: 0 0 1 0; }
    """

    def __init__(self, messages: Sequence[str]) -> None:
        super().__init__()
        self._messages = list(dict.fromkeys(reversed(messages)))

    def compose(self) -> ComposeResult:
        """Create the messages, below each other."""
        with VerticalScroll() as scroll:
            scroll.border_title = "Messages"
            scroll.border_subtitle = "Esc closes"
            for message in self._messages or ["nothing was said yet"]:
                yield Static(Content(message))
        yield KeyFooter()

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)
