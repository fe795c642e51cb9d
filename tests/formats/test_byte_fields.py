"""Reading the bytes of a file, one field after another."""

from __future__ import annotations

from typing import Any

import pytest

from hypersweep import ParameterError, ParameterTypeError, ParseError
from hypersweep.formats.byte_fields import (
    ByteReader,
    bytes_of,
    characters_of,
    check_encoding,
    name_of,
    number_of,
    numbered_of,
)


def test_fields_come_one_after_the_other() -> None:
    source = ByteReader(bytearray(b"\x01\x02\x03abc\0z"), "a file")
    assert source.whole(1, "a version") == 1
    assert source.whole(2, "mines") == 0x0203
    assert source.until(b"\0", "a name") == b"abc"
    assert (source.place, source.left) == (7, 1)
    source.expect(b"z", "an end")
    assert source.left == 0


def test_numbers_may_have_their_least_byte_first() -> None:
    assert ByteReader(b"\x01\x02", "a file", "little").whole(2, "mines") == 0x0201


def test_what_is_missing_is_told_with_its_place_and_nothing_is_taken() -> None:
    source = ByteReader(b"\x01\x02", "a file")
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
    [({"least": 3}, "of 3 or more"), ({"most": 1}, "from 0 to 1"), ({"least": 3, "most": 9}, "from 3 to 9")],
)
def test_numbers_out_of_bounds_are_refused(bounds: dict[str, int], said: str) -> None:
    with pytest.raises(ParseError, match=f"expected a width {said} at byte 0 of a file, got 2"):
        ByteReader(b"\x02", "a file").whole(1, "a width", **bounds)


@pytest.mark.parametrize("odd", ["text", None, 7, [1]])
def test_only_bytes_are_read(odd: Any) -> None:
    with pytest.raises(ParameterTypeError, match="expected a file as bytes"):
        ByteReader(odd, "a file")


WHAT = "a file"


def test_what_is_kept_is_found() -> None:
    assert bytes_of({"gap": "0aff"}, "gap", WHAT) == b"\n\xff"
    assert bytes_of({}, "gap", WHAT) == b""
    assert characters_of({"text": "\0\xff"}, "text", WHAT) == b"\0\xff"
    assert number_of({"level": "12"}, "level", 3, 12, WHAT) == 12
    assert numbered_of({"codes": "0:1 3:22"}, "codes", 3, WHAT, str.isdigit) == {0: "1", 3: "22"}
    assert numbered_of({}, "codes", 3, WHAT, str.isdigit) == {}


@pytest.mark.parametrize("text", ["0", "zz", "é"])
def test_other_digits_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="expected hexadecimal digits for 'gap' of a file, got "):
        bytes_of({"gap": text}, "gap", WHAT)


def test_another_number_of_bytes_is_refused() -> None:
    with pytest.raises(ParameterError, match="expected 2 bytes for 'gap' of a file, got 1"):
        bytes_of({"gap": "00"}, "gap", WHAT, 2)


def test_characters_that_are_no_bytes_are_refused() -> None:
    with pytest.raises(ParameterError, match="Latin-1 characters in 'text' of a file"):
        characters_of({"text": "☃"}, "text", WHAT)


@pytest.mark.parametrize("text", ["", "2", "13", "012", "x", "-3", "٣", "9" * 5000])
def test_texts_of_numbers_out_of_bounds_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="expected 3 to 12 for 'level' of a file"):
        number_of({"level": text}, "level", 3, 12, WHAT)


@pytest.mark.parametrize("text", ["1", "1:", ":1", "4:1", "2:1 1:1", "1:1 1:1", "1:x", "x:1", "٣:1", "9" * 5000 + ":1"])
def test_pairs_of_no_event_or_out_of_order_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="expected events from 0 to 3 in order"):
        numbered_of({"codes": text}, "codes", 3, WHAT, str.isdigit)


@pytest.mark.parametrize("encoding", ["cp12500", "", "rot13", "hex", "undefined", "a\0b"])
def test_other_encodings_are_refused(encoding: str) -> None:
    with pytest.raises(ParameterError, match="expected a text encoding such as"):
        check_encoding(encoding)
    with pytest.raises(ParameterTypeError):
        check_encoding(7)  # type: ignore[arg-type]


@pytest.mark.parametrize("encoding", [None, "cp1250", "gbk", "idna", "utf-16", "punycode", "raw_unicode_escape"])
@pytest.mark.parametrize("name", [b"", b"Ann", b"\xff", b"Ja\xf1ska", b"\\ud800\xff", bytes(range(0x20, 256))])
def test_every_name_is_text(name: bytes, encoding: str | None) -> None:
    text = name_of(name, encoding)
    assert text.encode().decode() == text
    if name.isascii():
        assert text == name.decode()
