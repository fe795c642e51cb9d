"""The help: every key of a screen, read from its bindings, and what the mouse and the signs on the board mean."""

from __future__ import annotations

from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

__all__ = ["HelpScreen", "key_lines", "key_name"]

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


def key_name(key: str) -> str:
    """What stands on a key.

    >>> key_name("full_stop"), key_name("ctrl+left"), key_name("f1"), key_name("N")
    ('.', 'Ctrl-←', 'F1', 'N')
    """
    *modifiers, last = key.split("+")
    if modifiers and len(last) == 1:
        last = last.upper()
    elif last[:1] == "f" and last[1:].isdigit():
        last = last.upper()
    return "-".join([*(modifier.capitalize() for modifier in modifiers), _NAMES.get(last, last)])


def key_lines(bindings: Iterable[BindingType]) -> dict[str, list[tuple[str, str]]]:
    """The keys of bindings and what they do, by the group that each binding belongs to.

    Keys that do the same stand on one line, and so do those that share a tooltip: it says more than a description.

    >>> lines = key_lines([Binding("h,left", "go", "left"), Binding("f", "flag", "flag", tooltip="put a flag")])
    >>> lines
    {'': [('h ←', 'left'), ('f', 'put a flag')]}
    """
    groups: dict[str, dict[str, list[str]]] = {}
    for binding in Binding.make_bindings(bindings):
        words = binding.tooltip or binding.description
        if not words or binding.system:
            continue
        group = groups.setdefault(binding.group.description if binding.group else "", {})
        name = binding.key_display or key_name(binding.key)
        names = group.setdefault(words, [])
        if name not in names:
            names.append(name)
    return {
        name: [(" ".join(names), words) for words, names in group.items()] for name, group in groups.items() if group
    }


class HelpScreen(ModalScreen[None]):
    """Shows the keys of the screen below.

    Args:
        title: of which screen.
        bindings: the bindings of that screen.
        extras: more sections: a heading, and pairs of what stands on the left and on the right.
        note: a paragraph below.
    """

    BINDINGS = [
        Binding("escape,f1,q", "dismiss", "close"),
        Binding("up,k", "scroll(-1)", "up", show=False),
        Binding("down,j", "scroll(1)", "down", show=False),
    ]
    CSS = """
    HelpScreen { align: center middle; }
    HelpScreen > VerticalScroll {
        width: 92; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; border-title-color: $text; background: $surface; padding: 0 2;
    }
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
            yield Static(self.content())
        yield Footer()

    def content(self) -> Content:
        """The text of the help."""
        width = max(len(keys) for _, lines in self._sections for keys, _ in lines) + 3
        rows = []
        for name, lines in self._sections:
            if rows:
                rows.append(Content(""))
            if name:
                rows.append(Content.styled(name, "bold $primary"))
            rows.extend(
                Content.assemble((f"{keys:{width}}", "bold"), words) for keys, words in lines
            )
        if self._note:
            rows += [Content(""), Content.styled(self._note, "$text-muted")]
        return Content("\n").join(rows)

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)
