"""``hypersweep lab tablebase``: the table on screen, as JSON, and in a file that a later run continues."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hypersweep import Grid
from hypersweep.cli import lab_tablebase, main
from hypersweep.lab import BestPlayRow, Tablebase, read_table, write_table
from hypersweep.lab.tablebase import add_to_table
from hypersweep.trials import BestPlay, best_play

WORDS = ["lab", "tablebase"]


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, "4x4", "--mines", "3-5", "--first-open", "any"]) == 0
    assert capsys.readouterr().out == (
        "4x4, first click any\n"
        "mines  layouts     wins  value   first cell\n"
        "3          560      400  0.7143  (0, 0)\n"
        "4         1820      961  0.5280  (0, 1)\n"
        "5         4368     1461  0.3345  (0, 1)\n"
    )


def test_every_number_of_mines_unless_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, "2x3", "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["mines"] for each in found] == [1, 2, 3, 4, 5]
    assert set(found[0]) == {"board", "mines", "first_open", "layouts", "wins", "value", "first"}
    assert main([*WORDS, "4x4", "--first-open", "opening", "--mines", "7,0,6-7", "--json"]) == 0
    assert [json.loads(line)["mines"] for line in capsys.readouterr().out.splitlines()] == [7, 0, 6]


def test_rows_are_kept_and_not_computed_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.csv"
    # A row that can't be computed: if it is shown, it came from the file.
    told = BestPlayRow(Grid("2x3"), 2, "safe", 10, 10, (1, 2))
    write_table(path, [told])
    assert main([*WORDS, "2x3", "--mines", "1-3", "--out", str(path)]) == 0
    assert "2           10       10  1.0000  (1, 2)" in capsys.readouterr().out
    assert [row.mines for row in read_table(path)] == [2, 1, 3]
    assert read_table(path)[0] == told

    def refuse(*words: object, **named: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(lab_tablebase, "best_play", refuse)
    assert main([*WORDS, "2x3", "--mines", "1-3", "--out", str(path)]) == 0
    before = path.read_bytes()
    # Ctrl-C preserves the finished rows.
    assert main([*WORDS, "2x3", "--mines", "1-4", "--out", str(path)]) == 130
    assert path.read_bytes() == before


@pytest.mark.slow
def test_a_row_for_any_first_click_follows_from_one_for_a_safe_click(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    computed = [BestPlayRow.of(best_play("3x4", 3, first_open=promise)) for promise in ("any", "safe", "opening")]

    def refuse(*words: object, **named: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(lab_tablebase, "best_play", refuse)
    for known, wanted, status in ((1, 0, 0), (0, 1, 0), (1, 2, 130), (2, 1, 130)):
        path = tmp_path / f"{known}{wanted}.csv"
        write_table(path, [computed[known]])
        words = ["3x4", "--mines", "3", "--first-open", computed[wanted].first_open, "--out", str(path)]
        assert main([*WORDS, *words]) == status
        assert read_table(path)[1:] == ([computed[wanted]] if status == 0 else [])
    capsys.readouterr()


def test_work_past_the_budget_is_told_and_the_rest_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, "5x5", "--mines", "1,9", "--seconds", "0.2", "--json"]) == 3
    seen = capsys.readouterr()
    assert [json.loads(line)["mines"] for line in seen.out.splitlines()] == [1]
    assert (
        seen.err
        == "hypersweep lab tablebase: 9 mines: couldn't find the best play on 5x5 within 0.2 seconds (--seconds)\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected a board"),
        (["4x4", "5x5"], "expected one board"),
        (["9x9"], "at most 64 cells"),
        (["4xx4"], "a side"),
        (["2x3", "--mines", "6"], "at most 5 mines"),
        (["2x3", "--mines", "4-2"], "FIRST-LAST"),
        (["2x3", "--mines", "1-99999999999"], "at most 5 mines"),
        (["2x3", "--mines", "few"], "--mines"),
        (["2x3", "--first-open", "lucky"], "any, safe, opening"),
        (["2x3", "--memory", "0"], "--memory"),
        (["2x3", "--seconds", "-1"], "--seconds"),
        (["2x3", "--first-open", "opening"], "2x3 has no space for mines with --first-open opening"),
    ],
)
def test_words_that_make_no_sense_are_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*WORDS, *words]) == 2
    seen = capsys.readouterr()
    assert seen.out == ""
    assert message in seen.err


def test_a_table_without_rows_has_no_heading(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, "5x5", "--mines", "9", "--memory", "1"]) == 3
    assert capsys.readouterr() == (
        "",
        "hypersweep lab tablebase: 9 mines: couldn't find the best play on 5x5 within 1 MiB (--memory)\n",
    )


def test_what_another_run_adds_meanwhile_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.csv"
    other, real = BestPlayRow(Grid("3x4"), 2, "any", 66, 52, (0, 0)), best_play

    def found(*words: Any, **named: Any) -> BestPlay:
        add_to_table(path, [other])
        return real(*words, **named)

    monkeypatch.setattr(lab_tablebase, "best_play", found)
    assert main([*WORDS, "2x3", "--mines", "1:5:2", "--out", str(path)]) == 0
    assert [(str(row.grid), row.mines) for row in read_table(path)] == [("3x4", 2), *(("2x3", n) for n in (1, 3, 5))]
    assert [each.name for each in tmp_path.iterdir()] == ["table.csv"]


def test_a_file_that_is_no_table_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes\n", encoding="utf-8")
    assert main([*WORDS, "2x3", "--out", str(path)]) == 2
    assert "expected the header board,mines" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == "my notes\n"
    assert main([*WORDS, "2x3", "--out", str(tmp_path)]) == 2


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, "2x3", "--mines", "1", "--out", str(tmp_path / "missing" / "table.csv")]) == 74
    assert "can't write" in capsys.readouterr().err


def test_positions_go_to_a_table_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "positions.csv"
    assert main([*WORDS, "2x3", "--mines", "1-2", "--positions", str(path)]) == 0
    before = path.read_bytes()
    assert main([*WORDS, "2x3", "--mines", "2-3", "--positions", str(path)]) == 0
    assert path.read_bytes().startswith(before)
    assert Tablebase.open(path).boards == tuple((Grid("2x3"), mines) for mines in (1, 2, 3))
    capsys.readouterr()
    # The best play of 4x5 fits into 2 MiB, the layouts of all positions don't.
    assert main([*WORDS, "4x5", "--mines", "4", "--memory", "2", "--positions", str(path)]) == 3
    assert "couldn't list the positions on 4x5 within 2 MiB" in capsys.readouterr().err
    path.write_bytes(b"a poem")
    assert main([*WORDS, "2x3", "--mines", "4", "--positions", str(path)]) == 2
    assert "expected the header" in capsys.readouterr().err
    assert main([*WORDS, "2x3", "--mines", "4", "--positions", str(tmp_path / "no" / "file.csv")]) == 74
