"""Tables of best play: every row is read back, and what isn't a table is rejected with its line number."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid
from hypersweep.errors import CellError, HypersweepError, MineCountError, ParameterError, ParseError
from hypersweep.lab import BestPlayRow, read_table, write_table
from hypersweep.lab.tablebase import COLUMNS, format_table, parse_table
from hypersweep.trials import best_play

TABLE = Path(__file__).parents[2] / "docs" / "data" / "best-play.csv"
HEADER = ",".join(COLUMNS) + "\n"


def rows() -> list[BestPlayRow]:
    return [BestPlayRow.of(best_play(text, 2)) for text in ("2x3", "1x2x4~wrap=2", "3x3~orthogonal", "7")]


def test_a_table_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "best-play.csv"
    assert read_table(path) == []
    write_table(path, rows())
    assert read_table(path) == rows()
    assert [*tmp_path.iterdir()] == [path]
    assert parse_table(format_table([])) == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("2x3,2,safe,10,4,0.4", "expected 7 columns, got 6"),
        ('2x3,2,safe,10,11,1.1,"0,0"', "wins"),
        ('2x3,2,safe,10,4,0.500000000,"0,0"', "expected 2x3,2,safe,10,4,0.400000000"),
        ('2x3,6,safe,10,4,0.400000000,"0,0"', "at most 5 mines"),
        ('2x3,2,lucky,10,4,0.400000000,"0,0"', "first click"),
        ('2x3,2,safe,10,4,0.400000000,"0,3"', "coordinate"),
        ('2x3,2,safe,10,4,0.400000000,"0,-1"', "a number in digits"),
        ('2x3,\uff12,safe,10,4,0.400000000,"0,0"', "a number in digits"),
        ('2y3,2,safe,10,4,0.400000000,"0,0"', "a side"),
        ('2x3,2,safe,10,4,0.400000000,"0,0', "end of data"),
        ('2x3,2,safe,10,4,0.400000000,"0,0"\n2x3,2,safe,10,4,0.400000000,"0,0"', "got two"),
        (f'2x3,2,safe,{"9" * 5000},4,0.400000000,"0,0"', "a number in digits"),
    ],
)
def test_what_is_no_table_is_refused(line: str, message: str) -> None:
    with pytest.raises(ParseError, match=message) as raised:
        parse_table(HEADER + line + "\n")
    assert "of the table)" in str(raised.value)


def test_what_has_another_head_is_refused(tmp_path: Path) -> None:
    for text in ("", "board,mines\n", HEADER.upper()):
        with pytest.raises(ParseError, match="the header board,mines"):
            parse_table(text)
    path = tmp_path / "table"
    path.write_bytes(HEADER.encode() + b"\xff")
    with pytest.raises(ParseError, match="UTF-8"):
        read_table(path)


@given(st.text(max_size=60))
def test_whatever_follows_the_head_is_read_or_refused(text: str) -> None:
    try:
        found = parse_table(HEADER + text)
    except HypersweepError:
        return
    assert parse_table(format_table(found)) == found


def test_rows_are_values() -> None:
    row = rows()[0]
    assert copy.deepcopy(row) == row
    assert pickle.loads(pickle.dumps(row)) == row
    assert row.value == best_play("2x3", 2).value
    with pytest.raises(ParameterError, match="wins"):
        BestPlayRow(Grid("2x3"), 2, "safe", 10, 11, (0, 0))
    with pytest.raises(MineCountError):
        BestPlayRow(Grid("2x3"), 7, "any", 10, 1, (0, 0))
    with pytest.raises(CellError):
        BestPlayRow(Grid("2x3"), 2, "any", 10, 1, (2, 0))


def kept() -> list[BestPlayRow]:
    found = read_table(TABLE)
    assert len(found) > 500
    return found


def test_rows_for_any_and_for_a_safe_first_click_have_the_same_wins() -> None:
    wins = [{row.key[:2]: row.wins for row in kept() if row.first_open == promise} for promise in ("any", "safe")]
    both = wins[0].keys() & wins[1].keys()
    assert len(both) > 300
    assert [key for key in both if wins[0][key] != wins[1][key]] == []


@pytest.mark.slow
def test_a_sample_of_the_table_in_the_repository() -> None:
    sample = [row for row in kept() if row.layouts <= 6_000][::23]
    assert len(sample) > 10
    for row in sample:
        assert BestPlayRow.of(best_play(row.grid, row.mines, first_open=row.first_open)) == row


@pytest.mark.nightly
def test_more_of_the_table_in_the_repository() -> None:
    sample = [row for row in kept() if row.layouts <= 12_000][::7]
    for row in sample:
        assert BestPlayRow.of(best_play(row.grid, row.mines, first_open=row.first_open)) == row


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_table_is_read_by_its_byte_order_mark(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text(format_table(rows()), encoding=encoding)
    assert read_table(path) == rows()
