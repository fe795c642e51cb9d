"""Game results: a game's summary, and a player's statistics over many games."""

from __future__ import annotations

from collections import Counter
from dataclasses import KW_ONLY, dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from hypersweep.boards import board_title, usual_first_open
from hypersweep.errors import HypersweepError
from hypersweep.game import Outcome
from hypersweep.moves import KINDS as MOVES
from hypersweep.record.event import GameCounters
from hypersweep.rules import CLASSIC
from hypersweep.text import percent_of, pluralize

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hypersweep.grid import Grid
    from hypersweep.record import Record
    from hypersweep.rules import Rules

    Kind = tuple[Grid, int, Rules]


@dataclass(frozen=True, slots=True)
class Result:
    """A player's result in one game, without the moves.

    Attributes:
        name: the record's name, for ``Store.load``.
        grid: the board.
        mines: the number of mines.
        rules: the rules.
        outcome: how the game ended; ``Outcome.ONGOING`` if the player gave up.
        milliseconds: time on the clock at the end.
        is_ranked: whether it counts for best times, i.e. without undo, hint, board known beforehand, or walkover.
        is_walkover: whether the first click alone won the game.
        deaths: number of losses, including those undone.
        hints: number of hints the player used.
        start: start time as ISO 8601 in UTC; "" if unknown.
        player: the player's name; "" if unknown.
        three_bv: the board's 3BV if the game was won and 3BV can be computed, else None.
        clicks: number of left clicks, right clicks and chords, including those without effect and those undone.

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
        """The 3BV/s for a won game, as in ``PlayStats``; None if unknown."""
        return None if self.three_bv is None or not self.milliseconds else self.three_bv * 1000 / self.milliseconds

    @property
    def efficiency(self) -> float | None:
        """The 3BV divided by the clicks for a won game, as in ``PlayStats``; None if unknown."""
        return None if self.three_bv is None or not self.clicks else self.three_bv / self.clicks

    def __repr__(self) -> str:
        ranked = "" if self.is_ranked else ", not ranked"
        return (
            f"<Result {self.name}: {self.grid} with {pluralize(self.mines, 'mine')}, {self.outcome.name.lower()} "
            f"after {self.milliseconds / 1000:.3f} s{ranked}>"
        )


def record_result(name: str, record: Record) -> Result:
    """Return a record's summary as a ``Result``.

    >>> from hypersweep.record import Event, Record
    >>> record_result("today", Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)]))
    <Result today: 3x4 with 2 mines, ongoing after 0.000 s>
    """
    counters = GameCounters.of(record)
    return Result(
        name,
        record.grid,
        record.mines,
        record.rules,
        record.outcome,
        record.milliseconds,
        is_ranked=counters.is_ranked,
        is_walkover=counters.is_walkover,
        deaths=counters.deaths,
        hints=counters.hints,
        start=record.tags.get("start", ""),
        player=record.tags.get("player", ""),
        three_bv=_three_bv(record) if record.outcome is Outcome.WON else None,
        clicks=sum(event.kind in MOVES for event in record.events),
    )


def _three_bv(record: Record) -> int | None:
    from hypersweep.stats import three_bv

    try:
        layout = record.layout
        return None if layout is None else three_bv(layout)
    except HypersweepError:
        # A record may be saved although its board is impossible or too large to analyse; then the 3BV is unknown.
        return None


# Statistics over the results of many games.


def kinds_of(results: Iterable[Result]) -> list[tuple[Kind, list[Result]]]:
    """Group results by board, mines and rules; groups with more games come first, ties in order of appearance."""
    kinds: dict[Kind, list[Result]] = {}
    for result in results:
        kinds.setdefault((result.grid, result.mines, result.rules), []).append(result)
    return sorted(kinds.items(), key=lambda item: -len(item[1]))


def rules_note(kind: Kind, *, is_one_of_several: bool = False) -> str:
    """Return a note on the rules; empty if they are the usual ones for this board.

    Args:
        kind: board, mines and rules.
        is_one_of_several: whether the same board also occurs with a different first click, so that even the usual one
            must be named.

    >>> from hypersweep import Grid
    >>> kind = Grid("9x9"), 10, CLASSIC.replace(first_open="opening")
    >>> rules_note(kind), rules_note(kind, is_one_of_several=True), rules_note((Grid("9x9"), 10, CLASSIC))
    ('', 'first click an opening', 'first click safe')
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
    """Return a board's title, followed by its ``rules_note`` if there is one.

    The title states the number of mines only if the board has no name of its own.

    >>> from hypersweep import Grid
    >>> from hypersweep.rules import ESP
    >>> kind_title((Grid("12x9"), 10, CLASSIC)), kind_title((Grid("9x9"), 10, ESP))
    ('12x9, 10 mines', 'Beginner, esp')
    """
    note = rules_note(kind, is_one_of_several=is_one_of_several)
    return board_title(kind[0], kind[1]) + (f", {note}" if note else "")


def kind_names(kinds: Sequence[Kind]) -> list[tuple[str, str]]:
    """Return names and rule notes for a list of boards; boards that differ only in the first click name it.

    >>> from hypersweep import Grid
    >>> kind_names([(Grid("9x9"), 10, CLASSIC), (Grid("9x9"), 10, CLASSIC.replace(first_open="opening"))])
    [('Beginner', 'first click safe'), ('Beginner', 'first click an opening')]
    """
    # ``rules_note`` names all other differences from the usual rules, so only the first click can be ambiguous.
    alike = Counter(map(_but_for_first_open, kinds))
    return [
        (board_title(kind[0], kind[1]), rules_note(kind, is_one_of_several=alike[_but_for_first_open(kind)] > 1))
        for kind in kinds
    ]


def _but_for_first_open(kind: Kind) -> Kind:
    grid, mines, rules = kind
    return grid, mines, rules.replace(first_open=CLASSIC.first_open)


def rate_texts(result: Result | None) -> tuple[str, str]:
    """Return a won game's 3BV/s and efficiency as texts for tables; "" if unknown.

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
    """Return the date a game began, in this machine's time zone; None if unknown.

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
    """Return, for each game, the win rate in percent over the last ``window`` games up to and including it.

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
    """Statistics on finished games; all lists are in chronological order.

    Args:
        results: the results; unfinished games and walkovers (won by the first click alone) don't count.

    Attributes:
        games: number of games.
        won: number of games won.
        helped: number of wins with an undo or a hint, or on a known board. These wins aren't in ``times``, and neither
            end nor extend a streak.
        is_won: for each game, whether it was won.
        fastest: the fastest win without help, the earliest of several equally fast ones; None if there is none.
        times: time in ms of each win without help, in chronological order.
        numbers: for each win in ``times``, its position among all games, counting from 1.
        longest_streak: longest win streak.
        streak: current win streak.
        walkovers: number of walkovers, not included in any other field.
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
        """Time in ms of the fastest win without help; None if there is none."""
        return None if self.fastest is None else self.fastest.milliseconds

    @property
    def median(self) -> int | None:
        """Median time in ms of the wins without help; None if there are none."""
        # Imported late: loading ``statistics`` takes longer than starting a game.
        from statistics import median

        return int(median(self.times)) if self.times else None
