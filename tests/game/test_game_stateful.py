"""Random moves in any order; after each, every invariant is checked against the naive game."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import naive
import strategies
from agreement import assert_same, naive_twin, play_both
from hypersweep import Game, Grid, Layout, Outcome, View
from hypersweep.errors import GenerationError
from hypersweep.game.first_open import deal
from hypersweep.generate.search import twins

Cell = tuple[int, ...]

WAYS: tuple[Callable[[Game], Game], ...] = (
    Game.copy,
    copy.copy,
    copy.deepcopy,
    lambda game: pickle.loads(pickle.dumps(game)),
    lambda game: pickle.loads(pickle.dumps(game, 0)),
)


class GameMachine(RuleBasedStateMachine):
    """One game and its naive twin, played side by side from the first move on, and the games they were copies of."""

    game: Game
    twin: naive.Game
    others: list[tuple[Game, naive.Game]]

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """Open a fresh game whose layout its first click decides; the twin gets the same one."""
        grid = data.draw(strategies.grids(max_cells=36))
        rules = data.draw(strategies.game_rules())
        room = strategies.room_for_mines(grid, rules.first_open)
        mines = min(room, data.draw(st.integers(0, 1 + grid.cells // 4)))
        if rules.guess == "never":
            # As many as there are boards for.
            mines -= mines % twins(grid)
        seed = data.draw(strategies.seeds())
        self.game = Game(grid, mines, seed=seed, rules=rules)
        self.twin = naive_twin(self.game, Layout(grid, []))
        self.decided = False
        self.others = []

    def cell(self, number: int) -> Cell:
        """Return some cell of the board."""
        grid: Grid = self.game.grid
        return grid.cell(number % grid.cells)

    @rule(number=st.integers(0, 35))
    def open(self, number: int) -> None:
        """Open a cell; where it is the first click, the twin learns the layout."""
        cell = self.cell(number)
        protected = cell in self.twin.flagged and self.game.rules.flag_protects_click
        if not self.decided and not protected:
            game = self.game
            try:
                layout = deal(game.grid, game.mines, game.rules, seed=game.seed or 0, first=cell)
            except GenerationError as error:
                with pytest.raises(GenerationError, match="needs no guess") as caught:
                    game.open(cell)
                assert str(caught.value) == str(error)
                return
            self.twin.mines = frozenset(layout.mine_cells())
            self.decided = True
        play_both(self.game, self.twin, "open", cell)

    @rule(number=st.integers(0, 35))
    def flag(self, number: int) -> None:
        """Toggles a flag."""
        play_both(self.game, self.twin, "flag", self.cell(number))

    @rule(number=st.integers(0, 35))
    def flag_a_mine(self, number: int) -> None:
        """Flag a mine that has no flag, so that chords happen."""
        bare = sorted(self.twin.mines - self.twin.flagged) if self.decided else []
        if bare:
            play_both(self.game, self.twin, "flag", bare[number % len(bare)])

    @rule(number=st.integers(0, 35))
    def chord(self, number: int) -> None:
        """Chords on any cell."""
        play_both(self.game, self.twin, "chord", self.cell(number))

    @rule(number=st.integers(0, 35))
    def chord_on_a_clue(self, number: int) -> None:
        """Chords on an open cell."""
        opened = sorted(self.twin.opened)
        if opened:
            play_both(self.game, self.twin, "chord", opened[number % len(opened)])

    @rule()
    def undo(self) -> None:
        """Take the last move back, if there is one."""
        play_both(self.game, self.twin, "undo", self.cell(0))

    @rule(way=st.sampled_from(WAYS))
    def go_on_with_a_copy(self, way: Callable[[Game], Game]) -> None:
        """Leave the game unchanged from now on, and play a copy."""
        if len(self.others) < 4:
            self.others.append((self.game, self.twin))
            self.game, self.twin = way(self.game), copy.deepcopy(self.twin)

    @rule(number=st.integers(0, 3))
    def go_back(self, number: int) -> None:
        """Continue a game that was left, and leave its copy."""
        if number < len(self.others):
            own = self.game, self.twin
            self.game, self.twin = self.others[number]
            self.others[number] = own
            self.decided = self.game.layout is not None

    @rule()
    def forget(self) -> None:
        """Drop the past."""
        self.game.forget()
        self.twin.history.clear()

    @rule(number=st.integers(0, 35))
    def move_after_the_end(self, number: int) -> None:
        """Moves in an ended game, which does nothing."""
        if self.game.outcome is not Outcome.ONGOING:
            for kind in ("open", "flag", "chord"):
                assert not play_both(self.game, self.twin, kind, self.cell(number))

    @invariant()
    def agrees(self) -> None:
        """Compare everything with the twin."""
        assert_same(self.game, self.twin)
        assert (self.game.layout is not None) == self.decided

    @invariant()
    def holds_together(self) -> None:
        """Check what must hold in any game, without the twin."""
        game = self.game
        assert len(game.moves) == len(self.twin.history)
        assert 0 <= game.opened <= game.grid.cells - game.mines
        assert (game.outcome is Outcome.WON) <= (game.opened == game.grid.cells - game.mines)
        codes: Any = game.codes().tolist()
        assert (min(codes) >= -2) or game.outcome is not Outcome.ONGOING
        assert View.parse(game.view.format()) == game.view

    @invariant()
    def leaves_others_alone(self) -> None:
        """Check that the games that were left are unchanged."""
        for game, twin in self.others:
            assert_same(game, twin)
            assert len(game.moves) == len(twin.history)

    def teardown(self) -> None:
        """Take every move back: nothing may be left but the layout, and what was done before the past was dropped."""
        if not hasattr(self, "game"):
            return
        for game, twin in [*self.others, (self.game, self.twin)]:
            while twin.history:
                play_both(game, twin, "undo", self.cell(0))
            assert not game.undo()
            assert_same(game, twin)
            assert game.moves == ()


TestGameMachine = GameMachine.TestCase
