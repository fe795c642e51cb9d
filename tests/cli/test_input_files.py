"""What a command line names: files and standard input, which are read up to a limit."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from hypersweep import Layout
from hypersweep.cli.input_files import (
    load_record,
    load_records,
    load_things,
    names_file,
    open_source,
    read_bytes,
    refusal,
    source_name,
)
from hypersweep.errors import HypersweepError, ParameterError, ParseError
from hypersweep.formats.evfs import SetEntry, dump_set
from hypersweep.formats.files import dump_file
from hypersweep.formats.video import MouseEvent, Video
from hypersweep.session import Session


class Input:
    """Standard input with bytes below it."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def test_files_and_standard_input_are_read_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some"
    path.write_bytes(b"ab\xff")
    assert read_bytes(str(path)) == b"ab\xff"
    stream = Input(b"ab\xff")
    monkeypatch.setattr(sys, "stdin", stream)
    assert read_bytes("-") == b"ab\xff"
    assert not stream.buffer.closed
    monkeypatch.setattr(sys, "stdin", io.StringIO("text"))
    assert read_bytes("-") == b"text"
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(ParseError, match="standard input: it is closed"):
        open_source("-")


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    for name in (str(tmp_path / "missing"), str(tmp_path), "a\0b"):
        with pytest.raises(ParseError, match="can't read "):
            read_bytes(name)
    assert str(refusal("a\nb", OSError(5, "broken"))) == "can't read a\\nb: broken"
    assert source_name("-") == "standard input"


def test_words_that_may_be_boards_name_files_or_not(tmp_path: Path) -> None:
    path = tmp_path / "some"
    path.touch()
    assert names_file(str(path))
    for word in ("3x4.bAgg", "expert", "a\0b", "9" * 5000):
        assert not names_file(word)
    for word, why in ((str(tmp_path), "a directory"), ("game.sweep", "no such file"), ("no/where", "no such file")):
        with pytest.raises(ParseError, match=f"can't read .*: {why}"):
            names_file(word)


def test_no_more_is_read_than_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"x" * 11)
    assert len(read_bytes(str(path), most=11)) == 11
    with pytest.raises(ParseError, match="is too large: more than 10 bytes"):
        read_bytes(str(path), most=10)


def test_records_are_read_and_cuts_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(layout=Layout("3x4", [(0, 3), (2, 1)]), clock=lambda: 0)
    session.open((1, 0))
    text = session.record.format()
    path = tmp_path / "game.sweep"
    path.write_text(text, encoding="utf-8")
    assert load_record("hypersweep test", str(path)) == session.record
    errors: list[Exception] = []
    given = load_records("hypersweep test", "elsewhere", text.encode(), damaged=errors.append)
    assert list(given) == [(0, session.record)]
    assert capsys.readouterr().err == ""
    assert list(load_records("hypersweep test", "elsewhere", b"no record", damaged=errors.append)) == []
    assert str(errors[0]).startswith("elsewhere: ")


def test_a_board_is_no_game(tmp_path: Path) -> None:
    path = tmp_path / "board.mbf"
    path.write_bytes(dump_file(Layout("3x4", [(0, 3)]), "mbf"))
    with pytest.raises(ParameterError, match=r"expected a game, got a board \(MBF .*no moves"):
        load_record("hypersweep replay", str(path))


@pytest.mark.slow
@pytest.mark.parametrize("size", [10, 100_000])
def test_a_mouse_replay_that_looks_like_none_is_read_by_its_name(size: int, tmp_path: Path) -> None:
    path = tmp_path / "game.rawvf"
    # The reader of RAWVF refuses ten bytes of it, and all of it.
    path.write_text(("Comment: x\n" * size)[:size], encoding="utf-8")
    with pytest.raises(ParseError, match="RAWVF"):
        load_record("hypersweep review", str(path))
    errors: list[str] = []
    assert list(load_records("hypersweep replay", str(path), damaged=lambda error: errors.append(str(error)))) == []
    assert "RAWVF" in errors[0]
    path.write_text("Comment: x\n" * size + "Board:\n0*\nEvents:\n", encoding="utf-8")
    assert load_record("hypersweep review", str(path)).mines == 1


def test_games_of_a_set_are_numbered(tmp_path: Path) -> None:
    video = Video("evf", Layout("3x4", [(0, 3)]), [MouseEvent(0, "left press", 8, 8)])
    entries = [SetEntry(name, video.replace(tags={"player": name})) for name in ("a", "b", "c")]
    path = tmp_path / "set.evfs"
    data = bytearray(dump_set(entries))
    # The second game's version, after its name and its length, becomes an unknown one.
    data[data.index(b"b\0\0\0") + 6] = 7
    path.write_bytes(data)
    errors: list[HypersweepError] = []
    things = list(load_things("x", str(path), damaged=errors.append))
    assert [(loaded.number, loaded.form.name) for loaded in things] == [(1, "evf"), (3, "evf")]
    assert [str(error).partition(":")[0] for error in errors] == [f"{path}, game 2"]
    records = list(load_records("x", str(path), damaged=errors.append))
    assert [(number, record.tags["player"]) for number, record in records] == [(1, "a"), (3, "c")]
    assert len(errors) == 2
    assert load_record("x", str(path), game=3).tags["player"] == "c"
    assert [loaded.number for loaded in load_things("x", str(path), game=3)] == [0]
    for game, message in (
        (None, "has 3 games: choose one"),
        (4, "--game from 1 to 3"),
        (2, "game 2: expected version"),
    ):
        with pytest.raises(HypersweepError, match=message):
            load_record("x", str(path), game=game)
    path.write_bytes(b"\0\0\1" + dump_set(entries)[3:])
    with pytest.raises(ParseError, match="of an EVFS file"):
        load_record("x", str(path))
