"""A game tried again: its start, its restart, and its end."""

from __future__ import annotations

import pytest

from hypersweep import Outcome
from hypersweep.tui.screens.attempt import AttemptScreen
from hypersweep.tui.screens.start import StartScreen
from hypersweep.ui_model.attempt import record_up_to
from pilot_play import EASY, Play, play, record_of


@pytest.mark.slow
def test_an_attempt_is_a_game_that_leads_back() -> None:
    record = record_of(EASY)
    begun = record_up_to(record, record.events[:1])

    async def script(it: Play) -> None:
        it.app.attempt(begun, (2, 3))
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
        it.app.attempt(begun, (1, 3))
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
        it.app.attempt(record.replace(events=events))
        await it.settle()
        assert isinstance(it.app.screen, StartScreen)
        assert "expected the effect" in " ".join(it.app.messages)

    play(script)
