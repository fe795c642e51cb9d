"""The source file for other people's compilers: it plays the same games as the library, cell by cell."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from courses.comp2017.comp2017_games import courses
from courses.comp2017.comp2017_programs import (
    FLAGS,
    SANITIZED,
    built,
    compile_client,
    play,
    run,
    scaffold,
    spell,
)
from hypersweep.courses.comp2017.comp2017_library import header, write_source

STRICT = [*FLAGS, "-Wextra", "-Wpedantic", "-fsanitize=undefined", "-fno-sanitize-recover=undefined"]


pytestmark = [pytest.mark.needs("asan"), pytest.mark.slow]


def submission(folder: Path, max_adjacent: int, max_dim: int) -> Path:
    """A folder with the course's two headers and our file, as it would be handed in."""
    write_source(scaffold(folder, max_adjacent, max_dim))
    return folder


def facts(lines: list[str], *, complete: bool) -> list[str]:
    """The lines of the client but for what is free: the order of adjacent cells, and which of too many are left out."""
    kept = []
    for line in lines:
        start, _, places = line.rpartition(" :")
        kept.append(f"{start} : {sorted(places.split()) if complete else '...'}" if start else line)
    return kept


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("max_adjacent", "max_dim", "dimensions", "count", "compiler"),
    [
        (80, 4, (1, 2, 3, 4), 40, "cc"),
        *(
            pytest.param(728, 6, (1, 2, 3, 4, 5, 6), count, "clang", marks=[mark, pytest.mark.needs("clang")])
            for count, mark in ((150, pytest.mark.slow), (400, pytest.mark.nightly))
        ),
        *(
            pytest.param(*game, marks=pytest.mark.slow)
            for game in (
                (728, 6, (1, 2, 3, 4, 5, 6), 150, "cc"),
                # Just large enough.
                (2, 1, (1,), 60, "cc"),
                (8, 2, (2,), 100, "cc"),
                (26, 3, (3,), 60, "cc"),
                # Too small: what doesn't fit is left out of `adjacent` and counts nevertheless.
                (3, 3, (1, 2, 3), 40, "cc"),
            )
        ),
        *(
            pytest.param(*game, marks=pytest.mark.nightly)
            for game in (
                (728, 6, (1, 2, 3, 4, 5, 6), 400, "cc"),
                (3, 3, (1, 2, 3), 100, "cc"),
            )
        ),
    ],
)
def test_same_games_as_the_library(
    max_adjacent: int,
    max_dim: int,
    dimensions: tuple[int, ...],
    count: int,
    compiler: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CXX", SANITIZED if count > 40 else "c++")
    folder = submission(tmp_path / "submission", max_adjacent, max_dim)
    own = compile_client("client.c", folder, STRICT, "minesweeper.c", compiler=compiler)
    (*_, library) = built(tmp_path / "library", max_adjacent=max_adjacent, max_dim=max_dim)
    theirs = compile_client("client.c", library.parent, FLAGS)
    played = courses(31 + max_adjacent, count, dimensions)
    text = "".join(map(spell, played))
    complete = max_adjacent >= 3 ** max(dimensions) - 1
    assert facts(run(own, text), complete=complete) == facts(run(theirs, text), complete=complete)
    # And compared with the rules, so that both can't be wrong together.
    play(played, own, max_adjacent)


def test_too_many_dimensions_and_wide_boards(tmp_path: Path) -> None:
    folder = submission(tmp_path / "submission", 26, 2)
    program = compile_client("client.c", folder, STRICT, "minesweeper.c")
    play(courses(32, 12, (2,), most_cells=2000), program, 26)
    (course, *_) = courses(33, 1, (3,))
    assert run(program, spell(course)) == ["untouched 1", *["code 0 untouched 1"] * len(course.steps)]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("client", "max_adjacent", "max_dim", "said"),
    [
        pytest.param("orders.c", 8, 2, ["done"], marks=pytest.mark.slow),
        ("invalid.c", 26, 3, ["done"]),
        ("long_row.c", 2, 2, ["2 1000000", "2 999998", "0 599999", "2 999998", "1 1"]),
    ],
)
def test_programs_that_the_library_passes(
    client: str, max_adjacent: int, max_dim: int, said: list[str], tmp_path: Path
) -> None:
    folder = submission(tmp_path / "submission", max_adjacent, max_dim)
    assert run(compile_client(client, folder, STRICT, "minesweeper.c")) == said


def test_worked_example(tmp_path: Path) -> None:
    folder = submission(tmp_path / "submission", 242, 5)
    program = compile_client("client.c", folder, FLAGS, "minesweeper.c")
    lines = run(program, "game 2 6 4 2 1 3 2 2 select 1 2 select 4 1 select 0 3 select 2 3 end")
    assert [line.split()[1] for line in lines[24:]] == ["0", "0", "0", "2"]


@pytest.mark.parametrize("compiler", ["cc", pytest.param("clang", marks=pytest.mark.needs("clang"))])
def test_it_needs_params_and_nothing_else(compiler: str, tmp_path: Path) -> None:
    folder = submission(tmp_path / "submission", 80, 4)
    (folder / "minesweeper.h").unlink()
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-Werror=vla", "-std=c11"]
    compiled = folder / "minesweeper.o"
    done = subprocess.run(
        [compiler, *warnings, "-O2", "-c", str(folder / "minesweeper.c"), "-o", str(compiled)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    # Not even memory: nothing is allocated, nothing printed. A compiler may make memset of a loop.
    wanted = subprocess.run(["nm", "-u", str(compiled)], capture_output=True, text=True, check=True).stdout.split()
    assert {*wanted} <= {"U", "memset", "memcpy", "_GLOBAL_OFFSET_TABLE_", "__stack_chk_fail"}


@pytest.mark.parametrize("has_guard", [False, True])
def test_a_checker_may_include_it_after_the_courses_header(has_guard: bool, tmp_path: Path) -> None:
    folder = submission(tmp_path / "submission", 242, 5)
    if has_guard:
        theirs = (folder / "minesweeper.h").read_text(encoding="utf-8")
        (folder / "minesweeper.h").write_text(f"#pragma once\n#define MINESWEEPER_H\n{theirs}", encoding="utf-8")
    checker = folder / "checker.c"
    checker.write_text(
        '#include "minesweeper.h"\n#include "minesweeper.c"\n'
        "int main(void) { return select_cell(NULL, 0, NULL, NULL); }\n"
    )
    # The header may come from the command line too, and a checker may do without it.
    alone = folder / "alone.c"
    alone.write_text('#include "minesweeper.c"\nint main(void) { struct cell cell; (void)cell; return 0; }\n')
    header_first = ["-include", str(folder / "minesweeper.h"), "-c", str(folder / "minesweeper.c")]
    for number, words in enumerate(([str(checker)], [str(alone)], header_first)):
        program = folder / f"program-{number}"
        done = subprocess.run(["cc", *STRICT, *words, "-o", str(program)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        if "-c" not in words:
            assert subprocess.run([str(program)], check=False).returncode == 0


def test_it_has_the_struct_and_the_functions_of_the_header(tmp_path: Path) -> None:
    (path,) = write_source(tmp_path)
    text = path.read_text(encoding="utf-8")

    def declared(source: str) -> list[str]:
        plain = re.sub(r"/\*.*?\*/|[ \n]", "", source, flags=re.DOTALL)
        found = re.search(r"structcell{.*?};", plain)
        assert found
        return [found[0], *re.findall(r"(?:voidinit_game|intselect_cell)\([^()]*\);", plain)]

    assert len(declared(text)) == 3
    assert declared(text) == declared(header(242, 5))
    assert "MIT licence" in text
