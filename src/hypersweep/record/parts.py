"""Type of the parsed text of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from hypersweep.game import Outcome
    from hypersweep.grid import Grid
    from hypersweep.layout import Layout
    from hypersweep.record.event import Event
    from hypersweep.record.variation import Variation
    from hypersweep.rules import Rules


class Parts(TypedDict):
    """Keyword arguments of ``Record``."""

    grid: Grid
    mines: int
    rules: Rules
    seed: int | None
    layout: Layout | None
    events: list[Event]
    outcome: Outcome | None
    milliseconds: int | None
    tags: dict[str, str]
    comments: dict[int, str]
    variations: list[Variation]
