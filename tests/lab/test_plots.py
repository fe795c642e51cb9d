"""Plots: drawn the same each time, with the names of the boards."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.errors import MissingExtraError, ParameterError
from hypersweep.lab import run_experiment
from hypersweep.lab.plots import _apart, load_matplotlib, save_plot
from lab_worlds import small

MANY: dict[str, Any] = {"boards": [("3x4", 2), ("3x4", 4), ("2x3x4", 3), ("2x3x4", 6), ("3x3x3", 5)]}


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_plot_is_the_same_each_time(kind: str, tmp_path: Path) -> None:
    rows = run_experiment(small(**MANY))
    for name in ("one", "two"):
        save_plot(rows, tmp_path / f"{name}.{kind}", title="Games won")
    data = (tmp_path / f"one.{kind}").read_bytes()
    assert data == (tmp_path / f"two.{kind}").read_bytes()
    if kind == "svg":
        assert b"<dc:date>" not in data
        # Texts are drawn as shapes, and matplotlib leaves what they say in comments.
        for text in (b"3x4", b"2x3x4", b"3x3x3", b"Games won", b"cells with a mine"):
            assert b"<!-- " + text + b" -->" in data
    else:
        assert data.startswith(b"\x89PNG")


def texts(rows: list[Any], path: Path, **named: Any) -> bytes:
    save_plot(rows, path, **named)
    return path.read_bytes()


@pytest.mark.nightly
def test_each_figure_that_was_measured_has_a_panel(tmp_path: Path) -> None:
    path = tmp_path / "plot.svg"
    data = texts(run_experiment(small(**MANY)), path)
    assert b"<!-- games won -->" in data
    assert b"<!-- boards that need no guess -->" not in data
    assert b"50 games for each point; bands: intervals of 95 %" in data
    data = texts(run_experiment(small("sweep", **MANY)), path)
    for text in (b"games won", b"boards that need no guess", b"3BV, mean"):
        assert b"<!-- " + text + b" -->" in data
    data = texts(run_experiment(small("compare", **MANY, stop=0.01)), path, confidence=0.99)
    assert b"<!-- games that look-ahead won more than progress -->" in data
    assert b"intervals of 99 %" in data


@pytest.mark.nightly
@pytest.mark.slow
def test_many_curves_have_a_legend_in_place_of_bands(tmp_path: Path) -> None:
    grids = ["3x4", "3x5", "4x5", "2x3x4", "2x3x3"]
    rows = run_experiment(small(boards=[(grid, mines) for grid in grids for mines in (2, 4)]))
    data = texts(rows, tmp_path / "plot.svg")
    assert b"FillBetween" not in data
    assert b"which aren't drawn: up to " in data
    few = texts([row for row in rows if row["grid"] != "3x5"], tmp_path / "plot.svg")
    assert b"FillBetween" in few
    for name in (b"4x5", b"2x3x4"):
        assert data.count(b"<!-- " + name + b" -->") == few.count(b"<!-- " + name + b" -->") == 1


@given(st.lists(st.floats(0, 100), max_size=8), st.floats(1, 10))
def test_names_are_moved_apart(heights: list[float], least: float) -> None:
    moved = _apart(sorted(heights), least, -5.0)
    assert len(moved) == len(heights)
    assert all(after - before >= least - 1e-9 for before, after in pairwise(moved))
    assert all(height >= -5 for height in moved)
    alone = [11.0 * height for height in range(len(heights))]
    assert _apart(alone, least, -5.0 - least) == pytest.approx(alone)


def test_what_can_not_be_drawn_is_refused(tmp_path: Path) -> None:
    rows = run_experiment(small())
    with pytest.raises(ParameterError, match=r"ends in \.png or \.svg"):
        save_plot(rows, tmp_path / "plot.pdf")
    for wrong in ([], run_experiment(small("boards"))):
        with pytest.raises(ParameterError, match="results with win rates or differences"):
            save_plot(wrong, tmp_path / "plot.png")
    assert [*tmp_path.iterdir()] == []


def test_without_matplotlib_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r"hypersweep\[lab\]"):
        load_matplotlib()
