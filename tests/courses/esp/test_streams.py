"""Streams that aren't the usual ones: text without bytes behind it, closed, missing, or printed to before."""

from __future__ import annotations

import io
import sys

import pytest

from courses.esp.esp_play import play
from hypersweep.courses.esp import main

ARGV = ["--size", "3", "4", "--mines", "2"]


class Closed(io.StringIO):
    """Output whose reader has gone."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


def test_text_streams_without_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "start 0 0\nopen 2 0\nsave \udcff/\n"
    output = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    monkeypatch.setattr(sys, "stdout", output)
    assert main(ARGV) == 0
    assert output.getvalue().encode() == play(ARGV, lines.encode("utf-8", "surrogateescape"))[1]


def test_output_comes_after_what_was_printed_before(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    print("before", end=" ")
    assert main(["--seed"]) == 2
    print("after")
    assert capfdbinary.readouterr().out == b"before Invalid number of parameters given!\nafter\n"


def test_missing_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", None)
    assert main(ARGV) == 0
    assert main(["--size"]) == 2


def test_input_that_is_closed_is_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.TextIOWrapper(io.BytesIO(b"start 0 0\n"))
    closed.close()
    output = io.StringIO()
    monkeypatch.setattr(sys, "stdin", closed)
    monkeypatch.setattr(sys, "stdout", output)
    assert main(ARGV) == 0
    assert output.getvalue().encode() == play(ARGV, b"")[1]


def test_output_without_a_reader_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO("start 0 0\n"))
        patch.setattr(sys, "stdout", Closed())
        assert main(ARGV) == 0
        assert main(["--bogus"]) == 0
    assert capsys.readouterr() == ("", "")
