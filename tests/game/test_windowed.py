"""The windowed game, clause by clause; docs/courses.md lists the same clauses."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import pytest

from hypersweep import Game, Layout, Outcome
from hypersweep.rules import WINDOWED

if TYPE_CHECKING:
    from collections.abc import Iterator

# . . . 1 #
# . . . 1 1
# 1 1 . . .
# # 1 . 1 1
# 1 1 . 1 #
LAYOUT = Layout("5x5", [(0, 4), (3, 0), (4, 4)])


def begin() -> Game:
    """Return a new game on the layout above."""
    return Game(layout=LAYOUT, rules="windowed")


def state(game: Game) -> tuple[object, ...]:
    """Return everything that a move may change."""
    return game.outcome, list(game.codes()), game.opened, game.flags


def test_mines_are_laid_before_the_first_click_and_nothing_protects_it() -> None:
    lost = 0
    for seed in range(60):
        first = (seed % 3, seed % 4)
        game, other = (Game("3x4", 4, seed=seed, rules="windowed") for _ in range(2))
        game.open(first)
        other.open((2 - seed % 3, 3 - seed % 4))
        # The seed alone decides where they lie.
        assert game.layout == other.layout
        lost += game.outcome is Outcome.LOST
    assert 5 < lost < 40


def test_a_left_click_opens_a_covered_cell_flagged_or_not() -> None:
    game = begin()
    game.flag((0, 3))
    assert game.open((0, 3)).opened == 1
    assert (game.is_open((0, 3)), game.is_flagged((0, 3)), game.flags) == (True, False, 0)
    game.flag((0, 4))
    assert game.open((0, 4)).outcome is Outcome.LOST


def test_a_left_click_on_an_open_cell_does_nothing() -> None:
    game = begin()
    game.open((0, 3))
    game.flag((0, 4))
    before = state(game)
    assert not game.open((0, 3))
    assert state(game) == before


def test_a_zero_opens_all_around_and_passes_flags_over() -> None:
    game = begin()
    game.flag((1, 1))
    game.open((2, 2))
    assert game.is_flagged((1, 1))
    assert not game.is_open((1, 1))
    assert all(game.is_open(cell) for cell in game.grid.neighbours((1, 1)))
    # A left click opens a flagged zero too.
    assert game.open((1, 1)).opened == 1


def test_a_right_click_sets_a_flag_and_never_takes_it_away() -> None:
    game = begin()
    assert game.flag((0, 4)).flagged == 1
    before = state(game)
    assert not game.flag((0, 4))
    assert state(game) == before
    # The second flag wasn't a move: a single undo removes the flag.
    assert game.undo().flagged == -1
    assert not game.undo()


def test_a_right_click_on_an_open_cell_does_nothing() -> None:
    game = begin()
    game.open((0, 3))
    before = state(game)
    assert not game.flag((0, 3))
    assert state(game) == before


def test_a_multi_click_does_nothing_on_covered_cells_and_zeros() -> None:
    game = begin()
    assert not game.chord((0, 3))
    game.flag((0, 3))
    assert not game.chord((0, 3))
    game.open((2, 2))
    assert not game.chord((2, 2))
    assert game.outcome is Outcome.ONGOING


@pytest.mark.parametrize("flags", [[], [(0, 4), (1, 4)]])
def test_a_multi_click_does_nothing_unless_the_flags_equal_the_number(flags: list[tuple[int, int]]) -> None:
    game = begin()
    game.open((0, 3))
    for cell in flags:
        game.flag(cell)
    before = state(game)
    assert not game.chord((0, 3))
    assert state(game) == before


def test_a_multi_click_with_right_flags_opens_the_covered_cells_around_as_left_clicks_do() -> None:
    game = begin()
    game.open((0, 3))
    game.flag((0, 4))
    assert game.chord((0, 3)).outcome is Outcome.ONGOING
    assert all(game.is_open(cell) for cell in game.grid.neighbours((0, 3)) if cell != (0, 4))
    # A zero among them has opened what is around it.
    assert game.is_open((4, 2))


def test_one_wrong_flag_among_right_ones_loses_and_opens_no_safe_cell() -> None:
    layout = Layout("3x4", [(0, 0), (0, 2), (2, 3)])
    game = Game(layout=layout, rules="windowed")
    game.open((0, 1))
    game.flag((0, 0))
    game.flag((1, 0))
    opened = game.opened
    assert game.chord((0, 1)).outcome is Outcome.LOST
    assert game.opened == opened


def test_left_clicks_win() -> None:
    game = Game(layout=Layout("1x4", [(0, 0)]), rules="windowed")
    assert game.open((0, 1)).outcome is Outcome.ONGOING
    assert game.open((0, 3)).outcome is Outcome.WON


def test_a_multi_click_wins() -> None:
    game = Game(layout=Layout("1x4", [(0, 0)]), rules="windowed")
    game.open((0, 1))
    game.flag((0, 0))
    assert game.chord((0, 1)).outcome is Outcome.WON


# The post's algorithms, written independently of the package. Where its rules and algorithms contradict each other, the
# rules count: one wrong flag loses.


class Post:
    """The windowed game as the post writes it, for two dimensions."""

    def __init__(self, rows: int, columns: int, mines: set[tuple[int, int]]) -> None:
        self.cells = list(itertools.product(range(rows), range(columns)))
        self.mines, self.opened, self.flags = mines, set[tuple[int, int]](), set[tuple[int, int]]()
        self.outcome = "ongoing"

    def around(self, cell: tuple[int, int]) -> Iterator[tuple[int, int]]:
        row, column = cell
        for other in itertools.product((row - 1, row, row + 1), (column - 1, column, column + 1)):
            if other != cell and other in self.cells:
                yield other

    def count(self, cell: tuple[int, int]) -> int:
        return sum(other in self.mines for other in self.around(cell))

    def open(self, cell: tuple[int, int]) -> None:
        if cell in self.opened or self.outcome != "ongoing":
            return
        self.flags.discard(cell)
        if cell in self.mines:
            self.outcome = "lost"
            return
        self.opened.add(cell)
        if len(self.opened) == len(self.cells) - len(self.mines):
            self.outcome = "won"
        if self.count(cell) == 0:
            for other in self.around(cell):
                if other not in self.flags:
                    self.open(other)

    def flag(self, cell: tuple[int, int]) -> None:
        if cell not in self.opened and self.outcome == "ongoing":
            self.flags.add(cell)

    def chord(self, cell: tuple[int, int]) -> None:
        flagged = [other for other in self.around(cell) if other in self.flags]
        if self.outcome != "ongoing" or cell not in self.opened or not 0 < self.count(cell) == len(flagged):
            return
        if any(other not in self.mines for other in flagged):
            self.outcome = "lost"
            return
        for other in self.around(cell):
            if other not in self.flags:
                self.open(other)


@pytest.mark.parametrize("seed", range(3))
def test_random_games_go_as_the_post_writes_them(seed: int) -> None:
    chance = random.Random(seed)
    outcomes = set()
    for _ in range(200):
        rows, columns = chance.randrange(1, 7), chance.randrange(1, 8)
        places = list(itertools.product(range(rows), range(columns)))
        mines = set(chance.sample(places, chance.randrange(1 + len(places) // 4)))
        post = Post(rows, columns, mines)
        game = Game(layout=Layout((rows, columns), list(mines)), rules=WINDOWED)
        for _ in range(60):
            cell = chance.choice(places)
            is_careful = cell in mines and chance.random() < 0.8
            kind = (
                "flag" if is_careful else chance.choice(["open", "open", "chord", "chord"] + ["flag"] * (cell in mines))
            )
            if chance.random() < 0.03:
                kind = "flag"
            getattr(post, kind)(cell)
            getattr(game, kind)(cell)
            assert game.outcome.name.lower() == post.outcome
            safe = {place for place in places if game.is_open(place) and place not in mines}
            assert safe == post.opened
            assert {place for place in places if game.is_flagged(place)} == post.flags
        outcomes.add(post.outcome)
    assert outcomes == {"ongoing", "lost", "won"}
