r"""Layout and appearance of boards in any number of dimensions, in characters or pixels; independent of any UI toolkit.

``docs/pictures.md`` shows what ``board_svg`` can draw.

>>> from hypersweep import View
>>> from hypersweep.picture import TARGET, board_svg
>>> view = View.parse("2x3 mines=1\n# 1 .\n# 1 .")
>>> board_svg(view, marks={(0, 0): TARGET}, arrows=[((0, 1), (0, 0))]).count("hs-arrow")
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.lazy_imports import lazy_names

if TYPE_CHECKING:
    from hypersweep.picture.arrangement import PIXELS, Arrangement, Metrics, axis_name
    from hypersweep.picture.cell_appearance import CLUE, CURSOR, NEAR, TARGET
    from hypersweep.picture.svg import board_svg
    from hypersweep.picture.theme_files import load_theme, parse_theme
    from hypersweep.picture.themes import THEMES, Theme

__all__ = [
    "CLUE",
    "CURSOR",
    "NEAR",
    "PIXELS",
    "TARGET",
    "THEMES",
    "Arrangement",
    "Metrics",
    "Theme",
    "axis_name",
    "board_svg",
    "load_theme",
    "parse_theme",
]

_HOMES = {
    "cell_appearance": ("CLUE", "CURSOR", "NEAR", "TARGET"),
    "arrangement": ("PIXELS", "Arrangement", "Metrics", "axis_name"),
    "svg": ("board_svg",),
    "theme_files": ("load_theme", "parse_theme"),
    "themes": ("THEMES", "Theme"),
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
