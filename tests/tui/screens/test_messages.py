"""The list of recent messages, in full."""

from __future__ import annotations

import pytest

from hypersweep.tui.screens.messages import MessagesScreen
from pilot_play import Play, play


@pytest.mark.slow
def test_of_what_was_said_the_latest_is_kept() -> None:
    async def script(it: Play) -> None:
        for number in range(130):
            it.app.say(f"message {number}")
        assert len(it.app.messages) == 100
        await it.press("M")
        assert isinstance(it.app.screen, MessagesScreen)
        assert "message 129" in it.text
        await it.press("j", "k", "q")
        assert not isinstance(it.app.screen, MessagesScreen)

    play(script, size=(60, 20))


def test_before_anything_was_said_it_says_so() -> None:
    async def script(it: Play) -> None:
        await it.press("M")
        assert "nothing was said yet" in it.text
        await it.press("escape")
        it.app.say("the same")
        it.app.say("another")
        it.app.say("the same")
        await it.press("M")
        # Each message appears once, at its latest time.
        assert it.text.index("the same") < it.text.index("another")
        await it.pilot.resize_terminal(40, 12)
        await it.settle()
        assert "another" in it.text

    play(script, size=(80, 24))
