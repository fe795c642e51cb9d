"""Themes of the screens around the boards, one for each theme of the board, and shared style sheets."""

from __future__ import annotations

from textual.theme import Theme as ScreenTheme

from hypersweep.picture.colours import mix, readable
from hypersweep.picture.themes import THEMES, Theme


def screen_theme(theme: Theme) -> ScreenTheme:
    """Return the theme of the screens around a board.

    >>> screen_theme(THEMES["light"]).name
    'hypersweep-light'
    """
    if not theme.is_colourful:
        # Invisible without colours, but Textual needs them to differ.
        return ScreenTheme(
            name=f"hypersweep-{theme.name}",
            primary="#ffffff",
            background="#000000",
            surface="#000000",
            panel="#000000",
            foreground="#ffffff",
            variables={"border": "#ffffff", "border-blurred": "#ffffff", "footer-key-foreground": "#ffffff"},
        )
    ground, hue = theme.screen, theme.ramp[0] if len(theme.ramp) == 1 else theme.near_covered[0]
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
"""Themes by the names of the board's themes."""

STYLES = """
Screen { background: $background; color: $foreground; }
OptionList {
    border: round $border-blurred; border-title-color: $foreground; border-title-style: bold;
    background: $background; padding: 0 1; scrollbar-size-vertical: 1;
    /* No text can be folded into no columns, as in a terminal of one. */
    min-width: 12;
}
OptionList:focus { border: round $border; background-tint: $background 0%; }
DataTable { background: $background; }
Input:nocolor:focus { text-style: underline; }
VerticalScroll { scrollbar-size-vertical: 1; }
"""
