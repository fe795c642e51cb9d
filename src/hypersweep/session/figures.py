"""How a player's games went: sums and series, from the results of their games."""

from __future__ import annotations

from statistics import median

from hypersweep.boards import board_name
from hypersweep.game import Outcome
from hypersweep.lazy import defer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hypersweep.grid import Grid
    from hypersweep.rules import Rules
    from hypersweep.session import Result

    Kind = tuple[Grid, int, Rules]
else:
    defer(
        globals(),
        "from collections.abc import Iterable, Sequence",
        "from hypersweep.grid import Grid",
        "from hypersweep.rules import Rules",
        "from hypersweep.session import Result",
        "Kind = tuple[Grid, int, Rules]",
    )

__all__ = ["PlayFigures", "kind_title", "kinds_of", "win_rates"]


def kinds_of(results: Iterable[Result]) -> list[tuple[Kind, list[Result]]]:
    """Results by the kind of board, the most played first, and of those the earliest."""
    kinds: dict[Kind, list[Result]] = {}
    for result in results:
        kinds.setdefault((result.grid, result.mines, result.rules), []).append(result)
    return sorted(kinds.items(), key=lambda item: -len(item[1]))


def kind_title(kind: Kind) -> str:
    """What a kind of board is called, with its rules where they aren't the usual ones.

    >>> from hypersweep import CLASSIC, Grid
    >>> from hypersweep.rules import ESP
    >>> kind_title((Grid("9x9"), 10, CLASSIC)), kind_title((Grid("9x9"), 10, ESP))
    ('beginner', 'beginner, esp')
    """
    grid, mines, rules = kind
    name = rules.name
    return board_name(grid, mines) + ("" if name == "classic" else f", {name}")


def win_rates(is_won: Sequence[bool], window: int = 20) -> list[float]:
    """The share of games won, in percent, among the latest ``window`` up to each game.

    >>> win_rates([True, False, True, True], 2)
    [100.0, 50.0, 50.0, 100.0]
    """
    rates = []
    won = 0
    for place, is_one in enumerate(is_won):
        won += is_one
        if place >= window:
            won -= is_won[place - window]
        rates.append(100 * won / min(place + 1, window))
    return rates


class PlayFigures:
    """Figures of games that were finished, the earliest first.

    Args:
        results: how the games went; those that weren't finished don't count.

    Attributes:
        games: how many.
        won: how many were won.
        helped: how many of those with an undo or a hint, or on a board that was known; such a win has no time, and
            neither ends a streak nor makes it longer.
        is_won: for each game.
        times: milliseconds of each game won without help, the earliest first.
        numbers: the number of each of them, the first game is 1.
        longest_streak: the most games won in a row.
        streak: the games won in a row at the end.
    """

    longest_streak: int
    streak: int

    def __init__(self, results: Iterable[Result]) -> None:
        played = sorted(
            (result for result in results if result.outcome is not Outcome.ONGOING),
            key=lambda result: (result.start, result.name),
        )
        self.is_won: list[bool] = [result.outcome is Outcome.WON for result in played]
        self.games: int = len(played)
        self.won: int = sum(self.is_won)
        pairs = [
            (number, result.milliseconds)
            for number, result in enumerate(played, 1)
            if result.outcome is Outcome.WON and result.is_ranked
        ]
        self.helped: int = self.won - len(pairs)
        self.numbers: list[int] = [number for number, _ in pairs]
        self.times: list[int] = [milliseconds for _, milliseconds in pairs]
        self.streak = self.longest_streak = 0
        for result in played:
            if result.outcome is Outcome.WON:
                self.streak += result.is_ranked
            else:
                self.streak = 0
            self.longest_streak = max(self.streak, self.longest_streak)

    @property
    def best(self) -> int | None:
        """Milliseconds of the fastest game won, or None."""
        return min(self.times, default=None)

    @property
    def median(self) -> int | None:
        """Milliseconds that half of the games won took at most, or None."""
        return int(median(self.times)) if self.times else None
