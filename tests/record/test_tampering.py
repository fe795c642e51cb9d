"""Records with one thing changed: refused at the first event that can't be, or as good a game as before.

Which of the two it is, and where, is for the slow judge to say, who shares no code with the replay.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from hypersweep import Event, Layout, MineCountError, Outcome, ParameterError, Record, RecordError
from hypersweep.record.event import KINDS
from records import Judge, random_record
from seeds import seeds

Edit = tuple[str, int, Record]
OUTCOMES = (None, Outcome.WON, Outcome.LOST)


def refused_at(record: Record) -> int | None:
    """Gives the position at which a record is refused, or None if it isn't."""
    try:
        record.verify()
    except RecordError as error:
        assert error.event is (record.events[error.position] if error.position < len(record.events) else None)
        return error.position
    return None


def changed_events(
    event: Event, previous: Event | None, record: Record, chance: random.Random
) -> Iterator[tuple[str, Event]]:
    """Gives an event with one field changed, in every way that can be written."""
    milliseconds, kind, cell, changed, ended, level = event
    now = previous.milliseconds if previous else 0
    wishes: list[tuple[str, tuple[object, ...]]] = [
        *(("earlier", (time, kind, cell, changed, ended, level)) for time in {milliseconds - 1, now - 1, 0}),
        ("later", (milliseconds + 1, kind, cell, changed, ended, level)),
        *(("effect", (milliseconds, kind, cell, number, ended, level)) for number in (changed - 1, changed + 1, 0)),
        *(("effect", (milliseconds, kind, cell, changed, outcome, level)) for outcome in OUTCOMES),
        *(("kind", (milliseconds, other, cell, changed, ended, level)) for other in KINDS),
    ]
    if cell is not None:
        places = [chance.choice(list(record.grid)) for _ in range(4)]
        places += [(*cell[:-1], record.grid.shape[-1]), (*cell, 0), cell[:-1]]
        wishes += [("cell", (milliseconds, kind, place, changed, ended, level)) for place in places]
    for name, values in wishes:
        try:
            other = Event(*values)  # type: ignore[arg-type]
        except ParameterError:
            continue  # nobody can write that down
        if other != event and (name != "earlier" or other.milliseconds < milliseconds):
            yield name, other


def edits(record: Record, chance: random.Random) -> Iterator[Edit]:
    """Gives records that differ by one thing: what it is, at which event, and the record."""
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
        others += [rules.replace(guess="never", grade=grade) for grade in (None, "clue", "pair")]
    for agreed in others:
        if agreed != rules:
            try:
                edited = record.replace(rules=agreed)
            except MineCountError:
                continue  # nobody can write that down
            yield "rules", 0, edited
    if record.seed is not None:
        yield "seed", 0, record.replace(seed=record.seed ^ 1)
        if record.layout is not None:
            # Nothing says any more where the layout comes from.
            yield "seed", 0, record.replace(seed=None, layout=record.layout)
    if record.stated_layout is not None:
        yield "layout", 0, record.replace(layout=Layout.random(record.grid, record.mines, seed=chance.getrandbits(64)))


def check(seed: int) -> set[str]:
    """Checks every edit of a record, and gives the kinds of those that made as good a game."""
    record = random_record(seed, 25)
    fine = set()
    for name, place, edited in edits(record, random.Random(seed)):
        found = refused_at(edited)
        assert found == Judge(edited).verdict(), (name, place, edited.format())
        # What an event says of time and effect follows from what came before it.
        if name in ("effect", "outcome") or (
            name == "earlier" and edited.events[place].milliseconds < _before(edited, place)
        ):
            assert found == place, (name, edited.format())
        if found is None:
            fine.add(name)
        elif name in ("removed", "doubled", "swapped", "cell", "later", "earlier", "kind"):
            assert found >= place
    return fine


def _before(record: Record, place: int) -> int:
    return record.events[place - 1].milliseconds if place else 0


@pytest.mark.parametrize("seed", seeds(20, 60))
def test_every_edit_is_refused_at_the_first_event_that_cannot_be(seed: int) -> None:
    check(seed)


@pytest.mark.slow
def test_edits_of_many_records() -> None:
    fine = set()
    for seed in range(1000, 1400):
        fine |= check(seed)
    # What docs/record.md says: these can leave a game that might have been played as well. No other can.
    assert fine == {
        "removed",
        "doubled",
        "swapped",
        "cell",
        "later",
        "earlier",
        "kind",
        "length",
        "rules",
        "seed",
        "layout",
    }
