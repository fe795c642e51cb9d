"""Shared parts of the examples: a network for boards of one to three dimensions, its games, its training.

The network judges every cell of what a player sees. Its first figure is the chance of a mine; opening the safest cell
is already a good policy. Its second figure is the chance to win once the cell is open. It decides between cells that
are about as safe: above all where to begin, if the first open is safe anywhere.

Both are learned from the network's own games. The end of a game shows the mines, so each position becomes an example:
where the mines were, and whether the game was won from there. The network's choice of moves doesn't bias the examples,
since it saw no more than the position shows.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from hypersweep import COVERED, EXPLODED, MINE, Grid, Outcome
from hypersweep.envs import BatchEnv
from hypersweep.lab import wilson

BATCH = 64
"""Positions in a step of the optimiser."""

ROUND = 512
"""Games played at the same time by one network."""

EXPLORED = 0.3
"""Share of games that begin with a random cell, so that the network learns the value of other first cells."""

ABOUT = 0.01
"""Cells whose chances of a mine differ by no more than this are about as safe."""


class Residual(nn.Module):
    """Two convolutions whose result is added to the input, with an average over the whole board between them."""

    def __init__(self, width: int, axes: int) -> None:
        super().__init__()
        convolution = _convolution(axes)
        self.first = convolution(width, width, 3, padding=1)
        self.whole = nn.Linear(width, width)
        self.second = convolution(width, width, 3, padding=1)
        # Start as the identity, so that deep networks learn from the first step.
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, inner: Tensor) -> Tensor:
        """Return a tensor of the same shape, (count, width, *grid.shape)."""
        found = self.first(functional.relu(inner))
        whole = self.whole(found.flatten(2).mean(2))
        found = found + whole.reshape(*whole.shape, *[1] * (found.dim() - 2))
        return inner + self.second(functional.relu(found))


class Judge(nn.Module):
    """Two log-odds for every cell: that a mine is there, and that the game is won once it is open.

    Args:
        grid: a board of one to three axes, for which PyTorch has convolutions. In four dimensions a convolution is a
            sum of three in three dimensions, one for each step along the first axis; nothing else would change.
        mines: number of mines; no clue is larger.
        width: channels.
        blocks: residual blocks; each widens a cell's view by two steps.
    """

    def __init__(self, grid: Grid, mines: int, *, width: int, blocks: int) -> None:
        super().__init__()
        self.codes = min(mines, grid.max_neighbours) + 2
        axes = len(grid.shape)
        self.inward = _convolution(axes)(self.codes + 1, width, 3, padding=1)
        self.blocks = nn.Sequential(*[Residual(width, axes) for _ in range(blocks)])
        self.outward = _convolution(axes)(width, 2, 1)

    def forward(self, positions: Tensor) -> Tensor:
        """Return log-odds, shape (count, 2, cells), of positions as environments show them."""
        planes = functional.one_hot(positions.long() - COVERED, self.codes).movedim(-1, 1).float()
        # Padding makes this plane 0 beyond the edge: the network sees there where the board ends.
        planes = torch.cat([planes, torch.ones_like(planes[:, :1])], 1)
        return self.outward(functional.relu(self.blocks(self.inward(planes)))).flatten(2)

    def judged(self, positions: NDArray[Any]) -> Tensor:
        """Return the same without gradients, a thousand positions at a time."""
        with torch.inference_mode():
            return torch.cat([self(torch.from_numpy(part)) for part in _parts(positions, 1024)])


def _convolution(axes: int) -> Any:
    if not 1 <= axes <= 3:
        raise SystemExit(f"expected a board of one to three dimensions, got {axes}")
    return (nn.Conv1d, nn.Conv2d, nn.Conv3d)[axes - 1]


def _parts(array: NDArray[Any], size: int) -> Iterator[NDArray[Any]]:
    for begin in range(0, len(array), size):
        yield array[begin : begin + size]


@dataclass(frozen=True)
class Lessons:
    """Positions with the results of their games.

    Attributes:
        positions: codes, shape (count, *grid.shape).
        chosen: the cell that was opened next, shape (count,).
        mines: 1 for a mine, or the chance of one, float32, shape (count, cells).
        won: whether the game was won, shape (count,).
    """

    positions: NDArray[Any]
    chosen: NDArray[Any]
    mines: NDArray[Any]
    won: NDArray[Any]


def choose(judge: Judge, positions: NDArray[Any], *, begins: bool, first: int | None = None) -> NDArray[Any]:
    """Return the cell to open in each position: of the safest cells, the one that wins most often.

    Args:
        judge: the network.
        positions: codes, shape (count, *grid.shape).
        begins: whether no cell is open yet, and the first open is safe.
        first: the cell to begin with; None for what the network thinks best.
    """
    if begins and first is not None:
        return np.full(len(positions), first)
    odds = judge.judged(positions)
    risk = torch.zeros_like(odds[:, 0]) if begins else torch.sigmoid(odds[:, 0])
    risk.masked_fill_(torch.from_numpy(positions != COVERED).flatten(1), 2.0)
    worth = odds[:, 1].masked_fill(risk > risk.amin(1, keepdim=True) + ABOUT, -math.inf)
    chosen: NDArray[Any] = worth.argmax(1).numpy()
    return chosen


def play(
    judge: Judge, env: BatchEnv, *, rng: np.random.Generator | None = None, first: int | None = None
) -> tuple[Lessons, NDArray[np.bool_]]:
    """Play every game of an environment to its end. Returns: the lessons of all, and which games were won.

    Args:
        judge: the network.
        env: games that have just begun, without automatic resets.
        rng: begins a share of the games, from the first on, with a random cell; None for no such games.
        first: the cell to begin with, as in ``choose``.
    """
    waiting = np.arange(env.count)
    seen: list[NDArray[Any]] = []
    chosen: list[NDArray[Any]] = []
    games: list[NDArray[Any]] = []
    while len(waiting):
        positions = env.observations[waiting]
        begins = not seen
        cells = choose(judge, positions, begins=begins, first=first)
        if begins and rng is not None:
            tried = round(EXPLORED * env.count)
            cells[:tried] = rng.integers(env.grid.cells, size=tried)
        actions = np.zeros(env.count, np.int64)
        actions[waiting] = cells
        env.step(actions)
        seen.append(positions)
        chosen.append(cells)
        games.append(waiting)
        waiting = waiting[env.outcomes[waiting] == Outcome.ONGOING.value]
    won = env.outcomes == Outcome.WON.value
    end = env.observations.reshape(env.count, -1)
    # A lost game shows all of its mines; in a won game they are the covered cells.
    mines = (end == MINE) | (end == EXPLODED) | (won[:, None] & (end == COVERED))
    game = np.concatenate(games)
    lessons = Lessons(np.concatenate(seen), np.concatenate(chosen), mines[game].astype(np.float32), won[game])
    return lessons, won


def turned(grid: Grid, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return a random rotation or reflection of a board: where each cell comes from, shape (cells,).

    >>> turned(Grid("2x3"), np.random.default_rng(3)).tolist() in ([0, 1, 2, 3, 4, 5], [2, 1, 0, 5, 4, 3],
    ...                                                            [3, 4, 5, 0, 1, 2], [5, 4, 3, 2, 1, 0])
    True
    """
    cells = np.arange(grid.cells).reshape(grid.shape)
    axes = rng.permutation(len(grid.shape))
    if tuple(grid.shape[axis] for axis in axes) == grid.shape:
        cells = cells.transpose(axes)
    sides = tuple(axis for axis in range(cells.ndim) if rng.random() < 0.5)
    return np.flip(cells, sides).reshape(-1)


class Learner:
    """A network and its optimiser.

    Args:
        judge: the network.
        grid: its board.
        rng: decides the order of the lessons, and the rotations of their boards.
        rate: the largest step of the optimiser.
    """

    def __init__(self, judge: Judge, grid: Grid, rng: np.random.Generator, *, rate: float = 2e-3) -> None:
        self.judge, self.grid, self.rng, self.rate = judge, grid, rng, rate
        self.optimiser = torch.optim.AdamW(judge.parameters(), lr=rate, weight_decay=1e-4)

    def learn(self, lessons: Lessons, *, done: float, is_worth_learned: bool = True) -> float:
        """Train once on lessons. Returns: the mean loss.

        Args:
            lessons: the lessons.
            done: the finished share of the training, 0 to 1; steps get smaller with it.
            is_worth_learned: whether the second figure is learned too.
        """
        rate = self.rate * min(1.0, 0.1 + 30 * done) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done)))
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        total = 0.0
        order = self.rng.permutation(len(lessons.chosen))
        for some in _parts(order, BATCH):
            loss = self._loss(lessons, some, is_worth_learned)
            self.optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.judge.parameters(), 1.0)
            self.optimiser.step()
            total += float(loss.detach()) * len(some)
        return total / len(order)

    def _loss(self, lessons: Lessons, some: NDArray[Any], is_worth_learned: bool) -> Tensor:
        source = turned(self.grid, self.rng)
        positions = lessons.positions[some].reshape(len(some), -1)[:, source]
        mines = torch.from_numpy(lessons.mines[some][:, source])
        odds = self.judge(torch.from_numpy(positions.reshape(len(some), *self.grid.shape)))
        covered = torch.from_numpy(positions == COVERED).float()
        each = functional.binary_cross_entropy_with_logits(odds[:, 0], mines, reduction="none")
        loss = (each * covered).sum() / covered.sum()
        if is_worth_learned:
            chosen = torch.from_numpy(np.argsort(source)[lessons.chosen[some]])[:, None]
            # A mined cell has no value once it is open.
            is_safe = 1 - mines.gather(1, chosen)
            won = torch.from_numpy(lessons.won[some]).float()[:, None]
            each = functional.binary_cross_entropy_with_logits(odds[:, 1].gather(1, chosen), won, reduction="none")
            loss = loss + 0.2 * (each * is_safe).sum() / is_safe.sum().clamp(min=1)
        return loss


@dataclass(frozen=True)
class Point:
    """The games won in a round, with the number of games learned from before.

    Attributes:
        games: number of games learned from.
        won: games of the round that were won.
        played: games of the round.
        seconds: since the beginning.
        processor: processor seconds since the beginning; better on a busy machine.
    """

    games: int
    won: int
    played: int
    seconds: float
    processor: float


def clocks() -> tuple[float, float]:
    """Return wall seconds and processor seconds."""
    return time.perf_counter(), time.process_time()


def since(begin: tuple[float, float]) -> tuple[float, float]:
    """Return the difference to an earlier result of ``clocks``."""
    now = clocks()
    return now[0] - begin[0], now[1] - begin[1]


def learn_from_play(
    judge: Judge, grid: Grid, mines: int, games: int, *, seed: int, report: Callable[[Point], object] = print
) -> list[Point]:
    """Let a network play and learn, round by round. Returns: the share of each round that it won.

    The share counts games whose first cell the network chose, on boards that it hadn't seen: a test at no extra cost.

    Args:
        judge: the network, which is trained.
        grid: the board.
        mines: how many.
        games: number of games to learn from.
        seed: seed of the boards and of all other draws.
        report: called with each point.
    """
    rng = np.random.default_rng(seed)
    learner = Learner(judge, grid, rng)
    env = BatchEnv(grid, mines, ROUND, seed=int(rng.integers(1 << 62)), autoreset="disabled")
    points = []
    begin = clocks()
    for played in range(0, games, ROUND):
        lessons, won = play(judge, env, rng=rng)
        own = won[round(EXPLORED * ROUND) :]
        points.append(Point(played, int(own.sum()), len(own), *since(begin)))
        report(points[-1])
        learner.learn(lessons, done=played / games)
        env.reset()
    return points


def win_count(judge: Judge, grid: Grid, mines: int, games: int, *, seed: int, first: int | None = None) -> int:
    """Return how many fresh games a network wins."""
    won = 0
    for part in range(0, games, ROUND):
        env = BatchEnv(grid, mines, min(ROUND, games - part), seed=seed + part, autoreset="disabled")
        won += int(play(judge, env, first=first)[1].sum())
    return won


def random_win_count(grid: Grid, mines: int, games: int, *, seed: int) -> int:
    """Return how many games random opens win."""
    env = BatchEnv(grid, mines, games, seed=seed, autoreset="disabled")
    while not env.terminations.all():
        env.step(env.random_actions())
    return int((env.outcomes == Outcome.WON.value).sum())


def share(won: int, games: int) -> str:
    """Format a share of games, with its interval.

    >>> share(9, 10)
    '90.00 % of 10 games (95 % interval 59.58 to 98.21 %)'
    """
    low, high = (100 * bound for bound in wilson(won, games))
    return f"{100 * won / games:.2f} % of {games:,} games (95 % interval {low:.2f} to {high:.2f} %)"


def progress_printer(seconds: float = 10.0) -> Callable[[Point], None]:
    """Return a function that prints points, at most one each number of seconds."""
    latest = [-seconds]

    def tell(point: Point) -> None:
        if point.seconds - latest[0] >= seconds:
            latest[0] = point.seconds
            print(f"{point.seconds:5.0f} s  {point.games:9,} games  {point.won / point.played:6.1%} won", flush=True)

    return tell


def prepare(seed: int, threads: int) -> None:
    """Make PyTorch reproducible, as far as possible: on another machine the last digits differ."""
    torch.manual_seed(seed)
    torch.use_deterministic_algorithms(True)
    torch.set_num_threads(threads)


def read_options(description: str | None, *, games: int, quick: int, words: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line, which is the same for every example.

    Args:
        description: the docstring of the program.
        games: default number of games to learn from.
        quick: the number with ``--quick``.
        words: the arguments; None for those of the program.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a minute at most, for a weaker player")
    parser.add_argument("--games", type=int, help=f"how many games to learn from ({games:,}; {quick:,} with --quick)")
    parser.add_argument("--tested", type=int, help="how many fresh games to play then (10,000; 2,000 with --quick)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the network and of the boards (1)")
    parser.add_argument("--threads", type=int, default=1, help="how many PyTorch works with (1)")
    parser.add_argument("--out", type=Path, default=Path(), help="the folder for the picture, as SVG and PNG")
    options = parser.parse_args(words)
    options.games = options.games or (quick if options.quick else games)
    options.tested = options.tested or (2000 if options.quick else 10_000)
    prepare(options.seed, options.threads)
    return options


def machine() -> str:
    """Describe the machine and its load."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{os.cpu_count()} cores{load}, {sys.platform}, PyTorch {torch.__version__}"
