"""Untrusted names stay in their folder, and numbers of any type find their file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Layout, Record
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.record import Event
from hypersweep.session import SavedGame, Session, Store
from hypersweep.session.file_names import check_name, is_name

BAD = [
    "",
    ".",
    "..",
    ".hidden",
    "../records/x",
    "../../alice/records/x",
    "/etc/passwd",
    "a/b",
    "a\\b",
    "a\0b",
    "a\nb",
    "\udcff",
    "x" * 201,
    "é" * 101,
]

CALLS: dict[str, Callable[[Store, str], object]] = {
    "forget": lambda store, name: store.forget(name),
    "load": lambda store, name: store.load(name),
    "path": lambda store, name: store.path(name),
    "keep": lambda store, name: store.keep(finished(), name),
    "resume": lambda store, name: store.resume(SavedGame(name, finished(), 0, 0.0)),
    "discard": lambda store, name: store.discard(SavedGame(name, finished(), 0, 0.0)),
    "continue": lambda store, name: Session.continue_from(SavedGame(name, finished(), 0, 0.0), store=store),
}


def finished() -> Record:
    session = Session(layout=Layout("3x4", [(0, 3), (2, 3)]))
    session.open((0, 3))
    return session.record


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("name", BAD)
def test_names_that_lead_elsewhere_are_refused_and_nothing_is_changed(call: str, name: str, tmp_path: Path) -> None:
    for player in ("alice", "bob"):
        Store(tmp_path / player).keep(finished(), "x")
    before = everything(tmp_path)
    with pytest.raises(ParameterError, match="expected the name of a game"):
        CALLS[call](Store(tmp_path / "bob"), name)
    assert everything(tmp_path) == before


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("name", [None, 7, b"x", Path("x"), np.int64(3), True])
def test_names_that_are_no_text_are_refused(call: str, name: object, tmp_path: Path) -> None:
    store = Store(tmp_path)
    if call == "keep" and name is None:
        assert store.keep(finished(), None) is not None
        return
    with pytest.raises(ParameterTypeError, match="expected the name of a game as text"):
        CALLS[call](store, name)  # type: ignore[arg-type]
    assert everything(tmp_path) == {}


@pytest.mark.parametrize("name", ["x", "Sunday's game", "2024-01-01 (3)", "naïve", "x" * 200, "np.int64", "~", "a..b"])
def test_other_names_are_kept_and_found(name: str, tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.keep(finished(), name) == name
    assert [result.name for result in store.results()] == [name]
    assert store.load(name) == finished().replace(tags=store.load(name).tags)
    store.forget(name)
    assert store.results() == []


@given(st.text(max_size=12))
def test_a_name_is_one_part_of_a_path(name: str) -> None:
    if is_name(name):
        assert check_name(name) == name
        assert os.path.basename(os.path.normpath(os.path.join("folder", name))) == name
    else:
        with pytest.raises(ParameterError):
            check_name(name)


def test_a_name_that_the_system_cannot_write_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    # As where the locale is C and Python isn't in its UTF-8 mode.
    monkeypatch.setattr(os, "fsencode", lambda name: name.encode("ascii", "surrogateescape"))
    assert not is_name("naïve")
    with pytest.raises(ParameterError, match="expected the name of a game in characters of"):
        check_name("naïve")


@pytest.mark.needs("links")
def test_forgetting_a_link_leaves_what_it_points_to(tmp_path: Path) -> None:
    alice, bob = Store(tmp_path / "alice"), Store(tmp_path / "bob")
    alice.keep(finished(), "x")
    bob.keep(finished(), "y")
    bob.path("z").symlink_to(alice.path("x"))
    bob.forget("z")
    assert alice.path("x").exists()
    assert not os.path.lexists(bob.path("z"))


def test_files_whose_names_are_none_are_no_records(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.keep(finished(), "x")
    for odd in (".y", "a\nb", "y" * 201):
        (store.path("x").parent / f"{odd}.sweep").write_bytes(store.path("x").read_bytes())
    assert [result.name for result in store.results()] == ["x"]


WHOLE = [int, np.int64, np.uint8, np.int32]


@pytest.mark.parametrize("whole", WHOLE)
def test_numbers_of_numpy_find_the_same(whole: Callable[[int], int], tmp_path: Path) -> None:
    store = Store(tmp_path)
    with Session((whole(3), whole(4)), whole(2), seed=whole(7), store=store, player="Ann", is_known=False) as session:
        for cell in [(0, 0), (0, 3), (1, 2), (1, 3), (2, 3)]:
            session.open((whole(cell[0]), whole(cell[1])))
    assert len(store.results("3x4", whole(2))) == 1
    assert len(store.best_times((whole(3), whole(4)), whole(2), limit=whole(1))) == 1  # type: ignore[arg-type]
    assert store.results(mines=whole(3)) == []
    assert store.results(limit=whole(0)) == []


@pytest.mark.parametrize("whole", WHOLE)
def test_records_made_of_numpy_numbers_are_indexed(whole: Callable[[int], int], tmp_path: Path) -> None:
    told: list[str] = []
    store = Store(tmp_path, warn=told.append)
    events = [Event(whole(90), "open", (whole(0), whole(0)), whole(6))]
    record = Record("3x4", whole(2), seed=whole(7), events=events, milliseconds=whole(120))
    assert store.keep(record, "x") == "x"
    assert [(result.mines, result.milliseconds) for result in store.results()] == [(2, 120)]
    assert told == []


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"mines": True}, ParameterTypeError),
        ({"mines": "2"}, ParameterTypeError),
        ({"mines": 2.0}, ParameterTypeError),
        ({"mines": -1}, ParameterError),
        ({"mines": 2**64}, ParameterError),
        ({"player": 7}, ParameterTypeError),
        ({"player": b"Ann"}, ParameterTypeError),
        ({"limit": "3"}, ParameterTypeError),
        ({"limit": -1}, ParameterError),
        ({"limit": 1.5}, ParameterTypeError),
        ({"rules": 3}, ParameterTypeError),
        ({"grid": 3.5}, ParameterTypeError),
        ({"grid": "nowhere"}, ValueError),
    ],
)
def test_what_no_result_can_have_is_an_error_not_an_empty_answer(
    wanted: dict[str, object], error: type[Exception], tmp_path: Path
) -> None:
    with pytest.raises(error):
        Store(tmp_path).results(**wanted)  # type: ignore[arg-type]
    with pytest.raises(error):
        Store(tmp_path).best_times(**{"grid": "3x4", "mines": 2, **wanted})  # type: ignore[arg-type]


def test_settings_have_names_of_text_and_values_of_json(tmp_path: Path) -> None:
    settings = Store(tmp_path).settings
    for name in (7, None, b"theme", np.int64(7)):
        with pytest.raises(ParameterTypeError, match="expected the name of a setting"):
            settings.get(name)  # type: ignore[arg-type]
        with pytest.raises(ParameterTypeError, match="expected the name of a setting"):
            settings.set(name, 1)  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError, match="expected a value that JSON has"):
        settings.set("speed", np.int64(3))
    settings.set("../../theme", "night")
    assert Store(tmp_path).settings.get("../../theme") == "night"
    assert os.listdir(tmp_path) == ["settings.json"]


@pytest.mark.parametrize("folder", [7, b"folder", "a\0b", ["folder"]])
def test_folders_are_paths(folder: object) -> None:
    with pytest.raises(ParameterError, match="expected"):
        Store(folder)  # type: ignore[arg-type]
