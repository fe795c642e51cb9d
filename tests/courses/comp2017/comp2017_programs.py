"""C programs around the course's functions: compile them with the course's flags, run them, compare their output."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import hypersweep.courses.check
from c_libraries import copied
from courses.comp2017.comp2017_games import Course
from hypersweep.courses.comp2017.comp2017_library import MAX_ADJACENT, MAX_DIM, build_library

HERE = Path(__file__).parent
PUBLISHED = Path(hypersweep.courses.check.__file__).with_name("published.h")
"""The struct and the two functions as the course published them: without an include guard."""
FLAGS = ["-Wall", "-Werror", "-Werror=vla", "-g", "-std=c11", "-lm", "-fsanitize=address"]
# The C++ compiler that belongs to cc, whatever CXX says: both must use the same sanitizer.
SANITIZED = "c++ -g -fsanitize=address,undefined -fno-sanitize-recover=undefined"


def built(folder: Path, *, max_adjacent: int = MAX_ADJACENT, max_dim: int = MAX_DIM, **options: bool) -> list[Path]:
    """Return the folder that ``build_library`` writes; equal options are compiled once."""
    usual = {"static": False, "plain_names": (max_adjacent, max_dim) == (MAX_ADJACENT, MAX_DIM)}
    return copied(build_library, folder, max_adjacent=max_adjacent, max_dim=max_dim, **{**usual, **options})


def scaffold(folder: Path, max_adjacent: int, max_dim: int) -> Path:
    """Write minesweeper.h and params.h as the course publishes them. Returns: the folder."""
    folder.mkdir()
    shutil.copy(PUBLISHED, folder / "minesweeper.h")
    constants = f"#define MAX_ADJACENT ({max_adjacent})\n#define MAX_DIM ({max_dim})\n"
    (folder / "params.h").write_text(constants, encoding="utf-8")
    return folder


def compile_program(
    source: str, headers: Path, linked: Path, flags: list[str], compiler: str = "cc"
) -> subprocess.CompletedProcess[str]:
    """Compile a program with the headers of one folder and link it with ``linked``, into its folder."""
    program = linked.parent / f"{Path(source).stem}-{compiler}"
    places = [f"-I{headers}", str(HERE / source), str(linked), f"-Wl,-rpath,{linked.parent}", "-o", str(program)]
    return subprocess.run([compiler, *places, *flags], capture_output=True, text=True, check=False)


def compile_client(
    source: str,
    folder: Path,
    flags: list[str],
    library: str = "libminesweeper.so",
    headers: Path | None = None,
    compiler: str = "cc",
) -> Path:
    """Compile a program against the files of a folder, without any warning."""
    done = compile_program(source, headers or folder, folder / library, flags, compiler)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder / f"{Path(source).stem}-{compiler}"


def run(program: Path, text: str = "") -> list[str]:
    """Return the lines a program prints; it may print nothing to standard error, and gets little stack."""
    command = ["sh", "-c", 'ulimit -s 256; exec "$0"', str(program)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def spell(course: Course) -> str:
    """Return a game as the client reads it."""
    numbers = [len(course.board.shape), *course.board.shape, len(course.mines)]
    numbers += [coordinate for mine in course.mines for coordinate in mine]
    lines = [f"game {' '.join(map(str, numbers))}"]
    lines += [f"select {' '.join(map(str, step.cell))}" for step in course.steps]
    return "\n".join([*lines, "end\n"])


def check(course: Course, lines: list[str], most_adjacent: int) -> None:
    """Compare the client's output of one game; remove its lines from the front of the list."""
    every = course.board.cells()
    parts = [lines.pop(0).removeprefix("cell").split(":") for _ in every]
    coords = [tuple(map(int, point.split())) for point, _, _ in parts]
    assert sorted(coords) == every
    for cell, (_, facts, places) in zip(coords, parts, strict=True):
        adjacent = [coords[int(place)] for place in places.split()]
        expected = course.board.neighbours(cell)
        mined, selected, hint, count = map(int, facts.split())
        assert (mined, selected, hint) == (int(cell in course.mines), 0, course.hint(cell))
        assert count == min(len(expected), most_adjacent)
        assert len(adjacent) == len(set(adjacent)) == count
        assert set(adjacent) <= set(expected)
    for step in course.steps:
        word, code, *hints = lines.pop(0).split()
        assert (word, int(code)) == ("code", step.code)
        shown = {cell: hint for cell, hint in zip(coords, hints, strict=True) if hint != "-"}
        assert shown == {cell: str(course.hint(cell)) for cell in step.selected}


def play(played: list[Course], program: Path, most_adjacent: int) -> None:
    """Let the client play games, and compare all its output."""
    lines = run(program, "".join(map(spell, played)))
    for course in played:
        check(course, lines, most_adjacent)
    assert lines == []
