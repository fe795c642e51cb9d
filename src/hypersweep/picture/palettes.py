"""Themes for terminals of 256 and of 16 colours, made of entries of their palettes.

A terminal that is sent other colours, or the toolkit before it, takes the nearest entry for each colour by itself:
then neighbouring cells become one slab, or two that mean the same look different. So every background is chosen here,
and each text is the entry nearest to the usual colour among those that can be read on it. Of 256 colours the first 16
are left out, since every terminal has its own. With 16 there are no two shades of a colour beside each other: covered
cells have an edge around them there, that is, a character.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from hypersweep.codes import COVERED
from hypersweep.picture.cell_appearance import UNCOLOURED
from hypersweep.picture.themes import THEMES, Theme

if TYPE_CHECKING:
    from hypersweep.picture.contrast import Colour

_STEPS = (0, 95, 135, 175, 215, 255)
_CUBE = [f"#{red:02x}{green:02x}{blue:02x}" for red in _STEPS for green in _STEPS for blue in _STEPS]
_GREYS = [f"#{level:02x}{level:02x}{level:02x}" for level in range(8, 248, 10)]
_DARK_HALF = [f"#{170 * (n & 1):02x}{170 * (n >> 1 & 1) >> (n == 3):02x}{170 * (n >> 2):02x}" for n in range(8)]
_BRIGHT_HALF = [f"#{85 + 170 * (n & 1):02x}{85 + 170 * (n >> 1 & 1):02x}{85 + 170 * (n >> 2):02x}" for n in range(8)]

PALETTES: dict[int, dict[Colour, int]] = {
    256: {colour: 16 + place for place, colour in reversed([*enumerate(_CUBE + _GREYS)])},
    16: {colour: place for place, colour in enumerate(_DARK_HALF + _BRIGHT)},
}
"""The numbers of the colours in the palettes of terminals, by how many there are. The 16 are those of VGA.

Source: xterm, 256colres.pl, for 16 to 255; ECMA-48 and VGA text modes for 0 to 15.
"""

# The entries for what `Theme` calls by the same names; pairs are for even and odd cells.
_ENTRIES: dict[tuple[str, int], dict[str, int | tuple[int, ...]]] = {
    ("dark", 256): {
        # The entry that the toolkit takes for the screen around the board: another one shows as a box.
        "screen": 16,
        "label": 246,
        "opened": (234, 235),
        "covered": (239, 240),
        "near_opened": (17, 18),
        "near_covered": (25, 24),
        "cursor": 221,
        "clue": 23,
        "target": 79,
        "flag": 222,
        "mine": 216,
        "exploded": 160,
        "wrong": 90,
    },
    ("light", 256): {
        "screen": 231,
        "label": 241,
        "opened": (255, 254),
        "covered": (248, 246),
        "near_opened": (153, 117),
        "near_covered": (68, 69),
        "cursor": 234,
        "clue": 158,
        "target": 29,
        "flag": 52,
        "mine": 88,
        "exploded": 160,
        "wrong": 90,
    },
    ("classic", 256): {
        "screen": 252,
        "label": 239,
        "opened": (255, 254),
        "covered": (248, 246),
        "near_opened": (229, 228),
        "near_covered": (179, 143),
        "cursor": 233,
        "clue": 153,
        "target": 24,
        "flag": 52,
        "mine": 16,
        "exploded": 160,
        "wrong": 54,
    },
    ("contrast", 256): {
        "screen": 16,
        "label": 231,
        "opened": (16, 233),
        "covered": (242, 244),
        "near_opened": (17, 18),
        "near_covered": (33, 39),
        "cursor": 226,
        "clue": 22,
        "target": 48,
        "flag": 16,
        "flag_ground": 214,
        "mine": 16,
        "mine_ground": 231,
        "exploded": 124,
        "wrong": 90,
    },
    ("dark", 16): {
        "screen": 0,
        "label": 7,
        "opened": (0, 0),
        "covered": (8, 8),
        "near_opened": (4, 4),
        "near_covered": (12, 12),
        "cursor": 11,
        "clue": 2,
        "target": 14,
        "flag": 11,
        "mine": 9,
        "exploded": 1,
        "wrong": 5,
    },
    ("light", 16): {
        "screen": 15,
        "label": 8,
        "opened": (15, 15),
        "covered": (7, 7),
        "near_opened": (14, 14),
        "near_covered": (12, 12),
        "cursor": 0,
        "clue": 10,
        "target": 2,
        "flag": 1,
        "mine": 1,
        "exploded": 1,
        "wrong": 5,
    },
    ("classic", 16): {
        "screen": 15,
        "label": 8,
        "opened": (15, 15),
        "covered": (7, 7),
        "near_opened": (11, 11),
        "near_covered": (3, 3),
        "cursor": 0,
        "clue": 14,
        "target": 6,
        "flag": 1,
        "mine": 0,
        "exploded": 1,
        "wrong": 5,
    },
    ("contrast", 16): {
        "screen": 0,
        "label": 15,
        "opened": (0, 0),
        "covered": (8, 8),
        "near_opened": (4, 4),
        "near_covered": (14, 14),
        "cursor": 11,
        "clue": 6,
        "target": 10,
        "flag": 0,
        "flag_ground": 7,
        "mine": 0,
        "mine_ground": 15,
        "exploded": 1,
        "wrong": 13,
    },
}


_ENTRIES |= {("dark_classic", colours): _ENTRIES["dark", colours] for colours in PALETTES}


@lru_cache(64)
def theme_in(name: str, colours: int = 0) -> Theme:
    """Return a theme reduced to a terminal's number of colours.

    Args:
        name: one of ``THEMES``.
        colours: 256, 16, or anything else for true colours.

    >>> theme_in("dark", 256).covered, theme_in("dark", 16).covered
    (('#4e4e4e', '#585858'), ('#555555', '#555555'))
    """
    theme = THEMES[name]
    entries = _ENTRIES.get((name, colours))
    if entries is None:
        return theme
    at = {number: colour for colour, number in PALETTES[colours].items()}
    chosen: dict[str, object] = {
        field.name: tuple(at[number] for number in entry) if isinstance(entry, tuple) else at[entry]
        for field in fields(theme)
        if (entry := entries.get(field.name)) is not None
    }
    if colours == 16:
        chosen["symbols"] = {COVERED: UNCOLOURED[COVERED]}
    return replace(theme, palette=tuple(PALETTES[colours]), colours=colours, **chosen)  # type: ignore[arg-type]
