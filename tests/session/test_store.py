"""The store: where it is, folders that can't be used, records and results, and games to resume."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from hypersweep import Layout, Outcome
from hypersweep.errors import BoardTooLargeError, BusyError, MissingExtraError, ParameterError, ParameterTypeError
from hypersweep.record import Event, Record
from hypersweep.session import SavedGame, Session, Store, StoreWarning, data_directory
from hypersweep.session.saved_games import read_time
from seeds import some_of
from sessions import LAYOUT, FakeClock, begin, crash, names, start

# Where it is.


def test_the_environment_says_where_the_data_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HYPERSWEEP_DATA", str(tmp_path))
    assert data_directory() == tmp_path
    assert Store().directory == tmp_path
    monkeypatch.setenv("HYPERSWEEP_DATA", "~/games")
    assert data_directory() == Path.home() / "games"
    monkeypatch.setenv("HYPERSWEEP_DATA", "")
    assert data_directory().name == "hypersweep"


def test_platformdirs_is_needed_only_where_nobody_names_a_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    monkeypatch.delenv("HYPERSWEEP_DATA", raising=False)
    with pytest.raises(MissingExtraError, match=r"pip install 'hypersweep\[tui\]'"):
        Store()
    assert Store(tmp_path).directory == tmp_path


def test_nothing_is_written_before_there_is_something_to_keep(store: Store) -> None:
    session = Session("3x4", 2, store=store)
    session.flag((0, 0))
    assert store.unfinished() == []
    assert store.settings.get("theme") is None
    session.close()
    assert not store.directory.exists()


def test_the_ten_best_times_are_found_unless_more_are_asked_for(store: Store) -> None:
    folder = store.directory / "records"
    folder.mkdir(parents=True)
    for milliseconds in range(1, 13):
        events = [Event(0, "open", (0, 0), 9), Event(milliseconds, "open", (1, 3), 1, Outcome.WON)]
        Record("3x4", layout=LAYOUT, rules="classic,first=any", events=events).save(folder / f"{milliseconds}.sweep")

    best = store.best_times("3x4", 2, "classic,first=any")
    assert [result.milliseconds for result in best] == list(range(1, 11))
    assert len(store.best_times("3x4", 2, "classic,first=any", limit=None)) == 12


# Folders that can't be read or written.


def test_a_folder_in_place_of_a_file_is_passed_over(store: Store, told: list[str]) -> None:
    (store.directory / "running" / "odd.sweep").mkdir(parents=True)
    (store.directory / "records" / "odd.sweep").mkdir(parents=True)
    (store.directory / "settings.json").mkdir(parents=True)
    assert store.unfinished() == []
    assert store.results() == []
    assert store.settings.get("theme", "day") == "day"
    # Only the settings have an unambiguous name.
    assert len(told) == 1


def test_a_store_where_a_file_lies_never_stops_a_game(tmp_path: Path, told: list[str]) -> None:
    (tmp_path / "data").write_text("in the way")
    play_where_nothing_can_be_written(Store(tmp_path / "data", warn=told.append), told)


def play_where_nothing_can_be_written(store: Store, told: list[str]) -> None:
    session = Session(layout=LAYOUT, store=store)
    session.open((0, 0))
    session.flag((0, 3))
    session.undo()
    session.tick()
    session.pause()
    session.resume()
    assert session.open((0, 3)).outcome is Outcome.LOST
    session.undo()
    assert session.open((1, 3)).outcome is Outcome.WON
    session.record.verify()
    session.close()
    store.settings.set("theme", "night")
    assert store.settings.get("theme") == "night"
    assert store.unfinished() == []
    assert store.results() == []
    kinds = [message.split(":")[0] for message in told]
    assert len(kinds) == len(set(kinds)), told
    assert any("The running game can't be saved" in message for message in told)


def test_without_anybody_to_tell_it_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    session = Session(layout=LAYOUT, store=Store(tmp_path / "data"))
    with pytest.warns(StoreWarning, match="can't be saved"):
        session.open((0, 0))
    session.flag((0, 3))


@pytest.mark.slow
@pytest.mark.needs("posix")
def test_a_folder_that_cannot_be_written_never_stops_a_game(clock: FakeClock) -> None:
    program = """
import os, tempfile

def play(folder, warn):
    store = Store(folder, warn=warn)
    found = store.results(), store.unfinished()
    for saved in found[1]:
        again = Session.continue_from(saved, store=store)
        again.resume(); again.hint(); again.open((1, 3)); again.close()
        assert again.outcome.name == "WON"
    session = Session(layout=Layout("3x4", [(0, 3), (2, 3)]), store=store)
    session.open((0, 0)); session.tick(); session.pause(); session.resume(); session.open((0, 3)); session.undo()
    session.open((1, 3)); session.close()
    assert session.outcome.name == "WON"
    session.record.verify()
    store.settings.set("theme", "night")
    assert store.settings.get("theme") == "night"
    return [len(some) for some in found]

# One successful run first, so that every module is loaded while this program may still read everything.
with tempfile.TemporaryDirectory() as folder:
    Session(layout=Layout("3x4", [(0, 3), (2, 3)]), store=Store(folder)).open((0, 0))
    play(folder, print)
folder = sys.argv[1]
for top, _, files in os.walk(folder, topdown=False):
    for name in files:
        os.chmod(os.path.join(top, name), 0o444)
    os.chmod(top, 0o555)
if os.geteuid() == 0:
    # Modes don't stop the superuser.
    os.setgroups([])
    os.setgid(54321)
    os.setuid(54321)
told = []
assert play(folder, told.append) == [1, 1], told
assert len(told) == len(set(text.split(":")[0] for text in told)) >= 3, told
print("fine")
"""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        store = Store(Path(folder, "data"))
        begin(store, clock).close()
        with begin(store, clock) as finished:
            finished.open((1, 3))
        store.settings.set("theme", "day")
        output, _ = start(program, str(store.directory)).communicate(timeout=60)
        for place in (store.directory, *store.directory.iterdir()):
            place.chmod(0o755)
    assert output == "fine\n"


@pytest.mark.slow
@pytest.mark.needs("posix")
@pytest.mark.parametrize("limit", [0, 1, 100, 250, 300])
def test_a_full_disk_never_stops_a_game(tmp_path: Path, limit: int) -> None:
    program = """
import resource
limit = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
told = []
store = Store(sys.argv[1], warn=told.append)
session = Session(layout=Layout("3x4", [(0, 3), (2, 3)]), store=store)
session.open((0, 0))
for number in range(20):
    session.flag((0, 3)); session.tick()
store.settings.set("theme", "night")
assert store.settings.get("theme") == "night"
session.pause(); session.resume()
assert len(told) == len(set(text.split(":")[0] for text in told)) > 0, told
# Once there is room again, the next quiet moment saves everything.
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
session.pause()
print(len(session.record.events))
sys.stdout.flush()
import os
os._exit(9)
"""
    child = start(program, str(tmp_path), str(limit))
    output, _ = child.communicate(timeout=60)
    assert child.returncode == 9
    store = Store(tmp_path)
    (saved,) = store.unfinished()
    assert len(saved.record.events) == int(output)


# Records and results.


ANY = "classic,first=any"


def won(milliseconds: int) -> Record:
    events = [Event(0, "open", (0, 0), 9), Event(milliseconds, "open", (1, 3), 1, Outcome.WON)]
    return Record("3x4", layout=LAYOUT, rules=ANY, events=events)


def test_a_record_is_kept_under_its_name_and_found(store: Store, told: list[str]) -> None:
    assert store.results() == []
    name = store.keep(won(1000))
    assert name is not None
    assert store.path(name).exists()
    assert store.load(name) == won(1000)
    (result,) = store.results("3x4", 2, ANY)
    assert (result.name, result.milliseconds, result.outcome) == (name, 1000, Outcome.WON)
    assert store.keep(won(2000), name) == name
    assert [result.milliseconds for result in store.results()] == [2000]
    store.forget(name)
    assert not store.path(name).exists()
    assert store.results() == []
    assert told == []


def test_the_best_are_the_fastest(store: Store) -> None:
    for milliseconds in (3000, 1000, 2000):
        store.keep(won(milliseconds))
    best = store.best_times("3x4", 2, ANY, limit=2)
    assert [result.milliseconds for result in best] == [1000, 2000]


def test_a_record_put_there_by_hand_counts(store: Store, told: list[str]) -> None:
    name = str(store.keep(won(1000)))
    won(700).save(store.path("by hand"))
    store.path("broken").write_text("hypersweep-record: 1\n")
    assert {result.name for result in store.results()} == {name, "by hand"}
    assert len(told) == 1
    assert "broken doesn't count" in told[0]


def test_names_lead_nowhere_else(store: Store) -> None:
    for name in ("../outside", "", ".hidden", "a/b"):
        for use in (store.path, store.load, store.forget):
            with pytest.raises(ParameterError):
                use(name)
        with pytest.raises(ParameterError):
            store.keep(won(1000), name)
    with pytest.raises(ParameterTypeError):
        store.keep("no record")  # type: ignore[arg-type]


def test_halves_of_records_go_after_a_day(store: Store) -> None:
    folder = store.path(str(store.keep(won(1000)))).parent
    for name, age in (("old", 10**9), ("new", None)):
        half = folder / f".hypersweep-{name}.part"
        half.write_text("half")
        if age is not None:
            os.utime(half, (age, age))
    store.unfinished()
    assert len(list(folder.iterdir())) == 2
    assert not (folder / ".hypersweep-old.part").exists()


# Games that go on.


def test_a_crashed_game_goes_on_where_it_was(store: Store, clock: FakeClock, told: list[str]) -> None:
    session = begin(store, clock)
    clock.forward(2)
    session.flag((0, 3))
    session.undo()
    clock.forward(5)
    crash(session)
    (saved,) = store.unfinished()
    assert saved.record.events == session.record.events
    assert saved.milliseconds == 2000
    again = Session.continue_from(saved, store=store, clock=clock)
    assert (again.milliseconds, again.is_paused, again.game.view) == (2000, True, session.game.view)
    again.resume()
    clock.forward(1)
    assert again.redo().flagged == 1
    assert again.open((1, 3)).outcome is Outcome.WON
    again.close()
    assert names(store, "running") == []
    (result,) = store.results()
    assert (result.milliseconds, result.outcome) == (3000, Outcome.WON)
    assert store.load(result.name) == again.record
    assert store.path(result.name).exists()
    assert told == []


def test_the_clock_of_a_crashed_game_goes_on_from_its_last_tick(store: Store, clock: FakeClock) -> None:
    session = begin(store, clock)
    clock.forward(2)
    session.tick()
    clock.forward(0.5)
    crash(session)
    (saved,) = store.unfinished()
    assert saved.milliseconds == 2000
    again = Session.continue_from(saved, store=store, clock=clock)
    assert again.record.events[-1] == Event(2000, "pause")
    # And again, from the pause, however often the clock ticks.
    clock.forward(9)
    again.tick()
    crash(again)
    (saved,) = store.unfinished()
    assert saved.milliseconds == 2000
    with Session.continue_from(saved, store=store, clock=clock) as again:
        again.record.verify()


@pytest.mark.parametrize(
    "junk", [b"", b"\xff" * 32, b"000000000009000 00000", b"000000000009000 000000000009001\n", b"9 9"]
)
def test_a_time_that_was_half_written_is_none(store: Store, clock: FakeClock, junk: bytes) -> None:
    session = begin(store, clock)
    clock.forward(2)
    session.tick()
    crash(session)
    (lock,) = (store.directory / "running").glob("*.lock")
    assert read_time(lock) == 2000
    lock.write_bytes(junk)
    (saved,) = store.unfinished()
    assert saved.milliseconds == 0


def test_a_time_noted_in_a_pause_cannot_be(store: Store, clock: FakeClock) -> None:
    session = begin(store, clock)
    clock.forward(2)
    session.close()
    (running,) = (store.directory / "running").glob("*.sweep")
    running.with_suffix(".lock").write_text("000000000009000 000000000009000\n")
    (saved,) = store.unfinished()
    assert saved.milliseconds == 2000


def test_games_that_can_go_on_come_last_played_first(store: Store, clock: FakeClock) -> None:
    sessions = [begin(store, clock) for _ in range(3)]
    for session in sessions:
        session.close()
    order = [1, 0, 2]
    for age, number in enumerate(order):
        name = sessions[number].name
        os.utime(store.directory / "running" / f"{name}.sweep", (10**9 - age, 10**9 - age))
    assert [saved.name for saved in store.unfinished()] == [sessions[number].name for number in order]


def test_a_game_that_is_played_is_nobody_elses(store: Store, clock: FakeClock) -> None:
    session = begin(store, clock)
    assert session.name is not None
    assert store.unfinished() == []
    assert Store(store.directory).unfinished() == []
    session.pause()
    fake = SavedGame(session.name, session.record, 0, 0.0)
    with pytest.raises(BusyError, match="another program"):
        Session.continue_from(fake, store=store)
    with pytest.raises(BusyError, match="another program"):
        store.discard(fake)
    session.close()
    (saved,) = store.unfinished()
    second = Session.continue_from(saved, store=store)
    with pytest.raises(BusyError):
        Session.continue_from(saved, store=store)
    second.close()
    store.discard(saved)
    assert names(store, "running") == []
    with pytest.raises(ParameterError, match="finished or deleted"):
        Session.continue_from(saved, store=store)
    assert names(store, "running") == []
    store.discard(saved)


def test_a_saved_game_needs_its_store(store: Store, clock: FakeClock) -> None:
    begin(store, clock).close()
    (saved,) = store.unfinished()
    with pytest.raises(ParameterTypeError, match="expected the store"):
        Session.continue_from(saved)
    with pytest.raises(ParameterTypeError, match="expected a SavedGame"):
        Session.continue_from("yesterday", store=store)  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError, match="expected a Record"):
        store.keep("yesterday")  # type: ignore[arg-type]


def test_an_undo_after_the_end_takes_the_result_back(store: Store, clock: FakeClock) -> None:
    session = begin(store, clock)
    session.open((0, 3))
    assert [result.outcome for result in store.results()] == [Outcome.LOST]
    assert names(store, "running") == []
    session.undo()
    assert store.results() == []
    assert names(store, "records") == []
    crash(session)
    (saved,) = store.unfinished()
    again = Session.continue_from(saved, store=store, clock=clock)
    again.resume()
    again.open((1, 3))
    (result,) = store.results()
    assert (result.outcome, result.deaths, result.name) == (Outcome.WON, 1, session.name)
    again.close()
    assert names(store, "running") == []


def test_a_game_that_is_given_up_is_kept_but_not_continued(store: Store, clock: FakeClock) -> None:
    session = begin(store, clock)
    clock.forward(4)
    session.abandon()
    assert session.is_closed
    session.abandon()
    assert store.unfinished() == []
    assert names(store, "running") == []
    (result,) = store.results()
    assert (result.outcome, result.milliseconds) == (Outcome.ONGOING, 4000)
    store.load(result.name).verify()
    untouched = Session("3x4", 2, store=store)
    untouched.abandon()
    assert len(store.results()) == 1


def test_a_finished_game_that_a_crash_left_behind_becomes_a_record(store: Store, clock: FakeClock) -> None:
    session = begin(store, clock)
    name = session.name
    path = store.directory / "running" / f"{name}.sweep"
    before = path.read_text()
    session.open((0, 3))
    session.close()
    # As if the program had been killed between the last move and the record ...
    store.forget(str(name))
    path.write_text(before + "0 open 0 3: 1 lost\n")
    assert store.unfinished() == []
    assert names(store, "running") == []
    assert [result.outcome for result in store.results()] == [Outcome.LOST]
    # ... or between the record and the removal.
    path.write_text(before + "0 open 0 3: 1 lost\n")
    assert store.unfinished() == []
    assert names(store, "running") == []
    assert names(store, "records") == [f"{name}.sweep"]


def test_what_killed_programs_leave_goes_away(store: Store, clock: FakeClock) -> None:
    begin(store, clock).close()
    session = begin(store, clock)
    running = store.directory / "running"
    records = store.directory / "records"
    records.mkdir()
    new, old, others = ".hypersweep-0123.part", ".hypersweep-4567.part", ".notes"
    kept = {path.name for path in running.iterdir()} | {new, others}
    (running / "gone.lock").write_text("")
    for folder in (running, records):
        for name in (new, old, others):
            (folder / name).write_text("half")
        for name in (old, others):
            os.utime(folder / name, (10**9, 10**9))
    assert len(store.unfinished()) == 1
    assert {path.name for path in running.iterdir()} == kept
    assert {path.name for path in records.iterdir()} == {new, others}, "only what was left by our own saving"
    session.close()


# Files that are broken.


@pytest.mark.slow
def test_a_file_cut_off_at_any_byte_never_stops_anything(store: Store, clock: FakeClock, told: list[str]) -> None:
    session = begin(store, clock)
    clock.forward(1)
    session.flag((0, 3))
    session.flag((2, 3))
    crash(session)
    path = store.directory / "running" / f"{session.name}.sweep"
    data = path.read_bytes()
    head = data.index(b"\n\n") + 2
    for length in range(len(data) + 1):
        for filler in (b"", b"\0" * 7):
            path.write_bytes(data[:length] + filler)
            told.clear()
            games = store.unfinished()
            if length < head:
                assert games == []
                assert len(told) == 1
                assert "renamed to" in told[0]
                assert not path.exists()
                continue
            (saved,) = games
            assert saved.record.events == session.record.events[: data[head:length].count(b"\n")]
            is_clean = data[:length].endswith(b"\n") and not filler
            assert len(told) == (0 if is_clean else 1), told
    assert len(list(path.parent.glob("*.broken-*"))) == 2 * head


@pytest.mark.parametrize("step", some_of([5, 1], [5]))
def test_a_file_with_any_byte_changed_never_stops_anything(store: Store, clock: FakeClock, step: int) -> None:
    session = begin(store, clock)
    clock.forward(1)
    session.flag((0, 3))
    crash(session)
    path = store.directory / "running" / f"{session.name}.sweep"
    data = path.read_bytes()
    continued = 0
    for place in range(0, len(data), step):
        for byte in (data[place] ^ 1, 0xFF):
            path.write_bytes(data[:place] + bytes([byte]) + data[place + 1 :])
            for saved in store.unfinished():
                with Session.continue_from(saved, store=store, clock=clock) as again:
                    again.resume()
                    again.undo()
                    again.record.verify()
                continued += 1
            for left in path.parent.iterdir():
                left.unlink()
    # In a tag, or a digit of the time: this can't be detected.
    assert continued > 10 // step
    store.results()


# Programs that end at once, or play at once.


GAME = """
store = Store(sys.argv[1])
session = Session("16x30", 99, seed=int(sys.argv[2]), is_known=False, store=store)
session.open((8, 15))
print("begun", flush=True)
while True:
    for cell in session.grid:
        if not session.game.is_open(cell):
            session.flag(cell)
            session.tick()
            print(len(session.record.events), flush=True)
"""


def kill(child: subprocess.Popen[str]) -> int:
    """Kill a program. Returns: the number of events that it had certainly recorded."""
    assert child.stdout is not None
    assert child.stdout.readline() == "begun\n"
    for _ in range(40):
        line = child.stdout.readline()
    child.send_signal(signal.SIGKILL) if os.name == "posix" else child.kill()
    assert child.wait(timeout=30) != 0
    rest = [line, *child.stdout.read().splitlines(keepends=True)]
    child.stdout.close()
    assert child.stdin is not None
    child.stdin.close()
    return int([text for text in rest if text.endswith("\n")][-1])


def test_a_program_killed_in_the_middle_of_a_game_loses_no_move(store: Store, told: list[str]) -> None:
    child = start(GAME, str(store.directory), "7")
    count = kill(child)
    (saved,) = store.unfinished()
    assert len(saved.record.events) in (count, count + 1)
    again = Session.continue_from(saved, store=store)
    assert again.game.flags >= 39
    assert again.is_ranked
    assert again.milliseconds >= saved.record.milliseconds
    again.resume()
    assert again.undo()
    again.record.verify()
    again.close()
    (saved,) = store.unfinished()
    assert saved.record.events == again.record.events
    assert told == [] or "cut off" in told[0]


@pytest.mark.slow
def test_two_programs_never_share_a_game(store: Store) -> None:
    children = [start(GAME, str(store.directory), "7") for _ in range(2)]
    for child in children:
        assert child.stdout is not None
        while child.stdout.readline() != "begun\n":
            pass
    assert len(names(store, "running")) == 4
    assert store.unfinished() == []
    for child in children:
        child.kill()
        child.communicate(timeout=30)
    first, second = store.unfinished()
    assert first.name != second.name


@pytest.mark.slow
def test_of_programs_that_continue_one_game_at_once_only_one_may(store: Store, clock: FakeClock) -> None:
    begin(store, clock).close()
    program = """
from hypersweep.errors import HypersweepError
store = Store(sys.argv[1])
(saved,) = store.unfinished()
print("ready", flush=True)
sys.stdin.readline()
try:
    session = Session.continue_from(saved, store=store)
except HypersweepError as error:
    print(type(error).__name__, flush=True)
else:
    session.resume()
    print("mine", flush=True)
sys.stdin.readline()
"""
    children = []
    for _ in range(2):
        child = start(program, str(store.directory))
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        children.append(child)
    answers = []
    for child in children:
        assert child.stdin is not None
        child.stdin.write("\n")
        child.stdin.flush()
    for child in children:
        assert child.stdout is not None
        answers.append(child.stdout.readline())
    for child in children:
        child.communicate("\n", timeout=30)
    assert sorted(answers) == ["BusyError\n", "mine\n"]
    (saved,) = store.unfinished()
    assert [event.kind for event in saved.record.events] == ["open", "pause", "resume"]


def test_a_game_that_memory_has_no_room_for_now_stays_where_it_is(
    store: Store, clock: FakeClock, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begin(store, clock)
    session.flag((0, 3))
    crash(session)
    (saved,) = store.saved()

    def refuse(_: Record) -> None:
        raise BoardTooLargeError("expected a board within 1 byte of memory")

    with monkeypatch.context() as patch:
        patch.setattr(Record, "verify", refuse)
        assert store.unfinished() == []
        with pytest.raises(ParameterError, match="it is finished or deleted"):
            Session.continue_from(saved, store=store)
    assert told[0].startswith(f"The saved game {saved.name} can't currently be continued: expected a board within 1 ")
    again = Session.continue_from(saved, store=store)
    assert again.record.events[: len(session.record.events)] == session.record.events
    again.close()


def test_only_the_tags_of_a_game_are_read(store: Store) -> None:
    with Session("3x4", 2, store=store, seed=7, tags={"club-name": "Nord"}) as session:
        session.open((0, 0))
    assert session.name is not None
    assert store.tags(session.name)["club-name"] == "Nord"
    path = store.directory / "running" / f"{session.name}.sweep"
    whole = path.read_text(encoding="utf-8")
    assert store.tags(session.name) == dict(line.split(": ") for line in whole.partition("\n\n")[0].split("\n")[1:])
    # Even of a game with a larger layout than is read.
    board = Layout.random("1000x1000", 100_000, seed=7)
    name = store.keep(Record(board.grid, layout=board, tags={"player": "Ann"}, outcome=Outcome.LOST))
    assert name is not None
    assert store.tags(name)["board"] == "1000x1000"
    path.write_text("nothing", encoding="utf-8")
    assert store.tags(session.name) == store.tags("nowhere") == {}


def test_the_position_of_a_saved_game_is_read_without_taking_it(store: Store, clock: FakeClock) -> None:
    session = Session(layout=LAYOUT, store=store, clock=clock)
    session.open(next(cell for cell in LAYOUT.grid if not LAYOUT.is_mine(cell)))
    (saved,) = store.saved()
    found = store.saved_game(saved)
    assert found is not None
    assert found.view == session.game.view
    session.close()
    with Session("200x200", 9000, store=store, seed=1) as large:
        large.open((0, 0))
    assert store.saved_game(next(each for each in store.saved() if each.name != saved.name)) is None
    store.discard(saved)
    assert store.saved_game(saved) is None
