"""Every benchmark is in the README, and scripts for people say how to run them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import hypersweep

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent.parent.parent / "benchmarks"
FILES = sorted(path.name for path in FOLDER.iterdir() if path.suffix in (".py", ".c"))
COMMANDS = [name for name in FILES if "argparse.ArgumentParser(" in (FOLDER / name).read_text(encoding="utf-8")]


def test_the_readme_tells_of_each() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [name for name in FILES if f"`{name}`" not in readme] == []


def test_most_are_commands() -> None:
    assert {"board.py", "stats.py", "solve.py", "tui.py"} <= set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_it_starts(name: str) -> None:
    source = str(Path(hypersweep.__file__).resolve().parent.parent)
    command = [sys.executable, str(FOLDER / name), "--help"]
    environment = {**os.environ, "PYTHONPATH": source}
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: {name}")
