"""Leaving a game that can't be saved: the player is asked before it is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Static

from hypersweep import Layout, Outcome
from hypersweep.record import Record
from hypersweep.session import Session
from hypersweep.tui.screens.game import GameScreen
from hypersweep.tui.screens.start import StartScreen
from hypersweep.tui.screens.unsaved import UnsavedDialog
from pilot_play import EASY, Play, play, standing

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
        self._write = __import__("hypersweep.session.autosave", fromlist=["write_file"]).write_file
        monkeypatch.setattr("hypersweep.session.autosave.write_file", self.write)

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
    return app.farewells


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
        for bad, words in (("old.sweep", "there is a file"), ("missing/a.sweep", "No such file")):
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
    assert farewells == [f"Your game is saved in {path}; 'hypersweep resume {path}' goes on with it."]
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
        assert it.app._session is None
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
            it.app.leave(143, may_ask=False)

    (farewell,) = patiently(script, tmp_path)
    (path,) = state.iterdir()
    assert farewell.startswith(f"Your game is saved in {path}; 'hypersweep resume ")
    assert len(Record.load(path).events) == 2


@pytest.mark.slow
def test_a_game_that_is_over_is_asked_about_too(disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hypersweep.session.records.Records.keep", lambda *_: None)

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
