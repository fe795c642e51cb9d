"""Records of games: a board and its timed moves as text, like PGN for chess.

>>> from hypersweep import Game, Outcome
>>> from hypersweep.record import Event, Record
>>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1)])
>>> print(record.format(), end="")
hypersweep-record: 1
board: 3x4
mines: 2
rules: classic
seed: 7
<BLANKLINE>
0 open 0 0: 6
900 flag 1 2: 1
900 end: ongoing
>>> Record.parse(record.format()) == record
True
"""

from __future__ import annotations

from hypersweep.record.event import Event, Variation
from hypersweep.record.game_files import (
    GameEntry,
    append_games,
    format_games,
    iterate_games,
    load_games,
    parse_games,
    read_game,
    save_games,
    scan_games,
)
from hypersweep.record.record import Record
from hypersweep.record.replay import Replay
from hypersweep.record.tree import Branch

__all__ = [
    "Branch",
    "Event",
    "GameEntry",
    "Record",
    "Replay",
    "Variation",
    "append_games",
    "format_games",
    "iterate_games",
    "load_games",
    "parse_games",
    "read_game",
    "save_games",
    "scan_games",
]
