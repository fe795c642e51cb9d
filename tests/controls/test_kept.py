"""Games that are kept, as lists show them, and records from files."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from hypersweep import Layout
from hypersweep.controls.kept import error_text, load_record, result_text, saved_text
from hypersweep.errors import ParseError, RecordError
from hypersweep.session import Session, Store

LAYOUT = Layout("3x4", [(0, 3), (2, 1)])


def test_a_game_that_goes_on_is_a_line(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with Session(layout=LAYOUT, store=store, clock=lambda: 0, is_known=False) as session:
        session.open((0, 0))
    (saved,) = store.unfinished()
    when = datetime.fromtimestamp(saved.saved)
    assert saved_text(saved).split() == ["3x4,", "2", "mines", "0:00", f"{when:%Y-%m-%d}", f"{when:%H:%M}"]


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
