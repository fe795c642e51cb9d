"""Numbers and ranges as people write them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.errors import ParameterError
from hypersweep.lab.ranges import numbers_in, whole_numbers_in


@given(st.integers(0, 99), st.integers(0, 30), st.integers(1, 7))
def test_ranges_are_pythons(first: int, size: int, step: int) -> None:
    last = first + size
    assert [*whole_numbers_in(f"{first}:{last}:{step}", "--mines")] == [*range(first, last + 1, step)]
    assert [*whole_numbers_in(f"7,{first}-{last}", "--mines")] == [7, *range(first, last + 1)]


def test_decimals_are_exact() -> None:
    assert [*numbers_in("0.1:0.4:0.1", "--density")] == [Fraction(n, 10) for n in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a number, several with commas"),
        ("x", "a number, several with commas"),
        ("1,", "a number, several with commas"),
        ("-3", "a number, several with commas"),
        ("1-2-3", "a number, several with commas"),
        ("1:2", "FIRST:LAST:STEP"),
        ("1:2:0", "FIRST:LAST:STEP"),
        ("1:2:1:1", "FIRST:LAST:STEP"),
        ("3-2", "FIRST-LAST"),
        ("0.1-0.3", "whole numbers"),
        ("1.5", "whole numbers"),
        ("0-99999999", "at most 10,000"),
        ("9" * 30, "a number, several with commas"),
    ],
)
def test_others_are_refused(text: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        [*whole_numbers_in(text, "--mines")]
