"""A screen's keys: Textual bindings made from the key table, and a footer that lists as many keys as fit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.screen import Screen

    from hypersweep.ui_model.key_table import Shortcut

_NAMES = {
    "ArrowLeft": "left",
    "ArrowRight": "right",
    "ArrowUp": "up",
    "ArrowDown": "down",
    " ": "space",
    "?": "question_mark",
    ".": "full_stop",
    ",": "comma",
    "/": "slash",
    "$": "dollar_sign",
    "^": "circumflex_accent",
    "<": "less_than_sign",
    ">": "greater_than_sign",
    "[": "left_square_bracket",
    "]": "right_square_bracket",
    "+": "plus",
    "-": "minus",
    "=": "equals_sign",
}
# Textual's names for its built-in commands, by our names for them.
_ACTIONS = {"palette": "command_palette", "suspend": "suspend_process", "close": "dismiss"}


# Commands always shown in the footer, because the help and the palette list all others.
_ALWAYS = ("help", "command_palette")


def terminal_key(key: str) -> str:
    """Return Textual's name for a key in the key table.

    >>> terminal_key("ArrowLeft"), terminal_key("Control+r"), terminal_key("U"), terminal_key("F1"), terminal_key("?")
    ('left', 'ctrl+r', 'U', 'f1', 'question_mark')
    """
    if key.startswith("Control+"):
        return f"ctrl+{terminal_key(key.removeprefix('Control+'))}"
    return _NAMES.get(key, key if len(key) == 1 else key.lower())


def action_of(shortcut: Shortcut) -> str:
    """Return a shortcut's command as a Textual action.

    >>> from hypersweep.ui_model.key_table import Shortcut
    >>> action_of(Shortcut("Move", ("w",), "move", "up", (3, -1))), action_of(Shortcut("Help", ("q",), "close", ""))
    ('move(3, -1)', 'dismiss')
    """
    name = _ACTIONS.get(shortcut.command, shortcut.command)
    return f"{name}({', '.join(map(repr, shortcut.arguments))})" if shortcut.arguments else name


def bindings(shortcuts: Iterable[Shortcut]) -> list[BindingType]:
    """Return Textual bindings for the shortcuts' keys, in the same order."""
    return [
        Binding(
            terminal_key(key),
            action_of(shortcut),
            shortcut.footer or shortcut.what,
            show=bool(shortcut.footer),
            key_display=name,
            tooltip=shortcut.what,
            priority=shortcut.is_in_text,
        )
        for shortcut in shortcuts
        for key, name in zip(shortcut.keys, shortcut.names, strict=True)
    ]


def fitting(widths: Sequence[int], room: int, *, always: Sequence[int] = ()) -> list[int]:
    """Choose the footer entries that fit, and return their indices in order; the last entries are left out first.

    Args:
        widths: width of each entry, most important first.
        room: available width.
        always: indices of the entries to leave out last.

    >>> fitting([5, 6, 7, 4], 30), fitting([5, 6, 7, 4], 16, always=[3])
    ([0, 1, 2, 3], [0, 1, 3])
    """
    kept: list[int] = []
    for place in (*always, *(place for place in range(len(widths)) if place not in always)):
        if widths[place] > room:
            break
        room -= widths[place]
        kept.append(place)
    return sorted(kept)


class KeyFooter(Horizontal):
    """A footer with the screen's keys and their commands, as many as fit; clicking on a key presses it.

    The screen's bindings must be in order of importance.
    """

    DEFAULT_CSS = """
    KeyFooter { dock: bottom; height: 1; background: $footer-background; }
    KeyFooter Static { width: auto; height: 1; padding: 0 1 0 0; text-wrap: nowrap; }
    KeyFooter Static:hover { background: $block-hover-background; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[_Entry] = []

    def compose(self) -> ComposeResult:
        """Create the entries that fit."""
        for entry in self._shown:
            yield _Keys(entry)

    def on_mount(self) -> None:
        """Update the footer whenever the screen's bindings change."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)

    def on_resize(self) -> None:
        """Show as many entries as fit the new width."""
        self._follow(self.screen)

    def _follow(self, screen: Screen[object]) -> None:
        # Creating the entries takes longer than most moves, so do it only if they have changed.
        if self.is_attached and screen is self.screen and (keys := self._fitting()) != self._shown:
            self._shown = keys
            self.call_after_refresh(self.recompose)

    def _fitting(self) -> list[_Entry]:
        # A screen may have labels of its own for the current phase, in order of importance.
        labels: dict[str, str] | None = getattr(self.screen, "footer_labels", None)
        found: dict[tuple[str, str], _Entry] = {}
        for _, binding, is_enabled, _ in self.screen.active_bindings.values():
            action = binding.action.partition("(")[0]
            command = action.partition("_")[0]
            if action in _ALWAYS or labels is None:
                is_listed, label = binding.show, binding.description
            else:
                is_listed = command in labels
                label = labels.get(command) or binding.description
            if is_listed and is_enabled:
                # Keys with the same command and label share an entry, such as the four that move between tiles.
                entry = found.setdefault((command, label), _Entry(label))
                name = self.app.get_key_display(binding)
                if binding.action not in [other.action for other in entry.bindings]:
                    entry.bindings.append(binding)
                    entry.names.append(name)
                elif len(entry.bindings) == 1 and entry.names[0].startswith("Ctrl-"):
                    # Of two keys with the same command, show the one that is easier to press.
                    entry.bindings[0], entry.names[0] = binding, name
        if labels is not None:
            ranks = {command: rank for rank, command in enumerate(labels)}
            found = dict(sorted(found.items(), key=lambda item: ranks.get(item[0][0], len(ranks))))
        entries = list(found.values())
        actions = [entry.bindings[0].action for entry in entries]
        widths = [entry.content.cell_length + 1 for entry in entries]
        always = [actions.index(action) for action in _ALWAYS if action in actions]
        # Add a column, because the last entry needs no space after it.
        return [entries[place] for place in fitting(widths, self.size.width + 1, always=always)]


@dataclass
class _Entry:
    """A footer entry: one or more keys with a common label. If there are several, each key's name is one character."""

    label: str
    bindings: list[Binding] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    @property
    def content(self) -> Content:
        return Content.assemble(
            (f" {''.join(self.names)} ", "bold $footer-key-foreground"),
            (self.label, "$footer-foreground"),
        )


class _Keys(Static):
    """The widget of a footer entry."""

    ALLOW_SELECT = False

    def __init__(self, entry: _Entry) -> None:
        super().__init__(entry.content)
        self._keys = [binding.key for binding in entry.bindings]
        self.tooltip = ", or ".join(dict.fromkeys(binding.tooltip for binding in entry.bindings))

    def on_click(self, event: events.Click) -> None:
        """Press the entry's key, or the clicked one if there are several."""
        event.stop()
        place = event.x - 1
        if len(self._keys) == 1:
            self.app.simulate_key(self._keys[0])
        elif 0 <= place < len(self._keys):
            self.app.simulate_key(self._keys[place])
