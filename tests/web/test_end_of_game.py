"""The end of a game: a card with the result, which neither moves nor covers the board, and a wave over a board won."""

from __future__ import annotations

import re
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from game_page import GamePage, expect
from hypersweep import Game, Grid, Layout, Outcome
from hypersweep.daily import daily_board
from hypersweep.ui_model.game_texts import UNRANKED_BY
from page_server import silent_tab
from page_waits import wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


# All mines but a few are around the first cell: the first move opens most of the board, the last one that cell.
_GRID = Grid("4x4x4x4")
FOUR = Layout(_GRID, [*_GRID.neighbours((0, 0, 0, 0)), *((3, 3, 3, column) for column in range(4)), (0, 0, 3, 3)])
FLAT = Layout("9x9", [*((0, column) for column in range(9)), (2, 0)])
LANGUAGES = ["de-DE", "en-GB"]
# Of windows in pixels; a test tries every 16 pixels from each of them to the next.
WIDTHS = range(320, 1921, 320)


@contextmanager
def _game(chromium: Browser, site: str, size: tuple[int, int], language: str = "en-GB") -> Iterator[GamePage]:
    with silent_tab(chromium, *size, locale=language) as page:
        yield GamePage(page, site)


def _places(game: GamePage) -> Any:
    """Return the places of the first cell, the board and the permanent buttons."""
    return game.page.evaluate(
        """() => ["[data-cell='0']", ".game-board", ".game-tools .new", ".game-tools .undo"].map((name) => {
          const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
          return [name, x, y, width, height];
        })"""
    )


def _focus(game: GamePage, index: int) -> None:
    game.page.locator(f"[data-cell='{index}']").evaluate("(cell) => cell.focus()")


def _open(game: GamePage, *cells: int) -> None:
    for index in cells:
        _focus(game, index)
        game.keys("Enter")
    label = re.compile("covered|verdeckt")
    expect(game.page.locator(f"[data-cell='{cells[-1]}']")).not_to_have_attribute("aria-label", label)


def _plan(layout: Layout) -> list[int]:
    """Return cells to open one after another until the game is won."""
    game = Game(layout=layout)
    opened = []
    for cell in reversed(list(layout.grid)):
        if not layout.is_mine(cell) and game.outcome is Outcome.ONGOING and game[cell] < 0:
            game.open(cell)
            opened.append(layout.grid.index(cell))
    return opened


def _end(game: GamePage, outcome: str, last: int, begun: Any) -> None:
    """End a game by a cell, and take that back.

    Args:
        begun: the places before the first move.
    """
    top = game.page.locator(".game-top")
    _focus(game, last)
    before = _places(game)
    # The focus may have scrolled the cells.
    assert before[1:] == begun[1:], f"before a game is {outcome}"
    _open(game, last)
    expect(top).to_have_attribute("data-outcome", outcome)
    expect(game.page.locator(".game-result .figures")).not_to_be_empty()
    assert _places(game) == before, f"when a game is {outcome}"
    # The first undo warns of its cost.
    game.keys("u", "u")
    expect(top).to_have_attribute("data-outcome", "ongoing")
    assert _places(game) == before, f"when a game that was {outcome} goes on"


def _check_ends(chromium: Browser, site: str, size: tuple[int, int], language: str, *layouts: Layout) -> None:
    with _game(chromium, site, size, language) as game:
        for layout in layouts:
            _play_ends(game, layout)


def _play_ends(game: GamePage, layout: Layout) -> None:
    """Win and lose a game."""
    game.page.goto("about:blank")
    game.open(layout=layout.format())
    game.page.locator("[data-cell='0']").wait_for(state="attached")
    begun = _places(game)
    *others, last = _plan(layout)
    _open(game, *others)
    _end(game, "won", last, begun)
    _end(game, "lost", layout.grid.index(next(layout.mine_cells())), begun)


def test_the_end_of_a_game_and_an_undo_after_it_move_nothing(chromium: Browser, site: str) -> None:
    for size in ((390, 844), (1024, 768)):
        for language in LANGUAGES:
            _check_ends(chromium, site, size, language, FOUR)


@pytest.mark.nightly
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(320, 256), (320, 640), (360, 640), (844, 390), (800, 600), (1200, 800), (1366, 768)])
def test_on_no_screen_does_the_end_of_a_game_move_anything(
    size: tuple[int, int], language: str, chromium: Browser, site: str
) -> None:
    _check_ends(chromium, site, size, language, FLAT, FOUR)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("first", [768, *(pytest.param(width, marks=pytest.mark.nightly) for width in WIDTHS)])
def test_at_no_width_does_the_end_of_a_game_move_anything(
    first: int, language: str, chromium: Browser, site: str
) -> None:
    with _game(chromium, site, (first, 1024), language) as game:
        for width in (first,) if first == 768 else range(first, min(first + WIDTHS.step, WIDTHS.stop), 16):
            game.page.set_viewport_size({"width": width, "height": 1024})
            _play_ends(game, FLAT)


def test_the_undo_that_ends_the_ranking_moves_nothing(chromium: Browser, site: str) -> None:
    with _game(chromium, site, (1024, 768), "de-DE") as game:
        game.open(board="4x4x4x4", mines=20)
        expect(game.state).to_be_empty()
        _open(game, 0)
        before = _places(game)
        game.keys("u", "u")
        expect(game.state).not_to_be_empty()
        assert _places(game) == before


@pytest.mark.parametrize("size", [(320, 256), (320, 568), (768, 1024), (1280, 800)])
def test_the_card_covers_no_cell_and_is_readable(size: tuple[int, int], chromium: Browser, site: str) -> None:
    with _game(chromium, site, size) as game:
        game.open(layout=FLAT.format())
        board, result = (game.page.locator(each) for each in (".game-board", ".game-result"))
        before = board.bounding_box()
        _open(game, *_plan(FLAT))
        game.ends("won")
        expect(result).to_contain_text("Not ranked")
        expect(game.page.locator(".counter.mines .value")).to_have_text("0")
        expect(result.locator(".result-guesses")).to_contain_text(re.compile("[Gg]uess"))
        expect(result.locator(".result-guesses")).not_to_contain_text("No guesses")
        covered = game.page.evaluate(
            """() => {
              const card = document.querySelector(".game-result").getBoundingClientRect();
              return [...document.querySelectorAll("[data-cell]")].filter((cell) => {
                const box = cell.getBoundingClientRect();
                return box.left < card.right && box.right > card.left && box.top < card.bottom && box.bottom > card.top;
              }).length;
            }"""
        )
        assert covered == 0
        text = result.locator(".result-text")
        room, height, line = text.evaluate(
            "(each) => [each.clientHeight, each.scrollHeight, parseFloat(getComputedStyle(each).lineHeight) || 0]"
        )
        # Whole lines, and what is longer is scrolled.
        assert height <= room + 1 or text.evaluate("(each) => getComputedStyle(each).overflowY") == "auto"
        assert room + 0.5 >= line
        if result.get_attribute("data-place") == "line":
            assert room % line < 1
            short = "[...document.querySelectorAll('.result-buttons > :not(.next)')]"
            assert game.page.evaluate(f"{short}.every((each) => each.scrollWidth <= each.clientWidth)")
        assert board.bounding_box() == before
        expect(game.page.locator("[data-cell]:focus")).to_have_count(1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_win_names_what_made_it_unranked_and_nothing_else(language: str, chromium: Browser, site: str) -> None:
    german = {
        "known": "das Brett war bekannt",
        "undo": "du hast einen Zug zurückgenommen",
        "hint": "du hast einen Tipp genutzt",
        "walkover": "schon das erste Aufdecken hat gewonnen",
    }
    texts = german if language == "de-DE" else UNRANKED_BY
    with _game(chromium, site, (1280, 800), language) as game:
        result = game.page.locator(".game-result")
        for reasons in ({"known"}, {"known", "hint"}, {"known", "undo"}, {"known", "undo", "hint"}, {"walkover"}):
            game.page.goto("about:blank")
            if "walkover" in reasons:
                game.open(board="9x9", mines=0)
                game.keys("Enter")
            else:
                game.open(layout=FLAT.format())
                first, *others = _plan(FLAT)
                _open(game, first)
                # On a known board, neither key warns of its cost first.
                if "hint" in reasons:
                    game.keys("?")
                    expect(game.page.locator(".note")).to_contain_text("①")
                if "undo" in reasons:
                    game.keys("u")
                    _open(game, first)
                _open(game, *others)
            expect(result.locator("p").first).to_contain_text(re.compile("^(Not ranked|Ohne Wertung): "))
            text = result.locator("p").first.inner_text()
            assert {reason for reason in texts if texts[reason] in text} == reasons


def test_a_loss_names_the_nearest_safe_cell_and_goes_on_from_there(chromium: Browser, site: str) -> None:
    with _game(chromium, site, (1280, 800)) as game:
        game.lay("4x5", [(0, 0), (2, 4)], rules="classic,first=any")
        game.keys("g", "l", "Enter")
        game.page.locator("[data-cell='14']").click()
        game.ends("lost")
        result = game.page.locator(".game-result")
        # The cell that was opened proves nothing: no cell was safe.
        expect(result).not_to_contain_text("marked")
        result.get_by_role("button", name="Try again from here").click()
        expect(result).to_be_hidden()
        expect(game.page.locator("[data-cell]:focus")).to_have_count(1)
        expect(game.state).to_have_text("not ranked")
        game.page.locator("[data-cell='15']").click()
        game.page.locator("[data-cell='14']").click()
        game.ends("lost")
        expect(result).to_contain_text("Safe nearby: the marked cell")
        # The numbers are those of moves; a blunder counts among the guesses, as it does during the game.
        expect(result.locator(".result-guesses")).to_contain_text("3 guesses, one unneeded: moves")
        expect(result.locator(".result-guesses a").last).to_have_attribute("title", re.compile("^Move 4: a blunder"))
        expect(game.page.locator(".live")).to_contain_text("This cell nearby was safe: row 3 column 4 (marked)")


@pytest.mark.ci_limit(2)
@pytest.mark.parametrize("is_hinted", [False, True])
def test_the_result_to_share_and_the_next_board(is_hinted: bool, chromium: Browser, site: str) -> None:
    with _game(chromium, site, (1280, 800)) as game:
        page = game.page
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        game.open(layout=FLAT.format(), rules="classic,first=any")
        first, *others = _plan(FLAT)
        _open(game, first)
        if is_hinted:
            game.keys("?")
            expect(page.locator(".note")).to_contain_text("①")
        _open(game, *others)
        page.evaluate("() => { navigator.share = undefined; }")
        page.get_by_role("button", name="Share").click()
        expect(page.locator(".note")).to_contain_text("result")
        text, address = page.evaluate("() => navigator.clipboard.readText()").split("\n")
        assert ": won in" in text
        assert ("· 1 hint ·" in text) == ("hint" in text) == is_hinted
        assert f"layout={FLAT.format()}" in address
        page.get_by_role("button", name="Next: ").click()
        expect(page).to_have_title(re.compile("^Intermediate"))


def _win(game: GamePage, native: Game) -> None:
    """Win a game that has begun in the page as it has natively."""
    layout = native.layout
    assert layout is not None
    for cell in layout.grid:
        if not layout.is_mine(cell) and native[cell] < 0:
            native.open(cell)
            _open(game, layout.grid.index(cell))
    game.ends("won")


@pytest.mark.nightly
def test_the_next_board_keeps_the_rule_for_guesses(chromium: Browser, site: str) -> None:
    rules = "classic,first=opening,guess=never"
    native = Game("9x9", 10, rules=rules, seed=7)
    native.open((0, 0))
    with _game(chromium, site, (1280, 800)) as game:
        game.open(board="9x9", mines="10", rules=rules, seed="7")
        _open(game, 0)
        _win(game, native)
        game.page.get_by_role("button", name="Next: ").click()
        wait_for(game.page, "() => /board=16x16&.*guess%3Dnever/.test(location.hash)")


@pytest.mark.nightly
def test_a_daily_board_leads_to_the_next_of_its_day(chromium: Browser, site: str) -> None:
    board = daily_board(datetime.now(UTC).date(), "2d")
    native = Game(board.grid, board.mines, rules=board.rules, seed=board.seed)
    native.open(board.first)
    with _game(chromium, site, (1280, 800)) as game:
        game.open(daily=f"{board.day}-2d")
        _win(game, native)
        expect(game.page.locator(".game-result")).to_contain_text("Win streak: 1 day")
        expect(game.page.locator(".game-result")).not_to_contain_text("Not ranked")
        game.page.get_by_role("button", name="Next: 3-D").click()
        wait_for(game.page, f"() => location.hash.includes('daily={board.day}-3d') || location.hash.includes('saved=')")


@pytest.mark.parametrize("device", ["mouse", "keys"])
def test_the_board_shows_no_surroundings_after_the_end_until_the_player_looks_around(
    device: str, chromium: Browser, site: str
) -> None:
    with _game(chromium, site, (1280, 800)) as game:
        page = game.page
        page.emulate_media(reduced_motion="reduce")
        game.open(layout=FOUR.format())
        panels = page.locator(".game-tools .panels")
        expect(panels).to_have_attribute("aria-pressed", "true")
        *others, last = _plan(FOUR)
        _open(game, *others)
        if device == "mouse":
            page.locator(f"[data-cell='{last}']").click()
        else:
            _open(game, last)
        game.ends("won")
        expect(panels).to_have_attribute("aria-pressed", "false")

        def looks() -> int:
            """Return how many different pictures the flags on all mines have."""
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            count: int = page.evaluate(
                """(cells) => {
                  const canvas = document.querySelector(".board-layer canvas");
                  const { left, top } = canvas.getBoundingClientRect();
                  return new Set(cells.map((index) => {
                    const box = document.querySelector(`[data-cell="${index}"]`).getBoundingClientRect();
                    const parts = [box.x - left, box.y - top, box.width, box.height];
                    const at = parts.map((each) => Math.round(each * devicePixelRatio));
                    return String(pixelsOf(canvas, ...at));
                  })).size;
                }""",
                [FOUR.grid.index(cell) for cell in FOUR.mine_cells()],
            )
            return count

        def lit_rulers() -> int:
            """Return the number of layers whose ruler is as dark as text, not as labels."""
            darkest: list[int] = page.evaluate(
                """() => {
                  const canvas = document.querySelector(".board-layer canvas");
                  const { left, top } = canvas.getBoundingClientRect();
                  return [0, 1, 2, 3].map((layer) => {
                    const { x, y } = document.querySelector(`[data-cell="${4 * layer}"]`).getBoundingClientRect();
                    return Math.min(...pixelsOf(canvas, x - left, y - top - 16, 60, 14));
                  });
                }"""
            )
            return sum(each < 90 for each in darkest)

        # Every other cell of a tile has another ground.
        assert looks() <= 2
        assert lit_rulers() == (0 if device == "mouse" else 1)
        ring = page.locator("[data-cell]:focus")
        assert ring.evaluate("(cell) => getComputedStyle(cell).outlineStyle") == (
            "none" if device == "mouse" else "solid"
        )
        if device == "mouse":
            page.locator("[data-cell='1']").hover()
        else:
            game.keys("ArrowRight")
        assert looks() > 2
        assert lit_rulers() == 1
        assert ring.evaluate("(cell) => getComputedStyle(cell).outlineStyle") == "solid"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_win_runs_over_the_board_as_a_wave(motion: Any, chromium: Browser, site: str) -> None:
    with _game(chromium, site, (1024, 768)) as game:
        game.page.emulate_media(reduced_motion=motion)
        game.open(layout=FLAT.format())
        *others, last = _plan(FLAT)
        _open(game, *others)
        _focus(game, last)
        pictures = game.page.evaluate(
            """async () => {
              const canvas = document.querySelector(".board-layer canvas");
              const found = new Set();
              document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
              const end = performance.now() + 700;
              while (performance.now() < end) {
                await new Promise((done) => requestAnimationFrame(done));
                found.add(canvas.toDataURL());
              }
              return found.size;
            }"""
        )
        # Before the move, and after it.
        assert pictures <= 2 if motion == "reduce" else pictures > 3
