"""The page's daily boards: the same boards, streaks and shared texts as in Python, and its screen without a server."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daily_games import DAY, play_daily
from hypersweep import Event, Outcome, Record
from hypersweep.daily import DAILY_BOARDS, daily_board, daily_games, daily_result, daily_streak, share_text
from hypersweep.game.first_open import deal
from hypersweep.session import Store
from node_kernel import NodeKernel, Refusal
from records import random_record

if TYPE_CHECKING:
    from playwright.sync_api import Page

NODE = partial(NodeKernel, "play_driver.mjs")

# Of boards that are played: the page refuses days after today.
EARLY = date(2020, 2, 27)


@pytest.mark.parametrize("count", [3, pytest.param(30, marks=pytest.mark.slow)])
def test_every_board_is_the_same_cell_by_cell(node: NodeKernel, count: int) -> None:
    boards = [daily_board(EARLY + timedelta(days), name) for days in range(count) for name in DAILY_BOARDS]
    found = node.ask("playDaily", tags=[board.tag for board in boards])
    *told, again = found["told"]
    for board, own in zip(boards, told, strict=True):
        assert own["board"] == deal(board.grid, board.mines, board.rules, seed=board.seed, first=board.first).format()
        record = Record.parse(own["record"])
        record.verify()
        assert (record.tags["daily"], record.tags["known"], record.seed) == (board.tag, "yes", board.seed)
        assert record.events[0].cell == board.first
    assert again["board"] == told[-1]["board"]
    assert sorted(found["running"]) == sorted(board.tag for board in boards)


def test_a_board_open_in_another_tab_isnt_begun_afresh(node: NodeKernel) -> None:
    tag = f"{EARLY}-3d"
    assert node.ask("playDailyTwice", tag=tag) == {"refused": "BusyError", "running": [tag]}


@pytest.mark.parametrize("days", [2, 365, 2_000_000])
def test_a_board_of_a_later_day_is_refused(node: NodeKernel, days: int) -> None:
    day = datetime.now(UTC).date() + timedelta(days)
    with pytest.raises(Refusal, match="ParameterError"):
        node.ask("playDaily", tags=[f"{day}-2d"])


@given(st.dates(), st.sampled_from(list(DAILY_BOARDS)))
def test_every_day_since_1970_has_the_same_boards(node: NodeKernel, day: Any, name: str) -> None:
    tag = f"{day}-{name}"
    if day.year < 1970:
        with pytest.raises(Refusal, match="ParseError"):
            node.ask("daily", tags=[tag])
        return
    board = daily_board(day, name)
    [own] = node.ask("daily", tags=[tag])
    assert (own["board"], own["mines"], own["rules"]) == (board.grid.format(), board.mines, board.rules.format())
    assert (own["seed"], tuple(own["first"])) == (f"{board.seed}n", board.first)


@pytest.mark.parametrize("tag", ["", "2d", "2026-11-29", "2026-11-29-5d", "2026-02-30-2d", "2026-11-29-constructor"])
def test_other_texts_name_no_board(node: NodeKernel, tag: str) -> None:
    with pytest.raises(Refusal, match="ParseError"):
        node.ask("daily", tags=[tag])


def test_texts_to_share_are_the_same(node: NodeKernel, tmp_path: Path) -> None:
    played = [play_daily(Store(tmp_path), name=name).record for name in DAILY_BOARDS]
    lucky = Record("3x4", 1, seed=7, events=[Event(0, "open", (0, 0), 11, Outcome.WON)])
    records = [*played, lucky, *(random_record(seed) for seed in range(40))]
    told = node.ask("share", texts=[record.format() for record in records], streak=3)
    assert told == [share_text(record, 3) for record in records]


def test_results_and_streaks_are_the_same(node: NodeKernel, tmp_path: Path) -> None:
    store = Store(tmp_path)
    for days, is_won in ((0, False), (1, True), (2, True), (2, False), (4, True)):
        play_daily(store, DAY - timedelta(days), is_won=is_won)
    play_daily(store, DAY - timedelta(3), start=f"{DAY}T00:00:00Z")
    games = daily_games(store)
    records = {result.name: store.load(result.name) for own in games.values() for result in own}
    told = node.ask("dailyRows", texts={name: record.format() for name, record in records.items()}, day=str(DAY))
    assert told["streaks"] == [daily_streak(games, DAY, name) for name in ("", *DAILY_BOARDS)] == [2, 0, 0, 2]
    results = {tag: daily_result(own) for tag, own in games.items()}
    assert told["results"] == {tag: result and result.name for tag, result in results.items()}


def test_the_start_screen_has_the_boards_of_today_with_their_states(page: Page, site: str, tmp_path: Path) -> None:
    day = datetime.now(UTC).date()
    store, path = Store(tmp_path), tmp_path / "games.sweep"
    games = [play_daily(store, day, name, is_won=name == "2d", start=f"{day}T00:00:00Z") for name in ("2d", "3d")]
    path.write_text("".join(game.record.format() for game in games), encoding="utf-8")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site}/#/settings")
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Import").first.click()
    chosen.value.set_files(path)
    page.locator(".note:has-text('2 games imported')").wait_for()
    page.goto(f"{site}/#/")
    links = page.locator(".today .days a")
    page.locator(".today .won").wait_for()
    assert [each.inner_text().split() for each in links.all()] == [["2-D", "won"], ["3-D", "lost"], ["4-D", "open"]]
    for each in links.all():
        box = each.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    links.nth(2).click()
    page.locator(".screen.game[data-ready]").wait_for()
    page.goto(f"{site}/#/")
    page.locator(".today .running:has-text('in progress')").wait_for()


def test_a_board_is_played_and_continued_from_its_screen(page: Page, site: str) -> None:
    page.goto(f"{site}/")
    page.locator("main a[href='#/daily']").click()
    card = page.locator("[data-daily='3d']")
    card.locator("a.primary").click()
    page.locator(".screen.game[data-ready]").wait_for()
    board = daily_board(datetime.now(UTC).date(), "3d")
    first = page.locator(f"[data-cell='{board.grid.index(board.first)}']")
    assert not (first.get_attribute("aria-label") or "covered").startswith("covered")
    page.goto(f"{site}/#/daily")
    card.locator(".own.ongoing").wait_for()
    assert page.locator(".daily-week tbody tr").count() == 7
    card.locator("a.primary").click()
    page.locator(".screen.game[data-ready]").wait_for()
    for day in ("2026-02-30", "9998-01-01"):
        page.goto(f"{site}/#/game?daily={day}-3d")
        page.locator(f".note:has-text('{day}')").wait_for()
