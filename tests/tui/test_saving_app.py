"""The current game is saved, whichever screen follows."""

from __future__ import annotations

from pathlib import Path

import pytest

from hypersweep import Layout
from hypersweep.session import Session, Store
from hypersweep.tui.screens.scores import ScoresScreen
from hypersweep.tui.screens.start import StartScreen
from hypersweep.tui.screens.unsaved import UnsavedDialog
from pilot_play import EASY, Play, play, standing

# No first open wins it, and the last cell is a mine.
CORNERED = Layout("3x4", [(0, 3), (2, 3)])


@pytest.mark.slow
@pytest.mark.parametrize("way", ["scores", "statistics", "start"])
def test_a_game_that_cannot_be_saved_is_left_only_when_the_player_was_asked(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, _: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("hypersweep.session.autosave.write_file", full)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    told: list[str] = []
    store = Store(tmp_path / "data", warn=told.append)

    async def script(it: Play) -> None:
        await it.press("enter")
        getattr(it.app.navigation, way)()
        await it.settle()
        assert isinstance(it.app.screen, UnsavedDialog)
        assert it.app.is_asking
        assert it.app.is_unsaved

    play(script, session=lambda _: Session(layout=EASY, store=store, clock=standing), folder=tmp_path / "data")
    assert "No space left" in told[0]


def test_the_game_that_was_left_can_be_resumed_until_it_is_deleted() -> None:
    async def script(it: Play) -> None:
        assert not it.app.has_saved
        await it.press("enter")
        it.app.scores()
        await it.settle()
        assert isinstance(it.app.screen, ScoresScreen)
        assert it.app.has_saved
        (saved,) = it.app.store.saved()
        it.app.store.discard(saved)
        assert not it.app.has_saved
        await it.press("escape")
        assert isinstance(it.app.screen, StartScreen)

    play(script, layout=EASY)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("keys", "printed"),
    [
        # In the last cell there is a mine.
        (("enter", "G", "enter", "y"), "lost after"),
        (("enter", "G", "enter", "escape"), "lost after"),
        # It asks first.
        (("enter", "x", "x"), "'hypersweep resume' continues"),
        # A game without a move changes no message about the earlier one.
        (("enter", "escape", "enter"), "'hypersweep resume' continues"),
        (("escape",), ""),
    ],
)
def test_leaving_prints_how_the_last_game_ended_or_that_it_is_saved(keys: tuple[str, ...], printed: str) -> None:
    async def script(it: Play) -> None:
        for key in keys:
            await it.press(key)
        it.app.leave(0)

    app = play(script, layout=CORNERED)
    assert printed in app.parting
    assert bool(app.parting) is bool(printed)


def test_leaving_says_nothing_of_a_saved_game_that_has_been_deleted() -> None:
    async def script(it: Play) -> None:
        await it.press("enter", "escape")
        (saved,) = it.app.store.saved()
        it.app.store.discard(saved)
        it.app.leave(0)

    assert play(script, layout=CORNERED).parting == ""
