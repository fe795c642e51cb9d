"""The page's variables of colour: written from the themes, and readable on everything that they may stand on."""

from __future__ import annotations

import pytest

from hypersweep.picture.contrast import contrast
from hypersweep.picture.themes import THEMES, Theme
from hypersweep.web.page_files import page_folder
from hypersweep.web.theme_styles import page_colours, theme_styles

THEMES_WITH_COLOURS = [theme for theme in THEMES.values() if theme.is_colourful]


def test_the_styles_in_the_folder_are_those_that_would_be_written() -> None:
    found = (page_folder() / "styles" / "themes.css").read_text(encoding="utf-8")
    assert found == theme_styles(), "'python -m hypersweep.web.tables' writes styles/themes.css"


@pytest.mark.parametrize("theme", THEMES_WITH_COLOURS, ids=lambda theme: theme.name)
def test_texts_can_be_read_on_page_and_panels(theme: Theme) -> None:
    colours = page_colours(theme)
    for ground in ("--page", "--panel", "--raised"):
        for text in ("--text", "--muted", "--accent", "--danger", "--good"):
            assert contrast(colours[text], colours[ground]) >= theme.least, (text, ground)
        assert contrast(colours["--focus"], colours[ground]) >= 3.0
    assert contrast(colours["--on-accent"], colours["--accent"]) >= 4.5
    assert contrast(colours["--line-strong"], colours["--page"]) >= 3.0


def test_every_theme_can_be_chosen_and_the_browser_asked() -> None:
    text = theme_styles()
    for theme in THEMES_WITH_COLOURS:
        assert f':root[data-theme="{theme.name}"] {{' in text
    for query in ("prefers-color-scheme: dark", "prefers-contrast: more", "forced-colors: active"):
        assert f"@media ({query})" in text
