"""Summaries of games."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hypersweep.game import Outcome
    from hypersweep.grid import Grid
    from hypersweep.rules import Rules


@dataclass(frozen=True, slots=True)
class Result:
    """Result of one game of a player, without its moves.

    Attributes:
        name: the name of its record, for ``Store.load``.
        grid: the board.
        mines: the number of mines.
        rules: the rules.
        outcome: how it ended; ``Outcome.ONGOING`` if the player gave up.
        milliseconds: the clock at the end.
        is_ranked: whether it counts for best times: no undo, no hint, no board known before, no walkover.
        is_walkover: whether the first open alone won it.
        deaths: how often a mine went off, deaths that were undone included.
        hints: how many hints the player took.
        start: when it began, as ISO 8601 in UTC; "" if unknown.
        player: the name of the player; "" if unknown.
        three_bv: the 3BV of the board if the game was won and 3BV can be computed, else None.
        clicks: left clicks, right clicks and chords, those without effect and those undone included.

    >>> from hypersweep import CLASSIC, Grid, Outcome
    >>> won = Result("1", Grid("3x4"), 2, CLASSIC, Outcome.WON, 4000, is_ranked=True, three_bv=6, clicks=8)
    >>> won.three_bv_per_second, won.efficiency
    (1.5, 0.75)
    """

    name: str
    grid: Grid
    mines: int
    rules: Rules
    outcome: Outcome
    milliseconds: int
    _: KW_ONLY
    is_ranked: bool
    is_walkover: bool = False
    deaths: int = 0
    hints: int = 0
    start: str = ""
    player: str = ""
    three_bv: int | None = None
    clicks: int = 0

    @property
    def three_bv_per_second(self) -> float | None:
        """3BV/s of a game that was won, as ``PlayStats`` has it."""
        return None if self.three_bv is None or not self.milliseconds else self.three_bv * 1000 / self.milliseconds

    @property
    def efficiency(self) -> float | None:
        """3BV / clicks of a game that was won, as ``PlayStats`` has it."""
        return None if self.three_bv is None or not self.clicks else self.three_bv / self.clicks

    def __repr__(self) -> str:
        from hypersweep.text import pluralize

        ranked = "" if self.is_ranked else ", not ranked"
        return (
            f"<Result {self.name}: {self.grid} with {pluralize(self.mines, 'mine')}, {self.outcome.name.lower()} "
            f"after {self.milliseconds / 1000:.3f} s{ranked}>"
        )
