"""Branches: cut off from a record and put back, as values and as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.errors import ParameterTypeError, ParseError
from hypersweep.record import Branch, Record
from records import annotated_records


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
    with pytest.raises(ParameterTypeError, match="expected the text of a branch"):
        Branch.parse(b"")  # type: ignore[arg-type]
