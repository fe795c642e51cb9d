"""The index of results: best times, and a database that may break in any way."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import hypersweep
from hypersweep import Grid, Layout, Outcome, Rules
from hypersweep.record import Event, Record
from hypersweep.session import Result, Store
from hypersweep.session.results_index import Index
from hypersweep.session.store_files import Trouble
from hypersweep.stats import play_stats
from seeds import some_of

LAYOUT = Layout("3x4", [(0, 3), (2, 3)])
ANY = "classic,first=any"


def won(milliseconds: int, *, tags: dict[str, str] | None = None, hints: int = 0) -> Record:
    events = [Event(0, "open", (0, 0), 9)]
    events += [Event(milliseconds, "hint", level=1)] * hints
    events.append(Event(milliseconds, "open", (1, 3), 1, Outcome.WON))
    return Record("3x4", layout=LAYOUT, rules=ANY, events=events, tags=tags)


def lost(milliseconds: int) -> Record:
    events = [Event(0, "open", (0, 0), 9), Event(milliseconds, "open", (0, 3), 1, Outcome.LOST)]
    return Record("3x4", layout=LAYOUT, rules=ANY, events=events)


def database(store: Store) -> Path:
    (path,) = store.directory.glob("*.sqlite3")
    return path


def times(store: Store) -> list[int]:
    return [result.milliseconds for result in store.best_times("3x4", 2, ANY)]


def test_best_times_are_those_of_ranked_wins_on_the_same_board(store: Store) -> None:
    for record in (won(3000), won(1000), lost(500), won(700, hints=1), won(600, tags={"known": "yes"}), won(2000)):
        store.keep(record)
    assert times(store) == [1000, 2000, 3000]
    assert [result.milliseconds for result in store.best_times(Grid("3x4"), 2, Rules.parse(ANY), limit=2)] == [
        1000,
        2000,
    ]
    assert store.best_times("3x4", 2) == []
    assert store.best_times("3x4", 3, ANY) == []
    assert store.best_times("4x3", 2, ANY) == []
    assert len(store.results()) == 6
    assert len(store.results("3x4", limit=4)) == 4


def test_times_kept_under_an_earlier_text_of_the_rules_are_found(store: Store, told: list[str]) -> None:
    rules = Rules.parse("hypermines")
    store.keep(won(2000).replace(rules=rules), "new")
    store.keep(won(1000).replace(rules=rules), "old")
    with closing(sqlite3.connect(database(store))) as changed, changed:
        # As the first version of hypersweep wrote it.
        changed.execute("update games set rules = 'comp2017' where name = 'old'")
    for asked in (rules, "comp2017", "hypermines", rules.format()):
        assert [result.name for result in store.best_times("3x4", 2, asked)] == ["old", "new"]
    assert told == []


def test_equal_times_go_to_the_earlier_one(store: Store) -> None:
    for start in ("2026-03-01T00:00:00Z", "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"):
        store.keep(won(1000, tags={"start": start}))
    starts = [result.start for result in store.best_times("3x4", 2, ANY)]
    assert starts == sorted(starts)
    assert [result.start for result in store.results()] == starts[::-1]


def test_players_have_best_times_of_their_own(store: Store) -> None:
    for player in ("Ann", "Zoë ☃", "Ann"):
        store.keep(won(1000, tags={"player": player}))
    assert len(store.best_times("3x4", 2, ANY, player="Ann")) == 2
    assert [result.player for result in store.results(player="Zoë ☃")] == ["Zoë ☃"]


def test_a_record_kept_again_replaces_itself(store: Store) -> None:
    assert store.keep(won(1000), "one") == "one"
    store.keep(won(2000), "one")
    assert times(store) == [2000]


def test_the_index_follows_the_folder(store: Store) -> None:
    name = str(store.keep(won(1000)))
    store.path("copied").write_text(won(500).format())
    (store.path("copied").parent / "notes.txt").write_text("not a game")
    (store.path("copied").parent / ".half.sweep").write_text("not yet one")
    assert times(store) == [500, 1000]
    store.path(name).unlink()
    assert times(store) == [500]
    store.forget("copied")
    assert times(store) == []


def test_it_can_be_deleted_and_made_anew(store: Store) -> None:
    for milliseconds in (3000, 1000):
        store.keep(won(milliseconds))
    before = store.results()
    database(store).unlink()
    assert store.results() == before
    path = store.path(before[0].name)
    path.write_text(won(9000).format())
    assert times(store) == [1000, 3000], "an edit isn't noticed by itself"
    store.rebuild()
    assert 9000 in times(store)


def test_a_record_that_was_tampered_with_does_not_count(store: Store, told: list[str]) -> None:
    name = str(store.keep(won(3000)))
    store.path("faster").write_text(won(3000).format().replace("3000", "5").replace(": 9", ": 8"))
    store.path("text").write_text("nothing")
    assert times(store) == [3000]
    assert len(told) == 2
    assert "faster" in told[0]
    store.results()
    assert len(told) == 2, "said once, by the row that stands for it"
    assert store.load(name).milliseconds == 3000


@pytest.mark.parametrize(
    "content",
    [b"", b"not a database at all, but long enough to look like one" * 20, b"SQLite format 3\0" + b"\xff" * 5000],
)
def test_a_file_that_is_no_database_is_put_aside(store: Store, told: list[str], content: bytes) -> None:
    store.keep(won(1000))
    path = database(store)
    path.write_bytes(content)
    path.with_name(path.name + "-journal").write_bytes(b"left by a crash")
    assert times(store) == [1000]
    assert len(told) == (1 if content else 0)
    aside = list(path.parent.glob("*.sqlite3.broken-1"))
    assert len(aside) == (1 if content else 0)
    assert times(store) == [1000]


def test_what_another_program_has_made_anew_is_not_put_aside(store: Store, told: list[str]) -> None:
    store.keep(won(1000))
    index = store._index()
    assert index is not None
    assert index._renew(sqlite3.DatabaseError("broken when it was looked at"))
    assert [path.name for path in store.directory.glob("results*")] == ["results-3.sqlite3"]
    assert told == []


FOREIGN = [
    "create table games (name text)",
    "create table mail (sender text); pragma user_version = 1",
    "pragma user_version = 7",
    "pragma application_id = 1752397680; pragma user_version = 1; create table games (name text)",
    "pragma application_id = 1752397680; pragma user_version = 1",
]


@pytest.mark.parametrize("script", FOREIGN)
def test_a_database_of_another_kind_is_put_aside(store: Store, told: list[str], script: str) -> None:
    name = str(store.keep(won(1000)))
    path = database(store)
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.executescript(script)
    assert times(store) == [1000], name
    assert len(told) <= 1
    assert times(store) == [1000]


WRONG_ROWS = [
    "update games set milliseconds = 'soon'",
    "update games set grid = 'x7'",
    "update games set grid = '0x0'",
    "update games set rules = 'none'",
    "update games set outcome = 'drawn'",
    "update games set milliseconds = 3.5",
    "update games set player = x'ff'",
    "update games set player = cast(x'ff' as text)",
    "update games set deaths = null",
    "update games set name = x'00'",
]


@pytest.mark.parametrize("change", WRONG_ROWS)
def test_rows_that_no_record_can_have_are_made_anew(store: Store, told: list[str], change: str) -> None:
    store.keep(won(1000))
    before = store.results()
    with closing(sqlite3.connect(database(store))) as other:
        other.execute(change)
        other.commit()
    assert store.results() == before
    assert store.results() == before
    assert len(told) <= 1


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("step", some_of([61, 1], [61]))
def test_no_byte_of_the_database_can_stop_anything(store: Store, told: list[str], step: int) -> None:
    for milliseconds in (1000, 2000, 3000):
        store.keep(won(milliseconds))
    path = database(store)
    data = path.read_bytes()
    # Every byte that isn't empty space, and some that are.
    places = [place for place in range(len(data)) if data[place] or place % 509 == 0]
    for place in places[::step]:
        path.write_bytes(data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :])
        results = store.results()
        assert all(type(result) is Result for result in results)
        store.keep(won(4000), "new")
        store.forget("new")
        for left in path.parent.glob("results*"):
            left.unlink()
    for length in range(0, len(data), 499):
        path.write_bytes(data[:length])
        assert len(store.results()) == 3
        for left in path.parent.glob("results*"):
            left.unlink()
    assert all("renamed to" in message or "can't be used" in message for message in told)


def test_a_database_that_is_held_too_long_is_told_once(
    store: Store, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hypersweep.session.results_index._PATIENCE", 0.05)
    store.keep(won(1000))
    with closing(sqlite3.connect(database(store), isolation_level=None)) as other:
        other.execute("begin exclusive")
        assert store.keep(won(2000)) is not None
        assert times(store) == [1000, 2000], "from the records"
        other.execute("rollback")
    assert len(told) == 1
    assert "locked" in told[0]
    assert times(store) == [1000, 2000]


def test_records_that_cannot_be_listed_leave_the_index_alone(tmp_path: Path, told: list[str]) -> None:
    calls: Iterator[object] = iter([["one"], PermissionError("no"), []])

    def names() -> list[str]:
        answer = next(calls)
        if isinstance(answer, OSError):
            raise answer
        assert isinstance(answer, list)
        return answer

    result = Result("one", Grid("3x4"), 2, Rules(), Outcome.WON, 7, is_ranked=True)
    index = Index(tmp_path / "results.sqlite3", names, lambda _: result, Trouble(told.append))
    assert index.find() == [result]
    assert index.find() == [result]
    assert told == ["The records can't be listed: no"]
    assert index.find() == []


def test_without_sqlite_games_are_kept_all_the_same(
    store: Store, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "hypersweep.session.results_index", None)
    name = str(store.keep(won(1000)))
    assert store.results() == []
    assert times(store) == []
    store.rebuild()
    store.forget("nothing")
    assert len(told) == 1
    assert "without SQLite" in told[0]
    monkeypatch.undo()
    assert [result.name for result in store.results()] == [name]


@pytest.mark.slow
def test_programs_may_write_at_once(store: Store) -> None:
    program = """
import sys
from hypersweep import Layout
from hypersweep.session import Session, Store
store = Store(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for number in range(15):
    with Session(layout=Layout("3x4", [(0, 3), (2, 3)]), store=store, is_known=False) as session:
        session.open((0, 0))
        session.open((1, 3))
    store.best_times("3x4", 2, "classic,first=any")
"""
    source = Path(hypersweep.__file__).resolve().parent.parent
    children = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(store.directory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(source)},
        )
        for _ in range(3)
    ]
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("\n")
        child.stdin.flush()
    for child in children:
        _, errors = child.communicate(timeout=120)
        assert (child.returncode, errors) == (0, "")
    assert len(store.results()) == 45
    assert len(store.best_times("3x4", 2, ANY, limit=None)) == 45
    with closing(sqlite3.connect(database(store))) as other:
        assert other.execute("select count(*) from games").fetchone() == (45,)
        assert other.execute("pragma journal_mode").fetchone() == ("delete",)


def test_3bv_and_clicks_are_kept_and_read_from_records_that_are_older_than_the_index(store: Store) -> None:
    name = str(store.keep(won(1000)))
    store.keep(Record("3x4", 2, seed=7))
    (result, unfinished) = sorted(store.results(), key=lambda result: result.name != name)
    stats = play_stats(store.load(name))
    assert (result.three_bv, result.clicks) == (stats.three_bv_done, stats.clicks)
    assert (unfinished.three_bv, unfinished.clicks) == (None, 0)
    # An index of another schema is another file, which stays; this one is made from the records.
    path = store.directory / "results-3.sqlite3"
    os.replace(path, store.directory / "results-1.sqlite3")
    assert sorted(Store(store.directory).results(), key=lambda each: each.name != name) == [result, unfinished]
    assert path.exists()
    assert (store.directory / "results-1.sqlite3").exists()
