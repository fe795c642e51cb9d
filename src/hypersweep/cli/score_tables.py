"""Summaries of a player's saved games, by board type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.game import Outcome
from hypersweep.session.results import PlayFigures, kind_names, kinds_of, rate_texts
from hypersweep.text import length_text, pluralize

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hypersweep.grid import Grid
    from hypersweep.rules import Rules
    from hypersweep.session import Result


class BoardScores:
    """Statistics on saved games on one board type.

    A win with an undo, a hint or a known board counts as a win without a time. Games given up, and games won by the
    first click, count as neither won nor lost.

    Attributes:
        name: the board's name, and the rules unless they are the default.
        grid: the board's grid.
        mines: number of mines.
        rules: the rules.
        figures: statistics on the finished games.
        given_up: number of games given up.
    """

    __slots__ = ("figures", "given_up", "grid", "mines", "name", "rules")

    name: str
    grid: Grid
    mines: int
    rules: Rules

    def __init__(self, name: str, grid: Grid, mines: int, rules: Rules, results: list[Result]) -> None:
        self.name, self.grid, self.mines, self.rules = name, grid, mines, rules
        self.figures: PlayFigures = PlayFigures(results)
        self.given_up: int = sum(result.outcome is Outcome.ONGOING for result in results)

    def as_dict(self) -> dict[str, object]:
        """Return the statistics as a dictionary for JSON."""
        figures, fastest = self.figures, self.figures.fastest
        return {
            "grid": self.grid.format(),
            "mines": self.mines,
            "rules": str(self.rules),
            "games": figures.games,
            "won": figures.won,
            "helped": figures.helped,
            "given_up": self.given_up,
            "walkovers": figures.walkovers,
            "win_rate": figures.won / figures.games if figures.games else None,
            "best_seconds": None if figures.best is None else figures.best / 1000,
            "best_three_bv": None if fastest is None else fastest.three_bv,
            "best_three_bv_per_second": None if fastest is None else fastest.three_bv_per_second,
            "best_efficiency": None if fastest is None else fastest.efficiency,
            "median_seconds": None if figures.median is None else figures.median / 1000,
            "streak": figures.streak,
            "longest_streak": figures.longest_streak,
        }


def board_scores(results: Iterable[Result]) -> list[BoardScores]:
    """Group results by board type, most played first."""
    kinds = kinds_of(results)
    boards = []
    for (kind, own), (name, note) in zip(kinds, kind_names([kind for kind, _ in kinds]), strict=True):
        size = "" if name.startswith(str(kind[0])) else f" ({kind[0]})"
        boards.append(BoardScores(f"{name}{size}{', ' if note else ''}{note}", *kind, own))
    return boards


def score_lines(boards: list[BoardScores]) -> list[str]:
    """Format the statistics as a table, one line per board type, with notes below.

    >>> score_lines([])
    ['No games are saved yet: play one with hypersweep.']
    """
    if not boards:
        return ["No games are saved yet: play one with hypersweep."]
    rows = [("board", "games", "won", "rate", "best", "3BV/s", "eff.", "median", "streak")]
    for board in boards:
        figures = board.figures
        rows.append(
            (
                board.name,
                str(figures.games),
                str(figures.won),
                f"{100 * figures.won / figures.games:.0f} %" if figures.games else "",
                "" if figures.best is None else length_text(figures.best),
                *rate_texts(figures.fastest),
                "" if figures.median is None else length_text(figures.median),
                str(figures.longest_streak),
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        numbers = [text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join([row[0].ljust(widths[0]), *numbers]))
    helped = sum(board.figures.helped for board in boards)
    if helped:
        lines.append(f"{pluralize(helped, 'win')} with help (an undo, a hint or a known board), without a time")
    walkovers = sum(board.figures.walkovers for board in boards)
    if walkovers:
        lines.append(f"not counting {pluralize(walkovers, 'win')} by the first click")
    given_up = sum(board.given_up for board in boards)
    if given_up:
        lines.append(f"not counting {pluralize(given_up, 'game')} given up")
    return lines
