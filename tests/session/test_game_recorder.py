"""The clock and the recorder of a session's game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game, Outcome
from hypersweep.record import Event, Record
from hypersweep.session import Store
from hypersweep.session.game_recorder import GameClock, GameRecorder
from sessions import LAYOUT, names

READINGS = st.lists(
    st.tuples(st.integers(-(10**10), 10**11), st.sampled_from(["run", "read", "stop", "halt"])), max_size=20
)


@given(READINGS, st.integers(0, 10**7))
def test_it_shows_what_passed_between_readings_while_it_ran(steps: list[tuple[int, str]], start: int) -> None:
    now = 10**12
    clock = GameClock(lambda: now, start)
    shown = start * 10**6
    running_since: int | None = None
    for passed, what in steps:
        now += passed
        before = clock._nanoseconds
        if what == "run":
            clock.run()
            running_since = now if running_since is None else running_since
        elif what == "halt":
            # As of the latest reading: later time doesn't count.
            clock.halt()
            running_since = None
        else:
            result = clock.read() if what == "read" else clock.stop()
            if running_since is not None:
                shown += max(0, now - running_since)
                running_since = now if what == "read" else None
            assert result == shown // 10**6
        assert clock.is_running == (running_since is not None)
        assert clock._nanoseconds >= before, "it never runs backwards"


def test_a_part_of_a_millisecond_is_kept() -> None:
    now = 0
    clock = GameClock(lambda: now)
    clock.run()
    for _ in range(10):
        now += 150_000
        clock.read()
    assert clock.stop() == 1


class Played:
    """A recorder and its game, which see the same moves."""

    def __init__(self, store: Store | None = None) -> None:
        self.game = Game(layout=LAYOUT, rules="classic,first=any")
        self.recorder = GameRecorder(self.game, Record.begin(self.game), store)

    def act(self, milliseconds: int, kind: str, cell: tuple[int, ...] | None = None) -> None:
        change = self.game.undo() if cell is None else getattr(self.game, kind)(cell)
        if kind == "open" and not self.recorder.is_started:
            self.recorder.start()
        self.recorder.note(Event.of(milliseconds, kind, cell, change))


def test_the_record_holds_what_was_noted_and_how_the_game_stands() -> None:
    played = Played()
    played.act(0, "flag", (0, 3))
    assert not played.recorder.is_started
    assert "start" not in played.recorder.record(0).tags
    played.act(0, "open", (0, 0))
    record = played.recorder.record(1500)
    assert [event.format() for event in record.events] == ["0 flag 0 3: 1", "0 open 0 0: 9"]
    assert (record.outcome, record.milliseconds) == (Outcome.ONGOING, 1500)
    assert set(record.tags) == {"start", "program"}
    record.verify()


def test_what_counts_is_counted_as_it_is_noted() -> None:
    played = Played()
    played.act(0, "open", (0, 0))
    assert played.recorder.counters.is_ranked
    played.act(900, "open", (0, 3))
    played.act(900, "undo")
    assert (played.recorder.counters.deaths, played.recorder.counters.is_ranked) == (1, False)


def test_nothing_is_saved_before_the_first_open(store: Store) -> None:
    played = Played(store)
    played.act(0, "flag", (0, 3))
    assert played.recorder.name is None
    assert names(store, "running") == []
    played.act(0, "open", (0, 0))
    assert names(store, "running") == [f"{played.recorder.name}.lock", f"{played.recorder.name}.sweep"]
    played.recorder.close(0)
    (saved,) = store.unfinished()
    assert [event.kind for event in saved.record.events] == ["flag", "open"]


def test_a_game_that_is_over_is_kept_and_one_that_goes_on_again_is_not(store: Store) -> None:
    played = Played(store)
    played.act(0, "open", (0, 0))
    played.act(900, "open", (1, 3))
    assert played.recorder.is_kept
    assert (names(store, "running"), names(store, "records")) == ([], [f"{played.recorder.name}.sweep"])
    played.act(900, "undo")
    assert not played.recorder.is_kept
    assert names(store, "records") == []
    assert len(names(store, "running")) == 2
    played.recorder.keep(900)
    assert played.recorder.is_kept, "given up"
    assert len(names(store, "records")) == 1
    played.recorder.close(900)


@pytest.mark.parametrize("is_started", [False, True])
def test_what_is_written_down_already_is_taken_over(is_started: bool) -> None:
    played = Played()
    played.recorder.repeat([Event(0, "flag", (0, 3), 1), Event(0, "hint", level=1)], is_started=is_started)
    assert len(played.recorder.record(0).events) == 2
    assert (played.recorder.counters.hints, played.recorder.is_started) == (1, is_started)
    assert not played.recorder.is_kept
