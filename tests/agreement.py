"""Play a game of hypersweep and a naive one side by side, and compare their visible states."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

import naive
import strategies
from hypersweep import Game, Grid, Layout, Move, MoveResult, _native
from hypersweep.view import COVERED

Cell = tuple[int, ...]
Script = list[tuple[Any, Cell]]
KINDS = ("open", "open", "flag", "flag", "chord", "chord", "undo")


@contextlib.contextmanager
def kernels(variant: str) -> Iterator[None]:
    """Run the block with the kernels of one instruction set."""
    before = _native.variant()
    assert _native.use_variant(variant)
    try:
        yield
    finally:
        assert _native.use_variant(before)


def variants() -> list[str]:
    """Return the instruction sets whose kernels this machine can run; "baseline" is always among them."""
    before = _native.variant()
    runnable = [name for name in ("baseline", "x86_64_v3", "x86_64_v4") if _native.use_variant(name)]
    assert _native.use_variant(before)
    return runnable


def naive_twin(game: Game, layout: Layout) -> naive.Game:
    """Return the naive game on the same layout by the same rules, with nothing open and no flags."""
    mines = frozenset(layout.mine_cells())
    return naive.Game(strategies.board_of(game.grid), mines, strategies.rules_of(game.rules))


def play_both(game: Game, twin: naive.Game, kind: Any, cell: tuple[int, ...]) -> MoveResult:
    """Play one move, or `undo`, in both games, and compare what each says about it."""
    opened, flags = twin.safe_opened(), twin.covered_flags()
    moves = game.moves
    if kind == "undo":
        change = game.undo()
        changed = twin.undo()
        assert game.moves == (moves[:-1] if changed else moves)
    elif kind == "open":
        change = game.open(cell)
        changed = twin.open(cell)
    elif kind == "flag":
        change = game.flag(cell)
        changed = twin.flag(cell)
    else:
        change = game.chord(cell)
        changed = twin.chord(cell)
    assert change.cells == tuple(sorted(changed))
    assert len(change) == len(changed)
    assert bool(change) == bool(changed)
    assert change.outcome is game.outcome
    assert change.opened == twin.safe_opened() - opened
    assert change.flagged == twin.covered_flags() - flags
    if kind != "undo":
        assert game.moves == ((*moves, Move(kind, cell)) if changed else moves)
    return change


def assert_same_counts(game: Game, twin: naive.Game) -> None:
    """Compare everything that doesn't need every cell."""
    assert game.outcome.name.lower() == twin.outcome
    assert game.opened == twin.safe_opened()
    assert game.flags == twin.covered_flags()
    assert game.remaining == game.mines - game.flags


def assert_same(game: Game, twin: naive.Game) -> None:
    """Compare everything, cell by cell and in bulk."""
    assert_same_counts(game, twin)
    board = twin.board
    every = board.cells()
    codes = twin.codes()
    assert game.codes().tolist() == codes
    assert game.open_bits() == board.bits(twin.opened)
    assert game.flag_bits() == board.bits(twin.flagged)
    view = game.view
    assert view.grid == game.grid
    assert view.mines == game.mines
    assert view.codes.tolist() == codes
    assert view.covered == len(every) - len(twin.opened)
    assert view.flagged == twin.covered_flags()
    assert view.remaining == game.remaining
    for cell, code in zip(every, codes, strict=True):
        assert game.is_open(cell) == (cell in twin.opened)
        assert game.is_flagged(cell) == (cell in twin.flagged)
        assert view[cell] == code


def assert_untouched(game: Game) -> None:
    """Check that a game looks as it did before its first move."""
    assert game.outcome.name == "ONGOING"
    assert (game.opened, game.flags, game.remaining) == (0, 0, game.mines)
    assert game.moves == ()
    assert set(game.codes().tolist()) == {COVERED}
    assert not any(game.open_bits())
    assert not any(game.flag_bits())


def scripts(grid: Grid, size: int) -> st.SearchStrategy[Script]:
    """Return lists of moves and undos."""
    return st.lists(st.tuples(st.sampled_from(KINDS), strategies.cells_of(grid)), max_size=size)


@st.composite
def played(draw: st.DrawFn, wide: bool = False) -> tuple[Game, naive.Game, Script]:
    """Return a game with its layout decided, its naive twin, and a script."""
    grid = draw(strategies.wide_grids() if wide else strategies.grids())
    layout = Layout(grid, sorted(draw(strategies.mine_sets(grid))))
    game = Game(grid, layout=layout, rules=draw(strategies.rules()))
    return game, naive_twin(game, layout), draw(scripts(grid, 16))


def worked() -> Game:
    """Return a game with a past: an opening, a flag, a move taken back."""
    game = Game(layout=Layout("3x4", [(0, 3), (2, 0)]))
    game.open((0, 0))
    game.flag((0, 3))
    game.open((2, 3))
    game.undo()
    return game
