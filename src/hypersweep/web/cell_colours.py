"""Colours of the page's boards in every theme, worked out here so that the page's scripts only look them up.

A cell's background depends on its kind, such as an open cell or a flag, and on its marks. ``GROUNDS`` maps both to the
number of a background, and each theme lists its backgrounds with the colours to draw on them. ``CHANCES`` has the
colours of cells that show the chance of a mine.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.picture.cell_appearance import CLUE, HOVER, NEAR, ODD, PRESSED, TARGET, finished
from hypersweep.picture.colours import chance_colour, chance_ink, contrast, mix, readable
from hypersweep.picture.themes import THEMES, Theme

if TYPE_CHECKING:
    from collections.abc import Callable

SHARES = 12
"""Number of equal steps, from 0 to 1, for a clue's logarithm as a share of that of the board's largest clue."""

CHANCE_LOOKS = 103
"""Number of looks with a chance: certainly safe, 0 to 100 %, and certainly a mine."""

_MARKS = [sum(bits) for bits in product((0, PRESSED), (0, HOVER), (0, TARGET), (0, CLUE), (0, NEAR), (0, ODD))]
_FIRST = ord("0")


def _best(ground: str) -> str:
    """Return white or black, whichever has more contrast with a background."""
    return max(("#ffffff", "#000000"), key=lambda colour: contrast(colour, ground))


def _open(theme: Theme, marks: int) -> list[str]:
    hues = len(theme.ramp)
    # For a single hue the largest clue is 2**SHARES, so these have the shares 0 / SHARES, 1 / SHARES, ...
    clues = range(1, hues + 1) if hues > 1 else [1 << step for step in range(SHARES + 1)]
    looks = [0, finished(1), *clues]
    return [theme.style(look, marks, largest=1 << SHARES).text for look in looks]


def _covered(theme: Theme, marks: int) -> list[str]:
    # Only the dot on a hidden cell: plain covered cells show nothing.
    ground = theme.style(COVERED, marks).ground
    return [readable(mix(theme.label, ground, 0.7), ground, 1.5)]


def _flag(theme: Theme, marks: int) -> list[str]:
    text, ground = theme.style(FLAGGED, marks)[:2]
    return [text, mix(_best(ground), text, 0.25)]


def _mine(theme: Theme, marks: int) -> list[str]:
    return [theme.style(MINE, marks).text]


def _exploded(theme: Theme, marks: int) -> list[str]:
    text = theme.style(EXPLODED, marks).text
    return [text, "#ffd75e" if contrast(theme.exploded, "#ffffff") >= 3 else text]


def _wrong(theme: Theme, marks: int) -> list[str]:
    text, ground = theme.style(WRONG_FLAG, marks)[:2]
    return [text, mix(text, ground, 0.25)]


# For each cell state its code, and the colours of its number, flag or mine.
_KINDS: list[tuple[int, Callable[[Theme, int], list[str]]]] = [
    (0, _open),
    (COVERED, _covered),
    (FLAGGED, _flag),
    (MINE, _mine),
    (EXPLODED, _exploded),
    (WRONG_FLAG, _wrong),
]


def _numbered() -> tuple[str, list[tuple[int, int]]]:
    """Return the background number for each kind and marks, as characters, and a kind and marks for each number."""
    # In this theme each background has a colour of its own.
    theme = THEMES["dark"]
    numbers: dict[tuple[int, str], int] = {}
    examples: list[tuple[int, int]] = []
    text = ""
    for kind, marks in product(range(len(_KINDS)), _MARKS):
        # A pressed cell looks open.
        seen = 0 if _KINDS[kind][0] == COVERED and marks & PRESSED else kind
        key = seen, theme.style(_KINDS[seen][0], marks).ground
        if key not in numbers:
            numbers[key] = len(numbers)
            examples.append((seen, marks))
        text += chr(_FIRST + numbers[key])
    return text, examples


GROUNDS, _EXAMPLES = _numbered()
"""For each kind and each combination of marks, a character: "0" for background 0, and so on."""


def theme_colours(theme: Theme) -> dict[str, Any]:
    """Return the colours of a theme for the page.

    Each text in ``cells`` is a background: its colour, the better of black and white on it, and the colours of what is
    drawn on such cells, as hexadecimal digits without "#".

    Args:
        theme: a theme with colours (``is_colourful``).

    >>> theme_colours(THEMES["dark"])["cells"][0][:12]
    '12161dffffff'
    """
    cells = []
    for kind, marks in _EXAMPLES:
        code, drawn = _KINDS[kind]
        ground = theme.style(code, marks).ground
        cells.append("".join([ground, _best(ground), *drawn(theme, marks)]).replace("#", ""))
    labels = ((1, False), (2, False), (1, True))
    return {
        "name": theme.name,
        "isDark": theme.is_dark,
        "screen": theme.screen,
        "line": mix(theme.screen, theme.label, 0.55 if theme.name == "classic" else 0.16),
        "labels": [theme.label_style(level, is_focus=is_focus).text for level, is_focus in labels],
        "cursor": theme.cursor,
        "onCursor": _best(theme.cursor),
        "hues": len(theme.ramp),
        "cells": cells,
        "mapInks": [_map_ink(theme, marks) for marks in (0, NEAR)],
    }


def _map_ink(theme: Theme, marks: int) -> list[Any]:
    """Return the text colours for a slice with few and with many covered cells, and the share that separates them."""
    opened, covered = (theme.style(code, marks).ground for code in (0, COVERED))
    inks = [_best(mix(opened, covered, percent / 100)) for percent in range(101)]
    return [inks[0], inks[-1], sum(ink == inks[0] for ink in inks) / 100]


def chance_colours() -> list[str]:
    """Return the colours of cells with a chance: background, text, white or black; hexadecimal digits without "#".

    The first text is for even cells. Odd cells are slightly darker in dark themes (the second text) and slightly
    lighter in others (the third), so that their numbers don't run together.
    """
    return ["".join(_chance(look, shade) for look in range(CHANCE_LOOKS)) for shade in ("", "#000000", "#ffffff")]


def _chance(look: int, shade: str) -> str:
    chance = 0.0 if look == 0 else 1.0 if look == CHANCE_LOOKS - 1 else min(max((look - 1) / 100, 0.004), 0.996)
    colour = chance_colour(chance)
    ground = mix(colour, shade, 0.06) if shade else colour
    ink = chance_ink(colour)
    best = _best(ground)
    return f"{ground}{ink if contrast(ink, ground) >= 4.5 else best}{best}".replace("#", "")
