"""Small dialogs: a choice among several items, or a file."""

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
    from collections.abc import Callable, Sequence
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.ui_model.key_table import ScreenKeys


class ChoiceDialog(Dialog["str | None"]):
    """Ask for one of several items. Returns its key, or the typed text; None if cancelled.

    Args:
        title: title of the dialog.
        choices: pairs of a key and a text; those with an empty key can't be chosen.
        prompt: placeholder of the text field; empty for no field.
        check: returns what is wrong with the typed text, or None.
        remove: called with the key of an item to delete; None if items can't be deleted.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["choice"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    ChoiceDialog { align: center middle; }
    ChoiceDialog > Vertical {
        width: 76; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; border-title-color: $foreground; background: $surface; padding: 0 1;
    }
    ChoiceDialog OptionList { border: none; height: auto; max-height: 14; background: $surface; }
    ChoiceDialog OptionList:focus { border: none; }
    ChoiceDialog Input { margin: 0 0 0 0; }
    ChoiceDialog .what { color: $text-muted; padding: 0 1; }
    ChoiceDialog #wrong { color: $text-error; padding: 0 1; height: auto; }
    """

    def __init__(
        self,
        title: str,
        choices: Sequence[tuple[str, str]],
        *,
        prompt: str = "",
        check: Callable[[str], str | None] = lambda _: None,
        remove: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__()
        self._title = title
        self._choices = choices
        self._prompt = prompt
        self._check = check
        self._remove = remove
        # The item that is deleted when the player asks again.
        self._asked: str | None = None

    def compose(self) -> ComposeResult:
        """Create the list, and the field below it."""
        with Vertical() as box:
            box.border_title = self._title
            if self._choices:
                yield OptionList(*_options(self._choices))
            if self._prompt:
                yield Static(self._prompt, classes="what")
                yield Input(compact=True)
                yield Static(id="wrong")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Highlight the first item."""
        for options in self.query(OptionList):
            options.action_first()
            options.focus()
            return
        self.query_one(Input).focus()

    def add(self, choices: Sequence[tuple[str, str]]) -> None:
        """Add items to the list.

        Args:
            choices: as in the constructor.
        """
        for options in self.query(OptionList):
            options.add_options(_options(choices))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key has an effect here."""
        del parameters
        if action == "cursor":
            return isinstance(self.focused, OptionList)
        return action != "remove" or self._remove is not None

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)

    @on(Input.Submitted)
    def _type(self, event: Input.Submitted) -> None:
        wrong = self._check(event.value)
        if wrong is None:
            self.dismiss(event.value)
        else:
            self.query_one("#wrong", Static).update(Content(wrong))

    @on(OptionList.OptionHighlighted)
    def _forget(self) -> None:
        self._ask(None)

    def _ask(self, key: str | None) -> None:
        """Wait for a second request to delete an item; None cancels a pending deletion."""
        self._asked = key
        self.query_one(Vertical).border_subtitle = "Del again deletes it for good" if key is not None else ""

    def action_cursor(self, step: int) -> None:
        """Move up or down in the list."""
        for options in self.query(OptionList):
            options.action_cursor_down() if step > 0 else options.action_cursor_up()

    def action_remove(self) -> None:
        """Delete the highlighted item at the second request."""
        options = self.query_one(OptionList)
        place = options.highlighted
        if self._remove is None or place is None:
            return
        key = options.get_option_at_index(place).id
        if key is None or key != self._asked:
            self._ask(key)
            return
        self._ask(None)
        self._remove(key)
        options.remove_option_at_index(place)
        if not any(option.id for option in options.options):
            self.dismiss(None)


def _options(choices: Sequence[tuple[str, str]]) -> list[Option]:
    return [Option(Content(text), id=key or None, disabled=not key) for key, text in choices]
