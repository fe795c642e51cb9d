"""Events: their fields, their text, and what both refuse."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Event, Game, Layout, Outcome, ParameterError, ParameterTypeError, ParseError
from hypersweep.record.event import KINDS, MOST_MILLISECONDS, MOVES, event_reader
from strategies import near_misses

LINES = [
    "0 open 3 4: 17",
    "1204 open 0 0 7 123: 1",
    "2210 flag 3 5: 1",
    "2211 flag 3 5: 0",
    "2300 chord 9223372036854775807: 5 won",
    "3000 open 4 4: 1 lost",
    "3500 undo: 1",
    "3600 redo: 1",
    "3700 redo: 12 lost",
    "4000 pause",
    "4000 resume",
    "5000 hint",
    "999999999999999 hint 3",
]


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Return any events, sensible or not."""
    kind = draw(st.sampled_from(KINDS))
    changed = 0 if kind in ("pause", "resume", "hint") else draw(st.integers(0, 10**19 - 1))
    can_end = kind not in ("pause", "resume", "hint", "undo") and changed > 0
    return Event(
        draw(st.integers(0, MOST_MILLISECONDS)),
        kind,
        draw(st.lists(st.integers(0, 10**19 - 1), min_size=1, max_size=6)) if kind in MOVES else None,
        changed,
        draw(st.sampled_from((None, Outcome.WON, Outcome.LOST))) if can_end else None,
        draw(st.integers(1, 9) | st.none()) if kind == "hint" else None,
    )


@pytest.mark.parametrize("line", LINES)
def test_lines_are_read_and_written(line: str) -> None:
    event = Event.parse(line)
    assert event.format() == str(event) == line
    assert Event(*event) == event


@pytest.mark.slow
@given(events())
def test_what_is_written_is_read_back(event: Event) -> None:
    found = Event.parse(event.format())
    assert found == event
    assert hash(found) == hash(event)
    assert pickle.loads(pickle.dumps(event)) == copy.deepcopy(event) == eval(repr(event)) == event
    assert type(pickle.loads(pickle.dumps(event))) is Event


def test_fields_have_names() -> None:
    event = Event(3000, "open", [4, 5], 1, Outcome.LOST)
    assert (event.milliseconds, event.kind, event.cell) == (3000, "open", (4, 5))
    assert (event.changed, event.ended, event.level) == (1, Outcome.LOST, None)
    assert Event(0, "hint", level=2).level == 2
    with pytest.raises(AttributeError):
        event.kind = "flag"
    with pytest.raises(AttributeError):
        event.note = "no"  # type: ignore[attr-defined]


def test_an_event_is_made_of_a_change() -> None:
    game = Game(layout=Layout("3x4", [(0, 3), (2, 0)]))
    assert Event.of(0, "open", (0, 0), game.open((0, 0))).format() == "0 open 0 0: 6"
    assert Event.of(5, "open", (0, 0), game.open((0, 0))).format() == "5 open 0 0: 0"
    assert Event.of(9, "open", (0, 3), game.open((0, 3))).format() == "9 open 0 3: 1 lost"
    # The game is lost, but not by this event.
    assert Event.of(9, "open", (0, 3), game.open((0, 3))).format() == "9 open 0 3: 0"
    assert Event.of(9, "undo", None, game.undo()).format() == "9 undo: 1"


def test_a_death_is_a_move_that_lost_the_game() -> None:
    lines = [
        *("0 open 3 4: 1 lost", "9 chord 3 4: 2 lost", "9 redo: 1 lost"),
        *("0 open 3 4: 1", "0 open 3 4: 1 won", "9 flag 3 4: 1", "9 undo: 1", "9 pause", "9 hint"),
    ]
    assert [line for line in lines if Event.parse(line).is_death] == lines[:2]


@pytest.mark.parametrize(
    "values",
    [
        (-1, "open", (0, 1)),
        (MOST_MILLISECONDS + 1, "open", (0, 1)),
        (True, "open", (0, 1)),
        (1.5, "open", (0, 1)),
        (0, "opne", (0, 1)),
        (0, None, (0, 1)),
        (0, ["open"], (0, 1)),
        (0, "open", None),
        (0, "open", ()),
        (0, "open", "01"),
        (0, "open", 5),
        (0, "open", (0, -1)),
        (0, "open", (0, 10**19)),
        (0, "open", (0, True)),
        (0, "undo", (0, 1)),
        (0, "open", (0, 1), -1),
        (0, "open", (0, 1), 10**19),
        (0, "open", (0, 1), 1, "won"),
        (0, "open", (0, 1), 1, Outcome.ONGOING),
        (0, "open", (0, 1), 0, Outcome.WON),
        (0, "undo", None, 1, Outcome.WON),
        (0, "pause", None, 1),
        (0, "pause", None, 0, Outcome.LOST),
        (0, "pause", None, 0, None, 1),
        (0, "hint", None, 0, None, 0),
        (0, "hint", None, 0, None, 10),
    ],
)
def test_fields_that_cannot_be_are_refused(values: tuple[Any, ...]) -> None:
    with pytest.raises(ParameterError) as caught:
        Event(*values)
    assert str(caught.value).startswith("expected ")


def test_a_kind_is_guessed() -> None:
    with pytest.raises(ParameterError, match="did you mean 'open'"):
        Event(0, "opne", (0, 1))
    with pytest.raises(ParseError, match="did you mean 'chord'"):
        Event.parse("0 cord 0 1: 2")


@pytest.mark.parametrize(
    "line",
    [
        "",
        " 0 open 3 4: 17",
        "0 open 3 4: 17 ",
        "0 open 3 4: 17\n",
        "0  open 3 4: 17",
        "0 open 3  4: 17",
        "00 open 3 4: 17",
        "0 open 03 4: 17",
        "0 open 3 4: 017",
        "0 open 3 4:17",
        "0 open 3 4",
        "0 open: 1",
        "0 open : 1",
        "-1 open 3 4: 1",
        "+1 open 3 4: 1",
        "1_0 open 3 4: 1",
        "٣ open 3 4: 1",
        "0 open 3 -4: 1",
        "0 open 3 4: 0 won",
        "0 open 3 4: 1 ongoing",
        "0 open 3 4: 1 won lost",
        "0 undo",
        "0 undo 3 4: 1",
        "0 undo: 1 won",
        "0 redo: 0 lost",
        "0 pause: 0",
        "0 pause 1",
        "0 hint 0",
        "0 hint 12",
        "0 Open 3 4: 1",
        "0 end: won",
        "1000000000000000 pause",
        "0 flag 10000000000000000000: 1",
        "9" * 100_000 + " open 3 4: 1",
        "0 open " + "1" * 100_000 + ": 1",
        "0 open" + " 1" * 100_000,
    ],
)
def test_other_lines_are_refused(line: str) -> None:
    with pytest.raises(ParseError) as caught:
        Event.parse(line)
    assert len(str(caught.value)) < 300


def test_only_text_is_parsed() -> None:
    with pytest.raises(ParameterTypeError):
        Event.parse(b"0 pause")  # type: ignore[arg-type]


@given(near_misses(LINES))
def test_any_line_is_refused_or_means_what_it_says(line: str) -> None:
    try:
        event = Event.parse(line)
    except ParseError:
        return
    assert event.format() == line
    assert Event(*event) == event


def test_cells_that_come_again_are_kept_once() -> None:
    read = event_reader()
    assert read("1 open 3 4: 1").cell is read("2 chord 3 4: 0").cell
