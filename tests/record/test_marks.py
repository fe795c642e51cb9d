"""Question marks and draft flags in records: followed, taken back, and replayed in either direction."""

from __future__ import annotations

import random

import pytest

from hypersweep import Event, Record
from hypersweep.errors import ParameterTypeError, ParseError, RecordError
from hypersweep.record import Replay
from hypersweep.record.event import LAYERS, NEW_KINDS
from hypersweep.record.marks import Marks
from records import Judge, annotated, marked_record
from seeds import seeds

BEGIN = "hypersweep-record: 3\nboard: 3x4\nmines: 2\nrules: classic\nseed: 7\n\n"


def shown(replay: Replay) -> tuple[set[tuple[int, ...]], ...]:
    """The cells with a question mark, and those with a draft flag."""
    marks = replay.marks or Marks()
    return tuple(set(map(replay.record.grid.cell, cells)) for cells in (marks.questions, marks.drafts))


@pytest.mark.parametrize("seed", seeds(300))
def test_a_record_with_marks_replays_as_the_slow_judge_does(seed: int) -> None:
    record = marked_record(seed)
    judge, replay = Judge(record), Replay(record)
    positions = [shown(replay)]
    for event in record.events:
        assert judge.allows(event), event
        replay.step()
        positions.append(shown(replay))
        assert positions[-1] == tuple(judge.marked[kind] for kind in LAYERS)
        if not judge.is_paused:
            assert replay.can_undo == bool(judge.done)
            assert replay.can_redo == bool(judge.undone)
    chance = random.Random(seed)
    for _ in range(10):
        position = chance.randint(0, len(record.events))
        replay.seek(position)
        assert shown(replay) == positions[position]
    record.verify()


@pytest.mark.parametrize("seed", seeds(100))
def test_the_text_of_marks_round_trips_and_says_its_version(seed: int) -> None:
    record = annotated(marked_record(seed, 12), random.Random(seed), 0)
    if seed % 2:
        record = record.with_variation(0, [Event(0, "draft", record.grid.cell(0)), Event(0, "undo")])
    text = record.format()
    assert Record.parse(text) == record
    lines = [*record.events, *(event for variation in record.variations for event in variation.events)]
    is_tree = bool(record.comments or record.variations)
    version = 3 if any(event.kind in NEW_KINDS for event in lines) else 1 + is_tree
    assert text.startswith(f"hypersweep-record: {version}\n")
    record.verify()


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("line", ["0 question 1 2", "0 draft 0 0", "0 and"])
def test_earlier_versions_have_no_marks(version: int, line: str) -> None:
    with pytest.raises(ParseError, match="line 7: expected an event such as"):
        Record.parse(BEGIN.replace("3\n", f"{version}\n", 1) + f"{line}\n0 end: ongoing\n")
    assert Record.parse(f"{BEGIN}{line}\n0 end: ongoing\n").events[0].format() == line


@pytest.mark.parametrize("line", ["0 question", "0 draft 1 2: 1", "0 question 01 2", "0 and 1 2", "0 draft  1 2"])
def test_marks_are_written_in_one_way(line: str) -> None:
    with pytest.raises(ParseError, match="expected an event such as"):
        Event.parse(line)


@pytest.mark.parametrize(
    ("lines", "position"),
    [
        (("0 question 3 4",), 0),
        (("0 draft 1 2", "0 undo: 1"), 1),
        (("0 draft 1 2", "0 undo: 0", "0 undo: 0"), 2),
        (("0 flag 1 2: 1", "0 undo: 1", "0 draft 1 2", "0 redo: 1"), 3),
        (("0 draft 1 2", "0 undo: 0", "0 flag 1 2: 1", "0 redo: 0"), 3),
        (("0 open 0 0: 6", "5 question 1 2", "4 question 1 2"), 2),
        (("0 open 0 0: 6", "5 pause", "5 question 1 2"), 2),
    ],
)
def test_impossible_marks_are_refused(lines: tuple[str, ...], position: int) -> None:
    record = Record.parse(f"{BEGIN}{chr(10).join(lines)}\n", is_cut_fine=True)
    with pytest.raises(RecordError) as caught:
        record.verify()
    assert caught.value.position == position


def test_marks_belong_to_one_replay() -> None:
    with pytest.raises(ParameterTypeError):
        __import__("copy").copy(Marks())
