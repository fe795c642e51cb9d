"""Events and side lines: their fields, their text, and what they don't accept."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import (
    Event,
    Game,
    HypersweepError,
    Layout,
    Outcome,
    ParameterError,
    ParameterTypeError,
    ParseError,
    Record,
    RecordError,
    RecordWarning,
)
from hypersweep.moves import KINDS as MOVES
from hypersweep.record import Replay, Variation
from hypersweep.record.event import KINDS, KNOWN, LAYERS, MARKS, MOST_MILLISECONDS, GameCounters, event_reader
from played import Step, played
from records import Judge, annotated, annotated_records, random_record
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
    changed = 0 if kind in MARKS else draw(st.integers(0, 10**19 - 1))
    can_end = kind not in (*MARKS, "undo") and changed > 0
    return Event(
        draw(st.integers(0, MOST_MILLISECONDS)),
        kind,
        draw(st.lists(st.integers(0, 10**19 - 1), min_size=1, max_size=6)) if kind in (*MOVES, *LAYERS) else None,
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
    assert str(caught.value).startswith(("expected ", "only a move "))


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


RECORD = Record(
    "3x4",
    2,
    seed=7,
    events=[Event(0, "flag", (2, 3), 1), Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1)],
    comments={0: "A short game.", 3: "The corner was better.\n"},
    variations=[
        Variation(
            2, [Event(800, "open", (2, 2), 1, Outcome.LOST), Event(800, "undo", changed=1)], comments={1: "ouch"}
        ),
        Variation(2, [Event(850, "flag", (1, 2), 1)], parent=1, comments={0: "what if"}),
        Variation(3, [Event(950, "flag", (1, 2), 1)]),
    ],
)
TEXT = """\
hypersweep-record: 2
board: 3x4
mines: 2
rules: classic
seed: 7

# A short game.
0 flag 2 3: 1
0 open 0 0: 6
(
800 open 2 2: 1 lost
# ouch
800 undo: 1
(
# what if
850 flag 1 2: 1
)
)
900 flag 1 2: 1
# The corner was better.
#
(
950 flag 1 2: 1
)
900 end: ongoing
"""


def test_the_text_form() -> None:
    assert RECORD.format() == TEXT
    assert Record.parse(TEXT) == RECORD
    assert repr(RECORD).endswith("ongoing, 3 side lines>")


@given(annotated_records())
def test_text_gives_the_same_record_back(record: Record) -> None:
    text = record.format()
    found = Record.parse(text)
    assert found == record
    assert hash(found) == hash(record)
    assert found.format() == text
    assert Record.parse(("\ufeff" + text.replace("\n", "\r\n")).encode()) == record
    for same in (pickle.loads(pickle.dumps(record)), copy.copy(record), copy.deepcopy(record), record.replace()):
        assert same == record
        assert hash(same) == hash(record)


@given(st.dictionaries(st.integers(0, 3), st.text()), st.text())
def test_comments_of_any_text_come_back(comments: dict[int, str], inner: str) -> None:
    record = RECORD.replace(comments=comments).with_comment(1, inner, line=2)
    found = Record.parse(record.format())
    assert found == record
    assert found.comments == {place: text for place, text in comments.items() if text}
    assert found.variations[1].comments.get(1, "") == inner


def test_a_record_without_them_is_written_as_ever() -> None:
    record = RECORD.replace(comments={}, variations=())
    assert record.format().startswith("hypersweep-record: 1\n")
    # Texts of old writers are read to the byte, and refused as before.
    assert Record.parse(record.format().replace("record: 1", "record: 2")) == record
    for line in ("# a comment", "(", ")"):
        with pytest.raises(ParseError, match="line 7: expected an event such as"):
            Record.parse(record.format().replace("0 flag", f"{line}\n0 flag"))


@given(annotated_records())
def test_side_lines_can_be_and_are_what_the_judge_says(record: Record) -> None:
    record.verify()
    for number in range(1, len(record.variations) + 1):
        line = record.line(number)
        assert Judge(record.replace(events=line, outcome=None, milliseconds=None)).verdict() is None
        replay = record.replay(number)
        assert tuple(replay.events) == line
        assert len(list(replay)) == len(line)
        replay.check_end()


@given(annotated_records(), st.integers(0, 2**32))
def test_a_replay_changes_over_from_any_line_to_any(record: Record, seed: int) -> None:
    chance = random.Random(seed)
    replay = record.replay()
    for _ in range(10):
        number = chance.randint(0, len(record.variations))
        before = tuple(replay.events)
        position = replay.position
        replay.follow(number)
        assert replay.line == number
        assert tuple(replay.events) == record.line(number)
        assert replay.position <= position
        # The common beginning stays played, unless the board depends on the difference.
        assert before[: replay.position] == tuple(replay.events[: replay.position])
        replay.seek(chance.randint(0, len(replay)))
        fresh = record.replay(number)
        fresh.seek(replay.position)
        assert fresh.game.view == replay.game.view
        assert (fresh.is_paused, fresh.can_undo, fresh.can_redo) == (replay.is_paused, replay.can_undo, replay.can_redo)


@given(annotated_records())
def test_replays_are_copied_and_pickled_where_they_stand(record: Record) -> None:
    replay = record.replay(len(record.variations))
    replay.seek(len(replay) // 2)
    for same in (copy.copy(replay), copy.deepcopy(replay), pickle.loads(pickle.dumps(replay))):
        assert (same.line, same.position, same.game.view) == (replay.line, replay.position, replay.game.view)
        assert same.record == record
        assert same != replay
        same.seek(len(same))
        assert replay.position == len(replay) // 2


def test_a_pickled_replay_that_cannot_be_is_refused() -> None:
    held: Any = Replay(RECORD).__reduce__()
    make, (record, line, _) = held
    for wrong, error in (
        ((record, 9, 0), ParameterError),
        ((record, line, 9), ParameterError),
        (("x", 0, 0), TypeError),
    ):
        with pytest.raises(error):
            make(*wrong)


def test_another_first_open_leads_to_another_board() -> None:
    record = RECORD.replace(events=[Event(0, "open", (0, 0), 6)])
    first = record.layout
    assert first is not None
    cell = next(iter(first.mine_cells()))
    game = Game("3x4", 2, seed=7)
    change = game.open(cell)
    other = game.layout
    record = record.with_variation(0, [Event.of(0, "open", cell, change)])
    record.verify()
    replay = record.replay()
    for line, layout in ((0, first), (1, other), (0, first), (1, other)):
        replay.follow(line)
        replay.seek(1)
        assert replay.game.layout == layout
    with pytest.raises(RecordError, match="expected the layout determined by seed and first open") as caught:
        record.replace(layout=first).verify()
    assert (caught.value.line, caught.value.position) == (1, 0)


def test_what_a_side_line_cannot_be_is_told_with_its_line() -> None:
    record = RECORD.with_variation(2, [Event(950, "flag", (0, 3), 1), Event(960, "open", (0, 1), 1)])
    assert record.branches(2) == (1, 3)
    with pytest.raises(RecordError, match="expected the effect 0 in side line 3, at event 4, got 960 open") as caught:
        record.verify()
    assert (caught.value.line, caught.value.position, caught.value.event) == (3, 3, Event(960, "open", (0, 1), 1))
    replay = record.replay(3)
    replay.seek(caught.value.position)
    with pytest.raises(RecordError):
        replay.step()


# Called with invalid arguments.
LINE: Any = Variation


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: LINE(-1, []), "position of a side line of 0 or more, got -1"),
        (lambda: LINE(0, "open"), "expected events, got 'open'"),
        (lambda: LINE(0, [3]), "expected events, got 3"),
        (lambda: LINE(0, [], parent=True), "whole number for parent of a side line, got True"),
        (lambda: LINE(0, [], comments={1: "x"}), "expected place of a comment from 0 to 0, got 1"),
        (lambda: LINE(0, [], comments={0: 3}), "expected text for a comment, got 3"),
        (lambda: LINE(0, [], comments="x"), "expected a mapping of comments, got 'x'"),
        (lambda: RECORD.replace(comments={4: "x"}), "expected place of a comment from 0 to 3, got 4"),
        (lambda: RECORD.replace(variations=[LINE(4, [])]), "branch off from line 0 after 0 to 3 events, got 4"),
        (
            lambda: RECORD.replace(variations=[LINE(0, [], parent=1)]),
            "must branch off from an earlier line, 0 to 0, got 1",
        ),
        (lambda: RECORD.replace(variations=[3]), "expected side lines, got 3"),
        (lambda: RECORD.replace(variations="x"), "expected side lines, got 'x'"),
        (lambda: RECORD.with_variation(0, [], line=4), "expected line from 0 to 3, got 4"),
        (lambda: RECORD.replay(4), "expected line from 0 to 3, got 4"),
        (lambda: RECORD.line(-1), "expected line from 0 to 3, got -1"),
    ],
)
def test_what_cannot_be_is_refused(make: Any, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        make()
    assert issubclass(ParameterTypeError, ParameterError)


def test_variations_are_values() -> None:
    variation = RECORD.variations[0]
    for same in (copy.copy(variation), copy.deepcopy(variation), pickle.loads(pickle.dumps(variation))):
        assert same == variation
        assert hash(same) == hash(variation)
    assert variation != RECORD.variations[1]
    assert variation != 3  # type: ignore[comparison-overlap]
    for name in ("events", "position", "new"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(variation, name, 1)
        with pytest.raises((AttributeError, TypeError)):
            delattr(variation, name)
    with pytest.raises(TypeError):
        variation.comments[0] = "x"  # type: ignore[index]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("# ouch", "#ouch"), "line 12: expected a comment such as '# a guess', got '#ouch'"),
        (("# ouch", "# o\\x"), "line 12: expected an escape"),
        ((")\n900 flag", ")\n# late\n900 flag"), "line 19: expected an event before its comment"),
        (("(\n800", "((\n800"), "line 10: expected '\\(' or '\\)' alone on its line, got '\\(\\('"),
        (("0 flag 2", ")\n0 flag 2"), "line 8: expected '\\(' before it"),
        ((")\n900 end", "900 end"), "line 24: expected '\\)' for every '\\(' before the end"),
        (("(\n950", "900 end: ongoing\n(\n950"), "line 22: expected nothing after the end, got '\\('"),
        (("800 open", "8OO open"), "line 11: expected an event such as"),
    ],
)
def test_mistakes_are_named_with_their_line(change: tuple[str, str], message: str) -> None:
    assert change[0] in TEXT
    with pytest.raises(ParseError, match=message):
        Record.parse(TEXT.replace(*change))


def test_a_cut_at_every_byte_is_read_up_to_there() -> None:
    head = TEXT.index("\n\n") + 2
    lines = ["", *(line for line in TEXT[head:].split("\n"))]
    for cut in range(head, len(TEXT) - 1):
        piece = TEXT[:cut]
        record = Record.parse(piece, is_cut_fine=True)
        if "end" not in piece:
            with pytest.warns(RecordWarning, match="cut off"):
                Record.parse(piece)
        whole = piece[head:].count("\n")
        events = [line for line in lines[1 : whole + 1] if line[:1].isdigit()]
        assert len(record.events) + sum(len(own.events) for own in record.variations) == len(events)
        record.verify()


FORMS = [annotated(random_record(seed, 8), random.Random(seed), 4).format() for seed in range(30)]


@pytest.mark.slow
@given(near_misses(FORMS))
def test_what_is_accepted_crashes_nothing(text: str) -> None:
    try:
        record = Record.parse(text, is_cut_fine=True, max_cells=10**6)
    except HypersweepError as error:
        assert isinstance(error, ParseError), error
        return
    assert Record.parse(record.format(), is_cut_fine=True) == record
    assert pickle.loads(pickle.dumps(record)) == record
    try:
        record.verify()
    except RecordError as error:
        replay = record.replay(error.line)
        replay.seek(error.position)


@pytest.mark.nightly
def test_side_lines_within_side_lines_have_no_depth_that_is_too_much() -> None:
    depth = 20_000
    lines = [Variation(0, [Event(0, "hint")], parent=number) for number in range(depth)]
    record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)], variations=lines)
    found = Record.parse(record.format())
    assert found == record
    assert hash(found) == hash(record)
    assert pickle.loads(pickle.dumps(record)) == copy.deepcopy(record) == record
    record.verify()
    replay = record.replay(depth)
    assert len(replay) == 1
    replay.follow(0)
    assert replay.step().opened == 6


LAYOUT = Layout("3x4", [(0, 3), (2, 3)])
STEPS: list[Step] = [
    (0, "open", (0, 0)),
    (900, "hint"),
    (1000, "flag", (0, 3)),
    (2000, "open", (2, 3)),
    (2500, "undo"),
    (3000, "redo"),
    (3500, "undo"),
    (4000, "open", (1, 3)),
]


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, (0, 0, True)), (1, (0, 0, True)), (2, (0, 1, False)), *((count, (1, 1, False)) for count in (4, 5, 6, 8))],
)
def test_a_loss_counts_once_however_often_it_is_taken_back(count: int, expected: tuple[int, int, bool]) -> None:
    tally = GameCounters.of(played(LAYOUT, STEPS[:count]))
    assert (tally.deaths, tally.hints, tally.is_ranked) == expected


@pytest.mark.parametrize("kind", ["undo", "redo", "hint"])
def test_what_takes_a_game_out_of_the_ranking(kind: str) -> None:
    steps: list[Step] = [(0, "open", (0, 0)), (1, "flag", (0, 3)), (2, "undo"), (3, "redo")]
    tally = GameCounters()
    for event in played(LAYOUT, steps[:2]).events:
        tally.add(event)
    assert tally.is_ranked
    tally.add(Event(900, "hint", level=1) if kind == "hint" else played(LAYOUT, steps).events[2 + (kind == "redo")])
    assert not tally.is_ranked
    assert tally.unranked_by == {"hint" if kind == "hint" else "undo"}


@given(st.lists(st.integers(1, 3), max_size=12))
def test_levels_of_one_hint_count_once(levels: list[int]) -> None:
    tally = GameCounters()
    for when, level in enumerate(levels):
        tally.add(Event.parse(f"{when} hint {level}"))
    assert tally.hints == levels.count(1)


def test_a_board_that_the_player_may_know_is_never_ranked() -> None:
    plain = played(LAYOUT, STEPS[:1])
    known = Record(plain.grid, rules=plain.rules, layout=LAYOUT, events=plain.events, tags={KNOWN: "yes"})
    unknown = Record(plain.grid, rules=plain.rules, layout=LAYOUT, events=plain.events, tags={KNOWN: "no"})
    assert [GameCounters.of(record).is_ranked for record in (plain, known, unknown)] == [True, False, True]


def test_a_game_that_its_first_open_wins_is_a_walkover() -> None:
    flagged, opened = Event(0, "flag", (0, 0), 1), Event(0, "open", (0, 1), 2, Outcome.WON)
    undone, redone = Event(0, "undo", None, 2), Event(0, "redo", None, 2, Outcome.WON)
    for events, expected in (
        ([opened], True),
        ([flagged, Event(0, "open", (0, 0)), opened], True),
        ([opened, undone], False),
        ([opened, undone, redone], False),
        ([Event(0, "open", (0, 0), 1), Event(900, "open", (0, 1), 1, Outcome.WON)], False),
        ([Event(0, "open", (0, 0), 1, Outcome.LOST)], False),
    ):
        tally = GameCounters()
        for event in events:
            tally.add(event)
        assert tally.is_walkover is expected, events
        assert not (tally.is_walkover and tally.is_ranked)
