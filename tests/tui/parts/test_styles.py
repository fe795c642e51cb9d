from __future__ import annotations

import pytest
from rich.style import Style
from textual.app import App, ComposeResult
from textual.color import Color
from textual.widgets import Static

from hypersweep.picture.themes import THEMES, CellStyle
from hypersweep.tui.parts.styles import dress, screen_style, text_style


@pytest.mark.parametrize(
    ("cell", "style"),
    [
        (CellStyle(), Style()),
        (CellStyle(text="#010203", ground="#ffffff"), Style(color="#010203", bgcolor="#ffffff")),
        (CellStyle(is_bold=True, is_underlined=True), Style(bold=True, underline=True)),
        (CellStyle(is_reversed=True), Style(reverse=True)),
    ],
)
def test_styles_say_nothing_that_is_not_set(cell: CellStyle, style: Style) -> None:
    assert text_style(cell) == style


@pytest.mark.parametrize("name", THEMES)
def test_widgets_have_the_ground_of_the_theme(name: str) -> None:
    theme = THEMES[name]

    class Alone(App[None]):
        def compose(self) -> ComposeResult:
            yield Static()

    async def run() -> None:
        async with Alone().run_test() as pilot:
            widget = pilot.app.query_one(Static)
            dress(widget, theme)
            assert widget.styles.background == Color.parse(theme.screen or "ansi_default")
            assert widget.styles.scrollbar_color == Color.parse(theme.label or "ansi_bright_black")
            assert theme.label not in (*theme.covered, *theme.opened) or not theme.is_colourful

    import asyncio

    asyncio.run(run())
    assert (screen_style(theme).bgcolor is not None) is theme.is_colourful
