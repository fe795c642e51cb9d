"""Colours as people see them: relative luminance, contrast, and colours of a wanted contrast.

Source: W3C, Web Content Accessibility Guidelines 2.2, "relative luminance" and "contrast ratio".
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Colour = str


def luminance(colour: Colour) -> float:
    """How bright a colour is, from 0 for black to 1 for white.

    Args:
        colour: such as "#1f6feb".

    >>> round(luminance("#808080"), 3)
    0.216
    """
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(1 << 12)
def contrast(first: Colour, second: Colour) -> float:
    """The contrast of two colours, from 1 to 21; text is easy to read from 4.5 on.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


@lru_cache(1 << 12)
def mix(first: Colour, second: Colour, share: float) -> Colour:
    """A colour between two others.

    Args:
        first: colour for share 0.
        second: colour for share 1.
        share: how much of the second.

    >>> mix("#000000", "#ff8000", 0.5)
    '#804000'
    """
    return "#" + "".join(
        f"{round(a + (b - a) * share):02x}" for a, b in zip(_bytes(first), _bytes(second), strict=True)
    )


@lru_cache(1 << 12)
def with_contrast(hue: Colour, ground: Colour, wanted: float) -> Colour:
    """The shade of a hue that has a contrast to its background, or the nearest there is.

    It is lighter than a dark background and darker than a light one.

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
    # Light adds up: towards white or black the luminance of a mixture of light is the mixture of the luminances.
    if target >= own:
        share = (target - own) / (1.0 - own) if own < 1.0 else 0.0
        shade = [part + (1.0 - part) * share for part in linear]
    else:
        shade = [part * target / own for part in linear]
    # Rounded away from the background, so that the contrast isn't lost in the last digit.
    return "#" + "".join(f"{_byte(part, is_up=is_lighter):02x}" for part in shade)


def readable(colour: Colour, ground: Colour, least: float = 4.5) -> Colour:
    """A colour as it is where it can be read on a background, otherwise the nearest shade of it that can.

    >>> readable("#ffffff", "#000000"), readable("#ff0000", "#c0c0c0")
    ('#ffffff', '#a30000')
    """
    return colour if contrast(colour, ground) >= least else with_contrast(colour, ground, least)


@lru_cache(1 << 12)
def nearest_shade(colour: Colour, palette: tuple[Colour, ...], ground: Colour, least: float) -> Colour:
    """The entry of a palette most like a colour among those with a contrast to a background, or the best there is.

    Args:
        colour: what is wished for.
        palette: what can be had.
        ground: the background.
        least: the contrast.

    >>> nearest_shade("#c0c0c0", ("#ffffff", "#808080", "#00ff00"), "#606060", 4.5)
    '#ffffff'
    """
    wished = _bytes(colour)

    def distance(other: Colour) -> int:
        # The eye sees green best and blue worst.
        return sum(weight * (a - b) ** 2 for weight, a, b in zip((3, 4, 2), wished, _bytes(other), strict=True))

    fit = [other for other in palette if contrast(other, ground) >= least]
    return min(fit, key=distance) if fit else max(palette, key=lambda other: contrast(other, ground))


def _bytes(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _linear(colour: Colour) -> tuple[float, ...]:
    parts = (byte / 255 for byte in _bytes(colour))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def _byte(part: float, *, is_up: bool) -> int:
    curved = part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
    number = curved * 255
    # What is a whole number but for rounding errors stays.
    whole = round(number)
    if abs(number - whole) < 1e-6:
        return whole
    return min(255, int(number) + 1) if is_up else int(number)
