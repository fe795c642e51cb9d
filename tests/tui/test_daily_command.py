"""``hypersweep daily``: its list, its games line by line, and the text to share."""

from __future__ import annotations

import io
from datetime import timedelta
from pathlib import Path

import pytest

from daily_games import DAY, play_daily
from hypersweep.daily import daily_board, saved_daily, share_text
from hypersweep.session import Session, Store
from hypersweep.tui.daily_command import main
from hypersweep.ui_model.game_texts import saved_text


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("HYPERSWEEP_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("hypersweep.tui.daily_command.today", lambda: DAY)
    return Store(tmp_path / "data")


def test_the_boards_are_listed_and_shared(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--share"]) == 2
    assert "haven't finished a game on any of them" in capsys.readouterr().err
    assert main(["3d", "--share"]) == 2
    assert "haven't finished a game on it" in capsys.readouterr().err
    record = play_daily(store).record
    assert main([]) == 0
    said = capsys.readouterr().out
    assert str(DAY) in said
    assert "won in" in said
    for words in (["--share"], ["4d", "--share"], ["--date", str(DAY), "4d", "--share"]):
        assert main(words) == 0
        assert capsys.readouterr().out == share_text(record, 1) + "\n"


def test_a_game_is_begun_once_and_resumed(
    store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        monkeypatch.setattr("sys.stdin", io.StringIO("flag 0 0 0 0\nquit\n"))
        assert main(["4d", "--plain"]) == 0
    assert len(store.saved()) == 1
    saved = saved_daily(store, daily_board(DAY, "4d"))
    assert saved is not None
    assert [event.kind for event in store.unfinished()[0].record.events].count("open") == 1
    assert "hypersweep 4-D" not in capsys.readouterr().out


def test_a_board_is_saved_from_the_players_first_move_on(
    store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hypersweep.daily.today", lambda: DAY)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["4d", "--plain"]) == 0
    assert store.saved() == []
    monkeypatch.setattr("sys.stdin", io.StringIO("flag 0 0 0 0\n"))
    assert main(["4d", "--plain"]) == 0
    (saved,) = store.saved()
    assert saved.daily == daily_board(DAY, "4d").tag
    assert "today's 4-D board" in saved_text(saved, saved.saved)
    capsys.readouterr()
    assert main([]) == 0
    line = capsys.readouterr().out.splitlines()[3]
    assert "begun, " in line
    assert line.endswith(" % open")


def test_the_end_of_a_game_is_shared(
    store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board = daily_board(DAY, "4d")
    with Session(board.grid, board.mines, rules=board.rules, seed=board.seed) as session:
        session.open(board.first)
    layout = session.game.layout
    assert layout is not None
    mine = " ".join(map(str, board.grid.cell(next(iter(layout.mine_cells())))))
    monkeypatch.setattr("sys.stdin", io.StringIO(f"open {mine}\n"))
    assert main(["4d", "--plain"]) == 0
    assert f"\nhypersweep 4-D {DAY} ✗ " in capsys.readouterr().out


@pytest.mark.parametrize("words", [["5d"], ["--date", "2026-02-30"], ["--date", "1969-12-31"]])
def test_other_boards_and_days_are_refused(words: list[str]) -> None:
    assert main(words) == 2


@pytest.mark.parametrize("words", [[], ["4d", "--plain"], ["4d", "--share"]])
def test_the_boards_of_later_days_are_refused(
    store: Store, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--date", str(DAY + timedelta(1))]) == 2
    assert f"today is {DAY}" in capsys.readouterr().err
    assert store.saved() == []
