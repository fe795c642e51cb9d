from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from courses.check.lab_programs import lab
from hypersweep.courses.check import lab_worker
from hypersweep.courses.check.lab_worker import decode, decode_answer, describe, encode, load, play


@pytest.mark.parametrize(
    "value", [[1, ".", True, None, 2.5], ((3, 4), [5]), {"dimensions": (3, 4), "state": [[]]}, {(1, 2): "key"}]
)
def test_values_come_back(value: object) -> None:
    assert decode(json.loads(json.dumps(encode(value)))) == value
    assert type(decode(encode(value))) is type(value)


def test_scalars_of_numpy_are_plain_values() -> None:
    assert encode([np.int64(3), np.bool_(True)]) == [3, True]
    assert "other" in encode(np.array([3]))


def test_what_is_no_plain_value_is_described() -> None:
    assert encode({3}) == {"other": "{3}"}
    assert encode([range(3)]) == [{"other": "range(0, 3)"}]
    assert decode(encode({3})) == {"other": "{3}"}


def run(
    folder: Path, steps: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, more: str = ""
) -> list[dict[str, Any]]:
    path = lab(folder)
    path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setitem(sys.modules, "lab", sys)
    answers = io.StringIO()
    play(load(path), steps, path, answers)
    return [decode_answer(json.loads(line)) for line in answers.getvalue().splitlines()]


NEW = {"name": "new_game_nd", "args": [{"tuple": [1, 3]}, [[0, 2]]], "is_new": True}
DIG = {"name": "dig_nd", "args": [{"tuple": [0, 0]}], "is_new": False}


def test_steps_share_a_dictionary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dump = {"name": "dump", "args": [], "is_new": False}
    by_hand = {"game": encode({"state": "over"})}
    new, dug, dumped, hand = run(tmp_path, [NEW, DIG, dump, by_hand], monkeypatch)
    assert new["game"]["board"] == [[0, 1, "."]]
    assert (dug["value"], dug["game"]["visible"]) == (2, [[True, True, False]])
    assert dumped["printed"].startswith("board:\n    [0, 1, '.']\n")
    assert hand["game"] == {"state": "over"}


def test_an_exception_ends_the_game_and_names_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    more = "\n\ndef dig_nd(game, coordinates):\n    raise SystemExit(3)\n"
    answers = run(tmp_path, [NEW, DIG, DIG], monkeypatch, more)
    lines = len((tmp_path / "lab.py").read_text(encoding="utf-8").splitlines())
    assert answers[1:] == [{"raised": f"SystemExit in line {lines}: 3"}]


def test_an_answer_without_end_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_worker, "LONGEST_ANSWER", 60)
    (answer,) = run(tmp_path, [NEW], monkeypatch)
    assert answer["raised"].startswith("an answer of ")


def test_an_exception_is_described_in_a_line() -> None:
    assert describe(ValueError("3x4"), Path("lab.py")) == "ValueError: 3x4"
    assert describe(ValueError(), Path("lab.py")) == "ValueError"
    assert describe(MemoryError(), Path("lab.py")) == "MemoryError: more memory than the checker allows"


@pytest.mark.slow
@pytest.mark.needs("posix")
def test_the_process_answers_in_lines_of_its_own(tmp_path: Path) -> None:
    path = lab(tmp_path)
    path.write_text(path.read_text(encoding="utf-8") + "\n\nprint('noise', input)\n", encoding="utf-8")
    games = f"{json.dumps([NEW, DIG])}\n{json.dumps([NEW])}\n"
    command = [sys.executable, "-B", lab_worker.__file__, str(path)]
    done = subprocess.run(command, input=games, capture_output=True, text=True, check=True)
    first, *others = map(json.loads, done.stdout.splitlines())
    assert {"new_game_nd", "dump"} <= set(first["functions"])
    assert [line.get("end", line.get("value")) for line in others] == [None, 2, 0, None, 0]
