"""Interface of a record for replays: its data, without its methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from hypersweep.game import Outcome
    from hypersweep.grid import Grid
    from hypersweep.layout import Layout
    from hypersweep.record.event import Event
    from hypersweep.record.variation import Variation
    from hypersweep.rules import Rules


@runtime_checkable
class Recorded(Protocol):
    """The data of a ``Record``, which documents each attribute."""

    @property
    def grid(self) -> Grid:
        """The board."""

    @property
    def mines(self) -> int:
        """Number of mines."""

    @property
    def rules(self) -> Rules:
        """The rules."""

    @property
    def seed(self) -> int | None:
        """The seed of the layout, or None if unknown."""

    @property
    def stated_layout(self) -> Layout | None:
        """The layout given in the record, or None."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events, in order."""

    @property
    def variations(self) -> tuple[Variation, ...]:
        """The side lines, in the order of the text."""

    @property
    def outcome(self) -> Outcome:
        """The outcome at the end."""

    @property
    def milliseconds(self) -> int:
        """The clock at the end, in ms."""
