"""Files with false contents: each is refused, at a cost in proportion to its size."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from hypersweep import HypersweepError, ParseError, View
from hypersweep.formats.positions import Position, read_positions, write_positions

VIEW = View("2x3", 1, [-1, 1, 0, -1, 1, 0])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "some.parquet"
    write_positions(path, [Position(VIEW, [0.5, 0, 0, 0.5, 0, 0], 7, "here", move) for move in range(3)])
    return path


def rewrite(path: Path, column: str, values: list[Any], kind: Any = None) -> None:
    """Put other values into a column."""
    table = parquet.read_table(path)
    place = table.schema.get_field_index(column)
    field = table.schema.field(column) if kind is None else pyarrow.field(column, kind)
    changed = table.set_column(place, field.with_nullable(True), pyarrow.array(values, field.type))
    parquet.write_table(changed.replace_schema_metadata(table.schema.metadata), path)


def restate(path: Path, stated: Any) -> None:
    """Put other metadata into a file."""
    metadata = stated if isinstance(stated, bytes) else json.dumps(stated).encode()
    parquet.write_table(parquet.read_table(path).replace_schema_metadata({b"hypersweep": metadata}), path)


@pytest.mark.parametrize("data", [b"", b"PAR1", b"hello there", b"PAR1" + bytes(100) + b"PAR1"])
def test_what_is_no_parquet_file_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "other").write_bytes(data)
    with pytest.raises(ParseError, match="expected a Parquet file of positions, got"):
        read_positions(tmp_path / "other")


def test_a_file_that_is_not_there_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_positions(tmp_path / "none")
    with pytest.raises(IsADirectoryError):
        read_positions(tmp_path)


def test_parquet_files_of_others_are_refused(tmp_path: Path) -> None:
    parquet.write_table(pyarrow.table({"a": [1]}), tmp_path / "other")
    with pytest.raises(ParseError, match="positions by hypersweep"):
        read_positions(tmp_path / "other")


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        (b"[" * 100_000, "positions by hypersweep"),
        (b"\xff", "positions by hypersweep"),
        ([], "positions by hypersweep"),
        ({"type": "games", "version": 1}, "positions by hypersweep"),
        ({"type": "positions", "version": 2}, "expected version 1 of positions in .*, got 2"),
        ({"type": "positions", "version": 1}, "expected texts in the metadata"),
        ({"type": "positions", "version": 1, "program": "", "licence": "", "tags": {"a": 1}}, "expected texts"),
        ({"type": "positions", "version": 1, "program": "", "licence": "", "tags": {}, "rules": 7}, "expected texts"),
        ({"type": "positions", "version": 1, "program": "", "licence": "", "tags": {}, "rules": "?"}, "the rules in"),
    ],
)
def test_metadata_that_says_something_else_is_refused(path: Path, stated: Any, message: str) -> None:
    restate(path, stated)
    with pytest.raises(ParseError, match=message):
        read_positions(path)


@pytest.mark.parametrize(
    ("column", "values", "message"),
    [
        ("grid", ["2x3", "2x3", None], "a value for grid in every row"),
        ("grid", ["2x3", "2x4", "2x3"], "expected codes and chances of 8 cells in row 1"),
        ("grid", ["2x3", "2x", "2x3"], "row 1 of"),
        ("grid", ["2x3", "99999x99999x9999", "2x3"], "row 1 of"),
        ("mines", [1, 7, 1], "row 1 of"),
        ("mines", [1, None, 1], "a value for mines in every row"),
        ("codes", [[0] * 6, [0] * 7, [0] * 6], "codes and chances of 6 cells in row 1"),
        ("codes", [[0] * 6, [0] * 6, [0] * 5 + [9]], "row 2 of"),
        ("codes", [[0] * 6, [0] * 5 + [-6], [0] * 6], "row 1 of"),
        ("codes", [[0] * 6, None, [0] * 6], "a value for codes in every row"),
        ("chances", [None, [0.5] * 5, None], "codes and chances of 6 cells in row 1"),
        ("chances", [None, [0.5] * 5 + [1.5], None], "row 1 of"),
        ("chances", [None, [0.5] * 5 + [float("nan")], None], "row 1 of"),
    ],
)
def test_rows_that_cannot_be_are_refused_by_number(path: Path, column: str, values: list[Any], message: str) -> None:
    rewrite(path, column, values)
    with pytest.raises(ParseError, match=message):
        list(read_positions(path))


@pytest.mark.parametrize("column", ["grid", "codes", "move", "seed"])
def test_columns_of_another_type_are_refused(path: Path, column: str) -> None:
    rewrite(path, column, [1.5] * 3, pyarrow.float64())
    with pytest.raises(ParseError, match=f"in the column '{column}' of .*, got double"):
        read_positions(path)


@pytest.mark.slow
def test_broken_files_are_refused_or_read(path: Path) -> None:
    data, dice = path.read_bytes(), random.Random(7)
    refused = 0
    for _ in range(300):
        changed = bytearray(data)
        for _ in range(dice.choice([1, 1, 2, 5])):
            changed[dice.randrange(len(changed))] = dice.choice([0, 255, dice.randrange(256)])
        path.write_bytes(bytes(changed[: dice.choice([len(changed)] * 4 + [dice.randrange(len(changed))])]))
        try:
            for position in read_positions(path):
                assert len(position.view) == position.view.grid.cells
                assert str(position.view)
        except ParseError:
            refused += 1
        except HypersweepError as error:
            pytest.fail(f"{type(error)}: {error}")
    assert refused > 100


def test_groups_that_are_too_large_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.parquet"
    write_positions(path, [VIEW] * 20)
    monkeypatch.setattr("hypersweep.formats.positions_file.ROWS", 19)
    with pytest.raises(ParseError, match=r"expected groups of at most 19 rows and .* got 20 rows"):
        list(read_positions(path))
