from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from hostile_engines import hostile
from hypersweep import View
from hypersweep.cli import main
from hypersweep.cli.engine_report import engine_line, engine_report_lines
from hypersweep.engine import Answer, EngineMove

VIEW = View.parse("2x3 mines=1\n# # #\n1 1 .")


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "position.txt"
    path.write_text(f"{VIEW}\n")
    return str(path)


def test_our_engine_reports_what_the_solver_finds(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", position, "--engine", "hypersweep engine"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "board 2x3, 1 mine, 3 cells covered"
    assert lines[2].endswith("   *  ok  ok")
    assert lines[-4:] == [
        "engine: hypersweep",
        "best move: open (0, 1), a mine with 0 %",
        "after that: (0, 2), (0, 0)",
        "  The 0 at (1, 2) touches no mine: (0, 1) and (0, 2) are safe.",
    ]


def test_json_of_one_and_of_many(position: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", position, "--engine", "hypersweep engine --policy safest", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["probability"] == [1.0, 0.0, 0.0, None, None, None]
    assert (found["engine"], found["best"], found["chance"], found["exact"]) == ("hypersweep", [0, 1], 0.0, True)
    many = tmp_path / "many.jsonl"
    one = json.dumps({"shape": [2, 3], "mines": 1, "view": ["###", "110"]})
    many.write_text(f"{one}\nnothing\n{one}\n")
    assert main(["analyse", str(many), "--jsonl", "--engine", shlex.join(hostile("dies"))]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["line"] for line in lines] == [1, 2, 3]
    assert "has ended with status 3" in lines[0]["error"]
    assert "has ended with status 3" in lines[2]["error"]


@pytest.mark.parametrize("way", ["dies", "open cell", "refuses", "an endless line"])
def test_an_engine_that_fails_is_a_message(way: str, position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", position, "--engine", shlex.join(hostile(way))]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("hypersweep analyse: the engine ")
    assert shown.err.count("\n") == 1


def test_words_that_do_not_go_with_an_engine(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--engine", "no-such-program"], ["--engine", ""], ["--engine", "hypersweep engine", "--estimate"]):
        assert main(["analyse", position, *words]) == 2
        assert capsys.readouterr().err.startswith(("hypersweep analyse: expected ", "hypersweep analyse: can't "))
    words = ["--engine", "hypersweep engine", "--trust-flags", "--seconds", "5", "--states", "1000", "--memory", "64"]
    assert main(["analyse", position, *words]) == 0
    assert main(["analyse", position, "--engine", shlex.join(hostile("well")), "--trust-flags"]) == 2
    assert "expected no option, as the engine 'Hostile' has none, got 'trust_flags'" in capsys.readouterr().err


def test_little_is_told_of_an_answer_that_says_little() -> None:
    assert list(engine_report_lines(Answer(None), VIEW, "Tiny", {0: "."}))[1:] == ["engine: Tiny", "best move: none"]
    about = Answer(EngineMove((0, 1), 1 / 3, None, None, None, False))
    assert list(engine_report_lines(about, VIEW, "Tiny", {0: "."}))[-1] == (
        "best move: open (0, 1), a mine with about 33.33 %"
    )
    assert json.loads(engine_line(Answer(None), VIEW, "Tiny"))["best"] is None
