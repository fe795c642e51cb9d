"""Progress of a long run, reported without a terminal."""

from __future__ import annotations

import pytest

from hypersweep.cli import lab_progress
from hypersweep.cli.lab_progress import Telling


def test_elsewhere_than_on_a_terminal_it_is_told_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 1000.0
    monkeypatch.setattr(lab_progress, "monotonic", lambda: now)
    with Telling("hypersweep lab sweep") as telling:
        for seconds in (1, 59, 61, 100, 120, 122):
            now = 1000.0 + seconds
            telling.show(seconds / 200, f"after {seconds} s")
        with telling.hidden():
            pass
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err == "hypersweep lab sweep: after 61 s\nhypersweep lab sweep: after 122 s\n"
