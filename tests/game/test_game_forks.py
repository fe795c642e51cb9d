"""Forks while another thread moves: in the child, every game is before or after the move, and can be played on."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from forks import fork, status_of
from hypersweep import BusyError, Game, Grid, Layout, Outcome

pytestmark = pytest.mark.needs("posix")

SIDE = 3_000
CELLS = SIDE * SIDE


@contextmanager
def working(work: Callable[[], object]) -> Iterator[None]:
    """Do work over and over in another thread."""
    is_over = threading.Event()

    def repeat() -> None:
        while not is_over.is_set():
            work()

    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join(60)
    assert not thread.is_alive()


def check(game: Game) -> None:
    """Check that an empty board is completely open or covered, and play on it."""
    moves = len(game.moves)
    assert moves in (0, 1)
    assert game.opened == game.open_bits().count(b"\xff") * 8 == moves * CELLS
    assert game.outcome is (Outcome.WON if moves else Outcome.ONGOING)
    if moves:
        assert game.undo().opened == -CELLS
    assert game.copy().opened == game.open_bits().count(b"\xff") == 0
    assert game.open((3, 5)).opened == CELLS
    assert game.undo().opened == -CELLS


@pytest.mark.nightly
def test_a_child_finds_the_game_before_the_move_or_after_it() -> None:
    game = Game(layout=Layout((SIDE, SIDE)))

    def move() -> None:
        game.open((0, 0))
        game.undo()

    with working(move):
        for number in range(12):
            time.sleep(0.001 * number)
            assert status_of(fork(lambda: check(game))) == 0


@pytest.mark.nightly
def test_a_child_finds_a_first_open_made_or_not() -> None:
    grid = Grid((SIDE, SIDE))
    games: list[Game] = [Game(grid, 0, seed=1)]

    def begin() -> None:
        games.append(Game(grid, 0, seed=1))
        games[-1].open((0, 0))
        del games[:-1]

    def look() -> None:
        game = games[-1]
        assert (game.layout is None) == (not game.opened)
        check(game)

    with working(begin):
        for number in range(8):
            time.sleep(0.002 * number)
            assert status_of(fork(look)) == 0


@pytest.mark.nightly
@pytest.mark.parametrize("look", [lambda game: game.view, Game.copy, Game.open_bits], ids=["view", "copy", "bits"])
def test_a_child_is_free_to_play_a_game_that_is_looked_at(look: Callable[[Game], object]) -> None:
    game = Game(layout=Layout((SIDE, SIDE)))
    with working(lambda: look(game)):
        for number in range(5):
            time.sleep(0.002 * number)
            assert status_of(fork(lambda: check(game))) == 0


@pytest.mark.slow
def test_threads_that_fork_at_once_all_do() -> None:
    game = Game(layout=Layout((SIDE, SIDE)))
    children: list[int] = []

    def move() -> None:
        game.open((0, 0))
        game.undo()

    with working(move):
        threads = [threading.Thread(target=lambda: children.append(fork(lambda: check(game)))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert [status_of(child) for child in children] == [0] * 4


@pytest.mark.slow
def test_a_child_of_a_child_does_as_its_parent() -> None:
    game = Game(layout=Layout((SIDE, SIDE)))

    def move() -> None:
        game.open((0, 0))
        game.undo()

    def fork_again() -> None:
        check(game)
        with working(move):
            time.sleep(0.01)
            assert status_of(fork(lambda: check(game))) == 0

    with working(move):
        time.sleep(0.01)
        assert status_of(fork(fork_again)) == 0


def test_after_a_fork_threads_run_beside_a_move_as_before() -> None:
    game = Game(layout=Layout((SIDE, SIDE)))

    def play() -> None:
        turned_away = 0
        for _ in range(20):
            thread = threading.Thread(target=game.open, args=((0, 0),))
            thread.start()
            while thread.is_alive():
                try:
                    game.is_open((0, 0))
                except BusyError:
                    turned_away += 1
            thread.join()
            game.undo()
            if turned_away:
                return
        raise AssertionError("nobody was turned away")

    assert status_of(fork(play)) == 0
    play()


# The parent of a fork gets Ctrl-C in the midst of it: Python looks for signals in the next function written in Python.
INTERRUPTED = """
import ctypes, functools, os, signal, sys, threading
sys.unraisablehook = lambda told: print("lost:", told.exc_value.__class__.__name__)
interrupt = functools.partial(ctypes.CDLL(None).kill, os.getpid(), signal.SIGINT)
os.register_at_fork({when}=interrupt)
import hypersweep.channel
from hypersweep import BusyError, Game
from hypersweep.session.store_files import FileLock
if "{when}" == "before":
    os.register_at_fork(before=interrupt)
try:
    if os.fork() == 0:
        os._exit(0)
except KeyboardInterrupt:
    print("interrupted")
turned_away = 0
for seed in range(20):
    game = Game("4000x4000", 1, seed=seed)
    thread = threading.Thread(target=game.open, args=((0, 0),))
    thread.start()
    while thread.is_alive():
        try:
            game.is_open((0, 0))
        except BusyError:
            turned_away = 1
    thread.join()
    if turned_away:  # a busy machine may let us look too late
        break
print("beside a move:", turned_away)
locked = []
thread = threading.Thread(target=lambda: locked.append(FileLock(sys.argv[1]).acquire()), daemon=True)
thread.start()
thread.join(20)
print("locked:", locked)
"""


@pytest.mark.slow
@pytest.mark.needs("linux")
@pytest.mark.parametrize("when", ["before", "after_in_parent"])
def test_a_signal_in_the_midst_of_a_fork_leaves_nothing_held(when: str, tmp_path: Path) -> None:
    program = [sys.executable, "-c", INTERRUPTED.format(when=when), str(tmp_path / "board.lock")]
    told = subprocess.run(program, capture_output=True, text=True, timeout=120, check=False)
    assert told.stdout.splitlines() == ["interrupted", "beside a move: 1", "locked: [True]"], told.stderr
