"""The script that tests wheels passes for a good package and fails for a broken one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent / "installed.py"


def tried(program: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *program], cwd=folder, capture_output=True, encoding="utf-8", timeout=240, check=False
    )


@pytest.mark.slow
def test_the_package_does_what_a_wheel_must_do(tmp_path: Path) -> None:
    told = tried([str(PROGRAM)], tmp_path)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.splitlines()[-1].startswith("works in CPython")


def test_a_package_that_does_something_else_is_found_out(tmp_path: Path) -> None:
    spoil = f"""
import runpy
from hypersweep.courses import hypermines
hypermines.dig_2d = lambda game, row, col: 12
runpy.run_path({str(PROGRAM)!r}, run_name="__main__")
"""
    told = tried(["-c", spoil], tmp_path)
    assert told.returncode == 1
    assert told.stderr.splitlines()[-1] == "installed package: a dig revealed something else"
