"""Themes as styles of text and of screens, and filters for poor terminals."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.color import Color
from textual.widgets import Static

from hypersweep.picture.colours import contrast
from hypersweep.picture.themes import THEMES, CellStyle
from hypersweep.tui.styles import (
    SCREEN_THEMES,
    AsciiFilter,
    ColourlessFilter,
    dress,
    screen_style,
    text_style,
    to_ascii,
)


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


@pytest.mark.parametrize("name", THEMES)
def test_texts_around_the_boards_can_be_read(name: str) -> None:
    theme = SCREEN_THEMES[name]
    assert theme.name == f"hypersweep-{name}"
    for text in (theme.foreground, theme.primary):
        assert text is not None
        for ground in (theme.background, theme.surface):
            assert ground is not None
            assert contrast(text, ground) >= (3.0 if text == theme.primary else 4.5)


def test_each_theme_of_the_board_has_its_own() -> None:
    assert SCREEN_THEMES.keys() == THEMES.keys()
    assert len({theme.name for theme in SCREEN_THEMES.values()}) == len(THEMES)


BLACK = Color(0, 0, 0)


def test_frames_and_signs_keep_their_looks() -> None:
    assert to_ascii("╭─╮│ │╰─╯ █░ ▶◀▲▼ ⚑ × …") == "+-+| |+-+ #: ><^v F x ."
    assert to_ascii("Zoë’s naïve café") == "Zoe's naive cafe"
    assert to_ascii("🔎 x") == ">  x"
    assert to_ascii("日本") == "????"
    assert to_ascii("⠁⠀") == ". "


@given(st.text())
def test_everything_becomes_ascii_of_the_same_width(text: str) -> None:
    found = to_ascii(text)
    assert found.isascii()
    # A control character has no width; others have the width that Python knows.
    plain = "".join(
        character
        for character in text
        if unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Cn", "Co", "Mn", "Me", "Mc", "Zl", "Zp")
        and (character.isascii() or cell_len(character) == 1)
        and unicodedata.east_asian_width(character) not in "WF"
    )
    assert len(to_ascii(plain)) == len(plain)


def test_segments_keep_their_styles() -> None:
    bold = Style(bold=True)
    before = [Segment("─x─", bold), Segment("plain")]
    assert AsciiFilter().apply(before, BLACK) == [Segment("-x-", bold), Segment("plain")]


def test_colours_go_and_bright_grounds_are_reversed() -> None:
    before = [
        Segment("a", Style(color="#ff0000", bgcolor="#101010", bold=True)),
        Segment("b", Style(color="#000000", bgcolor="#ffffff")),
        Segment("c", Style(underline=True)),
        Segment("d"),
    ]
    after = ColourlessFilter().apply(before, BLACK)
    assert [segment.text for segment in after] == ["a", "b", "c", "d"]
    for segment in after:
        assert segment.style is None or (segment.style.color is None and segment.style.bgcolor is None)
    assert after[0].style == Style(bold=True)
    assert after[1].style == Style(reverse=True)
    assert after[2].style == Style(underline=True)
    assert after[3].style is None
