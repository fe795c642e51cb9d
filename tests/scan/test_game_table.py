from __future__ import annotations

import csv
import sys
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from hypersweep import MissingExtraError, ParameterError, ParseError
from hypersweep.formats.video import record_of
from hypersweep.scan import COLUMNS, game_row, read_table, write_table
from hypersweep.scan.game_rows import Row, error_row
from scan_folders import won_video

ROWS: list[Row] = [
    {**game_row(record_of(won_video(player='a,"b"; \\n'))), "file": "x/ä.avf", "sha256": "0" * 64, "luck": 1 / 3},
    {**error_row(PermissionError(13, "Permission denied")), "file": "y.avf"},
]


@pytest.mark.parametrize("name", ["games.csv", "games.PARQUET"])
def test_a_table_is_read_as_it_was_written(tmp_path: Path, name: str) -> None:
    write_table(tmp_path / name, iter(ROWS))
    assert read_table(tmp_path / name) == ROWS
    assert [type(value) for value in read_table(tmp_path / name)[0].values()] == [
        type(value) for value in ROWS[0].values()
    ]
    write_table(tmp_path / name, [])
    assert read_table(tmp_path / name) == []


def test_the_csv_is_what_other_programs_expect(tmp_path: Path) -> None:
    write_table(tmp_path / "games.csv", ROWS)
    with open(tmp_path / "games.csv", encoding="utf-8", newline="") as file:
        first, second = csv.DictReader(file)
    assert list(first) == list(COLUMNS)
    assert (first["is_ranked"], first["game"], float(first["luck"]), first["file"]) == ("true", "", 1 / 3, "x/ä.avf")
    assert (second["error_type"], second["seconds"]) == ("PermissionError", "")


def test_the_parquet_file_has_types_and_says_what_it_is(tmp_path: Path) -> None:
    write_table(tmp_path / "games.parquet", ROWS)
    schema = parquet.read_schema(tmp_path / "games.parquet")
    assert schema.field("mines").type == pyarrow.int64()
    assert schema.field("luck").type == pyarrow.float64()
    assert schema.field("is_ranked").type == pyarrow.bool_()
    assert b'"type": "games"' in schema.metadata[b"hypersweep"]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.csv", b""),
        ("a.csv", b"board,won\n3x4,1\n"),
        ("a.csv", b"\xff\xfe\x00"),
        ("a.parquet", b"PAR1"),
        ("a.parquet", None),
    ],
)
def test_other_files_are_refused(tmp_path: Path, name: str, data: bytes | None) -> None:
    if data is None:
        parquet.write_table(pyarrow.table({"a": [1]}), tmp_path / name)
    else:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(ParseError, match="expected a table of games"):
        read_table(tmp_path / name)


def test_names_and_extras_that_are_missing_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for function in (read_table, lambda path: write_table(path, ROWS)):
        with pytest.raises(ParameterError, match=r"ends in .csv or .parquet, got .*games.json"):
            function(tmp_path / "games.json")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for function in (read_table, lambda path: write_table(path, ROWS)):
        with pytest.raises(MissingExtraError, match="pip install"):
            function(tmp_path / "games.parquet")
    assert list(tmp_path.iterdir()) == []


def test_a_table_saved_by_a_spreadsheet_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    write_table(path, ROWS)
    text = path.read_text(encoding="utf-8").replace(",true,", ",TRUE,").replace("\n", "\r\n")
    path.write_bytes(text.encode("utf-8-sig") + b"\r\n")
    assert read_table(path) == ROWS


def heading(separator: str = ",") -> str:
    return separator.join(COLUMNS) + "\n"


def line(**values: str) -> str:
    return ",".join(values.get(name, "") for name in COLUMNS) + "\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (heading(";"), "expected commas between columns, got semicolons"),
        (heading() + "1,2\n", f"line 2: expected {len(COLUMNS)} columns, got 2"),
        (heading() + line(bytes="abc"), "line 2, column 'bytes': expected a whole number, got 'abc'"),
        (heading() + line(file='"a\nb"') + line(luck="high"), "line 4, column 'luck': expected a number, got 'high'"),
        (heading() + line(is_ranked="1"), "line 2, column 'is_ranked': expected true or false, got '1'"),
    ],
)
def test_damage_in_a_table_is_located(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "a.csv").write_text(text, encoding="utf-8")
    with pytest.raises(ParseError) as caught:
        read_table(tmp_path / "a.csv")
    assert str(caught.value) == f"{tmp_path / 'a.csv'}: {message}"


@pytest.mark.parametrize("name", ["games.csv", "games.parquet"])
def test_spaces_in_a_name_are_kept(tmp_path: Path, name: str) -> None:
    rows: list[Row] = [{**ROWS[1], "file": "  a  b.avf"}]
    write_table(tmp_path / name, rows)
    assert read_table(tmp_path / name) == rows
