"""Records with one change, of every kind that can be written."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypersweep import Event, Layout, MineCountError, Outcome, ParameterError, Record
from hypersweep.record.event import KINDS

Edit = tuple[str, int, Record]
OUTCOMES = (None, Outcome.WON, Outcome.LOST)


def changed_events(
    event: Event, previous: Event | None, record: Record, chance: random.Random
) -> Iterator[tuple[str, Event]]:
    """Return an event with one field changed, in every way that can be written."""
    milliseconds, kind, cell, changed, ended, level = event
    now = previous.milliseconds if previous else 0
    edits: list[tuple[str, tuple[object, ...]]] = [
        *(("earlier", (time, kind, cell, changed, ended, level)) for time in {milliseconds - 1, now - 1, 0}),
        ("later", (milliseconds + 1, kind, cell, changed, ended, level)),
        *(("effect", (milliseconds, kind, cell, number, ended, level)) for number in (changed - 1, changed + 1, 0)),
        *(("effect", (milliseconds, kind, cell, changed, outcome, level)) for outcome in OUTCOMES),
        *(("kind", (milliseconds, other, cell, changed, ended, level)) for other in KINDS),
    ]
    if cell is not None:
        places = [chance.choice(list(record.grid)) for _ in range(4)]
        places += [(*cell[:-1], record.grid.shape[-1]), (*cell, 0), cell[:-1]]
        edits += [("cell", (milliseconds, kind, place, changed, ended, level)) for place in places]
    for name, values in edits:
        try:
            other = Event(*values)  # type: ignore[arg-type]
        except ParameterError:
            continue  # can't be written in the format
        if other != event and (name != "earlier" or other.milliseconds < milliseconds):
            yield name, other


def edits(record: Record, chance: random.Random) -> Iterator[Edit]:
    """Return records that differ by one thing: what it is, at which event, and the record."""
    events = list(record.events)

    def with_events(changed: list[Event]) -> Record:
        return record.replace(events=changed)

    for place, event in enumerate(events):
        before = events[place - 1] if place else None
        yield "removed", place, with_events(events[:place] + events[place + 1 :])
        yield "doubled", place, with_events(events[: place + 1] + events[place:])
        for other in {place + 1, chance.randrange(len(events))}:
            if place < other < len(events) and events[other] != event:
                swapped = list(events)
                swapped[place], swapped[other] = swapped[other], swapped[place]
                yield "swapped", place, with_events(swapped)
        for name, changed in changed_events(event, before, record, chance):
            yield name, place, with_events([*events[:place], changed, *events[place + 1 :]])
    end = len(events)
    for outcome in Outcome:
        if outcome is not record.outcome:
            yield "outcome", end, record.replace(outcome=outcome)
    yield "length", end, record.replace(milliseconds=record.milliseconds + 1)
    if record.milliseconds:
        yield "length", end, record.replace(milliseconds=record.milliseconds - 1)
    rules = record.rules
    others = [
        rules.replace(chord=not rules.chord),
        rules.replace(flags_on_open=not rules.flags_on_open),
        rules.for_layout(),
        rules.by_chance(),
    ]
    if rules.first_open != "any":
        never = rules.by_chance().replace(guess="never")
        others += [never.replace(grade=grade) for grade in (None, "clue", "pair")]
        others.append(never.replace(grade="set", exactly=True))
    for agreed in others:
        if agreed != rules:
            try:
                edited = record.replace(rules=agreed)
            except MineCountError:
                continue  # can't be written in the format
            yield "rules", 0, edited
    if record.seed is not None:
        yield "seed", 0, record.replace(seed=record.seed ^ 1)
        if record.layout is not None:
            # The layout has no source any more.
            yield "seed", 0, record.replace(seed=None, layout=record.layout)
    if record.stated_layout is not None:
        yield "layout", 0, record.replace(layout=Layout.random(record.grid, record.mines, seed=chance.getrandbits(64)))
