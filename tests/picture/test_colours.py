from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hypersweep.picture.colours import (
    SAFE,
    STEPS,
    chance_colour,
    chance_ink,
    chance_number,
    contrast,
    luminance,
    mix,
    readable,
    with_contrast,
)

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


# How strongly each kind of cone answers to red, green and blue light; who lacks one sees the other two alone.
CONES = {"long": (0.314, 0.640, 0.047), "middle": (0.155, 0.758, 0.087), "short": (0.018, 0.109, 0.873)}


def light(colour: str) -> list[float]:
    """Return the strengths of red, green and blue light."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def test_lightness_falls_all_the_way() -> None:
    levels = [luminance(chance_colour(number / 100)) for number in range(1, 101)]
    assert all(first > second for first, second in pairwise(levels))


@pytest.mark.parametrize("cone", CONES)
def test_every_kind_of_cone_sees_risk_grow(cone: str) -> None:
    seen = [sum(a * b for a, b in zip(CONES[cone], light(colour), strict=True)) for _, colour in STEPS]
    assert all(first > second for first, second in pairwise(seen))


def test_safe_cells_have_a_colour_of_their_own() -> None:
    assert chance_colour(0.0) == SAFE
    assert SAFE not in {chance_colour(number / 1000) for number in range(1, 1001)}


@given(st.floats(0, 1))
def test_what_is_written_on_it_can_be_read(chance: float) -> None:
    colour = chance_colour(chance)
    assert contrast(chance_ink(colour), colour) >= 4.5


@example(0.005)
@example(0.995)
@given(st.floats(0, 1))
def test_numbers_are_short_and_certain_only_where_it_is(chance: float) -> None:
    text = chance_number(chance)
    assert len(text) <= 3
    assert (text == "0") == (chance == 0)
    assert (text == "100") == (chance == 1)
    if text.isdigit():
        assert abs(int(text) - 100 * chance) <= 0.5 + 1e-9
