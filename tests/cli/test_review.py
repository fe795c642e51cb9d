from __future__ import annotations

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hypersweep import Layout, Record
from hypersweep.cli import main
from hypersweep.review import review
from played import played

RECORD = played(Layout("2x6", [(1, 4)]), [(0, "open", (0, 0)), (1000, "open", (0, 5)), (2000, "open", (0, 4))])


@pytest.fixture
def path(tmp_path: Path) -> str:
    RECORD.save(tmp_path / "game.sweep")
    return str(tmp_path / "game.sweep")


def test_the_report(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", path]) == 0
    assert capsys.readouterr().out == review(RECORD).format() + "\n"


def test_json(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", path, "--json", "--policy", "safest"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures == json.loads(json.dumps(review(RECORD, policy="safest").as_dict()))


def test_the_picture(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "review.svg"
    assert main(["review", path, "--svg", str(out)]) == 0
    assert capsys.readouterr().out.startswith("Review of 2x6")
    ElementTree.fromstring(out.read_text(encoding="utf-8"))
    assert main(["review", path, "--svg", "-"]) == 0
    assert capsys.readouterr().out == out.read_text(encoding="utf-8")


def test_the_game_with_its_verdicts(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "annotated.sweep"
    assert main(["review", path, "--annotate", str(out), "--svg", str(tmp_path / "review.svg")]) == 0
    assert capsys.readouterr().out.startswith("Review of 2x6")
    assert Record.load(out) == review(RECORD).annotated()
    assert main(["review", path, "--annotate", "-"]) == 0
    assert capsys.readouterr().out == out.read_text(encoding="utf-8")
    assert main(["review", path, "--annotate", str(tmp_path / "nowhere" / "game.sweep")]) == 74


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(RECORD.format().encode())))
    assert main(["review", "-"]) == 0
    assert "unneeded guess" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no game to review"),
        (["nowhere.sweep"], "nowhere.sweep"),
        (["a.sweep", "b.sweep"], "expected one file"),
        (["a.sweep", "--policy", "safst"], "did you mean 'safest'"),
        (["a.sweep", "--seconds", "0"], "above 0"),
        (["a.sweep", "--seconds", "nan"], "--seconds"),
        (["a.sweep", "--svg", "-", "--json"], "can't combine --json with --svg"),
        (["a.sweep", "--svg", "-", "--annotate", "-"], "can't combine --svg - with --annotate -"),
        (["--svgg"], "did you mean '--svg'"),
    ],
)
def test_what_cannot_be_used_is_told(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", *words]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.out == ""


def test_a_picture_that_cannot_be_written(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", path, "--svg", str(tmp_path / "no" / "review.svg")]) == 74
    assert "can't write" in capsys.readouterr().err


def test_a_record_that_was_tampered_with_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.sweep"
    path.write_text(RECORD.format().replace("2000 open 0 4: 1", "2000 open 0 4: 2"))
    assert main(["review", str(path)]) == 2
    assert "event 3" in capsys.readouterr().err


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", "--help"]) == 0
    assert "--policy" in capsys.readouterr().out
