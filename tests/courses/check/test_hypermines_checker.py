from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

from courses.check.lab_programs import OTHER, lab, other_lab
from hypersweep.courses.check.check_report import Difference, Report
from hypersweep.courses.check.hypermines_checker import Board, HyperMines, LabGame, open_subject
from hypersweep.courses.check.runner import check
from hypersweep.errors import ParameterError, UncheckableError

pytestmark = [pytest.mark.slow, pytest.mark.needs("posix")]


def checked(path: Path, term: str | None = None, *, games: int = 60) -> Report:
    subject = HyperMines(path, term, seconds=2.0)
    try:
        return check(subject, games=games, seconds=60)
    finally:
        subject.close()


@pytest.fixture
def reference(tmp_path: Path) -> Iterator[HyperMines]:
    subject = HyperMines(lab(tmp_path))
    yield subject
    subject.close()


@pytest.mark.ci_limit(1)
@pytest.mark.parametrize("write", [lab, other_lab])
def test_right_labs_are_right(write: object, tmp_path: Path) -> None:
    assert callable(write)
    report = checked(write(tmp_path), games=150)
    assert report.faults == ()
    assert all("off the board" in each.clause for each in report.open_points)


MASK = ('"visible"', '"mask"')
TERMS = {
    "2020": [MASK, ("render_2d_locations", "render_2d"), ("render_2d_board", "render_ascii")],
    "fall 2021": [MASK, ("render_2d_board", "render_ascii")],
    "2017": [
        MASK,
        ("def new_game_2d(", "def new_game("),
        ("return new_game_nd((num_rows, num_cols), mines)", "return new_game_nd([num_rows, num_cols], mines)"),
        ("dig_2d", "dig"),
        ("render_2d_locations", "render"),
        ("if isinstance(value, list) and isinstance(value[0], list):", 'if key in ("board", "mask"):'),
        ('print(key + ":")', 'print((key + ": ").ljust(7) + "\\n       ".join(map(str, value)))'),
        ("for row in value:", "for row in ():"),
        ("render_2d_board", "render_ascii"),
    ],
    "spring 2023": [
        ("lambda cell: False", "lambda cell: True"),
        ("    if row[cell[-1]]:", "    if not row[cell[-1]]:"),
        ("    row[cell[-1]] = True", "    row[cell[-1]] = False"),
        ('(all_visible or at(game["visible"], cell))', '(all_visible or not at(game["visible"], cell))'),
        ('at(game["visible"], cell) != (', 'at(game["visible"], cell) == ('),
        ('"visible"', '"hidden"'),
    ],
}


@pytest.mark.ci_limit(2)
@pytest.mark.parametrize("term", list(TERMS))
def test_terms_have_their_words(term: str, tmp_path: Path) -> None:
    text = OTHER
    for old, new in TERMS[term]:
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "lab.py").write_text(text, encoding="utf-8")
    report = checked(tmp_path / "lab.py", term)
    assert report.faults == ()


def fault_of(path: Path, games: int = 60) -> Difference:
    report = checked(path, games=games)
    assert report.verdict == "wrong"
    return report.faults[0]


def test_the_smallest_game_is_shown_as_a_test(tmp_path: Path) -> None:
    fault = fault_of(lab(tmp_path, ("                waiting.append(other)\n", "")))
    assert fault.what.startswith("dig_")
    # Three cells in a row are the fewest in which a cascade goes on.
    assert len(fault.calls.splitlines()) == 2
    assert re.search(r"new_game_(nd\(\(3,\)|2d\(1, 3|2d\(3, 1)", fault.calls)
    (tmp_path / "right").mkdir()
    for folder, is_right in ((tmp_path, False), (lab(tmp_path / "right").parent, True)):
        assert passes(fault.test, folder) is is_right


def passes(test: str, folder: Path) -> bool:
    """Whether a shown test passes with the lab of a folder."""
    import subprocess
    import sys

    (folder / "try.py").write_text(f"{test}\n\n{re.findall('def (test.*)[(]', test)[0]}()\n", encoding="utf-8")
    return subprocess.run([sys.executable, "try.py"], cwd=folder, capture_output=True, check=False).returncode == 0


@pytest.mark.ci_limit(2)
@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        # It waits for each of its games; what ends an endless program is tried on ESP as well.
        pytest.param(
            "    revealed = 1\n",
            "    while True:\n        pass\n",
            "didn't return within [12] s",
            marks=pytest.mark.nightly,
        ),
        ("    revealed = 1\n", "    import os\n    os.kill(os.getpid(), 11)\n", r"crashed \(SIGSEGV\)"),
        ("    revealed = 1\n", "    bytearray(1 << 40)\n", "raised MemoryError in line"),
        ("    revealed = 1\n", "    raise SystemExit\n", "raised SystemExit in line"),
        ("    revealed = 1\n", "    revealed = {1}\n", "raised TypeError in line|returned {'other'"),
        ("    return revealed\n", "    del game['state']\n    return revealed\n", "left no key 'state'"),
        ('    return {"dimensions"', '    return None and {"dimensions"', "returned None, expected a dictionary"),
        ('            print(f"{key}: {value}")', "            print(key, value)", "printed .* for "),
    ],
)
def test_faults_of_other_kinds(old: str, new: str, what: str, tmp_path: Path) -> None:
    assert re.search(what, fault_of(lab(tmp_path, (old, new)), games=5).what)


@pytest.mark.nightly
def test_faults_of_a_second_board_are_found(tmp_path: Path) -> None:
    edits = (
        ("    board = fill(dimensions, 0)\n", "    board = KNOWN.setdefault(tuple(dimensions), fill(dimensions, 0))\n"),
        ("def cells(", "KNOWN: Any = {}\n\n\ndef cells("),
    )
    fault = fault_of(lab(tmp_path, *edits))
    assert fault.calls.count("new_game") == 2


def test_what_the_text_leaves_open_is_open(tmp_path: Path) -> None:
    edits = (
        ('"state": "ongoing"}', '"state": "ongoing", "left": 3}'),
        (
            'for key in ("board", "dimensions", "state", "visible")',
            'for key in ("board", "dimensions", "visible", "state")',
        ),
        ("board, visible, dimensions = game", "coordinates + (); board, visible, dimensions = game"),
    )
    report = checked(lab(tmp_path, *edits), games=10)
    assert report.faults == ()
    assert report.verdict == "right"
    whats = " ".join(each.what for each in report.open_points)
    for part in ("further keys: 'left'", "another order", "isn't on the board", "raised TypeError"):
        assert part in whats


def test_half_a_lab_is_wrong(tmp_path: Path) -> None:
    half = tmp_path / "lab.py"
    half.write_text(OTHER.replace("_nd", "_any").replace("def dump", "def show"), encoding="utf-8")
    report = checked(half, games=10)
    assert report.verdict == "wrong"
    (only,) = report.faults
    assert only.what == "the file has no new_game_nd, dig_nd, render_nd, which the lab asks for"
    assert "the file has no dump, which the lab's examples use" in [each.what for each in report.open_points]
    assert report.games > 20


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import nonsense_module\n", "ModuleNotFoundError in line 1"),
        ("def new_game_nd(:\n", "SyntaxError"),
        ("import sys\nsys.exit('bye')\n", "SystemExit in line 2: bye"),
        ("import os\nos._exit(3)\n", "it exited"),
        ("x = 3\n", "can.t find new_game_2d or new_game_nd"),
    ],
)
def test_files_that_cannot_be_checked(text: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "lab.py").write_text(text, encoding="utf-8")
    with pytest.raises(UncheckableError, match=reason):
        HyperMines(tmp_path / "lab.py")
    with pytest.raises(UncheckableError, match="got a folder"):
        HyperMines(tmp_path)
    with pytest.raises(UncheckableError, match=r"can't read 'nofile\.py': no such file"):
        HyperMines(tmp_path / "nofile.py")
    with pytest.raises(UncheckableError, match=r"a Python file, such as lab\.py, got 'lab\.txt'"):
        HyperMines((tmp_path / "lab.py").rename(tmp_path / "lab.txt"))


def test_a_term_that_is_not_known_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="1999"):
        open_subject(str(lab(tmp_path)), Namespace(term="1999"))


def test_two_boards_in_one_game(reference: HyperMines) -> None:
    board = Board((2, 3), ((0, 2),), ((1, 0), (0, 2), (0, 2)), is_plane=True, by_hand=1)
    assert reference.play(LabGame((board, Board((3,))))) is None


def test_lists_in_place_of_tuples_are_an_open_point(tmp_path: Path) -> None:
    text = tmp_path / "lab.py"
    text.write_text(
        "from hypersweep.courses.hypermines import *\n\n\n"
        "def new_game_nd(dimensions, mines, right=new_game_nd):\n"
        "    return right(tuple(dimensions), {mine: 1 for mine in mines})\n",
        encoding="utf-8",
    )
    report = checked(text, games=20)
    assert report.verdict == "right"
    assert any("unhashable" in each.what and "whether lists" in each.clause for each in report.open_points)
