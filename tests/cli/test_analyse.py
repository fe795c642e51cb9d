"""``hypersweep analyse``: what it prints, and its exit status."""

from __future__ import annotations

import io
import json
import lzma
import os
import signal
import subprocess
import sys
from decimal import Decimal
from math import comb
from pathlib import Path

import pytest

import hypersweep
from hypersweep import Game, Layout, Outcome, View, analyse, choose
from hypersweep.cli import main
from hypersweep.formats import to_dimacs, to_opb
from hypersweep.formats.files import dump_file
from hypersweep.formats.position_text import read_position

SOURCE = str(Path(hypersweep.__file__).resolve().parent.parent)
EXPERT = Path(__file__).parent.parent / "solve" / "data" / "expert-40.jsonl.xz"


def run(*words: str, data: bytes = b"", **changes: str) -> subprocess.CompletedProcess[bytes]:
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    environment = {**kept, "PYTHONPATH": SOURCE, "PYTHONIOENCODING": "utf-8", **changes}
    command = [sys.executable, "-m", "hypersweep.cli", "analyse", *words]
    return subprocess.run(command, input=data, capture_output=True, env=environment, timeout=60, check=False)


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "position.txt"
    path.write_text("3x4 mines=3\n# # # #\n1 # 3 #\n. 1 # #\n", encoding="utf-8")
    return path


def test_a_report(position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(position)]) == 0
    lines = capsys.readouterr().out.replace("·", ".").replace("│", "|").splitlines()
    assert lines[:-1] == [
        "board 3x4, 3 mines, 8 cells covered",
        "     0   1   2   3",
        "0|  ok   * 25% 25%",
        "1|   1  ok   3 25%",
        "2|   .   1   * 25%",
        "ok: safe for certain   *: a mine for certain   in between: the chance of a mine",
        "",
        "4 layouts fit",
        "safe for certain: (0, 0), (1, 1)",
        "certain mines: (0, 1), (2, 2)",
        "best move: open (0, 0)",
    ]
    assert lines[-1].endswith("so the only other covered cell is safe: (0, 0).")


def test_best_move_with_its_reason(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "row"
    path.write_text("##1#\n1111\n2 mines", encoding="utf-8")
    assert main(["analyse", str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[-6:] == [
        "1 layout fits",
        "safe for certain: (0, 1)",
        "certain mines: (0, 0), (0, 3)",
        "best move: open (0, 1)",
        "  1. The 1 at (1, 3) touches only 1 covered cell: (0, 3) is a mine.",
        "  2. The 1 at (0, 2) already has its mine, (0, 3), so its only other covered cell, (0, 1), is safe.",
    ]


def test_an_easier_move_is_named_as_well(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = Game("16x30", 99, seed=5)
    game.open((0, 0))
    seen = 0
    for _ in range(60):
        best = choose(game.view)
        assert best is not None
        path = tmp_path / "view"
        path.write_text(str(game.view), encoding="utf-8")
        if best.kind == "safe" and not seen:
            assert main(["analyse", str(path)]) == 0
            out = capsys.readouterr().out
            assert f"best move: open {best.cell}" in out
            seen += "easier to see: open" in out
        game.open(best.cell)
        if game.outcome is not Outcome.ONGOING:
            break
    assert seen


def test_nothing_left_to_open(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "full"
    path.write_text("##\n11\n2 mines", encoding="utf-8")
    assert main(["analyse", str(path)]) == 2
    path.write_text("##\n22\n2 mines", encoding="utf-8")
    assert main(["analyse", str(path)]) == 0
    assert "best move: none, no covered cell can be safe" in capsys.readouterr().out


def test_one_object(position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(position), "--json", "--policy", "safest"]) == 0
    answer = json.loads(capsys.readouterr().out)
    view = read_position(position.read_text(encoding="utf-8"))
    best = choose(view, "safest")
    assert best is not None
    assert answer["best"] == list(best.cell)
    assert answer["solutions"] == str(analyse(view).count_layouts())
    assert [chance for chance in answer["probability"] if chance is not None] == [
        chance for chance, code in zip(analyse(view).probabilities, view.codes, strict=True) if code < 0
    ]


def test_an_object_is_a_position_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "position.json"
    path.write_text('{\n"shape": "1x4~wrap=1", "mines": 1,\n "view": ["#1##"]}', encoding="utf-8-sig")
    assert main(["analyse", str(path), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["probability"] == [0.5, None, 0.5, 0.0]


def test_flags_are_opinions_unless_trusted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "flags"
    path.write_text("F1#\n1 mine", encoding="utf-8")
    answers = []
    for words in ([], ["--trust-flags"]):
        assert main(["analyse", str(path), "--json", *words]) == 0
        answers.append(json.loads(capsys.readouterr().out)["probability"])
    assert answers == [[0.5, None, 0.5], [1.0, None, 0.0]]


@pytest.mark.slow
def test_positions_line_by_line_are_answered_in_order() -> None:
    with lzma.open(EXPERT) as file:
        lines = file.read().splitlines()
    done = run("-", "--jsonl", "--policy", "progress", data=b"\n".join([*lines[:3], b"", b"nonsense", *lines[3:]]))
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers.pop(3) == {
        "error": "expected a JSON object, got something else: expecting value at column 1",
        "line": 5,
    }
    assert len(answers) == len(lines) == 40
    for line, answer in zip(map(json.loads, lines), answers, strict=True):
        chances = [chance for chance in answer["probability"] if chance is not None]
        assert chances == pytest.approx(line["p_covered"], abs=2e-8)


def test_impossible_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "impossible"
    path.write_text("#1#1\n#3#1\n3 mines", encoding="utf-8")
    assert main(["analyse", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "these clues contradict each other: 1 at (0, 1), 3 at (1, 1)" in told.err
    assert main(["analyse", str(path), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["clues"] == [[0, 1], [1, 1]]
    line = json.dumps({"shape": [2, 4], "mines": 3, "view": ["#1#1", "#3#1"]})
    good = json.dumps({"shape": [1, 2], "mines": 1, "view": ["#1"]})
    path.write_text(f"{line}\n{good}\n", encoding="utf-8")
    assert main(["analyse", str(path), "--jsonl"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["clues"], first["line"]) == ([[0, 1], [1, 1]], 1)
    assert second["certain_mines"] == [[0, 0]]


def test_budgets_and_estimates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Game("4x5x6", 20, seed=4)
    game.open((0, 0, 0))
    layout = game.layout
    assert layout is not None
    for index in range(0, 120, 7):
        if not layout.is_mine(game.grid.cell(index)):
            game.open(game.grid.cell(index))
    path = tmp_path / "wide"
    path.write_text(str(game.view), encoding="utf-8")
    assert main(["analyse", str(path), "--states", "1"]) == 3
    error = capsys.readouterr().err
    assert "couldn't compute" in error
    assert "--estimate" in error
    assert "Budget(" not in error
    assert main(["analyse", str(path), "--states", "1", "--estimate"]) == 0
    assert "too many layouts to count: chances are estimated, with standard errors of up to" in capsys.readouterr().out
    assert main(["analyse", str(path), "--states", "1", "--estimate", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["solutions"] is None
    assert max(error for error in answer["standard_error"] if error is not None) > 0
    chances = [chance for chance in answer["probability"] if chance is not None]
    assert answer["probability"][game.grid.index(answer["best"])] <= min(chances) + 0.2
    path.write_text(json.dumps({"shape": [4, 5, 6], "mines": 20, "view": game.view.codes.tolist()}), encoding="utf-8")
    assert main(["analyse", str(path), "--states", "1", "--jsonl"]) == 0
    assert "--estimate" in json.loads(capsys.readouterr().out)["error"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no position to analyse: name a file, or '-' for standard input"),
        (["nowhere"], "can't read nowhere: No such file or directory"),
        (["."], "can't read .: "),
        (["a\0b"], "can't read a\\u0000b: embedded null"),
        (["a", "b"], "expected one file, got 'a' and 'b'"),
        (["-", "--jsonn"], "got '--jsonn', did you mean '--json'?"),
        (["-", "--mines", "-1"], "expected a whole number of 0 or more for --mines, got '-1'"),
        (["-", "--mines"], "argument --mines: expected one argument"),
        (["-", "--states", "0"], "expected a whole number of 1 or more for --states, got '0'"),
        (["-", "--memory", "0"], "expected a whole number of 1 or more for --memory, got '0'"),
        (["-", "--memory", "99999999999999"], "expected memory from 1 to"),
        (["-", "--seconds", "0"], "expected seconds above 0"),
        (["-", "--seconds", "soon"], "expected a number of seconds for --seconds, got 'soon'"),
        (["-", "--policy", "saftest"], "did you mean 'safest'?"),
        (["-", "--engine", "hypersweep engine", "--policy", "safest"], "can't use --policy with --engine"),
        (["-", "--engine", "hypersweep engine", "--estimate"], "can't use --estimate with --engine"),
        (["-", "--color", "red"], "expected --color always, never, auto, got 'red'"),
        (["-", "--shape", "3y4"], "3y4"),
    ],
)
def test_words_that_can_not_be_used(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("hypersweep analyse: ")
    assert message in told.err


def test_files_that_are_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file"
    for data, message in (
        (b"", "expected a position, got nothing"),
        (b"##\n1\xff", "expected text in UTF-8, got the byte 0xff in line 2, column 2"),
        (bytes(range(32)), "in line 1, column 1, got"),
    ):
        path.write_bytes(data)
        assert main(["analyse", str(path), "--mines", "1"]) == 2
        assert message in capsys.readouterr().err
    path.write_bytes("#1\n1 mine".encode("utf-16"))
    assert main(["analyse", str(path)]) == 0


@pytest.mark.parametrize("source", ["word", "file", "stdin"])
def test_a_board_of_another_program_is_analysed_once_its_first_cell_is_open(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "board"
    path.write_text("4x3:0,2,u401\n", encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert main(["analyse", {"word": "4x3:0,2,u401", "file": str(path), "stdin": "-"}[source]]) == 0
    assert "board 3x4, 2 mines, 6 cells covered" in capsys.readouterr().out


def test_files_of_every_format_are_analysed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(layout=Layout("3x4", [(0, 1), (2, 3)]))
    game.open((2, 0))
    for form, covered in (("record", 6), ("tatham-save", 6), ("json", 6), ("esp", 6), ("line", 6), ("mbf", 12)):
        path = tmp_path / form
        path.write_bytes(dump_file(game, form))
        assert main(["analyse", str(path)]) == 0, form
        assert f"board 3x4, 2 mines, {covered} cells covered" in capsys.readouterr().out, form
    # A file of no known format has the usual message.
    path.write_text("Dear Ann", encoding="utf-8")
    assert main(["analyse", str(path)]) == 2
    assert "in line 1, column 1, got 'D" in capsys.readouterr().err


def test_help_says_what_is_understood(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["analyse", "--help"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("usage: hypersweep analyse ")
    assert max(map(len, told.splitlines())) < 80
    for word in ("--jsonl", "16x30 mines=99", "hypersweep play", "wrap", "adjacency", "a for 10"):
        assert word in told


@pytest.mark.slow
def test_colours_only_where_they_are_welcome(position: Path) -> None:
    assert b"\033" not in run(str(position)).stdout
    assert b"\033[38;5;" in run(str(position), "--color", "always").stdout
    assert b"\033[38;5;" in run(str(position), "--colour", "always", NO_COLOR="1").stdout
    assert run(str(position), PYTHONIOENCODING="ascii").stdout.isascii()


@pytest.mark.slow
def test_a_game_is_piped_into_it() -> None:
    game = [sys.executable, "-m", "hypersweep.cli", "play", "3x4x5", "--mines", "5", "--seed", "2"]
    played = subprocess.run(
        game, input=b"open 0 0 0\nquit\n", capture_output=True, env={**os.environ, "PYTHONPATH": SOURCE}, check=True
    )
    done = run("-", "--json", data=played.stdout)
    assert done.returncode == 0
    expected = Game("3x4x5", 5, seed=2, rules="classic,first=opening")
    expected.open((0, 0, 0))
    assert json.loads(done.stdout)["solutions"] == str(analyse(expected.view).count_layouts())


def test_every_answer_is_sent_at_once() -> None:
    command = [sys.executable, "-m", "hypersweep.cli", "analyse", "-", "--jsonl"]
    line = json.dumps({"shape": [1, 3], "mines": 1, "view": ["#1#"]}).encode() + b"\n"
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": SOURCE}
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(line)
            process.stdin.flush()
            # Nothing more is sent before this arrives.
            assert json.loads(process.stdout.readline())["solutions"] == "2"
        process.stdin.close()
        assert process.wait(timeout=30) == 0


@pytest.mark.needs("posix")
def test_ctrl_c_ends_a_long_analysis(tmp_path: Path) -> None:
    path = tmp_path / "wide"
    # Every second cell of every second slice is open: a boundary that is as wide as the board.
    codes = [8 if sum(cell) % 2 and not cell[2] % 2 else -1 for cell in hypersweep.Grid("9x9x9")]
    path.write_text(json.dumps({"shape": [9, 9, 9], "mines": 200, "view": codes}), encoding="utf-8")
    # The program says when it begins.
    program = (
        "import sys\n"
        "from hypersweep.cli import analyse\n"
        "own = analyse.analyse\n"
        "def spy(view, **settings):\n"
        "    print('now', flush=True)\n"
        "    return own(view, **settings)\n"
        "analyse.analyse = spy\n"
        "sys.exit(analyse.main(sys.argv[1:]))\n"
    )
    command = [sys.executable, "-c", program, str(path), "--states", "1000000000"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": SOURCE}
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().strip() == b"now"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr.read() == b""


@pytest.mark.slow
def test_large_boards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "large"
    path.write_text("200x200 mines=4000\n" + ("#" * 200 + "\n") * 200, encoding="utf-8")
    assert main(["analyse", str(path)]) == 0
    out = capsys.readouterr().out
    assert "(rows 0 to 15 of 200, columns 0 to 29 of 200)" in out
    assert "layouts fit" in out
    assert View.parse(path.read_text(encoding="utf-8")).covered == 40_000


@pytest.mark.slow
def test_a_number_of_thousands_of_digits_is_exact_and_ends_no_stream(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "large.jsonl"
    small = '{"shape": [2, 3], "mines": 1, "view": ["##1", "111"]}'
    # Its layouts are a number of 5,000 digits.
    large = json.dumps({"shape": [150, 150], "mines": 4500, "view": ["#" * 150] * 150})
    path.write_text(f"{small}\n{large}\n{small}\n", encoding="utf-8")
    assert main(["analyse", "--jsonl", str(path)]) == 0
    first, second, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == third
    digits = second["solutions"]
    # Decimal, because str() and int() refuse as many digits.
    assert Decimal(digits) == Decimal(comb(150 * 150, 4500))
    path.write_text(large, encoding="utf-8")
    assert main(["analyse", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["solutions"] == digits


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_a_cut_line_names_its_own_column(end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes(f"{{{end}".encode())
    assert main(["analyse", "--jsonl", str(path)]) in (0, 2)
    answer = json.loads(capsys.readouterr().out)
    assert answer["line"] == 1
    assert "line 2" not in answer["error"]
    assert "column 2" in answer["error"]


def test_a_position_is_printed_for_other_solvers(position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    view = View.parse(position.read_text(encoding="utf-8"))
    for option, export in (("--dimacs", to_dimacs), ("--opb", to_opb)):
        assert main(["analyse", str(position), option]) == 0
        assert capsys.readouterr().out == export(view)
        for other in (["--json"], ["--jsonl"], ["--engine", "nothing"]):
            assert main(["analyse", str(position), option, *other]) == 2
            assert "can't" in capsys.readouterr().err
