"""The start screen: named boards, the menu, and everything on one line."""

from __future__ import annotations

import threading
from unittest import mock

import pytest
from textual.widgets import OptionList, Select

from hypersweep import CLASSIC, Grid, Outcome, Rules
from hypersweep.boards import PRESETS
from hypersweep.session import Result, Session, Store
from hypersweep.text import time_text
from hypersweep.tui.screens.dialogs import ChoiceDialog, CustomDialog
from hypersweep.tui.screens.start_screen import StartScreen
from hypersweep.tui.screens.statistics_screen import ScoresScreen, StatisticsScreen
from hypersweep.tui.screens.text_dialogs import HelpScreen
from hypersweep.tui.screens.watch_screen import WatchScreen
from hypersweep.ui_model.rule_preferences import PREFERENCES, guess_rules, guess_text
from pilot_play import EASY, Play, finish, play, ticking


@pytest.mark.slow
def test_the_start_screen_offers_every_preset() -> None:
    async def script(it: Play) -> None:
        assert isinstance(it.app.screen, StartScreen)
        for name, (board, mines) in PRESETS.items():
            assert any(name in line and board in line and f"{mines} mines" in line for line in it.lines)
        assert "81 cells, 10 mines" in it.text
        assert "You haven't won on it yet." in it.text
        await it.press("down", "j")
        assert "480 cells, 99 mines" in it.text
        await it.press("k")
        assert "256 cells, 40 mines" in it.text
        await it.press("enter")
        assert it.session.grid == Grid("16x16")
        await it.press("escape")
        assert it.app.screen.query_one("#boards", OptionList).highlighted == 2

    play(script)


@pytest.mark.ci_limit(5)
@pytest.mark.slow
@pytest.mark.parametrize("width", [60, 66, 75, 76, 80, 130])
def test_nothing_on_the_start_screen_is_folded(width: int) -> None:
    async def script(it: Play) -> None:
        def is_on_one_line(title: str, key: str) -> bool:
            return any(title in line and f" {key} " in line.partition(title)[2] for line in it.lines)

        for name, (board, mines) in PRESETS.items():
            assert any(name in line and board in line and f" {mines} " in line for line in it.lines), name
        for title, key in (("Custom board…", "c"), ("Replay", "v"), ("Statistics", "t"), ("Help", "F1"), ("Quit", "q")):
            await it.until(lambda title=title, key=key: is_on_one_line(title, key))  # type: ignore[misc]
        # The same after a change of size.
        await it.pilot.resize_terminal(60 if width > 60 else 100, 40)
        await it.until(lambda: ("beginner      9x9          10 mines" in it.text) is (width == 60))

    play(script, size=(width, 34))


@pytest.mark.nightly
def test_the_menu_goes_where_its_keys_go() -> None:
    async def script(it: Play) -> None:
        for place, screen in (
            (0, CustomDialog),
            (2, ChoiceDialog),
            (3, WatchScreen),
            (4, StatisticsScreen),
            (5, ScoresScreen),
            (8, HelpScreen),
        ):
            await it.press("right")
            menu = it.app.screen.query_one("#menu", OptionList)
            assert menu.has_focus
            menu.highlighted = place
            await it.press("enter")
            assert isinstance(it.app.screen, screen)
            await it.press("escape")
            assert isinstance(it.app.screen, StartScreen)
        await it.press("left")
        assert it.app.screen.query_one("#boards", OptionList).has_focus
        for key, other in (("c", CustomDialog), ("v", ChoiceDialog), ("t", StatisticsScreen), ("b", ScoresScreen)):
            await it.press(key)
            assert isinstance(it.app.screen, other)
            await it.press("escape")
        await it.press("e")
        assert "no saved game to resume" in it.said

    play(script)


@pytest.mark.slow
def test_the_menu_and_its_key_agree_on_games_that_are_open_elsewhere() -> None:
    async def script(it: Play) -> None:
        def line() -> str:
            return str(it.app.screen.query_one("#menu", OptionList).get_option("resume").prompt)

        assert "No game to resume" in line()
        session = Session(layout=EASY, store=it.app.store, clock=ticking())
        session.open((0, 0))
        await it.press("e")
        assert "open in another program" in it.said
        assert "pen in another program" in line()
        await it.pilot.resize_terminal(60, 24)
        # With a toast on the screen, sizes follow a frame later.
        await it.until(lambda: "Open elsewhere" in line())
        session.close()
        await it.press("c", "escape")
        assert "Resume" in line()

    play(script)


@pytest.mark.slow
def test_the_first_open_is_chosen_here_and_kept() -> None:
    async def script(it: Play) -> None:
        def promise() -> str:
            return next(
                line.split("the first open is")[1].split("│")[0].strip() for line in it.lines if "open is" in line
            )

        assert promise() == "an opening"
        for preference, words, promised in (
            ("opening", "an opening", "an opening"),
            ("safe", "safe", "safe"),
            (None, "as usual", "an opening"),
            ("opening", "an opening", "an opening"),
            ("safe", "safe", "safe"),
        ):
            await it.press("o")
            assert it.app.store.settings.get("first_open") == preference
            assert f"First open: {words}" in it.text
            assert promise() == promised
        await it.press("enter")
        assert it.session.game.rules == CLASSIC
        await it.press("escape", "c")
        await it.type("3x4x5")
        assert "the first open is safe" in it.text
        assert "safe, as you have set it" in it.text
        it.app.screen.query_one("#first", Select).value = "opening"
        await it.settle()
        assert "the first open is an opening" in it.text

    play(script)


@pytest.mark.slow
def test_best_times_by_other_rules_are_told_apart() -> None:
    safe, opening = CLASSIC, CLASSIC.replace(first_open="opening")

    async def script(it: Play) -> None:
        def keep(rules: Rules, milliseconds: int) -> None:
            session = Session(
                "9x9", 10, rules=rules, store=it.app.store, seed=7, is_known=False, clock=ticking(milliseconds)
            )
            with session:
                session.open((4, 4))
                assert session.game.layout is not None
                for cell in session.grid:
                    if session.outcome is Outcome.ONGOING and not session.game.layout.is_mine(cell):
                        session.open(cell)

        async def show() -> str:
            await it.press("j", "k")
            return it.text

        keep(safe, 100)
        assert "Not won yet." in await show()
        slow = time_text(it.app.store.best_times("9x9", 10, safe)[0].milliseconds)
        assert f"first open safe: {slow}" in it.text
        keep(opening, 10)
        fast = it.app.store.best_times("9x9", 10, opening)[0]
        text = await show()
        assert f"1. {time_text(fast.milliseconds):>8} {fast.three_bv_per_second:>5.2f} {fast.start[:10]}" in text
        assert f"first open safe: {slow}" in text
        # If space is short, without the day.
        await it.pilot.resize_terminal(60, 30)
        await it.until(lambda: fast.start[:10] not in it.text)
        await it.until(lambda: f"1. {time_text(fast.milliseconds):>8} {fast.three_bv_per_second:>5.2f} " in it.text)

    play(script, size=(80, 24))


@pytest.mark.slow
def test_times_are_looked_up_beside_the_screen_and_for_the_board_that_is_lit_then() -> None:
    async def script(it: Play) -> None:
        begun, may_go_on = threading.Event(), threading.Event()
        find = it.app.store.best_times

        def slow(*arguments: object, **options: object) -> list[Result]:
            begun.set()
            assert may_go_on.wait(60)
            return find(*arguments, **options)  # type: ignore[arg-type]

        finish(it.app.store, EASY)
        with mock.patch.object(Store, "best_times", side_effect=slow):
            await it.pilot.press("down")
            assert begun.wait(60)
            # The screen takes keys and draws meanwhile.
            await it.pilot.press("down")
            await it.until(lambda: "480 cells, 99 mines" in it.text)
            assert it.app.works_aside == 1
            may_go_on.set()
            await it.settle()
        assert "480 cells, 99 mines" in it.text
        assert "You haven't won on it yet." in it.text

    play(script)


@pytest.mark.slow
def test_what_becomes_of_guesses_is_chosen_here_and_kept() -> None:
    async def script(it: Play) -> None:
        for preference, words in [*list(PREFERENCES["guess"].items())[1:], ("", "allowed")]:
            await it.press("g")
            assert it.app.store.settings.get("guess", "") == preference
            assert f"Guesses: {words}" in it.text
            fact = guess_text(guess_rules(preference))
            assert fact in it.text
            assert "You haven't won on it yet." in it.text
        await it.press(*["g"] * 5, "enter")
        assert it.session.game.rules.format() == "classic,first=opening,guess=never,grade=pair"

    play(script, size=(80, 24))


@pytest.mark.slow
def test_the_line_of_the_menu_that_changes_is_seen() -> None:
    async def script(it: Play) -> None:
        assert "Guess" not in it.text
        await it.press("g")
        assert "Guess: never" in it.text

    play(script, size=(60, 20))


def test_times_of_boards_without_guesses_are_apart() -> None:
    rules = CLASSIC.replace(first_open="opening", guess="never")

    async def script(it: Play) -> None:
        session = Session("9x9", 10, rules=rules, store=it.app.store, seed=7, is_known=False, clock=ticking(100))
        with session:
            session.open((4, 4))
            assert session.game.layout is not None
            for cell in session.grid:
                if session.outcome is Outcome.ONGOING and not session.game.layout.is_mine(cell):
                    session.open(cell)
        await it.press("j", "k")
        assert "You haven't won on it yet." in it.text
        await it.press("g")
        best = it.app.store.best_times("9x9", 10, rules)[0]
        assert f"1. {time_text(best.milliseconds):>8}" in it.text

    play(script, size=(80, 24))


@pytest.mark.slow
def test_the_solver_goes_by_the_setting_for_the_first_open() -> None:
    async def script(it: Play) -> None:
        it.app.choose_preference("first_open", "safe")
        await it.press("w")
        assert isinstance(it.app.screen, WatchScreen)
        assert it.app.screen.show.player.game.rules.first_open == "safe"

    play(script)
