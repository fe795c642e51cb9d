"""What a replay needs of a record: all that is written in it, and nothing that it can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from hypersweep.game import Outcome
    from hypersweep.grid import Grid
    from hypersweep.layout import Layout
    from hypersweep.record.event import Event
    from hypersweep.record.variation import Variation
    from hypersweep.rules import Rules

__all__ = ["Recorded"]


@runtime_checkable
class Recorded(Protocol):
    """A game that was kept; a ``Record`` is one. ``Record`` says what each of these means."""

    @property
    def grid(self) -> Grid:
        """The board."""

    @property
    def mines(self) -> int:
        """How many."""

    @property
    def rules(self) -> Rules:
        """The rules."""

    @property
    def seed(self) -> int | None:
        """What the layout came from, if it is known."""

    @property
    def stated_layout(self) -> Layout | None:
        """Where the mines are, if the record says so."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order."""

    @property
    def variations(self) -> tuple[Variation, ...]:
        """The side lines, in the order of the text."""

    @property
    def outcome(self) -> Outcome:
        """How it stood at the end."""

    @property
    def milliseconds(self) -> int:
        """The time at the end."""
