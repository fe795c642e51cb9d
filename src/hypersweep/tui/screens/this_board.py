"""Information on the current board, for reading and for copying."""

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

    from hypersweep.ui_model.board_info import BoardSheet
    from hypersweep.ui_model.key_table import ScreenKeys

# Longest text to show in full; copies are complete in any case.
_LONGEST = 300


class ThisBoardDialog(Dialog[None]):
    """Show a board's mines, rules, seed and board ID, and copy them.

    Args:
        sheet: information on the board.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["this_board"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    ThisBoardDialog { align: center middle; }
    ThisBoardDialog > VerticalScroll {
        width: 78; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; border-title-color: $text; background: $surface; padding: 0 2;
    }
    ThisBoardDialog #said { height: 1; color: $text-success; }
    """

    def __init__(self, sheet: BoardSheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._texts = {"command": sheet.command, "seed": sheet.seed, "board ID": sheet.board_id}

    def compose(self) -> ComposeResult:
        """Create the lines, and a line about the last copy."""
        from rich.table import Table
        from rich.text import Text

        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for heading, text in self._sheet.lines:
            shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text):,} characters)"
            table.add_row(Text(heading, style="bold"), Text(shown))
        with VerticalScroll() as scroll:
            scroll.border_title = "This board"
            yield Static(table, id="lines")
            yield Static(id="said")
        yield KeyFooter()

    def action_copy(self, name: str) -> None:
        """Copy one of the texts to the clipboard."""
        self.app.copy_to_clipboard(self._texts[name])
        # Terminals don't report whether they accepted the text.
        self.query_one("#said", Static).update(Content(f"the {name} was sent to the clipboard of the terminal"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is such a text to copy."""
        return action != "copy" or bool(self._texts[str(parameters[0])])
