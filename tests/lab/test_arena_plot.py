"""Plots of arenas: a line for each player and each pair, on any number of boards."""

from __future__ import annotations

from pathlib import Path

import pytest

from hypersweep.lab import run_experiment
from hypersweep.lab.arena_plot import arena_picture
from hypersweep.lab.plot_look import STYLE
from hypersweep.lab.plots import load_matplotlib, save_plot
from lab_worlds import small


@pytest.mark.slow
@pytest.mark.parametrize("boards", [[("3x4", 2)], [("3x4", 2), ("2x3x4", 3), ("12", 2)]])
def test_it_has_a_line_for_each_player_and_pair(boards: list[tuple[str, int]]) -> None:
    rows = run_experiment(small("arena", boards=boards, policies=["safest", "progress", "third=safest@states=9"]))
    figure = arena_picture(rows, "Arena", 0.95)
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
    figure = arena_picture(run_experiment(small("arena", boards=[("3x4", 2)], count=9, policies=players)), "", 0.9)
    assert len(figure.axes[1].get_yticklabels()) == 28
    assert "the first 28 of 36 pairs, with 90 %" in figure.get_supxlabel()


@pytest.mark.slow
def test_it_is_drawn_the_same_each_time(tmp_path: Path) -> None:
    rows = run_experiment(small("arena"))
    for name in ("a.svg", "b.svg", "c.png"):
        save_plot(rows, tmp_path / name, title="Arena")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "c.png").stat().st_size > 5000


@pytest.mark.slow
def test_names_are_drawn_as_they_are_written(tmp_path: Path) -> None:
    # The font lacks the last two of these characters; warnings are errors here.
    players = ["$x$=safest", "$=safest", "漢字=safest", "\u0939\u093f=safest"]
    rows = run_experiment(small("arena", boards=[("3x4", 2)], count=9, policies=players))
    for name in ("a.svg", "a.png"):
        save_plot(rows, tmp_path / name, title="Arena")
    # Each text is in a comment before its path, and a formula would have lost its signs.
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "<!-- $x$ -->" in text
    with load_matplotlib().rc_context(STYLE):
        figure = arena_picture(rows, "", 0.95)
        assert not any(label.get_parse_math() for label in figure.axes[0].get_yticklabels())
