"""Times for people: read back they are the same to the hundredth or the second, and the two forms agree."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.record.times import clock_text, length_text, time_text

TIMES = st.integers(0, 10**9) | st.sampled_from([59_949, 59_950, 59_999, 60_000, 3_599_999, 3_600_000])


def hundredths(text: str) -> int:
    """Read a time in hundredths of a second; every part but the first has two digits."""
    assert re.fullmatch(r"(\d+:)?([0-5]\d:)?[0-5]?\d\.\d\d", text)
    assert not re.search(r":\d[.:]", text)
    total = 0.0
    for word in text.split(":"):
        total = 60 * total + float(word)
    return round(100 * total)


@given(TIMES)
def test_a_result_is_told_to_the_hundredth_that_has_passed(milliseconds: int) -> None:
    assert hundredths(time_text(milliseconds)) == milliseconds // 10


@given(TIMES)
def test_a_running_clock_shows_the_seconds_that_have_passed(milliseconds: int) -> None:
    text = clock_text(milliseconds)
    assert re.fullmatch(r"\d+:[0-5]\d|\d+:[0-5]\d:[0-5]\d", text)
    assert hundredths(text + ".00") == milliseconds // 1000 * 100


@pytest.mark.parametrize(
    ("milliseconds", "text"), [(0, "0.00 s"), (59_999, "59.99 s"), (60_000, "1:00.00"), (3_600_000, "1:00:00.00")]
)
def test_in_a_sentence_only_seconds_need_their_unit(milliseconds: int, text: str) -> None:
    assert length_text(milliseconds) == text
