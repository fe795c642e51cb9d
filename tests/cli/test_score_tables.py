"""Tables that summarise saved games for each board."""

from __future__ import annotations

from pathlib import Path

from hypersweep import Layout
from hypersweep.cli.score_tables import board_scores, score_lines
from hypersweep.session import Session, Store
from hypersweep.stats import three_bv
from pilot_play import finish

LAYOUT = Layout("3x4", [(0, 3), (2, 1)])


def test_games_are_summed_up_by_board(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number in range(3):
        finish(store, LAYOUT, milliseconds=100 + number)
    finish(store, LAYOUT, is_won=False)
    finish(store, Layout("2x3x4", [(0, 0, 0)]))
    with Session(layout=LAYOUT, store=store, clock=lambda: 0, is_known=False) as session:
        session.open((0, 0))
        session.abandon()
    boards = board_scores(store.results())
    assert [(board.name, board.figures.games, board.figures.won, board.given_up) for board in boards] == [
        ("3x4, 2 mines, first click unprotected", 4, 3, 1),
        ("2x3x4, 1 mine, first click unprotected", 1, 1, 0),
    ]
    assert boards[0].as_dict()["win_rate"] == 0.75
    head, *rows, given_up = score_lines(boards)
    assert head.split() == ["board", "games", "won", "rate", "best", "3BV/s", "eff.", "median", "streak"]
    assert [row.split("  ")[0] for row in rows] == [board.name for board in boards]
    assert len({len(line) for line in (head, *rows)}) == 1
    assert "75 %" in rows[0]
    best = store.best_times(LAYOUT.grid, LAYOUT.mines, "classic,first=any")[0]
    summary = boards[0].as_dict()
    assert summary["best_three_bv"] == best.three_bv == three_bv(LAYOUT)
    assert summary["best_three_bv_per_second"] == best.three_bv_per_second
    assert summary["best_efficiency"] == best.efficiency == three_bv(LAYOUT) / best.clicks
    assert f"{best.three_bv_per_second:.2f}" in rows[0]
    assert given_up == "not counting 1 game given up"


def test_wins_with_help_are_wins_and_told(tmp_path: Path) -> None:
    store = Store(tmp_path)
    finish(store, LAYOUT, milliseconds=100)
    with Session(layout=LAYOUT, store=store, clock=lambda: 0, is_known=False) as session:
        session.hint()
        for cell in LAYOUT.grid:
            if not LAYOUT.is_mine(cell):
                session.open(cell)
    boards = board_scores(store.results())
    summary = boards[0].as_dict()
    assert (summary["games"], summary["won"], summary["helped"], summary["win_rate"]) == (2, 2, 1, 1.0)
    assert score_lines(boards)[-1] == "1 win with help (an undo, a hint or a known board), without a time"


def test_games_that_the_first_open_wins_are_only_mentioned(tmp_path: Path) -> None:
    store = Store(tmp_path)
    finish(store, LAYOUT)
    with Session("1x1", 0, store=store, clock=lambda: 0) as session:
        session.open((0, 0))
    boards = board_scores(store.results())
    assert sorted((board.figures.games, board.figures.won, board.figures.walkovers) for board in boards) == [
        (0, 0, 1),
        (1, 1, 0),
    ]
    assert score_lines(boards)[-1] == "not counting 1 win by the first click"
    assert store.best_times("1x1", 0) == []
