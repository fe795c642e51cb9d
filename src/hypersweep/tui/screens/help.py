"""The help: every key of a screen and what the mouse does there, read from the key table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from hypersweep.tui.parts.footer import KeyFooter
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.serialized_input import Dialog
from hypersweep.ui_model.key_table import KEY_TABLE, gesture_lines, key_lines

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.ui_model.key_table import ScreenKeys


class HelpScreen(Dialog[None]):
    """Show the keys of the screen below.

    Args:
        title: title of that screen.
        keys: keys of that screen.
        everywhere: keys of all screens.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["help"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [  # noqa: RUF012 -- as Screen has it
        (0, "-narrow"),
        (124, "-wide"),
    ]
    CSS = """
    HelpScreen { align: center middle; }
    HelpScreen > VerticalScroll {
        width: 124; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; border-title-color: $foreground; background: $surface; padding: 0 2;
        scrollbar-gutter: stable;
    }
    HelpScreen #columns { height: auto; layout: vertical; }
    HelpScreen.-wide #columns { layout: horizontal; }
    HelpScreen .column { width: 1fr; height: auto; }
    HelpScreen .heading { padding: 1 0 0 0; }
    HelpScreen #first > .heading:first-child { padding: 0; }
    HelpScreen.-wide #second > .heading:first-child { padding: 0; }
    HelpScreen.-wide #second { padding: 0 0 0 3; }
    HelpScreen #note { color: $text-muted; padding: 1 0 0 0; }
    """

    def __init__(self, title: str, keys: ScreenKeys, everywhere: ScreenKeys) -> None:
        super().__init__()
        self._heading = title
        self._sections = list(key_lines((*keys.shortcuts, *everywhere.shortcuts)).items())
        # Terminals have no touch gestures.
        if mouse := gesture_lines(keys.gestures, "Mouse"):
            self._sections.append(("Mouse", mouse))
        self._note = keys.note

    def compose(self) -> ComposeResult:
        """Create the sections, below each other."""
        with VerticalScroll() as scroll:
            scroll.border_title = self._heading
            scroll.border_subtitle = "Esc closes"
            # Balance the height of two columns.
            heights = [len(lines) + 2 for _, lines in self._sections]
            cut = min(range(1, len(heights) + 1), key=lambda place: max(sum(heights[:place]), sum(heights[place:])))
            with Container(id="columns"):
                for name, sections in (("first", self._sections[:cut]), ("second", self._sections[cut:])):
                    with Container(id=name, classes="column"):
                        for heading, lines in sections:
                            yield Static(Content.styled(heading, "bold $primary"), classes="heading")
                            yield Static(_table(lines), classes="keys")
            if self._note:
                yield Static(self._note, id="note")
        yield KeyFooter()

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


def _table(lines: Sequence[tuple[str, str]]) -> Table:
    """Keys and their descriptions in two columns, so that a long description wraps in its column."""
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for keys, what in lines:
        table.add_row(Text(keys, style="bold"), Text(what))
    return table
