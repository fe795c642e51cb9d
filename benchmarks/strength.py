"""How many games ``look-ahead`` wins, compared with another version of itself on the same boards.

    python benchmarks/strength.py --games 20000 --workers 2
    git worktree add ../before main~10 && python benchmarks/strength.py --games 20000 --against ../before

In these games no guess fails: if one would, the mines are dealt again. A game's value is the product of its guesses'
probabilities of surviving and the exact value of the end-game (see guessing_games.hpp). It has the same mean as
counting wins, and a third of the variance. Two versions play identically until they choose differently, so a difference
shows with a fraction of the games that a match would need.

It prints the fraction of games won, its standard error, and the guesses and CPU milliseconds per game; with
``--against``, also the mean difference between the versions, paired by game. It needs a C++ compiler (``CXX``, or
``c++``).
"""

from __future__ import annotations

import argparse
import resource
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from guesses import ROOT, add_options, chunks, compiled, pool, run

Values = NDArray[np.float64]


def played(program: Path, options: argparse.Namespace) -> tuple[Values, float]:
    """Return each game's value and number of guesses, and the CPU seconds of all games."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with pool(options.workers) as threads:
        parts = list(threads.map(lambda chunk: run(program, options, *chunk, 0, 0, 0, 0), chunks(options.games)))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    rows = np.array([row for part in parts for row in part], np.float64)
    return rows, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def error(values: Values) -> float:
    """Return the standard error of the mean."""
    return float(values.std(ddof=1) / np.sqrt(len(values)))


def main() -> int:
    """Play the games, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    parser.add_argument("--against", type=Path, help="another source tree of the package")
    options = parser.parse_args()
    if options.games < 2:
        parser.error("argument --games: expected two or more")
    trees = {"this": ROOT} | ({"other": options.against.resolve()} if options.against else {})
    programs = {name: compiled("guesses", options.folder / name, tree) for name, tree in trees.items()}
    print(
        f"{options.board} with {options.mines} mines, first open {options.first_open} at {options.first}, "
        f"{options.games} games"
    )
    values = {}
    for name, program in programs.items():
        rows, seconds = played(program, options)
        values[name] = rows[:, 0]
        print(
            f"{name:6}{100 * rows[:, 0].mean():8.3f} % ({100 * error(rows[:, 0]):.3f})"
            f"{rows[:, 1].mean():7.2f} guesses a game{1000 * seconds / len(rows):8.2f} ms a game"
        )
    if options.against:
        gain = values["this"] - values["other"]
        alike = float((np.abs(gain) < 1e-12).mean())
        print(
            f"{'gain':6}{100 * gain.mean():+8.3f} % ({100 * error(gain):.3f}); "
            f"{100 * alike:.0f} % of the games are alike"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
