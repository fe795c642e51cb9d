from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from hypersweep.courses.check import mutants
from hypersweep.courses.check.command import main
from hypersweep.courses.check.mutants import VARIABLE, MutantReport, try_tests, write_program
from hypersweep.courses.check.mutations import MUTATIONS, Mutation
from hypersweep.errors import ParameterError, UncheckableError

FEW = MUTATIONS["hypermines"][:3]
TESTS = """\
import os, sys
import lab
assert sys.argv[1] == os.environ["HYPERSWEEP_PROGRAM"] == lab.__file__
game = lab.new_game_nd((1, 3), [(0, 2)])
print("board", game["board"])
assert game["board"] == [[0, 1, "."]]
"""


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MUTATIONS, "hypermines", FEW)


def written(folder: Path, text: str = TESTS) -> list[str]:
    (folder / "tests.py").write_text(text, encoding="utf-8")
    return [sys.executable, "-B", str(folder / "tests.py"), "{}"]


def test_a_change_that_does_not_apply_is_an_error(tmp_path: Path) -> None:
    for old in ("no such text", "return"):
        with pytest.raises(ParameterError, match=r"once in lab\.py for wrong"):
            write_program("hypermines", Mutation("wrong", "", ((old, ""),)), tmp_path)


def test_programs_stand_under_the_name_of_the_course(tmp_path: Path) -> None:
    names = [write_program(course, None, tmp_path).name for course in MUTATIONS]
    assert names == ["channel.c", "minesweeper.c", "minesweeper", "lab.py"]
    assert (tmp_path / "channel.h").is_file()


def test_the_report_lists_what_was_let_through() -> None:
    report = MutantReport("hypermines", FEW[:2], FEW[2:], 1.5)
    assert report.format().splitlines()[0] == "hypermines: the tests caught 2 of 3 wrong programs"
    assert FEW[2].about in report.format()
    assert report.facts()["missed"] == [{"name": FEW[2].name, "about": FEW[2].about}]
    assert "through" not in MutantReport("hypermines", FEW, ()).format()


@pytest.mark.slow
@pytest.mark.usefixtures("few")
def test_tests_are_tried(tmp_path: Path) -> None:
    report = try_tests("hypermines", written(tmp_path), tmp_path / "kept")
    # A row of three cells wraps round; it has no diagonals, and its last cell is a mine.
    assert [each.name for each in report.caught] == ["wraps"]
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == ["last-column", "no-diagonals"]
    assert VARIABLE == "HYPERSWEEP_PROGRAM"


@pytest.mark.ci_limit(2)
@pytest.mark.slow
@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("runner", ["script", "pytest", "module"])
def test_a_lab_beside_the_tests_is_not_tested(runner: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lab.py").write_text("new_game_nd = None\n", encoding="utf-8")
    (tmp_path / "helper.py").write_text("WANTED = [[0, 1, '.']]\n", encoding="utf-8")
    (tmp_path / "test_lab.py").write_text(
        "import helper\nimport lab\n\n\ndef test_row():\n"
        "    assert lab.new_game_nd((1, 3), [(0, 2)])['board'] == helper.WANTED\n\n\n"
        "if __name__ == '__main__':\n    test_row()\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    words = {"script": ["test_lab.py"], "pytest": ["-m", "pytest", "-q", "test_lab.py"], "module": ["-m", "test_lab"]}
    report = try_tests("hypermines", [sys.executable, "-B", *words[runner]])
    assert [each.name for each in report.caught] == ["wraps"]


@pytest.mark.slow
@pytest.mark.usefixtures("few")
def test_tests_that_hang_catch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "_LEAST_SECONDS", 0.2)
    monkeypatch.setattr(mutants, "_TIMES_AS_LONG", 3)
    text = TESTS.replace("assert game", "while game").replace('"."]]', '"."]]: sys.exit()\nwhile True: pass')
    assert [each.name for each in try_tests("hypermines", written(tmp_path, text)).caught] == ["wraps"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (["no-such-program"], "can't start 'no-such-program'"),
        ([sys.executable, "-c", "print('three'); raise SystemExit(4)"], "status 4:\nthree"),
    ],
)
def test_tests_must_pass_with_the_reference(command: list[str], reason: str) -> None:
    with pytest.raises(UncheckableError, match=reason):
        try_tests("hypermines", command)


@pytest.mark.slow
@pytest.mark.usefixtures("few")
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--mutants", "hypermines", "--json", "--keep", str(tmp_path / "kept")]
    assert main([*words, "--", *written(tmp_path)]) == 1
    assert json.loads(capsys.readouterr().out)["caught"] == ["wraps"]
    assert main(["--mutants", "hypermines", "--", sys.executable, "-c", "raise SystemExit(1)"]) == 2
    assert main(["--mutants", "hypermines"]) == 2
    assert main(["--mutants", "nonsense", "--", "true"]) == 2
