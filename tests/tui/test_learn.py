"""``hypersweep learn`` line by line."""

from __future__ import annotations

import io

import pytest

from hypersweep.cli import main
from hypersweep.cli_support.output import Output
from hypersweep.tui.learn import learn_lines
from hypersweep.ui_model.lesson import STEPS


def answers(*typed: str) -> str:
    """What the lesson writes to typed lines."""
    lines = iter([line + "\n" for line in typed])
    stream = io.StringIO()
    learn_lines(lambda prompt: next(lines, ""), Output(stream, is_ascii=True))
    return stream.getvalue()


def test_right_cells_lead_to_a_real_board() -> None:
    text = answers(*(" ".join(map(str, step.asked[0])) for step in STEPS), "open 0 0 0 0")
    assert text.count("Right!") == 4
    assert "board 4x4x3x3, 6 mines" in text
    assert "4d-easy" in text.splitlines()[-1]


def test_other_input_is_answered_and_asked_for_again() -> None:
    text = answers("3", "7", "four", "", "(4)", "quit", "4")
    assert text.count("Right!") == 1
    assert "expected 0 to 6" in text
    assert "the number itself" in text
    assert "2 of 4" in text
    assert "3 of 4" not in text


@pytest.mark.slow
def test_the_command_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("4\n"))
    assert main(["learn"]) == 0
    told = capsys.readouterr()
    assert "2 of 4, a square" in told.out
    assert told.err == ""
    assert main(["learn", "--nothing"]) == 2
