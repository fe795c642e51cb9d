"""Dialogs: a choice, another place to save a game, and a custom board."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Button, Input, OptionList, Select, Static

from hypersweep import Grid, Layout, Outcome, Rules
from hypersweep.record import Record
from hypersweep.session import Session, Store
from hypersweep.tui.screens.dialogs import ChoiceDialog, CustomDialog, UnsavedDialog
from hypersweep.tui.screens.game_screen import GameScreen
from hypersweep.tui.screens.start_screen import StartScreen
from hypersweep.ui_model.choices import read_choices
from pilot_play import EASY, Play, play, standing, ticking


@pytest.mark.slow
def test_one_of_several_games_is_resumed_or_deleted() -> None:
    async def script(it: Play) -> None:
        for board in ("3x4x5", "16x30", "4x5"):
            session = Session(board, 2, store=it.app.store, clock=ticking(), seed=1)
            session.open(next(iter(session.grid)))
            session.close()
        it.app.screen.refresh_boards()  # type: ignore[attr-defined]
        await it.settle()
        going = len(it.app.store.unfinished())
        assert re.search(r"Continue +4x5, 2 mines", it.text)
        await it.press("e")
        assert isinstance(it.app.screen, ChoiceDialog)
        assert len(re.findall(r" [0-9]+ % +[0-9]+:[0-9]{2} ", it.text)) == going
        assert "3x4x5, 2 mines" in it.text
        assert "just now" in it.text
        assert re.search(r"4x5, 2 mines +[0-9]+ % +0:00   just now", it.text)
        # Losing anything needs a second confirmation.
        await it.press("delete")
        assert "press Del again to delete it for good" in it.text
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
        assert "every saved game is open in another program" in it.said
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


@pytest.mark.slow
def test_a_hundred_games_and_more_are_all_offered(tmp_path: Path) -> None:
    with Session("3x4x5", 2, store=Store(tmp_path), clock=ticking(), seed=1) as session:
        session.open((0, 0, 0))
    path = tmp_path / "running" / f"{session.name}.sweep"
    for number in range(150):
        copy = path.with_name(f"game{number:03}.sweep")
        copy.write_bytes(path.read_bytes())
        os.utime(copy, (10**9 - number, 10**9 - number))

    async def script(it: Play) -> None:
        await it.press("e")
        assert it.app.screen.query_one(OptionList).option_count == 151
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


LAYOUT = Layout("5x7", [(0, 0), (2, 6), (4, 3)])


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for state, only for this test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    return tmp_path / "state" / "hypersweep"


class Disk:
    """A disk that is full while ``is_full``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_full = True
        self._write = __import__("hypersweep.session.saved_games", fromlist=["write_file"]).write_file
        monkeypatch.setattr("hypersweep.session.saved_games.write_file", self.write)

    def write(self, path: Path, text: str) -> None:
        if self.is_full:
            raise OSError(28, "No space left on device", str(path))
        self._write(path, text)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def patiently(script: Callable[[Play], object], tmp_path: Path, *, layout: Layout = LAYOUT) -> list[str]:
    """Play with problems reported as messages. Returns: the messages at the end."""
    from hypersweep.session import Store

    told: list[str] = []
    store = Store(tmp_path / "data", warn=told.append)
    session = Session(layout=layout, store=store, clock=standing, is_known=False)
    app = play(script, session=lambda _: session, folder=tmp_path / "data")  # type: ignore[arg-type]
    assert any("No space left" in line for line in told)
    return app.navigation.farewells


async def begin(it: Play) -> None:
    await it.go(4, 0)
    await it.press("enter")


@pytest.mark.ci_limit(3)
@pytest.mark.slow
@pytest.mark.parametrize("key", ["q", "escape", "ctrl+q", "ctrl+c"])
def test_a_game_is_saved_elsewhere_and_told_of(key: str, disk: Disk, tmp_path: Path, state: Path) -> None:
    path = tmp_path / "here.sweep"

    async def script(it: Play) -> None:
        await begin(it)
        record = it.session.record
        await it.press(key)
        assert isinstance(it.app.screen, UnsavedDialog)
        why = f"This game could not be saved in {it.app.store.directory}: No space left on device."
        assert str(it.app.screen.query_one("#why", Static).content) == why
        field = it.app.screen.query_one(Input)
        assert field.value.startswith(str(tmp_path / "home" / "hypersweep-"))
        # No existing file is replaced, and a missing folder is made.
        (tmp_path / "old.sweep").write_text("old")
        for bad, words in (("old.sweep", "a file with that name"), ("missing/a.sweep", "No such file")):
            field.value = str(tmp_path / bad)
            await it.press("enter")
            assert isinstance(it.app.screen, UnsavedDialog)
            assert words in it.text
        field.value = str(path)
        await it.press("enter")
        assert Record.load(path).events[:1] == record.events
        if key == "escape":
            assert isinstance(it.app.screen, StartScreen)
        assert it.app.status == (130 if key == "ctrl+c" else 0)

    farewells = patiently(script, tmp_path)
    assert farewells == [f"Your game is saved in {path}; 'hypersweep resume {path}' continues it."]
    assert not state.exists()
    with Session.continue_from(Record.load(path)) as again:
        assert again.game.opened > 0


@pytest.mark.slow
def test_the_player_may_go_back_and_the_disk_may_have_room_again(disk: Disk, tmp_path: Path) -> None:
    async def script(it: Play) -> None:
        await begin(it)
        await it.press("q", "escape")
        assert isinstance(it.app.screen, GameScreen)
        # The clock stands meanwhile.
        assert it.session.is_paused
        assert "paused" in it.text
        await it.press("p")
        await it.go(0, 6)
        session = it.session
        await it.press("enter", "q", "tab", "enter")
        assert isinstance(it.app.screen, UnsavedDialog)
        disk.is_full = False
        events = session.record.events
        await it.press("enter")
        assert it.app.navigation._session is None
        (saved,) = it.app.store.unfinished()
        assert saved.record.events == events

    assert patiently(script, tmp_path) == []


@pytest.mark.slow
def test_a_game_is_lost_only_where_the_player_says_so(disk: Disk, tmp_path: Path, state: Path) -> None:
    async def script(it: Play) -> None:
        await begin(it)
        await it.press("escape", "tab", "down")
        assert it.app.screen.query_one(OptionList).highlighted == 1
        await it.press("enter")
        assert isinstance(it.app.screen, StartScreen)

    assert patiently(script, tmp_path) == []
    assert not state.exists()


@pytest.mark.slow
@pytest.mark.parametrize("is_asked", [False, True])
def test_where_nobody_can_be_asked_another_place_is_found(
    is_asked: bool, disk: Disk, tmp_path: Path, state: Path
) -> None:
    async def script(it: Play) -> None:
        await begin(it)
        if is_asked:
            # Ctrl-C twice.
            await it.press("ctrl+c", "ctrl+c")
        else:
            it.app.navigation.leave(143, may_ask=False)

    (farewell,) = patiently(script, tmp_path)
    (path,) = state.iterdir()
    assert farewell.startswith(f"Your game is saved in {path}; 'hypersweep resume ")
    assert len(Record.load(path).events) == 2


@pytest.mark.slow
def test_a_game_that_is_over_is_asked_about_too(disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hypersweep.session.store.Store.keep", lambda *_: None)

    async def script(it: Play) -> None:
        for cell in EASY.grid:
            if not EASY.is_mine(cell) and it.session.outcome is Outcome.ONGOING:
                await it.go(*cell)
                await it.press("enter")
        assert it.session.outcome is Outcome.WON
        await it.press("r")
        assert isinstance(it.app.screen, UnsavedDialog)
        it.app.screen.query_one(Input).value = str(tmp_path)
        await it.press("ctrl+s")
        assert it.session.game.opened == 0
        (path,) = tmp_path.glob("*.sweep")
        assert Record.load(path).outcome is Outcome.WON

    assert len(patiently(script, tmp_path, layout=EASY)) == 1


@pytest.mark.slow
def test_the_form_checks_as_one_types() -> None:
    async def script(it: Play) -> None:
        await it.press("c")
        assert "81 cells" in it.text
        await it.type("3x4x5")
        assert "60 cells, 5 mines: 1 in 12" in it.text
        assert "a cell touches 7 to 26 others" in it.text
        assert "mean clue" not in it.text
        await it.type("x")
        assert "expected a side in digits" in it.text
        assert it.app.screen.query_one("#play", Button).disabled
        await it.press("enter")
        assert isinstance(it.app.screen, CustomDialog)
        await it.press("backspace", "tab")
        await it.type("99")
        assert "60 cells, 99 mines" not in it.text
        assert it.app.screen.query_one("#play", Button).disabled
        await it.press("backspace", "tab")
        await it.type("0,2")
        assert "a cell touches 11 to 26 others" not in it.text
        assert "60 cells, 9 mines" in it.text
        for name, value in (("adjacency", "orthogonal"), ("rules", "esp"), ("first", "opening")):
            it.app.screen.query_one(f"#{name}", Select).value = value
        it.app.screen.query_one("#seed", Input).value = "12"
        await it.settle()
        await it.press("ctrl+s")
        assert it.session.grid == Grid("3x4x5~orthogonal~wrap=0,2")
        game = it.session.game
        assert (game.mines, game.seed, game.rules.first_open) == (9, 12, "opening")
        assert not game.rules.chord
        assert "not ranked" in it.lines[0]

    play(script)


@pytest.mark.slow
def test_the_form_takes_names_and_board_ids() -> None:
    async def script(it: Play) -> None:
        await it.press("c")
        await it.type("4d-hard")
        assert "256 cells, 20 mines" in it.text
        board = it.app.screen.query_one("#board", Input)
        board.value = "4d-hrad"
        await it.settle()
        assert "did you mean '4d-hard'" in it.text
        assert "start screen" in it.text
        board.value = EASY.format()
        await it.settle()
        assert "12 cells, 2 mines" in it.text
        await it.press("enter")
        assert it.session.game.layout == EASY

    play(script)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"board": "3x4", "mines": "many"}, "expected a whole number for mines, got 'many'"),
        ({"board": "3x4", "mines": "12"}, "mines"),
        ({"board": "3x4", "wrap": "2"}, "expected wrapped axis from 0 to 1, got 2"),
        ({"board": "3x4", "seed": "-1"}, "seed"),
        ({"board": "x".join("9" * 14)}, "expected a board within"),
        ({"board": "3x4.bAgg", "mines": "2"}, "can't use mines with a board ID"),
    ],
)
def test_the_form_says_what_is_wrong_without_dashes(fields: dict[str, Any], message: str) -> None:
    from hypersweep import HypersweepError

    with pytest.raises(HypersweepError) as caught:
        read_choices(**fields)
    assert message in str(caught.value)
    assert "--" not in str(caught.value)


@pytest.mark.slow
def test_what_becomes_of_guesses_is_a_field_of_the_form() -> None:
    async def script(it: Play) -> None:
        it.app.choose_preference("guess", "never,grade=set")
        await it.press("c")
        assert "none, up to sets, as you have set it" in it.text
        assert "no guess: sets of clues will do" in it.text
        select = it.app.screen.query_one("#guess", Select)
        for value, fact in (
            ("never,grade=clue", "no guess: single clues will do"),
            ("never,grade=set,exactly=on", "no guess: needs sets of clues"),
            ("punished", "an unneeded guess"),
        ):
            select.value = value
            await it.settle()
            assert fact in it.text
        it.app.screen.query_one("#first", Select).value = "any"
        select.value = "never"
        await it.settle()
        assert "expected first opening or first safe with guess never" in it.text
        select.value = "allowed"
        await it.settle()
        assert "no guess" not in it.text
        await it.press("ctrl+s")
        assert it.session.game.rules == Rules(first_open="any")

    play(script)
