"""Plots: distinct colours, settings that matplotlib knows, curves, and the lines of an arena."""

from __future__ import annotations

import sys
from itertools import pairwise
from math import nan
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.errors import MissingExtraError, ParameterError
from hypersweep.lab import run_experiment
from hypersweep.lab.plots import (
    _PANELS,
    COLOURS,
    DASHES,
    GREY,
    INK,
    PANELS,
    STYLE,
    PlotStyle,
    _apart,
    _arena_picture,
    _curves_picture,
    check_style,
    load_matplotlib,
    save_plot,
)
from lab_worlds import small


def test_colours_differ_and_settings_are_known() -> None:
    assert len({*COLOURS, GREY, INK}) == len(COLOURS) + 2
    assert len({*DASHES}) == len(DASHES)
    assert {*STYLE} <= {*mpl.rcParams}
    assert STYLE["svg.hashsalt"] == "hypersweep"


MANY: dict[str, Any] = {"boards": [("3x4", 2), ("3x4", 4), ("2x3x4", 3), ("2x3x4", 6), ("3x3x3", 5)]}


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["pdf", "png", "svg"])
def test_a_plot_is_the_same_each_time(kind: str, tmp_path: Path) -> None:
    rows = run_experiment(small(**MANY))
    for name in ("one", "two"):
        save_plot(rows, tmp_path / f"{name}.{kind}", style=PlotStyle(title="Games won"))
    data = (tmp_path / f"one.{kind}").read_bytes()
    assert data == (tmp_path / f"two.{kind}").read_bytes()
    if kind == "svg":
        assert b"<dc:date>" not in data
        # Texts are drawn as shapes, and matplotlib leaves what they say in comments.
        for text in (b"3x4", b"2x3x4", b"3x3x3", b"Games won", b"cells with a mine"):
            assert b"<!-- " + text + b" -->" in data
    elif kind == "pdf":
        assert data.startswith(b"%PDF")
        assert b"CreationDate" not in data
        # Fonts are embedded as TrueType, not as Type 3.
        assert b"/FontFile2" in data
        assert b"/Type3" not in data
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
    assert b"50 games for each point; bands: 95 % intervals" in data
    data = texts(run_experiment(small("sweep", **MANY)), path)
    for text in (b"games won", b"boards that need no guess", b"3BV, mean"):
        assert b"<!-- " + text + b" -->" in data
    data = texts(run_experiment(small("compare", **MANY, stop=0.01)), path, confidence=0.99)
    assert b"<!-- games that look-ahead won more than progress -->" in data
    assert b"99 % intervals" in data
    data = texts(run_experiment(small("bound", **MANY, guesses=0)), path)
    assert b"<!-- games that best play wins at most -->" in data
    assert b"50 boards for each point; bands: 95 % intervals" in data


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
    with pytest.raises(ParameterError, match=r"ends in \.pdf, \.png or \.svg"):
        save_plot(rows, tmp_path / "plot.eps")
    with pytest.raises(ParameterError, match="win_rate for winrate, got 'stuck_rate'"):
        save_plot(rows, tmp_path / "plot.png", style=PlotStyle(panels=("stuck_rate",)))
    for wrong in ([], run_experiment(small("boards"))):
        with pytest.raises(ParameterError, match="no win rates or differences to draw"):
            save_plot(wrong, tmp_path / "plot.png")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("kind", "style", "message"),
    [
        ("sweep", PlotStyle(panels=("mean_bit",)), "did you mean 'mean_bits'"),
        ("compare", PlotStyle(has_log_y=True), "may be negative"),
        ("bound", PlotStyle(panels=("win_rate",)), "panels from bound"),
        ("arena", PlotStyle(has_log_x=True), "no logarithmic axes"),
        ("arena", PlotStyle(panels=("win_rate",)), "no panels to choose from"),
    ],
)
def test_a_style_that_does_not_fit_is_refused(kind: str, style: PlotStyle, message: str) -> None:
    check_style(kind, PlotStyle(title="Any", size=(3.0, 2.0)))
    with pytest.raises(ParameterError, match=message):
        check_style(kind, style)


@pytest.mark.slow
def test_panels_size_and_axes_can_be_chosen() -> None:
    rows = run_experiment(small("sweep", boards=[("3x4", 2), ("3x4", 4), ("2x3x4", 3), ("2x3x4", 6)]))
    assert {name for name in rows[0] if name in _PANELS} == {*PANELS["sweep"]}
    rows[0]["mean_bits"] = 0.0  # a logarithmic axis has no 0
    style = PlotStyle(size=(5.0, 2.5), has_log_x=True, has_log_y=True)
    panels = [_PANELS[name] for name in ("mean_bits", "stuck_rate")]
    figure = _curves_picture(rows, panels, style, 0.95)
    assert [*figure.get_size_inches()] == [5.0, 2.5]
    bits, stuck = figure.axes
    assert bits.get_title("left") == "bits of layouts\nleft, mean"
    for axes in (bits, stuck):
        assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    drawn = [value for line in bits.lines for value in line.get_ydata()]
    assert drawn == pytest.approx([nan, *(row["mean_bits"] for row in rows[1:])], nan_ok=True)
    assert bits.get_ylim()[0] > 0
    assert stuck.yaxis.get_major_formatter()(0.5) == "0.5 %"
    plain = _curves_picture(rows, panels, PlotStyle(), 0.95).axes[0]
    assert (plain.get_xscale(), plain.get_yscale()) == ("linear", "linear")


def test_without_matplotlib_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r"hypersweep\[lab\]"):
        load_matplotlib()


@pytest.mark.slow
@pytest.mark.parametrize("boards", [[("3x4", 2)], [("3x4", 2), ("2x3x4", 3), ("12", 2)]])
def test_it_has_a_line_for_each_player_and_pair(boards: list[tuple[str, int]]) -> None:
    rows = run_experiment(small("arena", boards=boards, policies=["safest", "progress", "third=safest@states=9"]))
    figure = _arena_picture(rows, PlotStyle(title="Arena"), 0.95)
    left, right = figure.axes
    assert [label.get_text() for label in left.get_yticklabels()] == ["safest", "progress", "third"]
    names = [label.get_text() for label in right.get_yticklabels()]
    assert names == ["safest : progress", "safest : third", "progress : third"]
    assert len(left.containers) == len(right.containers) == len(boards)
    for container, (grid, mines) in zip(left.containers, boards, strict=True):
        own = [row for row in rows if (row["grid"], row["mines"]) == (grid, mines) and "player" in row]
        assert [*container.lines[0].get_xdata()] == [100 * float(row["win_rate"] or 0) for row in own]
    assert bool(figure.legends) == (len(boards) > 1)
    ticks = right.xaxis.get_major_formatter()
    assert [ticks(percent) for percent in (-25, 0, 12.5)] == ["-25 %", "0 %", "+12.5 %"]


@pytest.mark.slow
def test_many_pairs_are_cut_and_that_is_told() -> None:
    players = [f"p{number}=safest" for number in range(9)]
    figure = _arena_picture(
        run_experiment(small("arena", boards=[("3x4", 2)], count=9, policies=players)), PlotStyle(), 0.9
    )
    assert len(figure.axes[1].get_yticklabels()) == 28
    assert "the first 28 of 36 pairs, with 90 %" in figure.get_supxlabel()


@pytest.mark.slow
def test_it_is_drawn_the_same_each_time(tmp_path: Path) -> None:
    rows = run_experiment(small("arena"))
    for name in ("a.svg", "b.svg", "c.png"):
        save_plot(rows, tmp_path / name, style=PlotStyle(title="Arena"))
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "c.png").stat().st_size > 5000


@pytest.mark.slow
def test_names_are_drawn_as_they_are_written(tmp_path: Path) -> None:
    # The font lacks the last two of these characters; warnings are errors here.
    players = ["$x$=safest", "$=safest", "漢字=safest", "\u0939\u093f=safest"]
    rows = run_experiment(small("arena", boards=[("3x4", 2)], count=9, policies=players))
    for name in ("a.svg", "a.png"):
        save_plot(rows, tmp_path / name, style=PlotStyle(title="Arena"))
    # Each text is in a comment before its path, and a formula would have lost its signs.
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "<!-- $x$ -->" in text
    with load_matplotlib().rc_context(STYLE):
        figure = _arena_picture(rows, PlotStyle(), 0.95)
        assert not any(label.get_parse_math() for label in figure.axes[0].get_yticklabels())
