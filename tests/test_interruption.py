"""Ctrl-C while a kernel runs: it arrives, and the move is either complete and recorded, or not made at all.

Each program sends itself real signals. In the second group the work would take minutes to hours, so it ends in time
only if the signal arrives.
"""

from __future__ import annotations

import subprocess
import sys
from textwrap import indent

import pytest

pytestmark = pytest.mark.needs("posix")

BEGIN = """
import os, signal, sys, threading, time
from hypersweep import *
from hypersweep.batch import play_random, sample_layouts
from hypersweep.stats import three_bv, zini
from hypersweep.trials import play_policy, upper_bound
from hypersweep.rng import GnuRandom
from hypersweep.generate import no_guess

def interrupted(work, seconds):
    '''Whether a signal after a number of seconds ended the work.'''
    begun = threading.Event()
    def send():
        begun.wait()
        time.sleep(seconds)
        os.kill(os.getpid(), signal.SIGINT)
    thread = threading.Thread(target=send)
    thread.start()
    try:
        try:
            begun.set()
            work()
        except KeyboardInterrupt:
            return True
        finally:
            thread.join()
            time.sleep(0.001)
    except KeyboardInterrupt:
        pass  # it came after the end
    return False
"""


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + program], capture_output=True, check=False, text=True, timeout=300
    )
    assert done.stderr == ""
    return done.stdout


# Opened from one corner and from the other; the flag falls to the cascade, and comes back with an undo.
MOVES = """
side = 6000
layout = Layout((side, side), [(5, 5), (side - 9, 7)])
game = Game(layout=layout, rules="classic,protect-cascade=off")
safe = side * side - 2
far = (side - 1, side - 1)
game.flag((3000, 3000))
for attempt in range(12):
    interrupted(lambda: game.open(far), attempt * 0.004)
    made = len(game.moves)
    assert (made, game.opened, game.flags) in ((1, 0, 1), (2, safe, 0)), (made, game.opened, game.flags)
    assert game.outcome is (Outcome.WON if made == 2 else Outcome.ONGOING)
    assert any(game.open_bits()) == (made == 2)
    if made == 1:
        assert game.open(far).opened == safe
    interrupted(game.undo, attempt * 0.0005)
    made = len(game.moves)
    assert (made, game.opened, game.flags) in ((1, 0, 1), (2, safe, 0)), (made, game.opened, game.flags)
    if made == 2:
        game.undo()
    assert game.opened == 0 and game.flags == 1 and game.is_flagged((3000, 3000))
    assert not any(game.open_bits())
    interrupted(game.codes, attempt * 0.002)
    interrupted(game.open_bits, attempt * 0.0002)
print(game.open(far).opened == safe, game.outcome.name)

# The first open decides where the mines are, unless it is ended.
for attempt in range(8):
    game = Game((side, side), 1000, seed=attempt)
    ended = interrupted(lambda: game.open(far), attempt * 0.006)
    assert (game.layout is None) == (not game.moves) == (not game.opened), (game.layout, game.moves, game.opened)
    again = Game((side, side), 1000, seed=attempt)
    again.open(far)
    if game.layout is None:
        game.open(far)
    assert game.layout == again.layout and game.opened == again.opened
print("first opens")
"""


@pytest.mark.slow
def test_a_move_that_is_interrupted_is_made_or_not_made() -> None:
    assert run(MOVES) == "True WON\nfirst opens\n"


NEVER = """
rules = Rules(guess="never")
game = Game("90x100", 4500, seed=1, rules=rules)
game.flag((0, 0))
for attempt in range(3):
    ended = interrupted(lambda: game.open((40, 50)), 0.05 * attempt)
    print(ended, game.layout, game.opened, game.flags, len(game.moves))
small = Game("9x16", 20, seed=1, rules=rules)
print(small.open((4, 8)).opened > 0)
"""


def test_a_first_open_ends_while_its_board_is_made() -> None:
    assert run(NEVER) == "True None 0 1 1\n" * 3 + "True\n"


ENDLESS = {
    "games of a batch": 'play_random("16x30", 40, 1 << 26, seed=1)',
    "games on a large board": 'play_random("4000x4000", 1000, 1 << 20, seed=1)',
    "games on a crowded board": 'play_random("2000x2000", 800_000, 1 << 20, seed=1)',
    "games of many axes": "play_random((2,) * 20, 1000, 1 << 20, seed=1)",
    "games of an own policy": 'play_policy(lambda view: view.codes.tolist().index(-1), "16x30", 40, 1 << 26, seed=1)',
    "upper bounds": 'upper_bound("16x30", 99, 1 << 26, seed=1)',
    "upper bounds after guesses": 'upper_bound("20x20", 100, 1 << 20, seed=1, guesses=3)',
    "an exact upper bound": 'upper_bound("8x8", 8, guesses=0, exact=True)',
    "layouts of a batch": 'for _ in range(10_000): sample_layouts("16x30", 99, 1 << 18, seed=1, clues=False)',
    "clues of a batch": 'for _ in range(10_000): sample_layouts("3000x3000", 900_000, 20, seed=1)',
    "wide clues of a batch": "for _ in range(10_000): sample_layouts((3,) * 8, 900, 1000, seed=1)",
    "a layout": 'for _ in range(10_000): Layout.random("20000x20000", 20_000_000, seed=1)',
    "a crowded layout": 'for _ in range(10_000): Layout.random("20000x20000", 300_000_000, seed=1)',
    "a map": 'for _ in range(10_000): Layout.esp("20000x20000", 9, random=GnuRandom(1), first=(0, 0))',
    "moves of many axes": "for _ in range(10_000): Game(layout=Layout((3,) * 11, [(0,) * 11])).open((2,) * 11)",
    "clues of many axes": "for _ in range(10_000): Layout((3,) * 11, [(0,) * 11])._mines.clues(0, 3**11, 4)",
    "3BV": 'layout = Layout.random("6000x6000", 5_000_000, seed=1)\nfor _ in range(9999): three_bv(layout)',
    "ZiNi": 'layout = Layout.random("3000x3000", 1_500_000, seed=1)\nfor _ in range(9999): zini(layout)',
    "human ZiNi": 'layout = Layout.random("3000x3000", 1_500_000, seed=1)\nfor _ in range(9999): zini(layout, "human")',
    "a board that needs no guess": 'no_guess("700x700", 110_000, 0, seed=1, method="repair", tries=10**6)',
    "reasons": """\
from hypersweep.solve import Budget
from hypersweep.solve.explanation import UNCOUNTED, Deduction
view = View("900x900", 200_000, [2 if row % 2 and column % 2 else -1 for row in range(900) for column in range(900)])
for _ in range(999): Deduction(view, False, Budget()).go_on(UNCOUNTED)
""",
    "what a short text names": 'layout = Layout.parse("99999999999.b")\nfor _ in range(999): list(layout.mine_cells())',
}


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
def test_long_work_ends_with_ctrl_c(part: int) -> None:
    names = list(ENDLESS)[part::3]
    # One program runs several, as its start takes longer than they do.
    works = "".join(f"def work():\n{indent(ENDLESS[name], '    ')}\ntell({name!r}, work)\n" for name in names)
    program = f"""
def tell(name, work):
    print(name, interrupted(work, 0.15), play_random("3x4", 1, 1000, seed=7).wins)
{works}"""
    assert run(program).splitlines() == [f"{name} True 596" for name in names]
