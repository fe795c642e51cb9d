"""A game by keyboard alone: the terminal's keys, from the same table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from game_page import GamePage, expect, prefer
from hypersweep import Game
from hypersweep.codes import COVERED, FLAGGED
from hypersweep.picture.cell_appearance import shown_codes
from page_waits import assert_before_long

if TYPE_CHECKING:
    from playwright.sync_api import Page

MINES = [(0, 4), (3, 0), (4, 4)]


@pytest.fixture
def game(page: Page, site: str) -> GamePage:
    """A small board with three mines."""
    return GamePage(page, site).lay("5x5", MINES)


def here(game: GamePage) -> int:
    """The cell that has the focus."""
    return int(game.page.evaluate("() => document.activeElement.dataset.cell ?? -1"))


def at(game: GamePage, *cell: int) -> None:
    """Wait until the cursor is there."""
    assert game.layout is not None
    index = game.layout.grid.index(cell)
    game.page.wait_for_function("(index) => document.activeElement.dataset.cell === String(index)", arg=index)


def test_the_cursor_begins_in_the_middle_with_the_focus(game: GamePage) -> None:
    at(game, 2, 2)
    expect(game.page.locator(".game-status")).to_have_text("covered")


@pytest.mark.nightly
def test_every_move_of_the_cursor(page: Page, site: str) -> None:
    game = GamePage(page, site).lay("3x4x5x2x2x2", [(0, 0, 0, 0, 0, 0)])
    at(game, 1, 2, 2, 1, 1, 1)
    for keys, cell in (
        ("ArrowLeft", (1, 1, 2, 1, 1, 1)),
        ("l", (1, 2, 2, 1, 1, 1)),
        ("ArrowUp", (0, 2, 2, 1, 1, 1)),
        ("j", (1, 2, 2, 1, 1, 1)),
        ("a", (1, 2, 1, 1, 1, 1)),
        ("w", (1, 2, 1, 0, 1, 1)),
        ("Shift+A", (1, 2, 1, 0, 0, 1)),
        ("Shift+W", (1, 2, 1, 0, 0, 0)),
        ("2 d", (1, 2, 3, 0, 0, 0)),
        ("0", (1, 0, 3, 0, 0, 0)),
        ("End", (1, 3, 3, 0, 0, 0)),
        ("PageUp", (0, 3, 3, 0, 0, 0)),
        ("2 ,", (0, 3, 2, 0, 0, 0)),
        (".", (0, 3, 3, 0, 0, 0)),
        ("<", (0, 3, 0, 0, 0, 0)),
        ("G", (2, 3, 4, 1, 1, 1)),
        ("g", (0, 0, 0, 0, 0, 0)),
        ("1 2 ArrowRight", (0, 3, 0, 0, 0, 0)),
    ):
        game.keys(*keys.split())
        at(game, *cell)
    game.keys("9", ".")
    expect(page.locator(".note")).to_contain_text("There is no axis 9")


@pytest.mark.nightly
def test_enter_opens_and_chords_and_space_flags_and_chords(game: GamePage) -> None:
    native = Game(layout=game.layout, rules="classic,first=any")
    game.keys("g", "3", "ArrowRight", "Enter")
    native.open((0, 3))
    game.expect(native.codes())
    game.keys("ArrowRight", " ")
    native.flag((0, 4))
    game.expect(native.codes())
    game.keys("ArrowLeft", " ")
    native.chord((0, 3))
    game.expect(native.codes())
    game.keys("g", "f")
    game.stays()
    expect(game.page.locator(".note")).to_contain_text("only covered cells")


def test_keys_typed_ahead_act_in_their_order(game: GamePage) -> None:
    native = Game(layout=game.layout, rules="classic,first=any")
    # All of it in one go: whether Space flags or chords depends on what came before.
    keys = ["g", "3", "ArrowRight", "Enter", "ArrowRight", " ", "ArrowLeft", " ", "g", "Enter", "u"]
    game.page.evaluate(
        """(keys) => {
          for (const key of keys) {
            const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
            document.activeElement.dispatchEvent(event);
          }
        }""",
        keys,
    )
    for act, cell in ((native.open, (0, 3)), (native.flag, (0, 4)), (native.chord, (0, 3)), (native.open, (0, 0))):
        act(cell)
    native.undo()
    game.expect(native.codes())


@pytest.mark.nightly
def test_a_key_that_is_held_down_acts_once(game: GamePage) -> None:
    page = game.page
    game.keys("g", "4", "ArrowRight")
    at(game, 0, 4)
    for _ in range(4):
        page.keyboard.down("Space")
    page.keyboard.up("Space")
    flagged = [COVERED] * 25
    flagged[4] = FLAGGED
    game.expect(flagged)
    game.stays()
    for _ in range(4):
        page.keyboard.down("ArrowLeft")
    page.keyboard.up("ArrowLeft")
    at(game, 0, 0)


@pytest.mark.nightly
def test_undo_and_redo(game: GamePage) -> None:
    native = Game(layout=game.layout, rules="classic,first=any")
    game.keys("g", "Enter")
    native.open((0, 0))
    game.expect(native.codes())
    game.keys("u")
    game.expect([COVERED] * 25)
    game.keys("U")
    game.expect(native.codes())
    game.keys("G", "Enter")
    game.ends("lost")
    game.keys("u")
    game.expect(native.codes())
    expect(game.state).not_to_contain_text("lost")
    expect(game.page.locator(".game-result")).to_be_hidden()
    game.keys("u", "u")
    expect(game.page.locator(".note")).to_contain_text("no move to take back")


@pytest.mark.nightly
def test_n_goes_to_what_is_worth_a_look(game: GamePage) -> None:
    game.keys("g", "Enter", "G")
    at(game, 4, 4)
    game.keys("n")
    cell = here(game)
    assert game.codes()[cell] > 0
    game.keys("N")
    assert game.codes()[here(game)] > 0


@pytest.mark.nightly
def test_what_the_settings_say_of_finished_acts_is_asked_for(game: GamePage) -> None:
    page = game.page
    prefer(page, game.site, confirm_final=True)
    game.lay("5x5", MINES)
    game.keys("g", "Enter")
    expect(page.locator(".note")).to_contain_text("Do the same again to open it")
    game.stays()
    game.keys("Enter")
    expect(game.cell(0, 0)).to_have_attribute("aria-label", "no mine around, row 0 column 0")


@pytest.mark.nightly
def test_shift_by_itself_dims_what_is_not_around(game: GamePage) -> None:
    page = game.page
    picture = page.locator(".board-viewport canvas")
    before = picture.screenshot()
    page.keyboard.down("Shift")
    assert_before_long(page, lambda: picture.screenshot() != before)
    page.keyboard.up("Shift")
    assert_before_long(page, lambda: picture.screenshot() == before)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "board", ["7", "3x4x3", *(pytest.param(each, marks=pytest.mark.slow) for each in ("4x5", "3x3x2x2", "2x2x2x2x2"))]
)
def test_games_of_any_dimension_are_won_and_lost(page: Page, site: str, board: str) -> None:
    corner = tuple(0 for _ in board.split("x"))
    game = GamePage(page, site).lay(board, [corner])
    assert game.layout is not None
    native = Game(layout=game.layout, rules="classic,first=any")
    game.keys("G", "Enter")
    last = tuple(side - 1 for side in game.layout.grid.shape)
    native.open(last)
    for cell in game.layout.grid:
        if cell != corner and not native.is_open(cell):
            game.keys("g")
            for axis, place in enumerate(cell):
                if place:
                    game.keys(str(axis), ">", *[","] * (game.layout.grid.shape[axis] - 1 - place))
            at(game, *cell)
            game.keys("Enter")
            native.open(cell)
    game.ends("won")
    game.expect(shown_codes(native))
    game.keys("t", "g", "Enter")
    game.ends("lost")
