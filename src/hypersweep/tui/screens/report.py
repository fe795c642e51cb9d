"""The report of a review as text, on a screen of its own."""

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
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.ui_model.key_table import ScreenKeys


class ReportScreen(Dialog[None]):
    """Show a report.

    Args:
        text: the report.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["report"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    ReportScreen VerticalScroll {
        border: round $primary; border-title-color: $foreground; background: $background; padding: 0 1; height: 1fr;
    }
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Create the report."""
        with VerticalScroll() as scroll:
            scroll.border_title = "Review"
            yield Static(Content(self._text))
        yield KeyFooter()

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)
