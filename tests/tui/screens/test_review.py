"""The review on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from hypersweep.tui.screens.replay import ReplayScreen
from hypersweep.tui.screens.review import ReviewScreen
from pilot_play import EASY, Play, play, record_of


def test_a_record_is_reviewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    record = record_of(EASY).replace(tags={"start": "2026-11-21T04:00:00Z"})

    async def script(it: Play) -> None:
        it.app.replay(record)
        await it.settle()
        await it.press("v")
        assert isinstance(it.app.screen, ReviewScreen)
        assert "skill" in it.text.lower()
        await it.press("s")
        (picture,) = tmp_path.glob("*.svg")
        assert picture.name == "review-2026-11-21T040000Z.svg"
        assert picture.read_text(encoding="utf-8").startswith("<svg")
        await it.press("q")
        assert isinstance(it.app.screen, ReplayScreen)

    play(script)
