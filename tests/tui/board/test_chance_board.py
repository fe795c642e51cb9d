"""A board with mine probabilities: colours, numbers, and distinct marks."""

from __future__ import annotations

import pytest

from hypersweep.codes import FLAGGED, MINE
from hypersweep.picture.cell_appearance import CURSOR, TARGET
from hypersweep.picture.colours import chance_colour, contrast
from hypersweep.picture.themes import THEMES
from hypersweep.tui.board.chance_board import ChancePainter, chance_look, chance_style

CHANCES = [0.0, 1e-9, 0.004, 0.01, 0.07, 0.1, 0.25, 0.5, 0.994, 0.999999, 1.0]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", [2, 3])
def test_every_chance_has_a_number_that_fits_and_only_certain_ones_are_called_so(theme: str, width: int) -> None:
    painter = ChancePainter(THEMES[theme], size=(width, 1))
    texts = {chance: painter.text(chance_look(chance)) for chance in CHANCES}
    assert {len(text) for text in texts.values()} == {width}
    assert [chance for chance, text in texts.items() if text.strip().rstrip("%") == "0"] == [0.0]
    assert [chance for chance, text in texts.items() if text == painter.text(MINE)] == [1.0]
    if not THEMES[theme].is_colourful:
        # No number looks like a clue of one digit.
        assert all(len(text.strip()) > 1 for chance, text in texts.items() if chance < 1)
    assert painter.text(chance_look(0.3, is_flagged=True)) == painter.text(FLAGGED)
    assert not any(letter.isdigit() for letter in painter.text(chance_look(0.3, is_plain=True)))


def test_a_chance_stands_where_a_clue_does_and_none_is_no_clue_of_nothing() -> None:
    painter = ChancePainter(THEMES["dark"], size=(3, 1))
    assert [painter.text(chance_look(chance)) for chance in (0.07, 0.25)] == [painter.text(7), painter.text(25)]
    assert painter.text(chance_look(0.0)).strip() == "0%"


@pytest.mark.parametrize("theme", [name for name, theme in THEMES.items() if theme.is_colourful])
def test_chances_have_the_colours_of_pictures_and_the_marks_have_others(theme: str) -> None:
    painter = ChancePainter(THEMES[theme], size=(2, 1))
    grounds = set()
    for chance in (0.0, 0.1, 0.25, 0.5, 1.0):
        style = painter.cell(chance_look(chance), 0).style
        assert style is not None
        assert style.bgcolor is not None
        assert style.bgcolor.name == chance_colour(chance)
        grounds.add(style.bgcolor.name)
        for marks in (0, CURSOR, TARGET):
            drawn = chance_style(THEMES[theme], chance, marks)
            assert contrast(drawn.text, drawn.ground) >= 4.5
            assert (drawn.ground in grounds) == (not marks)


def test_without_colours_attributes_tell_the_move_from_the_best() -> None:
    looks = {(*chance_style(THEMES["mono"], 0.3, marks),) for marks in (0, CURSOR, TARGET)}
    assert len(looks) == 3
