"""Which tests the quick run, CI and the nightly run include: each test belongs to one of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MANY = [f"many[{number}]" for number in range(9)]
LEVELS = {"quick": "not slow", "ci": "slow and not nightly", "nightly": "nightly"}
TESTS = """
import pytest
from seeds import seeds, some_of

@pytest.fixture
def driver(): ...

@pytest.mark.parametrize("number", range(8))
def test_parameters(number): ...

@pytest.mark.parametrize("seed", seeds(5))
def test_seeds(seed): ...

@pytest.mark.parametrize("word", some_of("abc", "b"))
def test_some(word): ...

@pytest.mark.parametrize("number", range(2))
def test_browser(number, driver): ...

@pytest.mark.slow
def test_slow(): ...

@pytest.mark.slow
@pytest.mark.ci_limit(2)
@pytest.mark.parametrize("number", range(4))
def test_limited(number): ...

@pytest.mark.slow
@pytest.mark.parametrize("number", range(9))
def test_many(number): ...

@pytest.mark.nightly
def test_nightly(): ...

@pytest.mark.needs("caddy")
def test_with_a_package(): ...

@pytest.mark.needs("posix")
def test_on_a_system(): ...
"""


def collected(path: Path, *options: str) -> list[str]:
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(path.parent)]
    command += ["-p", "conftest", "-p", "no:cacheprovider", "--collect-only", "-q", "-n0", *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests"), "HYPERSWEEP_REQUIRE": ""}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=path.parent, check=False)
    return [line.partition("::test_")[2] for line in done.stdout.splitlines() if "::" in line]


@pytest.mark.slow
def test_every_test_is_in_one_level(tmp_path: Path) -> None:
    path = tmp_path / "test_example.py"
    path.write_text(TESTS, encoding="utf-8")
    found = {level: collected(path, str(path), "-m", markers) for level, markers in LEVELS.items()}
    assert found["quick"] == [
        *("parameters[0]", "parameters[4]", "parameters[7]", "seeds[0]", "seeds[1]", "seeds[2]", "some[b]"),
        "on_a_system",
    ]
    assert found["ci"] == [
        *("parameters[1]", "parameters[2]", "parameters[3]", "parameters[5]", "parameters[6]", "some[a]", "some[c]"),
        *("browser[0]", "slow", "limited[0]", "limited[3]", *MANY[:4], *MANY[5:], "with_a_package"),
    ]
    assert found["nightly"] == ["seeds[3]", "seeds[4]", "browser[1]", "limited[1]", "limited[2]", MANY[4], "nightly"]
    assert collected(path, str(path)) == found["quick"]


@pytest.mark.slow
def test_a_test_that_is_named_runs_whatever_its_level(tmp_path: Path) -> None:
    path = tmp_path / "test_example.py"
    path.write_text(TESTS, encoding="utf-8")
    for name in ("parameters[2]", "seeds[4]", "slow", "nightly"):
        assert collected(path, f"{path}::test_{name}") == [name]
