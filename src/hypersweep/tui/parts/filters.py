"""Output filters for poor terminals: ASCII only, or without colours."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.filter import LineFilter

if TYPE_CHECKING:
    from textual.color import Color

# Replacements of frames, scroll bars and our own signs; other characters lose their accents or become question marks.
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
    """A table for ``str.translate``, filled on demand."""

    def __missing__(self, code: int) -> str:
        if code < 128:
            look = chr(code)
        else:
            plain = unicodedata.normalize("NFKD", chr(code)).encode("ascii", "ignore").decode()
            look = plain if len(plain) == 1 else "?"
            if 0x2800 <= code < 0x2900:
                look = " " if code == 0x2800 else "."  # dots of braille, in plots
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
    """Return a text of the same width in ASCII.

    >>> to_ascii("╭─ 4×4 · naïve ─╮")
    '+- 4x4 . naive -+'
    """
    return text if text.isascii() else text.translate(_TABLE)


class AsciiFilter(LineFilter):
    """Convert the whole screen to ASCII, including frames and scroll bars."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in ASCII."""
        del background
        return [
            segment if segment.text.isascii() else Segment(to_ascii(segment.text), segment.style, segment.control)
            for segment in segments
        ]


class ColourlessFilter(LineFilter):
    """Remove all colours, and reverse text on a bright background, such as the current line of a list."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments without colours."""
        del background
        return [
            Segment(text, None if style is None else _without_colours(style), control)
            for text, style, control in segments
        ]


@lru_cache(1024)
def _without_colours(style: Style) -> Style:
    ground = style.bgcolor
    # The theme without colours has a black background, so bright backgrounds are highlights.
    is_bright = ground is not None and ground.triplet is not None and sum(ground.triplet) > 3 * 128
    return style.without_color + Style(reverse=True) if is_bright else style.without_color
