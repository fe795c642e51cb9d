"""The cost of running experiments, compared with a bare loop over the same games, with one worker and with two.

    python benchmarks/lab.py
    python benchmarks/lab.py --seconds 0.5 --shards 4 --rounds 2

All contenders play the same shards, each of which takes about ``--seconds``: the loop calls ``play_solver`` and adds up
the wins; the runner does the same in this process, with and without a folder, and in one and two worker processes. Then
shards with a single short game show the overhead of a shard, with less disturbance from other programs.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from hypersweep import play_solver
from hypersweep.lab import Experiment, run_experiment
from hypersweep.lab.executors.local import Local

BOARD, MINES = "16x30", 99
SMALL = Experiment(kind="winrate", boards=[("3x4", 2)], count=400, shard=1)


def experiment_of(seconds: float, shards: int) -> Experiment:
    """Return an experiment whose shards take about a number of seconds on this machine."""
    games = 50
    begun = perf_counter()
    play_solver(BOARD, MINES, games, seed=7)
    each = max(1, round(games * seconds / (perf_counter() - begun)))
    return Experiment(kind="winrate", boards=[(BOARD, MINES)], count=each * shards, shard=each, seed=7)


def loop(experiment: Experiment) -> int:
    """Return the number of games won, using a bare loop."""
    (setting,) = experiment.boards
    grid, mines, seed, size = setting.grid, setting.mines, experiment.seed, experiment.shard
    return sum(
        play_solver(grid, mines, min(size, experiment.count - begin), seed=seed, index=begin).wins
        for begin in range(0, experiment.count, size)
    )


def kept(experiment: Experiment) -> int:
    """Return the number of games won, using the runner in this process with a folder."""
    with tempfile.TemporaryDirectory() as folder:
        return int(run_experiment(experiment, folder=Path(folder, "run"))[0]["won"] or 0)


def by_processes(experiment: Experiment, workers: Local) -> int:
    """Return the number of games won, using worker processes that are already running."""
    return int(run_experiment(experiment, workers=workers)[0]["won"] or 0)


def measure(experiment: Experiment, one: Local, two: Local, rounds: int) -> dict[str, list[float]]:
    """Return each contender's seconds, round by round."""
    contenders: dict[str, Callable[[], int]] = {
        "bare loop": lambda: loop(experiment),
        "runner, in memory": lambda: int(run_experiment(experiment)[0]["won"] or 0),
        "runner, with a folder": lambda: kept(experiment),
        "one process": lambda: by_processes(experiment, one),
        "two processes": lambda: by_processes(experiment, two),
    }
    times: dict[str, list[float]] = {name: [] for name in contenders}
    found = set()
    for turn in range(rounds):
        for name in [*contenders] if turn % 2 == 0 else [*contenders][::-1]:
            begun = perf_counter()
            found.add(contenders[name]())
            times[name].append(perf_counter() - begun)
    assert len(found) == 1, "every contender plays the same games"
    return times


def main() -> int:
    """Measure everything, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="time per shard (2)")
    parser.add_argument("--shards", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    experiment = experiment_of(options.seconds, options.shards)
    print(f"{experiment.shards} shards of {experiment.shard} games of {BOARD} with {MINES} mines")
    with Local(1) as one, Local(2) as two:
        # Run a shard first, because that starts the processes.
        for workers in (one, two):
            by_processes(SMALL, workers)
        times = measure(experiment, one, two, options.rounds)
        short = measure(SMALL, one, two, options.rounds)
    base = times["bare loop"]
    print(f"{'contender':24}{'best':>9}{'median':>9}{'time / loop':>13}{'ms a shard':>12}{'of 2 s':>9}")
    for name, own in times.items():
        ratio = statistics.median(time / other for time, other in zip(own, base, strict=True))
        least = 1000 * (min(short[name]) - min(short["bare loop"])) / SMALL.shards
        print(f"{name:24}{min(own):8.2f}s{statistics.median(own):8.2f}s{ratio:13.3f}{least:12.2f}{least / 20:8.2f}%")
    return 0


if __name__ == "__main__":
    sys.exit(main())
