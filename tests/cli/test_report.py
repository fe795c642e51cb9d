"""The lines of a report: what is certain, how many layouts there are, and the best move with its reasons."""

from __future__ import annotations

import itertools
import math
import random
import re

import pytest

from hypersweep import Grid, View, analyse
from hypersweep.cli.report import report_lines
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
