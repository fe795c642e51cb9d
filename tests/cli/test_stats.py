from __future__ import annotations

import json
import os
import sys
import threading
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from hypersweep import Layout
from hypersweep.cli import main
from hypersweep.cli.stats import play_lines
from hypersweep.formats import dump_file
from hypersweep.session import Session, Store
from hypersweep.stats import board_stats, play_stats
from played import played
from videos import clicked

ONE = Layout("3x4", [(1, 2)])
RECORD = played(
    ONE,
    [(0, "open", (0, 0)), (900, "open", (0, 0)), (1000, "open", (1, 2)), (1000, "undo"), (2000, "open", (0, 2))],
).replace(tags={"player": "Ann\x1b[2J"})


def give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))


def test_board_ids_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "3x4.bQA", "3x4x5.g"]) == 0
    first, second = capsys.readouterr().out.split("\n\n")
    assert first.startswith("3x4, 1 mine (8.3 %)\n  3BV ")
    assert second.startswith("3x4x5, 0 mines (0.0 %)")


def test_a_board_id_may_be_longer_than_the_name_of_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    layout = Layout.random("70x80", 900, seed=7)
    assert len(str(layout)) > 255
    assert main(["stats", str(layout)]) == 0
    assert capsys.readouterr().out.startswith("70x80, 900 mines")


def test_a_board_with_a_seed_is_the_same_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "16x30", "--mines", "99", "--seed", "4", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures == json.loads(json.dumps(board_stats(Layout.random("16x30", 99, seed=4)).as_dict()))
    assert main(["stats", "expert", "--seed", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == figures
    # A suitable number of mines, if none is given.
    assert main(["stats", "4x5x6~wrap=0"]) == 0
    assert capsys.readouterr().out.startswith("4x5x6~wrap=0, ")


def test_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.sweep"
    RECORD.save(path)
    assert main(["stats", str(path)]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"{path}: 3x4, 1 mine, not finished after 2.000 s, Ann")
    assert "\x1b" not in text
    assert "2 of 6" in text
    assert "4 left, 0 right, 0 chords" in text
    assert "2 without effect" in text
    assert "1 death, 1 undo" in text
    assert main(["stats", "--json", str(path)]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert {"file": str(path), **play_stats(RECORD).as_dict()}.items() <= figures.items()
    assert figures["mouse"] is None
    assert figures["review"]["guesses"] == 2
    assert figures["review"]["pluck"] is None
    assert figures["slowest_decisions"][0] == {
        "position": 2,
        "milliseconds": 1000,
        "kind": "open",
        "cell": [1, 2],
        "at": 1000,
    }


def test_a_mouse_replay_has_a_path_and_is_reviewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.rmv"
    moves = [(0, "open", (0, 0)), (900, "flag", (0, 1)), (1000, "flag", (0, 1)), (4000, "open", (0, 2))]
    path.write_bytes(dump_file(clicked(Layout("8x8", [(0, 1), (7, 7)]), moves), "rmv"))
    assert main(["stats", str(path)]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    found = {line.split("  ")[0]: " ".join(line.split("  ")[1:]).split() for line in lines}
    assert found["mouse path"][:2] == ["32", "pixels"]
    assert found["1.5 clicks"] == ["0"]
    assert found["hesitation"][:4] == ["3.000", "s", "before", "open"]
    assert found["flags"][-6:] == ["0", "set", "wrong,", "1", "taken", "back"]
    assert found["guesses"][0] == "1"
    assert float(found["pluck"][0]) > 0
    assert main(["stats", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["mouse"]["path_cells"] == 2


def test_a_review_that_takes_too_long_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hypersweep.cli.stats._REVIEW_SECONDS", 1e-9)
    path = tmp_path / "game.sweep"
    RECORD.save(path)
    assert main(["stats", str(path)]) == 0
    assert "'hypersweep review' takes longer" in capsys.readouterr().out
    assert main(["stats", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["review"] is None


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    give(monkeypatch, RECORD.format().encode())
    assert main(["stats", "-"]) == 0
    assert capsys.readouterr().out.startswith("standard input: 3x4, 1 mine")
    give(monkeypatch, b"3x4.bQA\n\n3x4x5.g\n")
    assert main(["stats", "-"]) == 0
    assert capsys.readouterr().out.count("3BV") == 2


def test_board_ids_on_standard_input_are_read_to_their_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    boards = [Layout.random("16x30", 99, seed=seed) for seed in range(3)]
    give(monkeypatch, "\r\n".join(map(str, boards)).encode())
    assert main(["stats", "--json", "-"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert found == [json.loads(json.dumps(board_stats(board).as_dict())) for board in boards]
    give(monkeypatch, b"3x4.bQA\n\n3x4.b!!\n3x4x5.g\n")
    assert main(["stats", "-"]) == 2
    printed = capsys.readouterr()
    assert printed.out.startswith("3x4, 1 mine")
    assert printed.err.startswith("hypersweep stats: standard input, line 3: expected URL-safe base64")


def test_standard_input_that_is_closed_or_holds_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("stats", "replay", "review", "analyse"):
        monkeypatch.setattr(sys, "stdin", None)
        assert main([command, "-"]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err == f"hypersweep {command}: can't read standard input: it is closed\n"
    for command in ("stats", "replay", "review"):
        monkeypatch.setattr(sys, "stdin", StringIO(RECORD.format()))
        assert main([command, "-"]) == 0
        assert "3x4, 1 mine" in capsys.readouterr().out


@pytest.mark.needs("posix")
def test_a_pipe_with_a_name_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_text, args=(RECORD.format(),))
    writer.start()
    assert main(["stats", str(path)]) == 0
    writer.join()
    assert capsys.readouterr().out.startswith(f"{path}: 3x4, 1 mine")


def test_everything_besides_clicks_is_told_once() -> None:
    record = played(ONE, [(0, "open", (0, 0)), (900, "hint"), (1000, "open", (1, 2)), (1000, "undo"), (2000, "pause")])
    (line,) = (line for line in play_lines(play_stats(record), record) if "besides" in line)
    assert line.split(maxsplit=1)[1] == "1 death, 1 undo, 1 hint, 1 pause"


def test_a_record_that_is_cut_off_is_read_up_to_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cut.sweep"
    path.write_text(RECORD.format()[:-20])
    assert main(["stats", str(path)]) == 0
    printed = capsys.readouterr()
    assert "is cut off" in printed.err
    assert "3BV" in printed.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.sweep"], "can't read nowhere.sweep"),
        (["3x4.b!!"], "expected URL-safe base64"),
        (["3x4", "--mines", "13"], "expected at most 12 mines"),
        (["3x4", "--mines", "x"], "--mines"),
        (["--jsn"], "did you mean '--json'"),
        (["--mines", "3"], "--mines and --seed need a board"),
        (["exprt"], "a name that 'hypersweep play --list' shows, got 'exprt', did you mean 'expert'"),
        (["."], "can't read .: a directory"),
        (["3x4.bQA", "--seed", "7"], "can't use --mines or --seed with a board ID"),
    ],
)
def test_what_cannot_be_used_is_told(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", *words]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.err.startswith("hypersweep stats: ")
    assert printed.out == ""


def test_the_rest_is_printed_all_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.sweep"
    broken.write_bytes(b"hypersweep-record: 1\nboard: 3x4\nmines: 1\nrules: classic\n\n0 open 9 9: 1\n0 end: ongoing\n")
    assert main(["stats", str(broken), "3x4.bQA"]) == 2
    printed = capsys.readouterr()
    assert "3BV" in printed.out
    assert "event 1" in printed.err


def test_help_names_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--help"]) == 0
    assert "--json" in capsys.readouterr().out


def test_alone_it_sums_up_the_games_that_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HYPERSWEEP_DATA", str(tmp_path))
    assert main(["stats"]) == 0
    assert capsys.readouterr().out == "No games are saved yet: play one with hypersweep.\n"
    assert main(["stats", "--json"]) == 0
    assert capsys.readouterr().out == ""
    now = [0]
    store = Store(tmp_path)
    for cells in ([(0, 0), (0, 3), (1, 2), (1, 3), (2, 3)], [(0, 0), (0, 2)]):
        with Session("3x4", 2, store=store, seed=7, is_known=False, clock=lambda: now[0]) as session:
            for cell in cells:
                session.open(cell)
                now[0] += 1_500_000_000
    with Session("3x4x5", 7, store=store, seed=7, clock=lambda: now[0]) as session:
        session.open((0, 0, 0))
        store.keep(session.record)
    assert main(["stats"]) == 0
    heading, first, *rest = capsys.readouterr().out.splitlines()
    assert heading.split() == ["board", "games", "won", "rate", "best", "3BV/s", "eff.", "median", "streak"]
    assert first.split() == [
        "3x4,",
        "2",
        "mines",
        "2",
        "1",
        "50",
        "%",
        "6.00",
        "s",
        "0.83",
        "100",
        "%",
        "6.00",
        "s",
        "1",
    ]
    assert rest[-1] == "not counting 1 game given up"
    assert main(["stats", "--json"]) == 0
    figures = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (figures[0]["grid"], figures[0]["won"], figures[0]["win_rate"], figures[0]["best_seconds"]) == (
        "3x4",
        1,
        0.5,
        6.0,
    )
    assert figures[1]["win_rate"] is None


@pytest.mark.parametrize("command", ["stats", "info", "grade"])
def test_a_position_asks_for_its_mines(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "position.txt"
    path.write_text("22\n##\n22\n", encoding="utf-8")
    assert main([command, str(path)]) == 2
    error = capsys.readouterr().err
    assert "the number of mines is missing" in error
    # Only a command with the option names it.
    assert ("--mines" in error) == (command == "stats")
    assert main(["stats", str(path), "--mines", "2"]) == 0
    assert capsys.readouterr().out.startswith("3x2, 2 mines")
