"""Games stepped through move by move, with analyses of their positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypersweep.record import Event, Record
from hypersweep.ui_model.move_player import InsightCache, MovePlayer, beside

EVENTS = [
    Event(0, "flag", (1, 2), 1),
    Event(0, "open", (0, 0), 6),
    Event(900, "open", (0, 0), 0),
    Event(1000, "flag", (1, 2), 1),
    Event(2000, "open", (1, 2), 1),
]
RECORD = Record("3x4", 2, seed=7, events=EVENTS)


def test_only_moves_that_changed_something_are_gone_through() -> None:
    player = MovePlayer(RECORD)
    assert (player.number, player.positions, len(player)) == (0, (1, 4), 2)
    player.go(99)
    assert (player.number, player.event, player.replay.position) == (2, EVENTS[4], 4)
    assert player.first_open is None
    player.go(-5)
    assert (player.number, player.event, player.replay.position) == (1, EVENTS[1], 1)
    assert player.first_open == "safe"


def test_a_record_without_moves_stays_where_it_is() -> None:
    player = MovePlayer(Record("3x4", 2, seed=7))
    player.go(1)
    assert player.number == 0


def test_the_next_of_some_numbers() -> None:
    assert beside([], 3, 1) is None
    assert [beside([2, 5], number, 1) for number in (1, 2, 5)] == [2, 5, None]
    assert [beside([2, 5], number, -1) for number in (2, 5, 9)] == [None, 2, 5]


def test_one_thing_is_worked_out_at_a_time_and_the_last_wish_comes_next() -> None:
    waiting: list[tuple[Callable[[], Any], Callable[[Any], object]]] = []
    begun: list[int] = []
    wanted = [1]
    cache = InsightCache(12)

    def ask() -> None:
        number = wanted[0]

        def begin() -> Callable[[], None]:
            begun.append(number)
            return lambda: None

        cache.ask(number, begin, lambda work, done: waiting.append((work, done)), ask)

    for number in range(1, 9):
        wanted[0] = number
        ask()
    assert begun == [1]
    work, done = waiting.pop()
    done(work())
    assert begun == [1, 8]
    work, done = waiting.pop()
    done(work())
    assert not waiting
    wanted[0] = 1
    ask()
    assert begun == [1, 8]


def test_of_large_boards_little_is_kept() -> None:
    cache = InsightCache(1 << 30)
    begun: list[int] = []

    def ask(number: int) -> None:
        def begin() -> Callable[[], None]:
            begun.append(number)
            return lambda: None

        cache.ask(number, begin, lambda work, done: done(work()), lambda: None)

    for number in (1, 2, 2, 3, 3, 1):
        ask(number)
    assert begun == [1, 2, 3, 1]
