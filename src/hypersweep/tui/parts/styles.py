"""Themes in the terms of the terminal's toolkit: styles of text, and the dress of a widget."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rich.color import Color, ColorType
from rich.style import Style

from hypersweep.picture.palettes import PALETTES
from hypersweep.picture.themes import CellStyle

if TYPE_CHECKING:
    from textual.widget import Widget

    from hypersweep.picture.themes import Theme

__all__ = ["dress", "screen_style", "text_style"]


@lru_cache(1 << 12)
def text_style(style: CellStyle, colours: int = 0) -> Style:
    """The style of a piece of text that is drawn like that.

    Args:
        style: how it is drawn.
        colours: of the palette that its colours are entries of; 0 for true colours.

    >>> from hypersweep.picture.themes import CellStyle
    >>> str(text_style(CellStyle(text="#ffffff", is_bold=True)))
    'bold #ffffff'
    """
    # What isn't set is None, not False, so that styles stay short to send.
    return Style(
        color=_colour(style.text, colours),
        bgcolor=_colour(style.ground, colours),
        bold=style.is_bold or None,
        underline=style.is_underlined or None,
        reverse=style.is_reversed or None,
        dim=style.is_dim or None,
    )


def _colour(colour: str, colours: int) -> Color | str | None:
    """A colour, by its number where it is an entry of a palette: then nothing on the way takes another for it."""
    number = PALETTES[colours].get(colour) if colours else None
    if number is None:
        return colour or None
    kind = ColorType.STANDARD if colours == 16 else ColorType.EIGHT_BIT
    return Color(colour, kind, number, Color.parse(colour).triplet)


def screen_style(theme: Theme) -> Style:
    """The style of what lies around the cells."""
    return text_style(CellStyle(ground=theme.screen), theme.colours)


def dress(widget: Widget, theme: Theme) -> None:
    """Give a widget the screen's background in a theme, and scrollbars to go with it."""
    screen = theme.screen or "ansi_default"
    styles = widget.styles
    styles.background = screen
    styles.scrollbar_background = styles.scrollbar_background_hover = styles.scrollbar_background_active = screen
    styles.scrollbar_corner_color = screen
    # Not that of covered cells: below a board a bar isn't to look like another row.
    styles.scrollbar_color = theme.label or "ansi_bright_black"
    styles.scrollbar_color_hover = styles.scrollbar_color_active = theme.near_covered[1] or "ansi_white"
