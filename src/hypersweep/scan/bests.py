"""Personal bests: the best won game on each board, by time, speed, efficiency and other figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypersweep.boards import board_name, board_title
from hypersweep.grid import Grid
from hypersweep.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hypersweep.scan.game_rows import Row, Value

# For each figure: its name, the column, and whether a lower value is better.
_FIGURES = (
    ("time", "seconds", True),
    ("time without flags", "seconds", True),
    ("3BV/s", "three_bv_per_second", False),
    ("IOE", "efficiency", False),
    ("RQP", "rqp", True),
    ("STNB", "stnb", False),
)
_WITHOUT_FLAGS = "time without flags"


class Best(NamedTuple):
    """A personal best.

    Attributes:
        figure: its name: "time" (in seconds), "time without flags" (no right click), "3BV/s", "IOE", "RQP" or
            "STNB".
        value: its value.
        row: the game's row in the table.
    """

    figure: str
    value: float
    row: Row


class BoardBests(NamedTuple):
    """The personal bests on a board.

    Attributes:
        board: its name, such as "expert", or its shape and mines; and the rule for guesses, unless they are allowed.
        title: its name for display, such as "Expert".
        grid: the grid as text.
        mines: number of mines.
        games: number of finished games that count.
        won: number of these that were won.
        bests: the bests, each by its own game; empty if no game was won.
    """

    board: str
    title: str
    grid: str
    mines: int
    games: int
    won: int
    bests: tuple[Best, ...]

    def as_dict(self) -> dict[str, object]:
        """Return the bests as a dictionary for JSON."""
        columns = ("file", "game", "player", "start", "played")
        return {
            "board": self.board,
            "grid": self.grid,
            "mines": self.mines,
            "games": self.games,
            "won": self.won,
            "bests": [
                {"figure": best.figure, "value": best.value, **{name: best.row.get(name) for name in columns}}
                for best in self.bests
            ],
        }


def personal_bests(rows: Iterable[Row], *, player: str | None = None) -> list[BoardBests]:
    """Return the personal bests on each board, the board with the most games first.

    Only finished, ranked games count: those without undo, hints, a board known beforehand, or a win by the first open
    alone. A game counts once, even if several files have it: rows with the same layout, player and time to the
    millisecond are taken for copies of one game. Of copies, and of equal games, the first one counts.

    Args:
        rows: a table of games, from ``scan_folder`` or ``read_table``.
        player: count only this player's games, ignoring case and repeated spaces in the name; None for everyone's.

    >>> from hypersweep.record import Event, Record
    >>> from hypersweep.scan import game_row
    >>> events = [Event.parse(line) for line in ("0 open 0 0: 6", "900 open 1 2: 1", "2000 open 1 3: 1 won")]
    >>> rows = [game_row(Record("3x4", 2, seed=7, events=events[:2]))]
    >>> personal_bests(rows)
    []
    """
    wanted = None if player is None else _plain(player)
    groups: dict[tuple[str, int, str], list[Row]] = {}
    copies: set[tuple[Value, ...]] = set()
    for row in rows:
        name = _plain(str(row["player"] or ""))
        if row["is_ranked"] and row["outcome"] in ("won", "lost") and wanted in (None, name):
            guesses = Rules.parse(str(row["rules"])).guess_words
            board = (str(row["grid"]), int(row["mines"] or 0), guesses)
            if row["layout"] is not None and row["seconds"] is not None:
                copy = (*board, row["layout"], name, round(1000 * float(row["seconds"])))
                if copy in copies:
                    continue
                copies.add(copy)
            groups.setdefault(board, []).append(row)
    found = [_board(*key, games) for key, games in groups.items()]
    return sorted(found, key=lambda board: (-board.games, board.board))


def _plain(player: str) -> str:
    # In a row, a space at the beginning or end of a name is escaped.
    return " ".join(player.replace("\\u0020", " ").split()).casefold()


def _board(grid: str, mines: int, guesses: str, games: list[Row]) -> BoardBests:
    won = [row for row in games if row["outcome"] == "won"]
    name, title = (call(Grid(grid), mines) + (f", {guesses}" if guesses else "") for call in (board_name, board_title))
    bests = tuple(best for figure in _FIGURES if (best := _best(*figure, won)) is not None)
    return BoardBests(name, title, grid, mines, len(games), len(won), bests)


def _best(figure: str, column: str, is_lower_better: bool, won: list[Row]) -> Best | None:
    games = [row for row in won if figure != _WITHOUT_FLAGS or not row["right"]]
    known = [(float(row[column] or 0), row) for row in games if row[column] is not None]
    if not known:
        return None
    choose = min if is_lower_better else max
    value, row = choose(known, key=lambda pair: pair[0])
    return Best(figure, value, row)
