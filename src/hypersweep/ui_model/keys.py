"""What a key table is made of: keys and gestures, what they do and what a player reads about them, for any front door.

Keys are called as browsers call them in ``KeyboardEvent.key``, with ``Control+`` in front of those that go with Ctrl:
"Enter", "ArrowLeft", " ", "U", "Control+r". A page looks up a key as the browser reports it; a terminal translates its
own names. All of it is plain data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Gesture", "ScreenKeys", "Shortcut", "gesture_lines", "key_lines", "key_name"]

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
    """Keys that all do the same.

    Attributes:
        heading: what the help puts them under.
        keys: as ``KeyboardEvent.key`` has them, those with Ctrl after ``Control+``.
        command: what they do, for the program.
        what: what they do, for the player.
        arguments: what the command is given.
        footer: what the foot of the screen calls it; empty where it isn't named there.
        sign: what the help calls the keys instead of their own names; empty for those.
        is_in_palette: whether it is also offered among the commands that are found by typing.
        is_in_text: whether the keys do it even while they would otherwise go to a field of text.
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
        """What the help calls the keys."""
        return [self.sign or key_name(key) for key in self.keys]


class Gesture(NamedTuple):
    """What a mouse or a finger does.

    Attributes:
        device: "Mouse" or "Touch", which is also what the help puts it under.
        gestures: buttons of a mouse ("left", "right", "middle", "both"), its "hover" and "wheel"; "tap", "long press"
            and "drag" of a finger; with "on the ..." for anything but the board.
        command: what it does, for the program.
        what: what it does, for the player.
    """

    device: str
    gestures: tuple[str, ...]
    command: str
    what: str


class ScreenKeys(NamedTuple):
    """All keys and gestures of one screen.

    Attributes:
        shortcuts: its keys, the more important ones first: where there is little room, the last ones aren't named.
        gestures: what mouse and fingers do there.
        note: what else a player should know.
    """

    shortcuts: tuple[Shortcut, ...]
    gestures: tuple[Gesture, ...] = ()
    note: str = ""

    def name_of(self, command: str) -> str:
        """What stands on the first key for a command: the one name that all texts call it by.

        Args:
            command: one of the screen's.

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
    """What stands on a key.

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
    """The names of keys and what they do, by headings; those that do the same stand on one line.

    >>> key_lines([Shortcut("Move", ("h", "ArrowLeft"), "go", "to the left"), Shortcut("Play", ("f",), "flag", "flag")])
    {'Move': [('h ←', 'to the left')], 'Play': [('f', 'flag')]}
    """
    headings: dict[str, dict[str, dict[str, None]]] = {}
    for shortcut in shortcuts:
        names = headings.setdefault(shortcut.heading, {}).setdefault(shortcut.what, {})
        names.update(dict.fromkeys(shortcut.names))
    return {heading: [(" ".join(names), what) for what, names in lines.items()] for heading, lines in headings.items()}


def gesture_lines(gestures: Iterable[Gesture], device: str) -> list[tuple[str, str]]:
    """The gestures of a device and what they do.

    >>> gesture_lines([Gesture("Mouse", ("both", "middle"), "chord", "chord")], "Mouse")
    [('both, middle', 'chord')]
    """
    return [(", ".join(gesture.gestures), gesture.what) for gesture in gestures if gesture.device == device]
