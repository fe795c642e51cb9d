"""The colours that the page looks up: those of Python for all looks and marks, and readable on their backgrounds."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from board_scripts import ask
from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.picture import colours
from hypersweep.picture.cell_appearance import (
    CLUE,
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
from hypersweep.picture.colours import chance_colour, chance_ink, chance_number
from hypersweep.picture.themes import FAINT, THEMES
from hypersweep.web.cell_colours import theme_colours

NAMES = [name for name, theme in THEMES.items() if theme.is_colourful]
_BITS = (ODD, NEAR, CLUE, TARGET, HOVER, PRESSED)
_MARKS = [sum(bits) for bits in product(*((0, bit) for bit in _BITS))]


def _looks() -> list[tuple[dict[str, Any], int]]:
    looks: list[tuple[dict[str, Any], int]] = [
        ({"look": look}, look)
        for look in (COVERED, FLAGGED, MINE, EXPLODED, WRONG_FLAG, HIDDEN, DONE, 0, 1, 2, 5, 8, 9, 27, 80, 728)
    ]
    looks += [({"kind": "finished", "look": clue}, finished(clue)) for clue in (DONE, 1, 3, 26)]
    looks += [({"kind": "excess", "look": excess}, too_many_flags(excess)) for excess in (1, 12)]
    return looks


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("largest", [8, 728])
def test_cells_have_the_colours_of_python(name: str, largest: int) -> None:
    theme = THEMES[name]
    looks = _looks()
    cases = [shown | {"marks": marks} for shown, _ in looks for marks in _MARKS]
    answers = ask([{"question": "styles", "theme": name, "cases": cases, "largest": largest}])[0]
    styles = [theme.style(look, marks, largest=largest) for _, look in looks for marks in _MARKS]
    for case, (text, ground, best), style in zip(cases, answers, styles, strict=True):
        assert ground == style.ground, case
        assert colours.contrast(best, ground) == max(colours.contrast(each, ground) for each in ("#ffffff", "#000000"))
        least = theme.least
        if case.get("kind") == "finished":
            least = FAINT * least / 4.5
        elif case["look"] in (COVERED, HIDDEN) and "kind" not in case:
            # The dot on a hidden cell; a plain covered cell shows nothing.
            least = 1.5
        elif case["look"] > 0 and "kind" not in case and len(theme.ramp) == 1:
            # One of a few shades of the hue: the nearest.
            ratio = colours.contrast(text, ground) / colours.contrast(style.text, ground)
            assert 0.93 < ratio < 1.08, (case, ratio)
        else:
            assert text == style.text, case
        assert colours.contrast(text, ground) >= least, case


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_clues_of_a_flat_board_differ_in_colour(name: str) -> None:
    cases = [{"look": clue, "marks": 0} for clue in range(1, 9)]
    answers = ask([{"question": "styles", "theme": name, "cases": cases, "largest": 8}])[0]
    assert len({text for text, _, _ in answers}) == 8


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_labels_have_the_colours_of_python(name: str) -> None:
    cases = [(level, is_focus) for level in (1, 2, 3) for is_focus in (False, True)]
    answers = ask([{"question": "labels", "theme": name, "cases": cases}])[0]
    assert answers == [THEMES[name].label_style(level, is_focus=is_focus).text for level, is_focus in cases]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_chances_can_be_read_on_their_colours(name: str) -> None:
    cases = [
        {"kind": "chance", "look": [step / 200, False], "marks": marks}
        for step in range(201)
        for marks in (0, ODD, TARGET, TARGET | ODD)
    ]
    for case, (text, ground, _) in zip(
        cases, ask([{"question": "styles", "theme": name, "cases": cases, "largest": 8}])[0], strict=True
    ):
        assert colours.contrast(text, ground) >= 4.5, case


def test_chances_are_told_as_in_python() -> None:
    random = Random(7)
    cases = [0.0, 1.0, 0.5, 0.005, 0.995, 0.001, 0.999, 0.125, 0.1, 0.25, *(random.random() for _ in range(300))]
    answers = ask([{"question": "chances", "cases": cases}])[0]
    for chance, (colour, ink, number) in zip(cases, answers, strict=True):
        # The page has a colour for each per cent.
        shown = chance if chance in (0, 1) else min(max(round(100 * chance) / 100, 0.004), 0.996)
        assert colour == chance_colour(shown), chance
        assert (ink, number) == (chance_ink(colour), chance_number(chance))


@pytest.mark.parametrize("name", NAMES)
def test_numbers_of_the_map_can_be_read(name: str) -> None:
    theme = THEMES[name]
    for (few, many, turn), marks in zip(theme_colours(theme)["mapInks"], (0, NEAR), strict=True):
        opened, covered = (theme.style(code, marks).ground for code in (0, COVERED))
        for percent in range(101):
            ground = colours.mix(opened, covered, percent / 100)
            ink = few if percent / 100 < turn else many
            assert colours.contrast(ink, ground) >= 4.5, (marks, percent)


def test_finished_clues_of_the_theme_with_contrast_can_be_read_well() -> None:
    theme = THEMES["contrast"]
    for marks in (0, ODD, NEAR):
        style = theme.style(finished(3), marks)
        assert colours.contrast(style.text, style.ground) >= 4.5
