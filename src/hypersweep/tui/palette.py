"""What the command palette offers: the keys of the screen, boards to play, and settings."""

from __future__ import annotations

from functools import partial

from textual.app import SystemCommand

from hypersweep.boards import PRESETS
from hypersweep.controls.choices import read_choices
from hypersweep.controls.first_open import WISHES, wish_text
from hypersweep.controls.key_table import KEY_TABLE
from hypersweep.picture.themes import THEMES
from hypersweep.tui.parts.keys import action_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.screen import Screen

    from hypersweep.controls.keys import ScreenKeys
    from hypersweep.tui.host_app import HostApp

__all__ = ["commands"]


def commands(app: HostApp, screen: Screen[object]) -> Iterator[SystemCommand]:
    """The commands for a screen.

    Args:
        app: the game.
        screen: the screen that is shown below the palette.
    """
    keys: ScreenKeys | None = getattr(screen, "KEYS", None)
    if keys is not None:
        yield from _of_keys(screen, keys)
    yield from _of_keys(app, KEY_TABLE["everywhere"])
    for name, (text, mines) in PRESETS.items():
        yield SystemCommand(f"Play {name}", f"{text} with {mines} mines", partial(_play, app, name))
    for wish, words in WISHES.items():
        now = ", chosen now" if wish == app.first_open else ""
        yield SystemCommand(f"First open: {words}", wish_text(wish) + now, partial(app.choose_first_open, wish))
    for name, theme in THEMES.items():
        now = ", in use now" if name == app.board_theme else ""
        yield SystemCommand(
            f"Theme: {theme.title.lower()}",
            f"colours of the board and the screens{now}",
            partial(app.choose_theme, name),
        )
    for value, title in (("auto", "as the terminal allows"), ("ascii", "ASCII only"), ("fine", "frames and flags")):
        now = ", in use now" if value == app.characters else ""
        yield SystemCommand(
            f"Characters: {title}",
            f"what boards and screens are drawn with{now}",
            partial(app.choose_characters, value),
        )
    if app.is_delta:
        yield SystemCommand("Clues: as they are", "each clue shows the mines around it", app.toggle_delta)
    else:
        yield SystemCommand(
            "Clues: less flags", "each clue shows the mines around it that have no flag", app.toggle_delta
        )


def _play(app: HostApp, name: str) -> None:
    app.navigation.play(read_choices(name, wish=app.first_open))


def _of_keys(node: Screen[object] | HostApp, keys: ScreenKeys) -> Iterator[SystemCommand]:
    seen = set()
    for shortcut in keys.shortcuts:
        action = action_of(shortcut)
        if shortcut.is_in_palette and action not in seen and node.check_action(shortcut.command, ()):
            seen.add(action)
            title = shortcut.what[:1].upper() + shortcut.what[1:]
            yield SystemCommand(title, f"key {shortcut.names[0]}", partial(node.run_action, action))
