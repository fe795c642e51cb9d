"""Missing prerequisites are reported before any download, each with a way to get it."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

import pytest

PROGRAM = Path(__file__).parent.parent / "native" / "python" / "prerequisites.py"
NAMES = runpy.run_path(str(PROGRAM))
missing = cast(Callable[[Path, str], list[str]], NAMES["missing"])
compiler = cast(Callable[[Mapping[str, str]], str], NAMES["compiler"])


@pytest.fixture
def include(tmp_path: Path) -> Path:
    """A folder with the headers of Python."""
    (tmp_path / "Python.h").touch()
    return tmp_path


@pytest.mark.parametrize("command", [sys.executable, f"'{sys.executable}' -pthread -B", ""])
def test_nothing_is_missing(include: Path, command: str) -> None:
    assert missing(include, command) == []


def test_no_compiler(include: Path) -> None:
    (sentence,) = missing(include, "no-such-g++ -pthread")
    assert sentence.startswith(
        "found no C++ compiler called no-such-g++: install one (on Debian and Ubuntu the package g++"
    )


def test_no_headers(tmp_path: Path) -> None:
    (sentence,) = missing(tmp_path, sys.executable)
    assert sentence.startswith(
        f"found no headers of Python {sys.version_info.major}.{sys.version_info.minor} in {tmp_path}:"
    )


def test_both_are_told_at_once(tmp_path: Path) -> None:
    assert len(missing(tmp_path, "no-such-g++")) == 2


def test_the_environment_chooses_the_compiler() -> None:
    assert compiler({"CXX": "ccache clang++"}) == "ccache clang++"


@pytest.mark.needs("posix")
def test_a_compiler_that_is_missing_ends_the_program() -> None:
    environment = {**os.environ, "CXX": "no-such-g++"}
    done = subprocess.run([sys.executable, PROGRAM], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "found no C++ compiler called no-such-g++" in done.stderr


@pytest.mark.needs("posix")
def test_make_asks_before_it_downloads(tmp_path: Path) -> None:
    command = ["make", "--dry-run", "test", f"VENV={tmp_path / 'new'}"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=PROGRAM.parents[2], check=True)
    assert done.stdout.index(PROGRAM.name) < done.stdout.index("uv pip install")


@pytest.mark.slow
@pytest.mark.needs("posix")
@pytest.mark.parametrize("ends", [False, True])
def test_make_waits_for_an_install_and_drops_an_interrupted_one(tmp_path: Path, ends: bool) -> None:
    """The folder .venv names the make that is installing: while that make runs, another one must not delete it."""
    for name in ("Makefile", "constraints.txt", "pyproject.toml"):
        (tmp_path / name).symlink_to(PROGRAM.parents[2] / name)
    (tmp_path / "native").mkdir()
    binaries = tmp_path / ".venv" / "bin"
    binaries.mkdir(parents=True)
    # A fake Python with pip that makes empty environments.
    python = "#!/bin/sh\ncase \"$*\" in *venv*) echo made >&2;; *pip*) echo '9.9';; *) echo '9.9';; esac\n"
    (binaries / "python").write_text(python, encoding="utf-8")
    (binaries / "python").chmod(0o755)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as installer:
        (tmp_path / ".venv" / "unfinished").write_text(f"{installer.pid}\n", encoding="utf-8")
        if ends:
            installer.communicate(b"\n")
        command = ["make", ".venv/environment.stamp", f"PYTHON={binaries / 'python'}"]
        with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as make:
            assert make.stderr is not None
            first = make.stderr.readline()
            if ends:
                assert first.startswith("Preparing .venv")
            else:
                assert first == f"Waiting for process {installer.pid}, which is installing into .venv.\n"
                (tmp_path / ".venv" / "unfinished").unlink()
                installer.communicate(b"\n")
                assert make.stderr.read() == ""
                assert make.wait() == 0
                assert (binaries / "python").exists()
            make.communicate()
