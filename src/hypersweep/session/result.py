"""Summaries of games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hypersweep.game import Outcome
    from hypersweep.grid import Grid
    from hypersweep.rules import Rules

__all__ = ["Result"]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game went, without its moves. It never changes.

    Attributes:
        name: the record's name, for ``Store.load``.
        grid: the board.
        mines: how many.
        rules: the rules.
        outcome: how it ended; ``Outcome.ONGOING`` if it was given up.
        milliseconds: the clock at the end.
        is_ranked: whether it counts: no undo, no hint, a board that nobody could know, and not a walkover.
        is_walkover: whether the first open alone won it: there was nothing to decide.
        deaths: how often it was lost, losses that were taken back included.
        hints: how many hints it took.
        start: when it began, as ISO 8601 in UTC, or "".
        player: who played, or "".
        three_bv: the 3BV of the board, of a game that was won; None of others, and where it can't be worked out.
        clicks: how many: left, right and chords, with those that did nothing and those that were taken back.
    """

    name: str
    grid: Grid
    mines: int
    rules: Rules
    outcome: Outcome
    milliseconds: int
    is_ranked: bool = field(kw_only=True)
    is_walkover: bool = field(default=False, kw_only=True)
    deaths: int = field(default=0, kw_only=True)
    hints: int = field(default=0, kw_only=True)
    start: str = field(default="", kw_only=True)
    player: str = field(default="", kw_only=True)
    three_bv: int | None = field(default=None, kw_only=True)
    clicks: int = field(default=0, kw_only=True)

    @property
    def three_bv_per_second(self) -> float | None:
        """3BV/s of a game that was won, as ``PlayStats`` has it."""
        return None if self.three_bv is None or not self.milliseconds else self.three_bv * 1000 / self.milliseconds

    @property
    def efficiency(self) -> float | None:
        """3BV / clicks of a game that was won, as ``PlayStats`` has it."""
        return None if self.three_bv is None or not self.clicks else self.three_bv / self.clicks

    def __repr__(self) -> str:
        from hypersweep.wording import count_of

        ranked = "" if self.is_ranked else ", not ranked"
        return (
            f"<Result {self.name}: {self.grid} with {count_of(self.mines, 'mine')}, {self.outcome.name.lower()} "
            f"after {self.milliseconds / 1000:.3f} s{ranked}>"
        )
