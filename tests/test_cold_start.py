"""`import hypersweep` and `hypersweep esp` load few modules. Modules are compared, but nothing is timed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import hypersweep

HEAVY = {
    "argparse",
    "asyncio",
    "ctypes",
    "dataclasses",
    "importlib.metadata",
    "importlib.resources",
    "inspect",
    "json",
    "logging",
    "multiprocessing",
    "numpy",
    "pathlib",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "threading",
    "tokenize",
    "urllib",
}
FRONT_DOORS = (
    "cli",
    "courses",
    "tui",
    "web",
    "envs",
    "lab",
    "scan",
    "session",
    "formats",
    "solve",
    "generate",
    "channel",
)


def run(statement: str, text: str = "") -> list[str]:
    """Return the modules loaded by a statement in a fresh interpreter, beyond those of the interpreter's start."""
    source = Path(hypersweep.__file__).resolve().parent.parent
    program = (
        f"import sys; sys.path.insert(0, {str(source)!r}); before = set(sys.modules)\n"
        f"{statement}\n"
        "sys.stderr.write('\\n'.join(sorted(set(sys.modules) - before)))"
    )
    # -S: modules that a site package loads at start would hide those of hypersweep.
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        input=text.encode(),
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    return done.stderr.decode().split()


def test_importing_the_package_loads_nothing_heavy() -> None:
    loaded = run("import hypersweep")
    assert "hypersweep" in loaded
    assert HEAVY.isdisjoint(loaded)
    assert not [name for name in loaded if name.startswith("numpy.")]
    assert not [name for name in loaded if name.startswith(tuple(f"hypersweep.{door}" for door in FRONT_DOORS))]


def test_importing_the_package_loads_no_native_code() -> None:
    assert not [name for name in run("import hypersweep") if name.startswith("hypersweep._native")]


@pytest.mark.parametrize(
    "statement",
    [
        "from hypersweep import Grid; Grid((3, 4)).neighbours((0, 1))",
        "from hypersweep import Game; Game((3, 4), 2, seed=1).open((0, 1))",
        "from hypersweep import Layout, Grid; list(Layout.random(Grid((3, 4)), 2, seed=1).mine_cells())",
        "from hypersweep import Rules; Rules.parse('classic,first=opening').format()",
        "from hypersweep.rng import GnuRandom; GnuRandom(0).next64()",
        "from hypersweep import View; View.parse('2x3 mines=1\\n# # 1\\n1 1 1\\n')",
    ],
)
def test_playing_loads_no_arrays_and_no_front_door(statement: str) -> None:
    loaded = run(statement)
    assert "hypersweep" in loaded
    assert "numpy" not in loaded
    assert not [name for name in loaded if name.startswith(tuple(f"hypersweep.{door}" for door in FRONT_DOORS))]
    assert {"argparse", "dataclasses", "inspect", "logging", "pathlib"}.isdisjoint(loaded)


def test_the_esp_command_loads_no_other_front_door() -> None:
    loaded = run("from hypersweep.cli import main; main(['esp'])", "start 0 0\nquit\n")
    assert "hypersweep.courses.esp" in loaded
    assert HEAVY.isdisjoint(loaded)
    assert not [name for name in loaded if name.startswith(("hypersweep.tui", "hypersweep.web", "hypersweep.channel"))]
    assert "hypersweep.courses.hypermines" not in loaded


def test_a_board_by_its_size_loads_no_format_of_files() -> None:
    words = "board='16x30', mines=None, wrap=None, adjacency=None, seed=None, rules='classic', first='safe'"
    statement = (
        "from argparse import Namespace\nfrom hypersweep.cli_support.board_options import chosen_board\n"
        f"chosen_board(Namespace({words}, guess='allowed', grade=None, exactly=False))"
    )
    assert not [name for name in run(statement) if name.startswith("hypersweep.formats")]


@pytest.mark.slow
def test_arrays_load_numpy_when_asked_for() -> None:
    site = Path(str(numpy.__file__)).resolve().parent.parent
    statement = f"sys.path.append({str(site)!r})\nfrom hypersweep import Game\n"
    statement += "Game((3, 4), 2, seed=1).open_array().shape"
    assert "numpy" in run(statement)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["stats", "3x4.bAgg"],
        ["stats"],
        ["play", "--plain", "3x4"],
        ["watch", "1x5"],
        ["generate", "3x4", "--json", "--certificate"],
        ["grade", "3x4.bAgg", "--anywhere", "--certificate"],
        ["verify", "-"],
    ],
)
def test_commands_of_lines_load_nothing_of_the_full_screen(words: list[str], tmp_path: Path) -> None:
    # Not even where it is installed: with -S it can't be found.
    site = Path(str(numpy.__file__)).resolve().parent.parent
    statement = f"import os; os.environ['HYPERSWEEP_DATA'] = {str(tmp_path)!r}; sys.path.append({str(site)!r})\n"
    loaded = run(f"{statement}from hypersweep.cli import main; sys.stdout = None; main({words!r})", "quit\n")
    assert f"hypersweep.{'tui' if words[0] == 'play' else 'cli'}" in loaded
    assert not [name for name in loaded if name.partition(".")[0] in ("textual", "rich", "numpy", "asyncio")]
