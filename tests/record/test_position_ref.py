"""Names of positions: their form, and that every position of a record has a unique one."""

from __future__ import annotations

import pytest
from hypothesis import given

from hypersweep.errors import ParameterError, ParameterTypeError, ParseError
from hypersweep.record import Record
from hypersweep.record.position_ref import format_moment, parse_moment
from records import annotated_records


@pytest.mark.parametrize(
    "text",
    ["", "1.", ".1", "1.1", "1.0.1", "01", "1.01.1", "-1", "1..1", "1.2.3.4", " 1", "\u0661", "9" * 16, "1.1." * 9],
)
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="expected a moment"):
        parse_moment(text)


def test_a_name_is_text() -> None:
    with pytest.raises(ParameterTypeError, match="expected the name of a moment"):
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
