"""The palette finds keys, boards and settings by typed words."""

from __future__ import annotations

import pytest
from textual.command import CommandPalette

from hypersweep import Grid
from hypersweep.boards import PRESETS, board_title
from hypersweep.picture.themes import THEMES
from hypersweep.tui.palette import Command, CommandProvider, commands
from hypersweep.tui.screens.game_screen import GameScreen
from hypersweep.tui.screens.statistics_screen import StatisticsScreen
from hypersweep.tui.screens.text_dialogs import HelpScreen
from hypersweep.tui.screens.watch_screen import WatchScreen
from hypersweep.ui_model.command_search import fit, setting_words
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.rule_preferences import PREFERENCES, menu_texts
from pilot_play import LAYOUTS, Play, play


@pytest.mark.slow
def test_the_palette_offers_keys_boards_and_settings() -> None:
    async def script(it: Play) -> None:
        titles = {command.title for command in commands(it.app, it.app.screen)}
        assert {f"Play {board_title(Grid(text), mines)}" for text, mines in PRESETS.values()} <= titles
        assert {f"Theme: {theme.title.lower()}" for theme in THEMES.values()} <= titles
        assert "A hint; press again for more" in titles
        await it.press("slash")
        assert isinstance(it.app.screen, CommandPalette)
        await it.type("4d-easy")
        # The palette searches in the background.
        await it.until(lambda: "Play 4-D easy" in it.text)
        await it.press("down", "enter")
        await it.until(lambda: isinstance(it.app.screen, GameScreen))
        await it.settle()
        assert it.session.grid == Grid("4x4x4x4")
        await it.press("ctrl+p")
        assert isinstance(it.app.screen, CommandPalette)
        await it.press("escape")
        assert isinstance(it.app.screen, GameScreen)

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
def test_the_first_open_can_be_set_in_the_palette_and_holds_for_the_boards_there() -> None:
    async def script(it: Play) -> None:
        def offered(start: str) -> dict[str, Command]:
            return {found.title: found for found in commands(it.app, it.app.screen) if found.title.startswith(start)}

        assert [*offered("First click: ")] == [f"First click: {each}" for each in ("as usual", "an opening", "safe")]
        assert "chosen now" in offered("First click: ")["First click: as usual"].help
        offered("First click: ")["First click: safe"].callback()
        assert it.app.store.settings.get("first_open") == "safe"
        assert "chosen now" in offered("First click: ")["First click: safe"].help
        offered("Play ")["Play 4-D easy"].callback()
        await it.until(lambda: isinstance(it.app.screen, GameScreen) and it.session.grid == Grid("4x4x4x4"))
        await it.settle()
        assert it.session.game.rules.first_open == "safe"

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
def test_guesses_can_be_set_in_the_palette() -> None:
    async def script(it: Play) -> None:
        titles = [found.title for found in commands(it.app, it.app.screen) if found.title.startswith("Guesses: ")]
        assert titles == [menu_texts("guess", preference)[0] for preference in PREFERENCES["guess"]]
        pairs = next(found for found in commands(it.app, it.app.screen) if found.title == "Guesses: none, up to pairs")
        pairs.callback()
        assert it.app.store.settings.get("guess") == "never,grade=pair"
        assert "every board can be finished by looking at clues singly and in pairs" in it.said
        assert fit("no guess", pairs.title, setting_words(pairs.title)) == 0.6
        hard = next(found for found in commands(it.app, it.app.screen) if found.title == "Play Expert")
        assert fit("hard", hard.title, hard.words) == 0.9
        hard.callback()
        await it.until(lambda: isinstance(it.app.screen, GameScreen) and it.session.grid == Grid("16x30"))
        await it.settle()
        assert it.session.game.rules.format() == "classic,first=opening,guess=never,grade=pair"

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
def test_commands_can_be_called() -> None:
    async def script(it: Play) -> None:
        game = it.app.screen
        for wanted in (
            *("Finished clues: like the others", "Finished clues: faint"),
            *("Theme: light", "Theme: high contrast", "Characters: ASCII only", "Clues: minus flags"),
            *("Clues: in full", "Characters: as the terminal allows", "Set or remove a flag", "This help"),
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


@pytest.mark.slow
def test_the_solver_is_watched_from_every_screen_and_keeps_to_the_setting() -> None:
    async def script(it: Play) -> None:
        it.app.choose_preference("first_open", "safe")
        await it.press("t")
        assert type(it.app.screen).__name__ == StatisticsScreen.__name__
        (command,) = [found for found in commands(it.app, it.app.screen) if "solver" in found.title]
        assert "beginner" in command.help
        command.callback()
        await it.settle()
        assert isinstance(it.app.screen, WatchScreen)
        assert it.app.screen.show.player.game.rules.first_open == "safe"
        # By its key as well.
        await it.press("escape", "w")
        assert isinstance(it.app.screen, WatchScreen)
        assert it.app.screen.show.player.game.rules.first_open == "safe"

    play(script)


def title(screen: str, command: str) -> str:
    """The title of a command of the key table."""
    what = next(shortcut.what for shortcut in KEY_TABLE[screen].shortcuts if shortcut.command == command)
    return what[:1].upper() + what[1:]


# A typed text, and the command that comes first.
ANYWHERE = {
    **dict.fromkeys(["quit", "exit", "leave"], title("everywhere", "quit")),
    **dict.fromkeys(["help", "keys", "shortcuts"], title("everywhere", "help")),
    **dict.fromkeys(["theme", "colours", "colors", "settings", "options", "preferences"], "Theme: dark"),
    "characters": "Characters: as the terminal allows",
    "ascii": "Characters: ASCII only",
    "light": "Theme: light",
    "contrast": "Theme: high contrast",
    "delta": "Clues: minus flags",
    "messages": title("everywhere", "messages"),
}
PLACES = {
    **dict.fromkeys(["resume", "continue"], title("terminal_start", "resume")),
    "custom": title("terminal_start", "custom"),
    "beginner": "Play Beginner",
    "replay": title("terminal_start", "records"),
    **dict.fromkeys(["statistics", "stats"], title("terminal_start", "statistics")),
    **dict.fromkeys(["best", "best times", "scores", "times"], title("terminal_start", "scores")),
}
MOVES = {
    "undo": title("game", "undo"),
    "redo": title("game", "redo"),
    "restart": title("game", "same"),
    **dict.fromkeys(["new", "new game"], title("game", "new")),
    **dict.fromkeys(["save", "menu"], title("game", "leave")),
    "lens": title("game", "panels"),
}
WORDS: dict[str, dict[str, str]] = {
    "start": {**ANYWHERE, **PLACES, **dict.fromkeys(["new", "new game", "play"], "Play Beginner")},
    "game": {
        **ANYWHERE,
        **PLACES,
        **MOVES,
        "hint": title("game", "hint"),
        "pause": title("game", "pause"),
        "flag": title("game", "flag"),
        "open": title("game", "open"),
        "chord": title("game", "smart"),
        **dict.fromkeys(["watch", "solver"], title("game", "watch")),
    },
    "end": {
        **ANYWHERE,
        **PLACES,
        **MOVES,
        **dict.fromkeys(["replay", "watch"], title("game", "replay")),
        **dict.fromkeys(["review", "mistakes"], title("game", "review")),
    },
    "replay": {
        **ANYWHERE,
        **PLACES,
        **dict.fromkeys(["pause", "play"], title("replay", "play")),
        "review": title("replay", "review"),
        "menu": title("replay", "start"),
    },
    "statistics": {
        **ANYWHERE,
        **PLACES,
        **dict.fromkeys(["best", "best times", "scores", "times"], title("statistics", "scores")),
    },
    "scores": {
        **ANYWHERE,
        **PLACES,
        **dict.fromkeys(["replay", "watch"], title("scores", "replay")),
        **dict.fromkeys(["statistics", "stats"], title("scores", "statistics")),
    },
}
WAYS: dict[str, list[str]] = {
    # There is a game to continue.
    "start": ["G", "enter", "escape"],
    "game": ["G", "enter"],
    # In the first corner there is a mine.
    "end": ["g", "enter"],
    "replay": ["g", "enter", "y"],
    "statistics": ["t"],
    "scores": ["b"],
}


async def found(it: Play, typed: str) -> list[str]:
    """Return the titles that the palette finds for a typed text, the best first."""
    provider = CommandProvider(it.app.screen)
    hits = [hit async for hit in provider.search(typed)]
    return [str(hit.text) for hit in sorted(hits, key=lambda hit: hit.score, reverse=True)]


@pytest.mark.slow
@pytest.mark.parametrize("screen", WORDS)
def test_the_words_that_people_use_find_their_command_first(screen: str) -> None:
    async def script(it: Play) -> None:
        for key in WAYS[screen]:
            await it.press(key)
        for typed, wanted in WORDS[screen].items():
            assert (await found(it, typed))[:1] == [wanted], typed
            assert (await found(it, typed.upper()))[:1] == [wanted], typed

    play(script, layout=LAYOUTS[2] if screen in ("start", "game", "end", "replay") else None)


def test_settings_finds_all_of_them() -> None:
    async def script(it: Play) -> None:
        settings = {
            each.title
            for each in commands(it.app, it.app.screen)
            if (not each.words and ": " in each.title) or "Turn " in each.title
        }
        assert settings
        assert settings <= set(await found(it, "settings"))
        assert await found(it, "no such thing at all") == []

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
def test_what_is_typed_finds_it_on_the_screen_and_does_it() -> None:
    async def script(it: Play) -> None:
        await it.go(4, 0)
        await it.press("enter", "slash")
        await it.type("undo")
        await it.until(lambda: "Undo the latest move" in it.text)
        await it.press("enter")
        await it.until(lambda: isinstance(it.app.screen, GameScreen))
        await it.settle()
        # The warning appears on the screen of the game.
        assert "u again" in it.text
        await it.press("slash")
        await it.type("statistics")
        await it.until(lambda: "Statistics of your games" in it.text)
        await it.press("enter")
        await it.until(lambda: isinstance(it.app.screen, StatisticsScreen))
        assert it.app.navigation.has_saved

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
def test_the_first_hit_for_light_is_the_light_theme() -> None:
    async def script(it: Play) -> None:
        await it.press("slash")
        await it.type("light")
        await it.until(lambda: "Theme: light" in it.text)
        await it.press("down", "enter")
        await it.until(lambda: it.board.theme == "light")
        assert it.app.store.settings.get("theme") == "light"

    play(script, layout=LAYOUTS[2])
