"""Records of finished games: saved, found, removed, and their results counted again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hypersweep import Outcome
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.record import Event, Record
from hypersweep.session.damaged_files import Trouble
from hypersweep.session.records import Records
from sessions import LAYOUT

ANY = "classic,first=any"


@pytest.fixture
def records(tmp_path: Path, told: list[str]) -> Records:
    return Records(tmp_path, Trouble(told.append))


def won(milliseconds: int) -> Record:
    events = [Event(0, "open", (0, 0), 9), Event(milliseconds, "open", (1, 3), 1, Outcome.WON)]
    return Record("3x4", layout=LAYOUT, rules=ANY, events=events)


def test_a_record_is_kept_under_its_name_and_found(records: Records, told: list[str]) -> None:
    assert records.find(None, None, None, None, None) == []
    name = records.keep(won(1000))
    assert name is not None
    assert records.has(name)
    assert Record.load(records.path(name)) == won(1000)
    (result,) = records.find("3x4", 2, ANY, None, None)
    assert (result.name, result.milliseconds, result.outcome) == (name, 1000, Outcome.WON)
    assert records.keep(won(2000), name) == name
    assert [result.milliseconds for result in records.find(None, None, None, None, None)] == [2000]
    records.forget(name)
    assert not records.has(name)
    assert records.find(None, None, None, None, None) == []
    assert told == []


def test_the_best_are_the_fastest(records: Records) -> None:
    for milliseconds in (3000, 1000, 2000):
        records.keep(won(milliseconds))
    best = records.find("3x4", 2, ANY, None, 2, is_best=True)
    assert [result.milliseconds for result in best] == [1000, 2000]


def test_a_record_put_there_by_hand_counts(records: Records, told: list[str]) -> None:
    name = str(records.keep(won(1000)))
    won(700).save(records.path("by hand"))
    records.path("broken").write_text("hypersweep-record: 1\n")
    assert {result.name for result in records.find(None, None, None, None, None)} == {name, "by hand"}
    assert len(told) == 1
    assert "broken doesn't count" in told[0]


def test_names_lead_nowhere_else(records: Records) -> None:
    for name in ("../outside", "", ".hidden", "a/b"):
        for use in (records.path, records.has, records.forget):
            with pytest.raises(ParameterError):
                use(name)
        with pytest.raises(ParameterError):
            records.keep(won(1000), name)
    with pytest.raises(ParameterTypeError):
        records.keep("no record")  # type: ignore[arg-type]


def test_halves_of_records_go_after_a_day(records: Records) -> None:
    folder = records.path(str(records.keep(won(1000)))).parent
    for name, age in (("old", 10**9), ("new", None)):
        half = folder / f".hypersweep-{name}.part"
        half.write_text("half")
        if age is not None:
            os.utime(half, (age, age))
    records.tidy()
    assert len(list(folder.iterdir())) == 2
    assert not (folder / ".hypersweep-old.part").exists()
