"""How much the guesses of ``look-ahead`` lose: play on many times from the same positions, after each candidate.

    python benchmarks/regret.py --games 1000 --share 0.2 --rollouts 1000 --workers 2

To judge a guess, ``look-ahead`` itself plays on from each of its best candidates (see guesses.cpp), on the same
layouts. The best of many uncertain means always looks better than it is, so the sample is split: one half of the games
picks the best candidate, the other half measures how much better it is than the chosen one; then the halves swap roles.
The mean of both is what a player gains by choosing with that many games. The best choice gains at least as much.

It prints a line for each range of open cells: decisions per game, weighted by the probability of getting that far; the
regret per decision and per game, in percent of games, with standard errors over games; and the slope of true over
estimated differences between candidates: if it is below one, the estimate overstates them. It needs a C++ compiler
(``CXX``, or ``c++``).
"""

from __future__ import annotations

import argparse
import sys
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from guesses import add_options, chunks, compiled, pool, run

Values = NDArray[np.float64]


class Decision(NamedTuple):
    """A judged guess; the first candidate is the chosen one."""

    game: int
    opened: int
    survived: float
    estimates: Values
    halves: Values  # candidates x 2: each candidate's mean value in each half of the games

    @property
    def regret(self) -> float:
        """Gain of the candidate that one half picks, measured by the other half; the mean of both directions."""
        first, second = self.halves.T
        return float(second[first.argmax()] - second[0] + first[second.argmax()] - first[0]) / 2


def decision(words: list[str]) -> Decision:
    """Parse a line that the program printed."""
    game, opened, _, survived, *candidates = words
    rows = np.array([[float(number) for number in own.split(",")] for own in candidates])
    return Decision(int(game), int(opened), float(survived), rows[:, 2], rows[:, 3:])


def mean(values: Values) -> tuple[float, float]:
    """Return the mean and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def slope(decisions: list[Decision]) -> float:
    """Return the slope of measured over estimated differences between candidates, each compared with the first."""
    seen = np.concatenate([own.estimates[1:] - own.estimates[0] for own in decisions])
    true = np.concatenate([own.halves[1:].mean(1) - own.halves[0].mean() for own in decisions])
    weight = np.concatenate([np.full(len(own.estimates) - 1, own.survived) for own in decisions])
    return float((weight * seen * true).sum() / (weight * seen**2).sum())


def row(decisions: list[Decision], games: int, share: float) -> str:
    """Return the results of some decisions as a line."""
    if not decisions:
        return f"{0:9}"
    numbers = [own.game for own in decisions]
    weight = np.array([own.survived for own in decisions])
    lost = weight * np.array([own.regret for own in decisions])
    of_games, error = mean(np.bincount(numbers, lost, games) / share)
    frequency = float(weight.sum()) / games / share
    return (
        f"{len(decisions):9}{frequency:12.2f}{100 * of_games / frequency:12.3f} ({100 * error / frequency:.3f})"
        f"{100 * of_games:10.3f} ({100 * error:.3f}){slope(decisions):8.2f}"
    )


def main() -> int:
    """Play the games, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    parser.add_argument("--rollouts", type=int, default=1000, help="games from each candidate")
    parser.add_argument("--candidates", type=int, default=6, help="maximum number of candidates per guess")
    parser.add_argument("--least-open", type=int, default=40, help="judge guesses with at least this many open cells")
    parser.add_argument("--share", type=float, default=0.2, help="share of the guesses to judge")
    options = parser.parse_args()
    if options.games < 2 or options.rollouts < 2 or options.candidates < 2:
        parser.error("expected two games, rollouts and candidates or more")
    if not 0 < options.share <= 1:
        parser.error("argument --share: expected a number above 0 and up to 1")
    program = compiled("guesses", options.folder)
    last = (options.rollouts, options.candidates, options.least_open, options.share)
    with pool(options.workers) as threads:
        parts = threads.map(lambda chunk: run(program, options, *chunk, *last), chunks(options.games))
        decisions = [decision(words) for part in parts for words in part]
    print(
        f"{options.board} with {options.mines} mines, first open {options.first_open} at {options.first}, "
        f"{options.games} games, {options.rollouts} rollouts a candidate"
    )
    print("open cells  decisions    a game    regret of a decision, %   of a game, %    slope")
    bounds = [least for least in (0, 100, 200, 300, 350) if least > options.least_open or not least]
    for least, most in zip(bounds, [*bounds[1:], 10**9], strict=True):
        own = [each for each in decisions if least <= each.opened < most]
        name = f"from {max(least, options.least_open)}"
        print(f"{name:10}  {row(own, options.games, options.share)}")
    print(f"{'all':10}  {row(decisions, options.games, options.share)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
