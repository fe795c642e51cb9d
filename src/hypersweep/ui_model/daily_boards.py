"""Daily boards as front ends show and start them: today's list with the player's results, and the choice to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.daily import (
    DAILY_BOARDS,
    daily_board,
    daily_games,
    daily_result,
    daily_streak,
    saved_daily,
)
from hypersweep.game import Outcome
from hypersweep.text import length_text, pluralize
from hypersweep.ui_model.choices import BoardChoice
from hypersweep.ui_model.game_texts import progress_text

if TYPE_CHECKING:
    from datetime import date

    from hypersweep.daily import DailyBoard
    from hypersweep.session import Store


def daily_choice(board: DailyBoard) -> BoardChoice:
    """Return the choice that plays a daily board.

    >>> from datetime import date
    >>> daily_choice(daily_board(date(2026, 11, 29), "3d")).first
    (3, 3, 3)
    """
    return BoardChoice(board.grid, board.mines, board.rules, seed=board.seed, first=board.first, daily=board.tag)


def daily_lines(store: Store, day: date) -> list[tuple[str, str]]:
    """Return the name of each of a day's boards, and a line with the board, the player's result and their streak.

    >>> import tempfile
    >>> from datetime import date
    >>> from hypersweep.session import Store
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     daily_lines(Store(folder), date(2026, 11, 29))[2]
    ('4d', '4-D  4x4x4x4, 10 mines  not played yet')
    """
    games = daily_games(store)
    boards = [daily_board(day, name) for name in DAILY_BOARDS]
    kinds = [f"{board.grid}, {pluralize(board.mines, 'mine')}" for board in boards]
    lines = []
    for board, kind in zip(boards, kinds, strict=True):
        result = daily_result(games.get(board.tag, ()))
        state = "not played yet"
        if result is not None:
            is_won = result.outcome is Outcome.WON
            state = f"{'won in' if is_won else 'lost after'} {length_text(result.milliseconds)}"
        elif (saved := saved_daily(store, board)) is not None:
            state = f"begun, {progress_text(saved.progress)} open"
        streak = daily_streak(games, day, board.name)
        row = f", {pluralize(streak, 'day')} in a row" if streak else ""
        lines.append((board.name, f"{board.grid.dimensions}-D  {kind:{max(map(len, kinds))}}  {state}{row}"))
    return lines
