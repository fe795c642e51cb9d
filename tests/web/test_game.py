"""A game on the page as a whole: pause, resume after a reload, hints, boards without guesses, addresses, the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from game_page import GamePage, expect, prefer
from hypersweep import Game, Layout
from hypersweep.codes import COVERED
from hypersweep.picture.colours import contrast
from hypersweep.picture.themes import THEMES
from page_server import silent_tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MINES = [(0, 4), (3, 0), (4, 4)]


@pytest.fixture
def game(page: Page, site: str) -> GamePage:
    """A small board with three mines."""
    return GamePage(page, site).lay("5x5", MINES)


def clock(game: GamePage) -> int:
    """The seconds that the clock shows."""
    minutes, seconds = (game.page.locator(".time .value").text_content() or "").split(":")
    return 60 * int(minutes) + int(seconds)


def test_a_pause_hides_the_board_and_stops_the_clock(game: GamePage) -> None:
    page = game.page
    page.keyboard.press("p")
    expect(page.locator(".note")).to_contain_text("The clock starts with the first click")
    game.click(0, 3)
    expect(game.cell(0, 3)).to_have_attribute("aria-label", "1, row 0 column 3")
    page.keyboard.press("p")
    expect(game.state).to_contain_text("paused")
    expect(game.cell(0, 3)).to_have_attribute("aria-label", "hidden")
    place = game.place(2, 0)
    page.mouse.click(*place)
    expect(page.locator(".note")).to_contain_text("aused")
    page.get_by_role("button", name="Continue", exact=True).click()
    expect(game.state).not_to_contain_text("paused")
    expect(game.cell(0, 3)).to_have_attribute("aria-label", "1, row 0 column 3")
    expect(game.cell(2, 0)).to_have_attribute("aria-label", "covered, row 2 column 0")


@pytest.mark.nightly
def test_the_clock_shows_tenths_of_a_second_if_asked_to(page: Page, site: str) -> None:
    prefer(page, site, tenths=True)
    page.evaluate("() => void (location.hash = '#/game?board=5x5&mines=3')")
    expect(page.locator(".time .value")).to_have_text("0:00.0")
    page.keyboard.press("Enter")
    expect(page.locator(".time .value")).to_have_text(re.compile(r"^0:0\d\.[1-9]$"))


@pytest.mark.nightly
def test_a_reload_lands_in_the_same_game_at_the_same_time(game: GamePage) -> None:
    page = game.page
    game.click(0, 3)
    game.click(0, 4, button="right")
    page.wait_for_function("() => !document.querySelector('.time .value').textContent.startsWith('0:00')")
    before, address = game.codes(), page.url
    assert "saved=" in address
    page.keyboard.press("p")
    expect(game.state).to_contain_text("paused")
    shown = clock(game)
    page.reload()
    game.page.wait_for_selector(".game-curtain:not([hidden])")
    assert clock(game) == shown
    assert page.url == address
    expect(page.locator(".mines .value")).to_have_text("2")
    page.keyboard.press("p")
    game.expect(before)
    # So does the address of the game being played.
    page.goto(f"{game.site}/#/game")
    page.reload()
    game.page.wait_for_selector(".game-curtain:not([hidden])")
    page.keyboard.press("p")
    game.expect(before)


@pytest.mark.nightly
def test_a_new_game_and_the_same_are_asked_for_twice(game: GamePage) -> None:
    page = game.page
    page.keyboard.press("t")
    game.stays()
    game.click(0, 3)
    expect(game.cell(0, 3)).to_have_attribute("aria-label", "1, row 0 column 3")
    page.keyboard.press("r")
    expect(page.locator(".note")).to_contain_text("give this game up")
    game.stays()
    # A player who looks around wants to continue.
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("t")
    expect(page.locator(".note")).to_contain_text("the same board")
    game.stays()
    page.keyboard.press("t")
    game.expect([COVERED] * 25)
    assert "layout=5x5." in page.url
    game.click(0, 3)
    expect(game.cell(0, 3)).to_have_attribute("aria-label", "1, row 0 column 3")


def test_numbers_far_from_the_cursor_keep_their_contrast(page: Page, site: str) -> None:
    # Opening the middle cell of the first tile shows numbers in the last one, which holds none of its neighbours.
    game = GamePage(page, site).lay("3x3x4x2", [(row, 2, 3, 1) for row in range(3)])
    game.cell(1, 0, 0, 0).click()
    faded = game.cell(1, 1, 3, 0)
    expect(faded).to_have_attribute("aria-label", re.compile("^3,"))
    pixels = faded.evaluate(
        """(cell) => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
          const canvas = document.querySelector(".board-layer canvas");
          const [box, whole] = [cell.getBoundingClientRect(), canvas.getBoundingClientRect()];
          const parts = [box.x - whole.x + 3, box.y - whole.y + 3, box.width - 6, box.height - 6];
          const data = pixelsOf(canvas, ...parts.map(Math.round));
          done(Array.from({ length: data.length / 4 }, (_, at) => [...data.slice(4 * at, 4 * at + 3)]));
        })))"""
    )
    colours = {"#" + bytes(pixel).hex() for pixel in pixels}
    ground = "#" + bytes(pixels[0]).hex()
    assert ground != THEMES["light"].opened[0], "this tile isn't faded"
    assert max(contrast(colour, ground) for colour in colours) >= 4.5


def test_a_new_game_has_another_board(page: Page, site: str) -> None:
    game = GamePage(page, site).open(board="9x9", mines=10, seed=7)
    native = Game("9x9", 10, seed=7, rules="classic,first=opening")
    page.keyboard.press("Enter")
    native.open((4, 4))
    game.expect(native.codes())
    expect(game.state).to_contain_text("not ranked")
    page.keyboard.press("r")
    page.keyboard.press("r")
    game.expect([COVERED] * 81)
    expect(game.state).not_to_contain_text("not ranked")
    # Before the first click, the address leads to a similar board.
    assert page.url.endswith("#/game?board=9x9&mines=10&rules=classic%2Cfirst%3Dopening")


@pytest.mark.nightly
def test_a_hint_says_more_each_time_and_is_lit_and_gone_through(page: Page, site: str) -> None:
    game = GamePage(page, site).open(board="9x9", mines=10, rules="classic,first=opening")
    page.keyboard.press("?")
    note = page.locator(".note")
    expect(note).not_to_have_text("")
    page.keyboard.press("Enter")
    page.wait_for_function("() => location.hash.includes('saved')")
    page.keyboard.press("?")
    expect(note).to_contain_text("makes this game unranked")
    expect(game.state).not_to_contain_text("not ranked")
    told = set()
    before = note.text_content()
    for _ in range(3):
        page.keyboard.press("?")
        page.wait_for_function(
            "(before) => ![before, ''].includes(document.querySelector('.note').textContent)", arg=before
        )
        before = note.text_content()
        told.add(before)
    assert len(told) == 3
    expect(game.state).to_contain_text("not ranked")
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    expect(note).to_have_text("")
    assert "#/game" in page.url


@pytest.mark.parametrize("level", [2, 3])
def test_a_hint_stays_until_its_safe_cells_are_open(page: Page, site: str, level: int) -> None:
    game = GamePage(page, site).lay("5x6", [(0, 1), (3, 1), (4, 4), (1, 5)])
    native = Game(layout=Layout("5x6", [(0, 1), (3, 1), (4, 4), (1, 5)]))
    for cell in ((0, 0), (1, 1)):
        game.click(*cell)
        native.open(cell)
        game.expect(native.codes())
    note = page.locator(".note")
    for words in ("Look at", "are safe.", "shares its mine")[:level]:
        page.keyboard.press("?")
        expect(note).to_contain_text(words)
    # The two clues share their mine.
    shared = native.grid.neighbours((0, 0))
    safe = [cell for cell in native.grid.neighbours((1, 1)) if native[cell] == COVERED and cell not in shared]
    assert len(safe) > 2
    while safe:
        page.keyboard.press("n")
        page.wait_for_function(
            "(cells) => cells.includes(Number(document.activeElement.dataset.cell))",
            arg=[*map(native.grid.index, safe)],
        )
        native.open(page.evaluate("() => Number(document.activeElement.dataset.cell)"))
        page.keyboard.press("Enter")
        game.expect(native.codes())
        safe = [cell for cell in safe if native[cell] == COVERED]
        words = "marked cells are safe" if len(safe) > 1 else "marked cell is safe"
        expect(note).to_have_text(re.compile(rf"{words}\.$") if safe else "")


def test_undo_ends_a_hint(page: Page, site: str) -> None:
    game = GamePage(page, site).lay("5x6", [(0, 1), (3, 1), (4, 4), (1, 5)])
    game.click(0, 0)
    page.keyboard.press("?")
    note = page.locator(".note")
    expect(note).not_to_have_text("")
    page.keyboard.press("u")
    game.expect([COVERED] * 30)
    expect(note).to_have_text("")


@pytest.mark.nightly
def test_taking_back_costs_the_rank_and_says_so_once(page: Page, site: str) -> None:
    game = GamePage(page, site).open(board="9x9", mines=10)
    page.keyboard.press("Enter")
    page.wait_for_function("() => location.hash.includes('saved')")
    page.get_by_role("button", name="Take the latest move back").click()
    expect(page.locator(".note")).to_contain_text("makes this game unranked")
    game.stays()
    page.get_by_role("button", name="Take the latest move back").click()
    game.expect([COVERED] * 81)


@pytest.mark.nightly
def test_a_game_without_guesses_that_is_lost_says_what_was_safe(page: Page, site: str) -> None:
    game = GamePage(page, site).open(board="9x9", mines=10, rules="classic,first=opening,guess=never", seed=12)
    native = Game("9x9", 10, seed=12, rules="classic,first=opening,guess=never")
    page.keyboard.press("Enter")
    native.open((4, 4))
    game.expect(native.codes())
    assert native.layout is not None
    game.layout = native.layout
    game.click(*next(iter(native.layout.mine_cells())))
    game.ends("lost")
    expect(page.locator(".game-result")).to_contain_text("Safe nearby: the marked cell")
    expect(page.locator(".live")).to_contain_text("This cell nearby was safe: row")


@pytest.mark.nightly
def test_the_making_of_a_board_tells_how_far_it_is_and_is_cancelled(page: Page, site: str) -> None:
    # Denser than any board with a name: the search takes seconds, and finds nothing.
    GamePage(page, site).open(board="8x8x8x8", mines=700, seed=1, rules="classic,first=opening,guess=never")
    page.keyboard.press("Enter")
    expect(page.locator(".game-status")).to_contain_text("tried")
    page.keyboard.press("f")
    expect(page.locator(".note")).to_contain_text("Still making the board")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".note")).to_contain_text("ancelled")
    expect(page.locator(".game-cancel")).to_be_hidden()
    expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile("^covered"))
    page.keyboard.press("f")
    expect(page.locator(".mines .value")).to_have_text("699")
    # A typed command is the same: it shows its progress, and the same button cancels it.
    page.keyboard.press(":")
    page.keyboard.type("open 4 4 4 4")
    page.keyboard.press("Enter")
    expect(page.locator(".game-status")).to_contain_text("tried")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".command-line .answer").last).to_contain_text("ancelled")
    expect(page.locator(".game-cancel")).to_be_hidden()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("board=3y4", "no board called “3y4”"),
        ("board=9x9&mines=82", "at most 80 mines"),
        ("board=9x9&mines=ten", "“ten” isn't one"),
        ("board=9x9&mines=10&rules=odd", "no rules called “odd”"),
        ("board=9x9&mines=10&seed=x", "The seed has to be a whole number"),
        ("layout=nothing", "“nothing” isn't a board ID"),
        ("saved=nothing", "is over or was removed"),
    ],
)
def test_an_address_that_can_not_be_is_told_on_the_start_screen(page: Page, site: str, query: str, words: str) -> None:
    page.goto(f"{site}/#/game?{query}")
    page.wait_for_selector(".screen.start")
    expect(page.locator(".note")).to_contain_text(words)
    assert page.url.endswith("#/")


def test_what_is_said_of_an_address_goes_with_its_screen(page: Page, site: str) -> None:
    # One that says nothing leads to the start.
    page.goto(f"{site}/#/game")
    page.wait_for_selector(".screen.start")
    note = page.locator(".note")
    page.goto(f"{site}/#/nonsense")
    expect(note).to_contain_text("There is nothing at #/nonsense")
    page.evaluate("location.hash = '#/help'")
    expect(page.locator(".screen.help h1")).to_have_count(1)
    # Without waiting: every note goes in time.
    assert note.text_content() == ""
    # The message appears on the next screen.
    page.evaluate("location.hash = '#/game?saved=nothing'")
    expect(page.locator(".screen.start h1")).to_have_count(1)
    expect(note).to_contain_text("is over or was removed")
    page.evaluate("location.hash = '#/settings'")
    expect(page.locator(".screen.settings h1")).to_have_count(1)
    assert note.text_content() == ""


@pytest.mark.nightly
def test_such_an_address_is_told_in_german_and_so_is_a_win_at_once(chromium: Browser, site: str) -> None:
    with silent_tab(chromium, locale="de-DE") as page:
        page.goto(f"{site}/#/game?board=9x9&mines=82")
        note = page.locator(".note")
        expect(note).to_contain_text("höchstens 80 Minen")
        page.evaluate("location.hash = '#/nonsense'")
        expect(note).to_contain_text("Unter #/nonsense gibt es hier nichts")
        page.evaluate("location.hash = '#/replay/NoSuchKey'")
        expect(page.get_by_role("alert")).to_contain_text("Ein Spiel „NoSuchKey“ gibt es in diesem Browser nicht")
        page.evaluate("location.hash = '#/game?board=nonsense'")
        expect(note).to_contain_text("Ein Brett „nonsense“ gibt es nicht")
        page.evaluate("location.hash = '#/game?board=3x3&mines=0'")
        page.locator(".game[data-ready]").wait_for()
        page.keyboard.press("Enter")
        expect(page.locator(".game-result")).to_contain_text("Gleich beim ersten Aufdecken gewonnen")


@pytest.mark.nightly
def test_the_way_back_to_a_game_that_has_ended_leads_to_its_end(page: Page, site: str) -> None:
    game = GamePage(page, site).lay("5x5", [(0, 4), (3, 0), (4, 4)])
    game.click(0, 0)
    game.click(0, 4)
    game.ends("lost")
    ended = page.url
    page.keyboard.press("v")
    page.wait_for_selector("main[aria-busy=false] .screen.review")
    page.keyboard.press("Escape")
    for _ in range(2):
        page.wait_for_selector(".screen.replay")
        expect(page.locator(".screen.replay")).to_contain_text("2 of 2")
        page.goto(f"{site}/blank")
        page.goto(ended)


@pytest.mark.nightly
def test_this_board_is_shown_and_copied(page: Page, site: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    GamePage(page, site).open(board="9x9", mines=10, rules="classic,first=opening", seed=7)
    page.keyboard.press("Enter")
    page.wait_for_function("() => location.hash.includes('saved')")
    page.keyboard.press("i")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("hypersweep play 9x9 --mines 10 --first opening --seed 7")
    expect(dialog).to_contain_text("shown once the game is over")
    expect(dialog).to_contain_text("and open (4, 4) first")
    page.keyboard.press("s")
    expect(dialog).to_contain_text("Copied: seed")
    assert page.evaluate("() => navigator.clipboard.readText()") == "7"
    page.get_by_role("button", name="Copy: link").click()
    expect(dialog).to_contain_text("Copied: link")
    link = page.evaluate("() => navigator.clipboard.readText()")
    # If the browser doesn't allow copying, the text is shown to copy by hand.
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    page.keyboard.press("s")
    field = page.get_by_role("textbox", name="copy it from here")
    expect(field).to_have_value("7")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    native = Game("9x9", 10, seed=7, rules="classic,first=opening")
    native.open((4, 4))
    again = GamePage(page, site)
    page.goto(link)
    page.reload()
    again.wait()
    page.keyboard.press("Enter")
    again.expect(native.codes())


@pytest.mark.nightly
def test_delta_and_lens_are_settings_that_keys_change(game: GamePage) -> None:
    page = game.page
    page.keyboard.press("z")
    expect(game.state).to_contain_text("minus flags")
    # Without flags nothing changes on the board.
    expect(page.locator(".note")).to_contain_text("No flags yet")
    page.keyboard.press("z")
    expect(game.state).not_to_contain_text("minus flags")
    # It belongs to a running game: beside the result it would read like a part of that.
    page.keyboard.press("z")
    game.click(0, 0)
    game.click(0, 4)
    game.ends("lost")
    expect(game.state).not_to_contain_text("minus flags")
    expect(page.locator(".tool.delta")).to_be_disabled()


def test_settings_add_sounds_a_count_of_guesses_coordinates_and_a_pause(page: Page, site: str) -> None:
    page.add_init_script(
        """globalThis.tones = 0;
        const Tone = OscillatorNode;
        globalThis.OscillatorNode = class extends Tone {
          constructor(...values) { super(...values); globalThis.tones += 1; }
        };"""
    )
    prefer(page, site, sound=True, vibration=True, guess_count=True, coordinates=True, blur_pause=True)
    game = GamePage(page, site).lay("4x5", [(0, 0), (2, 4)], rules="classic,first=any")
    guesses = page.locator(".counter.guessed .value")
    game.click(0, 1)
    # One mine is among five cells.
    game.click(3, 0)
    expect(guesses).to_have_text("1 + 0")
    expect(page.locator(".game-status")).to_have_text("(3, 0): no mine around")
    page.evaluate("() => dispatchEvent(new Event('blur'))")
    page.locator(".game-curtain").click()
    # It is certainly a mine.
    game.click(0, 0)
    expect(guesses).to_have_text("1 + 1")
    # One for each move, and two for the loss.
    assert page.evaluate("tones") == 4


@pytest.mark.nightly
def test_a_lost_game_tells_its_figures_and_its_board_and_is_watched(game: GamePage) -> None:
    page = game.page
    page.keyboard.press("y")
    expect(page.locator(".note")).to_contain_text("opens when the game is over")
    game.click(0, 0)
    expect(page.locator(".worth .value")).to_have_text("1")
    expect(page.locator(".efficiency .value")).to_have_text("100 %")
    game.click(0, 4)
    game.ends("lost")
    expect(page.locator(".game-result")).to_contain_text(re.compile(r"3BV 1 of \d+.*Clicks 2"))
    page.keyboard.press("i")
    assert game.layout is not None
    expect(page.get_by_role("dialog").get_by_text(game.layout.format(), exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Watch the game again").click()
    page.wait_for_selector(".screen.replay")


@pytest.mark.nightly
def test_nothing_is_left_of_a_game_that_was_left(game: GamePage) -> None:
    page = game.page
    game.click(0, 3)
    page.keyboard.press("Escape")
    page.wait_for_selector(".screen.start")
    assert page.locator("[data-cell], .press-ring, .board-viewport").count() == 0
    page.go_back()
    page.wait_for_selector(".game-curtain:not([hidden])")


def test_the_line_below_the_board_is_seen_at_any_height_of_the_header(page: Page, site: str) -> None:
    GamePage(page, site).open(board="4x4x4x4", mines=20)
    expect(page.locator(".game-lens canvas")).to_be_visible()
    for quarter in range(4):
        page.evaluate(
            """async (part) => {
              const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
              document.querySelector(".game-head").style.height = `${60 + part}px`;
              await frame();
            }""",
            quarter / 4,
        )
        box = page.locator(".game-foot").bounding_box()
        assert box is not None
        line: Any = {"x": 0, "y": round(box["y"]), "width": box["width"], "height": 1}
        shown = page.screenshot(clip=line)
        page.evaluate("document.querySelector('.game-body').style.visibility = 'hidden'")
        assert page.screenshot(clip=line) == shown, quarter
        page.evaluate("document.querySelector('.game-body').style.visibility = ''")
