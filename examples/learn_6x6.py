"""Learn 6x6 with 4 mines from play alone, to within a few games in a hundred of the exact solver.

A convolutional network plays 512 games at a time, learns from their results (examples/learning.py says how), and plays
the next 512. No solver helps: the solver in the plot only plays for comparison. At the end it plays 10,000 fresh games,
and prints how many it won; learn_6x6.svg and .png show the learning curve.

    python examples/learn_6x6.py --quick
"""

from __future__ import annotations

from collections.abc import Sequence

from curves import draw_curve, reported
from hypersweep import Grid
from learning import Judge, learn_from_play, progress_printer, read_options

GRID, MINES = Grid("6x6"), 4

PUBLISHED = 0.933
"""Share of games that the best published learner wins."""


def main(words: Sequence[str] | None = None) -> float:
    """Learn, play and draw. Returns: the share of the fresh games that were won."""
    options = read_options(__doc__, games=40_000, quick=5_000, words=words)
    judge = Judge(GRID, MINES, width=32, blocks=3)
    points = learn_from_play(judge, GRID, MINES, options.games, seed=options.seed, report=progress_printer())
    result = reported(judge, GRID, MINES, options, points)
    draw_curve(
        options.out / "learn_6x6",
        "6x6 with 4 mines, learned from play alone",
        points,
        result,
        {"best published learner": PUBLISHED},
    )
    return result.share


if __name__ == "__main__":
    main()
