"""Colour perception: luminance, contrast, shades with a given contrast, and a colour scale for mine probabilities.

On this scale, safe cells are blue; other chances go from pale yellow (small) to dark brown (a certain mine). Lightness
decreases with the chance, so the scale works without colour vision and on a black-and-white printer.

Source: W3C, Web Content Accessibility Guidelines 2.2, "relative luminance" and "contrast ratio".
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from math import floor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Colour = str


def luminance(colour: Colour) -> float:
    """Return a colour's relative luminance, from 0 for black to 1 for white.

    Args:
        colour: the colour, such as "#1f6feb".

    >>> round(luminance("#808080"), 3)
    0.216
    """
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(1 << 12)
def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast ratio between two colours, from 1 to 21; text is easy to read at 4.5 or more.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


@lru_cache(1 << 12)
def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Return a colour between two others.

    Args:
        first: colour for share 0.
        second: colour for share 1.
        share: share of the second colour, from 0 to 1.

    >>> mix("#000000", "#ff8000", 0.5)
    '#804000'
    """
    pairs = zip(_bytes(first), _bytes(second), strict=True)
    return "#" + "".join([f"{round(a + (b - a) * share):02x}" for a, b in pairs])


@lru_cache(1 << 12)
def with_contrast(hue: Colour, ground: Colour, wanted: float) -> Colour:
    """Return the shade of a hue with the wanted contrast to its background, or the closest one.

    The shade is lighter than a dark background and darker than a light one.

    >>> shade = with_contrast("#0000ff", "#101010", 7.0)
    >>> shade, round(contrast(shade, "#101010"), 1)
    ('#9292ff', 7.0)
    """
    below = luminance(ground)
    is_lighter = contrast("#ffffff", ground) >= contrast("#000000", ground)
    target = (below + 0.05) * wanted - 0.05 if is_lighter else (below + 0.05) / wanted - 0.05
    target = min(1.0, max(0.0, target))
    own = luminance(hue)
    linear = _linear(hue)
    # In linear light, luminance is linear too, so compute the share of white or black directly from the target.
    if target >= own:
        share = (target - own) / (1.0 - own) if own < 1.0 else 0.0
        shade = [part + (1.0 - part) * share for part in linear]
    else:
        shade = [part * target / own for part in linear]
    # Round away from the background, so that rounding never reduces the contrast.
    return "#" + "".join([f"{_byte(part, is_up=is_lighter):02x}" for part in shade])


@lru_cache(1 << 12)
def readable(colour: Colour, ground: Colour, least: float = 4.5) -> Colour:
    """Return a colour if it is readable on a background, otherwise its nearest readable shade.

    >>> readable("#ffffff", "#000000"), readable("#ff0000", "#c0c0c0")
    ('#ffffff', '#a30000')
    """
    return colour if contrast(colour, ground) >= least else with_contrast(colour, ground, least)


@lru_cache(1 << 12)
def nearest_shade(colour: Colour, palette: tuple[Colour, ...], ground: Colour, least: float) -> Colour:
    """Return the palette entry most similar to a colour among those with enough contrast to a background.

    If no entry has enough contrast, return the one with the highest contrast.

    Args:
        colour: the colour.
        palette: the available colours.
        ground: the background.
        least: the minimum contrast.

    >>> nearest_shade("#c0c0c0", ("#ffffff", "#808080", "#00ff00"), "#606060", 4.5)
    '#ffffff'
    """
    wanted = _bytes(colour)

    def distance(other: Colour) -> int:
        # Weight the differences by sensitivity: the eye distinguishes green best and blue worst.
        return sum(weight * (a - b) ** 2 for weight, a, b in zip((3, 4, 2), wanted, _bytes(other), strict=True))

    fit = [other for other in palette if contrast(other, ground) >= least]
    return min(fit, key=distance) if fit else max(palette, key=lambda other: contrast(other, ground))


def _bytes(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


# Linear light for each byte value of a colour (sRGB).
_LIGHT = [
    part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (b / 255 for b in range(256))
]


def _linear(colour: Colour) -> list[float]:
    return [_LIGHT[byte] for byte in _bytes(colour)]


def _byte(part: float, *, is_up: bool) -> int:
    curved = part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
    number = curved * 255
    # Ignore floating-point errors: don't round an almost whole value to the next byte.
    whole = round(number)
    if abs(number - whole) < 1e-6:
        return whole
    return min(255, int(number) + 1) if is_up else int(number)


SAFE = "#a9d4f5"
"""Colour of certainly safe cells."""

STEPS: tuple[tuple[float, Colour], ...] = (
    (0.0, "#fff6cc"),
    (0.10, "#ffe488"),
    (0.25, "#fdbb48"),
    (0.40, "#ee8226"),
    (0.60, "#c04a0c"),
    (1.0, "#6a1f03"),
)
"""Chances with their colours; colours for other chances are interpolated."""

_CHANCES = [chance for chance, _ in STEPS]


def chance_colour(chance: float) -> Colour:
    """Return the colour for a mine probability.

    Args:
        chance: the probability; clamped to 0 to 1.

    >>> chance_colour(0.0), chance_colour(0.25), chance_colour(1.0)
    ('#a9d4f5', '#fdbb48', '#6a1f03')
    """
    if chance <= 0:
        return SAFE
    place = bisect_right(_CHANCES, chance)
    if place == len(STEPS):
        return STEPS[-1][1]
    (low, first), (high, second) = STEPS[place - 1 : place + 1]
    # Round to hundredths: finer steps aren't visible, and cells with the same colour can be drawn together.
    return mix(first, second, floor(100 * ((chance - low) / (high - low)) + 0.5) / 100)


def chance_ink(colour: Colour) -> Colour:
    """Return the text colour to use on a colour from ``chance_colour``: dark on light, white on dark.

    >>> chance_ink("#fff6cc"), chance_ink("#6a1f03")
    ('#2b1d0e', '#ffffff')
    """
    shade = readable("#2b1d0e", colour)
    return shade if luminance(shade) < luminance(colour) else "#ffffff"


def chance_number(chance: float) -> str:
    """Return a chance in percent, short enough for a cell; "0" and "100" only if they are exact.

    >>> chance_number(0.25), chance_number(0.002), chance_number(0.999), chance_number(0.0)
    ('25', '<1', '>99', '0')
    """
    # Check the rounded text, since halves are rounded to even numbers.
    text = f"{100 * chance:.0f}"
    if text == "0" and chance > 0:
        return "<1"
    return ">99" if text == "100" and chance < 1 else text
