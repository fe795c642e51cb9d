"""A room's journal entries as bytes: old journals stay readable forever."""

from __future__ import annotations

import msgspec
import pytest

from hypersweep.web.multiplayer.rooms.entries import (
    KINDS,
    Begun,
    Counted,
    Edited,
    Entered,
    Entry,
    GivenUp,
    Moved,
    Readied,
    Renewed,
    decode,
    encode,
)

# The numbers in journals: none may ever change its meaning.
KEPT = [
    (Entered(3, "person", "Zoë", False), [0, 3, "person", "Zoë", False]),
    (Moved(3, 1, 2, 0, 1 << 40, 950, 40), [1, 3, 1, 2, 0, 1 << 40, 950, 40]),
    (Readied(3, 1, True), [2, 3, 1, True]),
    (Counted(3, 3000, "17"), [3, 3, 3000, "17"]),
    (Begun(3, 5, [0, 40]), [4, 3, 5, [0, 40]]),
    (GivenUp(3, 2, 950), [5, 3, 2, 950]),
    (Renewed(3, "17"), [6, 3, "17"]),
    (Edited(3, 1, 2, b'{"do":"undo"}'), [7, 3, 1, 2, b'{"do":"undo"}']),
]


@pytest.mark.parametrize(("entry", "values"), KEPT, ids=lambda value: type(value).__name__)
def test_an_entry_is_a_number_and_its_values_and_is_read_again(entry: Entry, values: list[object]) -> None:
    kept = encode(entry)
    assert msgspec.msgpack.decode(kept) == values
    assert decode(kept) == entry


@pytest.mark.parametrize(
    ("values", "entry"),
    [
        ([0, 3, "person", "Ann"], Entered(3, "person", "Ann", True)),
        ([1, 3, 1, 2, 0, 7, 950], Moved(3, 1, 2, 0, 7, 950, 0)),
        ([3, 3, 3000], Counted(3, 3000, "")),
    ],
)
def test_what_was_left_out_is_the_usual(values: list[object], entry: Entry) -> None:
    assert decode(msgspec.msgpack.encode(values)) == entry


@pytest.mark.parametrize("values", [[], [8, 3], [2, 3, 1], [2, 3, 1, "yes"], [5, 3, None, 1], {"at": 3}, 17])
def test_what_is_no_entry_is_refused(values: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode(msgspec.msgpack.encode(values))


def test_half_an_entry_is_refused() -> None:
    kept = encode(Moved(3, 1, 2, 0, 17, 950))
    for end in range(len(kept)):
        with pytest.raises(msgspec.DecodeError):
            decode(kept[:end])


def test_the_numbers_of_moves_stay() -> None:
    assert KINDS == ("open", "flag", "chord")
