"""Check a package installed from any wheel, with its interpreter and without other packages.

    cd /tmp && python .../tests/installed.py

It tries games, analyses, digs, channels and the command, also in threads, and prints what it has tried. If Python has
no GIL, it must stay without one. Any failure ends it with a traceback.
"""

from __future__ import annotations

import platform
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import hypersweep
from hypersweep import _native
from hypersweep.channel import open_channel
from hypersweep.courses import hypermines
from hypersweep.errors import BusyError
from hypersweep.solve import analyse

ESP = ["esp", "--size", "5", "12", "--mines", "7", "--seed", "10"]
SHOWN = [" |·2░░░░░1··1░|", " |·2░░░211··1░|", " |·112░1····1░|", " |···111·1221░|", " |·······1░░░░|"]
THREADS = 4
# Enough for threads to collide.
DRAWS = 100_000
FLAGS = 5_000


def check(holds: bool, what: str) -> None:
    """Fail if a condition doesn't hold, even if Python ignores assertions."""
    if not holds:
        raise SystemExit(f"installed package: {what}")


def play() -> None:
    """Play in three dimensions by tuples and by indices, analyse, and undo everything."""
    game = hypersweep.Game("3x4x5", mines=6, seed=1)
    check(bool(game.open((0, 0, 0))), "opening a cell changed nothing")
    chances = analyse(game.view).probabilities
    check(len(chances) == 60 and abs(sum(chances) - 6) < 1e-9, "the chances of mines don't sum up to the mines")
    covered = next(index for index in range(60) if chances[index] > 0)
    check(bool(game.flag(covered)) and bool(game.flag(covered)), "flagging a cell changed nothing")
    while game.undo():
        pass
    check(game.opened == 0 and not game.moves, "a game taken back isn't as it was dealt")


def dig() -> None:
    """A dig in nested lists, where the kernel recognises small numbers and words by their addresses."""
    game = hypermines.new_game_2d(3, 5, [(0, 0), (2, 1)])
    check(hypermines.dig_2d(game, 0, 4) == 11, "a dig revealed something else")
    check(hypermines.render_2d_locations(game)[1] == ["_", "2", "1", " ", " "], "a dig shows something else")
    large = hypermines.new_game_nd((40, 3, 130), [(0, 0, 0), (39, 2, 129)])
    check(hypermines.dig_nd(large, (20, 1, 60)) == 40 * 3 * 130 - 2, "a dig in a large board revealed something else")
    check(large["state"] == "victory" and large["visible"][7][2][:3] == [True] * 3, "a won board isn't told as one")


def send() -> None:
    """Messages from many threads to one, each of them once."""
    if sys.platform == "win32":
        return
    receiver, sender = open_channel(4)
    every = [[(thread * 1000 + i).to_bytes(4, "little") for i in range(500)] for thread in range(THREADS)]

    def send_all(part: list[bytes]) -> None:
        for message in part:
            sender.send(message)

    with ThreadPoolExecutor(THREADS) as pool:
        sent = [pool.submit(send_all, part) for part in every]
        got = [receiver.get(60) for _ in range(500 * THREADS)]
        for each in sent:
            each.result()
    check(sorted(got) == sorted(message for part in every for message in part), "messages were lost, or came twice")
    for part in every:
        check([message for message in got if message in set(part)] == part, "messages of one sender came out of order")


def share() -> None:
    """One game, and one stream, in the hands of several threads: every move is made, and each number drawn, once."""
    game = hypersweep.Game("30x40", mines=1, seed=1)
    # The compiled generator itself: with Python around it threads hardly ever meet inside.
    draw, alone = _native.GnuRandom(1).next, _native.GnuRandom(1).next
    barrier = Barrier(THREADS)

    def work(thread: int) -> tuple[int, list[int]]:
        barrier.wait(60)
        numbers = [draw() for _ in range(DRAWS)]
        barrier.wait(60)
        return sum(_flag(game, (thread + i) % 1200) for i in range(FLAGS)), numbers

    with ThreadPoolExecutor(THREADS) as pool:
        done = list(pool.map(work, range(THREADS)))
    numbers = sorted(number for _, numbers in done for number in numbers)
    check(numbers == sorted(alone() for _ in range(DRAWS * THREADS)), "a number was drawn twice, or never")
    check(len(game.moves) == FLAGS * THREADS, "moves of threads are missing")
    check(sum(flags for flags, _ in done) == game.flags, "threads put other flags than the game has")
    while game.undo():
        pass
    check(game.flags == 0, "what threads have done can't be undone")


def _flag(game: hypersweep.Game, index: int) -> int:
    """By how many a move in a game changes its flags, made as soon as no other thread makes one."""
    while True:
        try:
            return game.flag(index).flagged
        except BusyError:
            continue


def command() -> None:
    """The command, as another process."""
    said = subprocess.run(
        [sys.executable, "-m", "hypersweep", *ESP],
        input="start 0 0\nquit\n",
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    check(said.splitlines()[-6:-1] == SHOWN, f"the command shows another board:\n{said}")


def main() -> None:
    """Run all checks, and print the versions."""
    for part in (play, dig, send, share, command):
        part()
    check(not _has_gil() or not _may_do_without(), "the GIL is there")
    kind = "with a GIL" if _has_gil() else "without a GIL"
    print(f"hypersweep {hypersweep.__version__}, {Path(_native.__file__).name}, kernels {_native.variant()}:")
    print(f"works in {platform.python_implementation()} {platform.python_version()} {kind}")


def _has_gil() -> bool:
    """Whether threads of Python take turns."""
    return bool(getattr(sys, "_is_gil_enabled", lambda: True)())


def _may_do_without() -> bool:
    """Whether this Python has a GIL only on request, by a module or at its start."""
    return bool(sysconfig.get_config_var("Py_GIL_DISABLED")) and getattr(sys.flags, "gil", None) != 1


if __name__ == "__main__":
    main()
