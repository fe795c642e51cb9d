"""The colours of the page's boards: those of Python for all looks and marks, and readable in every skin."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from board_scripts import ask
from colour_vision import SIGHTS, difference
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
from hypersweep.picture.themes import THEMES

NAMES = [name for name, theme in THEMES.items() if theme.is_colourful]
_BITS = (ODD, NEAR, CLUE, TARGET, HOVER, PRESSED)
# Only the page fades tiles far from the cursor: its mark follows Python's.
_REMOTE = 1024
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
        if case["look"] in (COVERED, HIDDEN) and "kind" not in case:
            # The dot on a hidden cell; a plain covered cell shows nothing.
            assert colours.contrast(text, ground) >= 1.5, case
        else:
            assert text == style.text, case


@pytest.mark.slow
@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("skin", ["tiles", "flat", "paper", "garden", "glow"])
def test_cells_of_every_skin_can_be_read_and_told_apart(name: str, skin: str) -> None:
    marks = [0, ODD, NEAR, NEAR | ODD, HOVER, _REMOTE, _REMOTE | ODD]
    looks = [0, COVERED, FLAGGED, MINE, WRONG_FLAG, *range(1, 9)]
    cases = [{"look": look, "marks": each} for look in looks for each in marks]
    answers = ask([{"question": "styles", "theme": name, "skin": skin, "cases": cases, "largest": 8}])[0]
    shown = {(case["look"], case["marks"]): answer for case, answer in zip(cases, answers, strict=True)}
    for (look, mark), (text, ground, _) in shown.items():
        assert look in (0, COVERED) or colours.contrast(text, ground) >= 4.5, (look, mark)
    for mark in marks[:4]:
        assert colours.contrast(shown[0, mark][1], shown[COVERED, mark][1]) >= 1.8, mark
    assert len({shown[look, mark][1] for look in (0, COVERED) for mark in (0, NEAR, HOVER)}) == 6
    assert shown[COVERED, _REMOTE][1] != shown[COVERED, 0][1]
    numbers = [shown[clue, 0][0] for clue in range(1, 9)]
    for one, other in pairwise(numbers):
        assert all(difference(one, other, sight) >= 12 for sight in SIGHTS), (one, other)


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


def test_finished_clues_of_the_theme_with_contrast_can_be_read_well() -> None:
    theme = THEMES["contrast"]
    for marks in (0, ODD, NEAR):
        style = theme.style(finished(3), marks)
        assert colours.contrast(style.text, style.ground) >= 4.5
