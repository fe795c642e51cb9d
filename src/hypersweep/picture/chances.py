"""Chances of a mine as colours and as numbers.

Safe cells are blue, and from a small chance to a certain mine the colours go from pale yellow to dark brown: lightness
falls all the way, so that neither colour vision nor a grey printer matters.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from hypersweep.picture.contrast import luminance, mix, readable

if TYPE_CHECKING:
    from hypersweep.picture.contrast import Colour

SAFE = "#a9d4f5"
"""The colour of cells that are certain to be safe."""

STEPS: tuple[tuple[float, Colour], ...] = (
    (0.0, "#fff6cc"),
    (0.10, "#ffe488"),
    (0.25, "#fdbb48"),
    (0.40, "#ee8226"),
    (0.60, "#c04a0c"),
    (1.0, "#6a1f03"),
)
"""The colours of some chances; those of others lie between them."""

_CHANCES = [chance for chance, _ in STEPS]


def chance_colour(chance: float) -> Colour:
    """The colour of a chance of a mine.

    Args:
        chance: 0 to 1; anything beyond is taken as the nearer end.

    >>> chance_colour(0.0), chance_colour(0.25), chance_colour(1.0)
    ('#a9d4f5', '#fdbb48', '#6a1f03')
    """
    if chance <= 0:
        return SAFE
    place = bisect_right(_CHANCES, chance)
    if place == len(STEPS):
        return STEPS[-1][1]
    (low, first), (high, second) = STEPS[place - 1 : place + 1]
    # In steps of a hundredth: more can't be told apart, and cells of one colour are drawn together.
    return mix(first, second, round((chance - low) / (high - low), 2))


def chance_ink(colour: Colour) -> Colour:
    """Return the text colour on such a colour: dark on light, white on dark.

    >>> chance_ink("#fff6cc"), chance_ink("#6a1f03")
    ('#2b1d0e', '#ffffff')
    """
    shade = readable("#2b1d0e", colour)
    return shade if luminance(shade) < luminance(colour) else "#ffffff"


def chance_number(chance: float) -> str:
    """A chance in percent, short enough for a cell; never 0 or 100 for one that is neither.

    >>> chance_number(0.25), chance_number(0.002), chance_number(0.999), chance_number(0.0)
    ('25', '<1', '>99', '0')
    """
    # What it is rounded to decides, as halves are rounded to even numbers.
    text = f"{100 * chance:.0f}"
    if text == "0" and chance > 0:
        return "<1"
    return ">99" if text == "100" and chance < 1 else text
