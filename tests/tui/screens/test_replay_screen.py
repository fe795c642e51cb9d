"""Replays of records, and playing on from one of their positions."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.binding import Binding

from hypersweep import Layout, Outcome
from hypersweep.record import Event
from hypersweep.tui.notes import NoteLine
from hypersweep.tui.screens.replay_screen import AttemptScreen, ReplayScreen, TimeBar
from hypersweep.tui.screens.start_screen import StartScreen
from hypersweep.ui_model.replay_player import record_up_to
from pilot_play import DIMENSIONS, EASY, LAYOUTS, Play, play, record_of


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_a_record_is_watched(dimensions: int) -> None:
    record = record_of(LAYOUTS[dimensions])
    whole = len(record.events)

    async def script(it: Play) -> None:
        it.app.navigation.replay(record)
        await it.settle()
        screen = it.app.screen
        assert isinstance(screen, ReplayScreen)
        player = screen._player
        assert player.is_playing
        await it.press("space")
        assert not player.is_playing
        assert "‖" in it.text
        await it.press("home")
        assert player.replay.position == 0
        assert "the beginning" in it.text
        for key, step in (("right", 1), ("l", 1), ("full_stop", 1), ("left", -1), ("h", -1), ("comma", -1)):
            before = player.replay.position
            await it.press(key)
            assert player.replay.position == before + step
        await it.press("right")
        assert f"open ({', '.join(map(str, record.events[0].cell or ()))}): " in it.text
        # The date of the game is at the top.
        assert f"· {record.tags['start'][:10]}" in it.text
        assert it.cursor == record.events[0].cell
        await it.press("right", "right", "right")
        assert it.board.is_hidden
        await it.press("right")
        assert not it.board.is_hidden
        for keys, step in ((("pagedown", "right_square_bracket"), 10), (("pageup", "left_square_bracket"), -10)):
            for key in keys:
                before = player.replay.position
                await it.press(key)
                assert player.replay.position == min(max(before + step, 0), whole)
        await it.press("end")
        assert player.replay.position == whole
        assert player.replay.game.outcome is Outcome.WON
        for tenth in range(10):
            await it.press(str(tenth))
            assert player.replay.position == (
                sum(event.milliseconds <= record.milliseconds * tenth / 10 for event in record.events) if tenth else 0
            )
        await it.press("g", "G")
        assert player.replay.position == whole
        speed = player.speed
        await it.press("up", "k", "plus")
        assert player.speed == speed * 8
        assert "speed 8×" in it.text
        await it.press("down", "j", "minus", "minus")
        assert player.speed == speed / 2
        bar = it.app.screen.query_one(TimeBar)
        await it.pilot.click(TimeBar, offset=(bar.size.width // 2, 0))
        await it.settle()
        assert 0 < player.replay.position < whole
        # At the end, playing restarts.
        await it.press("end", "space")
        assert player.is_playing
        assert player.replay.position < whole
        await it.press("escape")
        assert isinstance(it.app.screen, StartScreen)

    play(script)


def test_every_key_of_the_replay_has_a_test() -> None:
    keys = {binding.key for binding in Binding.make_bindings(ReplayScreen.BINDINGS)}
    tested = {"space", "home", "end", "g", "G", "right", "l", "full_stop", "left", "h", "comma", "pagedown", "pageup"}
    tested |= {"right_square_bracket", "left_square_bracket", "up", "k", "plus", "down", "j", "minus", "escape", "v"}
    tested |= {"enter", "backspace", "t"}
    assert keys == tested | set("0123456789")


@pytest.mark.slow
def test_a_record_plays_by_itself() -> None:
    record = record_of(EASY)
    now = [0.0]

    async def script(it: Play) -> None:
        it.app.navigation._show(ReplayScreen(record, clock=lambda: now[0]))
        await it.settle()
        screen = it.app.screen
        assert isinstance(screen, ReplayScreen)
        await it.until(lambda: screen._player.replay.position > 0)
        now[0] = record.milliseconds / 2000
        await it.until(lambda: screen._player.replay.position >= 4)
        assert screen._player.is_playing
        now[0] += 3600
        await it.until(lambda: not screen._player.is_playing)
        await it.settle()
        assert screen._player.is_at_end
        assert "won" in it.text

    play(script)


def told(it: Play) -> str:
    return str(it.app.screen.query_one(NoteLine).content)


@pytest.mark.slow
def test_comments_and_side_lines_are_told_and_followed() -> None:
    record = record_of(EASY).with_comment(0, "A quiet start.").with_comment(1, "Well begun.")
    cells = [cell for cell in EASY.grid if not EASY.is_mine(cell)][-2:]
    record = record.with_variation(1, [Event(1000, "flag", cells[0], 1), Event(2000, "flag", cells[1], 1)])
    two = record.with_variation(1, [Event(1500, "flag", cells[1], 1)], comments={1: "late,\nbut\nsafe"})

    async def script(it: Play) -> None:
        it.app.navigation.replay(record)
        await it.settle()
        await it.press("space", "home")
        assert told(it) == "A quiet start."
        await it.press("right")
        assert told(it) == "Well begun.   a side line of 2 events: Enter follows it"
        await it.press("enter", "right")
        first = it.app.screen
        assert isinstance(first, ReplayScreen)
        replay = first._player.replay
        assert (replay.line, replay.position, replay.game.flags) == (1, 2, 1)
        assert "side line 1, 2 of 3" in it.text
        assert told(it) == "Backspace returns to the parent line"
        await it.press("backspace")
        assert (replay.line, replay.position, replay.game.flags) == (0, 1, 0)
        assert "side line of 2 events" in told(it)
        await it.press("right")
        assert told(it) == ""
        # Of several, one is asked for.
        it.app.navigation.replay(two)
        await it.settle()
        await it.press("space", "home", "right")
        assert "2 side lines: Enter follows one" in told(it)
        await it.press("enter")
        assert "1 event: flag" in it.text
        assert "(late, but safe)" in it.text
        await it.press("escape")
        await it.press("enter", "down", "enter")
        last = it.app.screen
        assert isinstance(last, ReplayScreen)
        assert last._player.replay.line == 2

    play(script)


@pytest.mark.slow
def test_any_moment_of_a_replay_can_be_tried_again() -> None:
    record = record_of(EASY)

    async def script(it: Play) -> None:
        it.app.navigation.replay(record)
        await it.settle()
        await it.press("space", "home", "right", "right", "t")
        assert isinstance(it.game, AttemptScreen)
        game = it.session.game
        assert (game.opened > 0, game.flags, it.session.outcome) == (True, 1, Outcome.ONGOING)
        await it.press("escape")
        assert isinstance(it.app.screen, ReplayScreen)
        # At the end it is the position before the last move.
        await it.press("end", "t")
        assert isinstance(it.game, AttemptScreen)
        assert it.session.outcome is Outcome.ONGOING
        await it.press("escape", "escape")
        assert isinstance(it.app.screen, StartScreen)

    play(script)


@pytest.mark.slow
def test_a_board_of_four_dimensions_is_seen_whole_on_a_usual_terminal() -> None:
    record = record_of(Layout("4x4x4x4", [(0, 0, 0, 0), (3, 3, 3, 3)]))

    async def script(it: Play) -> None:
        it.app.navigation.replay(record)
        await it.settle()
        assert it.board.size.height >= it.board.arrangement.height
        assert it.board.max_scroll_y == 0

    play(script, size=(80, 24))


@pytest.mark.slow
def test_an_attempt_is_a_game_that_leads_back() -> None:
    record = record_of(EASY)
    begun = record_up_to(record, record.events[:1])

    async def script(it: Play) -> None:
        it.app.navigation.attempt(begun, (2, 3))
        await it.settle()
        screen = it.game
        assert isinstance(screen, AttemptScreen)
        assert it.cursor == (2, 3)
        opened = screen.session.game.opened
        # During a game, a restart needs two presses, as always.
        for cell in EASY.grid:
            if not EASY.is_mine(cell) and screen.session.outcome is Outcome.ONGOING:
                screen.board.go(cell)
                await it.press("enter")
        assert screen.session.outcome is Outcome.WON
        assert "won" in it.text
        # Neither a replay nor a review is offered here.
        await it.press("v", "y")
        assert it.game is screen
        await it.press("r")
        assert (screen.session.outcome, screen.session.game.opened) == (Outcome.ONGOING, opened)
        assert it.cursor == (2, 3)
        # The first Esc puts a hint away.
        await it.press("question_mark")
        await it.press("escape")
        assert it.game is screen
        await it.press("escape")
        assert isinstance(it.app.screen, StartScreen)
        assert not it.app.store.results()

    play(script)


@pytest.mark.slow
def test_the_cursor_begins_where_the_move_was_made() -> None:
    record = record_of(EASY)
    # The cell of the latest move differs.
    begun = record_up_to(record, record.events[:1])
    assert begun.events[-1].cell == (0, 0)

    async def script(it: Play) -> None:
        it.app.navigation.attempt(begun, (1, 3))
        await it.settle()
        assert it.cursor == (1, 3)
        await it.press("left")
        assert it.cursor == (1, 2)
        await it.press("r", "r")
        assert it.cursor == (1, 3)

    play(script)


def test_a_position_that_cannot_be_is_said() -> None:
    record = record_of(EASY)
    events = (record.events[0], record.events[0])

    async def script(it: Play) -> None:
        it.app.navigation.attempt(record.replace(events=events))
        await it.settle()
        assert isinstance(it.app.screen, StartScreen)
        assert "expected the effect" in " ".join(it.app.messages)

    play(script)


class Alone(App[None]):
    """The time bar and its requests."""

    def __init__(self) -> None:
        super().__init__()
        self.sought: list[float] = []

    def compose(self) -> ComposeResult:
        yield TimeBar()

    def on_time_bar_sought(self, message: TimeBar.Sought) -> None:
        self.sought.append(message.share)


@pytest.mark.parametrize(("share", "filled"), [(-1.0, 0), (0.0, 0), (0.25, 10), (1.0, 40), (7.0, 40)])
def test_it_fills_up(share: float, filled: int) -> None:
    async def run() -> None:
        async with Alone().run_test(size=(40, 3)) as pilot:
            bar = pilot.app.query_one(TimeBar)
            bar.show(share)
            await pilot.pause()
            assert str(bar.render()) == "━" * filled + "─" * (40 - filled)

    asyncio.run(run())


def test_a_click_asks_for_a_moment() -> None:
    async def run() -> None:
        app = Alone()
        async with app.run_test(size=(41, 3)) as pilot:
            for x in (0, 10, 40):
                await pilot.click(TimeBar, offset=(x, 0))
            assert app.sought == [0.0, 0.25, 1.0]

    asyncio.run(run())
