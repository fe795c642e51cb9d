"""Themes in 256 and in 16 colours: the terminal never has to choose the nearest colour."""

from __future__ import annotations

import re
from itertools import pairwise, product

import pytest
from rich._palettes import EIGHT_BIT_PALETTE, STANDARD_PALETTE
from rich.color import Color, ColorSystem

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.picture.cell_appearance import (
    CLUE,
    CURSOR,
    DONE,
    HIDDEN,
    HOVER,
    NEAR,
    ODD,
    PRESSED,
    TARGET,
    finished,
    too_many_flags,
)
from hypersweep.picture.contrast import contrast
from hypersweep.picture.nesting import Arrangement, characters
from hypersweep.picture.palettes import PALETTES, theme_in
from hypersweep.picture.themes import THEMES, Theme
from hypersweep.tui.board.lines import LinePainter

SYSTEMS = {256: ColorSystem.EIGHT_BIT, 16: ColorSystem.STANDARD}
COLOURFUL = [name for name, theme in THEMES.items() if theme.is_colourful]
REDUCED = [theme_in(name, colours) for name in COLOURFUL for colours in SYSTEMS]
CLUES = [*range(1, 27), 80, 242, 728]
LOOKS = [COVERED, FLAGGED, MINE, EXPLODED, WRONG_FLAG, HIDDEN, DONE, 0, too_many_flags(1), *CLUES]
MARKS = [sum(marks) for marks in product(*((0, mark) for mark in (ODD, NEAR, CLUE, TARGET, HOVER, CURSOR, PRESSED)))]

each_theme = pytest.mark.parametrize("theme", REDUCED, ids=lambda theme: f"{theme.name}-{theme.colours}")


def test_the_palettes_are_those_of_terminals() -> None:
    for palette, found in ((EIGHT_BIT_PALETTE, PALETTES[256]), (STANDARD_PALETTE, PALETTES[16])):
        for colour, number in found.items():
            assert colour == "#{:02x}{:02x}{:02x}".format(*palette[number])
    assert len(PALETTES[16]) == 16
    assert min(PALETTES[256].values()) == 16, "every terminal has colours of its own for the first ones"
    assert theme_in("mono", 16) is THEMES["mono"]
    assert theme_in("dark") is THEMES["dark"]


@pytest.mark.ci_limit(4)
@pytest.mark.slow
@each_theme
def test_every_colour_is_of_the_palette_and_every_text_can_be_read(theme: Theme) -> None:
    palette = PALETTES[theme.colours]
    # No colour of 16 has high contrast on both black and white.
    least = min(theme.least, 4.5) if theme.colours == 16 else theme.least
    for look, marks in product(LOOKS, MARKS):
        style = theme.style(look, marks, largest=728)
        assert {style.text, style.ground} <= palette.keys()
        assert contrast(style.text, style.ground) >= (3 if look in (COVERED, HIDDEN) else least), (look, marks)
    for clue, marks in product((DONE, *CLUES), MARKS):
        style = theme.style(finished(clue), marks, largest=728)
        assert style.text in palette
        assert contrast(style.text, style.ground) >= 3, (clue, marks)
    for level, is_focus in product((1, 2), (False, True)):
        style = theme.label_style(level, is_focus=is_focus)
        assert {style.text, style.ground} <= palette.keys()
        assert contrast(style.text, style.ground) >= least


def sent(painter: LinePainter, look: int, marks: int = 0) -> tuple[str, tuple[str, ...]]:
    """The characters of a cell as sent to a terminal, with colours and attributes."""
    segment = painter.cell(look, marks)
    assert segment.style is not None
    told = segment.style.render(segment.text, color_system=SYSTEMS[painter.theme.colours])
    found = re.fullmatch(r"\x1b\[([0-9;]*)m(.*)\x1b\[0m", told)
    assert found is not None
    codes = found[1]
    ground = re.search(r"48;5;\d+|(?<![\d;])(?:4[0-7]|10[0-7])(?!\d)|;(?:4[0-7]|10[0-7])(?!\d)", codes)
    assert ground is not None, codes
    return found[2], (ground[0].strip(";"), *(code for code in ("4",) if code in codes.split(";")[:2]))


@each_theme
@pytest.mark.parametrize("is_ascii", [False, True], ids=["fine", "ascii"])
def test_what_is_sent_tells_every_kind_of_cell_from_every_other(theme: Theme, is_ascii: bool) -> None:
    painter = LinePainter(theme, width=3, is_ascii=is_ascii)
    kinds = [
        sent(painter, look, marks)
        for look, marks in (
            *((0, 0), (COVERED, 0), (0, NEAR), (COVERED, NEAR), (COVERED, CURSOR), (0, CURSOR)),
            *((3, CLUE), (COVERED, TARGET), (0, NEAR | HOVER), (COVERED, NEAR | HOVER)),
        )
    ]
    # Under the cursor, covered cells and open ones may look the same: the line below says which it is.
    grounds = {kind[1] for place, kind in enumerate(kinds) if place != 5}
    assert len(grounds) == 9
    for marks in (0, NEAR):
        assert sent(painter, COVERED, marks)[1] != sent(painter, 0, marks)[1]


@each_theme
def test_covered_cells_are_neither_a_slab_nor_of_two_kinds(theme: Theme) -> None:
    painter = LinePainter(theme, width=3)
    for marks in (0, NEAR):
        even, odd = (sent(painter, COVERED, marks | parity) for parity in (0, ODD))
        if even == odd:
            assert painter.text(COVERED).strip(), "something stands between one cell and the next"
        else:
            grounds = [theme.style(COVERED, marks | parity).ground for parity in (0, ODD)]
            assert 1.02 < contrast(*grounds) < 1.5
        opened = [theme.style(0, marks | parity).ground for parity in (0, ODD)]
        covered = [theme.style(COVERED, marks | parity).ground for parity in (0, ODD)]
        assert min(contrast(a, b) for a, b in product(opened, covered)) >= 1.8


@each_theme
def test_the_entries_are_sent_by_their_numbers(theme: Theme) -> None:
    painter = LinePainter(theme, width=3)
    line = painter.line(
        Arrangement((3, 4), metrics=characters(3)), 1, lambda indices: [COVERED, FLAGGED, 3, finished(2)], {5: NEAR}
    )
    for segment in line:
        assert segment.style is not None
        for colour in (segment.style.color, segment.style.bgcolor):
            if colour is not None:
                assert colour.triplet is not None
                assert PALETTES[theme.colours][colour.triplet.hex] == colour.downgrade(SYSTEMS[theme.colours]).number


def test_the_greyscale_of_clues_goes_one_way_in_256_colours() -> None:
    for name in ("dark", "light", "contrast"):
        theme = theme_in(name, 256)
        style = [theme.style(clue) for clue in range(1, 9)]
        steps = [contrast(each.text, each.ground) for each in style]
        assert all(after > before - 0.8 for before, after in pairwise(steps))
        assert steps[-1] > steps[0]


@pytest.mark.parametrize("name", COLOURFUL)
def test_the_board_has_the_ground_of_the_screen_around_it(name: str) -> None:
    # The toolkit finds the background for screens, and the board's shows as a box if it differs.
    around = Color.parse(THEMES[name].screen).downgrade(ColorSystem.EIGHT_BIT)
    assert around.number == PALETTES[256][theme_in(name, 256).screen]
