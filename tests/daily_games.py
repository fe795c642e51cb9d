"""Games on daily boards, for tests."""

from __future__ import annotations

from datetime import date

from hypersweep.daily import daily_board
from hypersweep.session import Session, Store
from hypersweep.ui_model.daily_boards import daily_choice
from sessions import SECOND

DAY = date(2026, 11, 29)


def play_daily(store: Store, day: date = DAY, name: str = "4d", *, start: str = "", is_won: bool = True) -> Session:
    """Play a whole game on a daily board, a second a click. `start` is when it begins; by default noon of its day."""
    clock = iter(range(0, 10**6 * SECOND, SECOND)).__next__
    choice = daily_choice(daily_board(day, name))
    tags = {"daily": choice.daily, "start": start or f"{day}T12:00:00Z"}
    session = Session(
        choice.grid, choice.mines, rules=choice.rules, seed=choice.seed, store=store, tags=tags, clock=clock
    )
    assert choice.first is not None
    session.open(choice.first)
    layout = session.game.layout
    assert layout is not None
    for cell in range(choice.grid.cells):
        if layout.is_mine(cell) != is_won and session.game.codes()[cell] < 0:
            session.open(cell)
    session.close()
    return session
