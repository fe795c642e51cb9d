"""After a game, in Chromium: replay, review and statistics, for saved and for broken games."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from game_page import expect
from hypersweep import Outcome
from hypersweep.record import Event, Record
from hypersweep.review import review
from hypersweep.review.findings import chance_text
from hypersweep.session.results import record_result
from hypersweep.ui_model.replay_player import event_text
from random_games import careless_game, random_record, results, row, with_side_lines

if TYPE_CHECKING:
    from playwright.sync_api import Page


KEEP = """async ([rows, records]) => {
    const { Storage } = await import("/source/storage.js");
    const storage = await Storage.open();
    await storage.write([
        ...rows.map((row) => ({ store: "games", key: row.key, value: row })),
        ...Object.entries(records).map(([key, value]) => ({ store: "records", key, value })),
    ]);
}"""


def keep(
    page: Page,
    site: str,
    records: dict[str, Record | str],
    rows: list[dict[str, Any]] | None = None,
    *,
    at: str = "",
) -> None:
    """Put games into the browser as if they had been played there, and show a screen."""
    page.goto(f"{site}/#/")
    expect(page.locator("h1")).to_be_attached()
    texts = {key: record if isinstance(record, str) else record.format() for key, record in records.items()}
    own = [row(record_result(key, record)) for key, record in records.items() if isinstance(record, Record)]
    page.evaluate(KEEP, [own + (rows or []), texts])
    show(page, at)


def show(page: Page, address: str) -> None:
    page.evaluate("(address) => { location.hash = `#/${address}`; }", address)


@pytest.fixture
def still(page: Page) -> Page:
    """A page in which nothing moves by itself."""
    page.emulate_media(reduced_motion="reduce")
    return page


@pytest.mark.nightly
def test_a_replay_goes_to_any_moment(still: Page, site: str) -> None:
    page = still
    record = with_side_lines(random_record("4x5x6", 14, "classic", 2), 2)
    keep(page, site, {"one": record}, at="replay/one")
    moment = page.locator(".moment")
    # It is reached from the statistics, without a game to continue.
    expect(page.locator("#ways [aria-current]")).to_have_text("Statistics")
    seconds = record.milliseconds // 10 / 100
    assert seconds < 60
    expect(page.locator(".after-top .about")).to_contain_text(f" · {seconds:.2f} s")
    count = len(record.events)
    expect(moment).to_have_text(f"0 of {count}: the beginning")
    page.keyboard.press("ArrowRight")
    expect(moment).to_have_text(f"1 of {count}: {event_text(record.events[0])}")
    page.keyboard.press("]")
    expect(moment).to_contain_text(f"11 of {count}")
    page.keyboard.press("End")
    expect(moment).to_have_text(f"{count} of {count}: {event_text(record.events[-1])}")
    page.keyboard.press("5")
    replay = record.replay()
    half = replay.position_at(round(record.milliseconds / 2))
    expect(moment).to_contain_text(f"{half} of {count}")
    page.keyboard.press("+")
    expect(page.locator(".speed")).to_have_text("2×")
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    expect(moment).to_contain_text(f"0 of {count}")
    slider.fill("1000")
    expect(moment).to_contain_text(f"{count} of {count}")


@pytest.mark.nightly
def test_a_replay_plays_by_itself_and_follows_side_lines(page: Page, site: str) -> None:
    events = [Event(0, "open", (0, 0), 6), Event(300, "flag", (1, 2), 1)]
    record = Record("3x4", 2, seed=7, events=events, comments={0: "A quiet beginning."})
    record = record.with_variation(1, [Event(200, "flag", (2, 3), 1)], comments={0: "What if?"})
    keep(page, site, {"one": record}, at="replay/one")
    moment = page.locator(".moment")
    expect(moment).to_have_text("2 of 2: flag (1, 2): 1 cell")
    page.keyboard.press("Home")
    expect(page.locator(".comment")).to_have_text("A quiet beginning.")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".comment")).to_contain_text("a side line of 1 event leaves here")
    page.keyboard.press("Enter")
    expect(page.locator(".comment")).to_contain_text("What if?")
    page.keyboard.press("ArrowRight")
    expect(moment).to_have_text("side line 1, 2 of 2: flag (2, 3): 1 cell")
    page.keyboard.press("Backspace")
    expect(moment).to_have_text("1 of 2: open (0, 0): 6 cells")


@pytest.mark.nightly
def test_it_is_tried_again_from_a_moment_and_one_comes_back(still: Page, site: str) -> None:
    page = still
    record = careless_game("7x11", 16, "classic,first=opening", 4)
    keep(page, site, {"one": record}, at="replay/one?at=5")
    moment = page.locator(".moment")
    expect(moment).to_contain_text(f"5 of {len(record.events)}")
    page.keyboard.press("t")
    expect(page.locator(".game-board")).to_be_visible()
    expect(page).to_have_title(re.compile("^7x11"))
    page.wait_for_selector("main[aria-busy=false] .screen.game[data-ready]")
    page.keyboard.press("r")
    expect(page.locator(".note")).to_have_text("Do it again to go back to where this began; this try isn't saved.")
    page.keyboard.press("Escape")
    expect(moment).to_contain_text(f"5 of {len(record.events)}")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("board", "mines"), [("18", 4), ("9x9", 10), ("4x5x6", 17), ("3x4x4x3", 12), ("2x3x3x2x3", 13)]
)
def test_a_review_says_what_python_says(still: Page, site: str, board: str, mines: int) -> None:
    page = still
    record = careless_game(board, mines, "classic", 3)
    found = review(record, seconds=None)
    keep(page, site, {"one": record}, at="review/one")
    expect(page.locator(".guesses button")).to_have_count(len(found.guesses))
    expect(page.locator(".after-top")).to_contain_text(f"skill {chance_text(found.skill)}")
    expect(page.locator(".after-top")).to_contain_text(f"luck {found.luck:+.2f}".replace("-", "−"))
    worst = found.lessons[0].move.number if found.lessons else len(found.moves)
    move = page.locator(".move")
    expect(move).to_contain_text(f"Move {worst} of {len(found.moves)}")
    expect(move).to_contain_text(found.moves[worst - 1].verdict)
    page.keyboard.press("r")
    told = page.locator("dialog pre").text_content() or ""
    assert " ".join(told.split()) == " ".join(found.format().split())
    page.keyboard.press("q")
    expect(page.locator("dialog")).to_have_count(0)
    mistakes = [each.number for each in found.moves if each.given_away > 0]
    page.keyboard.press("Home")
    expect(move).to_contain_text("Move 1 of")
    for number in [each for each in mistakes if each > 1][:2]:
        page.keyboard.press("n")
        expect(move).to_contain_text(f"Move {number} of")
    with page.expect_download() as download:
        page.keyboard.press("s")
    picture = download.value.path().read_text(encoding="utf-8")
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert picture.count("hs-sign") >= 2 * len(found.guesses)


def test_a_review_on_a_phone_turns_from_the_board_to_the_list(still: Page, site: str) -> None:
    page = still
    page.set_viewport_size({"width": 360, "height": 740})
    record = careless_game("9x9", 10, "classic", 3)
    keep(page, site, {"one": record}, at="review/one")
    expect(page.locator(".after-board")).to_be_visible()
    expect(page.locator(".review-side")).to_be_hidden()
    expect(page.locator(".guesses button")).not_to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.locator(".after-board")).to_be_hidden()
    expect(page.locator(".guesses button:focus")).to_have_count(1)
    page.locator(".turn").click()
    expect(page.locator(".after-board")).to_be_visible()
    # No button is cut off.
    for each in page.locator(".review-tools button").all():
        box = each.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
    page.locator(".turn").click()
    first = page.locator(".guesses button").first
    number = first.locator(".number").text_content()
    first.click()
    expect(page.locator(".move")).to_contain_text(f"Move {number} of")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("t")
    expect(page.locator(".game-board")).to_be_visible()


@pytest.mark.nightly
def test_a_chart_is_gone_through_by_keys(still: Page, site: str) -> None:
    page = still
    games = (careless_game("9x9", 10, "classic", seed) for seed in range(20))
    record, found = next((game, found) for game in games if len((found := review(game, seconds=None)).guesses) > 1)
    keep(page, site, {"one": record}, at="review/one")
    expect(page.locator(".chart svg [role=button]")).to_have_count(len(found.guesses))
    page.locator(".chart svg [role=button]").last.press("Enter")
    expect(page.locator(".move")).to_contain_text(f"Move {found.guesses[-1].number} of")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".move")).to_contain_text(f"Move {found.guesses[-2].number} of")


@pytest.mark.nightly
@pytest.mark.parametrize("screen", ["replay", "review"])
def test_a_broken_record_is_told_and_leads_back(page: Page, site: str, screen: str) -> None:
    impossible = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 5, Outcome.LOST)])
    keep(page, site, {"torn": "hypersweep-record: 1\nboard: 3x", "impossible": impossible})
    told = {
        "torn": "cut off so early",
        "missing": "There is no game “missing” in this browser",
        "impossible": "this move changes 6 cells",
    }
    for key, words in told.items():
        show(page, f"{screen}/{key}")
        if screen == "replay" and key == "impossible":
            expect(page.locator(".note")).to_contain_text("Event 1: The record is wrong: this move changes 6 cells.")
            continue
        expect(page.get_by_role("alert")).to_contain_text(words)
        page.get_by_role("link", name="To the start screen").click()
        expect(page).to_have_url(f"{site}/#/")
    show(page, screen)
    expect(page.get_by_role("alert")).to_contain_text("no game to show here")


def test_statistics_of_nothing_lead_to_a_game(page: Page, site: str) -> None:
    page.goto(f"{site}/#/statistics")
    expect(page.locator(".empty")).to_contain_text("There are no finished games yet")
    page.get_by_role("link", name="Play one").click()
    expect(page).to_have_url(f"{site}/#/")


@pytest.mark.nightly
def test_statistics_tell_and_filter_and_lead_to_replays(page: Page, site: str) -> None:
    record = careless_game("9x9", 10, "classic", 1)
    games = results(5, 60)
    keep(page, site, {"one": record}, [row(each) for each in games], at="statistics")
    played = [each for each in games if each.outcome is not Outcome.ONGOING and not each.is_walkover]
    total = len(played) + (record.outcome is not Outcome.ONGOING)
    expect(page.locator(".after-top")).to_contain_text(f"{total} games")
    rules = page.get_by_label("Rules")
    rules.select_option(label="esp")
    fits = [each for each in played if each.rules.format() == rules.input_value()]
    expect(page.locator(".after-top")).to_contain_text(f"{len(fits)} games")
    expect(page.locator(".boards-list button")).to_have_count(1)
    page.locator(".plot.rates [role=slider]").press("Home")
    expect(page.locator(".plot.rates figcaption")).to_contain_text("game 1:")
    page.locator(".plot.rates summary").click()
    expect(page.locator(".plot.rates tbody tr")).to_have_count(len(fits))
    page.get_by_label("Period").select_option("day")
    expect(page.locator(".empty")).to_contain_text("No game fits")
    page.get_by_label("Period").select_option("all")
    rules.select_option("classic")
    page.locator(".boards-list button", has_text="Beginner").click()
    page.get_by_role("button", name="Show all games").click()
    page.locator("tr[data-key=one] button").first.click()
    expect(page.locator(".moment")).to_contain_text(f"of {len(record.events)}")


@pytest.mark.nightly
def test_games_are_deleted_exported_and_imported(page: Page, site: str) -> None:
    records = {f"game-{seed}": careless_game("9x9", 10, "classic", seed) for seed in range(3)}
    done = {key: record for key, record in records.items() if record.outcome is not Outcome.ONGOING}
    keep(page, site, dict(records), at="statistics")
    page.get_by_role("link", name="Export, import, delete").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export games").click()
    kept = download.value.path()
    assert kept.read_text(encoding="utf-8").count("hypersweep-record:") == len(records)
    show(page, "statistics")
    page.get_by_role("button", name="Show all games").click()
    key = next(iter(done))
    page.locator(f"tr[data-key={key}] button").last.click()
    page.locator("dialog button", has_text="Delete").click()
    expect(page.locator(f"tr[data-key={key}]")).to_have_count(0)
    expect(page.locator(".note")).to_contain_text("the game is deleted")
    page.get_by_role("link", name="Export, import, delete").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Import games").click()
    chooser.value.set_files(kept)
    expect(page.locator(".saved-result")).to_contain_text(f"1 game imported, {len(records) - 1} were here already")
    expect(page.locator(".kept")).to_contain_text(f"{len(records)} games finished")
    expect(page.locator(".kept .damaged")).to_have_count(0)


@pytest.mark.nightly
def test_what_cannot_be_read_is_told_saved_and_removed(page: Page, site: str) -> None:
    record = careless_game("9x9", 10, "classic", 1)
    keep(page, site, {"one": record, "text": "no record"}, [{"key": "odd", "board": 17}])
    # A row that was lost is written again by its record.
    page.evaluate(
        """async () => {
          const { Storage } = await import("/source/storage.js");
          await (await Storage.open()).write([{ store: "games", key: "one", value: null }]);
        }"""
    )
    show(page, "statistics")
    expect(page.locator(".damaged")).to_contain_text("1 game saved here can't be read in full")
    expect(page.locator(".boards-list .count")).to_have_text("1")
    page.get_by_role("link", name="Show what you can do").click()
    expect(page.locator(".kept .damaged")).to_contain_text("2 games saved here can't be read in full")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save what is left").click()
    left = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert [(entry["store"], entry["value"]) for [entry] in left] == [
        ("games", {"key": "odd", "board": 17}),
        ("records", "no record"),
    ]
    page.get_by_role("button", name="Remove them").click()
    page.locator("dialog button", has_text="Delete").click()
    expect(page.locator(".saved-result")).to_contain_text("is removed")
    expect(page.locator(".kept .damaged")).to_have_count(0)
    expect(page.locator(".kept")).to_contain_text("1 game finished")


def test_games_are_reviewed_for_the_statistics_when_asked(page: Page, site: str) -> None:
    keep(page, site, {f"game-{seed}": careless_game("5x6", 5, "classic", seed) for seed in range(12)}, at="statistics")
    expect(page.locator(".year p")).to_contain_text("of the last year")
    button = page.locator(".needless button")
    expect(button).to_have_text(re.compile("Review the latest"))
    assert page.locator(".plot.guesses").evaluate("(each) => each.scrollHeight <= each.clientHeight")
    button.click()
    expect(page.locator(".figures dl")).to_contain_text("reviewed game")
    assert page.evaluate("document.querySelector('main').scrollWidth <= innerWidth")


@pytest.mark.nightly
def test_tabs_follow_each_other(page: Page, site: str) -> None:
    record = careless_game("9x9", 10, "classic", 1)
    keep(page, site, {"one": record}, [], at="statistics")
    expect(page.locator(".boards-list .count")).to_have_text("1")
    other = page.context.new_page()
    other.goto(f"{site}/#/settings")
    other.locator("input[name=theme][value=dark]").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    # A language waits for the next screen, as a game may be played there.
    other.locator("#setting-language").select_option("de")
    expect(other.locator("h1")).to_have_text("Einstellungen")
    expect(page.locator("h1")).to_have_text("Statistics")
    other.get_by_role("button", name="Alles löschen").click()
    other.locator("dialog button", has_text="Löschen").click()
    expect(page.locator(".nothing .empty")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "system")
    other.close()


def long_record(count: int) -> Record:
    """A game with a number of events: flags put and taken away."""
    record = careless_game("16x30", 99, "classic,first=opening", 3, 40)
    events = [each for each in record.events if each.kind in ("open", "flag")][:1]
    when = events[0].milliseconds
    view = record.replay()
    view.seek(1)
    covered = [cell for cell in record.grid if view.game.view[cell] == -1]
    for number in range(count - 1):
        events.append(Event(when + 10 * number, "flag", covered[number % len(covered)], 1))
    return record.replace(events=events, outcome=None, milliseconds=None)


@pytest.mark.nightly
def test_a_record_of_a_hundred_thousand_events_is_gone_through(still: Page, site: str) -> None:
    page = still
    record = long_record(100_000)
    keep(page, site, {"long": record}, at="replay/long")
    moment = page.locator(".moment")
    expect(moment).to_contain_text("0 of 100,000")
    for key, share in [("End", 1.0), ("5", 0.5), ("9", 0.9), ("1", 0.1)]:
        page.keyboard.press(key)
        replay = record.replay()
        expect(moment).to_contain_text(f"{replay.position_at(round(share * record.milliseconds)):,} of 100,000")


@pytest.mark.nightly
def test_statistics_name_what_they_show(page: Page, site: str) -> None:
    keep(page, site, {}, [row(game) for game in results(5, 60)], at="statistics")
    expect(page.locator(".plots")).to_be_visible()
    names = page.locator(".figures dt").all_inner_texts()
    assert {"Median time", "Median 3BV/s", "Median efficiency"} <= set(names)
    for plot, axes in (
        ("times", ["Time", "Game"]),
        ("rates", ["Won", "Game"]),
        ("values", ["3BV", "Time"]),
        ("spread", ["Wins", "Time"]),
    ):
        page.locator(f".plot.{plot} summary").click()
        expect(page.locator(f".plot.{plot} th")).to_have_text(axes[::-1])
    heads = page.locator(".times thead th").all_text_contents()
    assert all(heads)
    # In the form of other screens' dates, not the record's.
    days = page.locator(".times tbody td:nth-child(6)").all_inner_texts()
    assert days
    assert [day for day in days if not re.fullmatch(r"\d{1,2} \w+ \d{4}", day)] == []
    # The browser's own colour of links fits no theme.
    colour = page.get_by_role("link", name="Export, import, delete").evaluate("(link) => getComputedStyle(link).color")
    assert colour != "rgb(0, 0, 238)"
