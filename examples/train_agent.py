"""An agent that learns from play alone how likely a mine is, given the 5x5 cells around a place.

    pip install '.[envs]'
    python examples/train_agent.py 6x6 4 40   # takes about ten seconds on an idle core

A logistic regression in NumPy, short enough to understand at once. docs/agents.md has networks that play far better.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from hypersweep.envs import BatchEnv

GAMES, WIDTH = 256, 5
Array = np.ndarray[Any, Any]


def features(observations: Array) -> Array:
    """Return the content of the square around each cell: games x cells x features, of 0 and 1.

    >>> found = features(np.array([[[-1, 1], [0, -1]]]))
    >>> found.shape, int(found[0, 0].sum())  # one kind for each place of the square, and one that is always there
    ((1, 4, 276), 26)
    """
    margin = WIDTH // 2
    padded = np.pad(observations, ((0, 0), (margin, margin), (margin, margin)), constant_values=9)  # 9: off the board
    squares = np.lib.stride_tricks.sliding_window_view(padded, (WIDTH, WIDTH), (1, 2))
    codes = squares.reshape(len(observations), -1, WIDTH * WIDTH) + 1
    planes = np.eye(11, dtype=np.float32)[codes].reshape(*codes.shape[:2], -1)
    return np.concatenate([planes, np.ones((*codes.shape[:2], 1), np.float32)], axis=2)


def play(env: BatchEnv, weights: Array, noise: float, random: np.random.Generator) -> tuple[list[Array], list[Array]]:
    """Play all games to their end. Returns: the surroundings of each opened cell, and whether it was a mine."""
    env.reset()
    seen, hit = [], []
    while not env.terminations.all():
        going = ~env.terminations.astype(bool)
        around = features(env.observations)
        danger = around @ weights + noise * random.standard_normal(around.shape[:2])
        cells = np.where(env.action_masks.astype(bool), danger, np.inf).argmin(axis=1)
        chosen = around[np.arange(len(cells)), cells]
        env.step(cells)
        seen.append(chosen[going])
        hit.append((env.rewards < 0)[going])
    return seen, hit


def learn(weights: Array, seen: list[Array], hit: list[Array], rate: float) -> None:
    """Take a gradient step for each batch of cells, towards the observed shares of mines."""
    for places, mines in zip(seen, hit, strict=True):
        chances = 1 / (1 + np.exp(-places @ weights))
        weights += rate * places.T @ (mines - chances) / len(mines)


def main(board: str = "6x6", mines: int = 4, rounds: int = 40) -> list[float]:
    """Play and learn in turn. Returns: the shares of games won, each measured before learning from these games."""
    env = BatchEnv(board, mines, GAMES, rules="classic,first=safe", seed=1, autoreset="disabled")
    weights, random = np.zeros(WIDTH * WIDTH * 11 + 1, np.float32), np.random.default_rng(1)
    shares = []
    for number in range(1, rounds + 1):
        seen, hit = play(env, weights, 0.1, random)
        shares.append(float((env.outcomes == 1).mean()))
        learn(weights, seen, hit, 0.2)
        if number % 10 == 0:
            print(f"after {GAMES * number:6} games: {np.mean(shares[-10:]):.1%} of the latest {10 * GAMES} won")
    return shares


if __name__ == "__main__":
    board, *numbers = [*sys.argv[1:], *("6x6", "4", "40")[len(sys.argv) - 1 :]]
    main(board, int(numbers[0]), int(numbers[1]))
