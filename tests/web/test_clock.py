"""The page's clock compared with Python's, at the same times."""

from __future__ import annotations

import random
from functools import partial

import pytest

from hypersweep.session.game_recorder import GameClock
from hypersweep.text import clock_text, time_text
from node_kernel import NodeKernel

NODE = partial(NodeKernel, "play_driver.mjs")


@pytest.mark.parametrize("seed", range(20))
def test_the_same_times_are_read(node: NodeKernel, seed: int) -> None:
    chance = random.Random(seed)
    # The page's source has fractions of milliseconds, and any source may jump back.
    now, times = 0, []
    for _ in range(60):
        now = max(0, now + chance.choice((0, 250_000, 999_750, 1_000_000, 7_500_000, -3_000_000)))
        times.append(now)
    steps = [chance.choice(("run", "read", "read", "stop", "halt")) for _ in range(60)]
    begin = chance.choice((0, 5, 12_345))
    clock = GameClock(iter(times).__next__, begin)
    expected = [getattr(clock, step)() for step in steps]
    seconds = [each / 1_000_000 for each in times]
    assert node.ask("clock", milliseconds=begin, times=seconds, steps=steps) == expected


def test_a_move_that_waited_has_its_own_moment(node: NodeKernel) -> None:
    # The display reads the clock at 900; the moves of 100 and 350 waited, and so did one of 50 behind them.
    steps = ["run", "read", ["read", 100], ["read", 350], ["read", 50], "read", ["stop", 950], "read"]
    told = node.ask("clock", milliseconds=1000, times=[0, 900, 940], steps=steps)
    assert told == [None, 1900, 1100, 1350, 1350, 1940, 1950, 1950]


def test_the_clock_stands_as_of_the_move_that_ended_the_game(node: NodeKernel) -> None:
    steps = ["run", "read", ["read", 400], "halt", "read", "run", ["read", 500], "read"]
    told = node.ask("clock", milliseconds=0, times=[0, 900, 1000, 1100], steps=steps)
    assert told == [None, 900, 400, None, 400, None, 400, 500]


@pytest.mark.slow
def test_times_are_told_alike(node: NodeKernel) -> None:
    chance = random.Random(7)
    times = [0, 9, 10, 999, 59_999, 60_000, 3_599_999, 3_600_000, 10**15 - 1]
    times += [chance.randrange(10 ** chance.randrange(1, 11)) for _ in range(200)]
    assert node.ask("texts", milliseconds=times) == [[clock_text(each), time_text(each)] for each in times]


@pytest.mark.slow
def test_tenths_and_milliseconds_are_cut_and_not_rounded(node: NodeKernel) -> None:
    told = node.ask("precise", milliseconds=[0, 7_049, 59_999, 83_410, 3_723_004])
    assert told == [
        ["0:00,0", "0,000 s"],
        ["0:07,0", "7,049 s"],
        ["0:59,9", "59,999 s"],
        ["1:23,4", "1:23,410"],
        ["1:02:03,0", "1:02:03,004"],
    ]
