"""What the command palette offers: the keys of the screen, boards to play, and settings."""

from __future__ import annotations

from functools import partial

from textual.app import SystemCommand
from textual.binding import Binding

from hypersweep.boards import PRESETS
from hypersweep.controls.choices import read_choices
from hypersweep.picture.themes import THEMES
from hypersweep.tui.screens.help import key_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.screen import Screen

    from hypersweep.tui.host_app import Host

__all__ = ["commands"]

# What is faster by its key than by any palette.
_KEYS_ONLY = (
    "command_palette",
    "app.delta",
    "look",
    "move",
    "digit",
    "along",
    "edge",
    "across",
    "down",
    "step",
    "speed",
    "seek",
    "cursor",
    "focus_list",
)


def commands(app: Host, screen: Screen[object]) -> Iterator[SystemCommand]:
    """The commands for a screen.

    Args:
        app: the game.
        screen: the screen that is shown below the palette.
    """
    yield from _of_bindings(screen)
    yield from _of_bindings(app)
    for name, (text, mines) in PRESETS.items():
        yield SystemCommand(f"Play {name}", f"{text} with {mines} mines", partial(_play, app, name))
    for name, theme in THEMES.items():
        now = ", chosen now" if name == app.board_theme else ""
        yield SystemCommand(
            f"Theme: {theme.title.lower()}",
            f"colours of the board and of the screens{now}",
            partial(app.choose_theme, name),
        )
    for value, title in (("auto", "as the terminal has them"), ("ascii", "ASCII only"), ("fine", "frames and flags")):
        now = ", chosen now" if value == app.characters else ""
        yield SystemCommand(
            f"Characters: {title}",
            f"what boards and screens are drawn with{now}",
            partial(app.choose_characters, value),
        )
    if app.is_delta:
        yield SystemCommand("Clues: as they are", "each clue shows the mines around it", app.action_delta)
    else:
        yield SystemCommand(
            "Clues: less flags", "each clue shows the mines around it that have no flag", app.action_delta
        )


def _play(app: Host, name: str) -> None:
    app.navigation.play(read_choices(name))


def _of_bindings(node: Screen[object] | Host) -> Iterator[SystemCommand]:
    seen = set()
    for binding in Binding.make_bindings(node.BINDINGS):
        name = binding.action.partition("(")[0]
        words = binding.tooltip
        if not words or name in _KEYS_ONLY or binding.action in seen or not node.check_action(name, ()):
            continue
        seen.add(binding.action)
        key = binding.key_display or key_name(binding.key)
        yield SystemCommand(words[:1].upper() + words[1:], f"key {key}", partial(node.run_action, binding.action))
