"""A form for a custom board, checked while the player types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.containers import Grid as GridContainer
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, Label, Select, Static

from hypersweep.errors import HypersweepError
from hypersweep.rules import RULES_BY_NAME
from hypersweep.tui.parts.footer import KeyFooter
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.serialized_input import Dialog
from hypersweep.ui_model.board_info import board_facts
from hypersweep.ui_model.choices import BoardChoice, read_choices
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.rule_preferences import WISHES, Wishes, first_open_text, guess_text

if TYPE_CHECKING:
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.ui_model.key_table import ScreenKeys

_USUAL = Wishes()
_ALLOWED = "allowed"


class CustomDialog(Dialog[BoardChoice | None]):
    """Ask for a board, mines and rules. Returns the choice, or None.

    Args:
        wishes: the player's settings.
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

    def __init__(self, *, wishes: Wishes = _USUAL) -> None:
        super().__init__()
        self._wishes = wishes
        self._choice: BoardChoice | None = None

    def compose(self) -> ComposeResult:
        """Create the fields, the line about them, and two buttons."""
        with Vertical() as box:
            box.border_title = "Custom board"
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
                yield Label("first open")
                yield Select(
                    [("an opening", "opening"), ("safe: no mine", "safe"), ("unprotected: anything", "any")],
                    prompt=self._set_words("first_open"),
                    id="first",
                    compact=True,
                )
                yield Label("guesses")
                yield Select(
                    # Select takes an empty value for no selection.
                    [(words, wish or _ALLOWED) for wish, words in WISHES["guess"].items()],
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
            choice = self._choice = read_choices(**self._fields(), wishes=self._wishes)
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
        """Return the placeholder of an empty field: the player's setting."""
        wish = getattr(self._wishes, name)
        return WISHES[name][wish] + ", as you have set it" * bool(wish)

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
    """Describe the promise of the first open and the rule for guesses, and why a preference was ignored."""
    if choice.layout is not None:
        return ["the mines lie there already: the first open may hit one"]
    texts = [choice.remark or f"the {first_open_text(choice.rules)}", guess_text(choice.rules)]
    return [text for text in texts if text]
