"""The dialog that asks for one of several things."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from hypersweep import Layout
from hypersweep.session import Session, Store
from hypersweep.tui.screens.choice import ChoiceDialog
from pilot_play import Play, play, ticking


@pytest.mark.slow
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
        assert "just now" in it.text
        assert re.search(r"4x5, 2 mines +[0-9]+ % +0:00   just now", it.text)
        # Losing anything needs a second confirmation.
        await it.press("delete")
        assert "Del again deletes it for good" in it.text
        await it.press("down")
        assert "Del again" not in it.text
        await it.press("up", "j", "delete", "k", "delete")
        assert len(it.app.store.unfinished()) == going
        await it.press("delete")
        assert len(it.app.store.unfinished()) == going - 1
        wanted = it.app.store.unfinished()[0]
        await it.press("enter")
        assert it.session.grid == wanted.record.grid
        assert it.session.is_paused

    play(script)


@pytest.mark.slow
def test_games_that_are_being_played_are_told_apart_and_not_offered() -> None:
    async def script(it: Play) -> None:
        store = it.app.store
        sessions = [Session(board, 6, store=store, clock=ticking(), seed=1) for board in ("3x4x5", "16x30", "4x5")]
        for session in sessions:
            session.open(next(iter(session.grid)))
        await it.press("e")
        assert "each saved game is open in another program" in it.said
        for session, age in zip(sessions[1:], (5, 9), strict=True):
            session.close()
            os.utime(store.directory / "running" / f"{session.name}.sweep", (10**9 - age, 10**9 - age))
        await it.press("e")
        assert isinstance(it.app.screen, ChoiceDialog)
        lines = [line for line in it.lines if " %" in line]
        assert ["being played" in line for line in lines] == [True, False, False]
        assert "2001-09-09" in lines[1]
        await it.press("enter")
        assert it.session.grid.format() == "16x30"
        sessions[0].close()

    play(script)


@pytest.mark.nightly
def test_a_hundred_games_and_more_are_all_offered(tmp_path: Path) -> None:
    with Session("3x4x5", 2, store=Store(tmp_path), clock=ticking(), seed=1) as session:
        session.open((0, 0, 0))
    path = tmp_path / "running" / f"{session.name}.sweep"
    for number in range(150):
        copy = path.with_name(f"game{number:03}.sweep")
        copy.write_bytes(path.read_bytes())
        os.utime(copy, (10**9 - number, 10**9 - number))

    async def script(it: Play) -> None:
        assert "Resume a game (151)" in it.text
        await it.press("e")
        await it.press("end", "enter")
        assert it.session.name == "game149"

    play(script, folder=tmp_path)


@pytest.mark.slow
def test_the_cursor_comes_back_to_its_place(tmp_path: Path) -> None:
    layout = Layout("5x7", [(0, 0), (2, 6), (4, 3)])

    async def leave(it: Play) -> None:
        await it.press("g", "f", "enter")
        await it.go(1, 3)
        await it.press("enter")
        await it.go(3, 5)
        await it.press("escape")

    async def come_back(it: Play) -> None:
        await it.press("e")
        assert it.cursor == (3, 5)
        await it.press("p", "left")
        assert it.cursor == (3, 4)

    play(leave, layout=layout, folder=tmp_path)
    play(come_back, folder=tmp_path)
    play(lambda it: come_back_again(it, (3, 4)), folder=tmp_path)
    # Without the note it is where the latest move was.
    for lock in (tmp_path / "running").glob("*.lock"):
        lock.unlink()
    play(lambda it: come_back_again(it, (1, 3)), folder=tmp_path)


async def come_back_again(it: Play, cell: tuple[int, ...]) -> None:
    await it.press("e")
    assert it.cursor == cell
