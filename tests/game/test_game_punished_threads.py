"""Punished guesses while other threads read: the decision and its move are one step."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from forks import fork, status_of
from hard_games import hard_game
from hypersweep import Game, Layout, Outcome, Rules
from hypersweep.game import CancelToken
from hypersweep.moves import Move
from persistence import persist
from seeds import seeds

pytestmark = pytest.mark.usefixtures("eager_threads")

PUNISHED = Rules(guess="punished")


def assert_sound(game: Game) -> None:
    """Check that the layout agrees with all that is open, and is that of the moves as they were made."""
    layout = game.layout
    assert layout is not None
    for cell, code in zip(game.grid, game.codes(), strict=True):
        assert code < 0 or code == layout.clue(cell)
    again = Game(game.grid, game.mines, seed=game.seed, rules=game.rules)
    for move in game.moves:
        again.play(move)
    assert again.layout == layout
    assert again.view == game.view


@pytest.mark.parametrize("seed", seeds(300))
def test_threads_that_open_at_once_leave_a_sound_game(seed: int) -> None:
    """The first click included: each finds what the moves before it leave it."""
    chance = Random(seed)
    game = Game("9x9", 20, seed=seed, rules=PUNISHED)
    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            cells = [game.grid.cell(chance.randrange(81)) for _ in range(4)]
            list(pool.map(lambda cell: persist(lambda: game.open(cell)), cells))
            assert_sound(game)
            if game.outcome is not Outcome.ONGOING:
                game.undo()


def look(game: Game, is_over: threading.Event, found: set[Layout | None]) -> None:
    """Ask again and again where the mines are, which never waits."""
    while not is_over.is_set():
        found.add(game.layout)
        assert game.opened >= 0


def test_others_see_the_layout_before_the_move_or_after_it() -> None:
    """While a guess is decided, and the mines are laid again, the layout can be asked for."""
    game = hard_game("15x15")
    before = game.layout
    assert before is not None
    guesses = [cell for cell in game.grid if not game.is_open(cell) and not before.is_mine(cell)]
    is_over = threading.Event()
    found: set[Layout | None] = set()
    allowed: set[Layout | None] = {before}
    thread = threading.Thread(target=look, args=(game, is_over, found))
    thread.start()
    try:
        for cell in guesses[:40]:
            game.open(cell)
            allowed.add(game.layout)
            game.undo()
            assert game.layout == before
    finally:
        is_over.set()
        thread.join(60)
    assert len(allowed) > 10
    assert found <= allowed


def test_a_long_decision_is_cancelled_from_another_thread() -> None:
    """Nothing has changed then."""
    game = hard_game("31x31")
    before = game.layout
    assert before is not None
    cell = next(cell for cell in game.grid if not game.is_open(cell) and not before.is_mine(cell))
    watch = CancelToken()
    timer = threading.Timer(0.05, watch.cancel)
    timer.start()
    try:
        change = game.play(Move("open", cell), watch=watch)
    finally:
        timer.join(60)
    assert not change
    assert game.layout == before
    assert game.moves == ()
    assert not game.is_open(cell)


@pytest.mark.needs("posix")
def test_ctrl_c_ends_a_long_decision() -> None:
    """The game is as it was, and can be played on."""
    game = hard_game("31x31")
    before = game.layout
    assert before is not None
    cell = next(cell for cell in game.grid if not game.is_open(cell) and not before.is_mine(cell))
    timer = threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT))
    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            game.open(cell)
    finally:
        timer.join(60)
        signal.signal(signal.SIGINT, old)
    assert game.layout == before
    assert game.moves == ()
    mine = next(before.mine_cells())
    assert game.flag(mine)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.needs("posix")
def test_a_child_finds_a_sound_game() -> None:
    """A fork in the middle of decisions: before the move or after it, and the child can go on."""
    game = hard_game("15x15")
    before = game.layout
    assert before is not None
    guesses = [cell for cell in game.grid if not game.is_open(cell) and not before.is_mine(cell)]
    is_over = threading.Event()

    def guess() -> None:
        while not is_over.is_set():
            for cell in guesses[:20]:
                persist(lambda cell=cell: game.open(cell))  # type: ignore[misc]
                persist(game.undo)

    def go_on() -> None:
        while game.undo():
            pass
        assert game.layout == before
        assert game.open(guesses[0])

    thread = threading.Thread(target=guess)
    thread.start()
    try:
        for _ in range(20):
            assert status_of(fork(go_on)) == 0
    finally:
        is_over.set()
        thread.join(60)
