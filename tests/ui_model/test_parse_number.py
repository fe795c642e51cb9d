from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.errors import ParameterError
from hypersweep.ui_model.parse_number import decimal_number, seconds_number, whole_number


@given(st.integers(-(10**20) + 1, 10**20 - 1))
def test_whole_numbers_are_read(number: int) -> None:
    assert whole_number(str(number), "--n") == number


def test_numbers_are_within_their_limits() -> None:
    assert whole_number("7", "--n", least=7) == 7
    for text in ("", "-1", "6", "seven", "1" * 21, "٣", "7.0", " 7"):
        with pytest.raises(ParameterError, match="expected a whole number of 7 or more for --n, got"):
            whole_number(text, "--n", least=7)
    for text in ("", "-", "--1", "1" * 21, "²"):
        with pytest.raises(ParameterError, match="expected a whole number for --n, got"):
            whole_number(text, "--n")
    assert seconds_number("0.5", "--s") == 0.5
    for text in ("", "-1", "nan", "inf", "1e10", "soon"):
        with pytest.raises(ParameterError, match="expected a number of seconds for --s, got"):
            seconds_number(text, "--s")


@given(st.text())
def test_any_text_is_a_number_or_refused(text: str) -> None:
    try:
        assert whole_number(text, "--n", least=1) >= 1
    except ParameterError as error:
        assert str(error).startswith("expected a whole number of 1 or more for --n, got")
    try:
        assert 1 <= decimal_number(text, "--n", "a number", least=1, most=9) <= 9
    except ParameterError as error:
        assert str(error).startswith("expected a number for --n, got")
