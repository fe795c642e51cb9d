from __future__ import annotations

from itertools import product
from math import dist

import pytest
from rich.cells import cell_len

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.picture.cell_appearance import (
    ASCII,
    CLUE,
    CURSOR,
    DONE,
    HIDDEN,
    HOVER,
    NEAR,
    ODD,
    PRESSED,
    SYMBOLS,
    TARGET,
    finished,
    too_many_flags,
)
from hypersweep.picture.contrast import contrast, luminance
from hypersweep.picture.palettes import theme_in
from hypersweep.picture.themes import THEMES, CellStyle, Theme
from hypersweep.tui.board.lines import LinePainter

COLOURFUL = [theme for theme in THEMES.values() if theme.is_colourful]
RAMPS = [theme for theme in COLOURFUL if len(theme.ramp) == 1]
TEXTS = [FLAGGED, MINE, EXPLODED, WRONG_FLAG, DONE, too_many_flags(1), *range(1, 27), 80, 242, 728]
MARKS = [sum(marks) for marks in product(*((0, mark) for mark in (ODD, NEAR, CLUE, TARGET, HOVER, CURSOR, PRESSED)))]


def colours(style: CellStyle) -> tuple[str, str]:
    assert style.text
    assert style.ground
    return style.text, style.ground


@pytest.mark.parametrize("theme", COLOURFUL, ids=lambda theme: theme.name)
def test_text_can_be_read_on_every_background(theme: Theme) -> None:
    assert theme.least >= 4.5
    for look, marks in product(TEXTS, MARKS):
        text, ground = colours(theme.style(look, marks, largest=728))
        assert contrast(text, ground) >= theme.least, (look, marks)
    for level, is_focus in product((1, 2), (False, True)):
        assert contrast(*colours(theme.label_style(level, is_focus=is_focus))) >= theme.least


@pytest.mark.parametrize("theme", COLOURFUL, ids=lambda theme: theme.name)
def test_finished_clues_are_faint_and_can_be_read(theme: Theme) -> None:
    for clue, marks in product((DONE, 1, 2, 8, 26, 242), MARKS):
        own, usual = theme.style(finished(clue), marks, largest=728), theme.style(clue, marks, largest=728)
        assert own.ground == usual.ground
        assert 3 <= contrast(*colours(own)) < theme.least <= contrast(*colours(usual))
        assert not own.is_bold
    style = THEMES["mono"].style(finished(3))
    assert style.is_dim
    assert not style.is_bold
    assert not THEMES["mono"].style(3).is_dim


@pytest.mark.parametrize("theme", COLOURFUL, ids=lambda theme: theme.name)
def test_covers_and_what_is_open_differ_in_brightness(theme: Theme) -> None:
    for one, other in ((theme.covered, theme.opened), (theme.near_covered, theme.near_opened)):
        assert all(contrast(a, b) >= 1.8 for a, b in product(one, other))
    for look in (COVERED, HIDDEN):
        assert contrast(*colours(theme.style(look))) >= 3


@pytest.mark.parametrize("name", [theme.name for theme in COLOURFUL])
# Sixteen colours have no shades, so covered cells have a character of their own.
@pytest.mark.parametrize("colours", [0, 256])
def test_no_mark_of_the_pointer_makes_an_open_cell_look_covered(name: str, colours: int) -> None:
    theme = theme_in(name, colours)

    def distance(one: str, other: str) -> float:
        return dist(*(tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5)) for colour in (one, other)))

    for look, marks in product((0, 3, DONE, finished(3)), (NEAR, HOVER, NEAR | HOVER)):
        ground = theme.style(look, marks).ground
        opened, covered = (min(distance(ground, each) for each in pair) for pair in (theme.opened, theme.covered))
        assert opened < covered, (look, marks, ground)


@pytest.mark.parametrize("theme", RAMPS, ids=lambda theme: theme.name)
@pytest.mark.parametrize("marks", [0, ODD, NEAR, CLUE, CURSOR])
def test_the_ramp_goes_one_way_by_luminance(theme: Theme, marks: int) -> None:
    for largest in (8, 26, 80, 728):
        steps = [luminance(colours(theme.style(clue, marks, largest=largest))[0]) for clue in range(1, largest + 1)]
        _, ground = colours(theme.style(1, marks))
        if luminance(ground) > 0.18:
            steps = [-step for step in steps]
        assert steps == sorted(steps)
        assert len(set(steps[:8])) == 8, "no two of the clues that are seen most look the same"


def test_the_high_contrast_is_high() -> None:
    assert THEMES["contrast"].least >= 7
    assert contrast(THEMES["contrast"].covered[0], THEMES["contrast"].opened[1]) >= 3


@pytest.mark.parametrize("theme", COLOURFUL, ids=lambda theme: theme.name)
def test_marks_show(theme: Theme) -> None:
    for look in (COVERED, 0, 3):
        looks = [theme.style(look, marks) for marks in (0, NEAR, CLUE, TARGET, HOVER, CURSOR)]
        assert len({style.ground for style in looks}) == 6
    assert theme.style(COVERED, PRESSED).ground == theme.style(0).ground
    assert theme.style(COVERED).ground != theme.style(COVERED, ODD).ground


def test_without_colours_there_are_none_but_cells_can_be_told_apart() -> None:
    theme = THEMES["mono"]
    painter = LinePainter(theme)
    seen = set()
    for look in (COVERED, FLAGGED, MINE, EXPLODED, WRONG_FLAG, 0, 1, 2):
        style = theme.style(look)
        assert not style.text
        assert not style.ground
        seen.add(painter.text(look))
    assert len(seen) == 8
    plain = theme.style(COVERED)
    assert len({str(theme.style(COVERED, mark)) for mark in (NEAR, CURSOR, HOVER, CLUE)} - {str(plain)}) == 4


@pytest.mark.parametrize("symbols", [SYMBOLS, ASCII], ids=["usual", "ascii"])
def test_characters_are_one_column_wide(symbols: dict[int, str]) -> None:
    assert all(len(symbol) == cell_len(symbol) == 1 for symbol in symbols.values())
    assert SYMBOLS.keys() == ASCII.keys()


def test_ascii_is_ascii() -> None:
    assert "".join(ASCII.values()).isascii()
    shown = {look: symbol for look, symbol in ASCII.items() if look not in (HIDDEN, DONE)}
    assert len(set(shown.values())) == len(shown)


@pytest.mark.parametrize("theme", [theme for theme in COLOURFUL if len(theme.ramp) > 1], ids=lambda theme: theme.name)
@pytest.mark.parametrize("marks", [0, ODD, NEAR])
def test_each_number_has_a_hue_of_its_own(theme: Theme, marks: int) -> None:
    texts = [colours(theme.style(clue, marks))[0] for clue in range(1, 9)]
    parts = [tuple(int(text[at : at + 2], 16) for at in (1, 3, 5)) for text in texts]
    assert all(dist(one, other) > 35 for place, one in enumerate(parts) for other in parts[:place])


def test_there_is_a_dark_theme_with_a_hue_for_each_number() -> None:
    assert any(theme.is_dark and len(theme.ramp) == 8 for theme in THEMES.values())
