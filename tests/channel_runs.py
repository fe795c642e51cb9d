"""Run the channel tests' programs in separate interpreters, over sockets or pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import hypersweep

PROGRAMS = Path(__file__).parent
PATIENCE = 60
ON_LINUX = sys.platform.startswith("linux")

on_linux = pytest.mark.needs("linux")
both = pytest.mark.parametrize("pipes", [pytest.param(False, marks=on_linux), True], ids=["sockets", "pipes"])


def command(name: str, *arguments: object, warnings: str = "error", file: str = "channel_programs.py") -> list[str]:
    return [sys.executable, "-W", warnings, str(PROGRAMS / file), name, *map(str, arguments)]


def environment(pipes: bool) -> dict[str, str]:
    source = str(Path(hypersweep.__file__).resolve().parents[1])
    return {**os.environ, "PYTHONPATH": source, "CHANNEL_PIPES": "1" if pipes else ""}


def run(
    name: str,
    *arguments: object,
    pipes: bool = False,
    warnings: str = "error",
    file: str = "channel_programs.py",
) -> str:
    """Run a program in a group of its own, which is killed as a whole if it takes too long."""
    program = subprocess.Popen(
        command(name, *arguments, warnings=warnings, file=file),
        env=environment(pipes),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        output, problems = program.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(program.pid, signal.SIGKILL)
        output, problems = program.communicate()
        pytest.fail(f"{name} takes too long:\n{output}\n{problems}")
    assert program.returncode == 0, problems
    assert problems == ""
    return output
