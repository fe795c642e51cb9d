"""Fields of a file saved with the replay, for its writer."""

from __future__ import annotations

import pytest

from hypersweep import ParameterError
from hypersweep.formats.raw_fields import bytes_of, characters_of, number_of, numbered_of

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
    with pytest.raises(ParameterError, match="characters that stand for bytes in 'text' of a file"):
        characters_of({"text": "☃"}, "text", WHAT)


@pytest.mark.parametrize("text", ["", "2", "13", "012", "x", "-3", "٣", "9" * 5000])
def test_numbers_out_of_bounds_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="expected 3 to 12 for 'level' of a file"):
        number_of({"level": text}, "level", 3, 12, WHAT)


@pytest.mark.parametrize("text", ["1", "1:", ":1", "4:1", "2:1 1:1", "1:1 1:1", "1:x", "x:1", "٣:1", "9" * 5000 + ":1"])
def test_pairs_of_no_event_or_out_of_order_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="expected events of 0 to 3 in order"):
        numbered_of({"codes": text}, "codes", 3, WHAT, str.isdigit)
