"""Checks of ESP Minesweeper programs: a correct one, and the same one with invented bugs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hypersweep.courses.check.check_report import Report
from hypersweep.courses.check.esp_checker import OPEN_POINTS, EspGame, EspSubject
from hypersweep.courses.check.runner import check
from hypersweep.errors import UncheckableError

pytestmark = [pytest.mark.needs("compiler", "asan", "glibc"), pytest.mark.slow]

RIGHT = Path(__file__).with_name("esp_right.c")

Check = Callable[..., Report]


def checked_program(program: Path, games: int, seconds: float = 120) -> Report:
    subject = EspSubject(str(program))
    try:
        return check(subject, games=games, seconds=seconds, seed=1)
    finally:
        subject.close()


@pytest.fixture
def checked(tmp_path: Path, no_named_compiler: None) -> Check:
    """Check the right program after changes to its text, each of which has to apply exactly once."""

    def run(*changes: tuple[str, str], games: int = 50, seconds: float = 120) -> Report:
        text = RIGHT.read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        program = tmp_path / "main.c"
        program.write_text(text, encoding="utf-8")
        return checked_program(program, games, seconds)

    return run


def test_a_right_program_is_right(checked: Check) -> None:
    report = checked(games=150, seconds=240)
    assert report.faults == ()
    assert report.games > 200
    clauses = {each.clause for each in report.open_points}
    assert clauses
    assert all(clause in OPEN_POINTS or "flag on the mine" in clause for clause in clauses)


# The change, the text of the broken clause, and the most commands of the smallest session that shows it.
BUGS: dict[str, tuple[tuple[str, str], str, int]] = {
    "no newline after a message": (('printf("%s\\n", message);', 'printf("%s", message);'), "Error Messages", 0),
    "a newline too many": (("if (which == 6) exit(0);", 'if (which == 6) puts(""), exit(0);'), "quit", 2),
    "no trailing blank": (('printf(" \\n");', 'printf("\\n");'), "Map Generation", 1),
    "zeros are blank": (('printf("·")', 'printf(" ")'), "Map Generation|dump", 1),
    "wraps around": (
        (
            "if (r < height && c < width && (down || right)) count += at(r, c)->mine;",
            "if (c < width && (down || right)) count += at((r + height) % height, c)->mine;",
        ),
        "Map Generation",
        1,
    ),
    "the second start reseeds": (
        (
            "if (which == 0) make_map(r, c);",
            "static unsigned first = 1;\n    if (which == 0) srand(first), make_map(r, c);",
        ),
        "Map Generation",
        1,
    ),
    "halves are swapped": (
        ("return high << 32 | (uint64_t)rand();", "return high | (uint64_t)rand() << 32;"),
        "Map",
        1,
    ),
    "the starting field counts": (("height * width - 1, mines_left", "height * width, mines_left"), "Map", 1),
    "flags stay": (("flag ^= 1", "flag = 1"), "Commands, flag", 3),
    "the flag is lost in the file": (
        ("(unsigned)field->flag << bit", "(unsigned)(field->flag && !field->open) << bit"),
        "File Format",
        4,
    ),
    "flags on open fields count": (("(!board[i].open || &board[i] == hit)", "1"), "flag|Map|open", 2),
    "width and height are swapped in the file": (
        ("(height >> 8 * i & 255)", "(width >> 8 * i & 255)"),
        "File Format",
        2,
    ),
    "first field in the highest bit": (
        ("(unsigned)field->mine << bit", "(unsigned)field->mine << (7 - bit)"),
        "File",
        2,
    ),
    "a won game is printed twice": (
        (
            '    printf("\\n=== You won! ===\\n");',
            '    print_board(NORMAL, NULL);\n    printf("\\n=== You won! ===\\n");',
        ),
        "Map|open",
        2,
    ),
    "nothing is highlighted": (("field == hit ? HIT : MINE", "MINE"), "opened", 2),
    "errors begin with a blank line": (
        ('if (error) printf("%s\\n", error);', 'if (error) printf("\\n%s\\n", error);'),
        "Error Messages",
        1,
    ),
    "quit with a word leaves": (
        ("if (given - 1 > counts[which])", "if (given - 1 > counts[which] && which != 6)"),
        "Error Messages",
        2,
    ),
    "dump forgets the second board": (
        (
            "else print_board(NORMAL, NULL);\n    if (which == 6)",
            "else if (which != 3) print_board(NORMAL, NULL);\n    if (which == 6)",
        ),
        "dump",
        2,
    ),
    "the last argument doesn't count": (("height = large;", "if (height == 9) height = large;"), "Command Line", 0),
    "status 1 for all errors": (("    exit(status);", "    exit(1);"), "Error Messages", 0),
    "no check of the magic number": ((' || memcmp(head, "ESP", 4) != 0', ""), "Error Messages", 3),
    "a flag saves from the mine": (
        (
            "    if (which < 2) open_and_show(r, c);",
            "    if (which < 2 && !(at(r, c)->flag && at(r, c)->mine)) open_and_show(r, c);",
        ),
        "General Rules",
        3,
    ),
    "crash on the last row": (
        ("if (which == 2) at(r, c)->flag ^= 1;", "if (which == 2) at(r + 1, c)->flag ^= 1;"),
        "Commands, flag",
        2,
    ),
}


@pytest.mark.ci_limit(1)
@pytest.mark.parametrize("bug", BUGS)
def test_bugs_are_found_and_shrunk(bug: str, checked: Check) -> None:
    change, clause, commands = BUGS[bug]
    report = checked(change)
    assert report.verdict == "wrong"
    smallest = report.faults[0]
    assert any(re.search(clause, each.clause) for each in report.faults)
    assert smallest.calls.partition("\ngot:")[0].count("\n > ") <= commands + 1, smallest.calls


def test_blanks_at_the_end_of_a_line_are_seen(checked: Check) -> None:
    report = checked(('printf(" \\n");', 'printf("\\n");'))
    calls = report.faults[0].calls
    _, _, shown = calls.partition("\ngot:\n")
    got, _, expected = shown.partition("\nexpected:\n")
    assert got != expected
    assert "= $" in expected
    assert "= $" not in got


def test_a_program_that_does_not_end_is_wrong(checked: Check) -> None:
    report = checked(("if (which == 3) print", "while (which == 3) continue;\n    if (which == 3) print"), seconds=5)
    (only,) = report.faults
    assert "didn't end within 2 seconds" in only.what


@pytest.mark.nightly
def test_the_test_of_a_fault_fails_with_the_program_alone(checked: Check, tmp_path: Path) -> None:
    for change in ("zeros are blank", "the flag is lost in the file", "status 1 for all errors"):
        report = checked(BUGS[change][0])
        script = tmp_path / "test.sh"
        script.write_text(report.faults[0].test, encoding="utf-8")
        for changes, is_right in (([BUGS[change][0]], False), ([], True)):
            text = RIGHT.read_text(encoding="utf-8")
            for old, new in changes:
                text = text.replace(old, new)
            (tmp_path / "one.c").write_text(text, encoding="utf-8")
            subprocess.run(["cc", "one.c", "-o", "one"], cwd=tmp_path, check=True)
            done = subprocess.run(["sh", "test.sh", "./one"], cwd=tmp_path, capture_output=True, text=True, check=False)
            assert (done.returncode == 0) is is_right, (change, done.stdout, done.stderr)
            assert (done.stdout + done.stderr == "") is is_right


@pytest.mark.nightly
def test_folders_are_built(tmp_path: Path, no_named_compiler: None) -> None:
    (tmp_path / "main.c").write_text(RIGHT.read_text(encoding="utf-8"), encoding="utf-8")
    assert checked_program(tmp_path, 5).verdict == "right"
    (tmp_path / "Makefile").write_text("all:\n\tcc main.c -o game\n", encoding="utf-8")
    assert checked_program(tmp_path, 5).verdict == "right"
    # The student's folder stays as it was.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["Makefile", "main.c"]
    (tmp_path / "Makefile").write_text("all:\n\t@echo no rule to do it >&2; exit 3\n", encoding="utf-8")
    with pytest.raises(UncheckableError, match="no rule to do it"):
        EspSubject(str(tmp_path))


@pytest.mark.nightly
def test_an_executable_of_any_language_can_be_checked(tmp_path: Path) -> None:
    program = tmp_path / "game"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nfrom hypersweep.courses.esp import main\nsys.exit(main(sys.argv[1:]))\n"
    )
    with pytest.raises(UncheckableError, match="can't be executed"):
        EspSubject(str(program))
    program.chmod(0o755)
    subject = EspSubject(str(program))
    try:
        # The reference against itself, and on the open points as well.
        assert check(subject, games=3, is_strict=True).verdict == "right"
    finally:
        subject.close()


def test_a_program_that_does_not_start_can_not_be_checked(tmp_path: Path) -> None:
    program = tmp_path / "game"
    program.write_text("#!/no/such/interpreter\n", encoding="utf-8")
    program.chmod(0o755)
    with pytest.raises(UncheckableError, match="doesn't start"):
        EspSubject(str(program))


def test_nothing_to_build_can_not_be_checked(tmp_path: Path) -> None:
    with pytest.raises(UncheckableError, match="no Makefile or C files"):
        EspSubject(str(tmp_path))


def test_a_game_leaves_the_working_directory_and_the_streams_alone(tmp_path: Path, no_named_compiler: None) -> None:
    before = os.getcwd(), sys.stdin, sys.stdout
    subject = EspSubject(str(RIGHT))
    try:
        assert subject.play(EspGame(("--size", "2", "3", "--mines", "1"), ("start 0 0", "save game"))) is None
    finally:
        subject.close()
    assert (os.getcwd(), sys.stdin, sys.stdout) == before
