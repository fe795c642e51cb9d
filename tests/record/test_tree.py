"""The tree of a record's lines: queries, edits, branches and references; its numbers follow the text."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Event, ParameterError, Record
from hypersweep.errors import ParameterTypeError, ParseError
from hypersweep.record import Branch, Variation
from hypersweep.record.tree import format_moment, lines_of, numbered, parse_moment, within
from records import annotated_records


@given(annotated_records(), st.integers(0, 2**32))
def test_lines_are_numbered_as_they_were(record: Record, seed: int) -> None:
    lines = lines_of(record.events, record.comments, record.variations)
    assert numbered(lines) == list(record.variations)
    # Those at one place stay in order; others may come in any order.
    main, *others = lines
    groups: dict[tuple[int, int], list[object]] = {}
    for line in others:
        groups.setdefault((id(line.parent), line.position), []).append(line)
    random.Random(seed).shuffle(others)
    mixed = [groups[id(line.parent), line.position].pop(0) for line in others]
    assert numbered([main, *mixed]) == list(record.variations)  # type: ignore[list-item]


@given(annotated_records())
def test_all_lines_are_within_the_main_line(record: Record) -> None:
    lines = lines_of(record.events, record.comments, record.variations)
    assert within(lines, lines[0]) == lines[1:]
    assert within(lines, lines[0], len(record.events)) == []


def lengths(record: Record) -> list[int]:
    """Return the number of events of each line."""
    return [len(record.events), *(len(own.events) for own in record.variations)]


@given(annotated_records(), st.data())
def test_what_is_cut_off_can_be_put_back(record: Record, data: st.DataObject) -> None:
    line = data.draw(st.integers(0, len(record.variations)))
    position = data.draw(st.integers(0, lengths(record)[line]))
    branch = record.branch(position, line=line)
    assert Branch.parse(branch.format()) == branch
    if line and not position:
        own = record.variations[line - 1]
        place = record.branches(own.position, own.parent).index(line) + 1
        bare = record.without_line(line)
        again = bare.with_branch(own.position, branch, line=own.parent, place=place)
    else:
        bare = record.without(position, line=line)
        again = bare.with_tail(branch, line=line)
    # The record ends with its new main line.
    ends = {"outcome": record.outcome, "milliseconds": record.milliseconds}
    assert again.replace(**ends) == record
    if branch.events:
        assert sum(lengths(bare)) == sum(lengths(record)) - len(branch.events) - sum(
            len(own.events) for own in branch.variations
        )


@given(annotated_records())
def test_a_branch_is_what_stands_in_the_text(record: Record) -> None:
    text = record.format()
    body = text[text.index("\n\n") + 2 : text.rindex("\n", 0, -1) + 1]
    branch = Branch(record.events, comments=record.comments, variations=record.variations)
    assert branch.format() == body
    assert Branch.parse(body) == branch


@pytest.mark.parametrize("text", ["0 flag 0 1: 1", "(\n", ")\n", "(\n)\n# late\n", "0 end: won\n", "x\n", "\n"])
def test_what_is_no_branch_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        Branch.parse(text)


def test_a_branch_is_a_branch() -> None:
    with pytest.raises(ParameterTypeError, match="expected a Branch"):
        Record("3x4", 2, seed=7).with_tail("0 flag 0 1: 1")  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError, match="expected a branch as text"):
        Branch.parse(b"")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    ["", "1.", ".1", "1.1", "1.0.1", "01", "1.01.1", "-1", "1..1", "1.2.3.4", " 1", "\u0661", "9" * 16, "1.1." * 9],
)
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="expected a moment"):
        parse_moment(text)


def test_a_name_is_text() -> None:
    with pytest.raises(ParameterTypeError, match="expected a moment name"):
        parse_moment(12)  # type: ignore[arg-type]


@given(annotated_records())
def test_every_moment_has_a_name_of_its_own(record: Record) -> None:
    names = set()
    lengths = [len(record.events), *(len(own.events) for own in record.variations)]
    for line, length in enumerate(lengths):
        for position in range(length + 1):
            name = record.moment(position, line=line)
            assert record.find(name) == (line, position)
            assert format_moment(parse_moment(name)) == name
            names.add(name)
    assert len(names) == sum(lengths) + len(lengths)
    for name in (str(lengths[0] + 1), f"0.{len(record.branches(0)) + 1}.0"):
        with pytest.raises(ParameterError, match="expected a moment of the record"):
            record.find(name)


RECORD = Record(
    "3x4",
    2,
    seed=7,
    events=[Event(0, "flag", (2, 3), 1), Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1)],
    comments={0: "A short game.", 3: "The corner was better.\n"},
    variations=[Variation(3, [Event(950, "flag", (1, 2), 1)])],
)


def test_side_lines_are_put_in_the_order_of_the_text() -> None:
    events = [Event(0, "open", (0, 0), 6)]
    lines = [Variation(1, events), Variation(0, events, parent=1), Variation(0, []), Variation(1, [], parent=1)]
    record = Record("3x4", 2, seed=7, events=events, variations=lines)
    assert [(own.parent, own.position, len(own.events)) for own in record.variations] == [
        (0, 0, 0),
        (0, 1, 1),
        (2, 0, 1),
        (2, 1, 0),
    ]
    assert Record.parse(record.format()) == record
    assert record.branches(1, 2) == (4,)
    assert record.line(3) == (*events, *events)


def test_comments_and_side_lines_go_with_their_events() -> None:
    assert RECORD.replace(tags={"player": "Ann"}).variations == RECORD.variations
    bare = RECORD.replace(events=RECORD.events[:1])
    assert (bare.comments, bare.variations) == ({}, ())
    kept = RECORD.replace(events=RECORD.events[:1], comments={1: "late"})
    assert (kept.comments, kept.variations) == ({1: "late"}, ())
    assert RECORD.with_comment(0, "").comments == {3: "The corner was better.\n"}


def test_lines_are_added_where_they_leave() -> None:
    more = RECORD.with_variation(2, [Event(800, "flag", (0, 3), 1)], comments={0: "what if"})
    assert (more.branches(2), more.branches(3), more.branches(0)) == ((1,), (2,), ())
    deep = more.with_variation(1, [Event(850, "flag", (0, 3), 1)], line=1)
    assert deep.branches(1, 1) == (2,)
    assert deep.line(2) == (*RECORD.events[:2], Event(800, "flag", (0, 3), 1), Event(850, "flag", (0, 3), 1))
    assert deep.line(0) == RECORD.events
    assert deep.with_comment(1, "late", line=2).variations[1].comments == {1: "late"}
    assert deep.with_comment(0, "", line=1).variations[0].comments == {}
    deep.verify()
    assert len(RECORD.variations) == 1
    with pytest.raises(ParameterError, match="branch off from line 1 after 0 to 1 events, got 2"):
        deep.with_variation(2, [], line=1)
    with pytest.raises(ParameterError, match="place of a comment from 0 to 1, got 2"):
        deep.with_comment(2, "x", line=1)


def test_a_line_goes_on() -> None:
    more = RECORD.with_events([Event(950, "open", (2, 2), 1)])
    assert more.events == (*RECORD.events, Event(950, "open", (2, 2), 1))
    assert (more.comments, more.variations, more.milliseconds) == (RECORD.comments, RECORD.variations, 950)
    tail = Branch([Event(950, "open", (2, 2), 1)], comments={0: "before", 1: "after"})
    assert RECORD.with_tail(tail).comments == {0: "A short game.", 3: "The corner was better.\n\nbefore", 4: "after"}
    deep = RECORD.with_tail(Branch([], variations=[Variation(0, [])]), line=1)
    assert (deep.branches(1, 1), deep.variations[1].events) == ((2,), ())


def test_a_line_ends_sooner() -> None:
    bare = RECORD.without(2)
    assert (len(bare.events), bare.variations, bare.comments) == (2, (), {0: "A short game."})
    assert RECORD.without(3) == RECORD
    assert RECORD.without(0, line=1).variations == (Variation(3, []),)
    assert RECORD.without_line(1).variations == ()
    with pytest.raises(ParameterError, match="position from 0 to 3, got 4"):
        RECORD.without(4)
    for line in (0, 2):
        with pytest.raises(ParameterError, match="number of a side line from 1 to 1"):
            RECORD.without_line(line)


def test_a_side_line_takes_a_place_among_others() -> None:
    one, other = Branch([Event(950, "flag", (0, 3), 1)]), Branch([Event(950, "flag", (0, 2), 1)])
    more = RECORD.with_branch(3, one, place=1).with_branch(3, other)
    assert [own.events[0].cell for own in more.variations] == [(0, 3), (1, 2), (0, 2)]
    for place in (0, 3):
        with pytest.raises(ParameterError, match="place of a side line from 1 to 2"):
            RECORD.with_branch(3, one, place=place)


def test_a_side_line_of_nothing_is_not_promoted() -> None:
    with pytest.raises(ParameterError, match="number of a side line from 1 to 1"):
        RECORD.promoted(0)
    with pytest.raises(ParameterError, match="side line 1 is empty"):
        RECORD.without(0, line=1).promoted(1)


def test_a_side_line_where_its_parent_ends_is_its_end() -> None:
    record = RECORD.with_variation(0, [Event(960, "open", (2, 2), 1)], line=1, comments={0: "why", 1: "so"})
    up = record.promoted(1)
    assert up.events == (*RECORD.events, Event(950, "flag", (1, 2), 1))
    # The other one still leaves before its first event.
    assert [(own.parent, own.position, len(own.events)) for own in up.variations] == [(0, 3, 0), (1, 0, 1)]
    assert RECORD.promoted(1).variations == ()


@given(annotated_records(), st.data())
def test_promoting_again_gives_the_record_again(record: Record, data: st.DataObject) -> None:
    bare = [Variation(own.position, own.events, parent=own.parent) for own in record.variations]
    record = record.replace(variations=bare)
    lines = [
        number
        for number, own in enumerate(record.variations, 1)
        if own.events and own.position < len(record.variations[own.parent - 1].events if own.parent else record.events)
    ]
    if not lines:
        return
    line = data.draw(st.sampled_from(lines))
    own = record.variations[line - 1]
    up = record.promoted(line)
    assert up.line(own.parent)[: len(record.line(line))] == record.line(line)
    slot = up.find(record.moment(0, line=line))[0]
    assert up.line(slot) == record.line(own.parent)
    ends = {"outcome": record.outcome, "milliseconds": record.milliseconds}
    assert up.promoted(slot).replace(**ends) == record
    up.verify()
