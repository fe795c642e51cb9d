"""A board for each day, the same for all players, without a server.

The seed of a day's boards is its date as a number, such as 20261129, and the middle cell is opened for the player. Any
program can compute every board, so games on them are never ranked. A server has sealed boards of its own.

Days begin and end in UTC, as on the server: all players get a new board at the same moment, and neither travel nor
daylight saving time repeats or skips a day. A game belongs to the day on which it began, even if it ends after
midnight. It counts for the streak if that is the board's own day. A tag in a game's record names its board; nothing
else is saved.

>>> from datetime import date
>>> board = daily_board(date(2026, 11, 29), "4d")
>>> board.tag, board.grid, board.mines, board.seed, board.first
('2026-11-29-4d', Grid('4x4x4x4'), 10, 20261129, (2, 2, 2, 2))
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from hypersweep.boards import PRESETS
from hypersweep.errors import ParameterError, ParameterTypeError, ParseError
from hypersweep.game import Outcome
from hypersweep.grid import Grid
from hypersweep.record.event import GameCounters
from hypersweep.record.text_form import DAILY
from hypersweep.rules import Rules
from hypersweep.text import time_text
from hypersweep.validation import place_among, truncate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hypersweep.record import Record
    from hypersweep.session import Result, SavedSummary, Store
    from hypersweep.typing import Cell

__all__ = [
    "DAILY_BOARDS",
    "DAILY_RULES",
    "DailyBoard",
    "daily_board",
    "daily_games",
    "daily_result",
    "daily_share_text",
    "daily_streak",
    "parse_daily",
    "saved_daily",
    "share_text",
    "today",
]

DAILY_BOARDS: dict[str, tuple[str, int]] = {
    "2d": PRESETS["intermediate"],
    "3d": PRESETS["3d-medium"],
    "4d": PRESETS["4d-easy"],
}
"""The boards of each day by name: the grid as text, and the number of mines."""

DAILY_RULES = Rules(first_open="opening", guess="never")
"""The rules of all daily boards."""

SHARE_PARTS: tuple[tuple[int, ...], ...] = ((8,), (8, 8), (3, 3, 4), (2, 2, 4, 4))
"""Maximum number of parts on each axis of a shared picture, for one to four dimensions; further axes aren't divided."""

SHARE_SIGNS: dict[str, str] = {
    "quarters": "🟨🟧🟥🟪",
    "rest": "⬜",
    "won": "✓",
    "lost": "✗",
    "helped": "💡",
    "streak": "🔥",
}
"""Characters of a shared text: the quarters of the game's time, parts without a click, and marks of the first line."""

_FIRST_YEAR = 1970


@dataclass(frozen=True, slots=True)
class DailyBoard:
    """A day's board.

    Attributes:
        day: the date, in UTC.
        name: its name in ``DAILY_BOARDS``.
        grid: the board.
        mines: number of mines.
        rules: the rules.
        seed: determines the mines, together with ``first``.
        first: the cell that is opened for the player.
    """

    day: date
    name: str
    grid: Grid
    mines: int
    rules: Rules
    seed: int
    first: Cell

    @property
    def tag(self) -> str:
        """Date and name, such as "2026-11-29-4d": the tag of its games, and its address in the page."""
        return f"{self.day}-{self.name}"


def today() -> date:
    """Return the current date in UTC."""
    return datetime.now(UTC).date()


def daily_board(day: date, name: str) -> DailyBoard:
    """Return a day's board.

    Args:
        day: the date, from 1970 on.
        name: one of ``DAILY_BOARDS``.

    Raises:
        ParameterError: there is no board with this name, or the date is before 1970.
        ParameterTypeError: ``day`` isn't a date, or ``name`` isn't text.

    >>> daily_board(date(1970, 1, 2), "3d").seed
    19700102
    """
    # Reject datetimes, which are dates too, because their date depends on the time zone.
    if not isinstance(day, date) or isinstance(day, datetime):
        raise ParameterTypeError(f"expected a date, got {truncate(day)} ({type(day).__name__})")
    if day.year < _FIRST_YEAR:
        raise ParameterError(f"expected a day from {_FIRST_YEAR}-01-01 on, got {day}")
    names = tuple(DAILY_BOARDS)
    own = names[place_among("a daily board", name, names)]
    text, mines = DAILY_BOARDS[own]
    grid = Grid.parse(text)
    seed = (day.year * 100 + day.month) * 100 + day.day
    return DailyBoard(day, own, grid, mines, DAILY_RULES, seed, tuple(side // 2 for side in grid.shape))


def parse_daily(text: str) -> DailyBoard:
    """Return the daily board that a tag names.

    Raises:
        ParseError: there is no such board.

    >>> parse_daily("2026-11-29-2d").grid
    Grid('16x16')
    """
    day, _, name = text.rpartition("-")
    try:
        board = daily_board(date.fromisoformat(day), name)
    except (ParameterError, ValueError):
        board = None
    # fromisoformat also reads "20261129".
    if board is None or board.tag != text:
        raise ParseError(f"expected a daily board such as 2026-11-29-4d, got {truncate(text)}", text=text, position=0)
    return board


# Saved games.


def daily_games(store: Store) -> dict[str, list[Result]]:
    """Return the won and lost games on daily boards: for each board's tag a list, earliest game first.

    >>> import tempfile
    >>> from hypersweep.session import Store
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     daily_games(Store(folder))
    {}
    """
    found: dict[str, list[Result]] = {}
    for text, mines in DAILY_BOARDS.values():
        for result in reversed(store.results(text, mines, DAILY_RULES)):
            # Games on daily boards are never ranked, so don't read the records of ranked games.
            if result.outcome is not Outcome.ONGOING and not result.is_ranked:
                tag = store.tags(result.name).get(DAILY)
                if tag is not None:
                    found.setdefault(tag, []).append(result)
    return found


def daily_result(games: Sequence[Result]) -> Result | None:
    """Return the game that counts for a board: its first win or, if it wasn't won, its first loss; None without games.

    Args:
        games: the games on the board, from ``daily_games``.

    >>> daily_result([]) is None
    True
    """
    won = (game for game in games if game.outcome is Outcome.WON)
    return next(won, games[0] if games else None)


def daily_streak(games: Mapping[str, Sequence[Result]], day: date, name: str = "") -> int:
    """Return the length of the streak: the number of consecutive days on which a daily board was won on its own day.

    Args:
        games: all games, from ``daily_games``.
        day: the last day; if its board isn't won yet, the streak up to the day before counts.
        name: the board; "" for any of them.

    >>> daily_streak({}, date(2026, 11, 29))
    0
    """
    won = {
        tag[:10]
        for tag, own in games.items()
        if name in ("", tag[11:]) and any(each.outcome is Outcome.WON and each.start[:10] == tag[:10] for each in own)
    }
    last = day.toordinal() - (day.isoformat() not in won)
    length = 0
    while last - length > 0 and date.fromordinal(last - length).isoformat() in won:
        length += 1
    return length


def saved_daily(store: Store, board: DailyBoard) -> SavedSummary | None:
    """Return the most recently played unfinished game on a board; None if there is none.

    >>> import tempfile
    >>> from hypersweep.session import Store
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     saved_daily(Store(folder), daily_board(date(2026, 11, 29), "2d")) is None
    True
    """
    kind = (board.grid, board.mines, board.rules, board.tag)
    for saved in store.saved():
        if (saved.grid, saved.mines, saved.rules, saved.daily) == kind:
            return saved
    return None


# Shared texts.


def share_text(record: Record, streak: int = 0) -> str:
    r"""Return a text for sharing a finished game, without revealing a mine.

    Its first line has the board, the date of a daily board, the outcome and the time. A lamp follows if the player used
    a hint or an undo, then a flame with the streak. Below is a coarse picture of the board: the colour of each part
    shows in which quarter of the game's time the player first clicked there. In three dimensions, layers are side by
    side; in four, they form a table.

    Args:
        record: the game.
        streak: days in a row, from ``daily_streak``; 0 shows none.

    >>> from hypersweep.record import Event, Record
    >>> events = [Event.parse(line) for line in ("0 open 0 0 0: 1", "90 open 1 1 2: 1", "99 open 2 3 4: 1")]
    >>> print(share_text(Record("3x4x5", 7, seed=7, events=events)))
    hypersweep 3x4x5/7 ✗ 0.09
    🟨⬜⬜ ⬜⬜⬜ ⬜⬜⬜ ⬜⬜⬜
    ⬜⬜⬜ 🟪⬜⬜ ⬜⬜⬜ ⬜⬜⬜
    ⬜⬜⬜ ⬜⬜⬜ ⬜⬜⬜ ⬜⬜🟪
    """
    grid, signs = record.grid, SHARE_SIGNS
    tag = record.tags.get(DAILY)
    name = f"{grid}/{record.mines}" if tag is None else f"{grid.dimensions}-D {tag[:10]}"
    counters = GameCounters()
    for event in record.events:
        counters.add(event)
    words = [
        "hypersweep",
        name,
        signs["won" if record.outcome is Outcome.WON else "lost"],
        time_text(record.milliseconds),
    ]
    if counters.unranked_by & {"hint", "undo"}:
        words.append(signs["helped"])
    if streak:
        words.append(f"{signs['streak']} {streak}")
    return " ".join(words) + "\n" + _picture(record)


def daily_share_text(record: Record, store: Store) -> str:
    """Return ``share_text`` for a game on a daily board, with the streak on that board up to its day.

    Args:
        record: the game, whose tag names the board.
        store: the player's games.
    """
    try:
        board = parse_daily(record.tags.get(DAILY, ""))
    except ParseError:
        return share_text(record)
    return share_text(record, daily_streak(daily_games(store), board.day, board.name))


def _picture(record: Record) -> str:
    """Return the picture of a shared text: rows, with spaces between tiles and empty lines between rows of tiles."""
    sides = record.grid.shape
    parts = [min(most, side) for most, side in zip(SHARE_PARTS[min(len(sides), 4) - 1], sides, strict=False)]
    found: dict[tuple[int, ...], str] = {}
    for event in record.events:
        # A click on a mine isn't shown: in a short game it would give away where the mine is.
        if event.kind in ("open", "chord") and event.changed and event.cell is not None and not event.is_death:
            place = tuple(at * most // side for at, most, side in zip(event.cell, parts, sides, strict=False))
            quarter = min(3, 4 * event.milliseconds // max(1, record.milliseconds))
            found.setdefault(place, SHARE_SIGNS["quarters"][quarter])
    if len(parts) == 1:
        # A line of cells is drawn as a row.
        found = {(0, *place): sign for place, sign in found.items()}
        parts = [1, *parts]
    rows, columns, layers, tables = (*parts, 1, 1)[:4]
    lines = [
        [
            "".join(
                found.get((row, column, layer, table)[: len(parts)], SHARE_SIGNS["rest"]) for column in range(columns)
            )
            for layer in range(layers)
        ]
        for table in range(tables)
        for row in range(rows)
    ]
    groups = [lines[begin : begin + rows] for begin in range(0, len(lines), rows)]
    return "\n\n".join("\n".join(map(" ".join, group)) for group in groups)
