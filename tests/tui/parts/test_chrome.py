from __future__ import annotations

import pytest

from hypersweep.picture.colours import contrast
from hypersweep.picture.themes import THEMES
from hypersweep.tui.parts.chrome import SCREEN_THEMES


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
