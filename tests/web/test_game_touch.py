"""A game by touch alone, on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from game_page import GamePage, expect, prefer
from hypersweep import Game
from hypersweep.codes import COVERED, FLAGGED
from page_server import silent_tab

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

MINES = [(0, 4), (3, 0), (4, 4)]


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    """A tab of a phone; the test fails if its console shows a warning."""
    with silent_tab(chromium, 360, 740, has_touch=True, is_mobile=True, device_scale_factor=2) as page:
        yield page


@pytest.fixture
def game(phone: Page, site: str) -> GamePage:
    """A small board with three mines."""
    return GamePage(phone, site).lay("5x5", MINES)


def play(game: GamePage, *moves: tuple[str, tuple[int, ...]]) -> Game:
    """A game with these moves, as it ought to be."""
    native = Game(layout=game.layout, rules="classic,first=any")
    for kind, cell in moves:
        getattr(native, kind)(cell)
    return native


@pytest.mark.nightly
def test_a_tap_opens_and_on_a_number_it_chords(game: GamePage) -> None:
    game.tap(0, 3)
    game.expect(play(game, ("open", (0, 3))).codes())
    game.hold(0, 4)
    game.expect(play(game, ("open", (0, 3)), ("flag", (0, 4))).codes())
    game.tap(0, 3)
    game.expect(play(game, ("open", (0, 3)), ("flag", (0, 4)), ("chord", (0, 3))).codes())


# A promise of how long the ring takes to fill, and of the label of the cell meanwhile: a slow test may miss the ring.
FILLING = """() => {
  window.filling = new Promise((found) => {
    new MutationObserver((_, own) => {
      const ring = document.querySelector(".press-ring .filling");
      if (!ring) return;
      own.disconnect();
      const { duration } = ring.getAnimations()[0].effect.getTiming();
      found([duration, document.querySelector("[data-cell='4']").getAttribute("aria-label")]);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
}"""


def test_a_long_press_is_seen_to_fill_before_it_flags(game: GamePage) -> None:
    page = game.page
    page.evaluate(FILLING)
    game.touch("touchStart", game.place(0, 4))
    duration, label = page.evaluate("window.filling")
    assert duration > 200
    assert label == "covered, row 0 column 4"
    # It counts while the finger is still there, and its going away does nothing more.
    expect(game.cell(0, 4)).to_have_attribute("aria-label", "flag, row 0 column 4")
    assert page.locator(".press-ring").count() == 0
    game.touch("touchEnd")
    game.stays()


@pytest.mark.nightly
def test_a_long_press_takes_as_long_as_the_settings_say(game: GamePage) -> None:
    page = game.page
    page.goto(f"{game.site}/#/settings")
    field = page.locator("input[name=long_press], #long_press, [id*=long_press]").first
    field.evaluate("(each) => (each.value = '1000')")
    for name in ("input", "change"):
        field.dispatch_event(name)
    game.lay("5x5", MINES)
    page.evaluate(FILLING)
    game.touch("touchStart", game.place(0, 4))
    duration, _ = page.evaluate("window.filling")
    assert duration > 800
    game.touch("touchEnd")
    expect(page.locator(".press-ring")).to_have_count(0)


def test_a_touch_that_slides_away_and_a_second_finger_do_nothing(game: GamePage) -> None:
    game.hold_back(0, 4)
    game.stays()
    one, other = game.place(0, 4), game.place(4, 0)
    game.touch("touchStart", one)
    game.touch("touchStart", one, other)
    game.touch("touchEnd", one)
    game.touch("touchEnd")
    game.stays()
    assert set(game.codes()) == {COVERED}


@pytest.mark.nightly
def test_in_flag_mode_a_tap_flags_and_a_long_press_opens(game: GamePage) -> None:
    page = game.page
    page.get_by_role("button", name="Flag mode").tap()
    game.tap(0, 4)
    game.expect(play(game, ("flag", (0, 4))).codes())
    game.hold(0, 3)
    game.expect(play(game, ("flag", (0, 4)), ("open", (0, 3))).codes())
    game.tap(0, 3)
    game.expect(play(game, ("flag", (0, 4)), ("open", (0, 3)), ("chord", (0, 3))).codes())


@pytest.mark.nightly
def test_tap_and_hold_can_be_swapped_for_good(game: GamePage) -> None:
    prefer(game.page, game.site, swap_touch=True)
    game.lay("5x5", MINES)
    game.tap(0, 4)
    game.expect(play(game, ("flag", (0, 4))).codes())
    game.hold(0, 3)
    game.expect(play(game, ("flag", (0, 4)), ("open", (0, 3))).codes())


@pytest.mark.nightly
def test_two_fingers_zoom_around_what_is_between_them(game: GamePage) -> None:
    page = game.page
    game.lay("30x30", [(0, 0)])
    box = page.locator(".board-viewport").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = game.cell(15, 15).bounding_box()
    assert before is not None
    at = page.evaluate(
        "([x, y]) => document.elementsFromPoint(x, y).find((each) => each.dataset.cell)?.dataset.cell", [x, y]
    )
    game.touch("touchStart", (x - 30, y), (x + 30, y))
    for width in (40, 50, 60):
        game.touch("touchMove", (x - width, y), (x + width, y))
    game.touch("touchEnd")
    page.wait_for_function(
        "(width) => document.querySelector('[data-cell=\"465\"]').getBoundingClientRect().width > width * 1.7",
        arg=before["width"],
    )
    after = page.evaluate(
        "([x, y]) => document.elementsFromPoint(x, y).find((each) => each.dataset.cell)?.dataset.cell", [x, y]
    )
    assert after == at
    game.stays()
    assert set(game.codes()) == {COVERED}
    zoomed = game.cell(15, 15).bounding_box()
    assert zoomed is not None
    page.wait_for_timeout(400)
    page.reload()
    game.wait()
    page.wait_for_function(
        "(width) => document.querySelector('[data-cell=\"465\"]').getBoundingClientRect().width === width",
        arg=zoomed["width"],
    )


@pytest.mark.nightly
def test_one_finger_scrolls_and_presses_nothing(game: GamePage) -> None:
    page = game.page
    game.lay("40x40", [(0, 0)])
    viewport = page.locator(".board-viewport")
    before = viewport.evaluate("(each) => each.scrollTop")
    x, y = 180, 500
    game.touch("touchStart", (x, y))
    for step in range(1, 13):
        game.touch("touchMove", (x, y - 15 * step))
    game.touch("touchEnd")
    page.wait_for_function("([each, before]) => each.scrollTop > before + 60", arg=[viewport.element_handle(), before])
    game.stays()
    assert set(game.codes()) == {COVERED}


@pytest.mark.nightly
@pytest.mark.parametrize("board", ["5x5", "3x4x3", "3x3x2x2"])
def test_games_of_any_dimension_are_won_and_lost(phone: Page, site: str, board: str) -> None:
    corner = tuple(0 for _ in board.split("x"))
    game = GamePage(phone, site).lay(board, [corner])
    assert game.layout is not None
    game.hold(*corner)
    wanted = play(game, ("flag", corner))
    game.expect(wanted.codes())
    assert game.codes()[0] == FLAGGED
    last = tuple(side - 1 for side in game.layout.grid.shape)
    game.tap(*last)
    wanted.open(last)
    for cell in game.layout.grid:
        if cell != corner and not wanted.is_open(cell):
            game.tap(*cell)
            wanted.open(cell)
    game.ends("won")
    expect(phone.locator(".game-result .figures")).to_be_visible()
    cut = """() => [...document.querySelectorAll(".game-result, .game-words, .game-state")].filter((each) =>
      each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
        .map((each) => each.className)"""
    assert phone.evaluate(cut) == []
    game.expect(wanted.codes())
    phone.get_by_role("button", name="More", exact=True).tap()
    phone.get_by_role("button", name="The same board again").tap()
    expect(game.state).not_to_contain_text("won")
    game.expect([COVERED] * game.layout.grid.cells)
    game.tap(*corner)
    game.ends("lost")


@pytest.mark.nightly
def test_a_phone_that_is_turned_gives_the_board_its_room_and_shows_the_cell(phone: Page, site: str) -> None:
    game = GamePage(phone, site).lay("16x30", [(0, 4), (15, 0)])
    cell = game.cell(15, 29)
    for width, height, least in ((740, 360, 0.65), (360, 740, 0.6)):
        # Far from the view of a turned phone without it.
        game.keys("End", *["ArrowDown"] * 15)
        expect(cell).to_be_focused()
        phone.set_viewport_size({"width": width, "height": height})
        phone.wait_for_function(
            """([index, least]) => {
              const host = document.querySelector(".game-board").getBoundingClientRect();
              const box = document.querySelector(`[data-cell="${index}"]`).getBoundingClientRect();
              const isAcross = box.left >= host.left && box.right <= host.right;
              const isDown = box.top >= host.top && box.bottom <= host.bottom;
              return isAcross && isDown && host.height > least * innerHeight;
            }""",
            arg=[479, least],
        )
