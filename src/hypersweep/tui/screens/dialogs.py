"""Dialogs that ask the player for one of several items, for another path to save a game, or for a custom board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.containers import Grid as GridContainer
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, Label, OptionList, Select, Static
from textual.widgets.option_list import Option

from hypersweep.errors import HypersweepError
from hypersweep.rules import RULES_BY_NAME
from hypersweep.tui.key_dispatch import KeyFooter, bindings
from hypersweep.tui.terminal_app import Dialog
from hypersweep.ui_model.board_info import board_facts
from hypersweep.ui_model.choices import BoardChoice, read_choices
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.rule_preferences import PREFERENCES, RulePreferences, first_open_text, guess_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.ui_model.key_table import ScreenKeys


_USUAL = RulePreferences()
_ALLOWED = "allowed"


class ChoiceDialog(Dialog["str | None"]):
    """Asks for one of several items. The answer is the item's key or the typed text; None if cancelled.

    Args:
        title: the dialog's title.
        choices: pairs of a key and a text; an item with an empty key can't be chosen.
        prompt: placeholder of the text field; empty for no field.
        check: takes the typed text, returns what is wrong with it, or None.
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
        # Key of the item that will be deleted when Del is pressed again; None if there is none.
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
        """Return whether a key's command can run: moving needs focus on the list, and deleting needs ``remove``."""
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
        """Ask the player to press Del again to confirm deleting an item; None cancels this."""
        self._asked = key
        self.query_one(Vertical).border_subtitle = "press Del again to delete it for good" if key is not None else ""

    def action_cursor(self, step: int) -> None:
        """Move up or down in the list."""
        for options in self.query(OptionList):
            options.action_cursor_down() if step > 0 else options.action_cursor_up()

    def action_remove(self) -> None:
        """Delete the highlighted item when Del is pressed a second time; the first time, ask for confirmation."""
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


class UnsavedDialog(Dialog[bool]):
    """Asks what to do with a game that can't be saved. The answer is whether the pending action can proceed.

    Args:
        why: the error, as a sentence.
        path: the suggested path.
        save: saves the game at a path, returns the error or None.
        again: tries to save the game in its store again, returns the error or None.
        let_go: called if the player gives up the game.
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
        """Create the error message, a field for another path, and the other answers."""
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


class CustomDialog(Dialog[BoardChoice | None]):
    """Asks for a board, mines and rules. The answer is the choice; None if cancelled.

    Args:
        preferences: the player's preferences for new boards.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["custom"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    CustomDialog { align: center middle; }
    CustomDialog > Vertical {
        width: 68; max-width: 100%; height: auto; max-height: 100%; overflow-y: auto;
        border: round $primary; border-title-color: $text; background: $surface; padding: 0 2;
    }
    CustomDialog .fields { grid-size: 2; grid-columns: 14 1fr; grid-rows: 1; height: auto; grid-gutter: 0 1; }
    CustomDialog Label { width: 100%; text-align: right; color: $text-muted; }
    CustomDialog Input { border: none; height: 1; padding: 0; }
    CustomDialog Input:focus { background: $primary 25%; }
    CustomDialog Select { height: 1; }
    CustomDialog #facts { height: 5; margin: 1 0 0 0; }
    CustomDialog #facts.wrong { color: $text-error; }
    CustomDialog .buttons { height: auto; align-horizontal: right; margin: 1 0 0 0; }
    CustomDialog Button { margin: 0 0 0 2; }
    """

    def __init__(self, *, preferences: RulePreferences = _USUAL) -> None:
        super().__init__()
        self._preferences = preferences
        self._choice: BoardChoice | None = None

    def compose(self) -> ComposeResult:
        """Create the fields, the text about the resulting game, and two buttons."""
        with Vertical() as box:
            box.border_title = "Own board"
            with GridContainer(classes="fields"):
                yield Label("board")
                yield Input(placeholder="4x4x4x4, 16x30, a preset or a board ID", id="board", compact=True)
                yield Label("mines")
                yield Input(placeholder="as many as suit", id="mines", compact=True)
                yield Label("wrap")
                yield Input(placeholder="none; all, or axes such as 0,2", id="wrap", compact=True)
                yield Label("cells touch")
                yield Select(
                    [("at sides and corners (moore)", "moore"), ("along axes (orthogonal)", "orthogonal")],
                    prompt="as the board says",
                    id="adjacency",
                    compact=True,
                )
                yield Label("rules")
                yield Select(
                    [(name, name) for name in RULES_BY_NAME],
                    value="classic",
                    allow_blank=False,
                    id="rules",
                    compact=True,
                )
                yield Label("first click")
                yield Select(
                    [("an opening", "opening"), ("safe: no mine", "safe"), ("unprotected: anything", "any")],
                    prompt=self._set_words("first_open"),
                    id="first",
                    compact=True,
                )
                yield Label("guesses")
                yield Select(
                    # Use another value for "": a Select takes an empty value for no selection.
                    [(words, preference or _ALLOWED) for preference, words in PREFERENCES["guess"].items()],
                    prompt=self._set_words("guess"),
                    id="guess",
                    compact=True,
                )
                yield Label("seed")
                yield Input(placeholder="none: a new board each time", id="seed", compact=True)
            yield Static(id="facts")
            with Horizontal(classes="buttons"):
                yield Button("Play", variant="primary", id="play", compact=True)
                yield Button("Back", id="back", compact=True)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Check the initial values."""
        self.check()

    @on(Input.Changed)
    @on(Select.Changed)
    def check(self) -> None:
        """Read the fields, and show the resulting game or the error."""
        facts = self.query_one("#facts", Static)
        try:
            choice = self._choice = read_choices(**self._fields(), preferences=self._preferences)
        except HypersweepError as error:
            self._choice = None
            facts.update(Content(str(error)))
        else:
            facts.update(Content("\n".join((*board_facts(choice.grid, choice.mines), *_rules_texts(choice)))))
            chosen = f"{choice.mines} suit" if choice.are_mines_chosen else f"{choice.mines} by the board"
            self.query_one("#mines", Input).placeholder = chosen
        facts.set_class(self._choice is None, "wrong")
        self.query_one("#play", Button).disabled = self._choice is None

    def _fields(self) -> dict[str, str]:
        fields = {name: self.query_one(f"#{name}", Input).value for name in ("board", "mines", "wrap", "seed")}
        if fields["wrap"].strip().lower() == "none":
            fields["wrap"] = ""
        for name in ("rules", "adjacency", "first", "guess"):
            value = self.query_one(f"#{name}", Select).value
            fields[name] = value if isinstance(value, str) else ""
        fields["guess"], *others = fields["guess"].split(",")
        return fields | dict(other.split("=") for other in others)

    def _set_words(self, name: str) -> str:
        """Return the placeholder for an empty field, naming the player's preference."""
        preference = getattr(self._preferences, name)
        return PREFERENCES[name][preference] + ", as you have set it" * bool(preference)

    @on(Input.Submitted)
    @on(Button.Pressed, "#play")
    def action_play(self) -> None:
        """Play the game, if it is valid."""
        if self._choice is None:
            self.app.bell()
            return
        self.dismiss(self._choice)

    @on(Button.Pressed, "#back")
    def cancel(self) -> None:
        """Close the form without a choice."""
        self.dismiss(None)


def _rules_texts(choice: BoardChoice) -> list[str]:
    """Describe what the first click promises and how guesses are handled, or why a preference was ignored."""
    if choice.layout is not None:
        return ["the mines are already placed: the first click may hit one"]
    texts = [choice.remark or f"the {first_open_text(choice.rules)}", guess_text(choice.rules)]
    return [text for text in texts if text]
