"""The dialog about a game that can't be saved in its usual place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from hypersweep.tui.parts.footer import KeyFooter
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.serialized_input import Dialog
from hypersweep.ui_model.key_table import KEY_TABLE

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.ui_model.key_table import ScreenKeys


class UnsavedDialog(Dialog[bool]):
    """Ask for another place to save a game. Returns whether to continue with the action; the game is saved or given up.

    Args:
        why: the error, as a sentence.
        path: suggested path.
        save: saves the game at a path, and returns the error or None.
        again: retries the usual place, and returns the error or None.
        let_go: called if the player gives the game up.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["unsaved"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    UnsavedDialog { align: center middle; }
    UnsavedDialog > Vertical {
        width: 76; max-width: 100%; height: auto; max-height: 100%; overflow-y: auto;
        border: round $warning; border-title-color: $text-warning; background: $surface; padding: 0 1;
    }
    UnsavedDialog Static { padding: 0 1; height: auto; }
    UnsavedDialog #what { color: $text-muted; margin: 1 0 0 0; }
    UnsavedDialog #wrong { color: $text-error; }
    UnsavedDialog OptionList { border: none; height: auto; background: $surface; margin: 1 0 0 0; }
    UnsavedDialog OptionList:focus { border: none; }
    UnsavedDialog OptionList:blur > .option-list--option-highlighted { background: $surface; color: $foreground; }
    """

    def __init__(
        self,
        why: str,
        path: str,
        *,
        save: Callable[[str], str | None],
        again: Callable[[], str | None],
        let_go: Callable[[], object],
    ) -> None:
        super().__init__()
        self._why = why
        self._path = path
        self._save = save
        self._again = again
        self._let_go = let_go

    def compose(self) -> ComposeResult:
        """Create the error, a field for another path, and the other answers."""
        with Vertical() as box:
            box.border_title = "The game isn't saved"
            yield Static(Content(self._why), id="why")
            yield Static("save it elsewhere, as:", id="what")
            yield Input(self._path, compact=True)
            yield Static(id="wrong")
            yield OptionList(
                Option("Try again", id="again"),
                Option("Leave it unsaved", id="let_go"),
                Option("Back to the game", id="back"),
            )
        yield KeyFooter()

    def on_mount(self) -> None:
        """Focus the field."""
        self.query_one(Input).focus()

    def action_other(self) -> None:
        """Move from the field to the answers below, or back."""
        field, options = self.query_one(Input), self.query_one(OptionList)
        (options if field.has_focus else field).focus()

    @on(Input.Submitted)
    def action_save(self) -> None:
        """Save the game at the path in the field."""
        self._tell("#wrong", self._save(self.query_one(Input).value))

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        if event.option_id == "again":
            self._tell("#why", self._again())
        elif event.option_id == "let_go":
            self._let_go()
            self.dismiss(True)
        else:
            self.dismiss(False)

    def _tell(self, where: str, wrong: str | None) -> None:
        if wrong is None:
            self.dismiss(True)
        else:
            self.query_one(where, Static).update(Content(wrong))
            self.app.bell()
