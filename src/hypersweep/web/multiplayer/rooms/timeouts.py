"""Time limits of rooms."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Time limits of rooms, in seconds.

    Attributes:
        countdown: from the moment when all are ready until the game begins.
        away: until an absent player gives up the board (versus).
        idle: until a player who doesn't move gives up the board.
        round: maximum length of a versus round.
        search: maximum length of a search for a board that needs no guess.
        abandoned: until a solo game without a move is lost; a room without a started game is removed.
        deserted: until an empty room for several players is over.
        empty: until an empty room leaves memory and the lobby.
        sleep: until an inactive room leaves memory; the next message rebuilds it.
        sweep: between two checks of these limits.
    """

    countdown: float = 3
    away: float = 60
    idle: float = 300
    round: float = 3600
    search: float = 30
    abandoned: float = 3600
    deserted: float = 86_400
    empty: float = 30
    sleep: float = 120
    sweep: float = 2
