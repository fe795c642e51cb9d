"""Themes for Rich and Textual: text styles, screen themes, and filters for terminals with limited capabilities."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.color import Color, ColorType
from rich.segment import Segment
from rich.style import Style
from textual.filter import LineFilter
from textual.theme import Theme as ScreenTheme

from hypersweep.picture.colours import mix, readable
from hypersweep.picture.themes import PALETTES, THEMES, CellStyle, Theme

if TYPE_CHECKING:
    from textual.color import Color as ScreenColour
    from textual.widget import Widget


@lru_cache(1 << 12)
def text_style(style: CellStyle, colours: int = 0) -> Style:
    """Convert a theme's cell style to a Rich style.

    Args:
        style: the style.
        colours: number of colours in the style's palette, 16 or 256; 0 for true colours.

    >>> from hypersweep.picture.themes import CellStyle
    >>> str(text_style(CellStyle(text="#ffffff", is_bold=True)))
    'bold #ffffff'
    """
    # Unset attributes are None, not False: Rich then sends fewer codes.
    return Style(
        color=_colour(style.text, colours),
        bgcolor=_colour(style.ground, colours),
        bold=style.is_bold or None,
        underline=style.is_underlined or None,
        reverse=style.is_reversed or None,
        dim=style.is_dim or None,
    )


def _colour(colour: str, colours: int) -> Color | str | None:
    """Return a colour for Rich; a palette colour keeps its number, so that Rich doesn't choose a similar one."""
    number = PALETTES[colours].get(colour) if colours else None
    if number is None:
        return colour or None
    kind = ColorType.STANDARD if colours == 16 else ColorType.EIGHT_BIT
    return Color(colour, kind, number, Color.parse(colour).triplet)


def screen_style(theme: Theme) -> Style:
    """Return the style of the area around the cells."""
    return text_style(CellStyle(ground=theme.screen), theme.colours)


def dress(widget: Widget, theme: Theme) -> None:
    """Apply a theme's background and scrollbars to a widget."""
    screen = theme.screen or "ansi_default"
    styles = widget.styles
    styles.background = screen
    styles.scrollbar_background = styles.scrollbar_background_hover = styles.scrollbar_background_active = screen
    styles.scrollbar_corner_color = screen
    # Don't use the background of covered cells: a scroll bar below a board would look like another row.
    styles.scrollbar_color = theme.label or "ansi_bright_black"
    styles.scrollbar_color_hover = styles.scrollbar_color_active = theme.near_covered[1] or "ansi_white"


def screen_theme(theme: Theme) -> ScreenTheme:
    """Return the theme for the screens around a board.

    >>> screen_theme(THEMES["light"]).name
    'hypersweep-light'
    """
    if not theme.is_colourful:
        # These colours are invisible in the colourless theme, but Textual needs them to differ.
        return ScreenTheme(
            name=f"hypersweep-{theme.name}",
            primary="#ffffff",
            background="#000000",
            surface="#000000",
            panel="#000000",
            foreground="#ffffff",
            variables={"border": "#ffffff", "border-blurred": "#ffffff", "footer-key-foreground": "#ffffff"},
        )
    ground, hue = theme.screen, theme.accent
    text = "#e6edf3" if theme.is_dark else "#14181d"
    surface = mix(ground, theme.covered[0], 0.22 if theme.is_dark else 0.16)
    if theme.least > 4.5:
        text, surface = ("#ffffff", ground) if theme.is_dark else ("#000000", ground)
    primary = readable(hue, surface, theme.least)
    return ScreenTheme(
        name=f"hypersweep-{theme.name}",
        primary=primary,
        secondary=readable(theme.near_covered[0], surface, theme.least),
        accent=readable(theme.flag if not theme.flag_ground else theme.flag_ground, surface, theme.least),
        warning=readable(theme.flag if not theme.flag_ground else theme.flag_ground, surface, theme.least),
        error=readable(theme.exploded, surface, 3.0),
        success=readable(theme.target, surface, 3.0),
        foreground=text,
        background=ground,
        surface=surface,
        panel=surface,
        dark=theme.is_dark,
        variables={
            "border": primary,
            "border-blurred": mix(surface, text, 0.35),
            "text-muted": readable(mix(text, surface, 0.38), surface, theme.least),
            "block-cursor-background": primary,
            "block-cursor-foreground": readable(ground, primary, theme.least),
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-background": mix(surface, primary, 0.3),
            "block-cursor-blurred-foreground": text,
            "footer-background": surface,
            "footer-key-foreground": primary,
            "footer-description-foreground": text,
            "input-selection-background": mix(surface, primary, 0.5),
        },
    )


SCREEN_THEMES: dict[str, ScreenTheme] = {name: screen_theme(theme) for name, theme in THEMES.items()}
"""Screen themes, by board theme name."""

STYLES = """
Screen { background: $background; color: $foreground; }
OptionList {
    border: round $border-blurred; border-title-color: $foreground; border-title-style: bold;
    background: $background; padding: 0 1; scrollbar-size-vertical: 1;
    /* Text can't be wrapped to zero columns, as in a one-column terminal. */
    min-width: 12;
}
OptionList:focus { border: round $border; background-tint: $background 0%; }
DataTable { background: $background; }
Input:nocolor:focus { text-style: underline; }
VerticalScroll { scrollbar-size-vertical: 1; }
"""


# ASCII replacements for frames, scroll bars and our own signs. Any other character loses its accents or becomes "?".
_LOOKS = {
    "-": "─╌╍┄┅┈┉═╴╶╸╺–—−⎯",
    "|": "│╎╏┆┇┊┋║╵╷╹╻▏▎▍▌▐▕",
    "+": "┌┐└┘├┤┬┴┼╭╮╯╰╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋",
    "=": "▬≡━",
    "_": "▁▂▃▄▖▗⎽",
    "~": "▔▀▘▝⎺↔↕",
    "#": "┃█■▇▆▅▉▊▋▓▒▮◼⬛▣▟▙▛▜▚▞",
    ":": "░",
    ".": "·•∙⋅◦…",
    ">": "▶►▸→⏵⮞",
    "<": "◀◄◂←⏴⮜",
    "^": "▲△↑▴⮝",
    "v": "▼▽↓▾⮟✓✔",
    "F": "⚑⚐",
    "*": "●○◉✱✶★☆✹⬤⭘",
    "x": "×✗✘✕✖",
    "?": "�",
    "'": "’",
    '"': "“”„",
    " ": "\u00a0\u2007\u202f",
    "\\": "╲",
}


class _Table(dict[int, str]):
    """A table for ``str.translate``; characters are added when they first occur."""

    def __missing__(self, code: int) -> str:
        if code < 128:
            look = chr(code)
        else:
            plain = unicodedata.normalize("NFKD", chr(code)).encode("ascii", "ignore").decode()
            look = plain if len(plain) == 1 else "?"
            if 0x2800 <= code < 0x2900:
                look = " " if code == 0x2800 else "."  # braille dots, in plots
            elif code == 0x1F50E:
                look = "> "  # the magnifying glass in the palette's field
            elif unicodedata.east_asian_width(chr(code)) in "WF":
                look = "??"
            elif unicodedata.combining(chr(code)):
                look = ""
        self[code] = look
        return look


_TABLE = _Table({ord(character): look for look, characters in _LOOKS.items() for character in characters})


def to_ascii(text: str) -> str:
    """Return a text in ASCII with the same number of columns.

    >>> to_ascii("╭─ 4×4 · naïve ─╮")
    '+- 4x4 . naive -+'
    """
    return text if text.isascii() else text.translate(_TABLE)


class AsciiFilter(LineFilter):
    """Convert the whole screen to ASCII, including frames and scroll bars."""

    def apply(self, segments: list[Segment], background: ScreenColour) -> list[Segment]:
        """Return the segments with their text in ASCII."""
        del background
        return [
            segment if segment.text.isascii() else Segment(to_ascii(segment.text), segment.style, segment.control)
            for segment in segments
        ]


class ColourlessFilter(LineFilter):
    """Remove all colours, and reverse text on a bright background, such as the current line in a list."""

    def apply(self, segments: list[Segment], background: ScreenColour) -> list[Segment]:
        """Return the segments without colours."""
        del background
        return [
            Segment(text, None if style is None else _without_colours(style), control)
            for text, style, control in segments
        ]


@lru_cache(1024)
def _without_colours(style: Style) -> Style:
    ground = style.bgcolor
    # The colourless theme has a black background, so a bright background is a highlight.
    is_bright = ground is not None and ground.triplet is not None and sum(ground.triplet) > 3 * 128
    return style.without_color + Style(reverse=True) if is_bright else style.without_color
