"""The help: every key of a screen, read from its bindings, and what the mouse and the signs on the board mean."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text
from textual.binding import Binding
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from hypersweep.tui.parts.footer import KeyFooter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

__all__ = ["HelpScreen", "key", "key_lines", "key_name"]

_NAMES = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "space": "Space",
    "enter": "Enter",
    "escape": "Esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "delete": "Del",
    "tab": "Tab",
    "question_mark": "?",
    "full_stop": ".",
    "comma": ",",
    "slash": "/",
    "dollar_sign": "$",
    "circumflex_accent": "^",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
}


def key(section: str, keys: str, action: str, what: str, footer: str = "", name: str | None = None) -> Binding:
    """A binding that the help knows where to put.

    Args:
        section: the heading in the help.
        keys: the keys, with commas between them.
        action: what they do, for the program.
        what: what they do, for the player; empty leaves them out of the help.
        footer: what the footer calls it; empty leaves them out there.
        name: what the help calls the keys; None for their own names.
    """
    return Binding(
        keys, action, footer or what, show=bool(footer), key_display=name, tooltip=what, id=f"{section}: {keys}"
    )


def key_name(key: str) -> str:
    """What stands on a key.

    >>> key_name("full_stop"), key_name("ctrl+left"), key_name("f1"), key_name("N")
    ('.', 'Ctrl-←', 'F1', 'N')
    """
    *modifiers, last = key.split("+")
    if (modifiers and len(last) == 1) or (last[:1] == "f" and last[1:].isdigit()):
        last = last.upper()
    return "-".join([*(modifier.capitalize() for modifier in modifiers), _NAMES.get(last, last)])


def key_lines(bindings: Iterable[BindingType]) -> dict[str, list[tuple[str, str]]]:
    """The keys of bindings and what they do, by sections; those that do the same stand on one line.

    >>> key_lines([key("Move", "h,left", "go", "to the left"), key("Act", "f", "flag", "put a flag", "flag")])
    {'Move': [('h ←', 'to the left')], 'Act': [('f', 'put a flag')]}
    """
    sections: dict[str, dict[str, list[str]]] = {}
    for binding in Binding.make_bindings(bindings):
        if not binding.tooltip or binding.id is None:
            continue
        section = sections.setdefault(binding.id.partition(":")[0], {})
        name = binding.key_display or key_name(binding.key)
        names = section.setdefault(binding.tooltip, [])
        if name not in names:
            names.append(name)
    return {name: [(" ".join(names), what) for what, names in lines.items()] for name, lines in sections.items()}


class HelpScreen(ModalScreen[None]):
    """Shows the keys of the screen below.

    Args:
        title: of which screen.
        bindings: the bindings of that screen.
        extras: more sections: a heading, and pairs of what stands on the left and on the right.
        note: a paragraph below.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("Help", "escape,f1,q", "dismiss", "close the help", "close"),
        key("Help", "up,k", "scroll(-1)", "scroll up"),
        key("Help", "down,j", "scroll(1)", "scroll down"),
    ]
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [  # noqa: RUF012 -- as Screen has it
        (0, "-narrow"),
        (124, "-wide"),
    ]
    CSS = """
    HelpScreen { align: center middle; }
    HelpScreen > VerticalScroll {
        width: 124; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; border-title-color: $foreground; background: $surface; padding: 0 2;
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

    def __init__(
        self,
        title: str,
        bindings: Sequence[BindingType],
        extras: Sequence[tuple[str, Sequence[tuple[str, str]]]] = (),
        note: str = "",
    ) -> None:
        super().__init__()
        self._heading = title
        self._sections = [*key_lines(bindings).items(), *((name, list(lines)) for name, lines in extras)]
        self._note = note

    def compose(self) -> ComposeResult:
        """The sections, below each other."""
        with VerticalScroll() as scroll:
            scroll.border_title = self._heading
            scroll.border_subtitle = "Esc closes"
            # Two columns of about the same height.
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
    """Keys, and beside them what they do; a text that takes several lines stays beside its keys."""
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for keys, what in lines:
        table.add_row(Text(keys, style="bold"), Text(what))
    return table
