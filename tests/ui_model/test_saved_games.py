"""Lists of saved games, and records from files."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from hypersweep import Grid, Layout
from hypersweep.errors import ParseError, RecordError
from hypersweep.rules import ESP
from hypersweep.session import SavedSummary, Session, Store
from hypersweep.ui_model.saved_games import age_text, error_text, load_record, progress_text, result_text, saved_text

LAYOUT = Layout("3x4", [(0, 3), (2, 1)])


def test_a_game_that_goes_on_is_a_line(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with Session("3x4", 2, seed=7, store=store, clock=lambda: 0) as session:
        session.open((0, 0))
    (saved,) = store.saved()
    line = saved_text(saved, saved.saved + 300, 60)
    assert line.split("  ")[0] == "3x4, 2 mines"
    assert line.endswith(f"{100 * session.game.opened // 10} %      0:00   5 minutes ago")
    assert len(line) < 60
    rules = saved_text(SavedSummary("x", saved.grid, 2, ESP, None, 0, 0.0), 300.0)
    assert rules.split("  ")[0] == "3x4, 2 mines, esp"
    assert "%" not in rules
    assert saved_text(SavedSummary("x", saved.grid, 2, ESP, 3, 0, 0.0, is_busy=True), 0.0).endswith("being played")
    # Long names are cut, and columns stay aligned.
    long = SavedSummary("x", Grid("x".join("2" * 30)), 7, ESP, 3, 3_723_000, 0.0)
    assert len(saved_text(long, 300.0, 60)) == len(line)


@pytest.mark.parametrize(
    ("then", "words"),
    [
        ("2026-03-10 12:00:00", "just now"),
        ("2026-03-10 12:00:40", "just now"),
        ("2026-03-10 13:00:00", "2026-03-10"),
        ("2026-03-10 11:01:00", "59 minutes ago"),
        ("2026-03-10 00:30:00", "11 hours ago"),
        ("2026-03-09 23:00:00", "yesterday"),
        ("2026-03-09 00:01:00", "yesterday"),
        ("2026-03-08 23:59:00", "2 days ago"),
        ("2026-03-03 12:00:00", "7 days ago"),
        ("2026-03-02 12:00:00", "2026-03-02"),
        ("1970-01-02 12:00:00", "1970-01-02"),
    ],
)
def test_how_long_ago_something_was(then: str, words: str) -> None:
    now = datetime.fromisoformat("2026-03-10 12:00:00").timestamp()
    assert age_text(datetime.fromisoformat(then).timestamp(), now) == words


@pytest.mark.parametrize("odd", [-1e18, 1e18, float("inf"), float("nan")])
def test_no_time_stops_a_list(odd: float) -> None:
    assert age_text(odd, 1e9) == age_text(1e9, odd) == ""


def test_what_is_not_done_is_not_a_hundred_percent() -> None:
    assert [progress_text(share) for share in (0.0, 0.5, 0.999, 1.0, None)] == ["0 %", "50 %", "99 %", "99 %", ""]


def test_a_game_that_ended_is_a_line(tmp_path: Path) -> None:
    store = Store(tmp_path)
    now = iter(range(0, 100 * 10**9, 10**9))
    with Session(layout=LAYOUT, store=store, clock=lambda: next(now), is_known=False) as session:
        session.open((0, 0))
        session.open((0, 3))
    (result,) = store.results()
    day, _, *words = result_text(result).split()
    assert day == result.start[:10]
    assert words[:4] == ["3x4,", "2", "mines", "lost"]


def test_records_are_played_through_before_anybody_watches(tmp_path: Path) -> None:
    session = Session(layout=LAYOUT, clock=lambda: 0, is_known=False)
    session.open((1, 0))
    session.open((1, 3))
    good, bad, no_record = (tmp_path / name for name in ("good.sweep", "bad.sweep", "none.sweep"))
    text = session.record.format()
    good.write_text(text, encoding="utf-8")
    assert load_record(f" {good} ") == session.record
    bad.write_text(text.replace("open 1 3", "open 0 3"), encoding="utf-8")
    with pytest.raises(RecordError):
        load_record(str(bad))
    no_record.write_text("something else", encoding="utf-8")
    with pytest.raises(ParseError):
        load_record(str(no_record))
    with pytest.raises(OSError, match="No such file") as caught:
        load_record(str(tmp_path / "missing"))
    assert error_text(caught.value) == f"No such file or directory: {tmp_path / 'missing'}"
    assert error_text(ParseError("expected this", text="", position=0)) == "expected this"
