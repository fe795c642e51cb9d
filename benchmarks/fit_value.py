"""The weights of ``look-ahead``: plays games, fits the chance to win to them, and writes the weights as a C++ header.

    python benchmarks/fit_value.py --folder games --workers 4

Two rounds. In the first the games are played by safety and progress alone; what is fitted to them plays the second
round. The last fit is to the positions of both. ``--share 0.01`` plays that share of the games, to try it out. Needs a
C++ compiler (``CXX``, or ``c++``) and some hours of one core.

The function is a small network, in NumPy: units over what is known of each cell, summed over the cells; units over
these sums and over numbers of the whole position; their sum gives the odds. It is fitted by the mean of the logarithmic
loss, with Adam, steps that shrink by a cosine, and every twentieth game of each set kept aside to judge it by.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from guesses import ROOT, compiled

WEIGHTS = ROOT / "native" / "play" / "evaluation_weights.hpp"
CELL_INPUTS, WHOLE_INPUTS, HEAD = 34, 30, 4
NAMES = ("of_cells", "of_all", "offset", "out", "direct", "constant")

# Board, mines, first click, what it is promised, games of the first and of the second round.
BOARDS = (
    ("16x30", 99, "0,0", "safe", 230_000, 150_000),
    ("16x30", 99, "3,3", "opening", 350_000, 200_000),
    ("16x16", 40, "0,0", "safe", 60_000, 40_000),
    ("16x16", 40, "2,2", "opening", 60_000, 40_000),
    ("12x12", 26, "0,0", "safe", 60_000, 40_000),
    ("10x16", 36, "0,0", "safe", 60_000, 40_000),
)
# Share of the games with a guess at random, lead that the estimate needs, trace: of each round.
ROUNDS = ((0.5, 1e9, 1.0), (0.4, 0.01, 0.5))

Floats = NDArray[np.float32]


class Positions(NamedTuple):
    """Positions and what they were worth; `layouts` are binary logarithms of how many fit."""

    games: NDArray[np.int64]
    targets: Floats
    layouts: Floats
    whole: Floats
    ends: NDArray[np.int64]
    cells: NDArray[np.float16]
    sets: NDArray[np.int64]

    def take(self, chosen: NDArray[np.int64]) -> tuple[Floats, Floats, NDArray[np.int64]]:
        """Inputs of the whole, inputs of the cells, and where each position's cells begin."""
        sizes = self.ends[chosen + 1] - self.ends[chosen]
        begins = np.concatenate([[0], np.cumsum(sizes)])
        rows = np.repeat(self.ends[chosen] - begins[:-1], sizes) + np.arange(begins[-1])
        return self.whole[chosen], self.cells[rows].astype(np.float32), begins


def load(names: list[Path]) -> Positions:
    """What fit_value.cpp wrote."""
    rows = [np.fromfile(f"{name}.positions", np.float32).reshape(-1, HEAD + WHOLE_INPUTS) for name in names]
    sizes = [int(own[:, 2].sum(dtype=np.float64)) for own in rows]
    cells = np.empty((sum(sizes), CELL_INPUTS), np.float16)
    begin = 0
    for name, size in zip(names, sizes, strict=True):
        cells[begin : begin + size] = np.memmap(f"{name}.cells", np.float32, "r", shape=(size, CELL_INPUTS))
        begin += size
    heads = np.concatenate(rows)
    ends = np.concatenate([[0], np.cumsum(heads[:, 2].astype(np.int64))])
    sets = np.concatenate([np.full(len(own), number) for number, own in enumerate(rows)])
    return Positions(
        heads[:, 0].astype(np.int64), heads[:, 1].copy(), heads[:, 3].copy(), heads[:, HEAD:].copy(), ends, cells, sets
    )


class Network:
    """The function of native/play/evaluation.hpp, on inputs brought to a common size."""

    def __init__(self, cell_units: int, units: int, data: Positions, seed: int = 0) -> None:
        random = np.random.default_rng(seed)
        self.cell_units, self.units = cell_units, units
        self.middle, self.width = data.whole.mean(0), data.whole.std(0) + np.float32(1e-3)
        self.cell_width = data.cells[:2_000_000].astype(np.float32).std(0) + np.float32(1e-3)
        self.cell_width[0] = 1
        self.shrink = np.float32(1 / 8)  # of the sums over cells
        inputs = WHOLE_INPUTS + cell_units
        shapes: list[tuple[int, ...]] = [
            (CELL_INPUTS, cell_units),
            (inputs, units),
            (units,),
            (units,),
            (inputs,),
            (1,),
        ]
        scales = [CELL_INPUTS**-0.5, inputs**-0.5, 0, units**-0.5, 0, 0]
        self.weights = [
            random.normal(0, 1, shape).astype(np.float32) * np.float32(scale)
            for shape, scale in zip(shapes, scales, strict=True)
        ]
        self.means = [np.zeros_like(own) for own in self.weights]
        self.squares = [np.zeros_like(own) for own in self.weights]
        self.steps = 0

    def chance(self, whole: Floats, cells: Floats, begins: NDArray[np.int64]) -> Floats:
        """The estimates; what they went by is kept for ``learn``."""
        of_cells, of_all, offset, out, direct, constant = self.weights
        self.cells = cells / self.cell_width
        self.active = np.maximum(self.cells @ of_cells, 0)
        totals = np.zeros((len(cells) + 1, self.cell_units))
        np.cumsum(self.active, 0, out=totals[1:])
        sums = (totals[begins[1:]] - totals[begins[:-1]]).astype(np.float32) * self.shrink
        self.all = np.concatenate([(whole - self.middle) / self.width, sums], 1)
        self.second = np.maximum(self.all @ of_all + offset, 0)
        odds = self.second @ out + self.all @ direct + constant[0]
        return np.asarray(1 / (1 + np.exp(-odds)), np.float32)

    def learn(
        self, whole: Floats, cells: Floats, begins: NDArray[np.int64], targets: Floats, rate: float, decay: float = 1e-5
    ) -> None:
        """One step of Adam."""
        error = (self.chance(whole, cells, begins) - targets) / np.float32(len(targets))
        _, of_all, _, out, direct, _ = self.weights
        back = np.outer(error, out) * (self.second > 0)
        to_sums = (back @ of_all.T + np.outer(error, direct))[:, WHOLE_INPUTS:] * self.shrink
        to_cells = np.repeat(to_sums, np.diff(begins), 0) * (self.active > 0)
        slopes = [
            self.cells.T @ to_cells,
            self.all.T @ back,
            back.sum(0),
            self.second.T @ error,
            self.all.T @ error,
            np.array([error.sum()], np.float32),
        ]
        self.steps += 1
        for number, slope in enumerate(slopes):
            self.means[number] += np.float32(0.1) * (slope - self.means[number])
            self.squares[number] += np.float32(0.001) * (slope * slope - self.squares[number])
            mean = self.means[number] / np.float32(1 - 0.9**self.steps)
            size = np.sqrt(self.squares[number] / np.float32(1 - 0.999**self.steps)) + np.float32(1e-8)
            self.weights[number] -= np.float32(rate) * (mean / size + np.float32(decay) * self.weights[number])

    def plain_weights(self) -> list[NDArray[np.float64]]:
        """The weights for inputs as they are."""
        of_cells, of_all, offset, out, direct, constant = [own.astype(np.float64) for own in self.weights]
        shift = self.middle / self.width
        constant = constant - shift @ direct[:WHOLE_INPUTS]
        offset = offset - shift @ of_all[:WHOLE_INPUTS]
        for own in (of_all, direct):
            own[:WHOLE_INPUTS] = (own[:WHOLE_INPUTS].T / self.width).T
            own[WHOLE_INPUTS:] *= self.shrink
        return [of_cells / self.cell_width[:, None], of_all, offset, out, direct, constant]


def fit(data: Positions, cell_units: int, units: int, passes: int, *, batch: int = 2048, rate: float = 3e-3) -> Network:
    """A network fitted to the positions; prints how much of the variance of those kept aside it explains.

    Positions with so few layouts that the policy looks up their exact value are left out.
    """
    network = Network(cell_units, units, data)
    kept = data.games % 20 == 19
    wanted = data.layouts > 6
    order = np.flatnonzero(wanted & ~kept)
    random = np.random.default_rng(1)
    steps, step = max(1, passes * (len(order) // batch)), 0
    for number in range(passes):
        random.shuffle(order)
        for begin in range(0, len(order) - batch + 1, batch):
            chosen = order[begin : begin + batch]
            slower = 0.5 * (1 + np.cos(np.pi * step / steps))
            network.learn(*data.take(chosen), data.targets[chosen], rate * slower)
            step += 1
        explained = []
        for own in range(int(data.sets.max()) + 1):
            chosen = np.flatnonzero(wanted & kept & (data.sets == own))[:20_000]
            if len(chosen) < 2:
                continue
            error = network.chance(*data.take(chosen)) - data.targets[chosen]
            explained.append(f"{1 - float((error**2).mean() / data.targets[chosen].var()):.3f}")
        print(f"pass {number + 1}: explains {' '.join(explained)}", flush=True)
    return network


def literal(value: float) -> str:
    """A float of C++ with four digits."""
    text = f"{value:.4g}".replace("e-0", "e-").replace("e+0", "e")
    return text + ("f" if "." in text or "e" in text else ".f")


def rows(values: NDArray[np.float64]) -> list[str]:
    """Numbers in lines of a header."""
    lines = [""]
    for value in values:
        word = literal(float(value)) + ","
        if len(lines[-1]) + len(word) > 112:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    lines[-1] = lines[-1][:-1]
    return lines


def write(network: Network, path: Path) -> None:
    """The header with the weights."""
    lines = [
        "// Made by benchmarks/fit_value.py, not to be edited by hand: the weights of evaluation.hpp.",
        "#pragma once",
        "",
        '#include "variant.hpp"',
        "",
        "namespace hypersweep {",
        "namespace HYPERSWEEP_VARIANT {",
        "namespace learned {",
        "",
        f"constexpr int cell_units = {network.cell_units}, units = {network.units};",
        "",
    ]
    for name, own in zip(NAMES, network.plain_weights(), strict=True):
        if name == "constant":
            lines.append(f"constexpr float {name} = {literal(float(own[0]))};")
            continue
        lines.append(f"constexpr float {name}{''.join(f'[{side}]' for side in own.shape)} = {{")
        if own.ndim == 1:
            lines += ["    " + line for line in rows(own)]
        else:
            for row in own:
                block = rows(row)
                block[0], block[-1] = "{" + block[0], block[-1] + "},"
                lines += ["    " + line for line in block]
        lines.append("};")
    lines += ["", "}  // namespace learned", "}  // namespace HYPERSWEEP_VARIANT", "}  // namespace hypersweep", ""]
    path.write_text("\n".join(lines), encoding="utf-8")


def play(folder: Path, number: int, share: float, workers: int) -> list[Path]:
    """The games of one round, each set in files of its own."""
    program = compiled("fit_value", folder)  # with the weights as they are now
    explore, lead, trace = ROUNDS[number]
    names, commands = [], []
    for board, (shape, mines, first, first_open, *games) in enumerate(BOARDS):
        names.append(folder / f"round{number}-{board}")
        seed, count = 1000 * (number + 1) + board, max(100, int(games[number] * share))
        words = (shape, mines, first, first_open, seed, count, explore, lead, trace, names[-1])
        commands.append([str(program), *map(str, words)])

    def run(command: list[str]) -> str:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    with ThreadPoolExecutor(workers) as pool:
        for line in pool.map(run, commands):
            print(line, end="", flush=True)
    return names


def main() -> int:
    """Both rounds, and the header."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, required=True, help="for the games, some 20 GB")
    parser.add_argument("--share", type=float, default=1.0, help="of the games")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--cell-units", type=int, default=32)
    parser.add_argument("--units", type=int, default=32)
    parser.add_argument("--passes", type=int, default=8)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    names: list[Path] = []
    for number in range(len(ROUNDS)):
        names += play(options.folder, number, options.share, options.workers)
        write(fit(load(names), options.cell_units, options.units, options.passes), options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
