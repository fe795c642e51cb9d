"""Records of games that a test plays move by move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hypersweep import Game, Layout
from hypersweep.game import History
from hypersweep.record import Event, Record

Step = tuple[int, str] | tuple[int, str, Sequence[int]]


def played(layout: Layout, steps: Iterable[Step], *, rules: str = "classic,first=any") -> Record:
    """Return the record of a game on a layout; a step is a time, a kind, and a cell where the kind has one."""
    history = History(Game(layout=layout, rules=rules))
    events = []
    for when, kind, *cell in steps:
        where = tuple(cell[0]) if cell else None
        if kind in ("pause", "resume", "hint"):
            events.append(Event(when, kind))
        else:
            events.append(Event.of(when, kind, where, history.act(kind, where)))
    return Record(layout.grid, rules=rules, layout=layout, events=events)
