"""Themes in terms of Rich and Textual: styles of text, and colours of a widget."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rich.color import Color, ColorType
from rich.style import Style

from hypersweep.picture.themes import PALETTES, CellStyle

if TYPE_CHECKING:
    from textual.widget import Widget

    from hypersweep.picture.themes import Theme


@lru_cache(1 << 12)
def text_style(style: CellStyle, colours: int = 0) -> Style:
    """Return Rich's style for a style of a theme.

    Args:
        style: the style.
        colours: of the palette that its colours are entries of; 0 for true colours.

    >>> from hypersweep.picture.themes import CellStyle
    >>> str(text_style(CellStyle(text="#ffffff", is_bold=True)))
    'bold #ffffff'
    """
    # Unset attributes are None, not False, so that styles stay short to send.
    return Style(
        color=_colour(style.text, colours),
        bgcolor=_colour(style.ground, colours),
        bold=style.is_bold or None,
        underline=style.is_underlined or None,
        reverse=style.is_reversed or None,
        dim=style.is_dim or None,
    )


def _colour(colour: str, colours: int) -> Color | str | None:
    """Return a colour; palette colours keep their number, so that it isn't converted to a similar one."""
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
    # Not the background of covered cells: a bar below a board would look like another row.
    styles.scrollbar_color = theme.label or "ansi_bright_black"
    styles.scrollbar_color_hover = styles.scrollbar_color_active = theme.near_covered[1] or "ansi_white"
