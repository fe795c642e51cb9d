"""The interfaces of rooms are implemented in memory, in databases and in sockets."""

from __future__ import annotations

import dataclasses
import inspect
from typing import get_args

import msgspec
import pytest

from hypersweep.web.multiplayer.protocol import ClientMessage, Hello, Pong
from hypersweep.web.multiplayer.rooms import ports
from hypersweep.web.multiplayer.rooms.ports import FinishedGame, RoomMessage, Timeouts
from hypersweep.web.multiplayer.rooms.remote import _Guest, _RemoteRoom
from hypersweep.web.multiplayer.rooms.room_actor import RoomActor
from hypersweep.web.multiplayer.rooms.room_registry import DatabaseRows, Rooms
from hypersweep.web.multiplayer.socket import SocketPort
from hypersweep.web.multiplayer.store.journal import Journal
from room_world import MemoryJournal, MemoryRows, Page


@pytest.mark.parametrize(
    ("port", "own"),
    [
        (ports.MemberPort, SocketPort),
        (ports.MemberPort, _Guest),
        (ports.MemberPort, Page),
        (ports.RoomPort, RoomActor),
        (ports.RoomPort, _RemoteRoom),
        (ports.Journal, Journal),
        (ports.Journal, MemoryJournal),
        (ports.RoomRows, DatabaseRows),
        (ports.RoomRows, MemoryRows),
        (ports.Home, Rooms),
    ],
)
def test_who_stands_for_a_port_is_called_as_it_is(port: type, own: type) -> None:
    methods = {name: each for name, each in vars(port).items() if inspect.isfunction(each) and name[0] != "_"}
    assert methods
    for name, method in methods.items():
        found = getattr(own, name)
        assert list(inspect.signature(found).parameters) == list(inspect.signature(method).parameters), name
        assert inspect.iscoroutinefunction(found) == inspect.iscoroutinefunction(method), name


def test_a_room_is_told_what_names_a_room() -> None:
    assert set(get_args(RoomMessage)) == set(get_args(ClientMessage)) - {Hello, Pong}
    assert all("room" in kind.__struct_fields__ for kind in get_args(RoomMessage))


def test_a_finished_game_stays_as_it_is_and_comes_twice_as_the_same() -> None:
    game = FinishedGame(
        id="game",
        room="room",
        kind="versus",
        round=1,
        number=2,
        person=None,
        name="Zoë",
        board="3x4",
        mines=3,
        rules="classic",
        outcome="won",
        milliseconds=950,
        record="a\nrecord",
        layout="",
        finished=1 << 41,
        is_ranked=False,
    )
    assert msgspec.structs.replace(game) == game
    assert msgspec.structs.replace(game, id="other") != game
    with pytest.raises(AttributeError):
        game.is_ranked = True  # type: ignore[misc]


def test_a_room_looks_after_everything_before_its_time_is_long_over() -> None:
    usual = dataclasses.asdict(Timeouts())
    sweep = usual.pop("sweep")
    assert 0 < sweep < min(usual.values())


def test_who_is_away_or_idle_is_given_up_before_the_round_is() -> None:
    usual = Timeouts()
    assert usual.away < usual.idle < usual.round


def test_patience_is_chosen_once() -> None:
    usual = Timeouts(search=0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        usual.search = 30  # type: ignore[misc]
    assert (usual.search, usual.away) == (0, Timeouts().away)
