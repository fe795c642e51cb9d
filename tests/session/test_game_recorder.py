"""The recorder: a record that grows with the game, and a file from the first open on."""

from __future__ import annotations

import pytest

from hypersweep import Game, Outcome
from hypersweep.record import Event, Record
from hypersweep.session import Store
from hypersweep.session.game_recorder import GameRecorder
from sessions import LAYOUT, names


class Played:
    """A recorder and its game, both getting all events."""

    def __init__(self, store: Store | None = None) -> None:
        self.game = Game(layout=LAYOUT, rules="classic,first=any")
        self.keeper = GameRecorder(self.game, Record.begin(self.game), store)

    def act(self, milliseconds: int, kind: str, cell: tuple[int, ...] | None = None) -> None:
        change = self.game.undo() if cell is None else getattr(self.game, kind)(cell)
        if kind == "open" and not self.keeper.is_started:
            self.keeper.start()
        self.keeper.note(Event.of(milliseconds, kind, cell, change))


def test_the_record_holds_what_was_noted_and_how_the_game_stands() -> None:
    played = Played()
    played.act(0, "flag", (0, 3))
    assert not played.keeper.is_started
    assert "start" not in played.keeper.record(0).tags
    played.act(0, "open", (0, 0))
    record = played.keeper.record(1500)
    assert [event.format() for event in record.events] == ["0 flag 0 3: 1", "0 open 0 0: 9"]
    assert (record.outcome, record.milliseconds) == (Outcome.ONGOING, 1500)
    assert set(record.tags) == {"start", "program"}
    record.verify()


def test_what_counts_is_counted_as_it_is_noted() -> None:
    played = Played()
    played.act(0, "open", (0, 0))
    assert played.keeper.tally.is_ranked
    played.act(900, "open", (0, 3))
    played.act(900, "undo")
    assert (played.keeper.tally.deaths, played.keeper.tally.is_ranked) == (1, False)


def test_nothing_is_saved_before_the_first_open(store: Store) -> None:
    played = Played(store)
    played.act(0, "flag", (0, 3))
    assert played.keeper.name is None
    assert names(store, "running") == []
    played.act(0, "open", (0, 0))
    assert names(store, "running") == [f"{played.keeper.name}.lock", f"{played.keeper.name}.sweep"]
    played.keeper.close(0)
    (saved,) = store.unfinished()
    assert [event.kind for event in saved.record.events] == ["flag", "open"]


def test_a_game_that_is_over_is_kept_and_one_that_goes_on_again_is_not(store: Store) -> None:
    played = Played(store)
    played.act(0, "open", (0, 0))
    played.act(900, "open", (1, 3))
    assert played.keeper.is_kept
    assert (names(store, "running"), names(store, "records")) == ([], [f"{played.keeper.name}.sweep"])
    played.act(900, "undo")
    assert not played.keeper.is_kept
    assert names(store, "records") == []
    assert len(names(store, "running")) == 2
    played.keeper.keep(900)
    assert played.keeper.is_kept, "given up"
    assert len(names(store, "records")) == 1
    played.keeper.close(900)


@pytest.mark.parametrize("is_started", [False, True])
def test_what_is_written_down_already_is_taken_over(is_started: bool) -> None:
    played = Played()
    played.keeper.repeat([Event(0, "flag", (0, 3), 1), Event(0, "hint", level=1)], is_started=is_started)
    assert len(played.keeper.record(0).events) == 2
    assert (played.keeper.tally.hints, played.keeper.is_started) == (1, is_started)
    assert not played.keeper.is_kept
