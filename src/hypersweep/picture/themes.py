"""Themes for boards: colours and text attributes for every look and mark, in terminals and pictures.

Consecutive numbers, such as 1 and 2, differ in lightness (and in hue, unless the theme has only one), so that the
colours work with every kind of colour vision; the digit is always shown. All text has at least its theme's minimum
contrast with the background (4.5 or more), whatever the cell's marks; only finished clues and the characters for
covered and hidden cells are fainter.

For terminals with 256 or 16 colours, themes use only entries from the terminal's palette. Otherwise the terminal or UI
toolkit would replace each colour with the nearest entry: neighbouring cells could merge, or two cells with the same
meaning could look different. This module therefore sets the palette entries for all backgrounds, and uses the readable
entry nearest to its usual colour for each text. The first 16 of 256 colours aren't used, since they vary between
terminals. With 16 colours, no colour has two shades, so covered cells show a character instead of being blank.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from math import log
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.picture.cell_appearance import (
    CLUE,
    CURSOR,
    DONE,
    DRAFT,
    HIDDEN,
    HOVER,
    NEAR,
    ODD,
    PRESSED,
    QUESTION,
    TARGET,
    UNCOLOURED,
    excess_flags,
    finished_clue,
)
from hypersweep.picture.colours import contrast, mix, nearest_shade, readable, with_contrast

if TYPE_CHECKING:
    from hypersweep.picture.colours import Colour

FAINT = 3.2
"""Contrast for text that should be readable but unobtrusive, such as finished clues; higher in high-contrast themes."""

_LEAST = 4.5


class CellStyle(NamedTuple):
    """Style of a cell or a label.

    Attributes:
        text: text colour, such as "#1f6feb"; empty for the terminal's default.
        ground: background colour; empty for the terminal's default.
        is_bold: whether the text is bold.
        is_underlined: whether the text is underlined.
        is_reversed: whether text and background colours are swapped.
        is_dim: whether the text is faint.
    """

    text: str = ""
    ground: str = ""
    is_bold: bool = False
    is_underlined: bool = False
    is_reversed: bool = False
    is_dim: bool = False


@dataclass(frozen=True)
class Theme:
    """Colours for a board. If ``screen`` is empty, the theme has no colours and distinguishes cells by text attributes.

    A pair of colours is for even and odd cells, like the squares on a chessboard.

    Attributes:
        name: the theme's name in settings.
        title: the theme's name in menus.
        is_dark: whether text is lighter than its background.
        screen: the background around the board.
        label: text of labels.
        opened: background of open cells.
        covered: background of covered cells.
        near_opened: background of open cells next to the focused one.
        near_covered: background of covered cells next to the focused one.
        cursor: background of the cell under the cursor.
        clue: background of clues a hint is based on.
        target: background of cells a hint draws a conclusion about.
        flag: text of flags; on ``flag_ground`` unless that is empty, like other marks.
        mine: text of mines shown at the end of the game; on ``mine_ground`` unless that is empty.
        exploded: background of an exploded mine.
        wrong: background of a wrong flag, and of a clue with too many flags around it.
        ramp: the hue for all clues, or one hue per number, repeated cyclically for larger numbers.
        accent: the colour of links and controls around the board.
        least: minimum contrast for text.
        symbols: characters that replace the usual ones where colours alone don't distinguish cells well enough.
        palette: all available colours; empty for true colours.
        colours: number of colours in the palette, or 0.

    >>> from hypersweep.picture.colours import contrast
    >>> style = THEMES["dark"].style(3, NEAR, largest=8)
    >>> contrast(style.text, style.ground) > 4.5
    True
    """

    name: str
    title: str
    is_dark: bool = True
    screen: str = ""
    label: str = ""
    opened: tuple[str, str] = ("", "")
    covered: tuple[str, str] = ("", "")
    near_opened: tuple[str, str] = ("", "")
    near_covered: tuple[str, str] = ("", "")
    cursor: str = ""
    clue: str = ""
    target: str = ""
    flag: str = ""
    flag_ground: str = ""
    mine: str = ""
    mine_ground: str = ""
    exploded: str = ""
    wrong: str = ""
    ramp: tuple[str, ...] = ()
    accent: str = ""
    least: float = _LEAST
    symbols: dict[int, str] = field(default_factory=dict, hash=False)
    palette: tuple[str, ...] = ()
    colours: int = 0
    _label_styles: dict[tuple[int, bool], CellStyle] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def is_colourful(self) -> bool:
        """Whether the theme has colours."""
        return bool(self.screen)

    def style(self, look: int, marks: int = 0, *, largest: int = 8) -> CellStyle:
        """Return a cell's style.

        Args:
            look: a code as in a ``View``, ``HIDDEN``, ``DONE``, ``QUESTION``, ``DRAFT``, or a result from
                ``too_many_flags`` or ``finished``.
            marks: bits such as ``NEAR``.
            largest: the largest possible clue. If all clues share one hue, the contrast grows with the clue, up to this
                clue or 8, whichever is larger.
        """
        if not self.is_colourful:
            return _colourless(look, marks)
        ground = self._ground(look, marks)
        return CellStyle(
            text=self._text(look, ground, largest),
            ground=ground,
            is_bold=(look >= 0 and finished_clue(look) is None)
            or look in (FLAGGED, MINE, EXPLODED, WRONG_FLAG, QUESTION)
            or excess_flags(look) > 0,
            is_underlined=bool(marks & HOVER and not marks & CURSOR),
        )

    def label_style(self, level: int = 1, *, is_focus: bool = False) -> CellStyle:
        """Return a label's style.

        Args:
            level: 1 for a tile's label, 2 for that of a group of tiles, and so on.
            is_focus: whether the label is for the focused tile or group.
        """
        style = self._label_styles.get((level, is_focus))
        if style is None:
            style = self._label_styles[level, is_focus] = self._new_label_style(level, is_focus=is_focus)
        return style

    def _new_label_style(self, level: int, *, is_focus: bool) -> CellStyle:
        if not self.screen:
            return CellStyle(is_bold=is_focus)
        label = with_contrast(self.label, self.screen, self.least * (1.05 if level < 2 else 1.7))
        if is_focus:
            label = with_contrast(self.cursor, self.screen, max(self.least * 1.8, 9.0))
        label = self._offered(label, self.screen, self.least)
        return CellStyle(text=label, ground=self.screen, is_bold=is_focus)

    def _ground(self, look: int, marks: int) -> str:
        odd = marks & ODD
        if marks & CURSOR:
            return self.cursor
        if look == EXPLODED:
            return self.exploded
        if look == WRONG_FLAG or excess_flags(look):
            return self.wrong
        if marks & TARGET:
            return self.target
        if marks & CLUE:
            return self.clue
        is_pressed = bool(marks & PRESSED and look in (COVERED, QUESTION, DRAFT))
        own = {MINE: self.mine_ground}.get(look, self.flag_ground if look in (FLAGGED, QUESTION, DRAFT) else "")
        if own and not is_pressed:
            return own
        is_open = look >= 0 or look == DONE or is_pressed
        if marks & (NEAR | HOVER):
            ground = (self.near_opened if is_open else self.near_covered)[odd]
            if not marks & HOVER:
                return ground
            # Don't mix the cursor's colour into an open cell: the cell would look covered.
            mixed = mix(ground, self.opened[odd], 0.5) if is_open else mix(ground, self.cursor, 0.2)
            return self._offered(mixed, ground, 1.0)
        return (self.opened if is_open else self.covered)[odd]

    def _offered(self, colour: str, ground: str, least: float) -> str:
        """Return a colour unchanged or, if there is a palette, the nearest entry with the required contrast."""
        return nearest_shade(colour, self.palette, ground, least) if self.palette else colour

    def _text(self, look: int, ground: str, largest: int) -> str:
        is_finished = finished_clue(look) is not None
        text = self._true_text(look, ground, largest, is_finished=is_finished)
        if not self.palette:
            return text
        # Reserve greys for finished clues if there are only 16 colours.
        offered = self.palette
        if is_finished:
            offered = tuple(colour for colour in offered if _is_grey(colour))
        elif look > 0 and self.colours == 16:
            offered = tuple(colour for colour in offered if not _is_grey(colour) or colour in ("#000000", "#ffffff"))
        return nearest_shade(text, offered, ground, 3.0 if is_finished or look in (COVERED, HIDDEN) else self.least)

    def _true_text(self, look: int, ground: str, largest: int, *, is_finished: bool) -> str:
        if is_finished:
            # Make finished clues inconspicuous, but readable.
            return with_contrast(self.label, ground, FAINT * 1.03 * self.least / _LEAST)
        if look > 0:
            if len(self.ramp) > 1:
                return readable(self.ramp[(look - 1) % len(self.ramp)], ground, self.least)
            best = max(contrast("#ffffff", ground), contrast("#000000", ground))
            share = min(1.0, log(look) / log(max(largest, 8)))
            # Leave a margin at both ends of the contrast range, since rounding colours to bytes may reduce the
            # contrast.
            return with_contrast(self.ramp[0], ground, self.least * 1.03 * (best / self.least / 1.03) ** (share * 0.95))
        if look in (FLAGGED, DRAFT):
            return readable(self.flag, ground, self.least)
        if look == MINE:
            return readable(self.mine, ground, self.least)
        if look in (COVERED, HIDDEN):
            return readable(mix(self.label, ground, 0.5), ground, 3.0)
        return readable("#ffffff" if self.is_dark else "#000000", ground, self.least)


def _is_grey(colour: str) -> bool:
    return colour[1:3] == colour[3:5] == colour[5:7]


def _colourless(look: int, marks: int) -> CellStyle:
    """Return a style without colours: reversed cursor and hint targets, underlined neighbours and hint clues."""
    return CellStyle(
        is_bold=bool(marks & (CLUE | TARGET | HOVER))
        or look in (FLAGGED, EXPLODED, WRONG_FLAG)
        or excess_flags(look) > 0,
        is_underlined=bool(marks & (NEAR | CLUE)),
        is_reversed=bool(marks & (CURSOR | TARGET)) != (look == EXPLODED),
        is_dim=finished_clue(look) is not None,
    )


_DARK = Theme(
    name="dark",
    title="Dark",
    screen="#0d1117",
    label="#8b949e",
    opened=("#12161d", "#171c25"),
    covered=("#455267", "#4b586e"),
    near_opened=("#152748", "#192d51"),
    near_covered=("#365596", "#3b5a9d"),
    cursor="#ffd83d",
    clue="#0d6450",
    target="#5fd7af",
    flag="#ffc061",
    mine="#ff9d8a",
    exploded="#d70000",
    wrong="#8e3a80",
    ramp=("#5f8cff", "#7cf074", "#f9525c", "#d2acff", "#ea8114", "#58c2b8", "#f040cc", "#f6ead9"),
    accent="#58a6ff",
)

_LIST = (
    _DARK,
    Theme(
        name="light",
        title="Light",
        is_dark=False,
        screen="#ffffff",
        label="#57606a",
        opened=("#f3f5f8", "#eaeef2"),
        covered=("#9fadbf", "#96a5b8"),
        near_opened=("#d3e4ff", "#c6dbfb"),
        near_covered=("#759ddd", "#6c95d6"),
        cursor="#1b1f24",
        clue="#a5e0cf",
        target="#1f8a70",
        flag="#6a1c00",
        mine="#7a0c0c",
        exploded="#d70000",
        wrong="#8e3a80",
        ramp=("#0a2fa2", "#377349", "#820000", "#660ae3", "#af4600", "#03524d", "#a04488", "#473d2e"),
        accent="#0a4fb0",
    ),
    Theme(
        name="classic",
        title="Classic",
        is_dark=False,
        screen="#d4d4d4",
        label="#4a4a4a",
        opened=("#ececec", "#e4e4e4"),
        covered=("#a0a0a0", "#979797"),
        near_opened=("#ffefb0", "#fae69c"),
        near_covered=("#bfa85a", "#b7a053"),
        cursor="#101010",
        clue="#b6e3f5",
        target="#0f6f94",
        flag="#a00000",
        mine="#000000",
        exploded="#d00000",
        wrong="#6f2c91",
        ramp=("#0000ff", "#008000", "#e00000", "#000080", "#800000", "#007a7a", "#000000", "#606060"),
        accent="#0000ff",
    ),
    replace(
        _DARK,
        name="dark_classic",
        title="Classic dark",
        # The hues from the classic theme, but light enough for a dark background.
        ramp=("#6cb6ff", "#5fd068", "#ff7b72", "#b69cff", "#e5a04f", "#39c5cf", "#f4f7fa", "#9aa4ae"),
    ),
    Theme(
        name="contrast",
        title="High contrast",
        screen="#000000",
        label="#ffffff",
        opened=("#000000", "#101010"),
        covered=("#707070", "#7c7c7c"),
        near_opened=("#002a66", "#063272"),
        near_covered=("#4d8dff", "#5a96ff"),
        cursor="#ffff00",
        clue="#543000",
        target="#00e676",
        flag="#000000",
        flag_ground="#ff9d00",
        mine="#000000",
        mine_ground="#ffffff",
        exploded="#b00000",
        wrong="#7a0080",
        ramp=("#ffffff",),
        accent="#ffff00",
        least=7.0,
    ),
    Theme(
        name="mono",
        title="No colours",
        symbols=UNCOLOURED,
    ),
)

THEMES: dict[str, Theme] = {theme.name: theme for theme in _LIST}
"""Every theme by name; the first is the default."""

PRINTED = replace(
    THEMES["light"],
    screen="#ffffff",
    label="#4d4d4d",
    opened=("#ffffff", "#ffffff"),
    covered=("#bdbdbd", "#bdbdbd"),
    near_opened=("#e8e8e8", "#e8e8e8"),
    near_covered=("#9a9a9a", "#9a9a9a"),
    cursor="#000000",
    clue="#dedede",
    target="#666666",
    flag="#000000",
    mine="#000000",
    exploded="#333333",
    wrong="#7a7a7a",
    ramp=("#000000",),
    name="printed",
    title="Black on white",
)
"""Theme for pictures if the selected theme has no colours: black on white, as on paper. Not offered in terminals."""


_STEPS = (0, 95, 135, 175, 215, 255)
_CUBE = [f"#{red:02x}{green:02x}{blue:02x}" for red in _STEPS for green in _STEPS for blue in _STEPS]
_GREYS = [f"#{level:02x}{level:02x}{level:02x}" for level in range(8, 248, 10)]
_DARK_HALF = [f"#{170 * (n & 1):02x}{170 * (n >> 1 & 1) >> (n == 3):02x}{170 * (n >> 2):02x}" for n in range(8)]
_BRIGHT_HALF = [f"#{85 + 170 * (n & 1):02x}{85 + 170 * (n >> 1 & 1):02x}{85 + 170 * (n >> 2):02x}" for n in range(8)]

PALETTES: dict[int, dict[Colour, int]] = {
    256: {colour: 16 + place for place, colour in reversed([*enumerate(_CUBE + _GREYS)])},
    16: {colour: place for place, colour in enumerate(_DARK_HALF + _BRIGHT_HALF)},
}
"""Terminal palettes by number of colours: each colour with its palette number. The 16-colour palette is VGA's.

Source: xterm, 256colres.pl, for 16 to 255; ECMA-48 and VGA text modes for 0 to 15.
"""

# Palette numbers for the attributes of `Theme` with the same names; pairs are for even and odd cells.
_ENTRIES: dict[tuple[str, int], dict[str, int | tuple[int, ...]]] = {
    ("dark", 256): {
        # The UI toolkit uses this entry for the screen around the board; with any other, a box around the board would
        # be visible.
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
    """Return a theme, reduced to the number of colours a terminal has.

    With 16 colours, a player's own theme keeps only the hues of its numbers.

    Args:
        name: a key of ``THEMES``.
        colours: 256, 16, or anything else for true colours.

    >>> theme_in("dark", 256).covered, theme_in("dark", 16).covered
    (('#4e4e4e', '#585858'), ('#555555', '#555555'))
    """
    theme = THEMES[name]
    if colours not in PALETTES or not theme.is_colourful:
        return theme
    is_own = (name, colours) not in _ENTRIES
    entries = _ENTRIES["dark" if theme.is_dark else "light", colours] if is_own else _ENTRIES[name, colours]
    at = {number: colour for colour, number in PALETTES[colours].items()}
    chosen: dict[str, object] = {
        field.name: tuple(at[number] for number in entry) if isinstance(entry, tuple) else at[entry]
        for field in fields(theme)
        if (entry := entries.get(field.name)) is not None
    }
    if is_own and colours == 256:
        for each in ("opened", "covered", "near_opened", "near_covered"):
            pair = getattr(theme, each)
            chosen[each] = tuple(nearest_shade(colour, tuple(at.values()), colour, 1.0) for colour in pair)
    if colours == 16 or is_own:
        chosen["symbols"] = {COVERED: UNCOLOURED[COVERED]}
    return replace(theme, palette=tuple(PALETTES[colours]), colours=colours, **chosen)  # type: ignore[arg-type]
