"""A player's statistics: sums and series over the results of games."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime
from statistics import median
from typing import TYPE_CHECKING

from hypersweep.boards import board_name, usual_first_open
from hypersweep.game import Outcome
from hypersweep.rules import CLASSIC
from hypersweep.text import percent_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hypersweep.grid import Grid
    from hypersweep.rules import Rules
    from hypersweep.session import Result

    Kind = tuple[Grid, int, Rules]


def kinds_of(results: Iterable[Result]) -> list[tuple[Kind, list[Result]]]:
    """Group results by kind of board, most played first, then earliest first."""
    kinds: dict[Kind, list[Result]] = {}
    for result in results:
        kinds.setdefault((result.grid, result.mines, result.rules), []).append(result)
    return sorted(kinds.items(), key=lambda item: -len(item[1]))


def rules_note(kind: Kind, *, is_one_of_several: bool = False) -> str:
    """Return a note about the rules of a kind of board; empty if they are the usual ones there.

    Args:
        kind: the kind of board.
        is_one_of_several: whether the same board also occurs with another first open, so that the usual one must be
            named.

    >>> from hypersweep import Grid
    >>> kind = Grid("9x9"), 10, CLASSIC.replace(first_open="opening")
    >>> rules_note(kind), rules_note(kind, is_one_of_several=True), rules_note((Grid("9x9"), 10, CLASSIC))
    ('', 'first open an opening', 'first open safe')
    >>> rules_note((Grid("9x9"), 10, CLASSIC.replace(first_open="opening", guess="never", grade="pair")))
    'no guess, at most pairs'
    """
    grid, mines, rules = kind
    plain = rules.by_chance()
    if plain.replace(first_open=CLASSIC.first_open) != CLASSIC:
        return rules.words
    is_usual = rules.first_open == usual_first_open(grid, mines, rules.guess)
    notes = ["" if is_usual and not is_one_of_several else rules.first_open_words, rules.guess_words]
    return ", ".join(filter(None, notes))


def kind_title(kind: Kind, *, is_one_of_several: bool = False) -> str:
    """Return the name of a kind of board, with a ``rules_note`` if there is one.

    >>> from hypersweep import Grid
    >>> from hypersweep.rules import ESP
    >>> kind_title((Grid("12x9"), 10, CLASSIC)), kind_title((Grid("9x9"), 10, ESP))
    ('12x9, 10 mines', 'beginner, esp')
    """
    note = rules_note(kind, is_one_of_several=is_one_of_several)
    return board_name(kind[0], kind[1]) + (f", {note}" if note else "")


def kind_names(kinds: Sequence[Kind]) -> list[tuple[str, str]]:
    """Return names and rule notes of kinds of board that are listed together.

    >>> from hypersweep import Grid
    >>> kind_names([(Grid("9x9"), 10, CLASSIC), (Grid("9x9"), 10, CLASSIC.replace(first_open="opening"))])
    [('beginner', 'first open safe'), ('beginner', 'first open an opening')]
    """
    # Other differences are in the note anyway.
    alike = Counter(map(_but_for_first_open, kinds))
    return [
        (board_name(kind[0], kind[1]), rules_note(kind, is_one_of_several=alike[_but_for_first_open(kind)] > 1))
        for kind in kinds
    ]


def _but_for_first_open(kind: Kind) -> Kind:
    grid, mines, rules = kind
    return grid, mines, rules.replace(first_open=CLASSIC.first_open)


def rate_texts(result: Result | None) -> tuple[str, str]:
    """Return 3BV/s and efficiency of a won game for tables; "" if unknown.

    >>> from hypersweep import Grid
    >>> from hypersweep.session import Result
    >>> board = Grid("9x9"), 10, CLASSIC, Outcome.WON
    >>> rate_texts(Result("one", *board, 12_340, is_ranked=True, three_bv=17, clicks=20)), rate_texts(None)
    (('1.38', '85 %'), ('', ''))
    """
    if result is None:
        return "", ""
    rate, efficiency = result.three_bv_per_second, result.efficiency
    return "" if rate is None else f"{rate:.2f}", "" if efficiency is None else percent_of(efficiency)


def day_of(result: Result) -> date | None:
    """Return the day on which a game began, by this machine's time zone; None if unknown.

    >>> from hypersweep import Grid
    >>> from hypersweep.session import Result
    >>> day_of(Result("one", Grid("9x9"), 10, CLASSIC, Outcome.WON, 12_340, is_ranked=True)) is None
    True
    """
    try:
        return datetime.fromisoformat(result.start).astimezone().date()
    except (ValueError, OverflowError):
        return None


def win_rates(is_won: Sequence[bool], window: int = 20) -> list[float]:
    """Return for each game the win rate in percent over the latest ``window`` games.

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
    """Statistics of finished games, in chronological order.

    Args:
        results: the results; unfinished games and walkovers (won by the first open alone) don't count.

    Attributes:
        games: number of games.
        won: number of games won.
        helped: number of wins with an undo or a hint, or on a known board. Such a win has no time, and neither ends nor
            extends a streak.
        is_won: whether each game was won.
        fastest: the fastest win, the earliest of equals; None without a win.
        times: time in ms of each win without help, in chronological order.
        numbers: number of each of these games; the first game is 1.
        longest_streak: longest win streak.
        streak: current win streak.
        walkovers: number of walkovers, which no other figure includes.
    """

    longest_streak: int
    streak: int

    def __init__(self, results: Iterable[Result]) -> None:
        finished = [result for result in results if result.outcome is not Outcome.ONGOING]
        played = sorted(
            (result for result in finished if not result.is_walkover), key=lambda result: (result.start, result.name)
        )
        self.walkovers: int = len(finished) - len(played)
        self.is_won: list[bool] = [result.outcome is Outcome.WON for result in played]
        self.games: int = len(played)
        self.won: int = sum(self.is_won)
        ranked = [
            (number, result)
            for number, result in enumerate(played, 1)
            if result.outcome is Outcome.WON and result.is_ranked
        ]
        self.helped: int = self.won - len(ranked)
        self.numbers: list[int] = [number for number, _ in ranked]
        self.times: list[int] = [result.milliseconds for _, result in ranked]
        self.fastest: Result | None = min(
            (result for _, result in ranked), key=lambda result: result.milliseconds, default=None
        )
        self.streak = self.longest_streak = 0
        for result in played:
            if result.outcome is Outcome.WON:
                self.streak += result.is_ranked
            else:
                self.streak = 0
            self.longest_streak = max(self.streak, self.longest_streak)

    @property
    def best(self) -> int | None:
        """Time of the fastest win in ms, or None."""
        return None if self.fastest is None else self.fastest.milliseconds

    @property
    def median(self) -> int | None:
        """Median time of the wins in ms, or None."""
        return int(median(self.times)) if self.times else None
