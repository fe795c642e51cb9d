"""Results of an example: a few lines of text, and a plot of how the network learned."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypersweep import Grid
from hypersweep.lab import wilson
from hypersweep.trials import play_solver
from learning import Judge, Point, machine, random_win_count, share, win_count

BOARDS = 1 << 62
"""Seed of the first board of the test, far from those of the training."""

TOGETHER = 24
"""Largest number of points of a curve; rounds are merged to get there."""


@dataclass(frozen=True)
class Result:
    """Games won, out of ``tested``: by the network, by the solver that opens the safest cell, and by random opens."""

    won: int
    solver: int
    random: int
    tested: int

    @property
    def share(self) -> float:
        """The share that the network won."""
        return self.won / self.tested


def reported(
    judge: Judge,
    grid: Grid,
    mines: int,
    options: argparse.Namespace,
    points: Sequence[Point],
    *,
    first: int | None = None,
) -> Result:
    """Play the test and print the result. Returns: the result.

    Args:
        judge: the network.
        grid: the board.
        mines: how many.
        options: number of games of the test, and the seed.
        points: points of the learning curve.
        first: the cell to begin with, as in ``choose``. The solver begins with cell 0, a corner, the best there is.
    """
    tested = options.tested
    begin = time.perf_counter()
    won = win_count(judge, grid, mines, tested, seed=BOARDS, first=first)
    took = time.perf_counter() - begin
    # Its first open is in a corner, and as safe as ours.
    solver = play_solver(grid, mines, tested, seed=options.seed, policy="safest", first_open="safe").wins
    result = Result(won, solver, random_win_count(grid, mines, tested, seed=BOARDS), tested)
    last = points[-1]
    print(f"learned from {options.games:,} games in {last.seconds:.0f} s, {last.processor:.0f} s of processors")
    print(f"network: {share(won, tested)}, played in {took:.0f} s")
    print(f"solver, safest cell: {share(solver, tested)}")
    print(f"any covered cell: {share(result.random, tested)}")
    print(f"seed {options.seed}, {options.threads} threads, {machine()}", flush=True)
    return result


def joined(points: Sequence[Point], most: int = TOGETHER) -> list[tuple[float, float, float, float]]:
    """Return a curve with few points: games, share won, and the bounds of its interval.

    >>> joined([Point(0, 1, 4, 0, 0), Point(4, 3, 4, 0, 0), Point(8, 4, 4, 0, 0)], 2)[0][:2]
    (2.0, 0.5)
    """
    size = -(-len(points) // most)
    curve = []
    for begin in range(0, len(points), size):
        some = points[begin : begin + size]
        won, played = sum(point.won for point in some), sum(point.played for point in some)
        curve.append((sum(point.games for point in some) / len(some), won / played, *wilson(won, played)))
    return curve


def draw_curve(
    path: Path,
    title: str,
    points: Sequence[Point],
    result: Result,
    lines: Mapping[str, float],
    *,
    draw_right: Any = None,
) -> None:
    """Draw how the share of games won grew, as SVG and PNG.

    Args:
        path: path of the picture, without a suffix.
        title: title of the plot.
        points: points of the learning curve.
        result: the final test, with the solver and chance for comparison.
        lines: other shares for comparison, by name.
        draw_right: draws a second plot on the right, called with its axes; None for no second plot.
    """
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams.update({"svg.hashsalt": path.name, "svg.fonttype": "none"})
    from matplotlib import pyplot

    figure, all_axes = pyplot.subplots(
        1, 1 if draw_right is None else 2, figsize=(7 if draw_right is None else 11, 4.2), squeeze=False
    )
    axes = all_axes[0][0]
    games, shares, lows, highs = zip(*joined(points), strict=True)
    axes.fill_between(games, lows, highs, alpha=0.25, linewidth=0, color="#1f5f99")
    axes.plot(games, shares, color="#1f5f99", label="while it learns, with 95 % interval")
    low, high = wilson(result.won, result.tested)
    axes.errorbar(
        [points[-1].games * 1.02],
        [result.share],
        yerr=[[result.share - low], [high - result.share]],
        fmt="o",
        capsize=4,
        color="#c04a00",
        label=f"{result.tested:,} fresh games afterwards: {result.share:.1%}",
    )
    told = {
        "solver, safest cell": result.solver / result.tested,
        **lines,
        "any covered cell": result.random / result.tested,
    }
    for (name, value), style in zip(told.items(), ("--", ":", "-.", (0, (1, 4))), strict=False):
        axes.axhline(value, color="#444444", linestyle=style, linewidth=1, label=f"{name}: {value:.1%}")
    axes.set(title=title, xlabel="games that it learned from", ylabel="share of games won", ylim=(0, 1))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.legend(loc="lower right", fontsize=8)
    axes.grid(alpha=0.2)
    if draw_right is not None:
        draw_right(all_axes[0][1])
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    for suffix, more in ((".svg", {"metadata": {"Date": None}}), (".png", {"dpi": 100})):
        figure.savefig(path.with_suffix(suffix), **more)
    pyplot.close(figure)
