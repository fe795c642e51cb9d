from __future__ import annotations

import ast
import json
import random
from pathlib import Path

import pytest

import mutants
from mutants import Mutant

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def sources() -> dict[str, bytes]:
    return mutants.read_sources(ROOT)


def changed(source: str) -> list[str]:
    """Return the source after each of its mutants."""
    return [mutant.apply(source.encode()).decode() for mutant in mutants.sites("a.py", source.encode())]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", ["a <= b"]),
        ("a <= b > c", ["a < b > c", "a <= b >= c"]),
        ("(a) == (  # <\n b)", ["(a) != (  # <\n b)"]),
        ("a is b", ["a is not b"]),
        ("a is  not b", ["a is b"]),
        ("a in b", ["a not in b"]),
        ("é not in b", ["é in b"]),
        ("a and b and c", ["a or b and c", "a and b or c"]),
        ("a or (b)", ["a and (b)"]),
        ("not a", ["a"]),
        ("b = not(a)", ["b = (a)"]),
        ("a - -b", ["a + -b"]),
        ("a * b // c", ["a // b // c", "a * b * c"]),
        ("a += b", ["a -= b"]),
        ("f(3, 0x0F)", ["f(4, 0x0F)", "f(3, 0x10)"]),
        ("f(a=True)", ["f(a=False)"]),
        ("if a.b: pass", ["if not a.b: pass"]),
        ("x = b if a() else c", ["x = b if not a() else c"]),
        ("for a in b:\n break", ["for a in b:\n continue"]),
        ("for a in b:\n continue", ["for a in b:\n break"]),
        ("def f(a=1):\n return (\n  a\n )", ["def f(a=2):\n return (\n  a\n )", "def f(a=1):\n return (\n  None\n )"]),
    ],
)
def test_each_operator(source: str, expected: list[str]) -> None:
    assert changed(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "'''1 < 2'''\n# 1 < 2",
        "a: Literal[1] = b\nc = Literal[2]",
        "def f(a: Literal[1], *, b: 2 < 3) -> 4: ...",
        "@dataclass(frozen=True)\nclass A(B, slots=True): ...",
        "__all__ = [a + b]",
        "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    a = 1",
        "if sys.platform == 'win32':\n    a = 1",
        "if -a:\n    raise ValueError(b + 1)",
        "a = f'{b + 1}'",
        "a = 'b' + c",
        "def f():\n return None",
        "# Written by a script.\na = 1",
        "a ** b, a % b, 1.5",
    ],
)
def test_what_is_left_alone(source: str) -> None:
    assert changed(source) == []


def test_what_does_not_compile_is_not_drawn() -> None:
    source = b"a = 'x' == 'y'\nb = c is d\ne = f == 1\n"
    assert mutants.compiles(source)
    assert not mutants.compiles(b"a = b is 1\n")
    assert not mutants.compiles(b"continue\n")
    drawn = mutants.draw({f"{mutants.PACKAGE}/a.py": b"a = 1\nwhile b == 1:\n    break\n"}, 10, 1)
    assert len(drawn) == 4


@pytest.mark.slow
def test_a_draw_depends_on_its_seed_alone(sources: dict[str, bytes]) -> None:
    shuffled = random.Random(0).sample(sorted(sources.items()), len(sources))
    few = {path: source for path, source in shuffled if "/game/" in path or "/trials/" in path}
    same = {path: few[path] for path in sorted(few)}
    assert mutants.draw(same, 40, 1) == mutants.draw(same, 60, 1)[:40]
    assert mutants.draw(same, 40, 1) != mutants.draw(same, 40, 2)


@pytest.fixture(scope="module")
def drawn(sources: dict[str, bytes]) -> list[Mutant]:
    return mutants.draw(sources, 100, 1)


@pytest.mark.nightly
def test_a_draw_covers_every_package(drawn: list[Mutant]) -> None:
    packages = {path.parent.name for path in (ROOT / mutants.PACKAGE).glob("*/__init__.py")}
    assert {mutants.unit(mutant.path) for mutant in drawn} >= packages
    assert len(set(drawn)) == 100


@pytest.mark.nightly
def test_a_mutant_changes_one_place_and_compiles(sources: dict[str, bytes], drawn: list[Mutant]) -> None:
    for mutant in drawn:
        source = sources[mutant.path]
        after = mutant.apply(source)
        assert mutants.compiles(after)
        assert ast.dump(ast.parse(after)) != ast.dump(ast.parse(source))
        length = len(after) - len(source) + mutant.end - mutant.start
        assert after[mutant.start : mutant.start + length].decode() == mutant.new
        assert after[: mutant.start] + mutant.old.encode() + after[mutant.start + length :] == source
        line = source.decode().splitlines()[mutant.line - 1]
        assert line.strip() == mutant.text
        assert mutant.old.partition("\n")[0] in line


@pytest.mark.parametrize(
    ("module", "mirror", "folder"),
    [
        ("solve/choice.py", ["tests/solve/test_choice.py"], ["tests/solve"]),
        ("solve/other.py", [], ["tests/solve"]),
        ("solve/deep/other.py", [], ["tests/solve"]),
        ("grid.py", ["tests/test_grid.py"], ["tests/test_grid.py", "tests/test_rules.py"]),
    ],
)
def test_the_tests_of_a_module(tmp_path: Path, module: str, mirror: list[str], folder: list[str]) -> None:
    (tmp_path / "tests" / "solve").mkdir(parents=True)
    for name in ("solve/test_choice.py", "test_grid.py", "test_rules.py"):
        (tmp_path / "tests" / name).touch()
    found = mutants.targets(tmp_path, f"{mutants.PACKAGE}/{module}")
    assert found == {"mirror": mirror, "folder": folder, "whole": ["tests"]}


def test_the_interval_of_a_share() -> None:
    assert mutants.wilson(26, 38) == pytest.approx((0.525, 0.809), abs=1e-3)
    assert mutants.wilson(5, 5)[1] == pytest.approx(1)


PROJECT = """
[tool.pytest.ini_options]
addopts = ["--import-mode=importlib"]
"""
PROGRAM = """
import subprocess, sys

from hypersweep import sums

def test_larger():
    assert sums.larger(3, 4) == 4

def test_in_another_process():
    program = "from hypersweep import sums; print(sums.twice(3))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "6\\n"

def test_that_fails():
    assert False
"""


SUMS = """
def larger(a, b):
    return a if a > b else b

def twice(a):
    return a + a
"""


@pytest.mark.nightly
@pytest.mark.needs("posix")
def test_a_small_checkout(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    tree, results = tmp_path / "tree", tmp_path / "results.jsonl"
    for name, text in {
        "pyproject.toml": PROJECT,
        "src/hypersweep/__init__.py": "",
        "src/hypersweep/sums.py": SUMS,
        "src/hypersweep/loops.py": "\n" * 6 + "def run(a):\n    while a:\n        a += -a\n",
        "tests/test_sums.py": PROGRAM,
        "tests/test_loops.py": "from hypersweep import loops\n\ndef test_it_ends():\n    loops.run(1)\n",
    }.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(mutants, "PATIENCE", 2.0)
    arguments = ["--tree", str(tree), "--json", str(results)]
    mutants.main(arguments)
    printed = capsys.readouterr().out
    lines = results.read_text(encoding="utf-8").splitlines()
    rows = {(row["mutant"]["line"], row["mutant"]["old"]): row for row in map(json.loads, lines)}
    assert {place: (row["outcome"], row["test"].rpartition("_")[2]) for place, row in rows.items()} == {
        (3, ">"): ("survived", ""),
        (3, "a if a > b else b"): ("mirror", "larger"),
        (6, "+"): ("mirror", "process"),
        (6, "a + a"): ("mirror", "process"),
        (9, "+"): ("mirror", "no answer"),
    }
    assert f"survived: {mutants.PACKAGE}/sums.py:3  > -> >=" in printed
    assert "--deselect=tests/test_sums.py::test_that_fails" in printed
    assert "80.0% of 5" in printed

    mutants.main(arguments)
    assert "5 mutants, 0 of them to run" in capsys.readouterr().out
    assert results.read_text(encoding="utf-8").splitlines() == lines
    assert (tree / "src/hypersweep/sums.py").read_text(encoding="utf-8") == SUMS
