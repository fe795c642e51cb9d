from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.picture.contrast import contrast, luminance, mix, readable, with_contrast

COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#777777", "#ffffff", 4.48),
        ("#ff0000", "#ffffff", 4.0),
        ("#123456", "#123456", 1),
    ],
)
def test_contrasts_known_from_the_guidelines(first: str, second: str, expected: float) -> None:
    assert contrast(first, second) == pytest.approx(expected, abs=0.01)
    assert contrast(second, first) == contrast(first, second)


@given(COLOURS, COLOURS, st.floats(1.0, 21.0))
def test_a_shade_has_the_contrast_wanted_or_all_there_is(hue: str, ground: str, wanted: float) -> None:
    best = max(contrast("#ffffff", ground), contrast("#000000", ground))
    shade = with_contrast(hue, ground, wanted)
    reached = contrast(shade, ground)
    assert reached >= min(wanted, best) - 1e-9
    # Rounding to bytes adds little.
    assert reached <= max(1.0, wanted) * 1.12


@given(COLOURS, COLOURS)
def test_what_can_be_read_stays_as_it_is(colour: str, ground: str) -> None:
    shade = readable(colour, ground)
    assert contrast(shade, ground) >= 4.5
    assert shade == colour or contrast(colour, ground) < 4.5


@given(COLOURS, COLOURS)
def test_mixtures_begin_and_end_with_their_parts(first: str, second: str) -> None:
    assert mix(first, second, 0) == first
    assert mix(first, second, 1) == second


def test_luminance_of_green_counts_most() -> None:
    assert luminance("#00ff00") > luminance("#ff0000") > luminance("#0000ff") > luminance("#000000") == 0
