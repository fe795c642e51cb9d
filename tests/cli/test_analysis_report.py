"""The lines of an analysis report: what is certain, the number of layouts, and the best move with its reasons."""

from __future__ import annotations

import itertools
import math
import random
import re
from itertools import pairwise

import pytest

from hypersweep import Grid, View, analyse
from hypersweep.cli import analysis_report
from hypersweep.cli.analysis_report import chance_table, chance_text, report_lines
from hypersweep.errors import InconsistentViewError
from hypersweep.solve import Budget, choose
from solver_views import random_view


def report(view: View, *, columns: int | None = None) -> list[str]:
    analysis = analyse(view)
    choice = choose(view, "safest", analysis=analysis)
    best = None if choice is None else choice.cell
    return list(report_lines(analysis, best, "safest", {0: "."}, columns=columns))


def cells_of(line: str) -> list[tuple[int, ...]]:
    return [tuple(map(int, re.findall(r"\d+", name))) for name in re.findall(r"\((?:\d+, )*\d+\)", line)]


def test_what_is_said_is_what_the_analysis_says() -> None:
    chance = random.Random(140)
    seen = 0
    for _ in range(80):
        view = random_view(chance, ended=False)
        try:
            analysis = analyse(view)
        except InconsistentViewError:
            continue
        seen += 1
        lines = report(view)
        (head, *_), text = lines, "\n".join(lines)
        assert head.startswith(f"board {view.grid}, {view.mines} mine")
        assert f"{view.covered} cell" in head
        assert ("flag" in head) == bool(view.flagged)
        layouts = analysis.count_layouts()
        assert (f"{layouts:,} layouts fit" if layouts > 1 else "1 layout fits") in lines
        if view.grid.dimensions > 1:
            (safe,) = (line for line in lines if line.startswith("safe for certain: "))
            (mines,) = (line for line in lines if line.startswith("certain mines: "))
            assert cells_of(safe) == list(analysis.safe_cells)
            assert cells_of(mines) == list(analysis.mine_cells)
        assert ("best move: none, no covered cell can be safe" in text) == (choose(view, "safest") is None)
    assert seen > 40


def test_long_lists_are_cut_and_long_lines_fold() -> None:
    view = View("7x9", 1, [1 if place == 31 else -1 for place in range(63)])
    lines = report(view)
    (safe,) = (line for line in lines if line.startswith("safe for certain: "))
    assert len(cells_of(safe)) == 24
    assert safe.endswith(" and 30 more")
    narrow = report(view, columns=40)
    # The legend of the table stays in one line.
    assert max(map(len, narrow[narrow.index("") :])) <= 40
    # The words are the same.
    start, folded = lines.index("8 layouts fit"), narrow.index("8 layouts fit")
    assert " ".join(lines[start:]).split() == " ".join(narrow[folded:]).split()


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "mines"), [("4x5", 7), ("8x9", 20), ("200x300", 30_000)])
def test_numbers_of_layouts_are_told_as_far_as_anybody_wants_to_know(shape: str, mines: int) -> None:
    analysis = analyse(View(shape, mines, [-1] * Grid(shape).cells))
    lines = itertools.islice(report_lines(analysis, None, "safest", {0: "."}), 40)
    (told,) = (line for line in lines if line.endswith("layouts fit"))
    count = math.comb(analysis.view.grid.cells, mines)
    if count < 10**15:
        assert told == f"{count:,} layouts fit"
        return
    found = re.fullmatch(r"about (\d\.\d\d)e(\d+) layouts fit", told)
    assert found is not None, told
    exponent = int(found[2])
    assert 10**exponent <= count < 10 ** (exponent + 1)
    assert found[1].replace(".", "") == str(count // 10 ** (exponent - 2))


def test_estimates_are_marked_with_their_largest_error() -> None:
    view = View("9x11", 25, [-1] * 12 + [2, -1] * 37 + [-1] * 13)
    analysis = analyse(view, budget=Budget(states=20), estimate=True)
    assert not analysis.is_exact
    lines = list(report_lines(analysis, None, "safest", {0: "."}))
    (told,) = (line for line in lines if line.startswith("too many layouts to count"))
    error = float(told.rpartition("of up to ")[2].removesuffix(" %")) / 100
    assert error == pytest.approx(max(map(analysis.standard_error, view.grid)), rel=0.06)


VIEW = View.parse("3x4 mines=3\n# # # #\n1 # 3 #\n. 1 # #")


def luminance(colour: int) -> float:
    """The relative luminance of one of the 216 colours of a cube among the 256 of terminals. Source: WCAG 2, sRGB."""
    steps = (0, 95, 135, 175, 215, 255)
    parts = [steps[(colour - 16) // place % 6] / 255 for place in (36, 6, 1)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_more_danger_is_lighter_and_every_text_can_be_read() -> None:
    shades = [luminance(background) for background, _ in analysis_report._RAMP]
    assert all(more - less > 0.002 for less, more in pairwise(shades))
    for background, text in analysis_report._RAMP:
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
    assert lines[0] == "layer 0         layer 1"
    assert lines[2] == "0| 50% 50% 50%  0| 50% 50% 50%"
    deep = "\n".join(chance_table(analyse(View("2x3x2x2x2", 12, [-1] * 48)), None, {0: "."}, columns=30))
    assert deep.count("25%") == 48
    assert "group 1" in deep


def test_large_boards_are_shown_around_the_best_move() -> None:
    view = View("100x100", 1000, [-1] * 10_000)
    lines = list(chance_table(analyse(view), (99, 99), {0: "."}))
    assert lines[-1] == "(rows 84 to 99 of 100, columns 70 to 99 of 100)"
    assert "\n".join(lines).count("10%") == 16 * 30
