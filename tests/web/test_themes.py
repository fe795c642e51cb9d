"""The page's colours: the same as Python's for all looks and marks, and readable wherever text has a background."""

from __future__ import annotations

import re
from itertools import product
from random import Random
from typing import Any

import pytest

from board_scripts import ask
from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.picture import colours
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
from hypersweep.picture.colours import chance_colour, chance_ink, chance_number
from hypersweep.picture.themes import FAINT, THEMES

NAMES = [name for name, theme in THEMES.items() if theme.is_colourful]
_BITS = (ODD, NEAR, CLUE, TARGET, HOVER, CURSOR, PRESSED)
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
    looks = _looks()
    cases = [shown | {"marks": marks} for shown, _ in looks for marks in _MARKS]
    answers = ask([{"question": "styles", "theme": name, "cases": cases, "largest": largest}])[0]
    styles = [THEMES[name].style(look, marks, largest=largest) for _, look in looks for marks in _MARKS]
    for case, (text, ground), style in zip(cases, answers, styles, strict=True):
        assert (text, ground) == (style.text, style.ground), case
        least = THEMES[name].least
        if case.get("kind") == "finished":
            least = FAINT * least / 4.5
        elif case["look"] in (COVERED, HIDDEN) and "kind" not in case:
            least = 3.0
        assert colours.contrast(text, ground) >= least, case


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
    for case, (text, ground) in zip(
        cases, ask([{"question": "styles", "theme": name, "cases": cases, "largest": 8}])[0], strict=True
    ):
        assert colours.contrast(text, ground) >= 4.5, case


def test_chances_are_told_as_in_python() -> None:
    random = Random(7)
    cases = [0.0, 1.0, 0.5, 0.005, 0.995, 0.001, 0.999, 0.125, 0.1, 0.25, *(random.random() for _ in range(300))]
    answers = ask([{"question": "chances", "cases": cases}])[0]
    for chance, (colour, ink, number) in zip(cases, answers, strict=True):
        assert colour == chance_colour(chance), chance
        assert (ink, number) == (chance_ink(colour), chance_number(chance))


@pytest.mark.slow
def test_colours_are_mixed_as_in_python() -> None:
    random = Random(8)

    def colour() -> str:
        return f"#{random.randrange(1 << 24):06x}"

    cases, expected = [], []
    for _ in range(300):
        first, second, share, wanted = colour(), colour(), random.random(), random.uniform(1, 21)
        cases += [["mix", first, second, share], ["withContrast", first, second, wanted], ["readable", first, second]]
        expected += [
            colours.mix(first, second, share),
            colours.with_contrast(first, second, wanted),
            colours.readable(first, second),
        ]
    assert ask([{"question": "colours", "cases": cases}])[0] == expected
    assert re.fullmatch("#[0-9a-f]{6}", expected[0])


def test_finished_clues_of_the_theme_with_contrast_can_be_read_well() -> None:
    theme = THEMES["contrast"]
    for marks in (0, ODD, NEAR):
        style = theme.style(finished(3), marks)
        assert colours.contrast(style.text, style.ground) >= 4.5
