"""Building blocks of a key table, for every user interface: keys and gestures, their commands and their help texts.

Keys are called as browsers call them in ``KeyboardEvent.key``, with ``Control+`` in front of those that go with Ctrl:
"Enter", "ArrowLeft", " ", "U", "Control+r". A page looks up a key as the browser reports it; a terminal translates its
own names. All of it is plain data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

_CONTROL = "Control+"
_SIGNS = {
    "ArrowLeft": "←",
    "ArrowRight": "→",
    "ArrowUp": "↑",
    "ArrowDown": "↓",
    " ": "Space",
    "Escape": "Esc",
    "PageUp": "PgUp",
    "PageDown": "PgDn",
    "Delete": "Del",
}


class Shortcut(NamedTuple):
    """Keys with the same command.

    Attributes:
        heading: heading in the help.
        keys: as in ``KeyboardEvent.key``, with the prefix ``Control+`` for Ctrl.
        command: name of the command.
        what: description for the player.
        arguments: arguments of the command.
        footer: label in the footer; empty if the footer omits it.
        sign: text in the help instead of the keys' own names; empty for these.
        is_in_palette: whether the command palette offers it too.
        is_in_text: whether the keys work even while a text field has the focus.
    """

    heading: str
    keys: tuple[str, ...]
    command: str
    what: str
    arguments: tuple[int | str, ...] = ()
    footer: str = ""
    sign: str = ""
    is_in_palette: bool = True
    is_in_text: bool = False

    @property
    def names(self) -> list[str]:
        """Name of the keys in the help."""
        return [self.sign or key_name(key) for key in self.keys]


class Gesture(NamedTuple):
    """A gesture of the mouse or a finger.

    Attributes:
        device: "Mouse" or "Touch", which is also what the help puts it under.
        gestures: buttons of a mouse ("left", "right", "middle", "both"), its "hover" and "wheel"; "tap", "long press"
            and "drag" of a finger; with "on the ..." for anything but the board.
        command: name of the command.
        what: description for the player.
    """

    device: str
    gestures: tuple[str, ...]
    command: str
    what: str


class ScreenKeys(NamedTuple):
    """All keys and gestures of a screen.

    Attributes:
        shortcuts: its keys, most important first; the last ones are omitted if there is little space.
        gestures: its gestures of mouse and fingers.
        note: further information for the player.
    """

    shortcuts: tuple[Shortcut, ...]
    gestures: tuple[Gesture, ...] = ()
    note: str = ""

    def name_of(self, command: str) -> str:
        """Return the label of the first key of a command: the one name that all texts use.

        Args:
            command: a command of the screen.

        Raises:
            KeyError: the screen has no such command.

        >>> ScreenKeys((Shortcut("Game", ("U", "Control+r"), "redo", "make an undone move again"),)).name_of("redo")
        'U'
        """
        for shortcut in self.shortcuts:
            if shortcut.command == command:
                return shortcut.names[0]
        raise KeyError(command)


def key_name(key: str) -> str:
    """Return the label of a key.

    Args:
        key: as in a ``Shortcut``.

    >>> key_name(" "), key_name("Control+r"), key_name("PageUp"), key_name("F1"), key_name("N")
    ('Space', 'Ctrl-R', 'PgUp', 'F1', 'N')
    """
    if key.startswith(_CONTROL):
        last = key.removeprefix(_CONTROL)
        return f"Ctrl-{last.upper() if len(last) == 1 else key_name(last)}"
    return _SIGNS.get(key, key)


def key_lines(shortcuts: Iterable[Shortcut]) -> dict[str, list[tuple[str, str]]]:
    """Return the names of keys and their descriptions, by heading; keys with one description share a line.

    >>> key_lines([Shortcut("Move", ("h", "ArrowLeft"), "go", "to the left"), Shortcut("Play", ("f",), "flag", "flag")])
    {'Move': [('h ←', 'to the left')], 'Play': [('f', 'flag')]}
    """
    headings: dict[str, dict[str, dict[str, None]]] = {}
    for shortcut in shortcuts:
        names = headings.setdefault(shortcut.heading, {}).setdefault(shortcut.what, {})
        names.update(dict.fromkeys(shortcut.names))
    return {heading: [(" ".join(names), what) for what, names in lines.items()] for heading, lines in headings.items()}


def gesture_lines(gestures: Iterable[Gesture], device: str) -> list[tuple[str, str]]:
    """Return the gestures of a device and their descriptions.

    >>> gesture_lines([Gesture("Mouse", ("both", "middle"), "chord", "chord")], "Mouse")
    [('both, middle', 'chord')]
    """
    return [(", ".join(gesture.gestures), gesture.what) for gesture in gestures if gesture.device == device]
