"""Positions of games that the solver plays, with the exact chances by which it plays them."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.codes import COVERED
from hypersweep.errors import ParameterError
from hypersweep.formats.positions_row import Position
from hypersweep.game import Game
from hypersweep.grid import Grid
from hypersweep.layout import check_mines
from hypersweep.moves import Outcome
from hypersweep.rng import Stream, check_seed, fresh_seed
from hypersweep.rules import CLASSIC, Rules, read_rules
from hypersweep.solve import Budget, analyse_batch
from hypersweep.solve.kernel import check_budget
from hypersweep.validation import whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypersweep.view import View

# Games that are played side by side, so that the solver is called for many positions at once; fewer on large boards.
_BESIDE, _CELLS = 256, 1 << 18
# Number of consecutive games that end with their first open before the search for positions gives up.
_ENDED = 10_000
# Chances that differ by less count as the same, as in Analysis.safest_cells.
_SAME = 1e-11


def positions_of_games(
    grid: Grid | str | Sequence[int],
    mines: int,
    rules: Rules | str = CLASSIC,
    *,
    seed: int | None = None,
    index: int = 0,
    games: int | None = None,
    budget: Budget | None = None,
) -> Iterator[Position]:
    """The positions of games that are played by exact chances, one after the other.

    Game i has the seed that word 0 of ``Stream(seed, "positions", i)`` is, and begins with the cell that the next
    number of the stream below ``cells`` is. Then, turn by turn, all cells are opened that are certainly safe, or if
    there are none the one with the smallest chance of a mine, of several the first. Every turn yields a position,
    before it is made; its ``move`` is how many cells were chosen to be opened until then, and its ``seed`` that of its
    game. Up to 256 games are played side by side, and their positions come mixed. The same arguments give the same
    positions on every machine.

    A game ends early where the analysis of a position is past the budget, which is hardly ever so up to 30x30.

    Args:
        grid: the board, a ``Grid`` or its text.
        mines: how many in each game.
        rules: what the games are played by; chances know nothing of the promises that they make about later moves.
        seed: 0 to 2**64 - 1, or None for an unpredictable one.
        index: the index of the first game, to go on where others ended.
        games: how many games; None for games without end.
        budget: what the analysis of a position may use; no more states than usual, if not given.

    Raises:
        ParameterError: there are games without end, but they all end with their first open.
        MineCountError: the mines don't fit.
        ParseError: no such rules.
        GenerationError: a board that needs no guess wasn't found in time.
        BoardTooLargeError: this machine can't hold the games.

    Complexity: 5,000 to 10,000 positions of 16x30 with 99 mines a second; memory for up to 256 games.

    >>> positions = list(positions_of_games("4x5", 4, seed=7, games=2))
    >>> [position.move for position in positions], len({position.seed for position in positions})
    ([1, 1, 2, 3, 11], 2)
    """
    own = grid if isinstance(grid, Grid) else Grid(grid)
    agreed = read_rules(rules)
    number = fresh_seed() if seed is None else check_seed(seed)
    mine_count = check_mines(own, mines, agreed.first_open)
    many = None if games is None else whole_number(games, "games", below=1 << 64)
    begin = whole_number(index, "index", below=1 << 64)
    indices = count(begin) if many is None else range(begin, begin + many)
    return _play(own, mine_count, agreed, number, indices, Budget() if budget is None else check_budget(budget))


def _play(
    grid: Grid, mines: int, rules: Rules, seed: int, indices: range | count[int], budget: Budget
) -> Iterator[Position]:
    beside = max(1, min(_BESIDE, _CELLS // grid.cells))
    waiting, is_endless = iter(indices), not isinstance(indices, range)
    playing: list[_Game] = []
    ended = 0
    while True:
        while len(playing) < beside and (index := next(waiting, None)) is not None:
            each = _Game(grid, mines, rules, seed, index)
            ended = 0 if each.goes_on else ended + 1
            if each.goes_on:
                playing.append(each)
            elif is_endless and ended == _ENDED:
                raise ParameterError(
                    f"expected games that go on after their first open, got {ended:,} of {grid} with {mines} mines "
                    "that it ended: say how many games, or take another number of mines"
                )
        if not playing:
            return
        views = [each.game.view for each in playing]
        batch = analyse_batch(views, budget=budget)
        data, size, goes_on = batch._data, 8 * grid.cells, []
        for number, (each, view, status) in enumerate(zip(playing, views, batch.status, strict=True)):
            if status != "exact":
                continue
            chances = data[number * size : (number + 1) * size]
            yield Position._of(view, chances, each.seed, each.source, each.moves)
            each.turn(view, chances)
            if each.goes_on:
                goes_on.append(each)
        playing = goes_on


class _Game:
    """A game that goes on, and how many cells were chosen in it."""

    __slots__ = ("game", "moves", "seed", "source")

    def __init__(self, grid: Grid, mines: int, rules: Rules, seed: int, index: int) -> None:
        stream = Stream(seed, "positions", index)
        self.seed = stream.bits64()
        self.game = Game(grid, mines, seed=self.seed, rules=rules)
        self.source = f"game {index} of seed {seed}"
        self.moves = 0
        self.open(grid.cell(stream.below(grid.cells)))

    @property
    def goes_on(self) -> bool:
        return self.game.outcome is Outcome.ONGOING

    def open(self, cell: tuple[int, ...]) -> None:
        if self.goes_on and self.game.open(cell):
            self.moves += 1

    def turn(self, view: View, chances: bytes) -> None:
        grid = view.grid
        safe, _ = _native.certain_cells(grid.geometry(), view._data, chances)
        for cell in safe:
            self.open(cell)
        if not safe:
            codes, numbers = view.codes.tolist(), memoryview(chances).cast("d").tolist()
            lowest = min([chance for chance, code in zip(numbers, codes, strict=True) if code == COVERED])
            # What is equal may differ in the last digits.
            enough = lowest + _SAME
            for index, chance in enumerate(numbers):
                if chance <= enough and codes[index] == COVERED:
                    self.open(grid.cell(index))
                    break
