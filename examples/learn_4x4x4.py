"""Learn 4x4x4 with 6 mines from play alone: a cube in which a cell has up to 26 neighbours.

The same network as in examples/learn_6x6.py with convolutions in three dimensions, and the same training. At the end it
plays 10,000 fresh games, and prints how many it won; learn_4x4x4.svg and .png show the learning curve.

    python examples/learn_4x4x4.py --quick
"""

from __future__ import annotations

from collections.abc import Sequence

from curves import draw_curve, reported
from hypersweep import Grid
from learning import Judge, learn_from_play, progress_printer, read_options

GRID, MINES = Grid("4x4x4"), 6


def main(words: Sequence[str] | None = None) -> float:
    """Learn, play and draw. Returns: the share of the fresh games that were won."""
    options = read_options(__doc__, games=12_000, quick=6_000, words=words)
    width, blocks = (16, 1) if options.quick else (24, 2)
    judge = Judge(GRID, MINES, width=width, blocks=blocks)
    points = learn_from_play(judge, GRID, MINES, options.games, seed=options.seed, report=progress_printer())
    result = reported(judge, GRID, MINES, options, points)
    draw_curve(options.out / "learn_4x4x4", "4x4x4 with 6 mines, learned from play alone", points, result, {})
    return result.share


if __name__ == "__main__":
    main()
