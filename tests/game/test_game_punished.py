"""Games with punished guesses: the effect of each move, compared with a game that lists every layout."""

from __future__ import annotations

import copy
import itertools
import os
import pickle
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import agreement
import naive
import naive_punished
import naive_solver
import strategies
from hard_games import hard_game
from hypersweep import Game, Grid, Layout, Move, Outcome, Rules, View
from hypersweep.errors import BudgetExceededError, MineCountError, RulesError
from hypersweep.game import CancelToken, History
from hypersweep.solve import Budget, analyse
from seeds import seeds

Cell = tuple[int, ...]

PUNISHED = Rules(guess="punished")

PAGE = Path(__file__).parents[2] / "docs" / "punished.md"


def mines_of(game: Game) -> frozenset[Cell]:
    """Return the mines of a game that has been opened."""
    assert game.layout is not None
    return frozenset(game.layout.mine_cells())


def play(game: Game, twin: naive.Game, kind: str, cell: Cell) -> None:
    """Play a move, check its result, and repeat it on the twin with that layout."""
    before = game.layout
    codes = list(game.codes())
    opens = [] if kind == "flag" else naive_punished.opened_by(twin, kind, cell)
    change = getattr(game, kind)(cell)
    if before is None and opens:
        assert game.layout is not None
        kept = twin.board.kept_free(cell, game.rules.first_open_promise)
        assert kept.isdisjoint(mines_of(game))
        twin.mines = mines_of(game)
    elif before is not None:
        allowed = [twin.mines]
        if opens:
            allowed = naive_punished.may_find(twin.board, codes, twin.mines, opens)
        assert mines_of(game) in allowed
        twin.mines = mines_of(game)
    assert change.cells == tuple(sorted(getattr(twin, kind)(cell)))


class PunishedMachine(RuleBasedStateMachine):
    """A punishing game, its naive twin, its past, and its replay from the start."""

    game: Game
    twin: naive.Game

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """Begin a game on a board small enough to list all its layouts."""
        grid = data.draw(strategies.grids(max_cells=14, max_dimensions=4))
        rules = data.draw(strategies.rules()).replace(guess="punished")
        room = strategies.room_for_mines(grid, rules.first_open_promise)
        mines = data.draw(st.integers(0, min(room, 5)))
        self.game = Game(grid, mines, seed=data.draw(strategies.seeds()), rules=rules)
        self.twin = agreement.naive_twin(self.game, Layout(grid, []))
        # The mines before each move, for undo.
        self.mines: list[frozenset[Cell] | None] = []
        self.is_whole = True

    def move(self, kind: str, cell: Cell) -> None:
        """Play a move, and record the earlier mines if it had an effect."""
        before = None if self.game.layout is None else mines_of(self.game)
        moves = len(self.game.moves)
        play(self.game, self.twin, kind, cell)
        if len(self.game.moves) > moves:
            self.mines.append(before)

    def cell(self, number: int) -> Cell:
        """Return some cell of the board."""
        return self.game.grid.cell(number % self.game.grid.cells)

    @rule(number=st.integers(0, 13))
    def open(self, number: int) -> None:
        """Open any cell."""
        self.move("open", self.cell(number))

    @rule(number=st.integers(0, 13))
    def open_a_safe_cell(self, number: int) -> None:
        """Open a cell without a mine in the current layout, so that games last."""
        safe = [cell for cell in self.game.grid if cell not in self.twin.mines and cell not in self.twin.opened]
        if safe:
            self.move("open", safe[number % len(safe)])

    @rule(number=st.integers(0, 13))
    def flag(self, number: int) -> None:
        """Toggles a flag."""
        self.move("flag", self.cell(number))

    @rule(number=st.integers(0, 13), are_right=st.booleans())
    def flag_around_and_chord(self, number: int, are_right: bool) -> None:
        """Put the number of a clue's flags around it, some wrong, and chord."""
        opened = sorted(self.twin.opened - self.twin.mines)
        if not opened or self.game.outcome is not Outcome.ONGOING:
            return
        cell = opened[number % len(opened)]
        around = [other for other in self.twin.board.neighbours(cell) if other not in self.twin.opened]
        wanted = [other for other in around if (other in self.twin.mines) or not are_right]
        for other in wanted[: self.twin.board.clue(self.twin.mines, cell)]:
            if other not in self.twin.flagged:
                self.move("flag", other)
        self.move("chord", cell)

    @rule()
    def undo(self) -> None:
        """Take a move back, and what it decided with it."""
        change = self.game.undo()
        assert change.cells == tuple(sorted(self.twin.undo()))
        if change:
            before = self.mines.pop()
            assert (self.game.layout is None) == (before is None)
            self.twin.mines = frozenset() if before is None else before
            if before is not None:
                assert mines_of(self.game) == before

    @rule(way=st.sampled_from((Game.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game)))))
    def go_on_with_a_copy(self, way: Any) -> None:
        """Leave the game, which must stay unchanged, and play a copy."""
        old = self.game
        self.game = way(old)
        assert self.game.layout == old.layout
        assert self.game.moves == old.moves

    @rule()
    def forget(self) -> None:
        """Drop the past; what lies there stays."""
        if self.game.moves:
            self.is_whole = False
        self.game.forget()
        self.twin.history.clear()
        self.mines.clear()

    @invariant()
    def agrees(self) -> None:
        """The layout agrees with everything open, and the twin with the game."""
        agreement.assert_same(self.game, self.twin)
        layout = self.game.layout
        if layout is None:
            assert not self.game.opened
        else:
            assert layout.mines == self.game.mines
            for cell, code in zip(self.game.grid, self.game.codes(), strict=True):
                assert code < 0 or code == layout.clue(cell)

    def teardown(self) -> None:
        """The same moves from the start lead to the same board."""
        if hasattr(self, "game") and self.is_whole:
            again = Game(self.game.grid, self.game.mines, seed=self.game.seed, rules=self.game.rules)
            for move in self.game.moves:
                again.play(move)
            assert again.layout == self.game.layout
            assert again.view == self.game.view


TestPunishedMachine = PunishedMachine.TestCase


@pytest.mark.parametrize("seed", seeds(1500))
@pytest.mark.parametrize(
    "shape", ["9", "3x4", "4x3~wrap=0", "3x4~orthogonal", "2x3x2", "2x2x1x3~wrap=3", "5x3~orthogonal~wrap=0,1"]
)
def test_each_move_finds_what_it_may_find(shape: str, seed: int) -> None:
    """Half of the moves are provably safe, so that the game lasts."""
    chance = random.Random(f"{shape} {seed}")
    grid = Grid(shape)
    rules = PUNISHED.replace(first_open=chance.choice(("any", "safe")), flag_protects_click=chance.random() < 0.5)
    game = Game(grid, chance.randint(1, 4), seed=seed, rules=rules)
    twin = agreement.naive_twin(game, Layout(grid, []))
    for _ in range(12):
        covered = [cell for cell in grid if cell not in twin.opened]
        if not covered or game.outcome is not Outcome.ONGOING:
            break
        cell = chance.choice(covered)
        kind = chance.choice(("open", "open", "open", "flag", "chord"))
        if kind == "chord" and twin.opened:
            cell = chance.choice(sorted(twin.opened))
        play(game, twin, kind, cell)
    agreement.assert_same(game, twin)


def test_a_needed_guess_never_hits() -> None:
    """In a row of eight that begins with a 1, only the mine next to it is certain: the other one moves away."""
    guesses = 0
    for seed in range(200):
        game = Game("1x8", 2, seed=seed, rules=PUNISHED)
        game.open((0, 0))
        if game.opened == 1:
            for place in range(2, 8):
                assert game.open((0, place)).outcome is not Outcome.LOST
                game.undo()
                guesses += 1
    assert guesses > 100


def test_an_unneeded_guess_always_hits() -> None:
    """Where some cell is certainly safe, every cell that may be a mine is one."""
    guesses = 0
    for seed in range(200):
        game = Game("3x4", 2, seed=seed, rules=PUNISHED)
        game.open((0, 0))
        analysis = analyse(game.view)
        if analysis.safe_cells:
            for cell in game.grid:
                if analysis.probability(cell) > 0:
                    assert game.open(cell).outcome is Outcome.LOST
                    assert game.undo()
                    guesses += analysis.probability(cell) < 1
    assert guesses > 100


@pytest.mark.nightly
def test_chords_are_guesses_where_they_are_not_certain() -> None:
    """Any flags around any clue: it hits where a cell was safe, and else moves the mines away from its cells."""
    counts = Counter[tuple[bool, bool]]()
    for seed in range(120):
        chance = random.Random(seed)
        game = Game("3x5", 3, seed=seed, rules=PUNISHED)
        twin = agreement.naive_twin(game, Layout(game.grid, []))
        play(game, twin, "open", game.grid.cell(chance.randrange(15)))
        for _ in range(chance.randint(0, 3)):
            safe = [cell for cell in game.grid if cell not in twin.opened and cell not in twin.mines]
            if safe:
                play(game, twin, "open", chance.choice(safe))
        if game.outcome is not Outcome.ONGOING:
            continue
        moves, before = len(game.moves), mines_of(game)
        for clue in sorted(twin.opened):
            around = [cell for cell in game.grid.neighbours(clue) if game[cell] < 0]
            for flags in itertools.combinations(around, game[clue]):
                for cell in flags:
                    play(game, twin, "flag", cell)
                play(game, twin, "chord", clue)
                counts[twin.outcome == "lost", mines_of(game) != before] += 1
                while len(game.moves) > moves:
                    game.undo()
                    twin.undo()
                twin.mines = mines_of(game)
                assert twin.mines == before
    # It went well or not, on other mines or on the same.
    assert len(counts) == 4
    assert min(counts.values()) > 20, counts


def chi_square(counts: Counter[Any], outcomes: int) -> float:
    """Return how far counts are from being equal, in standard deviations of that measure."""
    total = sum(counts.values())
    expected = total / outcomes
    assert expected > 5
    measure = sum((count - expected) ** 2 for count in counts.values()) / expected
    measure += (outcomes - len(counts)) * expected
    freedom = outcomes - 1
    return (measure - freedom) / (2 * freedom) ** 0.5 if freedom else 0.0


@pytest.mark.slow
@pytest.mark.parametrize("grid", ["3x4", "2x3x2~orthogonal"])
def test_what_is_decided_anew_is_uniform(grid: str) -> None:
    """For each view and cell: the layouts that a guess redraws, and the layouts after a needed guess."""
    redrawn: dict[tuple[View, Cell], Counter[frozenset[Cell]]] = {}
    needed: dict[tuple[View, Cell], Counter[frozenset[Cell]]] = {}
    for seed in range(4000):
        game = Game(grid, 3, seed=seed, rules=PUNISHED)
        first = game.grid.cell(0)
        game.open(first)
        if game.opened > 1 or game.outcome is not Outcome.ONGOING:
            continue
        view, before = game.view, mines_of(game)
        for cell in (game.grid.cell(game.grid.cells - 1), game.grid.cell(1)):
            outcome = game.open(cell).outcome
            after = mines_of(game)
            if after != before:
                redrawn.setdefault((view, cell), Counter())[after] += 1
            if outcome is not Outcome.LOST:
                needed.setdefault((view, cell), Counter())[after] += 1
            game.undo()
    tested = 0
    for found, is_needed in ((redrawn, False), (needed, True)):
        for (view, cell), counts in found.items():
            board = strategies.board_of(view.grid)
            fitting = list(naive_solver.layouts_that_fit(board, list(view.codes), view.mines))
            wanted = [layout for layout in fitting if (cell in layout) == (cell in next(iter(counts)))]
            assert counts.keys() <= set(wanted)
            if sum(counts.values()) > 8 * len(wanted):
                assert chi_square(counts, len(wanted)) < 4, (view, cell, is_needed)
                tested += 1
    assert tested >= 4


def random_walk(chance: random.Random, history: History, steps: int) -> None:
    """Moves, and goes back and forth."""
    grid = history.game.grid
    for _ in range(steps):
        kind = chance.choice(("open", "open", "open", "flag", "chord", "undo", "undo", "redo"))
        cell = None if kind in ("undo", "redo") else grid.cell(chance.randrange(grid.cells))
        history.act(kind, cell)


@pytest.mark.parametrize("seed", seeds(400))
def test_undo_and_redo_lead_to_the_same_boards(seed: int) -> None:
    """After any walk the layout is that of the moves on the path, in the game, its copies and its pickles."""
    chance = random.Random(seed)
    history = History(Game("4x5", 5, seed=seed, rules=PUNISHED.replace(first_open="opening")))
    for _ in range(6):
        random_walk(chance, history, 12)
        game = history.game
        again = Game("4x5", 5, seed=seed, rules=game.rules)
        for move in game.moves:
            again.play(move)
        assert again.layout == game.layout
        assert again.view == game.view
        twin = pickle.loads(pickle.dumps(history))
        assert twin.game.layout == game.layout
        layouts = []
        while history.can_undo:
            layouts.append(history.game.layout)
            history.act("undo")
        assert history.game.layout is None
        for layout in reversed(layouts):
            history.act("redo")
            assert history.game.layout == layout
        history = chance.choice((history, twin, history.copy()))


def test_flags_have_no_share_in_what_is_decided() -> None:
    """The same opens find the same mines, whatever was flagged between."""
    for seed in range(40):
        one, other = (Game("4x5", 6, seed=seed, rules="esp,guess=punished") for _ in range(2))
        chance = random.Random(seed)
        for _ in range(8):
            cell = one.grid.cell(chance.randrange(20))
            one.open(cell)
            other.flag(one.grid.cell(chance.randrange(20)))
            other.open(cell)
            assert one.layout == other.layout
            assert one.open_bits() == other.open_bits()


def test_a_game_can_forget_and_go_on() -> None:
    """Later results don't depend on the stored past, and a pickle contains the current layout."""
    for seed in range(30):
        one, other = (Game("4x5", 6, seed=seed, rules=PUNISHED) for _ in range(2))
        chance = random.Random(seed)
        for _ in range(6):
            cell = one.grid.cell(chance.randrange(20))
            one.open(cell)
            other.open(cell)
            other.forget()
            other = pickle.loads(pickle.dumps(other))
            assert one.layout == other.layout
            assert one.view == other.view


def test_layouts_that_are_given_are_refused() -> None:
    """A game places its mines itself, and refuses a layout."""
    layout = Layout("3x4", [(0, 1)])
    with pytest.raises(RulesError, match=r"^guess='punished' places the mines itself"):
        Game(layout=layout, rules=PUNISHED)
    with pytest.raises(RulesError, match=r"^guess='punished' places the mines itself"):
        Game.restore(layout, rules=PUNISHED)
    assert Game(layout=layout, rules=PUNISHED.for_layout()).layout == layout


def test_the_first_open_is_safe_whatever_the_rules_promise() -> None:
    """A needed guess never hits, and the first click is one; a board that is all mines has no room for it."""
    rules = PUNISHED.replace(first_open="any")
    for seed in range(50):
        assert Game("3x4", 11, seed=seed, rules=rules).open((1, 2)).outcome is Outcome.WON
    with pytest.raises(MineCountError):
        Game("3x4", 12, rules=rules)


def test_undoing_the_first_open_undecides_the_board() -> None:
    """Another first click finds another board, the one it would have found at once."""
    game = Game("4x5", 6, seed=7, rules=PUNISHED)
    game.open((0, 0))
    game.undo()
    assert game.layout is None
    assert game.codes(reveal=True).tolist().count(-3) == 0
    game.open((3, 4))
    fresh = Game("4x5", 6, seed=7, rules=PUNISHED)
    fresh.open((3, 4))
    assert game.layout == fresh.layout


def guess_to_make(game: Game) -> Cell:
    """Return a covered cell that is neither safe nor a mine for certain, playing all that is safe before."""
    while True:
        analysis = analyse(game.view)
        if not analysis.safe_cells:
            return next(cell for cell in analysis.safest_cells if 0 < analysis.probability(cell) < 1)
        game.open(analysis.safe_cells[0])


def test_a_cancelled_guess_changes_nothing() -> None:
    """A cancelled token ends the decision; the same move can then be made."""
    game = Game("16x30", 99, seed=2, rules=PUNISHED.replace(first_open="opening"))
    game.open((8, 15))
    cell = guess_to_make(game)
    before = game.layout, game.view, game.moves
    watch = CancelToken()
    watch.cancel()
    change = game.play(Move("open", cell), watch=watch)
    assert not change
    assert (game.layout, game.view, game.moves) == before
    assert game.play(Move("open", cell), watch=CancelToken())
    again = Game("16x30", 99, seed=2, rules=game.rules)
    for move in game.moves:
        again.play(move)
    assert again.layout == game.layout


def test_boards_past_the_limits_are_left_as_they_lie() -> None:
    """A board of more than 2**20 cells is played by the plain rules."""
    game = Game("1100x1000", 200_000, seed=3, rules=PUNISHED)
    game.open((500, 500))
    layout = game.layout
    assert layout is not None
    for cell in itertools.islice(layout.mine_cells(), 1):
        assert game.open(cell).outcome is Outcome.LOST
    assert game.layout == layout


@pytest.mark.slow
def test_positions_past_the_limits_are_left_as_they_lie() -> None:
    """Where the solver would need too many states, the plain rules decide: the same each time."""
    game = hard_game("7x7x7", 0.2)
    layout = game.layout
    assert layout is not None
    with pytest.raises(BudgetExceededError):
        analyse(game.view, budget=Budget(states=1 << 17))
    covered = [cell for cell in game.grid if not game.is_open(cell)]
    for is_mine in (True, False):
        cell = next(cell for cell in covered if layout.is_mine(cell) == is_mine)
        assert (game.open(cell).outcome is Outcome.LOST) == is_mine
        assert game.layout == layout
        game.undo()


@pytest.mark.parametrize("variant", agreement.variants())
def test_every_kernel_finds_the_same(variant: str) -> None:
    """The boards of a game don't depend on the machine."""

    def boards() -> list[Layout | None]:
        game = Game("9x9", 20, seed=11, rules=PUNISHED)
        chance = random.Random(5)
        found = []
        for _ in range(25):
            game.open(game.grid.cell(chance.randrange(81)))
            found.append(game.layout)
            if game.outcome is not Outcome.ONGOING:
                game.undo()
        return found

    expected = boards()
    with agreement.kernels(variant):
        assert boards() == expected


@pytest.mark.needs("linux")
def test_games_of_many_grids_keep_few_solvers() -> None:
    """A game between two moves holds its board and its past, and no solver of its own."""

    def held() -> int:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def opened(number: int) -> Game:
        game = Game((100, 200 + number), 2000, seed=number, rules=PUNISHED)
        game.open((50, 100))
        game.open((0, 0))
        return game

    games = [opened(number) for number in range(10)]
    before = held()
    games += [opened(number) for number in range(10, 60)]
    assert held() - before < 20 << 20


def test_the_page_is_true() -> None:
    """The limits that docs/punished.md names."""
    text = PAGE.read_text(encoding="utf-8")
    limits = (PAGE.parents[1] / "native" / "solve" / "request.hpp").read_text(encoding="utf-8")
    assert "punished_states = u64{1} << 17, punished_cells = u64{1} << 20" in limits
    assert "2^17 states per component" in text
    assert "boards of up to 2^20 cells" in text
