"""``hypersweep verify``: valid certificates, invalid ones, and files that contain none."""

from __future__ import annotations

import json
import sys
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given

from hypersweep import Layout
from hypersweep.cli import main
from hypersweep.generate import Certificate, certify, no_guess
from strategies import near_misses

GOOD = certify(Layout("3x4", [(0, 0), (0, 1)]), (2, 3))
SPACE = certify(no_guess("3x4x5", 6, (1, 1, 2), seed=7), (1, 1, 2))
SKIPPED = Certificate(GOOD.layout, GOOD.first, GOOD.steps[1:])
UNFINISHED = Certificate(GOOD.layout, GOOD.first, GOOD.steps[:2])


def give(monkeypatch: pytest.MonkeyPatch, data: str) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data.encode())))


def test_a_certificate_that_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.txt"
    path.write_text(GOOD.format(), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == (f"{path} holds: 3x4, 2 mines, from (2, 3), 6 steps, at most grade clue\n", "")
    assert main(["verify", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "file": str(path),
        "holds": True,
        "board": "3x4.bAw",
        "first": [2, 3],
        "steps": 6,
        "grade": "clue",
    }


def test_a_certificate_that_does_not_hold(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    why = "expected clues of open cells in step 1 of a certificate, got (1, 3)"
    give(monkeypatch, SKIPPED.format())
    assert main(["verify", "-"]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == (f"standard input doesn't hold: {why}\n", "")
    give(monkeypatch, SKIPPED.format())
    assert main(["verify", "-", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["holds"], found["step"], found["error"]) == (False, 1, why)
    assert "grade" not in found


def test_one_step_of_every_kind_that_is_changed_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = SPACE.format().splitlines()
    for place in range(3, len(lines)):
        changed = lines[place].replace(" safe ", " ? ").replace(" mine ", " safe ").replace(" ? ", " mine ")
        give(monkeypatch, "\n".join([*lines[:place], changed, *lines[place + 1 :]]))
        assert main(["verify", "-"]) == 1
        assert f" in step {place - 2} of a certificate" in capsys.readouterr().out


def test_several_in_one_file_are_numbered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    broken = GOOD.format().replace("clue safe", "clue sure", 1)
    give(monkeypatch, "\n".join([GOOD.format(), UNFINISHED.format(), broken, SPACE.format()]).replace("\n", "\r\n"))
    assert main(["verify", "-"]) == 2
    out, err = capsys.readouterr()
    first, second, last = out.splitlines()
    assert first.startswith("certificate 1 holds: 3x4, ")
    assert second.startswith("certificate 2 doesn't hold: expected a certificate that opens all 10 safe cells")
    assert last.startswith("certificate 4 holds: 3x4x5, 6 mines, from (1, 1, 2), ")
    assert err.startswith("hypersweep verify: standard input, certificate 3: expected a step such as")
    give(monkeypatch, GOOD.format() + SPACE.format())
    assert main(["verify", "-", "--json"]) == 0
    assert [json.loads(line)["certificate"] for line in capsys.readouterr().out.splitlines()] == [1, 2]


@pytest.mark.parametrize("text", ["", "\n", "Dear Ann\n" + GOOD.format(), "hypersweep certificate 9\n", "\0" * 9999])
def test_what_is_no_certificate_is_told(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    give(monkeypatch, text)
    assert main(["verify", "-"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("hypersweep verify: standard input: expected 'hypersweep certificate 1' on line 1")


def test_files_that_cannot_be_read_spoil_no_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.txt"
    path.write_text("\ufeff" + GOOD.format(), encoding="utf-8")
    assert main(["verify", str(tmp_path / "missing"), str(path), str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out.startswith(f"{path} holds: ")
    assert err.count("can't read ") == 2
    assert main(["verify"]) == 2
    assert "no certificate to check" in capsys.readouterr().err


def test_boards_that_no_machine_holds_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    give(monkeypatch, "hypersweep certificate 1\nboard 4000000000x4000000000.g\nfirst 0,0\n")
    assert main(["verify", "-"]) == 2
    assert capsys.readouterr().err.startswith("hypersweep verify: standard input: ")


def test_help_tells_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--help"]) == 0
    assert "--json" in capsys.readouterr().out


@given(near_misses([GOOD.format(), SPACE.format(), GOOD.format() + SKIPPED.format()]))
def test_whatever_is_read_ends_well(text: str) -> None:
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = TextIOWrapper(BytesIO(text.encode())), StringIO(), StringIO()
    try:
        status = main(["verify", "-", "--json"])
        out, err = sys.stdout.getvalue(), sys.stderr.getvalue()
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
    told = [json.loads(line) for line in out.splitlines()]
    assert status == (2 if err else int(not all(facts["holds"] for facts in told)))
    assert len(told) + err.count("\n") >= 1
