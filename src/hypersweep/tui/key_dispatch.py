"""The keys of a screen: Textual's bindings for the key table, and the footer that lists as many as fit."""

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
# Commands that Textual has under its own names.
_ACTIONS = {"palette": "command_palette", "suspend": "suspend_process", "close": "dismiss"}


# The help and the palette list every other key, so these two are always shown.
_ALWAYS = ("help", "command_palette")


def terminal_key(key: str) -> str:
    """Return Textual's name of a key.

    >>> terminal_key("ArrowLeft"), terminal_key("Control+r"), terminal_key("U"), terminal_key("F1"), terminal_key("?")
    ('left', 'ctrl+r', 'U', 'f1', 'question_mark')
    """
    if key.startswith("Control+"):
        return f"ctrl+{terminal_key(key.removeprefix('Control+'))}"
    return _NAMES.get(key, key if len(key) == 1 else key.lower())


def action_of(shortcut: Shortcut) -> str:
    """Return Textual's name of a command.

    >>> from hypersweep.ui_model.key_table import Shortcut
    >>> action_of(Shortcut("Move", ("w",), "move", "up", (3, -1))), action_of(Shortcut("Help", ("q",), "close", ""))
    ('move(3, -1)', 'dismiss')
    """
    name = _ACTIONS.get(shortcut.command, shortcut.command)
    return f"{name}({', '.join(map(repr, shortcut.arguments))})" if shortcut.arguments else name


def bindings(shortcuts: Iterable[Shortcut]) -> list[BindingType]:
    """Return the keys as bindings of a Textual screen, in the same order."""
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
    """Choose the keys to show, in order; the last ones are left out first.

    Args:
        widths: widths of all keys, most important first.
        room: available width.
        always: indices of keys that are left out last.

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
    """The keys of a screen and their commands, as many as fit; a click on one presses it.

    The bindings of a screen are in order of importance.
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
        """Create the keys that fit."""
        for entry in self._shown:
            yield _Keys(entry)

    def on_mount(self) -> None:
        """Follow the screen's bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)

    def on_resize(self) -> None:
        """Show as many as fit."""
        self._follow(self.screen)

    def _follow(self, screen: Screen[object]) -> None:
        # Creating the keys takes longer than most moves, so do it only after a change.
        if self.is_attached and screen is self.screen and (keys := self._fitting()) != self._shown:
            self._shown = keys
            self.call_after_refresh(self.recompose)

    def _fitting(self) -> list[_Entry]:
        found: dict[tuple[str, str], _Entry] = {}
        for _, binding, is_enabled, _ in self.screen.active_bindings.values():
            if binding.show and is_enabled:
                # The four keys for moving from tile to tile share an entry.
                entry = found.setdefault((binding.action.partition("(")[0], binding.description), _Entry())
                if binding.action not in [other.action for other in entry.bindings]:
                    entry.bindings.append(binding)
                    entry.names.append(self.app.get_key_display(binding))
        entries = list(found.values())
        actions = [entry.bindings[0].action for entry in entries]
        widths = [entry.content.cell_length + 1 for entry in entries]
        always = [actions.index(action) for action in _ALWAYS if action in actions]
        # The last key needs no space after it.
        return [entries[place] for place in fitting(widths, self.size.width + 1, always=always)]


@dataclass
class _Entry:
    """Keys with one label; several keys have one character each."""

    bindings: list[Binding] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    @property
    def content(self) -> Content:
        return Content.assemble(
            (f" {''.join(self.names)} ", "bold $footer-key-foreground"),
            (self.bindings[0].description, "$footer-foreground"),
        )


class _Keys(Static):
    """Return the text of an entry."""

    ALLOW_SELECT = False

    def __init__(self, entry: _Entry) -> None:
        super().__init__(entry.content)
        self._keys = [binding.key for binding in entry.bindings]
        self.tooltip = ", or ".join(dict.fromkeys(binding.tooltip for binding in entry.bindings))

    def on_click(self, event: events.Click) -> None:
        """Press the key; of several, the clicked one."""
        event.stop()
        place = event.x - 1
        if len(self._keys) == 1:
            self.app.simulate_key(self._keys[0])
        elif 0 <= place < len(self._keys):
            self.app.simulate_key(self._keys[place])
