from __future__ import annotations

import re
from itertools import combinations, pairwise, product
from math import dist

import pytest
from rich._palettes import EIGHT_BIT_PALETTE, STANDARD_PALETTE
from rich.cells import cell_len
from rich.color import Color, ColorSystem

from colour_vision import SIGHTS, difference, lab
from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.picture.arrangement import Arrangement, characters
from hypersweep.picture.cell_appearance import (
    ASCII,
    CLUE,
    CURSOR,
    DONE,
    DRAFT,
    HIDDEN,
    HOVER,
    NEAR,
    ODD,
    PRESSED,
    QUESTION,
    SYMBOLS,
    TARGET,
    finished,
    too_many_flags,
)
from hypersweep.picture.colours import contrast, luminance
from hypersweep.picture.themes import PALETTES, THEMES, CellStyle, Theme, theme_in
from hypersweep.tui.board.line_painter import LinePainter

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


@pytest.mark.parametrize("name", ["dark", "light"])
def test_numbers_can_be_told_apart_with_every_kind_of_colour_vision(name: str) -> None:
    # The classic themes have the usual hues instead, and can't promise this.
    texts = [colours(THEMES[name].style(clue))[0] for clue in range(1, 9)]
    assert texts == list(THEMES[name].ramp), "the contrast needs no other shade"
    for (place, one), (other_place, other) in combinations(enumerate(texts), 2):
        is_next = other_place - place == 1
        for sight in SIGHTS:
            assert difference(one, other, sight) >= (12 if is_next else 7), (place + 1, other_place + 1, sight)
        if is_next:
            assert abs(lab(one)[0] - lab(other)[0]) >= 7, "they differ in lightness too"


SYSTEMS = {256: ColorSystem.EIGHT_BIT, 16: ColorSystem.STANDARD}
COLOURFUL_NAMES = [theme.name for theme in COLOURFUL]
REDUCED = [theme_in(name, colours) for name in COLOURFUL_NAMES for colours in SYSTEMS]
CLUES = [*range(1, 27), 80, 242, 728]
LOOKS = [COVERED, FLAGGED, MINE, EXPLODED, WRONG_FLAG, HIDDEN, DONE, QUESTION, DRAFT, 0, too_many_flags(1), *CLUES]
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
    painter = LinePainter(theme, size=(3, 1), is_ascii=is_ascii)
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
    painter = LinePainter(theme, size=(3, 1))
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
    painter = LinePainter(theme, size=(3, 1))
    line = painter.line(
        Arrangement((3, 4), metrics=characters(3)), 1, lambda indices: [COVERED, FLAGGED, 3, finished(2)], {5: NEAR}
    )
    for segment in line:
        assert segment.style is not None
        for colour in (segment.style.color, segment.style.bgcolor):
            if colour is not None:
                assert colour.triplet is not None
                assert PALETTES[theme.colours][colour.triplet.hex] == colour.downgrade(SYSTEMS[theme.colours]).number


def test_clues_differ_in_256_colours() -> None:
    steps = [contrast(*colours(theme_in("contrast", 256).style(clue))) for clue in range(1, 9)]
    assert all(after > before - 0.8 for before, after in pairwise(steps))
    assert steps[-1] > steps[0]
    for name in ("dark", "light", "classic", "dark_classic"):
        assert len({theme_in(name, 256).style(clue).text for clue in range(1, 9)}) == 8, name


@pytest.mark.parametrize("name", COLOURFUL_NAMES)
def test_the_board_has_the_ground_of_the_screen_around_it(name: str) -> None:
    # The toolkit finds the background for screens, and the board's shows as a box if it differs.
    around = Color.parse(THEMES[name].screen).downgrade(ColorSystem.EIGHT_BIT)
    assert around.number == PALETTES[256][theme_in(name, 256).screen]
