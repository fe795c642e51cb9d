"""Checks of arguments: true whole numbers, short messages, similar names."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import BoardTooLargeError, ParameterError, ParameterTypeError, validation
from hypersweep.validation import check_memory, memory_limit, suggest, truncate, whole_number


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


def test_the_limit_is_a_number_of_bytes_or_unknown() -> None:
    limit = memory_limit()
    assert limit is None or 1 << 20 < limit < 1 << 60


def test_small_boards_are_never_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validation, "memory_limit", lambda: 1)
    check_memory(0, "a board")
    check_memory(1 << 20, "a board")


def test_what_does_not_fit_is_refused_with_both_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validation, "memory_limit", lambda: 10 << 30)
    check_memory(10 << 30, "a board")
    with pytest.raises(BoardTooLargeError, match=r"10 GB of memory, but a game on 9x9 needs 11 GB"):
        check_memory(11 << 30, "a game on 9x9")


def test_what_is_taken_at_once_leaves_half_of_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validation, "memory_limit", lambda: 10 << 30)
    for free, refused in ((16 << 30, 9 << 30), (None, 11 << 30), (24 << 30, 11 << 30)):
        monkeypatch.setattr(validation, "_free_memory", lambda free=free: free)
        check_memory(8 << 30, "a board", at_once=True)
        check_memory(10 << 30, "a board")
        with pytest.raises(BoardTooLargeError, match="a board needs"):
            check_memory(refused, "a board", at_once=True)


def test_a_machine_that_does_not_tell_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validation, "memory_limit", lambda: None)
    check_memory(1 << 62, "a board")


@pytest.mark.needs("posix")
def test_a_limit_on_address_space_counts() -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    room = min(limit for limit in (1 << 40, soft, hard) if limit != resource.RLIM_INFINITY)
    resource.setrlimit(resource.RLIMIT_AS, (room, hard))
    try:
        limit = memory_limit()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    assert limit is not None
    assert limit <= room
