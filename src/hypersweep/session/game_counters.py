"""Counters of a game (deaths, hints, undo), and the summary of a whole record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError
from hypersweep.game import Outcome
from hypersweep.session.result import Result

if TYPE_CHECKING:
    from hypersweep.record import Event, Record

_CLICKS = ("open", "flag", "chord")

KNOWN = "known"
"""Tag of a record, "yes" if the player may have known the board."""


class GameCounters:
    """Counters that follow the events of a game.

    Attributes:
        deaths: number of losses; an undone loss still counts, but only once.
        hints: number of hints requested, all levels of one together.
        is_ranked: whether the game counts for best times.
        is_walkover: whether the first open alone won it; such a game isn't ranked.

    >>> from hypersweep.record import Event
    >>> tally = GameCounters()
    >>> for line in ("0 open 0 0: 6", "900 hint 1", "1700 hint 2", "2000 open 1 2: 1 lost", "2000 undo: 1"):
    ...     tally.add(Event.parse(line))
    >>> tally.deaths, tally.hints, tally.is_ranked
    (1, 1, False)
    """

    __slots__ = ("_has_opened", "deaths", "hints", "is_ranked", "is_walkover")

    def __init__(self, *, is_known: bool = False) -> None:
        self.deaths: int = 0
        self.hints: int = 0
        self.is_ranked: bool = not is_known
        self.is_walkover: bool = False
        self._has_opened: bool = False

    def add(self, event: Event) -> None:
        """Count an event."""
        kind, ended = event.kind, event.ended
        if kind in _CLICKS:
            self.is_walkover = ended is Outcome.WON and not self._has_opened
            if kind == "open" and event.changed > 0:
                self._has_opened = True
            # Added without a branch, so that a losing click takes no different path.
            self.deaths += event.is_death
        elif kind == "undo":
            self.is_walkover = False
        else:
            self.hints += event.is_new_hint
        if self.is_walkover or kind in ("undo", "redo", "hint"):
            self.is_ranked = False

    @classmethod
    def of(cls, record: Record) -> GameCounters:
        """Return the counters of a whole record."""
        tally = cls(is_known=record.tags.get(KNOWN) == "yes")
        for event in record.events:
            tally.add(event)
        return tally


def record_result(name: str, record: Record) -> Result:
    """Return the summary of a record.

    >>> from hypersweep.record import Event, Record
    >>> record_result("today", Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)]))
    <Result today: 3x4 with 2 mines, ongoing after 0.000 s>
    """
    tally = GameCounters.of(record)
    return Result(
        name,
        record.grid,
        record.mines,
        record.rules,
        record.outcome,
        record.milliseconds,
        is_ranked=tally.is_ranked,
        is_walkover=tally.is_walkover,
        deaths=tally.deaths,
        hints=tally.hints,
        start=record.tags.get("start", ""),
        player=record.tags.get("player", ""),
        three_bv=_three_bv(record) if record.outcome is Outcome.WON else None,
        clicks=sum(event.kind in _CLICKS for event in record.events),
    )


def _three_bv(record: Record) -> int | None:
    from hypersweep.stats import three_bv

    try:
        layout = record.layout
        return None if layout is None else three_bv(layout)
    except HypersweepError:
        # A record is saved even if its board is impossible or too large to analyse.
        return None
