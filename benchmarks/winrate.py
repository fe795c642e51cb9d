"""Win rates: any board, policy and number of games, in parallel processes that report over ``hypersweep.channel``.

    python benchmarks/winrate.py 16x30 --mines 99 --policy look-ahead --games 20000 --workers 4
    python benchmarks/winrate.py 4x4x4x4 --mines 10 --games 500 --resume rates.jsonl

Game i is played on layout i of the stream (seed, "layout"), whoever plays it: the result is the same for the same seed,
whatever the number of workers. With ``--resume FILE`` finished chunks are kept in FILE and not played again.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import struct
import sys
from array import array
from pathlib import Path

from hypersweep import Grid, HypersweepError
from hypersweep.channel import Sender, open_channel
from hypersweep.layout import check_mines
from hypersweep.solve import POLICIES
from hypersweep.trials import play_solver
from hypersweep.typing import FirstOpen, Policy

FIRST_OPENS = ("any", "safe", "opening")
CHUNK = 50

# Chunk, games, won, guesses, analyses, estimated analyses.
REPORT = struct.Struct("<6Q")


def play(
    sender: Sender, shape: str, mines: int, seed: int, first: int, first_open: FirstOpen, policy: Policy, chunks: bytes
) -> None:
    """One worker: play the chunks given as pairs of a number and its games, and report each."""
    grid = Grid(shape)
    with sender:
        numbers = array("Q", chunks)
        for chunk, games in zip(numbers[0::2], numbers[1::2], strict=True):
            batch = play_solver(
                grid,
                mines,
                games,
                seed=seed,
                index=chunk * CHUNK,
                policy=policy,
                first=grid.cell(first),
                first_open=first_open,
            )
            sums = map(sum, (batch.guesses, batch.analyses, batch.estimates))
            sender.send(REPORT.pack(chunk, games, batch.wins, *sums))


def interval(won: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's score, which holds for small numbers and for shares near 0 and 1."""
    z = 1.96
    share = won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def kept(path: Path | None, key: list[object]) -> dict[int, tuple[int, ...]]:
    """The chunks that an earlier run with the same settings finished; a line cut off at the end is passed over."""
    found: dict[int, tuple[int, ...]] = {}
    if path is None or not path.exists():
        return found
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
        except json.JSONDecodeError:
            continue
        if entry["key"] == key:
            found[entry["report"][0]] = tuple(entry["report"])
    return found


def main() -> int:
    """Run the experiment."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board", help="such as 16x30 or 4x4x4x4")
    parser.add_argument("--mines", type=int, required=True)
    parser.add_argument("--policy", choices=POLICIES, default="look-ahead")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first-open", choices=FIRST_OPENS, default="safe")
    parser.add_argument("--first", help="coordinates of the first click, such as 4,4; the corner if not given")
    parser.add_argument("--workers", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--resume", type=Path, help="a file that keeps finished chunks")
    options = parser.parse_args()
    try:
        grid = Grid(options.board)
        mines = check_mines(grid, options.mines, options.first_open)
        cell = [int(word) for word in options.first.split(",")] if options.first else [0] * grid.dimensions
        first = grid.index(cell)
    except (HypersweepError, ValueError) as error:
        parser.error(str(error))
    if options.games < 1 or options.workers < 1:
        parser.error("expected at least one game and one worker")
    key: list[object] = [str(grid), mines, options.seed, first, options.first_open, options.policy]
    sizes = {chunk: min(CHUNK, options.games - chunk * CHUNK) for chunk in range(-(-options.games // CHUNK))}
    done = {chunk: report for chunk, report in kept(options.resume, key).items() if sizes.get(chunk) == report[1]}
    todo = [chunk for chunk in sizes if chunk not in done]

    receiver, sender = open_channel(REPORT.size)
    context = multiprocessing.get_context("spawn")
    workers = []
    with sender:
        for worker in range(min(options.workers, len(todo))):
            own = array("Q", [number for chunk in todo[worker :: options.workers] for number in (chunk, sizes[chunk])])
            settings = (str(grid), mines, options.seed, first, options.first_open, options.policy)
            arguments = (sender.dup(), *settings, own.tobytes())
            workers.append(context.Process(target=play, args=arguments))
            workers[-1].start()
            arguments[0].close()
    for message in receiver:
        report = REPORT.unpack(message)
        done[report[0]] = report
        if options.resume:
            with options.resume.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, "report": report}) + "\n")
        if sys.stderr.isatty():
            filled = 40 * len(done) // len(sizes)
            print(f"\r[{'#' * filled:<40}] {len(done)}/{len(sizes)} chunks", end="", file=sys.stderr, flush=True)
    for process in workers:
        process.join()
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if missing := len(sizes) - len(done):
        print(f"{missing} chunks of {CHUNK} games didn't come back: a worker died", file=sys.stderr)
        return 1
    games, won, guesses, analyses, estimates = (sum(column) for column in list(zip(*done.values(), strict=True))[1:])
    low, high = interval(won, games)
    print(
        f"{grid} with {mines} mines, first open {options.first_open}, {options.policy}, seed {options.seed}: "
        f"{won} of {games} won, {won / games:.2%} (95 % interval {low:.2%} to {high:.2%}), "
        f"{guesses / games:.2f} guesses a game, {estimates / max(1, analyses):.2%} of the analyses estimated"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
