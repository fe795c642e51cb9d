"""Daily boards: the same for all, streaks from saved games, and texts to share."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daily_games import DAY, play_daily
from hypersweep import Event, Grid, Outcome, ParameterError, ParameterTypeError, ParseError, Record
from hypersweep.daily import (
    DAILY_BOARDS,
    SHARE_PARTS,
    SHARE_SIGNS,
    daily_board,
    daily_games,
    daily_result,
    daily_share_text,
    daily_streak,
    parse_daily,
    saved_daily,
    share_text,
    today,
)
from hypersweep.game.first_open import deal
from hypersweep.generate import solvable_from
from hypersweep.session import Session, Store
from hypersweep.text import time_text

NAMES = st.sampled_from(list(DAILY_BOARDS))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@given(st.dates(), NAMES)
def test_every_day_since_1970_has_its_boards(day: date, name: str) -> None:
    if day.year < 1970:
        with pytest.raises(ParameterError, match="1970"):
            daily_board(day, name)
        return
    board = daily_board(day, name)
    assert parse_daily(board.tag) == board
    assert str(board.seed) == f"{day:%Y%m%d}"
    assert board.first in board.grid


@pytest.mark.parametrize("name", DAILY_BOARDS)
def test_no_board_needs_a_guess_after_its_first_cell(name: str) -> None:
    boards = [daily_board(DAY + timedelta(days), name) for days in range(10)]
    layouts = [deal(each.grid, each.mines, each.rules, seed=each.seed, first=each.first) for each in boards]
    assert len(set(layouts)) == len(layouts)
    for board, layout in zip(boards, layouts, strict=True):
        assert layout.clue(board.first) == 0
        assert solvable_from(layout, board.first).grade is not None


@pytest.mark.parametrize(
    "text", ["", "2d", "2026-11-29", "2026-11-29-5d", "20261129-2d", "2026-11-31-2d", "1969-12-31-2d"]
)
def test_other_texts_name_no_board(text: str) -> None:
    with pytest.raises(ParseError):
        parse_daily(text)


def test_a_day_is_a_date_without_a_time() -> None:
    for day in (datetime.now(UTC), "2026-11-29", None):
        with pytest.raises(ParameterTypeError):
            daily_board(day, "2d")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="2d, 3d, 4d"):
        daily_board(DAY, "7d")
    assert abs(today() - datetime.now(UTC).date()) <= timedelta(1)


# Streaks.


def test_a_streak_counts_days_once_and_lasts_until_the_next_day_is_over(store: Store) -> None:
    for days in (0, 1, 2, 4):
        play_daily(store, DAY - timedelta(days))
    play_daily(store)
    play_daily(store, DAY - timedelta(3), "2d")
    games = daily_games(store)
    assert len(games[f"{DAY}-4d"]) == 2
    assert [daily_streak(games, DAY, name) for name in ("4d", "2d", "3d", "")] == [3, 0, 0, 5]
    assert daily_streak(games, DAY + timedelta(1)) == 5
    assert daily_streak(games, DAY + timedelta(2)) == 0
    assert daily_streak(games, DAY - timedelta(3), "2d") == 1


def test_a_game_belongs_to_the_day_it_began(store: Store) -> None:
    play_daily(store, start=f"{DAY}T23:59:59Z")
    late = DAY - timedelta(1)
    play_daily(store, late, start=f"{DAY}T00:00:01Z")
    games = daily_games(store)
    assert daily_streak(games, DAY) == 1
    assert daily_result(games[f"{late}-4d"]) is not None


def test_a_win_counts_after_a_loss(store: Store) -> None:
    play_daily(store, is_won=False, start=f"{DAY}T08:00:00Z")
    games = daily_games(store)
    lost = daily_result(games[f"{DAY}-4d"])
    assert lost is not None
    assert (lost.outcome, lost.is_ranked, daily_streak(games, DAY)) == (Outcome.LOST, False, 0)
    play_daily(store, start=f"{DAY}T09:00:00Z")
    play_daily(store, is_won=False, start=f"{DAY}T10:00:00Z")
    games = daily_games(store)
    won = daily_result(games[f"{DAY}-4d"])
    assert won is not None
    assert (won.outcome, won.start[11:13], daily_streak(games, DAY)) == (Outcome.WON, "09", 1)


def test_the_same_seed_without_the_tag_is_another_game(store: Store) -> None:
    board = daily_board(DAY, "4d")
    session = Session(board.grid, board.mines, rules=board.rules, seed=board.seed, store=store)
    session.open(board.first)
    session.abandon()
    assert daily_games(store) == {}
    assert saved_daily(store, board) is None


def test_a_board_that_was_begun_is_found(store: Store) -> None:
    board = daily_board(DAY, "3d")
    with Session(board.grid, board.mines, rules=board.rules, seed=1, store=store, tags={"daily": board.tag}) as session:
        session.open(board.first)
    found = saved_daily(store, board)
    assert found is not None
    assert found.name == session.name
    assert saved_daily(store, daily_board(DAY - timedelta(1), "3d")) is None


# Texts to share.


def test_a_text_has_the_board_the_day_the_time_and_the_streak(store: Store) -> None:
    record = play_daily(store).record
    head, *picture = share_text(record, 7).split("\n")
    assert head == f"hypersweep 4-D {DAY} ✓ {time_text(record.milliseconds)} 🔥 7"
    assert [len(line) for line in picture] == ([11, 11, 0] * 4)[:-1]
    helped = record.replace(events=[Event(0, "hint"), *record.events])
    assert share_text(helped).split("\n")[0].endswith(" 💡")
    lucky = Record("3x4", 1, seed=7, events=[Event(0, "open", (0, 0), 11, Outcome.WON)])
    assert "💡" not in share_text(lucky)


def test_a_text_gets_its_streak_from_the_store(store: Store) -> None:
    play_daily(store, DAY - timedelta(1))
    record = play_daily(store).record
    assert daily_share_text(record, store) == share_text(record, 2)
    other = record.replace(tags={"daily": "nonsense"})
    assert daily_share_text(other, store) == share_text(other)


@given(st.lists(st.integers(2, 6), min_size=1, max_size=6), st.data())
def test_a_picture_shows_when_each_part_was_first_clicked(sides: list[int], data: st.DataObject) -> None:
    grid = Grid(sides)
    clicks = data.draw(st.lists(st.tuples(*(st.integers(0, side - 1) for side in sides)), max_size=9))
    events = [Event(1000 * place, "open", cell, 1) for place, cell in enumerate(clicks)]
    text = share_text(Record(grid, 1, seed=7, events=events)).split("\n", 1)[1]
    shown = [sign for sign in text if sign not in " \n"]
    parts = [min(most, side) for most, side in zip(SHARE_PARTS[min(len(sides), 4) - 1], sides, strict=False)]
    found: dict[tuple[int, ...], int] = {}
    for place, cell in enumerate(clicks):
        part = tuple(at * most // side for at, most, side in zip(cell, parts, sides, strict=False))
        found.setdefault(part, min(3, 4 * place // max(1, len(clicks) - 1)))
    for quarter, sign in enumerate(SHARE_SIGNS["quarters"]):
        assert shown.count(sign) == list(found.values()).count(quarter)
    assert len(shown) == Grid(parts).cells


def test_a_picture_does_not_show_the_click_on_a_mine(store: Store) -> None:
    text = share_text(play_daily(store, name="2d", is_won=False).record)
    assert sum(text.count(sign) for sign in SHARE_SIGNS["quarters"]) == 1


def test_a_picture_is_a_table_of_tables() -> None:
    corners = [(0, 0, 0, 0), (3, 0, 0, 0), (0, 3, 0, 0), (0, 0, 3, 0), (0, 0, 0, 3)]
    events = [Event(100 * place, "open", cell, 1) for place, cell in enumerate(corners)]
    rows = share_text(Record("4x4x4x4", 10, seed=7, events=events)).split("\n")[1:]
    assert (rows[0][0], rows[1][0]) == ("🟨", "🟧")
    assert (rows[0][1], rows[0][9], rows[9][0]) == ("🟥", "🟪", "🟪")
    line = share_text(Record("40", 6, seed=7, events=[Event(0, "open", (39,), 1)])).split("\n")[1:]
    assert line == ["⬜⬜⬜⬜⬜⬜⬜🟨"]
