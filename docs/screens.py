"""Take screenshots of the page and of the terminal: ``python docs/screens.py``, after ``make browser``.

The games have fixed seeds, so only times and dates differ from run to run.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

# The tests know how to serve the page, and how to play on it.
sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
# The pictures must not depend on this machine's terminal and settings.
os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
os.environ.pop("NO_COLOR", None)

from PIL import Image

from game_page import GamePage
from hypersweep import Game, Layout, Outcome
from hypersweep.session import Session, Store
from hypersweep.tui.app import HypersweepApp
from hypersweep.tui.board.board_view import BoardView
from page_server import browser_driver, page_server, start_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from textual.pilot import Pilot

FOLDER = Path(__file__).parent / "pictures"
Script = Callable[["Pilot[None]", HypersweepApp], Awaitable[None]]
PAGE = {"width": 1200, "height": 760}
COLOURS = 128


def write(folder: Path, name: str, png: bytes) -> None:
    """Save a picture reduced to ``COLOURS`` colours, a third of the size."""
    Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS).save(folder / f"{name}.png", optimize=True)


def cells_to_win(layout: Layout, first: int) -> list[int]:
    """Return the cells to open, in order, to win the game."""
    game = Game(layout=layout)
    cells = [first, *(cell for cell in range(layout.grid.cells) if not layout.is_mine(cell))]
    return [cell for cell in cells if game.outcome is Outcome.ONGOING and not game.is_open(cell) and game.open(cell)]


def saved_games(number: int) -> str:
    """Return the records of games on a few boards, as the page exports them."""
    boards = [("9x9", 10), ("16x16", 40), ("4x4x4x4", 10), ("5x5x5", 10)]
    texts = []
    for seed in range(number):
        board, mines = boards[seed * seed % len(boards)]
        now = [0]
        session = Session(board, mines, seed=seed, clock=lambda now=now: now[0], is_known=False)  # type: ignore[misc]
        session.open(tuple(side // 2 for side in session.grid.shape))
        layout = session.game.layout
        assert layout is not None
        is_lost = seed % 4 == 3
        for cell in range(layout.grid.cells):
            if session.outcome is not Outcome.ONGOING:
                break
            now[0] += (700 - 4 * seed + 37 * (cell * seed % 11)) * 10**6
            hits = is_lost and cell > layout.grid.cells // 2
            if hits if layout.is_mine(cell) else not session.game.is_open(cell):
                session.open(cell)
        texts.append(session.record.format())
    return "".join(texts)


def page_pictures(browser: Browser, pictures: Path) -> None:
    """Take the pictures of the page."""
    with page_server() as site:
        page = browser.new_page(viewport=PAGE, locale="en-GB", service_workers="block")  # type: ignore[arg-type]

        def show(address: str, ready: str) -> None:
            page.goto(f"{site}/index.html#/{address}")
            page.wait_for_selector(ready)
            page.wait_for_timeout(1500)

        show("learn/4d/4", ".lesson canvas")
        write(pictures, "web-learn", page.screenshot())
        win(page, site)
        write(pictures, "web-win", page.screenshot())
        game = GamePage(page, site).open(board="4x4x4x4", mines=10, seed=3, rules="classic,first=opening")
        for key in ("Enter", "?", "?"):
            game.keys(key)
            page.wait_for_timeout(1500)
        write(pictures, "web-4d", page.screenshot())
        show("settings", ".screen.settings")
        write(pictures, "web-settings", page.screenshot())
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "games.sweep")
            path.write_text(saved_games(60), encoding="utf-8")
            with page.expect_file_chooser() as chosen:
                page.get_by_role("button", name="Import").first.click()
            chosen.value.set_files(path)
            page.wait_for_timeout(3000)
        page.set_viewport_size({"width": 1280, "height": 800})
        show("", ".screen.start .continue")
        page.get_by_role("tab", name="4-D").click()
        page.wait_for_timeout(500)
        write(pictures, "web-start", page.screenshot())
        page.set_viewport_size(PAGE)  # type: ignore[arg-type]
        show("statistics", ".screen.statistics .plots")
        write(pictures, "web-statistics", page.screenshot())
        show("daily", ".screen.daily, .screen.daily-boards, .screen h1")
        write(pictures, "web-daily", page.screenshot())
        page.close()


def win(page: Page, site: str) -> None:
    """Win a game in four dimensions."""
    seeded = Game("4x4x4x4", 10, seed=5, rules="classic,first=opening")
    seeded.open((1, 1, 1, 1))
    layout = seeded.layout
    assert layout is not None
    game = GamePage(page, site).open(layout=layout.format())
    for cell in cells_to_win(layout, seeded.grid.index((1, 1, 1, 1))):
        page.locator(f"[data-cell='{cell}']").evaluate("(cell) => cell.focus()")
        game.keys("Enter")
    page.wait_for_selector(".game-top[data-outcome='won']")
    page.wait_for_timeout(2500)


async def terminal_picture(script: Script, has_game: bool) -> str:
    """Return the picture of a screen of the terminal, as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(folder)
        own = Session("4x4x4x4", 10, seed=5, rules="classic,first=opening", store=store) if has_game else None
        app = HypersweepApp(store, session=own, has_motion=False)
        async with app.run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            await script(pilot, app)
            await pilot.pause(0.5)
            return app.export_screenshot(title="hypersweep", simplify=True)


async def win_in_terminal(pilot: Pilot[None], app: HypersweepApp) -> None:
    """Win a game in four dimensions with the keyboard."""
    board = app.screen.query_one(BoardView)
    seeded = Game("4x4x4x4", 10, seed=5, rules="classic,first=opening")
    seeded.open((1, 1, 1, 1))
    assert seeded.layout is not None
    for cell in cells_to_win(seeded.layout, seeded.grid.index((1, 1, 1, 1))):
        board.go(seeded.grid.cell(cell))
        await pilot.press("enter")
    await pilot.pause(2)


async def stay(pilot: Pilot[None], app: HypersweepApp) -> None:
    """Show the start screen."""
    await pilot.pause(1)


async def learn(pilot: Pilot[None], app: HypersweepApp) -> None:
    """Show the lesson's first step."""
    await pilot.press("n")
    await pilot.pause(1)


def terminal_pictures() -> dict[str, str]:
    """Return the pictures of the terminal by name, as SVG."""
    scripts = {"start": (stay, False), "learn": (learn, False), "win": (win_in_terminal, True)}
    return {f"terminal-{name}": asyncio.run(terminal_picture(*script)) for name, script in scripts.items()}


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description="Take pictures of the screens of page and terminal.")
    parser.add_argument("--output", type=Path, default=FOLDER, help="folder for the pictures, by default docs/pictures")
    pictures = parser.parse_args().output
    pictures.mkdir(parents=True, exist_ok=True)
    # Playwright has an event loop of its own, so the terminal comes first.
    drawn = terminal_pictures()
    with browser_driver() as driver, start_chromium(driver) as browser:
        page = browser.new_page(viewport=PAGE)  # type: ignore[arg-type]
        for name, svg in drawn.items():
            page.set_content(f"<body style='margin:0'>{svg}")
            write(pictures, name, page.locator("svg").screenshot())
        page.close()
        page_pictures(browser, pictures)


if __name__ == "__main__":
    main()
