"""Checks of arguments: true whole numbers, short messages, similar names."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import ParameterError, ParameterTypeError
from hypersweep.validation import suggest, truncate, whole_number


@given(st.integers(), st.integers(-5, 5), st.none() | st.integers(-5, 20))
def test_whole_numbers_in_range_pass(number: int, least: int, below: int | None) -> None:
    if number >= least and (below is None or number < below):
        assert whole_number(number, "mines", least=least, below=below) == number
    else:
        with pytest.raises(ParameterError, match="mines"):
            whole_number(number, "mines", least=least, below=below)


@pytest.mark.parametrize("value", [numpy.int8(7), numpy.uint64(7), numpy.int64(7)])
def test_numbers_of_arrays_become_plain_ones(value: Any) -> None:
    assert type(whole_number(value, "mines")) is int
    assert whole_number(value, "mines") == 7


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, 1j, [1], numpy.float64(1), numpy.bool_(True)])
def test_what_is_no_whole_number_is_refused(value: Any) -> None:
    with pytest.raises(ParameterTypeError, match="mines"):
        whole_number(value, "mines")


@given(st.integers(8, 100), st.text() | st.integers() | st.binary())
def test_shortened_text_is_short(most: int, value: object) -> None:
    text = truncate(value, most)
    assert len(text) <= most
    assert text == repr(value) or text.endswith("…")


def test_numbers_too_long_to_print_are_described() -> None:
    assert truncate(10**5000) == "a number of 16610 bits"
    with pytest.raises(ParameterError, match="16610 bits"):
        whole_number(10**5000, "mines", below=3)


def test_only_near_names_are_offered() -> None:
    assert suggest("4d", ["1d", "3d-easy", "4d-easy", "4d-hard"]) == ", did you mean '4d-easy'?"
    assert suggest("clasic", ["classic", "esp"]) == ", did you mean 'classic'?"
    assert suggest("zzz", ["classic", "esp"]) == ""
    assert suggest("", ["classic", "esp"]) == suggest("classic", []) == ""
    assert suggest("x" * 1_000_000, ["classic", "esp"]) == ""


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("--mine", "--mines"),
        ("--frist", "--first"),
        ("-mines", "--mines"),
        ("--MINES", "--mines"),
        ("--adj", "--adjacency"),
        ("--wraps", "--wrap"),
        ("--sed", "--seed"),
        ("--hlep", "--help"),
        ("--games", ""),
        ("--delay", ""),
        ("-x", ""),
        ("--", ""),
        ("--pl", ""),
    ],
)
def test_typos_are_found_and_other_words_left_alone(word: str, meant: str) -> None:
    options = ["--mines", "--seed", "--rules", "--first", "--wrap", "--adjacency", "--plain", "--places", "--help"]
    assert suggest(word, options) == (f", did you mean {meant!r}?" if meant else "")


def test_one_letter_suggests_nothing() -> None:
    assert suggest("x", ["xy", "play"]) == ""
    assert suggest("xz", ["xy", "play"]) == ", did you mean 'xy'?"
