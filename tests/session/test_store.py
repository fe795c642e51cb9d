"""The store: its folder, and unusable folders."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest

from hypersweep import Outcome
from hypersweep.errors import MissingExtraError
from hypersweep.record import Event, Record
from hypersweep.session import Session, Store, StoreWarning, data_directory
from sessions import LAYOUT, FakeClock, begin, start

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
    assert any("can't be saved as it goes on" in message for message in told)


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
