"""The screens' host: saved settings, messages, and work in the background."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from rich.style import Style
from textual.events import AppBlur

from hypersweep import ParameterError
from hypersweep.picture.themes import THEMES
from hypersweep.tui.palette import commands
from hypersweep.tui.screens.game_screen import GameScreen
from hypersweep.tui.screens.start_screen import StartScreen
from hypersweep.tui.styles import SCREEN_THEMES
from hypersweep.ui_model.choices import read_choices
from hypersweep.ui_model.toggles import TOGGLES
from pilot_play import EASY, LAYOUTS, Play, finish, play, player, record_of, ticking


@pytest.mark.slow
def test_work_aside_that_fails_is_an_error_of_ours_or_said() -> None:
    def refuse() -> None:
        raise ParameterError("expected something else")

    def fail() -> None:
        raise LookupError("nobody expected this")

    async def say(it: Play) -> None:
        it.app.work_aside(refuse, lambda _: None)
        await it.settle()
        assert "expected something else" in it.said

    async def crash(it: Play) -> None:
        it.app.work_aside(fail, lambda _: None)
        await it.settle()

    assert play(say).failure is None
    with pytest.raises(LookupError):
        play(crash)


@pytest.mark.slow
def test_a_theme_file_is_a_theme_like_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The themes as they are, put back afterwards.
    monkeypatch.setitem(THEMES, "own", THEMES["dark"])
    monkeypatch.setitem(SCREEN_THEMES, "own", SCREEN_THEMES["dark"])
    path = tmp_path / "sea.json"
    theme = {"name": "Sea", "cover": "#2b6777", "numbers": ["#7cafc2", "#a1b56c", *["#f7ca88"] * 6]}
    path.write_text(json.dumps(theme), encoding="utf-8")
    with player(tmp_path / "player") as store:
        store.settings.set("theme_file", str(path))
        store.settings.set("theme", "own")

    async def script(it: Play) -> None:
        assert it.board.theme == "own"
        assert it.board.colours.covered[0] == "#2b6777"
        assert "Theme: sea" in {command.title for command in commands(it.app, it.app.screen)}

    play(script, layout=LAYOUTS[2], folder=tmp_path / "player")


@pytest.mark.slow
def test_settings_are_kept(tmp_path: Path) -> None:
    async def choose(it: Play) -> None:
        it.app.choose_theme("contrast")
        it.app.choose_characters("ascii")
        it.app.toggle_delta()
        it.app.toggle_dims_finished()
        await it.settle()
        assert not it.board.dims_finished
        assert it.board.theme == "contrast"
        assert it.text.isascii()

    async def look(it: Play) -> None:
        assert (it.app.board_theme, it.app.is_ascii, it.app.is_delta) == ("contrast", True, True)
        assert (it.board.theme, it.board.is_ascii, it.board.shows_differences) == ("contrast", True, True)
        assert it.app.store.settings.get("dims_finished") is False
        assert (it.app.dims_finished, it.board.dims_finished) == (False, False)
        it.app.toggle_dims_finished()
        assert it.board.dims_finished
        it.app.store.settings.set("dims_finished", 7)
        assert it.app.dims_finished
        it.app.store.settings.set("theme", "no such theme")
        it.app.store.settings.set("characters", 7)
        assert it.app.board_theme == next(iter(THEMES))
        assert it.app.characters == "auto"

    play(choose, layout=LAYOUTS[3], folder=tmp_path)
    play(look, layout=LAYOUTS[3], folder=tmp_path)


@pytest.mark.slow
def test_a_left_click_on_a_number_chords_by_the_setting_and_never_in_the_windowed_game(tmp_path: Path) -> None:
    async def choose(it: Play) -> None:
        assert it.board.left_chords
        it.app.choose_left_chords(False)
        assert not it.board.left_chords

    async def look(it: Play) -> None:
        assert not it.board.left_chords
        it.app.choose_left_chords(True)
        assert it.board.left_chords == (it.session.game.rules.name != "windowed")

    play(choose, layout=LAYOUTS[2], folder=tmp_path)
    play(look, layout=LAYOUTS[2], folder=tmp_path)
    play(look, choice=read_choices("9x9", rules="windowed"), folder=tmp_path)


def everything(it: Play) -> list[tuple[str, Style | None]]:
    """Return the displayed text, with its style."""
    strips = it.app.screen._compositor.render_strips()
    filters = it.app.get_line_filters()
    found = []
    for strip in strips:
        segments = list(strip)
        for one in filters:
            segments = one.apply(segments, it.app.screen.background_colors[1])
        found += [(segment.text, segment.style) for segment in segments]
    return found


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("name", ["start", "game", "help", "custom", "statistics", "replay", "palette"])
def test_no_colour_and_ascii_hold_on_every_screen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(it: Play) -> None:
        finish(it.app.store, EASY)
        it.app.choose_characters("ascii")
        keys = {"game": ["enter", "f"], "help": ["f1"], "custom": ["c"], "statistics": ["t"], "palette": ["slash"]}
        if name == "replay":
            it.app.navigation.replay(record_of(EASY))
        await it.press(*keys.get(name, []))
        if name == "game":
            await it.press("enter", "right", "f", "question_mark")
        await it.pilot.pause(0.1)
        for text, style in everything(it):
            assert text.isascii(), text
            assert style is None or (style.color is None and style.bgcolor is None)
        if name in ("start", "game"):
            assert any(style is not None and style.reverse for _, style in everything(it))

    app = play(script)
    assert app.board_theme == "mono"


@pytest.mark.slow
def test_colours_come_back_without_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")

    async def script(it: Play) -> None:
        assert it.app.board_theme == "dark"
        it.app.choose_theme("mono")
        await it.settle()
        assert it.app.no_color
        it.app.choose_theme("light")
        await it.settle()
        assert not it.app.no_color

    play(script, layout=LAYOUTS[4])


@pytest.mark.slow
@pytest.mark.parametrize("dimensions", [None, 4])
def test_troubles_are_told(dimensions: int | None) -> None:
    async def script(it: Play) -> None:
        thread = threading.Thread(target=it.app.warn, args=("The disk is full.",))
        thread.start()
        thread.join()
        await it.settle()
        assert "The disk is full." in it.said
        assert len(it.app._notifications) == (dimensions is None)

    play(script, layout=None if dimensions is None else LAYOUTS[dimensions])


@pytest.mark.slow
def test_a_warning_goes_along_to_the_next_screen() -> None:
    async def script(it: Play) -> None:
        await it.press("enter")
        it.app.warn("The disk is full.")
        await it.settle()
        # Help covers the game, which continues to exist.
        await it.press("f1")
        assert [str(note.message) for note in it.app._notifications] == []
        await it.press("escape", "escape")
        assert isinstance(it.app.screen, StartScreen)
        assert [str(note.message) for note in it.app._notifications] == ["The disk is full."]

    play(script, layout=LAYOUTS[2])


def test_what_is_said_from_the_palette_stands_on_the_screen_below() -> None:
    async def script(it: Play) -> None:
        it.app.action_command_palette()
        it.app.say("something")
        await it.settle()
        assert len(it.app._notifications) == 0
        await it.press("escape")
        assert "something" in it.text

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
def test_a_message_in_the_corner_stays_on_its_screen_and_a_warning_goes_on() -> None:
    async def script(it: Play) -> None:
        await it.press("e")
        assert "no saved game" in it.said
        await it.press("enter")
        assert isinstance(it.app.screen, GameScreen)
        assert not it.app._notifications
        await it.press("escape")
        it.app.warn("something can't be saved")
        await it.settle()
        await it.press("enter")
        assert [each.message for each in it.app._notifications] == ["something can't be saved"]

    play(script)


def test_each_toggle_is_turned_on_and_off_and_saved() -> None:
    async def script(it: Play) -> None:
        for name, toggle in TOGGLES.items():
            assert it.app.wants(name) is toggle.is_usual
            it.app.toggle(name)
            assert it.app.store.settings.get(name) is it.app.wants(name) is not toggle.is_usual

    play(script, layout=EASY)


def test_a_game_in_the_background_is_paused_if_the_player_wants_that() -> None:
    async def script(it: Play) -> None:
        await it.press("enter")
        it.app.post_message(AppBlur())
        await it.settle()
        assert not it.session.is_paused
        it.app.toggle("pauses_away")
        it.app.post_message(AppBlur())
        await it.settle()
        assert it.session.is_paused
        assert "paused" in it.text

    play(script, layout=EASY)


def test_the_clock_has_tenths_and_guesses_are_counted() -> None:
    async def script(it: Play) -> None:
        for name in ("tenths", "count_guesses"):
            it.app.toggle(name)
        it.game.on_mount()
        await it.go(0, 0)
        await it.press("enter")
        assert "no guess" in it.lines[0]
        assert it.lines[0].split(" left")[1].split()[0].count(".") == 1
        # The mine is here or above; other cells are certainly safe.
        await it.go(1, 3)
        await it.press("enter")
        assert "1 guess, 1 needless" in it.lines[0]
        assert "no guess" not in it.lines[0]

    play(script, layout=EASY, clock=ticking())
