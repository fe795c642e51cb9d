"""Keys and clicks that arrive faster than screens change: none acts on a screen that is about to be replaced."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest
from textual import events
from textual.app import App
from textual.command import CommandPalette
from textual.geometry import Size
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, OptionList

from hypersweep import Layout, Outcome
from hypersweep.session import Session, Store
from hypersweep.tui.screens.choice import ChoiceDialog
from hypersweep.tui.screens.game import GameScreen
from hypersweep.tui.screens.replay import ReplayScreen
from hypersweep.tui.screens.small import SmallScreen
from hypersweep.tui.screens.start import StartScreen
from hypersweep.tui.serialized_input import Dialog, Palette
from pilot_play import Play, play

LAYOUT = Layout("5x7", [(0, 0), (2, 6), (4, 3)])


def at_once(app: App[None], *keys: str) -> None:
    """Deliver keys like one read of the terminal, without a pause between them."""
    names = {"enter": "\r", "escape": "\x1b"}
    for key in keys:
        app.post_message(events.Key(key, names.get(key, key if len(key) == 1 else None)))


def clicks_at_once(app: App[None], x: int, y: int, count: int, *, time: float | None = None) -> None:
    """Deliver clicks like one read of the terminal, made now or at a given time in seconds."""
    for _ in range(count):
        for kind in (events.MouseDown, events.MouseUp):
            event = kind(None, x, y, 0, 0, 1, False, False, False, x, y)
            if time is not None:
                event.time = time
            app.post_message(event)


async def wait(it: Play) -> None:
    for _ in range(4):
        await it.settle()
        await asyncio.sleep(0.02)


@pytest.mark.ci_limit(2)
@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3, 7])
def test_enters_on_the_start_list_begin_one_game(count: int) -> None:
    async def script(it: Play) -> None:
        at_once(it.app, *["enter"] * count)
        await wait(it)
        assert isinstance(it.app.screen, GameScreen)
        # None of them was meant for a cell of the game.
        assert it.session.game.opened == 0
        assert len(it.app.screen_stack) == 2
        await it.press("enter")
        assert it.session.game.opened > 0

    play(script)


@pytest.mark.slow
def test_a_double_click_on_the_start_list_opens_no_cell() -> None:
    async def script(it: Play) -> None:
        boards = it.app.screen.query_one("#boards", OptionList)
        region = boards.content_region
        clicks_at_once(it.app, region.x + 6, region.y + 1, 2)
        await wait(it)
        assert isinstance(it.app.screen, GameScreen)
        assert it.session.game.opened == 0
        assert it.session.outcome is Outcome.ONGOING

    play(script)


@pytest.mark.slow
def test_a_slow_double_click_on_the_start_list_opens_no_cell_either() -> None:
    async def script(it: Play) -> None:
        boards = it.app.screen.query_one("#boards", OptionList)
        row = next(row for row, option in enumerate(boards.options) if option.id == "expert")
        place = boards.content_region.x + 34, boards.content_region.y + row
        # A slow screen must not make a click late, so the test gives the time of each.
        first, longest = monotonic(), it.app.CLICK_CHAIN_TIME_THRESHOLD
        clicks_at_once(it.app, *place, 1, time=first)
        await wait(it)
        assert isinstance(it.app.screen, GameScreen)
        clicks_at_once(it.app, *place, 1, time=first + 0.9 * longest)
        await wait(it)
        assert it.session.game.opened == 0
        # There was a cell to open.
        clicks_at_once(it.app, *place, 1, time=first + 2 * longest)
        await wait(it)
        assert it.session.game.opened > 0

    play(script)


@pytest.mark.slow
@pytest.mark.parametrize("second", ["enter", "escape", "c", "q"])
def test_no_second_key_acts_on_a_start_screen_that_is_left(second: str) -> None:
    async def script(it: Play) -> None:
        at_once(it.app, "enter", second)
        await wait(it)
        assert isinstance(it.app.screen, GameScreen)
        assert it.app.is_running

    play(script)


def games(folder: Path, count: int, *, is_over: bool) -> None:
    store = Store(folder)
    for number in range(count):
        session = Session(layout=LAYOUT, store=store)
        session.open((4, 6) if not is_over else (0, 0))
        if not is_over:
            session.flag((0, number))
        session.close()


@pytest.mark.ci_limit(3)
@pytest.mark.slow
@pytest.mark.parametrize("keys", [("enter", "enter"), ("enter", "escape"), ("escape", "enter"), ("enter",) * 5])
def test_keys_on_the_resume_list_act_once(keys: tuple[str, ...], tmp_path: Path) -> None:
    async def script(it: Play) -> None:
        await it.press("e")
        assert isinstance(it.app.screen, ChoiceDialog)
        at_once(it.app, *keys)
        await wait(it)
        if keys[0] == "escape":
            assert isinstance(it.app.screen, StartScreen)
        else:
            assert isinstance(it.app.screen, GameScreen)
            assert it.session.game.opened > 0

    games(tmp_path, 2, is_over=False)
    play(script, folder=tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("keys", [("enter", "enter"), ("enter", "escape"), ("enter",) * 4])
def test_keys_on_the_replay_list_act_once(keys: tuple[str, ...], tmp_path: Path) -> None:
    async def script(it: Play) -> None:
        await it.press("v")
        assert isinstance(it.app.screen, ChoiceDialog)
        at_once(it.app, *keys)
        await wait(it)
        assert isinstance(it.app.screen, ReplayScreen)

    games(tmp_path, 2, is_over=True)
    play(script, folder=tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3])
def test_enters_in_the_palette_act_once(count: int) -> None:
    async def script(it: Play) -> None:
        await it.press("ctrl+p")
        await it.type("play inter")
        await it.until(lambda: "Play intermediate" in it.text)
        await it.press("down")
        at_once(it.app, *["enter"] * count)
        await wait(it)
        await it.until(lambda: isinstance(it.app.screen, GameScreen))
        assert it.session.game.opened == 0

    play(script)


@pytest.mark.nightly
def test_many_keys_of_every_kind_at_once_stop_nothing(tmp_path: Path) -> None:
    async def script(it: Play) -> None:
        keys = ["enter", "escape", *"evctbnruhp", "f1", "question_mark", "down", "tab"]
        for seed in range(12):
            order = [keys[(seed * 7 + place * (seed + 3)) % len(keys)] for place in range(24)]
            at_once(it.app, *order)
            await wait(it)
            assert it.app.is_running

    games(tmp_path, 2, is_over=False)
    play(script, folder=tmp_path)


@pytest.mark.slow
def test_what_has_waited_too_long_still_comes_before_what_comes_now() -> None:
    async def script(it: Play) -> None:
        await it.press("c")
        # As if something had exceeded every time-out.
        it.app._waiting.extend(events.Key(key, key) for key in "345")
        await it.app.on_event(events.Key("6", "6"))
        await wait(it)
        assert it.app.screen.query_one("#board", Input).value == "3456"

    play(script)


@pytest.mark.slow
def test_what_is_pasted_waits_for_what_was_typed() -> None:
    async def script(it: Play) -> None:
        await it.press("c")
        at_once(it.app, "4", "x")
        it.app.post_message(events.Paste("5x6"))
        at_once(it.app, "x", "7", "tab")
        it.app.post_message(events.Paste("3"))
        at_once(it.app, "1")
        await wait(it)
        assert it.app.screen.query_one("#board", Input).value == "4x5x6x7"
        assert it.app.screen.query_one("#mines", Input).value == "31"

    play(script)


@pytest.mark.slow
def test_two_sizes_that_come_in_one_go_do_not_follow_each_other_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Size] = []
    tell = Screen._on_resize

    async def count(screen: Screen[object], event: events.Resize) -> None:
        told.append(event.size)
        await tell(screen, event)

    monkeypatch.setattr(Screen, "_on_resize", count)

    async def script(it: Play) -> None:
        screen = it.app.screen
        told.clear()
        it.app._size = Size(70, 20)
        # Both are waiting before the screen takes the first one.
        for size in (Size(90, 30), Size(70, 20)):
            screen.post_message(events.Resize(size, size))
        for _ in range(20):
            await it.pilot.pause()
        assert len(told) < 10
        assert screen.size == (70, 20)

    play(script, layout=LAYOUT)


def test_dialogs_and_the_palette_look_as_such_screens_do() -> None:
    # Styles come from the first base alone.
    assert ModalScreen in Dialog._css_bases(Dialog)
    assert CommandPalette in Palette._css_bases(Palette)
    assert Palette._get_component_classes() >= CommandPalette.COMPONENT_CLASSES


@pytest.mark.slow
@pytest.mark.parametrize("screen", [SmallScreen, StartScreen, lambda: ChoiceDialog("title", [("a", "b")])])
def test_a_screen_that_comes_when_the_game_is_left_fails_nothing(screen: Callable[[], Screen[None]]) -> None:
    async def script(it: Play) -> None:
        it.app.exit()
        it.app.push_screen(screen())
        # The app never becomes idle.
        await asyncio.sleep(0.05)

    play(script)
