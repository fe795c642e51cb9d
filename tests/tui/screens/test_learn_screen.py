"""The lesson on the full screen: sweeps, clicks, and the real board at the end."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from unittest import mock

import pytest

from hypersweep import Outcome
from hypersweep.boards import PRESETS
from hypersweep.picture.cell_appearance import TARGET
from hypersweep.session import Store
from hypersweep.tui.app import HypersweepApp
from hypersweep.tui.screens.learn_screen import LearnScreen, LessonGameScreen
from hypersweep.tui.screens.start_screen import StartScreen
from hypersweep.ui_model.lesson import NEXT_BOARD, STEPS
from pilot_play import Play, play


def lesson(it: Play) -> LearnScreen:
    """The lesson's screen."""
    assert isinstance(it.app.screen, LearnScreen)
    return it.app.screen


async def solve(it: Play) -> None:
    """Make the click that a step asks for, and go on."""
    step = STEPS[lesson(it)._step]
    await it.go(*step.asked[0])
    await it.press("enter")
    assert "Right!" in it.text
    await it.until(lambda: "⏎ go on" in it.lines[-1])
    await it.press("enter")


def spoken(it: Play) -> str:
    """The screen's texts without line breaks."""
    return " ".join(it.text.split())


@pytest.mark.slow
def test_keys_lead_through_the_lesson_to_a_won_board() -> None:
    async def script(it: Play) -> None:
        await it.press("n")
        assert "1 of 4: a line" in it.text
        assert "2   cells touch the middle" in it.text
        assert STEPS[0].question in spoken(it)
        await it.until(lambda: "⏎ open" in it.lines[-1])
        await it.press("enter")
        assert "the number itself" in it.text
        # The question stays, and the middle's neighbours light up again.
        assert "on its other side is safe" in it.text
        assert "press Enter" in it.text
        assert sum(bool(mark & TARGET) for mark in it.board.marks.values()) == 2
        for _ in STEPS:
            await solve(it)
        assert isinstance(it.app.screen, LessonGameScreen)
        assert not it.session.is_ranked
        assert "Press Enter" in it.text
        assert re.search(r"no guess needed {3,}6 of 6 mines left", it.lines[0])
        await it.press("enter", "f")
        assert "this cell is open" in it.said
        assert not re.search(r"\d, \d", it.said)
        await it.press("u")
        # Neither coordinates, nor a clock, nor a rank.
        assert not re.search(r"\d,\d|\d, \d|0:00|ranked|table rows ,|touching", it.text)
        assert "layers" in it.text
        await it.press("enter")
        assert "the same 3x3 patch of all tiles around. Stuck? Press ?" in it.text
        # A hint needs no warning here.
        await it.press("question_mark")
        assert "unranked" not in it.said
        assert "Look at cell" in it.text
        assert "Stuck?" not in it.text
        await it.press("f1")
        assert not re.search("axis|axes|saved|lens", it.text)
        await it.press("escape")
        layout = it.session.game.layout
        assert layout is not None
        for cell in it.session.grid:
            if it.session.outcome is Outcome.ONGOING and not layout.is_mine(cell):
                await it.go(*cell)
                await it.press("enter")
        assert "You won in four dimensions" in it.text
        # Esc leads to the board that the text names, and Enter plays it.
        await it.press("escape")
        assert isinstance(it.app.screen, StartScreen)
        assert it.app.screen._lit == NEXT_BOARD
        assert PRESETS[NEXT_BOARD] == ("4x4x4x4", 10)
        it.app.navigation._show(LessonGameScreen())
        await it.settle()
        before = it.session
        await it.press("r")
        assert it.session is not before
        await it.press("escape")
        assert isinstance(it.app.screen, StartScreen)
        assert it.app.screen._lit == "play"
        assert it.app.store.results() == []
        assert it.app.store.saved() == []

    play(script, size=(80, 24))


@pytest.mark.slow
def test_the_mouse_clicks_and_goes_on() -> None:
    async def script(it: Play) -> None:
        await it.press("n")
        await it.click((6,))
        assert "too far away" in it.text
        await it.click((4,))
        assert "Right!" in it.text
        await it.click((4,))
        assert "2 of 4" in it.text
        await it.press("backspace")
        assert "1 of 4" in it.text

    play(script)


@pytest.mark.slow
def test_with_motion_the_neighbours_light_up_axis_by_axis() -> None:
    async def script(it: Play) -> None:
        with mock.patch.object(HypersweepApp, "has_motion", True):
            await it.press("n")
            screen = lesson(it)
            screen._begin(3)
            lit = []
            for _ in range(6):
                lit.append(sum(bool(mark & TARGET) for mark in it.board.marks.values()))
                screen._light_next()
            assert lit == [0, 2, 8, 26, 80, 0]
            # Enter doesn't wait for the sweep, and before the task is there, no cell is wrong.
            for number, step in enumerate(STEPS):
                for cell in (step.middle, next(iter(step.grid))):
                    screen._begin(number)
                    await it.go(*cell)
                    assert step.question not in spoken(it)
                    await it.until(lambda: "your task" in it.lines[-1])
                    assert "Enter: your task" in it.text
                    await it.press("enter")
                    assert step.question in spoken(it)
                    assert step.shown in spoken(it)
                    await it.until(lambda: "⏎ open" in it.lines[-1])
                await it.press("enter")
                assert step.question in spoken(it)
                assert step.shown not in spoken(it)
            # Nor does the right click.
            await it.press("r")
            assert "80" not in it.text.splitlines()[2]
            await it.go(*STEPS[3].asked[0])
            await it.press("enter")
            assert "Right!" in it.text

    play(script)


@pytest.mark.slow
def test_the_command_begins_with_the_lesson_and_leaves_to_the_start_screen(tmp_path: Path) -> None:
    async def run() -> None:
        app = HypersweepApp(Store(tmp_path))
        app.navigation.is_lesson = True
        async with app.run_test() as pilot:
            it = Play(pilot)
            await it.settle()
            lesson(it)
            await it.press("escape")
            assert isinstance(app.screen, StartScreen)
            assert "New here?" not in it.text

    asyncio.run(run())
