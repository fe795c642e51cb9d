"""The command that checks a server: what it prints, and its exit status."""

from __future__ import annotations

from pathlib import Path

import pytest

from databases import sqlite_url
from hypersweep.cli import main
from hypersweep.web.multiplayer import diagnosis
from hypersweep.web.multiplayer.diagnosis import Finding


def test_right_settings_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = sqlite_url(tmp_path / "together.sqlite3")
    assert main(["web", "doctor", "--database-url", url]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [["ok", "database"], ["ok", "disk"], ["ok", "origin"]]


def test_what_is_wrong_has_its_advice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = sqlite_url(tmp_path / "together.sqlite3")
    assert main(["web", "doctor", "--database-url", url, "--host", "0.0.0.0"]) == 1
    assert (
        "WRONG  origin    not set, though other machines can reach the host: start the server"
        in capsys.readouterr().out
    )


def test_a_url_is_asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[str] = []

    def check(url: str) -> list[Finding]:
        asked.append(url)
        return [Finding("health", True, "/healthz answers 200")]

    monkeypatch.setattr(diagnosis, "check_site", check)
    assert main(["web", "doctor", "https://Sweep.example:443/"]) == 0
    assert asked == ["https://sweep.example"]
    assert capsys.readouterr().out == "ok     health  /healthz answers 200\n"


@pytest.mark.parametrize("words", [["sweep.example"], ["--alone"], ["https://a.example", "https://b.example"]])
def test_words_that_can_not_be_used_are_said(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "doctor", *words]) == 2
    assert capsys.readouterr().err.startswith("hypersweep web doctor: ")
