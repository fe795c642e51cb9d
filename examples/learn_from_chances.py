"""Learn the exact chances of mines on 8x8 with 10 mines, and show how well the learned ones are calibrated.

The solver is the teacher: ``BatchEnv.chances()`` returns the exact chance of a mine for every cell of every position
that the network meets while it plays. Then the network plays 10,000 fresh games alone, always opening one of the safest
cells by its own prediction. The solver, which opens the safest cell by the exact chances, plays the same boards.
learn_from_chances.svg and .png show the learning curve, and on the right the share of mines by the predicted chance.

    python examples/learn_from_chances.py --quick
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from curves import BOARDS, draw_curve, reported
from hypersweep import COVERED, Grid, Outcome
from hypersweep.envs import BatchEnv
from learning import ROUND, Judge, Learner, Lessons, Point, choose, clocks, play, progress_printer, read_options, since

GRID, MINES = Grid("8x8"), 10

CORNER = 0
"""First cell of every game, the solver's too: before the first open no chance decides."""

STEPS = 8
"""Moves in every game between two training steps."""


def taught(judge: Judge, env: BatchEnv) -> tuple[Lessons, int, int]:
    """Continue every game for some moves. Returns: lessons, games won and games ended."""
    seen, chances, cells, won, ended = [], [], [], 0, 0
    for _ in range(STEPS):
        positions = env.observations.copy()
        begins = (positions == COVERED).reshape(env.count, -1).all(1)
        exact = env.chances().reshape(env.count, -1)
        chosen = np.where(begins, CORNER, choose(judge, positions, begins=False))
        env.step(chosen)
        seen.append(positions[~begins])
        chances.append(exact[~begins].astype(np.float32))
        cells.append(chosen[~begins])
        won += int((env.outcomes == Outcome.WON.value).sum())
        ended += int(env.terminations.sum())
    all_cells = np.concatenate(cells)
    lessons = Lessons(np.concatenate(seen), all_cells, np.concatenate(chances), np.zeros(len(all_cells), np.bool_))
    return lessons, won, ended


def learn(judge: Judge, games: int, *, seed: int, report: Callable[[Point], object]) -> list[Point]:
    """Let the network play and learn until a number of games have ended. Returns: the share of them that it won."""
    rng = np.random.default_rng(seed)
    learner = Learner(judge, GRID, rng)
    env = BatchEnv(GRID, MINES, ROUND, seed=int(rng.integers(1 << 62)), autoreset="same-step")
    points: list[Point] = []
    begin, played = clocks(), 0
    while played < games:
        lessons, won, ended = taught(judge, env)
        if ended:
            points.append(Point(played, won, ended, *since(begin)))
            report(points[-1])
        learner.learn(lessons, done=played / games, is_worth_learned=False)
        played += ended
    return points


def calibration(judge: Judge, games: int) -> Iterator[tuple[float, float, int]]:
    """Return for each tenth the mean predicted chance, the share of mines, and the number of cells."""
    env = BatchEnv(GRID, MINES, games, seed=BOARDS, autoreset="disabled")
    lessons, _ = play(judge, env, first=CORNER)
    is_asked = (lessons.positions == COVERED).reshape(len(lessons.chosen), -1)
    # Before the first open there is nothing to judge.
    is_asked[:games] = False
    given: NDArray[Any] = torch.sigmoid(judge.judged(lessons.positions)[:, 0]).numpy()[is_asked]
    found = lessons.mines[is_asked]
    place = np.minimum((given * 10).astype(int), 9)
    for tenth in range(10):
        if (place == tenth).any():
            yield float(given[place == tenth].mean()), float(found[place == tenth].mean()), int((place == tenth).sum())


def main(words: Sequence[str] | None = None) -> float:
    """Learn, play and draw. Returns: the share of the fresh games that were won."""
    options = read_options(__doc__, games=8_000, quick=5_000, words=words)
    judge = Judge(GRID, MINES, width=32, blocks=3)
    points = learn(judge, options.games, seed=options.seed, report=progress_printer())
    result = reported(judge, GRID, MINES, options, points, first=CORNER)
    tenths = list(calibration(judge, min(options.tested, 2000)))
    cells = sum(count for _, _, count in tenths)
    error = sum(abs(chance - share) * count for chance, share, count in tenths) / cells
    print(f"calibration: {error:.4f} between chances and shares of mines in tenths, mean over {cells:,} covered cells")

    def draw(axes: Any) -> None:
        axes.plot([0, 1], [0, 1], color="#444444", linestyle="--", linewidth=1, label="as true as can be")
        axes.plot(*list(zip(*tenths, strict=True))[:2], "o-", color="#1f5f99", label="network, in tenths")
        axes.set(
            title="How true its chances are", xlabel="chance of a mine that it gave", ylabel="share of mines there"
        )
        axes.legend(loc="upper left", fontsize=8)
        axes.grid(alpha=0.2)

    title = "8x8 with 10 mines, taught by exact chances"
    draw_curve(options.out / "learn_from_chances", title, points, result, {}, draw_right=draw)
    return result.share


if __name__ == "__main__":
    main()
