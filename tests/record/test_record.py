"""Records: their fields, errors, and round trips through text and pickle."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given

from hypersweep import (
    CellError,
    Event,
    Game,
    Grid,
    HypersweepError,
    Layout,
    LayoutError,
    MineCountError,
    Outcome,
    ParameterError,
    ParameterTypeError,
    ParseError,
    Record,
    Rules,
)
from hypersweep.record.event import MOST_MILLISECONDS
from records import Judge, random_record, records

SAMPLE = """\
hypersweep-record: 1
board: 3x4
mines: 2
rules: classic
seed: 7
start: 2026-01-02T03:04:05Z
player: Ann

0 flag 2 3: 1
0 open 0 0: 6
900 flag 1 2: 1
1300 chord 1 1: 0
1301 undo: 1
2000 redo: 1
2000 pause
2000 resume
2500 hint 2
2500 end: ongoing
"""


@given(records())
def test_text_gives_the_same_record_back(record: Record) -> None:
    text = record.format()
    found = Record.parse(text)
    assert found == record
    assert hash(found) == hash(record)
    assert found.format() == str(found) == text
    assert Record.parse(text.encode()) == record
    assert Record.parse(("\ufeff" + text.replace("\n", "\r\n")).encode()) == record
    assert list(found.tags.items()) == list(record.tags.items())
    assert text == record.header() + "".join(event.format() + "\n" for event in record.events) + record.footer()


@given(records())
def test_random_games_are_fine(record: Record) -> None:
    record.verify()
    assert Judge(record).verdict() is None


@given(records(15))
def test_records_are_values(record: Record) -> None:
    for found in (pickle.loads(pickle.dumps(record)), copy.copy(record), copy.deepcopy(record), record.replace()):
        assert found == record
        assert hash(found) == hash(record)
        assert repr(found) == repr(record)
    assert record.replace(tags={"other": "one"}) != record
    assert record != record.format()  # type: ignore[comparison-overlap]
    for name in ("mines", "events", "new"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(record, name, 3)
        with pytest.raises((AttributeError, TypeError)):
            delattr(record, name)
    with pytest.raises(TypeError):
        record.tags["player"] = "Bob"  # type: ignore[index]


@given(records())
def test_the_layout_follows_from_seed_and_first_open(record: Record) -> None:
    replay = record.replay()
    replay.seek(len(record.events))
    is_opened = any(event.kind == "open" and event.changed for event in record.events)
    assert record.layout == (replay.game.layout if is_opened or record.seed is None else record.stated_layout)
    if record.layout is not None:
        full = record.replace(layout=record.layout)
        full.verify()
        assert Record.parse(full.format()) == full
        assert full.layout == record.layout
        # With the layout the seed is no longer needed.
        full.replace(seed=None).verify()


def test_a_click_on_a_flag_decides_no_layout() -> None:
    lines = ["0 flag 1 1: 1", "0 open 1 1: 0"]
    record = Record("3x4", 2, seed=7, events=map(Event.parse, lines))
    record.verify()
    assert record.layout is None
    opened = record.replace(events=[*record.events, Event(0, "open", (0, 0), 5)])
    replay = opened.replay()
    replay.seek(3)
    assert opened.layout == replay.game.layout == Layout.random("3x4", 2, seed=7, first=(0, 0), first_open="safe")


def test_a_given_layout_may_be_full_of_mines() -> None:
    full = Layout("3x4", list(Grid("3x4")))
    assert Record("3x4", layout=full).mines == 12
    assert Record.parse(Record("3x4", layout=full).format()).layout == full
    with pytest.raises(MineCountError):
        Record("3x4", layout=full, seed=7)


def test_a_sample_is_read() -> None:
    record = Record.parse(SAMPLE)
    assert record.format() == SAMPLE
    assert (record.grid, record.mines, record.rules, record.seed) == (Grid("3x4"), 2, Rules(), 7)
    assert record.stated_layout is None
    assert record.layout == Layout.random("3x4", 2, seed=7, first=(0, 0), first_open="safe")
    assert dict(record.tags) == {"start": "2026-01-02T03:04:05Z", "player": "Ann"}
    assert (len(record.events), record.outcome, record.milliseconds) == (9, Outcome.ONGOING, 2500)
    assert record.events[2] == Event(900, "flag", (1, 2), 1)
    record.verify()


@pytest.mark.parametrize("value", ["two\nlines", " ", "a\\b", "\ud800", "Zoë", "", "\r", "x" * 10_000])
def test_tags_hold_any_text(value: str) -> None:
    record = Record((3, 4), 2, tags={"player": value, "unknown-to-us": value})
    assert Record.parse(record.format().encode()) == record


def test_outcome_and_length_follow_from_the_events() -> None:
    lost = [Event(0, "open", (0, 0), 6), Event(70, "open", (0, 3), 1, Outcome.LOST)]
    assert Record("3x4", 2, events=lost).outcome is Outcome.LOST
    assert Record("3x4", 2, events=lost).milliseconds == 70
    back = [*lost, Event(70, "undo", changed=1), Event(90, "hint"), Event(95, "flag", (0, 0), 0)]
    assert Record("3x4", 2, events=back).outcome is Outcome.ONGOING
    assert Record("3x4", 2, events=back).milliseconds == 95
    assert Record("3x4", 2, events=[*lost, Event(99, "pause")]).outcome is Outcome.LOST
    assert (Record("3x4", 2).outcome, Record("3x4", 2).milliseconds) == (Outcome.ONGOING, 0)
    kept = Record("3x4", 2, events=lost, outcome=Outcome.WON, milliseconds=99)
    assert (kept.outcome, kept.milliseconds) == (Outcome.WON, 99)
    assert kept.replace(outcome=None, milliseconds=None) == Record("3x4", 2, events=lost)


def test_replace_takes_layouts_and_boards() -> None:
    record = Record("3x4", 2, seed=7)
    layout = Layout("3x4", [(0, 0)])
    assert record.replace(layout=layout).mines == 1
    assert record.replace(layout=layout).replace(layout=None).mines == 1
    assert record.replace(grid="4x5", mines=3) == Record("4x5", 3, seed=7)
    with pytest.raises(ParameterError, match="did you mean 'layout'"):
        record.replace(layuot=None)


def test_a_game_begins_its_record() -> None:
    game = Game("3x4", 2, seed=7, rules="esp")
    assert Record.begin(game, tags={"player": "Ann"}) == Record("3x4", 2, seed=7, rules="esp", tags={"player": "Ann"})
    layout = Layout("3x4", [(0, 0)])
    given_one = Record.begin(Game(layout=layout, seed=7))
    assert given_one == Record("3x4", layout=layout, rules="classic,first=any")
    # A given board promises nothing about the first open.
    given_one.replace(events=[Event(0, "open", (0, 0), 1, Outcome.LOST)], outcome=None).verify()
    game.flag((0, 0))
    with pytest.raises(ParameterError, match="before its first move"):
        Record.begin(game)
    with pytest.raises(ParameterTypeError):
        Record.begin("3x4")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"grid": "3x"}, ParseError),
        ({"mines": None}, MineCountError),
        ({"mines": 12}, MineCountError),
        ({"mines": -1}, MineCountError),
        ({"mines": True}, ParameterTypeError),
        ({"mines": 10**5000}, MineCountError),
        ({"rules": "clasic"}, ParseError),
        ({"rules": 3}, ParameterTypeError),
        ({"seed": -1}, ParameterError),
        ({"seed": 2**64}, ParameterError),
        ({"seed": "7"}, ParameterTypeError),
        ({"layout": "3x4.bAg"}, ParameterTypeError),
        ({"layout": Layout("4x3", [(0, 1), (0, 2)])}, LayoutError),
        ({"layout": Layout("3x4", [(0, 1)])}, MineCountError),
        ({"events": "0 pause"}, ParameterTypeError),
        ({"events": 5}, ParameterTypeError),
        ({"events": [(0, "pause", None, 0, None, None)]}, ParameterTypeError),
        ({"outcome": "won"}, ParameterTypeError),
        ({"milliseconds": -1}, ParameterError),
        ({"milliseconds": MOST_MILLISECONDS + 1}, ParameterError),
        ({"milliseconds": 1.5}, ParameterTypeError),
        ({"tags": {"board": "3x4"}}, ParameterError),
    ],
)
def test_arguments_that_cannot_be_are_refused(arguments: dict[str, Any], error: type[HypersweepError]) -> None:
    values: dict[str, Any] = {"grid": "3x4", "mines": 2, **arguments}
    with pytest.raises(error):
        Record(**values)


def test_the_layout_of_a_first_open_off_the_board_is_refused() -> None:
    with pytest.raises(CellError):
        Record("3x4", 2, seed=7, events=[Event(0, "open", (3, 0), 1)]).layout  # noqa: B018


def test_only_text_and_bytes_are_parsed() -> None:
    assert Record.parse(bytearray(SAMPLE.encode())) == Record.parse(memoryview(SAMPLE.encode())) == Record.parse(SAMPLE)  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError):
        Record.parse(["hypersweep-record: 1"])  # type: ignore[arg-type]


def test_records_of_the_same_text_are_found_in_sets() -> None:
    assert len({random_record(seed % 3, 5) for seed in range(9)}) == 3
