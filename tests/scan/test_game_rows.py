from __future__ import annotations

from pathlib import Path

import pytest

from hypersweep import Layout, ParameterError, Record
from hypersweep.formats import dump_file, evf
from hypersweep.formats.evfs import SetEntry, dump_set
from hypersweep.formats.video import Video, record_of, replay_video
from hypersweep.record import Event
from hypersweep.review import review
from hypersweep.scan import COLUMNS, file_rows, game_row
from hypersweep.scan.game_rows import error_row, rows_unless_same
from hypersweep.stats import play_stats
from scan_folders import make_folder, won_video


def test_a_row_has_every_figure_of_the_statistics_and_the_review() -> None:
    record = record_of(won_video())
    row, stats = game_row(record), play_stats(record)
    assert list(row) == list(COLUMNS)
    assert stats.board is not None
    figures = {**stats.board.as_dict(), **stats.as_dict(), **review(record).figures()}
    left_out = {"cells", "density", "clues", "board"}
    assert {name: row[name] for name in figures if name not in left_out} == {
        name: value for name, value in figures.items() if name not in left_out
    }
    told = ("player", "grid", "mines", "layout", "is_ranked", "rules")
    assert [row[name] for name in told] == ["Ann", "8x8", 2, str(record.layout), True, "classic"]
    assert (row["mouse_events"], row["one_and_a_half_clicks"]) == (6, 0)
    assert all(row[name] is None for name in ("file", "bytes", "error", "format"))
    for name, value in row.items():
        assert value is None or type(value) is COLUMNS[name], name


def test_the_mouse_is_told_from_the_video_or_from_the_record() -> None:
    video = won_video()
    record, mouse = replay_video(video)
    assert game_row(record, mouse) == game_row(record_of(video))
    assert game_row(record)["path"] is None


def test_a_game_without_a_board_has_what_is_known() -> None:
    row = game_row(Record("3x4x5", 7, seed=3, events=[Event(0, "flag", (0, 0, 1), 1)]))
    assert (row["grid"], row["mines"], row["three_bv"], row["layout"], row["flags"]) == ("3x4x5", 7, None, None, 1)


def test_a_review_that_takes_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hypersweep.scan.game_rows._REVIEW_SECONDS", 1e-9)
    row = game_row(record_of(won_video()))
    assert (row["outcome"], row["luck"], row["guesses"]) == ("won", None, None)


def test_text_in_a_row_is_printable() -> None:
    row = game_row(record_of(won_video(player="Ann\n\x1b[2J")))
    assert row["player"] == "Ann\\n\\u001b[2J"
    row = error_row(ValueError("two\nlines \x1b[2J"))
    assert (row["error_type"], row["error"]) == ("ValueError", "two lines [2J")


def test_each_game_of_a_file_has_a_row(tmp_path: Path) -> None:
    make_folder(tmp_path / "games")
    rows = file_rows(tmp_path / "games" / "two.sweep")
    assert [(row["game"], row["outcome"], row["error_type"]) for row in rows] == [
        (1, None, "RecordError"),
        (2, "lost", None),
    ]
    (row,) = file_rows(tmp_path / "games" / "sub" / "0001.avf")
    assert (row["format"], row["game"], row["seconds"]) == ("avf", None, 5.0)
    (bad,) = file_rows(tmp_path / "games" / "broken.AVF")
    assert (bad["error_type"], bad["seconds"]) == ("ParseError", None)
    assert bad["sha256"] != row["sha256"] is not None
    assert rows_unless_same(tmp_path / "games" / "sub" / "0001.avf", str(row["sha256"]), None) is None


def test_each_game_of_a_set_of_replays_has_a_row(tmp_path: Path) -> None:
    game = evf.adapt(Video("rawvf", Layout("3x4", [(0, 3)])))
    (tmp_path / "set.evfs").write_bytes(dump_set([SetEntry("a", game), SetEntry("b", game)]))
    rows = file_rows(tmp_path / "set.evfs")
    assert [(row["game"], row["format"], row["three_bv"], row["error"]) for row in rows] == [
        (1, "evf", 1, None),
        (2, "evf", 1, None),
    ]


def test_what_a_reader_does_wrong_is_an_error_of_that_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("a bug")

    monkeypatch.setattr("hypersweep.scan.game_rows.load_file", fail)
    (tmp_path / "game.avf").write_bytes(b"x")
    (row,) = file_rows(tmp_path / "game.avf")
    assert (row["error_type"], row["error"]) == ("KeyError", "'a bug'")
    (row,) = file_rows(tmp_path)
    assert row["error_type"] in ("IsADirectoryError", "PermissionError")
    (row,) = file_rows("a\0b")
    assert row["error_type"] == "ValueError"


def test_a_file_that_is_too_long_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hypersweep.scan.game_rows.MOST_BYTES", 5)
    (tmp_path / "game.avf").write_bytes(bytes(20))
    assert "at most 5 bytes" in str(file_rows(tmp_path / "game.avf")[0]["error"])


def test_a_board_alone_is_a_game_without_moves(tmp_path: Path) -> None:
    Record("3x4", layout=Layout("3x4", [(1, 2)])).save(tmp_path / "game.sweep")
    (row,) = file_rows(tmp_path / "game.sweep")
    assert (row["outcome"], row["clicks"], row["three_bv"]) == ("ongoing", 0, 6)


@pytest.mark.parametrize("name", ["start", "played"])
def test_the_date_is_in_utc_or_in_the_players_time(name: str) -> None:
    record = record_of(won_video())
    row = game_row(record.replace(tags={**record.tags, name: "2024-02-03T03:05:06"}))
    dates = {"start": None, "played": None, name: "2024-02-03T03:05:06"}
    assert {each: row[each] for each in dates} == dates


def test_names_are_read_in_the_encoding(tmp_path: Path) -> None:
    path = tmp_path / "game.avf"
    path.write_bytes(dump_file(won_video(player="Ann"), "avf").replace(b"Ann", b"\xb3od"))
    assert [file_rows(path, encoding=name)[0]["player"] for name in (None, "cp1250")] == ["³od", "łod"]
    with pytest.raises(ParameterError, match="nonsense"):
        file_rows(path, encoding="nonsense")
