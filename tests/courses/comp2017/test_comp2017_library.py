"""The C library, played by C programs that are compiled with the course's own flags."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from courses.comp2017.comp2017_games import Course, courses
from hypersweep.courses.comp2017.build import build_library

HERE = Path(__file__).parent
FLAGS = ["-Wall", "-Werror", "-Werror=vla", "-g", "-std=c11", "-lm", "-fsanitize=address"]
# The fellow of cc, whatever CXX says: the two have to share one sanitizer.
SANITIZED = "c++ -g -fsanitize=address,undefined -fno-sanitize-recover=undefined"


def sanitizes(folder: Path) -> bool:
    """Whether there is a C and a C++ compiler here whose programs run with the address sanitizer."""
    if sys.platform == "win32" or shutil.which("cc") is None or shutil.which("c++") is None:
        return False
    source, program = folder / "empty.c", folder / "empty"
    source.write_text("int main(void) { return 0; }\n", encoding="utf-8")
    made = subprocess.run(["cc", str(source), "-o", str(program), *FLAGS], capture_output=True, check=False)
    return made.returncode == 0 and subprocess.run([str(program)], capture_output=True, check=False).returncode == 0


@pytest.fixture(scope="module", autouse=True)
def compilers(tmp_path_factory: pytest.TempPathFactory) -> None:
    if not sanitizes(tmp_path_factory.mktemp("sanitizer")):
        pytest.skip("no C compiler whose programs run under the address sanitizer")


def compile_client(source: str, folder: Path, flags: list[str]) -> Path:
    """Compiles a program against the library in a folder, without a word from the compiler."""
    program = folder / Path(source).stem
    places = [f"-I{folder}", str(folder / "libminesweeper.so"), f"-Wl,-rpath,{folder}"]
    done = subprocess.run(
        ["cc", str(HERE / source), "-o", str(program), *flags, *places], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return program


def run(program: Path, text: str = "") -> list[str]:
    """Gives the lines a program prints; it may print nothing to standard error, and gets little stack."""
    command = ["sh", "-c", 'ulimit -s 256; exec "$0"', str(program)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def spell(course: Course) -> str:
    """Gives a game as the client reads it."""
    numbers = [len(course.board.shape), *course.board.shape, len(course.mines)]
    numbers += [coordinate for mine in course.mines for coordinate in mine]
    lines = [f"game {' '.join(map(str, numbers))}"]
    lines += [f"select {' '.join(map(str, step.cell))}" for step in course.steps]
    return "\n".join([*lines, "end\n"])


def check(course: Course, lines: list[str], most_adjacent: int) -> None:
    """Compares what the client printed of one game; takes the lines away from the front of the list."""
    every = course.board.cells()
    parts = [lines.pop(0).removeprefix("cell").split(":") for _ in every]
    coords = [tuple(map(int, point.split())) for point, _, _ in parts]
    assert sorted(coords) == every
    for cell, (_, facts, places) in zip(coords, parts, strict=True):
        adjacent = [coords[int(place)] for place in places.split()]
        expected = course.board.neighbours(cell)
        mined, selected, count = map(int, facts.split())
        assert (mined, selected, count) == (int(cell in course.mines), 0, min(len(expected), most_adjacent))
        assert len(adjacent) == len(set(adjacent)) == count
        assert set(adjacent) <= set(expected)
    for step in course.steps:
        word, code, *hints = lines.pop(0).split()
        assert (word, int(code)) == ("code", step.code)
        shown = {cell: hint for cell, hint in zip(coords, hints, strict=True) if hint != "-"}
        assert shown == {cell: str(course.hint(cell)) for cell in step.selected}


def play(played: list[Course], program: Path, most_adjacent: int) -> None:
    """Lets the client play games, and compares all it prints."""
    lines = run(program, "".join(map(spell, played)))
    for course in played:
        check(course, lines, most_adjacent)
    assert lines == []


@pytest.mark.parametrize(
    ("max_adjacent", "max_dim", "dimensions", "count"),
    [
        (242, 5, (1, 2, 3, 4, 5), 320),
        # Just large enough.
        (2, 1, (1,), 50),
        (8, 2, (2,), 50),
        (26, 3, (3,), 50),
        (80, 4, (4, 3, 1), 50),
    ],
)
def test_random_games(
    max_adjacent: int,
    max_dim: int,
    dimensions: tuple[int, ...],
    count: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The library is watched by the sanitizers as well as its caller.
    monkeypatch.setenv("CXX", SANITIZED)
    build_library(tmp_path, max_adjacent=max_adjacent, max_dim=max_dim)
    played = courses(2017 + max_dim, count, dimensions)
    assert {step.code for course in played for step in course.steps} == {0, 1, 2}
    play(played, compile_client("client.c", tmp_path, FLAGS), max_adjacent)


def test_long_rows_and_wide_boards(tmp_path: Path) -> None:
    build_library(tmp_path, max_adjacent=26, max_dim=3)
    played = courses(9, 12, (2, 3), most_cells=2000)
    play(played, compile_client("client.c", tmp_path, FLAGS), 26)


def test_constants_too_small_for_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", SANITIZED)
    build_library(tmp_path, max_adjacent=3, max_dim=2)
    program = compile_client("client.c", tmp_path, FLAGS)
    # Too many adjacent cells: as many as fit are stored, and the game goes on as if all were.
    play(courses(11, 40, (1, 2)), program, 3)
    # Too many dimensions: nothing happens.
    (course, *_) = courses(12, 1, (3,))
    lines = run(program, spell(course))
    assert lines == ["untouched 1", *["code 0 untouched 1"] * len(course.steps)]


def test_selections_need_no_memory(tmp_path: Path) -> None:
    build_library(tmp_path, max_adjacent=80, max_dim=4)
    # Not with the sanitizer, which takes calloc for itself.
    flags = [flag for flag in FLAGS if not flag.startswith("-fsanitize")]
    program = compile_client("client.c", tmp_path, [*flags, "-DNO_MEMORY"])
    play(courses(13, 40, (1, 2, 3, 4), most_cells=200), program, 80)


def test_row_of_a_million_cells_opens_in_one_call(tmp_path: Path) -> None:
    build_library(tmp_path, max_adjacent=2, max_dim=2)
    assert run(compile_client("long_row.c", tmp_path, FLAGS)) == [
        "2 1000000",
        "2 999998",
        "0 599999",
        "2 999998",
        "1 1",
    ]


def test_worked_example(tmp_path: Path) -> None:
    build_library(tmp_path)
    program = compile_client("client.c", tmp_path, FLAGS)
    lines = run(program, "game 2 6 4 2 1 3 2 2 select 1 2 select 4 1 select 0 3 select 2 3 end")
    assert [line.split()[1] for line in lines[24:]] == ["0", "0", "0", "2"]


@pytest.mark.skipif(sys.platform != "linux", reason="symbols are listed in another way")
def test_library_shows_two_symbols_and_needs_no_other_library(tmp_path: Path) -> None:
    build_library(tmp_path)
    library = str(tmp_path / "libminesweeper.so")
    shown = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    assert [line.split()[-1] for line in shown.splitlines()] == ["init_game", "select_cell"]
    needed = subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True).stdout
    assert "stdc++" not in needed
