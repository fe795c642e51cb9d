"""The page's colours as CSS variables, derived from the boards' themes so that page and board match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.picture.colours import contrast, mix, readable
from hypersweep.picture.themes import THEMES

if TYPE_CHECKING:
    from hypersweep.picture.themes import Theme

_HEAD = """/* Written by `python -m hypersweep.web.tables` from the themes of hypersweep: change those. */
"""

_FORCED = """@media (forced-colors: active) {
  :root:root {
    --page: Canvas;
    --panel: Canvas;
    --raised: ButtonFace;
    --text: CanvasText;
    --muted: CanvasText;
    --line: GrayText;
    --line-strong: CanvasText;
    --accent: Highlight;
    --on-accent: HighlightText;
    --focus: Highlight;
    --danger: CanvasText;
    --good: CanvasText;
  }

  canvas {
    forced-color-adjust: none;
  }
}
"""


def page_colours(theme: Theme) -> dict[str, str]:
    """Return the variables of a theme; all text colours have its minimum contrast on page, panels and raised parts.

    Args:
        theme: a theme with colours.

    >>> page_colours(THEMES["dark"])["--page"]
    '#0d1117'
    """
    ink = "#ffffff" if theme.is_dark else "#000000"
    page = theme.screen
    # Backgrounds that stand out a little, and a little more.
    panel = mix(page, theme.label, 0.08 if theme.least < 7 else 0.12)
    raised = mix(page, theme.label, 0.16 if theme.least < 7 else 0.22)
    # The background with the lowest contrast to text.
    worst = min((page, panel, raised), key=lambda ground: contrast(ink, ground))
    least = theme.least * 1.03

    def text(colour: str) -> str:
        return readable(colour, worst, least)

    accent = text(theme.ramp[0] if theme.least < 7 else theme.cursor)
    return {
        "--page": page,
        "--panel": panel,
        "--raised": raised,
        "--text": mix(ink, page, 0.1 if theme.least < 7 else 0.0),
        "--muted": text(theme.label),
        "--line": mix(page, theme.label, 0.3),
        "--line-strong": readable(mix(page, theme.label, 0.6), page, 3.1),
        "--accent": accent,
        "--on-accent": max(("#ffffff", "#000000"), key=lambda colour: contrast(colour, accent)),
        "--focus": readable(theme.cursor, worst, 3.1),
        "--danger": text(theme.exploded),
        "--good": text(theme.target),
    }


def _rule(selector: str, theme: Theme, indent: str = "") -> str:
    scheme = "dark" if theme.is_dark else "light"
    lines = [f"{indent}{selector} {{", f"{indent}  color-scheme: {scheme};"]
    lines += [f"{indent}  {name}: {colour};" for name, colour in page_colours(theme).items()]
    return "\n".join([*lines, f"{indent}}}"])


def _media(query: str, theme: Theme) -> str:
    return f"@media ({query}) {{\n{_rule(':root', theme, '  ')}\n}}\n"


def theme_styles() -> str:
    """Return the text of styles/themes.css: the browser's preference, then the chosen theme, then forced colours.

    >>> theme_styles().count("--page:")
    9
    """
    parts = [
        _HEAD + _rule(":root", THEMES["light"]) + "\n",
        _media("prefers-color-scheme: dark", THEMES["dark"]),
        _media("prefers-contrast: more", THEMES["contrast"]),
        *(_rule(f':root[data-theme="{name}"]', theme) + "\n" for name, theme in THEMES.items() if theme.is_colourful),
        _FORCED,
    ]
    return "\n".join(parts)
