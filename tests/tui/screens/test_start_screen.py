"""The start screen: its entries, the preview of the highlighted one, and its small board that the solver plays."""

from __future__ import annotations

import threading
from pathlib import Path
from unittest import mock

import pytest
from textual.widgets import OptionList, Select, Static

from hypersweep import CLASSIC, Grid, Outcome, Rules
from hypersweep.boards import PRESETS
from hypersweep.picture.colours import contrast
from hypersweep.picture.themes import THEMES
from hypersweep.session import Result, Session, Store
from hypersweep.text import time_text
from hypersweep.tui.board.board_picture import BoardPicture
from hypersweep.tui.screens.dialogs import ChoiceDialog, CustomDialog
from hypersweep.tui.screens.learn_screen import LearnScreen
from hypersweep.tui.screens.start_screen import StartScreen, _Preview
from hypersweep.tui.screens.statistics_screen import ScoresScreen, StatisticsScreen
from hypersweep.tui.screens.text_dialogs import HelpScreen
from hypersweep.tui.screens.watch_screen import WatchScreen
from hypersweep.tui.styles import SCREEN_THEMES
from pilot_play import EASY, Play, finish, play, ticking


def boards(it: Play) -> OptionList:
    """The list."""
    return it.app.screen.query_one("#boards", OptionList)


def light(it: Play, name: str) -> None:
    """Highlight an entry."""
    boards(it).highlighted = boards(it).get_option_index(name)


def shown(it: Play) -> object:
    """The board of the preview's picture."""
    return it.app.screen.query_one(BoardPicture).source


@pytest.mark.slow
def test_enter_plays_the_board_played_last() -> None:
    async def script(it: Play) -> None:
        assert isinstance(it.app.screen, StartScreen)
        assert "Play      Beginner" in it.text
        await it.press("enter")
        assert it.session.grid == Grid("9x9")
        await it.press("escape", "2", "j", "enter")
        assert it.session.grid == Grid("16x16")
        await it.press("escape")
        assert "Play      Intermediate" in it.text
        await it.press("c")
        await it.type("3x4x5")
        await it.press("ctrl+s", "escape")
        assert it.app.store.settings.get("last_board") == "3x4x5 5"
        await it.press("enter")
        assert (it.session.grid, it.session.game.mines) == (Grid("3x4x5"), 5)

    play(script)


@pytest.mark.ci_limit(5)
@pytest.mark.slow
@pytest.mark.parametrize("width", [60, 75, 76, 80, 130])
def test_nothing_on_the_start_screen_is_folded_or_cut(width: int) -> None:
    async def script(it: Play) -> None:
        for board, mines in PRESETS.values():
            assert any(f" {board} " in line and f" {mines} " in line for line in it.lines), board
        left = "".join(line[: 45 if width >= 76 else 37] for line in it.lines)
        assert left.count("…") == left.count("board…") + left.count("file…")
        # The same after a change of size.
        await it.pilot.resize_terminal(60 if width > 60 else 100, 40)
        await it.until(lambda: ("9x9          10 mines" in it.text) is (width == 60))

    play(script, size=(width, 40))


@pytest.mark.nightly
def test_entries_go_where_their_keys_go() -> None:
    async def script(it: Play) -> None:
        for name, key, screen in (
            ("learn", "n", LearnScreen),
            ("custom", "c", CustomDialog),
            ("records", "v", ChoiceDialog),
            ("watch", "w", WatchScreen),
            ("statistics", "t", StatisticsScreen),
            ("scores", "b", ScoresScreen),
            ("help", "question_mark", HelpScreen),
        ):
            light(it, name)
            for pressed in ("enter", key):
                await it.press(pressed)
                assert isinstance(it.app.screen, screen)
                await it.press("escape")
                assert isinstance(it.app.screen, StartScreen)
        await it.press("e")
        assert "no saved game to continue" in it.said

    play(script)


def test_digits_go_to_dimensions_and_unknown_keys_are_answered() -> None:
    async def script(it: Play) -> None:
        await it.press("5")
        assert boards(it).get_option_at_index(boards(it).highlighted or 0).id == "5d-easy"
        await it.press("9")
        assert "9 does nothing here" in it.said

    play(script)


@pytest.mark.slow
def test_a_saved_game_is_shown_and_continued() -> None:
    async def script(it: Play) -> None:
        assert "Continue" not in it.text
        assert "continue" not in it.lines[-1]
        await it.press("e")
        assert "no saved game" in it.said
        await it.press("f1")
        # A message doesn't cover the help.
        assert not it.app._notifications
        assert it.text.count("this help") == 1
        await it.press("escape")
        session = Session(layout=EASY, store=it.app.store, clock=ticking())
        session.open((0, 0))
        await it.press("question_mark", "escape")
        assert "in use elsewhere" in it.text
        await it.until(lambda: "continue" in it.lines[-1])
        await it.press("e")
        assert "open in another program" in it.said
        session.close()
        await it.press("question_mark", "escape")
        light(it, "resume_latest")
        await it.settle()
        assert "3x4, 2 mines, 60 %, just now" in it.text
        assert "you left it just now" in it.text
        await it.until(lambda: shown(it) is not None)
        source = shown(it)
        assert source is not None
        assert source.codes() == session.game.codes()  # type: ignore[attr-defined]
        await it.press("enter")
        assert it.session.game.opened == session.game.opened

    play(script)


@pytest.mark.slow
def test_the_lesson_is_offered_once() -> None:
    async def script(it: Play) -> None:
        assert "New here?" in it.text
        await it.press("n")
        assert isinstance(it.app.screen, LearnScreen)
        await it.press("escape")
        assert "New here?" not in it.text
        assert "See in four dimensions" in it.text

    play(script)


@pytest.mark.slow
def test_the_lesson_is_not_offered_again_after_quitting_or_a_game(tmp_path: Path) -> None:
    async def script(it: Play) -> None:
        assert "New here?" not in it.text

    play(lambda it: it.press("q"), folder=tmp_path)
    play(script, folder=tmp_path)
    finish(Store(tmp_path / "played"), EASY)
    play(script, folder=tmp_path / "played")


@pytest.mark.slow
def test_the_first_click_is_chosen_here_and_kept() -> None:
    async def script(it: Play) -> None:
        for preference, words, promised in (
            ("opening", "an opening", "opens an area"),
            ("safe", "safe", "is safe"),
            (None, "as usual", "opens an area"),
            ("opening", "an opening", "opens an area"),
            ("safe", "safe", "is safe"),
        ):
            await it.press("o")
            assert it.app.store.settings.get("first_open") == preference
            assert f"First click: {words}" in it.text
            await it.press("home")
            assert f"the first click {promised}" in it.text
        await it.press("enter")
        assert it.session.game.rules == CLASSIC
        await it.press("escape", "c")
        await it.type("3x4x5")
        assert "the first click is safe" in it.text
        assert "safe, as you have set it" in it.text
        it.app.screen.query_one("#first", Select).value = "opening"
        await it.settle()
        assert "the first click opens an area" in it.text

    play(script)


@pytest.mark.slow
@pytest.mark.parametrize("height", [24, 40])
@pytest.mark.parametrize("key", ["g", "o"])
def test_a_switch_keeps_the_chosen_board(key: str, height: int) -> None:
    async def script(it: Play) -> None:
        light(it, "4d-easy")
        await it.settle()
        before = it.said
        await it.press(key)
        assert boards(it).highlighted == boards(it).get_option_index("4d-easy")
        # The switch itself may be out of view.
        assert it.said != before
        light(it, "guess")
        await it.press("enter")
        assert boards(it).highlighted == boards(it).get_option_index("guess")

    play(script, size=(80, height))


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_all_texts_of_the_list_are_readable_highlighted_or_not(theme: str) -> None:
    async def script(it: Play) -> None:
        it.app.store.settings.set("theme", theme)
        it.app.theme = SCREEN_THEMES[theme].name
        await it.settle()
        for lit in ("guess", "help"):
            light(it, lit)
            await it.settle()
            region = boards(it).content_region
            strips = it.app.screen._compositor.render_strips()[region.y : region.bottom]
            segments = [segment for strip in strips for segment in strip.crop(region.x, region.right)]
            for text, style, _ in segments:
                # Without colours, Textual's own are left out when the screen is drawn.
                if text.strip(" ─") and THEMES[theme].is_colourful:
                    assert style is not None
                    assert style.color is not None
                    assert style.bgcolor is not None
                    assert contrast(style.color.name, style.bgcolor.name) >= THEMES[theme].least, text

    play(script, size=(120, 60))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_pictures_have_their_final_size_at_once(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[object, object]] = []
    draw = BoardPicture._draw

    def noting(picture: BoardPicture) -> None:
        draw(picture)
        if picture.source is not None:
            drawn.append((picture.source.grid, picture.size))

    monkeypatch.setattr(BoardPicture, "_draw", noting)
    show = StartScreen._show

    def moving(screen: StartScreen, preview: _Preview) -> None:
        """Show a preview; the solver's next move comes before its layout."""
        show(screen, preview)
        screen._move()

    monkeypatch.setattr(StartScreen, "_show", moving)

    async def script(it: Play) -> None:
        async def check() -> None:
            await it.until(lambda: bool(drawn))
            await it.settle()
            last, final = drawn[-1]
            assert {size for grid, size in drawn if grid == last} == {final}
            drawn.clear()

        await check()
        for name in ("4d-easy", "learn", "3d-easy", "5d-easy", "beginner", "play", "daily"):
            light(it, name)
            await it.settle()
            await check()
        light(it, "beginner")
        await it.settle()
        drawn.clear()
        await it.press("enter")
        await it.press("escape")
        await check()

    play(script, size=size)


@pytest.mark.slow
def test_without_guesses_is_a_switch() -> None:
    async def script(it: Play) -> None:
        await it.press("g")
        assert "[x] Without guesses" in it.text
        assert "no guess is needed" in it.text
        await it.press("enter")
        assert it.session.game.rules.format() == "classic,first=opening,guess=never"
        await it.press("escape", "g")
        assert "[ ] Without guesses" in it.text
        it.app.choose_preference("guess", "never,grade=pair")
        await it.settle()
        assert "[x] Without guesses: none, up to pairs" in it.text
        await it.press("g")
        assert it.app.store.settings.get("guess") is None

    play(script)


def won(store: Store, rules: Rules, milliseconds: int) -> None:
    """Win a game on the beginner's board."""
    session = Session("9x9", 10, rules=rules, store=store, seed=7, is_known=False, clock=ticking(milliseconds))
    with session:
        session.open((4, 4))
        assert session.game.layout is not None
        for cell in session.grid:
            if session.outcome is Outcome.ONGOING and not session.game.layout.is_mine(cell):
                session.open(cell)


@pytest.mark.slow
def test_the_latest_games_and_the_best_time_are_told() -> None:
    safe, opening = CLASSIC, CLASSIC.replace(first_open="opening")

    async def script(it: Play) -> None:
        async def show() -> str:
            await it.press("j", "k")
            return it.text

        assert "You haven't played it yet." in it.text
        won(it.app.store, safe, 100)
        slow = time_text(it.app.store.best_times("9x9", 10, safe)[0].milliseconds)
        assert f"{slow}  " in await show()
        assert "first click safe" in it.text
        won(it.app.store, opening, 10)
        fast = it.app.store.best_times("9x9", 10, opening)[0]
        text = await show()
        assert f"{time_text(fast.milliseconds)}  {fast.three_bv_per_second:.2f} 3BV/s" in text
        assert "last game █  1 won" in text
        with Session("9x9", 10, rules=opening, store=it.app.store, seed=7, is_known=False, clock=ticking()) as lost:
            lost.open((4, 4))
            assert lost.game.layout is not None
            lost.open(next(cell for cell in lost.grid if lost.game.layout.is_mine(cell)))
        text = await show()
        # Games begun in the same second have no order.
        assert "last 2    █×  1 won" in text or "last 2    ×█  1 won" in text

    play(script, size=(80, 24))


@pytest.mark.slow
def test_previews_are_loaded_beside_the_screen_and_for_the_board_that_is_lit_then() -> None:
    async def script(it: Play) -> None:
        begun, may_go_on = threading.Event(), threading.Event()
        find = it.app.store.best_times

        def slow(*arguments: object, **options: object) -> list[Result]:
            begun.set()
            assert may_go_on.wait(60)
            return find(*arguments, **options)  # type: ignore[arg-type]

        finish(it.app.store, EASY)
        light(it, "beginner")
        await it.settle()
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
        assert "You haven't played it yet." in it.text

    play(script)


@pytest.mark.slow
def test_the_solver_plays_the_lit_board_while_the_terminal_has_the_focus() -> None:
    async def script(it: Play) -> None:
        screen = it.app.screen
        assert isinstance(screen, StartScreen)
        light(it, "4d-easy")
        await it.settle()
        await it.until(lambda: shown(it) is not None)
        game = shown(it)
        assert game is not None
        opened = game.opened  # type: ignore[attr-defined]
        it.app.app_focus = False
        screen._move()
        assert game.opened == opened  # type: ignore[attr-defined]
        it.app.app_focus = True
        screen._move()
        assert game.opened > opened  # type: ignore[attr-defined]
        # It takes no more than its share of the processor.
        opened = game.opened  # type: ignore[attr-defined]
        screen._rests_until += 60
        screen._move()
        assert game.opened == opened  # type: ignore[attr-defined]
        # No terminal shows this, so nothing moves by itself.
        assert not it.app.has_motion

    play(script)


@pytest.mark.slow
def test_the_solver_goes_by_the_setting_for_the_first_open() -> None:
    async def script(it: Play) -> None:
        it.app.choose_preference("first_open", "safe")
        await it.press("w")
        assert isinstance(it.app.screen, WatchScreen)
        assert it.app.screen.show.player.game.rules.first_open == "safe"

    play(script)


def test_the_title_has_space_on_the_narrowest_screen() -> None:
    async def script(it: Play) -> None:
        title = it.app.screen.query_one("#title", Static)
        assert len(str(title.content)) <= title.content_size.width

    play(script, size=(60, 20))
