"""Twelve games in each browser of the system, and one in both, by real events of mouse and keys.

The moves are those of the same games in Python. Other tests of the page have Chromium alone, among them those of touch:
Playwright can't touch the system's Firefox.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from game_page import GamePage, expect
from hypersweep import Game, Record
from hypersweep.codes import COVERED
from hypersweep.picture.cell_appearance import shown_codes
from hypersweep.session.hint_search import find_advice
from page_server import page_server, silent_tab
from page_waits import assert_before_long, wait_for
from together_server import kept_in, together_server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Playwright

    from hypersweep.typing import Cell

pytestmark = [pytest.mark.slow, pytest.mark.ci_limit(2)]

# . . . 1 #
# . . . 1 1
# 1 1 . . .
# # 1 . 1 1
# 1 1 . 1 #
MINES = [(0, 4), (3, 0), (4, 4)]
OPENING = "classic,first=opening"


@pytest.fixture(
    params=[
        pytest.param("chromium", marks=pytest.mark.needs("browser")),
        pytest.param("firefox", marks=pytest.mark.needs("firefox")),
    ]
)
def browser(driver: Playwright, request: pytest.FixtureRequest) -> Browser:
    """Each browser."""
    started: Browser = request.getfixturevalue(request.param)
    return started


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty tab in that browser; the test fails if its console shows a warning."""
    with silent_tab(browser) as page:
        yield page


def laid(page: Page, site: str, **query: str) -> tuple[GamePage, Game]:
    """A small board with three mines, and the same game in Python."""
    game = GamePage(page, site).lay("5x5", MINES, **query)
    return game, Game(layout=game.layout, rules="classic,first=any")


def dealt(
    page: Page, site: str, board: str, mines: int, first: tuple[int, ...], seed: int, rules: str = OPENING
) -> tuple[GamePage, Game]:
    """A board of a seed, and the same game in Python, whose first cell is open."""
    game, native = GamePage(page, site), Game(board, mines, seed=seed, rules=rules)
    native.open(first)
    game.layout = native.layout
    return game.open(board=board, mines=mines, seed=seed, rules=rules), native


def go_on(game: GamePage) -> None:
    """Continue a game that was paused when it was left."""
    game.page.wait_for_selector(".game-curtain:not([hidden])")
    game.keys("p")


def win(game: GamePage, native: Game, press: Callable[..., object]) -> None:
    """Open all other cells without a mine, zeros first, and check the board at the end."""
    assert native.layout is not None
    safe = (cell for cell in native.grid if not native.layout.is_mine(cell))
    for cell in sorted(safe, key=native.layout.clue):
        if not native.is_open(cell):
            press(*cell)
            native.open(cell)
    game.ends("won")
    expect(game.page.locator(".game-result")).to_contain_text(re.compile(r"You won in \d+\.\d{3} s"))
    expect(game.page.locator(".mines .value")).to_have_text("0")
    game.expect(shown_codes(native))


def test_left_clicks_win_the_beginners_board(page: Page, site: str) -> None:
    game, native = dealt(page, site, "9x9", 10, (4, 4), 7)
    game.click(4, 4)
    game.expect(native.codes())
    win(game, native, game.click)


def test_a_large_board_without_guesses_is_won(page: Page, site: str) -> None:
    # Few mines, so few clicks: 36 of them instead of the expert's 156.
    game, native = dealt(page, site, "16x30", 40, (8, 15), 4, f"{OPENING},guess=never")
    game.click(8, 15)
    game.expect(native.codes())
    win(game, native, game.click)


def test_both_buttons_and_the_middle_one_chord(page: Page, site: str) -> None:
    game, native = laid(page, site)
    for number, mine in (((0, 3), (0, 4)), ((4, 1), (3, 0))):
        game.click(*number)
        game.click(*mine, button="right")
        if mine == (0, 4):
            game.multi(*number)
        else:
            game.click(*number, button="middle")
        native.open(number)
        native.flag(mine)
        native.chord(number)
        game.expect(shown_codes(native))
    game.ends("won")


def test_three_dimensions_are_won_and_the_game_is_saved_as_a_file(page: Page, site: str, downloads: Path) -> None:
    before = set(downloads.iterdir())

    def saved() -> list[Path]:
        # Firefox reserves the name with an empty file, and writes another one meanwhile.
        new = set(downloads.iterdir()) - before
        return [each for each in new if each.suffix != ".part" and each.stat().st_size]

    game, native = dealt(page, site, "3x4x5", 4, (1, 2, 2), 7)
    game.click(1, 2, 2)
    win(game, native, game.click)
    page.goto(f"{site}/#/settings")
    page.get_by_role("button", name="Export games").click()
    # Firefox doesn't tell Playwright of downloads. Each browser names files in its own way.
    assert_before_long(page, lambda: bool(saved()))
    [file] = saved()
    record = Record.parse(file.read_text(encoding="utf-8"))
    assert record.layout == native.layout
    assert len([each for each in record.events if each.kind == "open"]) == len(native.moves)


def test_four_dimensions_are_won_with_keys_alone(page: Page, site: str) -> None:
    game, native = dealt(page, site, "3x4x2x3", 4, (0, 0, 0, 0), 7)

    def press(*cell: int) -> None:
        game.keys("g")
        for key, place in zip(("ArrowDown", "ArrowRight", "d", "s"), cell, strict=True):
            game.keys(*[key] * place)
        game.keys("Enter")

    press(0, 0, 0, 0)
    game.expect(native.codes())
    win(game, native, press)


def test_one_dimension_is_won_with_flags_by_the_right_button(page: Page, site: str) -> None:
    mines = [(3,), (4,), (11,)]
    game = GamePage(page, site).lay("20", mines)
    native = Game(layout=game.layout, rules="classic,first=any")
    for mine in mines:
        game.click(*mine, button="right")
        native.flag(mine)
    game.expect(native.codes())
    expect(page.locator(".mines .value")).to_have_text("0")
    # A flag comes off again, and protects what it covers.
    game.click(3, button="right")
    expect(game.cell(3)).to_have_attribute("aria-label", "covered, cell 3")
    game.click(3, button="right")
    game.click(4)
    game.expect(native.codes())
    win(game, native, game.click)


def test_moves_are_undone_and_redone_even_the_last(page: Page, site: str) -> None:
    game, native = laid(page, site)
    game.click(0, 0)
    native.open((0, 0))
    game.expect(native.codes())
    page.get_by_role("button", name="Take the latest move back").click()
    game.expect([COVERED] * 25)
    game.keys("U")
    game.expect(native.codes())
    game.click(4, 4)
    game.ends("lost")
    game.keys("u")
    game.expect(native.codes())
    win(game, native, game.click)


def test_a_hint_is_taken(page: Page, site: str) -> None:
    game, native = laid(page, site)
    game.click(0, 0)
    native.open((0, 0))
    advice = find_advice(native.view)
    # The board shows the numbers by which the texts name cells: clues first, then what they settle.
    numbers = {cell: number for number, cell in enumerate((*advice.clues, *advice.cells))}

    def circled(cell: Cell) -> str:
        return "①②③④⑤⑥⑦⑧⑨"[numbers.setdefault(cell, len(numbers))]

    for level in range(1, advice.levels + 1):
        game.keys("?")
        hint = advice.hint(level, circled)
        # Where a text doesn't fit, a shorter one is shown.
        said = re.compile("|".join(map(re.escape, (hint.text, *hint.shorter))))
        expect(page.locator(".note")).to_have_text(said)
    assert advice.kind == "safe"
    for cell in advice.cells:
        game.click(*cell)
        native.open(cell)
    game.ends("won")
    game.expect(shown_codes(native))


def test_a_game_in_german_is_lost(browser: Browser, site: str) -> None:
    with silent_tab(browser, locale="de-DE") as page:
        game, _ = laid(page, site)
        game.click(0, 4)
        game.ends("verloren")
        assert page.evaluate("document.documentElement.lang") == "de"
        expect(game.cell(0, 4)).to_have_attribute("aria-label", "explodierte Mine, Zeile 0 Spalte 4")


def test_a_game_goes_on_after_a_reload(page: Page, site: str) -> None:
    game, native = laid(page, site)
    game.click(0, 0)
    native.open((0, 0))
    game.click(0, 4, button="right")
    native.flag((0, 4))
    game.expect(native.codes())
    page.wait_for_function("() => location.hash.includes('saved')")
    page.reload()
    go_on(game)
    game.expect(native.codes())
    win(game, native, game.click)


def test_a_game_of_the_start_screen_is_left_and_resumed(page: Page, site: str) -> None:
    page.goto(f"{site}/")
    page.locator(".card[data-board=beginner]").click()
    game = GamePage(page, site)
    game.wait()
    game.keys("Enter")
    page.wait_for_function("() => location.hash.includes('saved')")
    # The labels of an opening follow its first cell.
    opened = int(wait_for(page, "() => document.body.innerText.match(/opened ([0-9]+) cells/)?.[1]"))
    assert_before_long(page, lambda: sum(code != COVERED for code in game.codes()) == opened)
    codes = game.codes()
    # The first click is never a number.
    assert codes[40] == 0
    page.get_by_role("link", name="Resume").click()
    page.locator(".screen.resume .running a").click()
    go_on(game)
    game.expect(codes)


def test_a_game_is_won_without_the_server(browser: Browser) -> None:
    with silent_tab(browser, service_workers="allow") as page:
        with page_server() as address:
            page.goto(f"{address}/")
            page.wait_for_function("navigator.serviceWorker.controller !== null")
        # Firefox reports scripts that a page was still loading when it was left.
        page.reload(wait_until="networkidle")
        game, native = laid(page, address)
        win(game, native, game.click)


@pytest.mark.needs("browser", "firefox")
def test_one_room_in_both_browsers(chromium: Browser, firefox: Browser, tmp_path: Path) -> None:
    with (
        together_server(kept_in(tmp_path)) as address,
        silent_tab(chromium) as ann,
        silent_tab(firefox) as bob,
    ):
        ann.goto(f"{address}/#/lobby")
        ann.get_by_role("radio", name="Co-op").check()
        ann.get_by_role("checkbox", name="With a chat").check()
        ann.locator("[data-board=beginner]").click()
        bob.goto(ann.locator("#room-invite").input_value())
        for page in (ann, bob):
            page.locator(".room-chat summary").click()
            expect(page.locator(".room-members li")).to_have_count(2)
        # Each sees the other's move and message, wherever they were made.
        for page, other, cell in ((bob, ann, 0), (ann, bob, 80)):
            page.locator(f'[data-cell="{cell}"]').click(button="right")
            expect(other.locator(f'[data-cell="{cell}"]')).to_have_attribute("aria-label", re.compile("^flag"))
            page.fill("#room-say", "hello")
            page.keyboard.press("Enter")
            expect(other.locator(".room-lines")).to_contain_text("hello")
        # A reload keeps the member.
        bob.reload()
        expect(bob.locator(".room-members")).to_contain_text("(you)")
        expect(bob.locator('[data-cell="80"]')).to_have_attribute("aria-label", re.compile("^flag"))
        expect(ann.locator(".room-members li")).to_have_count(2)
