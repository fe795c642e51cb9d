"""How long a room waits for what."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Timeouts"]


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long a room waits, in seconds.

    Attributes:
        countdown: from when all are ready until a game begins.
        away: until the board of a player who isn't there is given up (versus).
        idle: until the board of one who doesn't move is.
        round: a round of a game against each other, at most.
        search: a search for a board that needs no guess, at most.
        abandoned: until a game alone without a move is lost, or its room removed if it wasn't begun.
        deserted: until a room of several in which no one has been is over.
        empty: until a room in which no one is leaves memory and the lobby.
        sleep: until one in which nobody does anything is made again from what is kept, when somebody does.
        sweep: from one look after all that to the next.
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
