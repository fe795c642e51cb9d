"""The message at the end of a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game, Layout, Outcome, analyse
from hypersweep.session import Session, Store
from hypersweep.typing import Cell
from hypersweep.ui_model.game_over import (
    ending_text,
    figures_text,
    missed_move,
    missed_texts,
    parting_text,
    standing_texts,
)
from pilot_play import ticking

LAYOUT = Layout("3x4", [(0, 3), (2, 1)])


def play(store: Store, seconds: int, *, is_won: bool = True, has_hint: bool = False) -> Session:
    """Return a game of a given length."""
    now = [0]
    with Session(layout=LAYOUT, store=store, clock=lambda: now[0], is_known=False) as session:
        safe = [cell for cell in LAYOUT.grid if not LAYOUT.is_mine(cell)]
        session.open(safe[0])
        if has_hint:
            session.hint()
        now[0] = seconds * 10**9
        for cell in safe[1:] if is_won else [(0, 3)]:
            session.open(cell)
    return session


def test_a_lost_game_says_how_much_was_open(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = play(store, 3, is_won=False)
    assert ending_text(session) == "You lost after 3.00 s"
    share = session.game.opened / 10
    assert standing_texts(session, store)[0] == f"{100 * share:.0f} % of the safe cells open"
    assert "death" not in figures_text(session.record)


def test_leaving_leaves_the_result_in_the_shell(tmp_path: Path) -> None:
    store = Store(tmp_path)
    title = "3x4, 2 mines, first open unprotected"
    assert parting_text(play(store, 7), store) == f"{title}: won in 7.00 s, your best time"
    assert parting_text(play(store, 9), store) == f"{title}: won in 9.00 s, number 2 of your 2 times"
    lost = play(store, 3, is_won=False)
    assert parting_text(lost, store) == f"{title}: lost after 3.00 s, 60 % open"
    with Session(layout=LAYOUT, store=store, clock=ticking(), is_known=False) as session:
        assert parting_text(session, store) == ""
        session.open((0, 2))
    assert parting_text(session, store) == f"saved: {title}, 10 % open, 0:00; 'hypersweep resume' continues"


def test_games_won_are_ranked_by_their_time(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = play(store, 7)
    assert ending_text(first) == "You won in 7.00 s"
    assert standing_texts(first, store)[0] == "your best time on 3x4, 2 mines, first open unprotected"
    better = play(store, 5)
    assert (
        standing_texts(better, store)[0]
        == "your best time on 3x4, 2 mines, first open unprotected; before that, 7.00 s"
    )
    slower = play(store, 6)
    assert (
        standing_texts(slower, store)[0]
        == "number 2 of your 3 times on 3x4, 2 mines, first open unprotected, the best is 5.00 s"
    )


def test_a_game_with_a_hint_is_not_ranked(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = play(store, 4, has_hint=True)
    assert standing_texts(session, store)[0] == "not ranked because of an undo, a hint or a known board"
    assert figures_text(session.record).endswith("1 hint")
    assert "3BV" in figures_text(session.record)


def test_times_by_other_rules_are_kept_apart_and_named(tmp_path: Path) -> None:
    store = Store(tmp_path)

    def win(first_open: str, milliseconds: int, more: str = "") -> str:
        rules, clock = f"classic,first={first_open}{more}", ticking(milliseconds)
        with Session("3x4x5", 5, rules=rules, store=store, seed=7, is_known=False, clock=clock) as session:
            session.open((0, 0, 0))
            assert session.game.layout is not None
            for cell in session.grid:
                if session.outcome is Outcome.ONGOING and not session.game.layout.is_mine(cell):
                    session.open(cell)
        return standing_texts(session, store)[0]

    assert win("opening", 100) == "your best time on 3x4x5, 5 mines"
    assert win("safe", 100) == "your best time on 3x4x5, 5 mines, first open safe"
    assert win("opening", 200).startswith("number 2 of your 2 times on 3x4x5, 5 mines, first open an opening, ")
    never = ",guess=never"
    assert win("opening", 300, never) == "your best time on 3x4x5, 5 mines, no guess"
    assert win("safe", 300, never) == "your best time on 3x4x5, 5 mines, first open safe, no guess"
    assert win("opening", 300, f"{never},grade=clue") == "your best time on 3x4x5, 5 mines, no guess, single clues"
    assert win("safe", 400, never).startswith("number 2 of your 2 times on 3x4x5, 5 mines, first open safe, no guess, ")


def test_a_game_that_the_first_open_wins_is_not_ranked(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with Session("9x9", 0, store=store, clock=ticking(100)) as session:
        session.open((0, 0))
    assert session.is_walkover
    assert standing_texts(session, store) == ("not ranked, as the first open won it", "not ranked")
    assert store.best_times("9x9", 0) == []
    (result,) = store.results()
    assert (result.outcome, result.is_walkover, result.is_ranked) == (Outcome.WON, True, False)


@pytest.mark.slow
@given(st.integers(0, 300), st.data())
def test_what_was_missed_was_certain(seed: int, data: st.DataObject) -> None:
    game = Game("4x5", 5, seed=seed)
    game.open((1, 2))
    assert game.layout is not None
    while game.outcome is Outcome.ONGOING:
        game.open(data.draw(st.sampled_from([cell for cell in game.grid if not game.is_open(cell)])))
    if game.outcome is not Outcome.LOST:
        return
    moves = game.moves
    missed = missed_move(game)
    assert (game.moves, game.outcome) == (moves, Outcome.LOST)
    before = game.copy()
    before.undo()
    certain = analyse(before.view).safe_cells
    assert (missed is not None) == bool(certain)
    if missed is not None:
        assert set(missed.cells) <= set(certain)
        # The named cell is among the nearest.
        named = next(cell for cell in certain if str(missed) == f"{cell} was safe")
        lost = moves[-1].cell
        assert max(map(abs, map(int.__sub__, named, lost))) == min(
            max(map(abs, map(int.__sub__, cell, lost))) for cell in certain
        )


@pytest.mark.parametrize("wrap", ["", "~wrap=1"])
@pytest.mark.parametrize("lost", [(0, 0), (0, 6), (0, 12)])
def test_the_safe_cell_that_is_named_is_the_nearest(wrap: str, lost: Cell) -> None:
    layout = Layout(f"2x14{wrap}", [(0, column) for column in range(0, 14, 3)])
    game = Game(layout=layout)
    for column in range(14):
        game.open((1, column))
    safe = analyse(game.view).safe_cells
    assert {cell[1] // 5 for cell in safe} == {0, 1, 2}, "there are safe cells all along the board"
    game.open(lost)
    missed = missed_move(game)

    def distance(cell: Cell) -> int:
        way = abs(cell[1] - lost[1])
        return min(way, 14 - way) if wrap else way

    assert distance(lost) == 0 < min(map(distance, safe))
    assert str(missed) in {f"{cell} was safe" for cell in safe if distance(cell) == min(map(distance, safe))}


def test_a_loss_that_was_needless_is_told_where_the_rules_make_a_point_of_it(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for rules, texts in (
        ("classic,first=opening", (" open",)),
        ("classic,first=opening,guess=never", (" open; no guess was needed", "")),
    ):
        session = Session("5x7", 5, rules=rules, seed=4, store=store)
        session.open((2, 3))
        assert session.game.layout is not None
        session.open(next(session.game.layout.mine_cells()))
        found = standing_texts(session, store)
        assert [text.partition("%")[2] for text in found[1:]] == list(texts)
        if "never" in rules:
            missed = missed_move(session.game)
            assert missed is not None
            full, short = missed_texts(session.game, missed)
            assert full == f"no guess was needed: {short}"
            assert standing_texts(session, store, missed)[-2:] == (full, short)
        session.close()


def test_nothing_is_missed_in_a_game_without_a_past() -> None:
    assert missed_move(Game("3x4", 2)) is None
