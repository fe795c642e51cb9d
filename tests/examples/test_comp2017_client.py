"""The client in C plays by the same rules as the game in Python."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import capabilities
from c_libraries import copied
from hypersweep import Game, Layout
from hypersweep.courses.comp2017.comp2017_library import build_library

SOURCE = Path(__file__).parents[2] / "examples" / "comp2017_client.c"
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-Werror=vla"]


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """The program, built as its first lines say."""
    capabilities.require("compiler")
    library, program = tmp_path / "library", tmp_path / "client"
    library.mkdir()
    copied(build_library, library, max_adjacent=242, max_dim=5, static=False, plain_names=True)
    places = [f"-I{library}", f"-L{library}", "-lminesweeper", f"-Wl,-rpath,{library}"]
    done = subprocess.run(["cc", *FLAGS, str(SOURCE), *places, "-o", str(program)], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    return program


def run(client: Path, *words: object, text: str = "") -> tuple[int, str]:
    done = subprocess.run(
        [client, *map(str, words)], input=text, capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stdout


def boards(printed: str, cells: int) -> list[list[str]]:
    tokens = [word for word in printed.split() if word not in ("won", "lost")]
    return [tokens[begin : begin + cells] for begin in range(0, len(tokens), cells)]


@pytest.mark.slow
def test_a_game_is_the_same_in_python(client: Path) -> None:
    # A game that ends at once shows nothing of the other mines, so every cell is selected in a game of its own.
    cells = [(a, b, c) for a in range(3) for b in range(4) for c in range(2)]
    ends = [run(client, 4, 3, "3x4x2", text=" ".join(map(str, cell)))[1] for cell in cells]
    mines = [cell for cell, end in zip(cells, ends, strict=True) if end.endswith("lost\n")]
    assert len(mines) == 3
    game = Game(layout=Layout("3x4x2", mines), rules="classic,first=any")
    text = ""
    for cell in [cell for cell in cells if cell not in mines]:
        game.open(cell)
        text += f"{' '.join(map(str, cell))}\n"
        code, printed = run(client, 4, 3, "3x4x2", text=text)
        assert code == 0
        shown = [str(value) if value >= 0 else "#" for _, value in game.view.items()]
        if "won" not in printed:
            assert boards(printed, 24)[-1] == shown
    assert printed.endswith("won\n")
    code, again = run(client, 4, 3, "3x4x2", text=text)
    assert again == printed


@pytest.mark.slow
@pytest.mark.parametrize("words", [[], [1, 2], [1, 2, "3x0"], [1, 2, "x"], [1, 7, "2x3"], [1, -1, "2x3"], [1, 1, "3x"],
                                   [1, 1, "1x1x1x1x1x1"], [1, 1, "99999x99999"], [1, 1, "2y3"]])  # fmt: skip
def test_words_that_make_no_sense_are_refused(client: Path, words: list[object]) -> None:
    assert run(client, *words) == (2, "")


@pytest.mark.slow
def test_rows_and_planes(client: Path) -> None:
    assert run(client, 1, 0, "4") == (0, " # # # #\n")
    assert run(client, 1, 0, "2x3", text="0 0") == (0, " # # #\n # # #\n\n 0 0 0\n 0 0 0\n\nwon\n")
    assert run(client, 1, 6, "2x3", text="1 2\n") == (0, " # # #\n # # #\n\n # # #\n # # *\n\nlost\n")
