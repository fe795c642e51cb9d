"""Lines while they are being changed: nothing is lost, and they are numbered in the order of the text."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from hypersweep.record import Record
from hypersweep.record.lines import lines_of, numbered, within
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
