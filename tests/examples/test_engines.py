"""The engine templates in examples/engines play whole games on boards of any kind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import capabilities
from hypersweep import Game, Outcome, View
from hypersweep.engine import SimpleEngine

FOLDER = Path(__file__).parents[2] / "examples" / "engines"
BOARDS = [("5x6", 4), ("20", 3), ("3x4x5", 6), ("5x6~wrap=0,1", 4), ("4x2~wrap=all", 1), ("4x5~orthogonal", 3)]


def command(name: str, folder: Path) -> list[str]:
    """Return the command of a template, compiled into a folder if necessary."""
    path = FOLDER / name
    if name.endswith(".py"):
        return [sys.executable, "-S", str(path)]
    if name.endswith(".js"):
        return [capabilities.program("node"), str(path)]
    if name.endswith(".java"):
        java = capabilities.program("java")
        subprocess.run(["javac", "-d", folder, path], check=True, capture_output=True, timeout=120)
        return [java, "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", str(folder), path.stem]
    capabilities.require("compiler")
    program = folder / path.stem
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1"]
    subprocess.run(["cc", *flags, "-o", program, path], check=True, capture_output=True, timeout=120)
    return [str(program)]


def surely_safe(view: View) -> set[tuple[int, ...]]:
    """Return the cells made safe by clues with as many covered neighbours as mines, then by clues with all mines
    known."""
    clues = [
        (code, {other for other in view.grid.neighbours(cell) if view[other] < 0})
        for cell, code in view.items()
        if code >= 0
    ]
    mines = {cell for code, around in clues if len(around) == code for cell in around}
    return {cell for code, around in clues if len(around & mines) == code for cell in around - mines}


NAMES = sorted(path.name for path in FOLDER.iterdir() if path.is_file())
# Java takes seconds to start.
MARKED = [pytest.param(name, marks=pytest.mark.slow) if name.endswith(".java") else name for name in NAMES]


@pytest.mark.ci_limit(2)
@pytest.mark.slow
@pytest.mark.parametrize("name", MARKED)
def test_a_template_plays(name: str, tmp_path: Path) -> None:
    with SimpleEngine(command(name, tmp_path), timeout=60) as engine:
        assert engine.name.startswith("Tiny (")
        found = 0
        for board, mines in BOARDS:
            for seed in range(4):
                game = Game(board, mines, seed=seed)
                game.open(0)
                engine.new_game()
                while game.outcome is Outcome.ONGOING:
                    answer = engine.go(game.view, game.rules, wants=["chances", "ranked", "reasons"])
                    assert answer.cell is not None
                    safe = surely_safe(game.view)
                    assert not safe or answer.cell in safe, game.view
                    game.open(answer.cell)
                    found += bool(safe)
        assert found > 20
        # What no template may mix up: every sign of a position, and a clue above 71.
        flagged = View.parse("1x4 mines=1\nF 1 . .")
        assert engine.go(flagged).cell in (None, (0, 0))
        four = View((3, 3, 3, 3, 2), 90, [-1, 73, *[0] * 160])
        assert engine.go(four).cell in (None, (0, 0, 0, 0, 0))
        ended = View.parse("1x6 mines=3\nX * ! 2 1 #")
        assert engine.go(ended).cell in (None, (0, 5))


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("name", MARKED)
def test_a_template_goes_on_whatever_it_is_told(name: str, tmp_path: Path) -> None:
    wrong = [
        "",
        " view",
        " view=2x3-1",
        " view=2x3-1-" + 28 * "A",
        " view=2x3-1-A1aA1",
        f" view={'x'.join(33 * '2')}-1-A",
    ]
    lines = ["position view=1x3-1-A1A", *[f"position{each}" for each in wrong]]
    lines += ["go id=5 text=go id=9", "go\tid=6 text=id=9", "ping", "ping a b", "pinga b", "quit"]
    told = "".join([line + "\n" for line in lines])
    done = subprocess.run(
        command(name, tmp_path), input=told, capture_output=True, text=True, check=True, timeout=60, encoding="utf-8"
    )
    said = done.stdout.splitlines()
    assert done.stderr == ""
    refused, answered = said[: len(wrong)], said[len(wrong) :]
    assert all(line.startswith("error kind=line text=expected ") for line in refused), refused
    assert "2x3-1-A1aA1a" in refused[0]
    # The position before those that were refused is still the one that is asked about.
    assert answered == [
        "best id=5 cell=0,0",
        "best id=6 cell=0,0",
        "error kind=line text=expected a token after ping",
        "pong a",
    ]


@pytest.mark.nightly
@pytest.mark.parametrize("name", MARKED)
def test_a_template_refuses_a_board_of_any_size(name: str, tmp_path: Path) -> None:
    lines = "hsp\nposition view=100000x100000-1-NUEASQS\nposition view=2x4-2-D1211\ngo id=1\nquit\n"
    done = subprocess.run(command(name, tmp_path), input=lines, capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""
    error, best = done.stdout.splitlines()[-2:]
    assert error.startswith("error kind=line text=expected at most 1000000 cells")
    assert best.startswith("best id=1 cell=0,")
