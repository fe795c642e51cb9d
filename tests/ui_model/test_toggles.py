"""Settings that are on or off."""

from __future__ import annotations

from textual.events import AppBlur

from hypersweep.ui_model.toggles import TOGGLES
from pilot_play import EASY, Play, play, ticking


def test_each_is_turned_on_and_off_and_saved() -> None:
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
        # Nothing is known of this cell, though others are certain.
        await it.go(2, 3)
        await it.press("enter")
        assert "guess" in it.lines[0]

    play(script, layout=EASY, clock=ticking())
