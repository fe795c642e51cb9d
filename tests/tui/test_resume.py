"""``hypersweep resume``: which game it continues, and its message if there is none."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from hypersweep.record import Record
from hypersweep.session import Session, Store
from hypersweep.tui.resume import main
from pilot_play import ticking

if sys.platform != "win32":
    from real_terminal import RealTerminal


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("HYPERSWEEP_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return Store(tmp_path / "data")


def save(store: Store, board: str, mines: int, age: float) -> str:
    """Save a game with an earlier time."""
    with Session(board, mines, seed=1, is_known=False, store=store, clock=ticking()) as session:
        session.open(next(iter(session.grid)))
    path = store.directory / "running" / f"{session.name}.sweep"
    os.utime(path, (path.stat().st_mtime - age,) * 2)
    return str(session.name)


def given(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_the_list_is_numbered_from_the_latest(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    assert capsys.readouterr().out == "There are no saved games.\n"
    old, new = save(store, "3x4x5", 9, 7200), save(store, "16x30", 99, 60)
    playing = Session("5x7", 9, seed=1, is_known=False, store=store, clock=ticking())
    playing.open((0, 0))
    os.utime(store.directory / "running" / f"{playing.name}.sweep", (0, 0))
    assert main(["--list"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["#", "board", "open", "clock", "saved", "name"]
    assert [line.split()[0] for line in lines] == ["1", "2", "3"]
    assert [line.split()[-1] for line in lines] == [new, old, playing.name]
    assert "Expert" in lines[0]
    assert "1 minute ago" in lines[0]
    assert "2 hours ago" in lines[1] or "yesterday" in lines[1]
    assert "being played" in lines[2]
    # A game in use belongs to its player.
    assert main(["3", "--plain"]) == 2
    assert "is open in another program" in capsys.readouterr().err
    playing.close()


def test_a_game_that_is_open_elsewhere_is_not_called_missing(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    playing = Session("5x7", 9, seed=1, is_known=False, store=store, clock=ticking())
    playing.open((0, 0))
    assert main(["--plain"]) == 2
    assert "every saved game is open in another program" in capsys.readouterr().err
    playing.close()


@pytest.mark.parametrize("how", ["latest", "number", "name", "file", "file elsewhere"])
def test_a_game_goes_on_line_by_line_and_is_saved(
    how: str, store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    save(store, "3x4x5", 9, 7200)
    new = save(store, "16x30", 99, 60)
    path = store.directory / "running" / f"{new}.sweep"
    words = {"latest": [], "number": ["1"], "name": [new], "file": [str(path)], "file elsewhere": [str(tmp_path / "a")]}
    Record.load(path, is_cut_fine=True).save(tmp_path / "a")
    given("flag 15 29\nundo\nflag 15 28\nquit\n", monkeypatch)
    assert main([*words[how], "--plain"]) == 0
    assert capsys.readouterr().out.startswith("board 16x30, 99 mines, rules classic\n")
    latest = store.unfinished()[0]
    assert (latest.name == new) is (how != "file elsewhere")
    assert [event.kind for event in latest.record.events][-5:] == ["resume", "flag", "undo", "flag", "pause"]
    assert len(store.unfinished()) == 2 + (how == "file elsewhere")


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ([], "no saved game to continue"),
        (["1"], "there is no game 1 in the list, which has 0 games"),
        (["yesterday"], "expected the number, name or file of a saved game, got 'yesterday'"),
        (["no/where.sweep"], "No such file or directory"),
        (["a\nb"], "expected a game name without slashes"),
        (["1", "--list"], "can't combine the game '1' with --list"),
        (["1", "2"], "expected one game, got '1' and '2'"),
        (["--lst"], "'--list'"),
    ],
)
def test_what_cannot_be_is_said(words: list[str], wrong: str, store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.startswith("hypersweep resume: ")
    assert wrong in said
    assert said.count("\n") == 1
    assert not store.directory.exists()


@pytest.mark.parametrize("word", ["0", "3"])
def test_a_number_outside_the_list_names_its_length(
    word: str, store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("9x9", "16x30"):
        save(store, name, 10, 1)
    assert main([word]) == 2
    assert f"there is no game {word} in the list, which has 2 games" in capsys.readouterr().err


def test_a_record_that_is_over_cannot_go_on(store: Store, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    session = Session("3x4", 2, seed=7)
    for cell in session.grid:
        session.open(cell)
    session.record.save(tmp_path / "over.sweep")
    assert main([str(tmp_path / "over.sweep")]) == 2
    assert "can't resume a game that is " in capsys.readouterr().err


def test_a_game_that_can_no_longer_be_saved_is_brought_to_safety(
    store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    save(store, "16x30", 99, 60)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("hypersweep.session.saved_games.write_file", full)
    given("flag 15 29\nquit\n", monkeypatch)
    assert main(["--plain"]) == 0
    (path,) = (tmp_path / "state" / "hypersweep").iterdir()
    assert f"Your game is saved in {path}; 'hypersweep resume {path}' continues it." in capsys.readouterr().err
    assert "flag" in [event.kind for event in Record.load(path).events]


@pytest.mark.slow
@pytest.mark.needs("posix")
def test_it_takes_the_full_screen(store: Store) -> None:
    name = save(store, "16x30", 99, 60)
    terminal = RealTerminal(store.directory, ["resume"])
    terminal.wait_for("paused: p continues")
    # No other program may have it meanwhile.
    other = RealTerminal(store.directory, ["resume", name])
    assert other.finish() == 2
    assert "is open in another program" in other.text.replace("\n", "")
    assert b"1049h" not in other.written
    terminal.press("p", "q")
    assert terminal.finish() == 0
    assert terminal.is_restored
