"""Sessions with punished guesses are saved, continued, hinted at and paused like others."""

from __future__ import annotations

import random

import pytest

from hypersweep import Outcome, Rules
from hypersweep.game import CancelToken, Game
from hypersweep.record import Record
from hypersweep.session import Session, Store
from hypersweep.solve import analyse
from seeds import seeds
from sessions import FakeClock

PUNISHED = Rules(guess="punished")


def click_about(chance: random.Random, session: Session, clicks: int) -> None:
    """Click anywhere, and goes back and forth."""
    for _ in range(clicks):
        kind = chance.choice(("open", "open", "open", "flag", "chord", "undo", "redo"))
        if kind in ("undo", "redo"):
            getattr(session, kind)()
        else:
            getattr(session, kind)(session.grid.cell(chance.randrange(session.grid.cells)))


@pytest.mark.parametrize("seed", seeds(80))
def test_a_saved_game_goes_on_where_it_was(seed: int, store: Store, clock: FakeClock) -> None:
    """The layout follows from the moves, and all can be undone as before."""
    chance = random.Random(seed)
    session = Session("4x6", 6, seed=seed, rules=PUNISHED, clock=clock, store=store)
    session.open((1, 2))
    click_about(chance, session, 12)
    if session.outcome is not Outcome.ONGOING:
        session.undo()
    expected = session.game.copy()
    session.close()
    (saved,) = store.saved()
    again = Session.continue_from(saved, clock=clock, store=store)
    assert again.game.rules == PUNISHED
    assert again.game.layout == expected.layout
    assert again.game.view == expected.view
    again.resume()
    click_about(chance, again, 6)
    record = again.record
    record.verify()
    assert Record.parse(record.format()).layout == again.game.layout
    while again.can_undo:
        again.undo()
    assert again.game.layout is None
    again.close()


@pytest.mark.slow
def test_hints_lead_to_the_end(clock: FakeClock) -> None:
    """A player who opens certain cells, and guesses only if there are none, wins."""
    for seed in range(5):
        session = Session("5x6", 8, seed=seed, rules=PUNISHED.replace(first_open="any"), clock=clock)
        assert session.hint() is not None
        session.open((2, 3))
        while session.outcome is Outcome.ONGOING:
            for _ in range(3):
                hint = session.hint()
            assert hint is not None
            safe = [cell for cell in session.grid if session.game[cell] < 0]
            session.open(min(safe, key=analyse(session.game.view).probability), watch=CancelToken())
        assert session.outcome is Outcome.WON
        session.record.verify()


def test_a_paused_game_decides_nothing(clock: FakeClock) -> None:
    """Nor does one that is closed."""
    session = Session("4x6", 6, seed=1, rules=PUNISHED, clock=clock)
    session.open((1, 2))
    before = session.game.layout
    session.pause()
    for cell in session.grid:
        assert not session.open(cell)
    assert session.game.layout == before
    session.close()
    assert isinstance(session.game, Game)
    assert not session.open((0, 0))
    assert session.game.layout == before
