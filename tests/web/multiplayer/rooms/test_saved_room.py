"""Games replayed from their rooms' journals."""

from __future__ import annotations

from dataclasses import replace

from hypersweep.game import Game
from hypersweep.web.multiplayer.rooms.entries import Entered, Moved, encode
from hypersweep.web.multiplayer.rooms.room import game_name
from hypersweep.web.multiplayer.rooms.saved_room import retold_record
from hypersweep.web.multiplayer.store.room_rows import RoomRow

ROW = RoomRow("aaaabbbbccccdddd", "solo", "4x5", 4, "classic", "7", "ann", "key", "{}", 1_795_000_000_000)
NAME = game_name(ROW.id, ROW.seed, 1, 0)


def won() -> list[bytes]:
    """Return the entries of a game that opens all safe cells, one each second."""
    game = Game("4x5", 4, seed=7)
    game.open(0)
    layout = game.layout
    assert layout is not None
    cells = [0, *(cell for cell in range(20) if not layout.is_mine(cell) and cell)]
    entries = [encode(Entered(0, "ann", "Ann", True))]
    done = Game("4x5", 4, seed=7)
    for n, cell in enumerate(cells, 1):
        if done.outcome.name != "ONGOING":
            break
        done.open(cell)
        entries.append(encode(Moved(1000 * n, 1, n, 0, cell, 1000 * (n - 1), 0)))
    return entries


def test_a_game_is_told_as_it_was_played() -> None:
    record = retold_record(ROW, won(), NAME)
    assert record is not None
    assert "seed: 7" in record
    assert record.rstrip().endswith("won")
    assert retold_record(ROW, won(), NAME) == record


def test_a_game_that_was_not_played_is_not_told() -> None:
    assert retold_record(ROW, won(), "another") is None
    assert retold_record(ROW, won()[:-1], NAME) is None
    assert retold_record(ROW, [], NAME) is None
    # Another seed is another room.
    assert retold_record(replace(ROW, seed="8"), won(), NAME) is None
