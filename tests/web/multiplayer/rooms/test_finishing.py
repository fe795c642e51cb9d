"""A finished game is saved identically, at any time and by any worker."""

from __future__ import annotations

from databases import a_room
from hypersweep import Record
from hypersweep.web.multiplayer.rooms import coop, solo  # noqa: F401 - they name themselves
from hypersweep.web.multiplayer.rooms.board import game_name
from hypersweep.web.multiplayer.rooms.entries import Entered, Entry, Moved
from hypersweep.web.multiplayer.rooms.events import GameEnded
from hypersweep.web.multiplayer.rooms.finishing import finished_game
from hypersweep.web.multiplayer.rooms.ports import FinishedGame
from hypersweep.web.multiplayer.rooms.room import ROOM_KINDS

LOST: list[Entry] = [Moved(2000, 1, 1, 0, 0, 0), Moved(2900, 1, 2, 0, 7, 900)]


def finished(kind: str, names: list[str], **differences: object) -> FinishedGame:
    """Return the game of a room in which these people are and one of them loses."""
    row = a_room(**{"id": "room", "kind": kind, "mines": 3, "seed": "5", "owner": "Ann", "made": 1000, **differences})
    room = ROOM_KINDS[kind](row)
    events = []
    for entry in (*(Entered(0, name, name) for name in names), *LOST):
        events += room.apply(entry)
    (ended,) = (event for event in events if type(event) is GameEnded)
    return finished_game(room, ended)


def test_a_game_of_one_is_its_player_s() -> None:
    game = finished("solo", ["Ann"])
    assert (game.person, game.name, game.outcome, game.milliseconds) == ("Ann", "Ann", "lost", 900)
    assert (game.id, game.finished, game.is_ranked) == (game_name("room", "5", 1, 0), 3900, True)
    record = Record.parse(game.record)
    record.verify()
    assert str(record.layout) == game.layout


def test_what_was_taken_off_its_time_is_known() -> None:
    entries: list[Entry] = [Entered(0, "Ann", "Ann"), Moved(2000, 1, 1, 0, 0, 0, 70), Moved(2900, 1, 2, 0, 7, 830)]
    room = ROOM_KINDS["solo"](a_room(id="room", kind="solo", mines=3, seed="5", owner="Ann", made=1000))
    events = [event for entry in entries for event in room.apply(entry)]
    (ended,) = (event for event in events if type(event) is GameEnded)
    game = finished_game(room, ended)
    assert (game.milliseconds, game.lag) == (830, 70)


def test_a_game_of_several_is_nobody_s_and_has_all_names() -> None:
    game = finished("coop", ["Ann", "Bob"])
    assert (game.person, game.name, game.is_ranked) == (None, "Ann, Bob", False)


def test_it_is_the_same_game_again() -> None:
    assert finished("solo", ["Ann"]) == finished("solo", ["Ann"])
    assert finished("solo", ["Ann"], seed="6", settings='{"is_ranked":false}').id != finished("solo", ["Ann"]).id
