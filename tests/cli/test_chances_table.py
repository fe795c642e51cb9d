"""Chances as a table of text, and its colours."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from hypersweep import View, analyse
from hypersweep.cli import chances_table
from hypersweep.cli.chances_table import chance_table, chance_text

VIEW = View.parse("3x4 mines=3\n# # # #\n1 # 3 #\n. 1 # #")


def luminance(colour: int) -> float:
    """The relative luminance of one of the 216 colours of a cube among the 256 of terminals. Source: WCAG 2, sRGB."""
    steps = (0, 95, 135, 175, 215, 255)
    parts = [steps[(colour - 16) // place % 6] / 255 for place in (36, 6, 1)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_more_danger_is_lighter_and_every_text_can_be_read() -> None:
    shades = [luminance(background) for background, _ in chances_table._RAMP]
    assert all(more - less > 0.002 for less, more in pairwise(shades))
    for background, text in chances_table._RAMP:
        lighter, darker = sorted((luminance(background), 1.0 if text == 231 else 0.0), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) > 3.5


def test_what_is_not_certain_does_not_look_so() -> None:
    for chance in (1e-12, 0.004, 0.005, 0.5, 0.989, 0.994, 0.996, 1 - 1e-12):
        assert chance_text(chance) not in ("0%", "100%", "ok", "*")
        assert len(chance_text(chance)) <= 3


def test_colours_change_nothing_else() -> None:
    analysis = analyse(VIEW)
    plain = list(chance_table(analysis, (0, 1), {0: "."}))
    colourful = list(chance_table(analysis, (0, 1), {0: "."}, is_colourful=True))
    assert not any("\033" in line for line in plain)
    assert [re.sub("\033\\[[0-9;]*m", "", line) for line in colourful] == plain
    # One cell is marked, the best.
    assert "".join(colourful).count("\033[1;4;") == 1


@pytest.mark.parametrize("columns", [20, 30, 40, 80])
def test_wide_boards_come_in_several_tables(columns: int) -> None:
    view = View("3x30", 9, [-1] * 90)
    lines = list(chance_table(analyse(view), None, {0: "."}, columns=columns))
    assert max(map(len, lines)) <= columns
    assert sum(line.count("10%") for line in lines) == 90


def test_boards_of_one_three_and_five_dimensions() -> None:
    assert list(chance_table(analyse(View("3", 1, [-1, 1, -1])), None, {0: "."})) == ["   0   1   2", " 50%   1 50%"]
    lines = list(chance_table(analyse(View("2x3x2", 6, [-1] * 12)), None, {0: "."}))
    assert lines[0] == "axis 2=0        axis 2=1"
    assert lines[2] == "0| 50% 50% 50%  0| 50% 50% 50%"
    deep = "\n".join(chance_table(analyse(View("2x3x2x2x2", 12, [-1] * 48)), None, {0: "."}, columns=30))
    assert deep.count("25%") == 48
    assert "axis 4=1" in deep


def test_large_boards_are_shown_around_the_best_move() -> None:
    view = View("100x100", 1000, [-1] * 10_000)
    lines = list(chance_table(analyse(view), (99, 99), {0: "."}))
    assert lines[-1] == "(axis 0: 84 to 99 of 100, axis 1: 70 to 99 of 100)"
    assert "\n".join(lines).count("10%") == 16 * 30
