"""JSON of records: what is left out, and what is refused beyond the shape of the text."""

from __future__ import annotations

from typing import Any

import pytest

from hypersweep import Event, ParseError, Record
from hypersweep.formats import decode, encode

RECORD = Record("3x4", 2, seed=2**64 - 1, events=[Event(0, "flag", (0, 0), 1), Event(0, "hint", level=2)])
DOCUMENT = encode(RECORD)


def test_what_a_record_has_not_is_left_out() -> None:
    assert {"layout", "tags", "comments", "variations"}.isdisjoint(DOCUMENT)
    assert DOCUMENT["seed"] == str(2**64 - 1)
    assert DOCUMENT["events"] == [
        {"milliseconds": 0, "kind": "flag", "cell": [0, 0], "changed": 1},
        {"milliseconds": 0, "kind": "hint", "level": 2},
    ]
    assert decode(DOCUMENT) == RECORD


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 7}, "seed: expected a whole number as text of at most 20 digits, got 7"),
        ({"seed": "9" * 20}, "expected seed of 0 to"),
        ({"mines": 13}, "expected"),
        ({"tags": {"Player": "Ann"}}, "expected the name of a tag in lowercase letters"),
        ({"comments": {"3": "x"}}, "expected place of a comment of 0 to 2, got 3"),
        ({"comments": {"03": "x"}}, "comments.03: expected a whole number as text"),
        ({"variations": [{"parent": 1, "position": 0, "events": []}]}, "leave a line before it, 0 to 0, got 1"),
        ({"variations": [{"parent": 0, "position": 3, "events": []}]}, "after 0 to 2 events, got 3"),
        ({"events": [{"milliseconds": 0, "kind": "open"}]}, r"events\[0\]: expected a cell for 'open', got None"),
        ({"events": [{"milliseconds": 0, "kind": "opne", "cell": [0]}]}, r"events\[0\].kind: expected 'open' or"),
        ({"events": [{"milliseconds": 10**15, "kind": "undo"}]}, r"events\[0\].milliseconds: expected"),
        ({"events": [{"milliseconds": 0, "kind": "undo", "level": 1}]}, r"events\[0\]: expected no level for 'undo'"),
    ],
)
def test_what_no_record_can_have_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ParseError, match=message):
        decode({**DOCUMENT, **change})
