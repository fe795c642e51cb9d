"""Checks of COMP2017 programs: correct ones that are written differently, and ones with invented bugs."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from courses.comp2017.comp2017_programs import PUBLISHED
from hypersweep.courses import comp2017
from hypersweep.courses.check.check_report import Report
from hypersweep.courses.check.comp2017_checker import Comp2017Subject
from hypersweep.courses.check.runner import check
from hypersweep.errors import UncheckableError

pytestmark = [pytest.mark.needs("compiler", "asan"), pytest.mark.slow]

HERE = Path(__file__).parent
RECURSIVE = HERE / "comp2017_recursive.c"
RIGHT = [RECURSIVE, HERE / "comp2017_queue.c", Path(comp2017.__file__).with_name("minesweeper.c")]

Check = Callable[..., Report]


@pytest.fixture
def checked(tmp_path: Path, no_named_compiler: None) -> Check:
    """Check a program after changes to its text, each of which has to apply exactly once."""

    def run(
        source: Path, *changes: tuple[str, str], params: str = "", games: int = 100, seconds: float = 120
    ) -> Report:
        text = source.read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        program = tmp_path / "minesweeper.c"
        program.write_text(text, encoding="utf-8")
        if params:
            (tmp_path / "params.h").write_text(params, encoding="utf-8")
        subject = Comp2017Subject(str(program))
        try:
            return check(subject, games=games, seconds=seconds, seed=1)
        finally:
            subject.close()

    return run


@pytest.mark.ci_limit(2)
@pytest.mark.parametrize("source", RIGHT, ids=lambda path: path.stem)
def test_right_programs_are_right(source: Path, checked: Check) -> None:
    report = checked(source, games=200)
    assert report.faults == ()
    assert report.games > 200
    # Only the programs that set hints at the selection leave that of a mine unset.
    assert len(report.open_points) == (source.name != "minesweeper.c")


@pytest.mark.ci_limit(1)
@pytest.mark.parametrize(("most_adjacent", "dimensions"), [(2, 1), (8, 5), (80, 4)])
def test_constants_are_those_of_params(most_adjacent: int, dimensions: int, checked: Check) -> None:
    params = f"#define MAX_ADJACENT ({most_adjacent})\n#define MAX_DIM ({dimensions})\n"
    assert checked(RIGHT[1], params=params, games=60).faults == ()


ORTHOGONAL = """int sum = 0;
    for (int i = 0; i < dim; ++i) sum += a->coords[i] != b->coords[i];
    return sum == 1;
}"""

# The change, the text of the broken clause, and the cells and selections of the smallest game that shows it.
BUGS: dict[str, tuple[tuple[str, str], str, int, int]] = {
    "no lower bound": (("coords[i] < 0 || ", ""), "out of bounds|sanitize|returns", 1, 1),
    "no upper bound": ((" || coords[i] >= sizes[i]", ""), "out of bounds|sanitize|returns", 1, 1),
    "coordinates of one byte": (
        (
            "if (coords[i] < 0 || coords[i] >= sizes[i])",
            "if ((signed char)coords[i] < 0 || (signed char)coords[i] >= sizes[i])",
        ),
        "out of bounds|sanitize|returns",
        3,
        6,
    ),
    "a cascade of 256 cells": (
        (
            "    if (cell->hint > 0) return;\n",
            "    static int told = 0;\n    if (cell->hint > 0 || ++told > 256) return;\n",
        ),
        "hint|selected",
        300,
        1,
    ),
    "out of bounds is a loss": (("== NULL || cell->selected) return 0", "== NULL) return 1"), "out of bounds", 1, 1),
    "the first cell has no neighbour": (("cells - 1; j >= 0;", "cells - 1; j > 0;"), "adjacent", 2, 0),
    "a cell touches itself": (("if (a == b) return 0;", ""), "adjacent", 1, 0),
    "wraps around rows of four": (("> 1) return 0", "% 3 > 1) return 0"), "adjacent", 4, 0),
    "orthogonal neighbours only": (("return 1;\n}", ORTHOGONAL), "adjacent", 4, 0),
    "the last mine is forgotten": (("i < num_mines; ++i) find", "i < num_mines - 1; ++i) find"), "mined", 1, 0),
    "selected isn't set": (("game[i].mined = game[i].selected = ", "game[i].mined = "), "selected is 0", 1, 0),
    "hints add to garbage": (("    cell->hint = 0;\n", ""), "hint of each selected", 1, 1),
    "the cascade goes one step": (("follow(cell->adjacent[i])", "cell->adjacent[i]->selected = 1"), "hint", 2, 1),
    "the cascade passes ones": (("cell->hint > 0", "cell->hint > 1"), "without adjacent mines selects", 2, 1),
    "a loss selects nothing": (
        ("        cell->selected = 1;\n        return 1", "        return 1"),
        "with a mine",
        1,
        1,
    ),
    "no game is won": (("    return 2;", "    return 0;"), "2 is returned", 1, 1),
    "coordinates are swapped": (("game[i].coords[axis] =", "game[i].coords[dim - 1 - axis] ="), "coords", 3, 0),
    "five dimensions crash": (
        ("game[i].num_adjacent = 0;", "game[i].num_adjacent = 0;\n        if (dim == 5) abort();"),
        "returns",
        1,
        0,
    ),
    "it prints": (
        ("follow(cell);\n    const", 'follow(cell);\n    extern int puts(const char *);\n    puts("!");\n    const'),
        "output",
        1,
        1,
    ),
    "writes beyond the array": (
        ("    for (int i = 0; i < num_mines", "    game[cells].hint = 0;\n    for (int i = 0; i < num_mines"),
        "sanitize",
        1,
        0,
    ),
    "leaks": (
        ("    follow(cell);\n", "    int * leaked = malloc(40);\n    leaked[0] = 1;\n    follow(cell);\n"),
        "leaked memory",
        1,
        1,
    ),
    "undefined shift": (
        ("    follow(cell);\n", "    follow(cell);\n    game[0].hint += (1 << (dim * 16)) == 7;\n"),
        "undefined",
        1,
        1,
    ),
}


@pytest.mark.ci_limit(1)
@pytest.mark.parametrize("bug", BUGS)
def test_bugs_are_found_and_shrunk(bug: str, checked: Check) -> None:
    change, clause, cells, selections = BUGS[bug]
    report = checked(RECURSIVE, change)
    assert report.verdict == "wrong"
    smallest = report.faults[0]
    assert re.search(clause, smallest.clause)
    game = re.match(r"init_game\(game, \d, \{([\d, ]+)\}", smallest.calls)
    assert game is not None
    found = 1
    for size in game[1].split(", "):
        found *= int(size)
    assert (found, smallest.calls.count("\n")) <= (cells, selections), smallest.calls


@pytest.mark.nightly
def test_memory_that_is_freed_or_within_reach_is_no_leak(checked: Check) -> None:
    head = ("#include <stdlib.h>\n", "#include <stdlib.h>\nstatic int * order;\n")
    uses = "    order = realloc(order, 40);\n    int * other = malloc(40);\n    order[0] = 1;\n    free(other);\n"
    assert checked(RECURSIVE, head, ("    follow(cell);\n", f"{uses}    follow(cell);\n")).faults == ()


@pytest.mark.nightly
def test_a_call_that_does_not_return_is_a_fault(checked: Check) -> None:
    # Each hang takes its second, so the time for shrinking is over soon.
    change = ("    follow(cell);\n", "    follow(cell);\n    while (dim_sizes[0] >= 5) continue;\n")
    report = checked(RECURSIVE, change, seconds=10)
    assert "didn't return within a second" in report.faults[0].what


@pytest.mark.nightly
def test_endless_recursion_is_an_overflow_of_the_stack(checked: Check) -> None:
    change = ("        if (!cell->adjacent[i]->selected) follow", "        follow")
    assert "stack-overflow, in follow at minesweeper.c" in checked(RECURSIVE, change).faults[0].what


def test_memory_that_was_never_set_is_said(checked: Check) -> None:
    report = checked(RECURSIVE, games=0)
    assert "never set: the checker filled the memory with the byte 0xAB" in report.open_points[0].what


@pytest.mark.ci_limit(1)
@pytest.mark.parametrize("bug", ["the cascade passes ones", "it prints"])
def test_the_test_of_a_fault_fails_with_the_program_alone(bug: str, checked: Check, tmp_path: Path) -> None:
    for changes, is_right in (([BUGS[bug][0]], False), ([], True)):
        report = checked(RECURSIVE, *changes)
        if not is_right:
            (tmp_path / "test.c").write_text(report.faults[0].test, encoding="utf-8")
            (tmp_path / "params.h").write_text("#define MAX_ADJACENT 242\n#define MAX_DIM 5\n", encoding="utf-8")
            shutil.copy(PUBLISHED, tmp_path / "minesweeper.h")
        command = "cc -Wall -Werror -g -std=c11 -fsanitize=address,undefined test.c minesweeper.c -lm -o test"
        subprocess.run(command.split(), cwd=tmp_path, check=True)
        done = subprocess.run([tmp_path / "test"], capture_output=True, text=True, check=False)
        assert (done.returncode == 0) is is_right, done.stdout
        assert (", expected " in done.stdout) is not is_right


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (("return 2;", "return two;"), "two"),
        (("return 2;", "int unused;\n    return 2;"), "unused"),
        (("static void follow", "int main(void) { return 0; }\nstatic void follow"), r"remove main\(\)"),
    ],
)
def test_what_does_not_compile_can_not_be_checked(change: tuple[str, str], word: str, checked: Check) -> None:
    with pytest.raises(UncheckableError, match=word):
        checked(RECURSIVE, change)


def test_another_language_can_not_be_checked(tmp_path: Path) -> None:
    with pytest.raises(UncheckableError, match=r"expected a C file, such as minesweeper\.c, got 'lab\.py'"):
        Comp2017Subject(str(tmp_path / "lab.py"))


def test_another_params_replaces_the_one_beside(tmp_path: Path, no_named_compiler: None) -> None:
    shutil.copy(RECURSIVE, tmp_path / "minesweeper.c")
    (tmp_path / "params.h").write_text("#error not this one\n", encoding="utf-8")
    (tmp_path / "minesweeper.h").write_bytes(PUBLISHED.read_bytes())
    other = tmp_path / "other.h"
    other.write_text("#define MAX_ADJACENT 26\n#define MAX_DIM 3\n", encoding="utf-8")
    subject = Comp2017Subject(str(tmp_path / "minesweeper.c"), other)
    try:
        assert (subject.max_adjacent, subject.max_dim) == (26, 3)
        assert all(len(edge.sizes) <= 3 for edge in subject.edges)
    finally:
        subject.close()
