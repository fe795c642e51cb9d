"""Bytes of a file, one field after the other."""

from __future__ import annotations

from typing import Any

import pytest

from hypersweep import ParameterTypeError, ParseError
from hypersweep.formats.byte_reader import Source


def test_fields_come_one_after_the_other() -> None:
    source = Source(bytearray(b"\x01\x02\x03abc\0z"), "a file")
    assert source.whole(1, "a version") == 1
    assert source.whole(2, "mines") == 0x0203
    assert source.until(b"\0", "a name") == b"abc"
    assert (source.place, source.left) == (7, 1)
    source.expect(b"z", "an end")
    assert source.left == 0


def test_numbers_may_have_their_least_byte_first() -> None:
    assert Source(b"\x01\x02", "a file", "little").whole(2, "mines") == 0x0201


def test_what_is_missing_is_told_with_its_place_and_nothing_is_taken() -> None:
    source = Source(b"\x01\x02", "a file")
    source.take(1, "a version")
    with pytest.raises(ParseError, match="expected 2 bytes of mines at byte 1 of a file, got 1") as caught:
        source.whole(2, "mines")
    assert (caught.value.position, source.place) == (1, 1)
    with pytest.raises(ParseError, match=r"expected a name that ends with b'.x00' at byte 1 of a file"):
        source.until(b"\0", "a name")
    with pytest.raises(ParseError, match=r"expected a sign at byte 1 of a file, got binary data \(02\)"):
        source.expect(b"\x07", "a sign")
    assert source.place == 1


@pytest.mark.parametrize(
    ("bounds", "said"),
    [({"least": 3}, "of 3 or more"), ({"most": 1}, "of 0 to 1"), ({"least": 3, "most": 9}, "of 3 to 9")],
)
def test_numbers_out_of_bounds_are_refused(bounds: dict[str, int], said: str) -> None:
    with pytest.raises(ParseError, match=f"expected a width {said} at byte 0 of a file, got 2"):
        Source(b"\x02", "a file").whole(1, "a width", **bounds)


@pytest.mark.parametrize("odd", ["text", None, 7, [1]])
def test_only_bytes_are_read(odd: Any) -> None:
    with pytest.raises(ParameterTypeError, match="expected the bytes of a file"):
        Source(odd, "a file")
