"""Games played by programs and by simulated people, on boards that need no guess."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from hypersweep.game import Outcome
from hypersweep.record import Record
from hypersweep.session import Session
from hypersweep.solve import analyse

RULES = "classic,first=opening,guess=never"
PAUSES: dict[str, Callable[[random.Random], float]] = {
    "40": lambda chance: 40,
    "120": lambda chance: 120,
    "250": lambda chance: 250,
    "150-450": lambda chance: chance.uniform(150, 450),
}
"""Milliseconds between the clicks of a program."""


class _Play:
    """A session whose clock advances by a number of milliseconds before each click."""

    def __init__(self, board: str, mines: int, seed: int) -> None:
        self.milliseconds = 0.0
        self.session = Session(
            board, mines, rules=RULES, seed=seed, is_known=False, clock=lambda: int(self.milliseconds * 1e6)
        )
        self.at: tuple[int, ...] = tuple(side // 2 for side in self.session.grid.shape)
        self.session.open(self.at)

    @property
    def goes_on(self) -> bool:
        return self.session.outcome is Outcome.ONGOING

    def click(self, kind: str, cell: tuple[int, ...], pause: float) -> None:
        self.milliseconds += pause
        self.at = cell
        (self.session.flag if kind == "flag" else self.session.open)(cell)


def robot_record(board: str, mines: int, seed: int, pauses: str) -> Record:
    """Return the game of a program that opens the safe cells of each turn in order."""
    chance = random.Random(seed)
    play = _Play(board, mines, seed)
    while play.goes_on:
        for cell in analyse(play.session.game.view).safe_cells:
            if play.goes_on and play.session.game[cell] < 0:
                play.click("open", cell, PAUSES[pauses](chance))
    return play.session.record


def human_record(board: str, mines: int, seed: int, *, speed: float = 1.0) -> Record:
    """Return the game of a simulated person.

    The next cell is about the nearest; the pause grows with the way to it, and varies. Some flag; some clicks are
    wasted; now and then the person has to think.
    """
    chance = random.Random(seed)
    play = _Play(board, mines, seed)
    flags = chance.random() < 0.6
    while play.goes_on:
        game = play.session.game
        found = analyse(game.view)
        known = [("open", cell) for cell in found.safe_cells]
        if flags:
            known += [("flag", cell) for cell in found.mine_cells if game[cell] == -1 and chance.random() < 0.3]
        at = play.at
        kind, cell = min(known, key=lambda each: math.dist(each[1], at) + 1.5 * chance.random())
        pause = (180 + 110 * math.log2(1 + math.dist(cell, at))) * math.exp(chance.gauss(0, 0.35))
        play.click(kind, cell, pause / speed * (3 if chance.random() < 0.08 else 1))
        if play.goes_on and kind == "open" and chance.random() < 0.06:
            play.click("open", cell, 120 / speed * math.exp(chance.gauss(0, 0.3)))
    return play.session.record
