"""Commands have the exit statuses that the page lists."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

import hypersweep
from hypersweep import exit_codes
from hypersweep.cli import main

READERS = ("replay", "review", "stats", "analyse")
COMMANDS = ("play", "watch", *READERS)
PAGE = Path(__file__).parent.parent / "docs" / "play.md"


def test_the_page_tells_every_status() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("## Exit status")[2].partition("\n## ")[0]
    told = re.findall(r"^\| (\d+)", table, re.MULTILINE)
    assert {int(status) for status in told} == {
        0,
        *(status for name in exit_codes.__all__ if isinstance(status := getattr(exit_codes, name), int)),
    }
    assert exit_codes.INTERRUPTED == 130


@pytest.mark.parametrize("command", COMMANDS)
def test_mistakes_end_alike(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--nonsense"], ["a", "b", "c.sweep"]):
        assert main([command, *words]) == exit_codes.UNUSABLE
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"hypersweep {command}: ")
        assert "expected" in err
        assert ", got " in err


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("data", [b"", b"\0\xff\xfe" * 3000, bytes(range(256)) * 100], ids=["empty", "zeros", "bytes"])
def test_rubbish_is_refused_in_a_line(
    command: str, data: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))
    # No board at all isn't an error.
    assert main([command, "-"]) == (0 if command == "stats" and not data else exit_codes.UNUSABLE)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") <= 1
    assert err.isprintable() or err[:-1].isprintable()


@pytest.mark.parametrize("command", [*COMMANDS, "comp2017", "channels"])
def test_help_is_told_and_fits(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith(f"usage: hypersweep {command}")
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.slow
@pytest.mark.needs("linux")
@pytest.mark.parametrize("words", [["--help"], ["--version"], ["play", "--list"], ["stats", "3x4.bAgg"]])
def test_output_that_can_not_be_written(words: list[str]) -> None:
    source = str(Path(hypersweep.__file__).resolve().parent.parent)
    command = [sys.executable, "-m", "hypersweep", *words]
    environment = {**os.environ, "PYTHONPATH": source}
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment, timeout=60, check=False
        )
    assert done.returncode == exit_codes.WRITING_FAILED
    assert done.stderr.startswith("hypersweep")
    assert done.stderr.count("\n") == 1
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        command, stdout=writer, stderr=subprocess.PIPE, text=True, env=environment, timeout=60, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.needs("linux")
def test_errors_that_can_not_be_written_leave_the_status_alone() -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(hypersweep.__file__).parent.parent), "PYTHONUNBUFFERED": ""}
    with open("/dev/full", "wb") as full:
        for words, stdout, status in (("nonsense", subprocess.DEVNULL, exit_codes.UNUSABLE), ("esp", full, 74)):
            command = [sys.executable, "-m", "hypersweep", words]
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=full, env=environment, timeout=60, check=False
            )
            assert done.returncode == status


def test_a_mistake_is_not_told_on_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    for words in (["nonsense"], ["stats", "--nonsense"], ["play", "--nonsense"]):
        assert main(words) == exit_codes.UNUSABLE
    assert capsys.readouterr().out == ""


def test_a_stream_that_is_abandoned_fails_no_more() -> None:
    program = (
        "import os, sys\n"
        "from hypersweep.exit_codes import abandon\n"
        "reader, writer = os.pipe(); os.close(reader); os.dup2(writer, 1)\n"
        "try: sys.stdout.write('text that nobody reads'); sys.stdout.flush()\n"
        "except BrokenPipeError: abandon(sys.stdout); abandon(None)\n"
        "sys.stdout.flush()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
