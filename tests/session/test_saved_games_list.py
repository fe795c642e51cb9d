"""Saved games as a list shows them: entries read from the text agree with the game, for any file."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Outcome
from hypersweep.record import Record
from hypersweep.session import SavedSummary, Session, Store
from hypersweep.session.saved_games_list import count_opened, read_summary
from sessions import LAYOUT, FakeClock, begin, crash, names


def only(store: Store) -> SavedSummary:
    (found,) = store.saved()
    return found


@pytest.mark.slow
@given(st.integers(0, 10**6), st.sampled_from(["3x4", "2x3x4", "5x7~wrap=0", "3x4x2~orthogonal"]))
def test_what_was_opened_follows_from_the_lines(seed: int, board: str) -> None:
    chance = random.Random(seed)
    session = Session(board, 3, seed=seed)
    cells = list(session.grid)
    for _ in range(40):
        move = chance.choice([session.open, session.flag, session.chord, session.flag, None])
        if move is not None:
            move(chance.choice(cells))
        else:
            chance.choice([session.undo, session.redo, session.undo])()
        if session.outcome is Outcome.ONGOING:
            body = session.record.format().encode().partition(b"\n\n")[2]
            assert count_opened(body) == session.game.opened


def test_a_list_says_what_the_game_says(store: Store, clock: FakeClock) -> None:
    session = begin(store, clock)
    clock.forward(2)
    session.flag((0, 3))
    assert only(store).is_busy
    clock.forward(1)
    session.close()
    (saved,) = store.unfinished()
    summary = only(store)
    assert summary == SavedSummary(
        str(session.name), LAYOUT.grid, 2, session.game.rules, session.game.opened, 3000, saved.saved
    )
    assert summary.progress == session.game.opened / 10
    assert (store.saved_count(), store.saved(0)) == (1, [])
    with Session.continue_from(summary, store=store, clock=clock) as again:
        assert again.game.view == session.game.view
    store.discard(only(store))
    assert (store.saved(), store.saved_count()) == ([], 0)


def test_the_clock_of_a_list_is_that_of_the_game(store: Store, clock: FakeClock) -> None:
    session = begin(store, clock)
    clock.forward(2)
    session.tick()
    crash(session)
    assert only(store).milliseconds == store.unfinished()[0].milliseconds == 2000
    again = Session.continue_from(only(store), store=store, clock=clock)
    crash(again)
    (path,) = (store.directory / "running").glob("*.lock")
    path.write_text("000000000009000 000000000009000\n")
    assert only(store).milliseconds == store.unfinished()[0].milliseconds == 2000


def test_the_newest_come_first_and_those_being_played_are_told_apart(store: Store, clock: FakeClock) -> None:
    sessions = [begin(store, clock) for _ in range(3)]
    for session, age in zip(sessions, (2, 0, 1), strict=True):
        if age:
            session.close()
        path = store.directory / "running" / f"{session.name}.sweep"
        os.utime(path, (10**9 - age, 10**9 - age))
    assert [(saved.name, saved.is_busy) for saved in store.saved()] == [
        (sessions[1].name, True),
        (sessions[2].name, False),
        (sessions[0].name, False),
    ]
    assert [saved.name for saved in store.saved(1)] == [sessions[1].name]
    assert (store.saved_count(), store.saved_count(are_busy=True)) == (2, 1)
    sessions[1].close()


def test_a_game_that_is_over_becomes_a_record_and_a_broken_one_is_put_aside(
    store: Store, clock: FakeClock, told: list[str]
) -> None:
    session = begin(store, clock)
    crash(session)
    path = store.directory / "running" / f"{session.name}.sweep"
    path.write_text(path.read_text() + "0 open 0 3: 1 lost\n")
    (path.parent / "odd.sweep").write_text("something else")
    assert store.saved() == []
    assert [result.outcome for result in store.results()] == [Outcome.LOST]
    assert len(told) == 1
    assert "put aside" in told[0]
    assert [name for name in names(store, "running") if not name.startswith("odd.sweep.broken")] == []


@pytest.mark.slow
def test_no_file_stops_the_list(store: Store, clock: FakeClock, told: list[str]) -> None:
    begin(store, clock).close()
    folder = store.directory / "running"
    good = only(store)
    data = (folder / f"{good.name}.sweep").read_bytes()
    chance = random.Random(7)
    for _ in range(300):
        broken = bytearray(data[: chance.randrange(len(data) + 1)])
        for _ in range(chance.randrange(4)):
            place = chance.randrange(len(broken) + 1)
            broken[place:place] = chance.choice([b"\0" * 9, b"\xff\n", b"\n\n", b"9" * 400, b"board: 9x9\n", b": 7\n"])
        (folder / "odd.sweep").write_bytes(broken)
        assert good in store.saved()
        store.saved_count()
        for saved in store.saved():
            assert saved.progress is None or 0 <= saved.progress <= 1
        (folder / "odd.sweep").unlink(missing_ok=True)


def test_no_board_is_made_for_a_list(store: Store) -> None:
    folder = store.directory / "running"
    folder.mkdir(parents=True)
    head = "hypersweep-record: 1\nboard: 1000x1000x1000\nmines: 100000000\nrules: classic\nseed: 7\n\n"
    (folder / "huge.sweep").write_text(head + "0 open 5 5 5: 9000000\n12000 flag 0 0 0: 1\n")
    saved = only(store)
    assert (saved.opened, saved.milliseconds, saved.progress) == (9_000_000, 12_000, 0.01)
    # The layout of a board of 10^8 cells, or a record of a million events, isn't read either.
    text = "hypersweep-record: 1\nboard: 10000x10000\nmines: 7\nrules: classic\nlayout: 10000x10000."
    (folder / "huge.sweep").write_text(text + "A" * 3_000_000 + "\n\n0 open 5 5: 9000000\n12000 flag 0 0: 1\n")
    saved = only(store)
    assert (saved.opened, saved.progress, saved.milliseconds) == (None, None, 12_000)


@pytest.mark.needs("posix")
def test_what_is_no_file_is_passed_over(store: Store, clock: FakeClock, told: list[str]) -> None:
    begin(store, clock).close()
    for folder in ("running", "records"):
        here = store.directory / folder
        here.mkdir(exist_ok=True)
        os.mkfifo(here / "pipe.sweep")
        os.mkfifo(here / "pipe.lock")
        (here / "folder.sweep").mkdir()
        (here / "nowhere.sweep").symlink_to("nowhere")
        (here / "circle.sweep").symlink_to("circle.sweep")
        (here / "device.sweep").symlink_to("/dev/zero")
    assert len(store.saved()) == len(store.unfinished()) == store.saved_count() == 1
    assert store.results() == []
    assert told == []


def test_the_ends_of_a_file_do_for_one_that_is_being_written(tmp_path: Path) -> None:
    record = Record("3x4", 2, seed=7)
    path = tmp_path / "one.sweep"
    path.write_text(record.header() + "0 open 0 0: 6\n900 open 1")
    summary = read_summary(path, "one", is_busy=False, noted=None)
    assert summary is not None
    assert (summary.opened, summary.milliseconds) == (6, 0)
    path.write_text(record.header())
    summary = read_summary(path, "one", is_busy=False, noted=5000)
    assert summary is not None
    assert (summary.opened, summary.milliseconds) == (0, 0)
    path.write_text(record.header()[:-1])
    assert read_summary(path, "one", is_busy=False, noted=None) is None
