"""The windowed rules and other uses of the mouse, with real mouse events."""

from __future__ import annotations

from time import time
from typing import TYPE_CHECKING

import pytest

from button_sequences import SEQUENCES
from game_page import GamePage, expect
from hypersweep import Game
from hypersweep.codes import COVERED, FLAGGED

if TYPE_CHECKING:
    from playwright.sync_api import Page

# . . . 1 #
# . . . 1 1
# 1 1 . . .
# # 1 . 1 1
# 1 1 . 1 #
MINES = [(0, 4), (3, 0), (4, 4)]
BOARD = "5x5"


@pytest.fixture
def game(page: Page, site: str) -> GamePage:
    """A small board with three mines."""
    return GamePage(page, site).lay(BOARD, MINES)


@pytest.fixture
def native(game: GamePage) -> Game:
    """The same game in Python, as the reference."""
    return Game(layout=game.layout, rules="classic,first=any")


@pytest.mark.parametrize("rules", ["classic", "windowed"])
def test_buttons_make_the_moves_of_the_table(page: Page, site: str, rules: str) -> None:
    game = GamePage(page, site).lay(BOARD, MINES, rules=rules)
    native = Game(layout=game.layout, rules=f"{rules},first=any")
    cells = {"here": (0, 3), "there": (2, 2)}
    game.click(0, 4, button="right")
    native.flag((0, 4))
    for is_open in (False, True):
        if is_open:
            game.click(*cells["here"])
            native.open(cells["here"])
        before = list(native.codes())
        game.expect(before)
        places = {name: game.place(*cell) for name, cell in cells.items()} | {"": (5.0, 5.0)}
        for name, steps, covered, number, quiet in SEQUENCES:
            if name == "left pressed twice":  # no browser loses the release of a button that is pressed again
                continue
            for button, is_down, place in steps:
                page.mouse.move(*places[place])
                (page.mouse.down if is_down else page.mouse.up)(button=button)  # type: ignore[arg-type]
            move = covered if not is_open else number if rules == "classic" else quiet
            if not (move and getattr(native, move)(cells["here"])):
                game.stays()
            game.expect(native.codes())
            if list(native.codes()) != before:
                game.keys("u")
                native.undo()
            game.expect(before)


def test_the_windowed_game_is_played_with_the_mouse(page: Page, site: str) -> None:
    game = GamePage(page, site).lay(BOARD, MINES, rules="windowed")
    native = Game(layout=game.layout, rules="windowed")
    # Right sets a flag, and does nothing to one.
    for _ in range(2):
        game.click(0, 3, button="right")
        native.flag((0, 3))
        game.expect(native.codes())
    # Left opens a flagged cell.
    game.click(0, 3)
    native.open((0, 3))
    game.expect(native.codes())


def test_a_cascade_leaves_flags_covered(game: GamePage, native: Game) -> None:
    game.click(1, 1, button="right")
    game.click(2, 2)
    native.flag((1, 1))
    native.open((2, 2))
    game.expect(native.codes())
    assert game.codes()[6] == FLAGGED


@pytest.mark.nightly
def test_right_flags_when_it_is_let_go_and_takes_the_flag_away(game: GamePage) -> None:
    page = game.page
    page.mouse.move(*game.place(0, 4))
    page.mouse.down(button="right")
    game.stays()
    page.mouse.up(button="right")
    expect(game.cell(0, 4)).to_have_attribute("aria-label", "flag, row 0 column 4")
    expect(page.locator(".mines .value")).to_have_text("2")
    game.click(0, 4, button="right")
    expect(game.cell(0, 4)).to_have_attribute("aria-label", "covered, row 0 column 4")
    game.click(0, 3)
    expect(game.cell(0, 3)).to_have_attribute("aria-label", "1, row 0 column 3")
    game.click(0, 3, button="right")
    game.stays()


@pytest.mark.nightly
def test_clicks_do_nothing_where_they_may_not(game: GamePage, native: Game) -> None:
    game.multi(0, 3)
    game.stays()
    assert game.codes().count(COVERED) == 25
    game.click(0, 3)
    native.open((0, 3))
    game.expect(native.codes())
    # Too few flags, then too many, on one of which is the left button.
    game.multi(0, 3)
    game.stays()
    for cell in ((0, 4), (1, 4)):
        game.click(*cell, button="right")
        native.flag(cell)
    game.expect(native.codes())
    game.multi(0, 3)
    game.click(0, 4)
    game.stays()
    # A zero.
    game.click(4, 2)
    native.open((4, 2))
    game.expect(native.codes())
    game.multi(4, 2)
    game.click(4, 2)
    game.stays()


@pytest.mark.nightly
def test_a_multi_click_beside_a_wrong_flag_loses(game: GamePage, native: Game) -> None:
    game.click(0, 3)
    game.click(1, 4, button="right")
    game.multi(0, 3)
    for act, cell in ((native.open, (0, 3)), (native.flag, (1, 4)), (native.chord, (0, 3))):
        act(cell)
    game.ends("lost")
    game.expect(native.codes())


@pytest.mark.nightly
def test_a_mine_loses(game: GamePage, native: Game) -> None:
    game.click(0, 4)
    native.open((0, 4))
    game.ends("lost")
    game.expect(native.codes())
    expect(game.page.locator(".live")).to_contain_text("The mine at row 0 column 4 went off")
    game.click(0, 0)
    game.stays()
    expect(game.page.locator(".note")).to_contain_text("The game is over")


@pytest.mark.nightly
def test_a_drag_counts_where_it_began_and_ends(game: GamePage) -> None:
    page = game.page
    # From beside the board.
    x, y = game.place(0, 3)
    page.mouse.move(3, y)
    page.mouse.down()
    page.mouse.move(x, y)
    page.mouse.up()
    game.stays()
    # Back to the first cell.
    page.mouse.down()
    page.mouse.move(*game.place(2, 3))
    page.mouse.move(x, y)
    page.mouse.up()
    expect(game.cell(0, 3)).to_have_attribute("aria-label", "1, row 0 column 3")


@pytest.mark.nightly
def test_the_menu_of_the_browser_stays_away_from_the_board_alone(game: GamePage) -> None:
    page = game.page
    page.evaluate("() => addEventListener('contextmenu', (event) => (window.menu = event.defaultPrevented))")
    game.click(0, 0, button="right")
    assert page.evaluate("() => window.menu") is True
    page.locator(".game-name").click(button="right")
    assert page.evaluate("() => window.menu") is False


@pytest.mark.nightly
def test_the_wheel_scrolls_and_with_ctrl_it_zooms(page: Page, site: str) -> None:
    game = GamePage(page, site).lay("60x60", [(0, 0)])
    viewport = page.locator(".board-viewport")
    before = viewport.evaluate("(each) => each.scrollTop")
    page.mouse.move(500, 400)
    page.mouse.wheel(0, 200)
    page.wait_for_function("([each, before]) => each.scrollTop > before", arg=[viewport.element_handle(), before])
    width = game.cell(30, 30).bounding_box()["width"]  # type: ignore[index]
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_function(
        "(width) => document.querySelector('[data-cell=\"1830\"]').getBoundingClientRect().width > 1.2 * width",
        arg=width,
    )


@pytest.mark.nightly
def test_a_double_click_that_led_here_opens_nothing(page: Page, site: str) -> None:
    page.goto(f"{site}/#/help")
    page.wait_for_selector("h1, h2")
    page.evaluate(
        "() => addEventListener('click', () => (location.hash = '#/game?board=9x9&mines=10'), { once: true })"
    )
    events = page.context.new_cdp_session(page)
    begun = time()
    game = GamePage(page, site)
    for count in (1, 2):
        for kind in ("mousePressed", "mouseReleased"):
            place = {"x": 500, "y": 400, "button": "left", "clickCount": count, "timestamp": begun + count / 5}
            events.send("Input.dispatchMouseEvent", {"type": kind, **place})
        page.wait_for_selector("[data-cell]", state="attached")
    game.stays()
    assert set(game.codes()) == {COVERED}
    # A second later it counts.
    for kind in ("mousePressed", "mouseReleased"):
        place = {"x": 500, "y": 400, "button": "left", "clickCount": 1, "timestamp": begun + 2}
        events.send("Input.dispatchMouseEvent", {"type": kind, **place})
    expect(page.locator(".time .value")).not_to_have_text("")
    page.wait_for_function("() => location.hash.includes('saved')")
