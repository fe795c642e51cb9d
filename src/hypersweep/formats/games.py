"""JSON of records: a game with its events, comments and side lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.formats.boards import CELL, GRID, LAYOUT, OUTCOME, RULES, words
from hypersweep.formats.objects import Mapped, Named, Parts
from hypersweep.formats.shapes import Digits, Listing, Nullable, Text, Whole, Word
from hypersweep.game import Outcome
from hypersweep.record import Event, Record, Variation
from hypersweep.record.event import KINDS, MOST_MILLISECONDS

if TYPE_CHECKING:
    from typing import Any

    from hypersweep.grid import Grid
    from hypersweep.layout import Layout
    from hypersweep.rules import Rules

_TIME = Whole(0, MOST_MILLISECONDS)

_EVENT_DEFAULTS: dict[str, Any] = {"cell": None, "changed": 0, "ended": None, "level": None}
_EVENT_FIELDS = {
    "milliseconds": _TIME,
    "kind": words(*KINDS),
    "cell": CELL,
    "changed": Whole(),
    "ended": Word({"won": Outcome.WON, "lost": Outcome.LOST}),
    "level": Whole(1, 9),
}
_EVENTS = Listing(Parts(_EVENT_FIELDS, Event, defaults=_EVENT_DEFAULTS))
_COMMENTS = Mapped(Text(), Digits(16))

EVENT = Named("event", _EVENT_FIELDS, Event, defaults=_EVENT_DEFAULTS)

_VARIATION_FIELDS = {"parent": Whole(), "position": Whole(), "events": _EVENTS, "comments": _COMMENTS}

VARIATION = Named("variation", _VARIATION_FIELDS, Variation, defaults={"comments": {}})


def _record(grid: Grid, layout: Layout | None, rules: Rules, **parts: Any) -> Record:
    return Record(grid, layout=layout, rules=rules, **parts)


def _take_record(record: Record) -> dict[str, Any]:
    return {
        "grid": record.grid,
        "mines": record.mines,
        "rules": record.rules,
        "seed": record.seed,
        "layout": record.stated_layout,
        "events": record.events,
        "outcome": record.outcome,
        "milliseconds": record.milliseconds,
        "tags": record.tags,
        "comments": record.comments,
        "variations": record.variations,
    }


RECORD = Named(
    "record",
    {
        "grid": GRID,
        "mines": Whole(),
        "rules": RULES,
        "seed": Nullable(Digits(20)),
        "layout": Nullable(LAYOUT),
        "events": _EVENTS,
        "outcome": OUTCOME,
        "milliseconds": _TIME,
        "tags": Mapped(Text(), Text()),
        "comments": _COMMENTS,
        "variations": Listing(Parts(_VARIATION_FIELDS, Variation, defaults={"comments": {}})),
    },
    _record,
    _take_record,
    {"seed": None, "layout": None, "tags": {}, "comments": {}, "variations": ()},
)
