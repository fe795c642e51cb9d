"""The game that is played is kept, wherever the player goes from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hypersweep.session import Session, Store
from hypersweep.tui.screens.scores import ScoresScreen
from hypersweep.tui.screens.start import StartScreen
from hypersweep.tui.screens.unsaved import UnsavedDialog
from pilot_play import EASY, Play, play, standing


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
