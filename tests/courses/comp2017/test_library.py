"""The C library, used by C programs that are compiled with the course's own flags."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from courses.comp2017.comp2017_games import courses
from courses.comp2017.comp2017_programs import (
    FLAGS,
    PUBLISHED,
    SANITIZED,
    built,
    compile_client,
    compile_program,
    play,
    run,
    scaffold,
    spell,
)

# The archive is another way to link the same code.
STATIC = [False, pytest.param(True, marks=pytest.mark.slow)]
DECORATED = "init_game_MAX_ADJACENT_242_MAX_DIM_5"


pytestmark = [pytest.mark.needs("asan"), pytest.mark.slow]


SIZES = [
    (242, 5, (1, 2, 3, 4, 5), 320),
    # Just large enough.
    (2, 1, (1,), 50),
    (8, 2, (2,), 50),
    (26, 3, (3,), 50),
    (80, 4, (4, 3, 1), 50),
]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("max_adjacent", "max_dim", "dimensions", "count", "compiler"),
    [
        (242, 5, (1, 2, 3, 4, 5), 60, "c++"),
        # The library is watched by the sanitizers as well as its caller, and compiled with them for each size.
        *(
            pytest.param(*size, SANITIZED, marks=pytest.mark.slow if number < 2 else pytest.mark.nightly)
            for number, size in enumerate(SIZES)
        ),
    ],
)
def test_random_games(
    max_adjacent: int,
    max_dim: int,
    dimensions: tuple[int, ...],
    count: int,
    compiler: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CXX", compiler)
    built(tmp_path, max_adjacent=max_adjacent, max_dim=max_dim)
    played = courses(2017 + max_dim, count, dimensions)
    assert {step.code for course in played for step in course.steps} == {0, 1, 2}
    play(played, compile_client("client.c", tmp_path, FLAGS), max_adjacent)


@pytest.mark.nightly
def test_long_rows_and_wide_boards(tmp_path: Path) -> None:
    built(tmp_path, max_adjacent=26, max_dim=3)
    played = courses(9, 12, (2, 3), most_cells=2000)
    play(played, compile_client("client.c", tmp_path, FLAGS), 26)


@pytest.mark.nightly
def test_constants_too_small_for_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", SANITIZED)
    built(tmp_path, max_adjacent=3, max_dim=2)
    program = compile_client("client.c", tmp_path, FLAGS)
    # Too many adjacent cells: as many as fit are stored, and the game goes on as if all were.
    play(courses(11, 40, (1, 2)), program, 3)
    # Too many dimensions: nothing happens.
    (course, *_) = courses(12, 1, (3,))
    lines = run(program, spell(course))
    assert lines == ["untouched 1", *["code 0 untouched 1"] * len(course.steps)]


@pytest.mark.nightly
def test_selections_need_no_memory(tmp_path: Path) -> None:
    built(tmp_path)
    # Not with the sanitizer, which takes calloc for itself.
    flags = [flag for flag in FLAGS if not flag.startswith("-fsanitize")]
    program = compile_client("client.c", tmp_path, [*flags, "-DNO_MEMORY"])
    play(courses(13, 40, (1, 2, 3, 4), most_cells=200), program, 242)


@pytest.mark.nightly
def test_row_of_a_million_cells_opens_in_one_call(tmp_path: Path) -> None:
    built(tmp_path, max_adjacent=2, max_dim=2)
    assert run(compile_client("long_row.c", tmp_path, FLAGS)) == [
        "2 1000000",
        "2 999998",
        "0 599999",
        "2 999998",
        "1 1",
    ]


def test_worked_example(tmp_path: Path) -> None:
    built(tmp_path)
    program = compile_client("client.c", tmp_path, FLAGS)
    lines = run(program, "game 2 6 4 2 1 3 2 2 select 1 2 select 4 1 select 0 3 select 2 3 end")
    assert [line.split()[1] for line in lines[24:]] == ["0", "0", "0", "2"]


@pytest.mark.nightly
@pytest.mark.parametrize("static", STATIC)
def test_safe_cells_in_any_order(static: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", SANITIZED)
    (*_, library) = built(tmp_path, max_adjacent=8, max_dim=2, static=static)
    # The archive's objects are sanitized too, and so is what they are linked into.
    flags = [*FLAGS, "-fsanitize=undefined"] if static else FLAGS
    assert run(compile_client("orders.c", tmp_path, flags, library.name)) == ["done"]


@pytest.mark.nightly
def test_archive_needs_nothing_but_the_c_library(tmp_path: Path) -> None:
    paths = built(tmp_path, static=True)
    assert [path.name for path in paths] == ["minesweeper.h", "params.h", "libminesweeper.a"]
    program = compile_client("client.c", tmp_path, [*FLAGS, "-Wextra"], "libminesweeper.a")
    play(courses(14, 60, (1, 2, 3, 4, 5)), program, 242)
    shown = subprocess.run(
        ["nm", "-u", str(tmp_path / "libminesweeper.a")], capture_output=True, text=True, check=True
    ).stdout
    assert "__cxa" not in shown
    assert "__gxx" not in shown


@pytest.mark.ci_limit(1)
@pytest.mark.parametrize("compiler", ["c++", pytest.param(SANITIZED, marks=pytest.mark.slow)])
def test_invalid_arguments(compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", compiler)
    built(tmp_path, max_adjacent=26, max_dim=3)
    assert run(compile_client("invalid.c", tmp_path, FLAGS)) == ["done"]


def test_a_header_and_constants_of_another_build_are_refused_by_the_compiler(tmp_path: Path) -> None:
    built(tmp_path / "one")
    other = scaffold(tmp_path / "other", 8, 2)
    shutil.copy(tmp_path / "one" / "minesweeper.h", other)
    refused = compile_program("client.c", other, tmp_path / "one" / "libminesweeper.so", FLAGS)
    assert refused.returncode
    assert "the library was built for MAX_ADJACENT 242 and MAX_DIM 5: build it again" in refused.stderr


def test_constants_changed_by_hand_are_refused_by_the_compiler(tmp_path: Path) -> None:
    built(tmp_path)
    constants = tmp_path / "params.h"
    constants.write_text(constants.read_text(encoding="utf-8").replace("(242)", "(26)"), encoding="utf-8")
    # The course's own header has no way to tell, but its constants do.
    shutil.copy(PUBLISHED, tmp_path / "minesweeper.h")
    refused = compile_program("client.c", tmp_path, tmp_path / "libminesweeper.so", FLAGS)
    assert refused.returncode
    assert "the library was built for MAX_ADJACENT 242 and MAX_DIM 5: build it again" in refused.stderr


@pytest.mark.nightly
@pytest.mark.parametrize("static", STATIC)
@pytest.mark.parametrize("own_header", [pytest.param(False, marks=pytest.mark.slow), True])
def test_a_library_built_for_other_constants_is_refused_by_the_linker(
    static: bool, own_header: bool, tmp_path: Path
) -> None:
    headers = tmp_path / "one"
    built(headers)
    (*_, library) = built(tmp_path / "other", max_adjacent=8, max_dim=2, static=static)
    if own_header:
        shutil.copy(PUBLISHED, headers / "minesweeper.h")
    refused = compile_program("client.c", headers, library, FLAGS)
    assert refused.returncode
    assert DECORATED in refused.stderr


@pytest.mark.nightly
@pytest.mark.parametrize("static", STATIC)
def test_programs_with_the_courses_own_header(static: bool, tmp_path: Path) -> None:
    headers = scaffold(tmp_path / "course", 8, 2)
    (*_, library) = built(tmp_path / "library", max_adjacent=8, max_dim=2, static=static, plain_names=True)
    program = compile_client("client.c", library.parent, FLAGS, library.name, headers)
    play(courses(15, 30, (1, 2)), program, 8)
    # With the constants of the library's folder its names come along.
    shutil.copy(library.parent / "params.h", headers)
    (*_, library) = built(tmp_path / "library", max_adjacent=8, max_dim=2, static=static, plain_names=False)
    play(courses(15, 30, (1, 2)), compile_client("client.c", library.parent, FLAGS, library.name, headers), 8)


@pytest.mark.nightly
@pytest.mark.parametrize("static", STATIC)
def test_without_plain_names_constants_from_elsewhere_are_refused_by_the_linker(static: bool, tmp_path: Path) -> None:
    headers = scaffold(tmp_path / "course", 8, 2)
    (*_, library) = built(tmp_path / "library", static=static, plain_names=False)
    refused = compile_program("client.c", headers, library, FLAGS)
    assert refused.returncode
    assert "init_game" in refused.stderr


@pytest.mark.needs("linux")
@pytest.mark.parametrize(
    "compiler", ["cc", pytest.param("clang", marks=[pytest.mark.slow, pytest.mark.needs("clang")])]
)
@pytest.mark.parametrize("static", STATIC)
def test_too_short_an_array_is_reported_by_the_sanitizer(static: bool, compiler: str, tmp_path: Path) -> None:
    headers = scaffold(tmp_path / "course", 8, 2)
    (*_, library) = built(tmp_path / "library", static=static)
    done = compile_program("client.c", headers, library, FLAGS, compiler)
    assert (done.returncode, done.stderr) == (0, "")
    program = library.parent / f"client-{compiler}"
    ran = subprocess.run([str(program)], input="game 2 6 4 0 end", capture_output=True, text=True, check=False)
    assert ran.returncode
    assert ran.stdout == ""
    assert "AddressSanitizer: heap-buffer-overflow" in ran.stderr
    # In the library, called by the program.
    assert re.search(r"#0 .*(start_game|init_game)", ran.stderr)
    assert "client.c" in ran.stderr


@pytest.mark.parametrize("static", STATIC)
def test_a_library_for_other_constants_refuses_programs_with_the_courses_own(static: bool, tmp_path: Path) -> None:
    headers = scaffold(tmp_path / "course", 242, 5)
    (*_, library) = built(tmp_path / "library", max_adjacent=8, max_dim=2, static=static)
    refused = compile_program("client.c", headers, library, FLAGS)
    assert refused.returncode
    assert "init_game" in refused.stderr
    # One for the course's own is linked as it is.
    (*_, library) = built(tmp_path / "usual", static=static)
    assert compile_program("client.c", headers, library, FLAGS).returncode == 0


@pytest.mark.needs("linux")
@pytest.mark.parametrize("plain_names", [True, False])
def test_library_shows_its_functions_alone_and_needs_no_other_library(plain_names: bool, tmp_path: Path) -> None:
    built(tmp_path, plain_names=plain_names)
    library = str(tmp_path / "libminesweeper.so")
    shown = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    names = [line.split()[-1] for line in shown.splitlines()]
    assert [name for name in names if name in ("init_game", "select_cell")] == [
        "init_game",
        "select_cell",
    ] * plain_names
    assert [name for name in names if "MAX" in name] == [DECORATED, DECORATED.replace("init_game", "select_cell")]
    assert len(names) == 2 + 2 * plain_names
    needed = subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True).stdout
    assert "stdc++" not in needed
