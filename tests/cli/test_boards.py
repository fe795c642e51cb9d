"""Boards that a command line names, from any source."""

from __future__ import annotations

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given

from hypersweep import HypersweepError, Layout, ParseError, Record
from hypersweep.cli.boards import FoundBoard, find_boards
from hypersweep.formats import encode
from hypersweep.formats.files import dump_file
from hypersweep.formats.registry import named_format
from played import played
from strategies import near_misses

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
        ('{"board": "3x4.bQA", "board": "3x4.bQA"}', "expected every key of an object once"),
        ('{"board": "3x4.bQA", "first": 3}', "expected a list of coordinates for 'first', got 3"),
        ('{"board": "3x4.bQA", "first": [3, 0]}', "expected"),
        ('{"board": "3x4.bQA", "first": [0, true]}', "expected"),
        ('{"board": "3x4.bQA", "first": [0, {}]}', "expected"),
        ('{"type": "layuot"}', "expected an object with a type of"),
        ('{"type": "move", "version": 1, "kind": "open", "cell": [3, 4]}', "expected a layout or a record, got a move"),
        (json.dumps(encode(Record("3x4", 2, seed=7))), "expected a game that was begun, got one without an open"),
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
    assert (second, where) == ("expected a game that was begun, got one without an open", "standard input, game 3")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("9x9", "expected a board ID such as 3x4.bAgg, which says where the mines are, got 9x9 alone"),
        ("expert", "got 16x30 alone; 'hypersweep generate' makes one"),
        ("nowhere.sweep", "expected a file that can be read, got nowhere.sweep: no such file"),
        ("no/where", "expected a file that can be read, got no/where: no such file"),
        (".", "expected a file that can be read, got .: a directory"),
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
