"""The dialog that asks for one of several things."""

from __future__ import annotations

from datetime import datetime

from hypersweep.session import Session
from hypersweep.tui.screens.choice import ChoiceDialog
from pilot_play import Play, play, ticking


def test_one_of_several_games_is_resumed_or_deleted() -> None:
    async def script(it: Play) -> None:
        for board in ("3x4x5", "16x30", "4x5"):
            session = Session(board, 2, store=it.app.store, clock=ticking(), seed=1)
            session.open(next(iter(session.grid)))
            session.close()
        it.app.screen.refresh_menu()  # type: ignore[attr-defined]
        await it.settle()
        going = len(it.app.store.unfinished())
        assert f"Resume a game ({going})" in it.text
        await it.press("e")
        assert isinstance(it.app.screen, ChoiceDialog)
        assert "3x4x5, 2 mines" in it.text
        assert f"{datetime.now():%Y}" in it.text
        # Nothing is lost without being asked for twice.
        await it.press("delete")
        assert "Del again deletes it for good" in it.text
        await it.press("down")
        assert "Del again" not in it.text
        await it.press("up", "delete")
        assert len(it.app.store.unfinished()) == going
        await it.press("delete")
        assert len(it.app.store.unfinished()) == going - 1
        wanted = it.app.store.unfinished()[0]
        await it.press("enter")
        assert it.session.grid == wanted.record.grid
        assert it.session.is_paused

    play(script)
