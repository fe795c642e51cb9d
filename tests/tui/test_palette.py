"""The palette: keys, boards and settings, found by typing."""

from __future__ import annotations

from textual.app import SystemCommand
from textual.command import CommandPalette

from hypersweep import Grid
from hypersweep.boards import PRESETS
from hypersweep.picture.themes import THEMES
from hypersweep.tui.palette import commands
from hypersweep.tui.screens.game import GameScreen
from hypersweep.tui.screens.help import HelpScreen
from pilot_play import LAYOUTS, Play, play


def test_the_palette_offers_keys_boards_and_settings() -> None:
    async def script(it: Play) -> None:
        titles = {command.title for command in commands(it.app, it.app.screen)}
        assert {f"Play {name}" for name in PRESETS} <= titles
        assert {f"Theme: {theme.title.lower()}" for theme in THEMES.values()} <= titles
        assert "A hint; once more for more of it" in titles
        await it.press("slash")
        assert isinstance(it.app.screen, CommandPalette)
        await it.type("4d-easy")
        # The palette searches in its own time.
        await it.until(lambda: "Play 4d-easy" in it.text)
        await it.press("down", "enter")
        await it.until(lambda: isinstance(it.app.screen, GameScreen))
        await it.settle()
        assert it.session.grid == Grid("4x4x4x4")
        await it.press("ctrl+p")
        assert isinstance(it.app.screen, CommandPalette)
        await it.press("escape")
        assert isinstance(it.app.screen, GameScreen)

    play(script, layout=LAYOUTS[2])


def test_the_first_open_can_be_set_in_the_palette_and_holds_for_the_boards_there() -> None:
    async def script(it: Play) -> None:
        def offered(start: str) -> dict[str, SystemCommand]:
            return {found.title: found for found in commands(it.app, it.app.screen) if found.title.startswith(start)}

        assert list(offered("First open: ")) == ["First open: as usual", "First open: an opening", "First open: safe"]
        assert "chosen now" in offered("First open: ")["First open: as usual"].help
        offered("First open: ")["First open: safe"].callback()
        assert it.app.store.settings.get("first_open") == "safe"
        assert "chosen now" in offered("First open: ")["First open: safe"].help
        offered("Play ")["Play 4d-easy"].callback()
        await it.until(lambda: isinstance(it.app.screen, GameScreen) and it.session.grid == Grid("4x4x4x4"))
        await it.settle()
        assert it.session.game.rules.first_open == "safe"

    play(script, layout=LAYOUTS[2])


def test_commands_can_be_called() -> None:
    async def script(it: Play) -> None:
        game = it.app.screen
        for wanted in (
            *("Theme: light", "Theme: high contrast", "Characters: ASCII only", "Clues: less flags"),
            *("Clues: as they are", "Characters: as the terminal allows", "Put a flag or take it away", "This help"),
        ):
            (command,) = [found for found in commands(it.app, game) if found.title == wanted]
            done = command.callback()
            if done is not None:
                await done
            await it.settle()
        assert isinstance(it.app.screen, HelpScreen)
        await it.press("escape")
        assert it.session.game.flags == 1
        assert it.board.theme == "contrast"
        assert not it.board.shows_differences

    play(script, layout=LAYOUTS[2])
