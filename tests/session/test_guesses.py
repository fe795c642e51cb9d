"""Sessions on boards without guesses: the first click, failed searches, hints, and separate best times."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hypersweep import Layout, Outcome, Rules, generate
from hypersweep.errors import GenerationError
from hypersweep.game import CancelToken
from hypersweep.session import Session, Store
from hypersweep.session.results import kinds_of
from hypersweep.view import COVERED
from sessions import FakeClock

NEVER = Rules(guess="never")
# A 1 in the middle of the long side leaves four cells to guess from, whatever the seed.
IMPOSSIBLE, POSSIBLE = (0, 1), (1, 2)


def win(session: Session, first: tuple[int, ...]) -> None:
    """Open a cell, and then all that is no mine."""
    session.open(first)
    layout = session.game.layout
    assert layout is not None
    for cell in session.grid:
        if session.outcome is Outcome.ONGOING and not layout.is_mine(cell):
            session.open(cell)
    assert session.outcome is Outcome.WON


@pytest.mark.parametrize("watched", [False, True])
def test_a_first_open_that_finds_no_board_leaves_the_session_as_it_was(
    watched: bool, store: Store, clock: FakeClock
) -> None:
    session = Session("2x3", 1, seed=7, rules=NEVER, is_known=False, store=store, clock=clock)
    session.flag((0, 0))
    before = session.record
    with pytest.raises(GenerationError, match="2x3 board with 1 mine that needs no guess when"):
        session.open(IMPOSSIBLE, watch=CancelToken() if watched else None)
    clock.forward(3)
    assert session.record == before
    assert (session.is_started, session.is_moving, session.milliseconds, session.name) == (False, False, 0, None)
    assert (session.game.layout, session.game.opened, session.game.flags) == (None, 0, 1)
    assert not store.directory.exists()
    assert not session.is_hint_counted
    hint = session.hint()
    assert hint is not None
    assert hint.kind == "start"
    # Another cell may do.
    session.flag((0, 0))
    win(session, POSSIBLE)
    assert session.is_ranked
    kinds = ["flag", "flag", "open"]
    assert [(event.kind, event.milliseconds) for event in session.record.events[:3]] == [(kind, 0) for kind in kinds]
    session.record.verify()
    assert len(store.results()) == 1
    session.close()


@pytest.mark.parametrize("watched", [False, True])
def test_ctrl_c_while_a_board_is_made_leaves_the_session_as_it_was(
    watched: bool, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A board that wasn't made before.
    session = Session("9x16", 20, seed=555 + watched, rules=NEVER, store=store)
    with monkeypatch.context() as patch:

        def interrupted(*arguments: Any, **named: Any) -> Layout:
            raise KeyboardInterrupt

        patch.setattr(generate, "no_guess", interrupted)
        with pytest.raises(KeyboardInterrupt):
            session.open((4, 8), watch=CancelToken() if watched else None)
    assert (session.is_started, session.is_moving, session.game.layout) == (False, False, None)
    assert session.record.events == ()
    win(session, (4, 8))
    session.close()


def test_before_the_first_open_a_hint_says_that_no_guess_is_needed() -> None:
    for first_open, never in (("safe", "a mine, and no guess"), ("opening", "next to one, and no guess")):
        hint = Session("9x16", 20, rules=f"classic,first={first_open},guess=never").hint()
        assert hint is not None
        assert (hint.kind, hint.is_last) == ("start", True)
        assert f"{never} is needed after it: open any cell." in hint.text
        assert [len(text) < len(hint.text) and "no guess" in text for text in hint.shorter] == [True]
    # On a given board it is unknown.
    given = Session(layout=Layout("3x4", [(0, 0)]), rules=NEVER)
    assert given.game.rules == Rules(first_open="any")


@pytest.mark.parametrize(
    ("board", "mines", "first", "grade"),
    [
        ("9x16", 25, (4, 8), None),
        ("16x30", 99, (8, 15), None),
        ("16x30", 99, (8, 15), "set"),
        ("4x5x6", 14, (1, 2, 3), None),
        ("3x4x3x4", 10, (1, 2, 1, 2), "pair"),
        ("7x8~orthogonal~wrap=1", 12, (3, 3), None),
    ],
)
def test_hints_never_guess_on_such_a_board(board: str, mines: int, first: tuple[int, ...], grade: Any) -> None:
    session = Session(board, mines, seed=11, rules=Rules(guess="never", grade=grade))
    session.open(first)
    while session.outcome is Outcome.ONGOING:
        for _ in range(2):
            hint = session.hint()
        assert hint is not None
        assert hint.kind == "safe"
        for cell in hint.cells:
            if session.game[cell] == COVERED:
                session.open(cell)
    assert (session.outcome, session.deaths) == (Outcome.WON, 0)


def test_times_are_ranked_apart_from_those_of_other_boards(store: Store) -> None:
    for text in ("classic", "classic,guess=never", "classic,guess=never,grade=pair", "classic,guess=never"):
        with Session("5x6", 4, seed=7, rules=text, is_known=False, store=store) as session:
            win(session, (0, 0))
    sizes = {str(rules): len(store.best_times("5x6", 4, rules)) for rules in ("classic", NEVER, NEVER.format())}
    assert sizes == {"classic": 1, "classic,guess=never": 2}
    assert len(store.best_times("5x6", 4, "classic,guess=never,grade=pair")) == 1
    assert len(store.best_times("5x6", 4, "classic,guess=never,grade=count")) == 2
    assert [len(found) for _, found in kinds_of(store.results())] == [2, 1, 1]


def test_a_saved_game_goes_on_by_its_rules(store: Store, clock: FakeClock) -> None:
    rules = Rules(first_open="opening", guess="never", grade="pair")
    session = Session("4x5x6", 10, rules=rules, store=store, clock=clock)
    session.open((1, 2, 3))
    layout = session.game.layout
    session.close()
    (saved,) = store.unfinished()
    assert saved.record.rules == rules
    again = Session.continue_from(saved, store=store, clock=clock)
    assert (again.game.rules, again.game.layout) == (rules, layout)
    again.resume()
    for _ in range(2):
        assert again.undo() or not again.can_undo
    assert again.game.layout == layout
    again.close()


def test_a_saved_game_whose_board_cannot_be_made_is_put_aside(tmp_path: Path, told: list[str]) -> None:
    text = "hypersweep-record: 1\nboard: 2x3\nmines: 1\nrules: classic,guess=never\nseed: 7\n\n0 open 0 1: 1\n"
    store = Store(tmp_path, warn=told.append)
    (tmp_path / "running").mkdir()
    (tmp_path / "running" / "odd.sweep").write_text(text)
    assert store.unfinished() == []
    assert "can't be continued: expected a seed and a first open that lead to a board" in told[0]
    assert "renamed to" in told[0]
