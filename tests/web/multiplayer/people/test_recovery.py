"""Recovery codes: their form, and their stored hashes."""

from __future__ import annotations

import re

import pytest

from hypersweep.web.multiplayer.people.recovery import CODES, code_hash, new_codes


def test_codes_hold_80_bits_and_differ() -> None:
    codes = {code for _ in range(20) for code in new_codes()}
    assert len(codes) == 20 * CODES
    # 32 signs make 5 bits each.
    assert all(re.fullmatch("(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}", code) for code in codes)
    assert len({sign for code in codes for sign in code}) == 33


@pytest.mark.parametrize(
    "typed", ["ab01-cdef-0123-wxyz", " AB01 CDEF 0123 WXYZ ", "abolcdef0123wxyz", "ABOI-CDEF-OL23-WXYZ"]
)
def test_a_code_counts_however_it_is_typed(typed: str) -> None:
    assert code_hash("p1", typed) == code_hash("p1", "AB01-CDEF-0123-WXYZ")


def test_a_hash_is_of_one_code_and_one_person() -> None:
    (code,) = new_codes(1)
    typed = (code, code[:-1], code + "2", "\ud800")
    hashes = {code_hash(person, each) for person in ("p1", "p2", "") for each in typed}
    assert len(hashes) == 12
    assert all(re.fullmatch("[0-9a-f]{64}", each) and code not in each for each in hashes)
