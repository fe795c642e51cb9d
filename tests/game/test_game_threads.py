"""One game that several threads share: each move is atomic, and recorded as it was made."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from types import FrameType
from typing import TYPE_CHECKING

import pytest

import hypersweep
from agreement import assert_untouched
from hypersweep import BusyError, Game, Grid, Layout, MoveResult, Outcome
from hypersweep.rng import GnuRandom
from persistence import persist

if TYPE_CHECKING:
    from _typeshed import TraceFunction

pytestmark = pytest.mark.usefixtures("eager_threads")

Cell = tuple[int, ...]
Moves = list[Callable[[], MoveResult]]


def at_once(works: Moves, pool: ThreadPoolExecutor) -> list[MoveResult]:
    """Make moves in as many threads, which begin at the same time."""
    barrier = threading.Barrier(len(works))

    def begin(work: Callable[[], MoveResult]) -> MoveResult:
        barrier.wait(30)
        return persist(work)

    return list(pool.map(begin, works))


def assert_whole(game: Game, changes: list[MoveResult]) -> None:
    """Check that a game is what its changes sum up to, and that taking all back leaves nothing."""
    assert len(game.moves) == sum(map(bool, changes))
    assert game.opened == sum(change.opened for change in changes)
    assert game.flags == sum(change.flagged for change in changes)
    assert game.opened <= int.from_bytes(game.open_bits(), "little").bit_count() <= game.opened + 1
    for _ in game.moves:
        assert game.undo()
    assert not game.undo()
    assert_untouched(game)


def let_in(
    move: Callable[[], MoveResult], other: Callable[[], MoveResult], at: int
) -> tuple[MoveResult, MoveResult | None]:
    """Make a move, and another one during it: after a number of instructions, where a thread could switch.

    Returns: what both changed; None for the other if the move has fewer instructions.
    """
    seen = 0
    changes: list[MoveResult] = []

    def trace(frame: FrameType, event: str, _: object) -> TraceFunction | None:
        nonlocal seen
        if "hypersweep" not in frame.f_code.co_filename:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            if seen == at:
                changes.append(other())
            seen += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        change = move()
    finally:
        sys.settrace(before)
    return change, changes[0] if changes else None


SCENES: dict[str, tuple[bool, tuple[str, Cell | None], tuple[str, Cell | None]]] = {
    "two first opens": (False, ("open", (0, 0)), ("open", (2, 3))),
    "a first click and a flag": (False, ("open", (0, 0)), ("flag", (2, 3))),
    "a first click and an undo": (False, ("open", (0, 0)), ("undo", None)),
    "a mine and an undo": (True, ("open", (0, 3)), ("undo", None)),
    "a mine and a flag": (True, ("open", (0, 3)), ("flag", (2, 1))),
    "a flag and a mine": (True, ("flag", (2, 1)), ("open", (0, 3))),
    "an open and a flag there": (True, ("open", (2, 3)), ("flag", (2, 3))),
    "a flag and an open there": (True, ("flag", (2, 3)), ("open", (2, 3))),
    "two opens": (True, ("open", (2, 3)), ("open", (0, 0))),
    "an undo and a mine": (True, ("undo", None), ("open", (0, 3))),
    "two undos": (True, ("undo", None), ("undo", None)),
}


@pytest.fixture(scope="module")
def instructions() -> None:
    """Make Python 3.12 report single instructions, which it doesn't at the first request."""
    let_in(partial(Game("3x4", 2).open, (0, 0)), Game("3x4", 2).undo, 0)


@pytest.mark.ci_limit(15)
@pytest.mark.slow
@pytest.mark.usefixtures("instructions")
@pytest.mark.parametrize("rules", ["classic", "esp"])
@pytest.mark.parametrize("scene", SCENES)
def test_a_move_is_whole_wherever_another_comes_in(scene: str, rules: str) -> None:
    decided, *moves = SCENES[scene]
    for at in count():
        if decided:
            game = Game(layout=Layout("3x4", [(0, 3), (2, 0)]), rules=rules)
            made = [game.open((1, 1)), game.flag((1, 0))]
        else:
            game = Game("3x4", 2, seed=3, rules=rules)
            made = [game.flag((1, 0))]
        works = [game.undo if cell is None else partial(getattr(game, kind), cell) for kind, cell in moves]
        change, other = let_in(works[0], works[1], at)
        changes = [*made, change] if other is None else [*made, change, other]
        for own in changes[len(made) :]:
            assert own.outcome is not Outcome.LOST or "open" in (moves[0][0], moves[1][0])
        if decided and moves[0] == ("open", (0, 3)) and change:
            assert change.outcome is Outcome.LOST
        if not decided:
            check_first_open(game)
        again = Game(layout=game.layout, rules=rules) if game.layout else Game("3x4", 2, seed=3, rules=rules)
        for move in game.moves:
            assert again.play(move)
        assert (again.view, again.outcome) == (game.view, game.outcome)
        assert game.opened == sum(own.opened for own in changes)
        assert game.flags == sum(own.flagged for own in changes)
        for _ in game.moves:
            assert game.undo()
        assert not game.undo()
        assert_untouched(game)
        if other is None:
            assert at > 5
            break


def check_first_open(game: Game) -> None:
    """Check that the layout is the one made for the first click, unless that was taken back."""
    first = next((move.cell for move in game.moves if move.kind == "open"), None)
    if first is not None:
        assert game.layout == Layout.random(game.grid, game.mines, seed=game.seed, first=first, first_open="safe")


@pytest.mark.slow
def test_two_first_opens_at_once_are_both_made() -> None:
    with ThreadPoolExecutor(2) as pool:
        for seed in range(300):
            game = Game("9x10", 40, seed=seed, rules="classic,first=opening")
            changes = at_once([partial(game.open, (0, 0)), partial(game.open, (8, 9))], pool)
            # The layout was made for the first click, whichever that was: it is an opening.
            layout = game.layout
            assert layout is not None
            first = game.moves[0].cell
            assert layout == Layout.random("9x10", 40, seed=seed, first=first, first_open="opening")
            assert not layout.is_mine(first)
            assert layout.clue(first) == 0
            assert_whole(game, changes)


def test_two_first_opens_of_a_large_board_at_once_are_both_made() -> None:
    grid = Grid((600, 700))
    with ThreadPoolExecutor(2) as pool:
        for seed in range(12):
            game = Game(grid, 90_000, seed=seed, rules="classic,first=opening")
            changes = at_once([partial(game.open, (0, 0)), partial(game.open, (599, 699))], pool)
            layout = game.layout
            assert layout is not None
            assert layout.clue(game.moves[0].cell) == 0
            assert layout.mines == 90_000
            assert_whole(game, changes)


def test_a_flag_put_while_the_first_open_is_made_is_kept() -> None:
    grid = Grid((600, 700))
    with ThreadPoolExecutor(2) as pool:
        for seed in range(12):
            game = Game(grid, 90_000, seed=seed)
            changes = at_once([partial(game.open, (0, 0)), partial(game.flag, (599, 699))], pool)
            assert all(changes)
            assert game.is_flagged((599, 699)) or game.is_open((599, 699))
            assert_whole(game, changes)


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "mines", "rounds"), [((16, 30), 99, 20), ((600, 700), 60_000, 3)])
def test_moves_of_many_threads_are_taken_back_in_the_order_they_were_made(
    shape: tuple[int, ...], mines: int, rounds: int
) -> None:
    grid = Grid(shape)
    layout = Layout.random(grid, mines, seed=1)
    chance = Random(7)
    with ThreadPoolExecutor(4) as pool:
        for _ in range(rounds):
            game = Game(layout=layout, rules="esp,chord=on")
            places = [grid.cell(chance.randrange(grid.cells)) for _ in range(40)]

            def work(number: int, game: Game = game, places: list[Cell] = places) -> list[MoveResult]:
                made = []
                for place in places[number:] + places[:number]:
                    if layout.is_mine(place):
                        made.append(persist(partial(game.flag, place)))
                    else:
                        made.append(persist(partial(game.open, place)))
                        made.append(persist(partial(game.chord, place)))
                    if len(made) % 5 == 0:
                        made.append(persist(game.undo))
                return made

            changes = [change for made in pool.map(work, (0, 10, 20, 30)) for change in made]
            # An undo counts against the move it took back.
            assert game.opened == sum(change.opened for change in changes)
            assert game.flags == sum(change.flagged for change in changes)
            moves = game.moves
            again = Game(layout=layout, rules="esp,chord=on")
            for move in moves:
                assert again.play(move)
            assert again.view == game.view
            assert again.outcome is game.outcome
            for _ in moves:
                assert game.undo()
            assert_untouched(game)


def test_the_outcome_is_that_of_the_latest_move() -> None:
    layout = Layout("9x10", [(0, 0)])
    with ThreadPoolExecutor(2) as pool:
        for _ in range(400):
            game = Game(layout=layout)
            lost, flagged = at_once([partial(game.open, (0, 0)), partial(game.flag, (8, 9))], pool)
            assert lost.outcome is Outcome.LOST
            assert game.outcome is Outcome.LOST
            # Either it came first, or there was nothing to do any more.
            assert flagged.outcome is (Outcome.ONGOING if flagged else Outcome.LOST)
            assert game.undo().outcome is Outcome.ONGOING


@pytest.mark.slow
def test_copies_made_while_another_thread_moves_are_whole() -> None:
    for shape, mines, rounds in (((16, 30), 40, 60), ((600, 700), 2_000, 8)):
        grid = Grid(shape)
        game = Game(layout=Layout.random(grid, mines, seed=4))
        places = [grid.cell(number * grid.cells // 17) for number in range(17)]
        done = threading.Event()

        def move(game: Game = game, places: list[Cell] = places, done: threading.Event = done) -> None:
            chance = Random(3)
            while not done.is_set():
                for place in places:
                    game.open(place) if chance.random() < 0.8 else game.flag(place)
                while game.undo():
                    pass

        with ThreadPoolExecutor(1) as pool:
            moving = pool.submit(move_past_busy(move))
            try:
                copies = 0
                while copies < rounds:
                    try:
                        other = game.copy()
                    except BusyError:
                        continue
                    copies += 1
                    opened = int.from_bytes(other.open_bits(), "little")
                    mined = int.from_bytes(other.layout.bits(), "little") if other.layout else 0
                    assert other.opened == (opened & ~mined).bit_count()
                    assert (other.outcome is Outcome.LOST) == bool(opened & mined)
                    while other.undo():
                        pass
                    assert_untouched(other)
            finally:
                done.set()
            moving.result(60)


def move_past_busy(work: Callable[[], None]) -> Callable[[], None]:
    """Return work that begins again where the game was being copied."""

    def begin() -> None:
        while True:
            try:
                return work()
            except BusyError:
                continue

    return begin


@pytest.mark.slow
def test_what_is_asked_while_a_move_runs_is_from_before_it_or_refused() -> None:
    grid = Grid((8_000, 8_000))
    game = Game(grid, 0, seed=1)
    game.flag((0, 1))
    after = grid.cells - 1
    looks: list[Callable[[], int]] = [
        lambda: int(game.is_open((7_999, 7_999))) * after,
        lambda: int.from_bytes(game.open_bits(), "little").bit_count(),
        lambda: game.copy().opened,
        lambda: (len(game.moves) - 1) * after,
        lambda: int.from_bytes(game.flag_bits(), "little").bit_count() * after,
    ]
    refused = [0] * len(looks)
    with ThreadPoolExecutor(1) as pool:
        # Once is nearly always enough, unless the machine is busy.
        for _ in range(20):
            move = pool.submit(game.open, (4_000, 4_000))
            while not move.done():
                assert (game.opened in (0, after), game.can_undo) == (True, True)
                assert (game.outcome, game.flags, game.remaining) == (Outcome.ONGOING, 1, -1)
                assert repr(game).endswith(" 64000000 safe cells open, ongoing>")
                for number, look in enumerate(looks):
                    # Long reads would last until the end of the move, so they start after its beginning.
                    if number == 0 or refused[0]:
                        try:
                            assert look() in (0, after)
                        except BusyError:
                            refused[number] += 1
            assert persist(game.undo).opened == -move.result().opened == -after
            if all(refused):
                break
    assert all(refused)


@pytest.mark.slow
def test_numbers_drawn_beside_a_map_are_drawn_once() -> None:
    # The map of so large a board takes a while, and other threads may draw meanwhile: then the map isn't made.
    grid = Grid((4_000, 5_000))
    random = GnuRandom(5)
    refused = 0
    with ThreadPoolExecutor(1) as pool:
        for _ in range(20):
            expected = random.copy()
            drawn = pool.submit(Layout.esp, grid, 1_000, random=random, first=(0, 0))
            values = []
            while not drawn.done():
                values.append(random.next())
            if isinstance(drawn.exception(), BusyError):
                refused += 1
                assert values == [expected.next() for _ in values]
            else:
                before = expected.copy()
                together = [before.next() for _ in values]
                apart = next((place for place in range(len(values)) if values[place] != together[place]), len(values))
                assert values[:apart] == [expected.next() for _ in range(apart)]
                assert drawn.result() == Layout.esp(grid, 1_000, random=expected, first=(0, 0))
                assert values[apart:] == [expected.next() for _ in range(len(values) - apart)]
            assert random.next() == expected.next()
            if refused == 3:
                break
    assert refused


ENDS = """
import threading, time
from hypersweep import Game, Layout

game = Game(layout=Layout("2000x3000", []))

def play():
    while True:
        WORK

threading.Thread(target=play, daemon=True).start()
time.sleep(0.05)
"""


@pytest.mark.slow
@pytest.mark.parametrize("work", ["game.open((0, 0)); game.undo()", "game.codes()", "game.copy()"])
def test_a_program_ends_while_a_thread_plays(work: str) -> None:
    source = str(Path(hypersweep.__file__).resolve().parent.parent)
    command = [sys.executable, "-c", ENDS.replace("WORK", work)]
    environment = {**os.environ, "PYTHONPATH": source}
    for _ in range(3):
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment, check=False)
        assert (done.returncode, done.stderr) == (0, "")
