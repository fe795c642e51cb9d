"""Records played again on the screen."""

from __future__ import annotations

import pytest
from textual.binding import Binding

from hypersweep import Outcome
from hypersweep.tui.parts.time_bar import TimeBar
from hypersweep.tui.screens.replay import ReplayScreen
from hypersweep.tui.screens.start import StartScreen
from pilot_play import EASY, LAYOUTS, Play, play, record_of


@pytest.mark.parametrize("dimensions", LAYOUTS)
def test_a_record_is_watched(dimensions: int) -> None:
    record = record_of(LAYOUTS[dimensions])
    whole = len(record.events)

    async def script(it: Play) -> None:
        it.app.replay(record)
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
        assert "open " + " ".join(map(str, record.events[0].cell or ())) in it.text
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
        # At the end, playing begins again.
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


def test_a_record_plays_by_itself() -> None:
    record = record_of(EASY)
    now = [0.0]

    async def script(it: Play) -> None:
        it.app._show(ReplayScreen(record, clock=lambda: now[0]))
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
