"""``hypersweep check``: its arguments, exit status and output."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from courses.check.fake_subject import FakeSubject, Numbers, fault
from hypersweep.cli import main
from hypersweep.courses.check import esp_checker
from hypersweep.courses.check.check_report import Difference
from hypersweep.errors import UncheckableError
from processes import is_alive


def verdict(name: str) -> Callable[[Numbers], Difference | None]:
    """Return how a program plays, by its name."""
    if name == "wrong":
        return lambda game: fault("said 0, expected 1") if len(game) > 1 else None
    if name == "open":
        return lambda game: fault("said 2", is_open=True)
    return lambda game: None


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working directory with programs that are wrong, right and so on, by their names."""
    subjects: list[FakeSubject] = []

    def open_subject(program: str, options: object) -> FakeSubject:
        if program == "broken":
            raise UncheckableError("it doesn't compile:\nbroken:1: error")
        if program == "odd":
            raise KeyError("functions")
        subjects.append(FakeSubject(verdict(program), edges=[[]]))
        subjects[-1].name = program
        return subjects[-1]

    monkeypatch.setattr(esp_checker, "open_subject", open_subject)
    monkeypatch.chdir(tmp_path)
    for name in ("right", "wrong", "open", "broken"):
        (tmp_path / name).touch()
    yield tmp_path
    assert all(subject.is_closed for subject in subjects)


@pytest.mark.parametrize(
    ("words", "status"),
    [("right", 0), ("right wrong", 1), ("open", 0), ("--strict open", 1), ("wrong broken right", 2), ("missing", 2)],
)
def test_the_exit_status_is_the_verdict(
    words: str, status: int, programs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "esp", "--games", "20", *words.split()]) == status
    out, err = capsys.readouterr()
    assert err == ""
    for word in words.split():
        assert word.startswith("--") or f"{word}: " in out


def test_json_has_an_object_on_a_line(programs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "esp", "--json", "--games", "20", "--seed", "5", "right", "wrong", "broken"]) == 2
    facts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["verdict"] for each in facts] == ["right", "wrong", "unchecked"]
    assert (facts[0]["games"], facts[0]["seed"]) == (21, 5)


@pytest.mark.slow
def test_files_are_written(programs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "esp", "--junit", "marks.xml", "--keep", "kept", "right", "wrong", "open"]) == 1
    suites = ElementTree.parse(programs / "marks.xml").getroot()
    assert [suite.get("name") for suite in suites] == ["right", "wrong", "open"]
    assert sorted(path.name for path in (programs / "kept").iterdir()) == ["open-open-1.c", "wrong-wrong-1.c"]


@pytest.mark.slow
def test_files_that_can_not_be_written_are_an_error(programs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "esp", "--junit", "missing/marks.xml", "right"]) == 74
    assert "can't write 'missing/marks.xml'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "expected a course"),
        ("epS x", "did you mean 'esp'?"),
        ("esp", "no program to check: name one"),
        ("esp --games -1 right", "--games"),
        ("esp --seconds soon right", "--seconds"),
        ("esp --sede 1 right", "did you mean '--seed'?"),
    ],
)
def test_words_that_can_not_be_used_are_one_line(
    words: str, message: str, programs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


def test_without_hypothesis_it_says_how_to_get_it(
    programs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "hypersweep.courses.check.runner", raising=False)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    assert main(["check", "esp", "right"]) == 2
    assert "pip install 'hypersweep[check]'" in capsys.readouterr().err


def test_the_help_says_that_it_is_no_sandbox(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--help"]) == 0
    assert "This is not a sandbox" in capsys.readouterr().out


def test_a_program_that_confuses_the_checker_costs_the_others_nothing(
    programs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (programs / "odd").touch()
    assert main(["check", "esp", "--games", "2", "odd", "right"]) == 2
    out = capsys.readouterr().out
    assert "odd: can't be checked: the checker failed, please report it: KeyError: 'functions'" in out
    assert "right: right" in out


@pytest.mark.slow
@pytest.mark.needs("posix")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_program_under_test_and_removes_its_folder(number: signal.Signals, tmp_path: Path) -> None:
    lab = tmp_path / "lab.py"
    lab.write_text(
        f"import os, time\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)\n",
        encoding="utf-8",
    )
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    command = [sys.executable, "-m", "hypersweep", "check", "hypermines", str(lab)]
    process = subprocess.Popen(command, env={**os.environ, "TMPDIR": str(scratch)}, stdout=subprocess.DEVNULL)
    try:
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text(encoding="ascii"):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(number)
        assert process.wait(60) == 128 + number
    finally:
        process.kill()
        process.wait()
    worker = int((tmp_path / "pid").read_text(encoding="ascii"))
    end = time.monotonic() + 60
    while is_alive(worker) and time.monotonic() < end:
        time.sleep(0.01)
    assert not is_alive(worker)
    assert list(scratch.iterdir()) == []
