"""``hypersweep grade``: boards from any source that a command line can name."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from io import BytesIO, StringIO, TextIOWrapper
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given

from hypersweep import HypersweepError, Layout, ParseError, Record
from hypersweep.cli import main
from hypersweep.cli.grade import FoundBoard, find_boards
from hypersweep.errors import BudgetExceededError, CertificateError
from hypersweep.formats import encode
from hypersweep.formats.files import dump_file
from hypersweep.formats.format_detection import named_format
from hypersweep.generate import Certificate, certify, each_start, solvable_from, verify
from played import played
from strategies import layouts, near_misses

ONE = Layout("3x4", [(1, 2)])
TWO = Layout("2x3x4", [(0, 1, 2), (1, 0, 0)])
GAME = played(ONE, [(0, "flag", (1, 2)), (0, "open", (0, 0)), (1000, "open", (0, 2))])


def found(name: str) -> tuple[list[FoundBoard], list[tuple[str, str]]]:
    errors: list[tuple[str, str]] = []

    def damaged(error: HypersweepError, where: str) -> None:
        errors.append((str(error), where))

    return list(find_boards("hypersweep grade", name, damaged=damaged)), errors


def test_a_board_id_stands_for_itself() -> None:
    assert found(str(ONE)) == ([FoundBoard(ONE, None, "", {})], [])


GAME_ID = "4x3:0,2,u401"
NAMED = Layout("3x4", [(0, 1), (2, 3)])


def test_a_game_id_of_another_program_names_the_first_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(GAME_ID) == ([FoundBoard(NAMED, (2, 0), "", {})], [])
    path = tmp_path / "boards.txt"
    path.write_text(f"{GAME_ID}\n{ONE}\n", encoding="utf-8")
    assert [(board.layout, board.first) for board in found(str(path))[0]] == [(NAMED, (2, 0)), (ONE, None)]
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(f"{GAME_ID}\n".encode())))
    assert [board.first for board in found("-")[0]] == [(2, 0)]
    for text, why in (("4x3:0,9,u401", "expected a first cell"), ("4x3#1", "says where the mines are")):
        with pytest.raises(HypersweepError, match=why):
            found(text)


@pytest.mark.parametrize(("form", "first"), [("mbf", None), ("tatham-save", (0, 0)), ("json", (0, 0))])
def test_a_file_of_another_format_holds_one_board(
    form: str, first: tuple[int, int] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = dump_file(GAME, form)
    path = tmp_path / f"some{named_format(form).extensions[0]}"
    path.write_bytes(data)
    [board] = found(str(path))[0]
    assert (board.layout, board.first, board.place) == (ONE, first, {"file": str(path)} | _line(form))
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))
    assert [(board.layout, board.first) for board in found("-")[0]] == [(ONE, first)]


def _line(form: str) -> dict[str, str | int]:
    """A JSON object is a list of one line."""
    return {"line": 1} if form == "json" else {}


def test_a_damaged_file_is_told_by_its_own_reader(tmp_path: Path) -> None:
    path = tmp_path / "game.sgt"
    path.write_bytes(dump_file(GAME, "tatham-save")[:-9])
    with pytest.raises(HypersweepError, match=r"game\.sgt: expected .* of a saved game of Mines"):
        found(str(path))


def test_a_board_id_may_be_longer_than_the_name_of_a_file() -> None:
    large = Layout.random("70x80", 900, seed=7)
    assert found(str(large)) == ([FoundBoard(large, None, "", {})], [])


def test_a_list_is_read_line_by_line_and_bad_lines_are_told(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_bytes(f"\ufeff{ONE}\r\n\n3x4.b!\n  {TWO}  ".encode())
    boards, errors = found(str(path))
    assert boards == [
        FoundBoard(ONE, None, f"{path}, line 1", {"file": str(path), "line": 1}),
        FoundBoard(TWO, None, f"{path}, line 4", {"file": str(path), "line": 4}),
    ]
    assert [where for _, where in errors] == [f"{path}, line 3"]
    assert errors[0][0].startswith("expected URL-safe base64")


def test_lines_of_json_have_their_first_cells(tmp_path: Path) -> None:
    path = tmp_path / "boards.jsonl"
    begun = played(ONE, [(0, "open", (2, 3))])
    lines = [
        json.dumps({"board": str(TWO), "first": [1, 2, 3], "grade": "clue"}),
        json.dumps({"board": str(TWO)}),
        json.dumps(encode(ONE)),
        json.dumps(encode(begun)),
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    boards, errors = found(str(path))
    assert [(board.layout, board.first) for board in boards] == [
        (TWO, (1, 2, 3)),
        (TWO, None),
        (ONE, None),
        (ONE, (2, 3)),
    ]
    assert errors == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "expected a JSON object"),
        ("{}", "expected an object with a board ID for 'board', got None"),
        ('{"board": 3}', "expected an object with a board ID for 'board', got 3"),
        ('{"board": "3x4"}', "expected a grid and '.b' or '.g'"),
        ('{"board": "3x4.bQA", "board": "3x4.bQA"}', "expected each key of an object once"),
        ('{"board": "3x4.bQA", "first": 3}', "expected a list of coordinates for 'first', got 3"),
        ('{"board": "3x4.bQA", "first": [3, 0]}', "expected"),
        ('{"board": "3x4.bQA", "first": [0, true]}', "expected"),
        ('{"board": "3x4.bQA", "first": [0, {}]}', "expected"),
        ('{"type": "layuot"}', "expected an object whose type is one of"),
        ('{"type": "move", "version": 1, "kind": "open", "cell": [3, 4]}', "expected a layout or a record, got a move"),
        (json.dumps(encode(Record("3x4", 2, seed=7))), "can't grade the game: no cell was opened"),
        ("{" + "[" * 100_000, "expected"),
    ],
)
def test_lines_of_json_that_are_no_boards_are_told(line: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "boards.jsonl"
    path.write_text(f"{ONE}\n{line}\n{TWO}\n", encoding="utf-8")
    boards, errors = found(str(path))
    assert [board.layout for board in boards] == [ONE, TWO]
    ((text, where),) = errors
    assert text.startswith(message)
    assert where == f"{path}, line 2"


def test_each_board_comes_before_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lines(BytesIO):
        def readline(self, size: int | None = -1) -> bytes:
            seen.append("read")
            return super().readline(size)

        def peek(self, size: int) -> bytes:
            return self.getvalue()[self.tell() :][:size]

    seen: list[str] = []
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(Lines(f"{ONE}\n{TWO}\n".encode())))
    seen.extend(board.where for board in find_boards("hypersweep grade", "-", damaged=lambda error, where: None))
    assert seen == ["read", "standard input, line 1", "read", "standard input, line 2", "read"]


def test_what_is_no_list_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("\nDear Ann,\nthank you\n", encoding="utf-8")
    with pytest.raises(HypersweepError, match=r"letter\.txt: expected .* in line 2, column 1"):
        found(str(path))
    path.write_bytes(b"")
    assert found(str(path)) == ([], [])


def test_a_record_has_its_first_cell(tmp_path: Path) -> None:
    path = tmp_path / "game.sweep"
    GAME.save(path)
    assert found(str(path)) == ([FoundBoard(ONE, (0, 0), str(path), {"file": str(path)})], [])


def test_games_of_one_file_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = GAME.format().replace("board: 3x4", "board: 3y4")
    unbegun = Record("3x4", 2, seed=7).format()
    text = "\n\n".join([GAME.format(), broken, unbegun, GAME.format()])
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text.encode())))
    boards, errors = found("-")
    assert [(board.where, board.place) for board in boards] == [
        ("standard input, game 1", {"file": "-", "game": 1}),
        ("standard input, game 4", {"file": "-", "game": 4}),
    ]
    (first, _), (second, where) = errors
    assert first.startswith("standard input, game 2: ")
    assert (second, where) == ("can't grade the game: no cell was opened", "standard input, game 3")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("9x9", "can't grade 9x9 without knowing its mines: expected a board ID such as 3x4.bAgg"),
        ("expert", "can't grade 16x30 without knowing its mines"),
        ("nowhere.sweep", "can't read nowhere.sweep: no such file"),
        ("no/where", "can't read no/where: no such file"),
        (".", "can't read .: a directory"),
        ("3x4.b!", "expected URL-safe base64"),
        ("a\0b", "expected a board ID such as 3x4.bAgg, a file of boards"),
    ],
)
def test_what_is_no_board_is_told(name: str, message: str) -> None:
    with pytest.raises(HypersweepError) as error:
        found(name)
    assert message in str(error.value)


LINES = (str(ONE), str(TWO), json.dumps({"board": str(TWO), "first": [1, 2, 3]}), json.dumps(encode(GAME)))


@given(near_misses(LINES))
def test_whatever_is_read_can_be_used(line: str) -> None:
    stdin = sys.stdin
    sys.stdin = TextIOWrapper(BytesIO(f"{ONE}\n{line}\n".encode("utf-8", "replace")))
    try:
        boards, _ = found("-")
    finally:
        sys.stdin = stdin
    assert boards[0].layout == ONE
    for board in boards:
        assert board.first is None or board.first in board.layout.grid
        assert Layout.parse(str(board.layout)) == board.layout


@pytest.mark.parametrize(
    ("text", "message"),
    [("##\n11\n", "number of mines"), ("#1\n#%\n", "line 2, column 2"), ("3x4.bAgg!\n", "line 1: expected")],
)
def test_a_file_is_refused_by_its_own_reader(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ParseError, match=message):
        list(find_boards("hypersweep grade", str(path), damaged=print))


EASY = Layout("3x4", [(0, 0), (0, 1)])
FULL = Layout("1x2", [(0, 0), (0, 1)])


def give(monkeypatch: pytest.MonkeyPatch, data: str) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data.encode())))


def test_a_board_that_needs_no_guess(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", str(EASY), "--first", "2,3"]) == 0
    assert capsys.readouterr().out == "3x4, 2 mines, from (2, 3): no guess needed, grade clue\n"
    assert main(["grade", str(EASY), "--first", "(2, 3)", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "board": str(EASY),
        "first": [2, 3],
        "grade": "clue",
        "opened": 10,
        "safe_cells": 10,
        "uses_mine_count": True,
    }


def test_a_board_that_needs_one_is_an_answer_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", str(EASY)]) == 0
    needs = "3x4, 2 mines, from (1, 2): needs a guess, deduction opens 1 of 10 safe cells (10 %)\n"
    assert capsys.readouterr().out == needs
    assert main(["grade", str(EASY), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["grade"] is None


def test_the_number_of_mines_may_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    # Only the number of mines tells that the corner is safe.
    board = Layout("1x4", [(0, 2)])
    assert solvable_from(board, (0, 0)).grade == "count"
    assert main(["grade", str(board), "--first", "0,0"]) == 0
    assert main(["grade", str(board), "--first", "0,0", "--without-mine-count"]) == 0
    with_it, without = capsys.readouterr().out.splitlines()
    assert with_it.endswith("no guess needed, grade count")
    assert without.endswith("needs a guess, deduction opens 2 of 3 safe cells (66 %)")


def test_any_first_cell(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", str(EASY), "--anywhere"]) == 0
    assert capsys.readouterr().out == "3x4, 2 mines: no guess needed from 8 of 10 safe cells, grade clue from (0, 3)\n"
    board = Layout("2x2", [(0, 0), (1, 1)])
    assert main(["grade", str(board), "--anywhere"]) == 0
    assert capsys.readouterr().out == (
        "2x2, 2 mines: needs a guess from every first cell, deduction from (0, 1) opens 1 of 2 safe cells (50 %)\n"
    )
    assert main(["grade", str(FULL), "--anywhere"]) == 2
    assert "can't grade 1x2: every cell is a mine" in capsys.readouterr().err
    assert main(["grade", str(EASY), "--anywhere", "--certificate"]) == 0
    certificate = Certificate.parse(capsys.readouterr().out)
    assert certificate.first == (0, 3)
    verify(certificate)


@given(layouts(max_cells=20))
def test_anywhere_is_the_best_of_all(layout: Layout) -> None:
    if layout.mines == layout.grid.cells:
        return
    out, sys.stdout = sys.stdout, StringIO()
    try:
        assert main(["grade", str(layout), "--anywhere", "--json"]) == 0
        facts = json.loads(sys.stdout.getvalue())
    finally:
        sys.stdout = out
    starts = list(each_start(layout))
    assert facts["solvable_from"] == sum(len(cells) for cells, found in starts if found)
    grades = ["clue", "pair", "set", "count", None]
    assert facts["grade"] == min((found.grade for _, found in starts), key=grades.index)
    again = solvable_from(layout, tuple(facts["first"]))
    assert (again.grade, again.opened) == (facts["grade"], facts["opened"])


def test_lists_on_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    give(monkeypatch, f"{EASY}\n\n3x4.b!\n{FULL}\n3x4x5.g\n")
    assert main(["grade", "-"]) == 2
    out, err = capsys.readouterr()
    assert out == (
        "line 1: 3x4, 2 mines, from (1, 2): needs a guess, deduction opens 1 of 10 safe cells (10 %)\n"
        "line 5: 3x4x5, 0 mines, from (1, 2, 2): no guess needed, grade clue\n"
    )
    bad, full = err.splitlines()
    assert bad.startswith("hypersweep grade: standard input, line 3: expected URL-safe base64")
    assert full == (
        "hypersweep grade: standard input, line 4: expected a first cell without a mine, got (0, 1) of 1x2; "
        "--first names another, --anywhere tries all"
    )
    give(monkeypatch, f"{EASY}\n3x4x5.g\n")
    assert main(["grade", "-", "--json"]) == 0
    assert [json.loads(line)["line"] for line in capsys.readouterr().out.splitlines()] == [1, 2]


def test_a_record_says_what_was_opened_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.sweep"
    played(EASY, [(0, "open", (2, 3)), (900, "open", (1, 0))]).save(path)
    assert main(["grade", str(path)]) == 0
    assert main(["grade", str(path), "--first", "1,2"]) == 0
    own, other = capsys.readouterr().out.splitlines()
    assert own == f"{path}: 3x4, 2 mines, from (2, 3): no guess needed, grade clue"
    assert "from (1, 2): needs a guess" in other


def test_certificates_are_those_of_the_library(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["grade", str(EASY), "--first", "2,3", "--certificate"]) == 0
    text = capsys.readouterr().out
    assert text == certify(EASY, (2, 3)).format()
    assert main(["grade", str(EASY), "--first", "2,3", "--certificate", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["certificate"] == text
    give(monkeypatch, text)
    assert main(["verify", "-"]) == 0
    assert main(["grade", str(EASY), "--certificate"]) == 2
    assert "the board needs a guess: deduction opens 1" in capsys.readouterr().err


def test_proofs_are_written_to_a_new_or_empty_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["grade", str(EASY), "--first", "2,3", "--opb"]
    (tmp_path / "empty").mkdir()
    proofs = list(certify(EASY, (2, 3)).to_opb())
    for folder in (tmp_path / "empty", tmp_path / "new" / "deep"):
        assert main([*words, str(folder)]) == 0
        assert capsys.readouterr().out.splitlines()[1] == f"{len(proofs)} steps proven in {folder}"
        names = [f"step-{number:03}.{end}" for number in range(1, len(proofs) + 1) for end in ("opb", "pbp")]
        assert sorted(os.listdir(folder)) == names
        for number, proof in enumerate(proofs, 1):
            assert (folder / f"step-{number:03}.opb").read_bytes() == proof.problem.encode()
            assert (folder / f"step-{number:03}.pbp").read_bytes() == proof.proof.encode()


def test_a_folder_that_cannot_be_used_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["grade", str(EASY), "--first", "2,3", "--opb"]
    file = tmp_path / "file"
    file.touch()
    for name, why in (
        (str(tmp_path), " contains file"),
        (str(file), ": Not a directory"),
        ("a\0b", "embedded null"),
    ):
        assert main([*words, name]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("hypersweep grade: expected an empty or new folder for --opb, ")
        assert why in err or sys.platform == "win32"
    assert os.listdir(tmp_path) == ["file"]
    assert main([*words, str(file / "below")]) in (2, 74)
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_half_the_proofs_are_none(
    error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write, count = Path.write_text, 0

    def full(path: Path, *arguments: object, **named: object) -> int:
        nonlocal count
        count += 1
        if count == 5:
            raise error
        return write(path, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "write_text", full)
    folder = tmp_path / "proofs"
    status = main(["grade", str(EASY), "--first", "2,3", "--opb", str(folder)])
    assert os.listdir(tmp_path) == []
    out, err = capsys.readouterr()
    assert out == ""
    if isinstance(error, OSError):
        assert status == 74
        assert err == (f"hypersweep grade: can't write to {folder}: No space left on device\n")
    else:
        assert (status, err) == (130, "")


def test_proofs_are_of_one_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "proofs"
    assert main(["grade", str(EASY), str(EASY), "--opb", str(folder)]) == 2
    assert "--opb accepts only one board, got several" in capsys.readouterr().err
    give(monkeypatch, "")
    assert main(["grade", "-", "--opb", str(folder)]) == 2
    assert "--opb needs a board, got none" in capsys.readouterr().err
    # A board that needs a guess has nothing to prove.
    assert main(["grade", str(EASY), "--opb", str(folder)]) == 2
    assert not folder.exists()


def test_a_step_without_a_proof_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = Certificate.to_opb

    def to_opb(certificate: Certificate) -> Iterator[object]:
        yield from islice(whole(certificate), 3)
        raise CertificateError("expected a shorter proof")

    monkeypatch.setattr(Certificate, "to_opb", to_opb)
    assert main(["grade", str(EASY), "--first", "2,3", "--opb", str(tmp_path / "proofs")]) == 2
    assert capsys.readouterr() == ("", "hypersweep grade: expected a shorter proof\n")
    assert os.listdir(tmp_path) == []


def test_what_takes_too_much_is_told_apart(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def solvable(*_: object, **__: object) -> None:
        raise BudgetExceededError("expected at most 9 states, got more; Budget(states=...) allows more")

    monkeypatch.setattr("hypersweep.cli.grade.solvable_from", solvable)
    assert main(["grade", str(EASY)]) == 3
    assert capsys.readouterr().err == "hypersweep grade: expected at most 9 states, got more\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no board to grade: name a board ID, a file, or - for standard input"),
        (["3x4.bAw", "--first", "1,2", "--anywhere"], "can't combine --first with --anywhere"),
        (["3x4.bAw", "--first", "0,0"], "expected a first cell without a mine, got (0, 0) of 3x4\n"),
        (["3x4.bAw", "--first", "opening"], "expected a cell for --first, got 'opening'"),
        (["3x4.bAw", "--first", "3,0"], "--first: expected 0 to 2 for axis 0, got 3"),
        (["9x9"], "'hypersweep generate' makes one"),
        (["--jsn"], "did you mean '--json'"),
    ],
)
def test_what_cannot_be_used_is_told(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


def test_help_tells_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "--help"]) == 0
    assert "--anywhere" in capsys.readouterr().out


@pytest.mark.parametrize("source", ["word", "file", "line"])
def test_a_named_first_cell_with_a_mine_is_refused(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(f"{EASY}\n4x3:3,2,u401\n" if source == "line" else "4x3:3,2,u401\n", encoding="utf-8")
    name = "4x3:3,2,u401" if source == "word" else str(path)
    assert main(["grade", name]) == 2
    assert "expected a first cell without a mine, got (2, 3)" in capsys.readouterr().err
    assert main(["grade", name, "--first", "2,0"]) == 0
    assert "from (2, 0)" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["record", "tatham-save", "json"])
def test_a_game_lost_by_its_first_open_names_no_cell_to_grade(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lost"
    path.write_bytes(dump_file(played(EASY, [(0, "open", (0, 1))]), form))
    assert main(["grade", str(path)]) == 2
    assert "without a mine, got (0, 1) of 3x4; --first names another" in capsys.readouterr().err
    assert main(["grade", str(path), "--anywhere"]) == 0


@pytest.mark.parametrize("cell", ["-1,0", "1,-1", "-.5,1"])
def test_negative_cells_are_refused_as_cells(cell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", str(EASY), "--first", cell]) == 2
    error = capsys.readouterr().err
    assert "argument" not in error
    assert "-" in error.partition("got ")[2]
