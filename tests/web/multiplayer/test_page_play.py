"""The page and its server in browsers: ranked games, rooms with several players, and lost connections."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from game_page import GamePage, expect, prefer
from hypersweep import Game, Grid
from hypersweep.picture.cell_appearance import shown_codes
from node_kernel import needs_kernels
from page_access import axe_source, complaints
from page_server import silent_tab
from page_waits import PATIENCE, assert_before_long
from together_server import kept_in, together_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Messages of a browser itself while its server is down.
GONE = r"WebSocket connection|net::ERR_|Service Worker registration|Failed to load resource: .* 503"
MAKE = """
async (request) => {
  const headers = { "x-hypersweep": "1", "content-type": "application/json" };
  const ask = (path, body) => fetch(path, { method: "POST", headers, body });
  const known = await (await fetch("api/me")).json();
  if (!known) await ask("api/session");
  const { room, key } = await (await ask("api/rooms", JSON.stringify(request))).json();
  return `room/${room}?key=${key}`;
}
"""

NewTab = Callable[..., "Page"]


class Server:
    """A whole server on loopback, which can be stopped and begun again on the same port."""

    def __init__(self, folder: Path) -> None:
        needs_kernels()
        self.folder = folder
        self.address = ""
        self._running = ExitStack()

    def start(self) -> None:
        """Begin it."""
        port = urlsplit(self.address).port or 0
        self.address = self._running.enter_context(together_server(kept_in(self.folder), port=port))

    def stop(self) -> None:
        """End it, as a worker ends on request."""
        self._running.close()

    def layout(self, address: str, first: int) -> Game:
        """The game of a room as it was made, with its first cell opened: only the server can know it."""
        name = re.search(r"room/([\w-]+)", address)
        assert name is not None
        with sqlite3.connect(self.folder / "together.sqlite3") as database:
            row = database.execute("select board, mines, rules, seed from rooms where id = ?", name.groups()).fetchone()
        database.close()
        board, mines, rules, seed = row
        game = Game(board, mines, seed=int(seed), rules=rules)
        game.open(game.grid.cell(first))
        return game


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that saves its data in a folder of the test."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def tab(chromium: Browser) -> Iterator[NewTab]:
    """Open tabs, each of a browser of its own; the test fails where the console of one warns of anything."""
    with ExitStack() as tabs:

        def open_tab(width: int = 1000, height: int = 700, *, bypass_csp: bool = False) -> Page:
            return tabs.enter_context(silent_tab(chromium, width, height, allowed=GONE, bypass_csp=bypass_csp))

        yield open_tab


def enter(page: Page, server: Server, request: dict[str, object]) -> str:
    """Make a room and enter it. Returns: its address."""
    page.goto(f"{server.address}/#/lobby")
    page.wait_for_selector(".lobby .card")
    address = f"{server.address}/#/{page.evaluate(MAKE, request)}"
    join(page, address)
    return address


def join(page: Page, address: str) -> None:
    """Enter a room by its address."""
    page.goto(address)
    page.wait_for_selector(".room-panel")
    page.wait_for_selector("[data-cell]")


def play(page: Page, board: str) -> GamePage:
    """The game that is played in a tab, by its cells."""
    game = GamePage(page, "")
    # Only its grid is used: the page doesn't know the mines.
    game.layout = Game(Grid(board), 0, seed=0).layout
    if game.layout is None:
        native = Game(Grid(board), 0, seed=0)
        native.open(native.grid.cell(0))
        game.layout = native.layout
    return game


def test_a_ranked_game_is_begun_in_the_lobby_and_answers(server: Server, tab: NewTab) -> None:
    page = tab()
    page.goto(f"{server.address}/#/lobby")
    expect(page.locator("header nav a")).to_have_count(10)
    ways = page.locator("header nav a").evaluate_all("(all) => all.map((each) => each.dataset.way)")
    assert ways == ["", "resume", "statistics", "analysis", "lobby", "best", "daily", "account", "settings", "help"]
    page.click("[data-board=beginner]")
    page.wait_for_selector(".room-panel h2 >> text=Ranked game")
    page.wait_for_selector("[data-cell]")
    page.keyboard.press("Enter")
    expect(page.locator('[data-cell="40"]')).to_have_attribute("aria-label", "no mine around, row 4 column 4")
    page.keyboard.press("u")
    expect(page.locator(".note")).to_contain_text("no undo")
    page.keyboard.press("Escape")
    expect(page.locator(".lobby-mine")).to_contain_text("Ranked: Beginner")


@pytest.mark.parametrize("board", ["4x6", "3x3x4", "2x3x3x3"])
@pytest.mark.parametrize("is_won", [True, False])
def test_a_ranked_game_is_played_to_its_end(server: Server, tab: NewTab, board: str, is_won: bool) -> None:
    page = tab(1400, 900)
    request = {"kind": "solo", "board": board, "mines": 4, "rules": "classic,first=safe"}
    address = enter(page, server, request)
    shown = play(page, board)
    page.wait_for_function("() => document.activeElement?.dataset.cell")
    first = int(page.evaluate("document.activeElement.dataset.cell"))
    page.keyboard.press("Enter")
    native = server.layout(address, first)
    shown.expect(native.codes())
    expect(page.locator(".game-state")).not_to_contain_text("not ranked")
    assert native.layout is not None
    if not is_won:
        # The page doesn't know anything secret before the end.
        mine = next(iter(native.layout.mine_cells()))
        shown.click(*mine)
        native.open(mine)
    for cell in native.grid if is_won else ():
        if not native.layout.is_mine(cell) and not native.is_open(cell):
            shown.click(*cell)
            native.open(cell)
    shown.ends("won" if is_won else "lost")
    shown.expect(shown_codes(native))
    # Only the server knows the player's other games.
    expect(page.locator(".game-result")).not_to_contain_text("Your")
    expect(page.locator(".room-news")).to_contain_text("Won" if is_won else "Lost")
    expect(page.locator(".room-shared")).to_be_visible()
    page.keyboard.press("v")
    page.wait_for_selector(".screen.review")
    page.go_back()
    # The room still exists, and so does the knowledge of its end.
    page.wait_for_selector(".room-panel")
    shown.expect(shown_codes(native))
    page.keyboard.press("r")
    page.wait_for_url(lambda url: url != address and "room/" in url)
    page.wait_for_selector("[data-cell]")
    expect(page.locator('[data-cell="0"]')).to_have_attribute("aria-label", re.compile("^covered"))


def test_marks_of_a_ranked_game_stay_in_the_page(server: Server, tab: NewTab) -> None:
    page = tab()
    prefer(page, server.address, question_marks=True, draft_flags=True)
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(str(data))))
    address = enter(page, server, {"kind": "solo", "board": "4x6", "mines": 4, "rules": "classic,first=safe"})
    shown = play(page, "4x6")
    page.wait_for_function("() => document.activeElement?.dataset.cell")
    first = int(page.evaluate("document.activeElement.dataset.cell"))
    page.keyboard.press("Enter")
    native = server.layout(address, first)
    shown.expect(native.codes())
    one, other = [cell for cell in native.grid if not native.is_open(cell)][:2]
    for word in ("flag", "question mark"):
        shown.click(*one, button="right")
        expect(shown.cell(*one)).to_have_attribute("aria-label", re.compile(f"^{word},"))
    page.keyboard.press("e")
    shown.click(*other, button="right")
    expect(shown.cell(*other)).to_have_attribute("aria-label", re.compile("^draft flag,"))
    moves = sum('"flag"' in each for each in sent)
    assert moves == 2, "one flag was set and removed"
    page.keyboard.press("e")
    expect(shown.cell(*other)).to_have_attribute("aria-label", re.compile("^flag,"))
    assert sum('"flag"' in each for each in sent) == moves + 1
    assert not any(word in each for each in sent for word in ("question", "draft"))


def test_a_connection_that_was_lost_comes_back_in_the_middle_of_a_game(server: Server, tab: NewTab) -> None:
    page = tab()
    address = enter(page, server, {"kind": "solo", "board": "9x9", "mines": 10, "rules": "classic,first=opening"})
    shown = play(page, "9x9")
    page.keyboard.press("Enter")
    native = server.layout(address, 40)
    shown.expect(native.codes())
    assert native.layout is not None
    layout = native.layout

    def safe_cell() -> tuple[int, ...]:
        return next(cell for cell in native.grid if not native.is_open(cell) and not layout.is_mine(cell))

    first = safe_cell()
    server.stop()
    expect(page.locator("header .connection")).to_contain_text("Offline")
    # Moves meanwhile wait until they can be answered.
    mine = next(iter(native.layout.mine_cells()))
    shown.click(*mine, button="right")
    shown.click(*first)
    shown.expect(native.codes())
    server.start()
    native.flag(mine)
    native.open(first)
    shown.expect(native.codes())
    expect(page.locator("header .connection")).to_be_hidden()
    # Only the socket is cut: no message is needed.
    page.context.set_offline(True)
    page.context.set_offline(False)
    # One that the cell before hasn't opened as well: a click there would be a chord.
    second = safe_cell()
    shown.click(*second)
    native.open(second)
    shown.expect(native.codes())
    page.reload()
    page.wait_for_selector("[data-cell]")
    shown.expect(native.codes())


@pytest.mark.parametrize("is_fair", [True, False])
def test_the_page_checks_that_the_board_was_fixed_before(server: Server, tab: NewTab, is_fair: bool) -> None:
    page = tab()
    rules = "classic,first=opening,guess=never"
    # Large enough that the first click doesn't win.
    enter(page, server, {"kind": "solo", "board": "9x9", "mines": 10, "rules": rules})
    if not is_fair:
        # A server that takes another board when it has seen where the player begins.
        server.stop()
        with sqlite3.connect(server.folder / "together.sqlite3") as database:
            database.execute("update rooms set seed = '77'")
        database.close()
        server.start()
        page.wait_for_function("() => !document.querySelector('.connection:not([hidden])')")
    play(page, "9x9").click(0, 0)
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Press again to resign").click()
    expect(page.locator(".room-news")).to_have_text("Lost.")
    page.keyboard.press("i")
    sheet = page.locator(".board-sheet")
    expect(sheet).to_contain_text("The server fixed this board" if is_fair else "isn't the one whose hash")


@pytest.mark.nightly
def test_games_that_run_are_listed_and_resigned(server: Server, tab: NewTab) -> None:
    page = tab()
    first = enter(page, server, {"kind": "solo", "board": "9x9", "mines": 10})
    join(page, first)
    shown = play(page, "9x9")
    shown.click(0, 0)
    # In the room itself; again, since a game that is lost stays lost.
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Press again to resign").click()
    expect(page.locator(".room-news")).to_have_text("Lost.")
    # It shows its mines as any game that was lost, after a reload as well.
    mines = page.locator(".cells [aria-label^=mine]")
    expect(mines).to_have_count(10)
    page.reload()
    expect(mines).to_have_count(10)
    # From the list in the lobby and among the unfinished games.
    second = enter(page, server, {"kind": "solo", "board": "3x4", "mines": 3})
    for screen in ("lobby", "resume"):
        page.goto(f"{server.address}/#/{screen}")
        running = page.locator(f".screen.{screen} .running-games li")
        expect(running).to_have_count(1)
    assert str(running.get_by_role("link", name="Continue").get_attribute("href")).removeprefix("#/") in second
    running.get_by_role("button", name="Resign").click()
    running.get_by_role("button", name="Press again to resign").click()
    expect(page.locator(".running-games")).to_be_hidden()


def test_two_play_on_one_board(server: Server, tab: NewTab) -> None:
    anna, bert, carl = tab(), tab(360, 740), tab()
    request = {"kind": "coop", "board": "6x6", "mines": 6, "rules": "classic,first=safe", "has_chat": True}
    address = enter(anna, server, request)
    invitation = anna.locator("#room-invite").input_value()
    join(bert, invitation)
    join(carl, anna.locator("#room-invite_watch").input_value())
    names = anna.locator(".room-members .member-name")
    expect(names).to_have_count(2)
    for page in (anna, bert, carl):
        expect(page.locator(".room-panel .watchers")).to_have_text("1 is watching")
    shown, other = play(anna, "6x6"), play(bert, "6x6")
    shown.click(0, 0, button="right")
    name = (names.nth(0).text_content() or "").replace(" (you)", "")
    # The owner of a flag is read aloud, and shown by a coloured mark.
    expect(other.cell(0, 0)).to_have_attribute("aria-label", f"flag, row 0 column 0, of {name}")
    marks = """() => {
      const canvas = document.querySelector(".room-presence");
      const data = pixelsOf(canvas);
      const isBlue = (at) => data[at] === 0 && data[at + 1] === 114 && data[at + 2] === 178;
      for (let at = 0; at < data.length; at += 4) if (isBlue(at)) return true;
      return false;
    }"""
    assert_before_long(bert, lambda: bert.evaluate(marks))
    bert.keyboard.press("ArrowRight")
    bert.keyboard.press("Enter")
    expect(anna.locator('[data-cell="22"]')).not_to_have_attribute("aria-label", re.compile("^covered"))
    # Each page writes its labels a moment after the move.
    assert_before_long(bert, lambda: shown.codes() == other.codes())
    # What the others do is read aloud, a while later and as one.
    expect(anna.locator(".live")).to_contain_text("opened")
    bert.locator(".room-fold").click()
    bert.locator(".room-chat summary").click()
    bert.fill("#room-say", "<b>hello</b>")
    bert.keyboard.press("Enter")
    expect(anna.locator(".room-chat summary")).to_have_text("Chat (1 new)")
    anna.locator(".room-chat summary").click()
    expect(anna.locator(".room-lines li")).to_contain_text("<b>hello</b>")
    # A folded panel says that there is something to read.
    bert.locator(".room-fold").click()
    anna.fill("#room-say", "there?")
    anna.keyboard.press("Enter")
    expect(bert.locator(".room-unread")).to_have_text("Chat (1 new)")
    bert.locator(".room-fold").click()
    expect(bert.locator(".room-lines li").last).to_contain_text("there?")
    expect(bert.locator(".room-unread")).to_have_count(0)
    # Watchers and muted members read only, and watchers can't ask for a board.
    carl.locator(".room-chat summary").click()
    expect(carl.locator(".room-lines li")).to_have_count(2)
    anna.locator("[data-what=mute2]").click()
    for page in (bert, carl):
        expect(page.locator("#room-say")).to_have_count(0)
    expect(bert.locator(".tool.new")).to_be_visible()
    expect(carl.locator(".tool.new")).to_be_hidden()
    # All see who hit the mine, also after a reload.
    layout = server.layout(address, 22).layout
    assert layout is not None
    shown.click(*max(layout.mine_cells()))
    expect(anna.locator(".game-result .ending")).to_contain_text("You hit a mine after")
    bert.reload()
    for page in (bert, carl):
        expect(page.locator(".game-result .ending")).to_contain_text(f"{name} hit a mine after")
    # A member who leaves is shown as away, and is the same member after returning.
    bert.close()
    expect(anna.locator(".room-members li").nth(1)).to_contain_text("away")


def test_a_cursor_covers_no_label_of_a_layer(server: Server, tab: NewTab) -> None:
    anna, bert = tab(), tab()
    enter(anna, server, {"kind": "coop", "board": "3x4x2", "mines": 3, "rules": "classic,first=safe"})
    join(bert, anna.locator("#room-invite").input_value())
    # The height of the mark above its cell, in pixels; null before it is drawn.
    above = """(cell) => {
      const canvas = document.querySelector(".room-presence");
      const { width, height } = canvas;
      const data = pixelsOf(canvas);
      const { left, top, bottom } = document.querySelector(`[data-cell="${cell}"]`).getBoundingClientRect();
      const box = canvas.getBoundingClientRect();
      for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
        if (data[4 * (y * width + x) + 3] < 200) continue;
        const [atX, atY] = [box.left + (x * box.width) / width, box.top + (y * box.height) / height];
        return Math.abs(atX - left) < 3 && atY < bottom ? Math.round(top - atY) : null;
      }
      return null;
    }"""
    for cell, is_covered in ((0, False), (8, True), (1, False)):
        anna.locator(f'[data-cell="{cell}"]').hover()

        def is_right(cell: int = cell, is_covered: bool = is_covered) -> bool:
            height = bert.evaluate(above, cell)
            # The frame itself extends a little beyond its cell.
            return height is not None and (3 < height < 20) is is_covered

        assert_before_long(bert, is_right)


@pytest.mark.nightly
def test_the_address_bar_keeps_no_players_key(server: Server, tab: NewTab) -> None:
    anna, carl = tab(), tab()
    address = enter(anna, server, {"kind": "coop", "board": "3x4", "mines": 3, "rules": "classic,first=safe"})
    bare, key = address.split("?key=")
    assert anna.url == bare
    # A member needs no key to come back.
    anna.reload()
    anna.wait_for_selector("[data-cell]")
    expect(anna.locator("#room-invite")).to_have_value(address)
    link = anna.locator("#room-invite_watch").input_value()
    assert key not in link
    join(carl, link)
    expect(carl.locator(".room-news")).to_contain_text("You are watching.")
    assert carl.url.split("?")[0] == bare
    assert key not in carl.url
    carl.reload()
    carl.wait_for_selector("[data-cell]")
    # A watcher can invite watchers only.
    expect(carl.locator("#room-invite_watch")).to_have_value(link)
    expect(carl.locator("#room-invite")).to_have_count(0)


@pytest.mark.nightly
def test_the_owner_mutes_locks_and_removes_by_keys(server: Server, tab: NewTab) -> None:
    anna, bert = tab(), tab()
    request = {"kind": "coop", "board": "3x4", "mines": 3, "rules": "classic,first=safe", "has_chat": True}
    address = enter(anna, server, request)
    join(bert, address)
    row = anna.locator(".room-members li").nth(1)
    expect(bert.locator(".member-controls:visible, .room-lock:visible")).to_have_count(0)
    bert.locator(".room-chat summary").click()
    row.locator("[data-what=mute2]").press("Enter")
    expect(row.locator(".member-state")).to_contain_text("muted")
    expect(bert.locator(".room-chat")).to_contain_text("muted you")
    expect(bert.locator("#room-say")).to_have_count(0)
    row.locator("[data-what=mute2]").press("Enter")
    bert.fill("#room-say", "hello")
    bert.keyboard.press("Enter")
    expect(bert.locator(".room-lines")).to_contain_text("hello")
    anna.locator(".room-lock").press("Enter")
    expect(anna.locator(".room-lock")).to_have_attribute("aria-pressed", "true")
    carl = tab()
    carl.goto(address)
    expect(carl.locator(".room-refused [role=alert]")).to_contain_text("admits no new members")
    remove = row.locator("[data-what=remove2]")
    remove.press("Enter")
    expect(remove).to_have_text("Remove for good?")
    remove.press("Enter")
    expect(anna.locator(".room-members li")).to_have_count(1)
    # No button of the room stays, only the way back.
    expect(bert.locator(".room-refused [role=alert]")).to_have_text("The owner has removed you from this room.")
    expect(bert.locator("main button")).to_have_count(0)
    expect(anna.locator("#room-invite")).not_to_have_value(address)
    bert.reload()
    expect(bert.locator(".room-refused [role=alert]")).to_contain_text("has removed you")
    bert.get_by_role("link", name="To the lobby").click()
    bert.wait_for_selector(".lobby .card")


@pytest.mark.nightly
def test_a_room_can_be_left_while_its_board_is_looked_for(server: Server, tab: NewTab) -> None:
    page = tab()
    enter(page, server, {"kind": "coop", "board": "9x9", "mines": 10, "rules": "classic,first=opening,guess=never"})
    # However long that takes.
    server.stop()
    page.keyboard.press("Enter")
    expect(page.locator(".game-foot")).to_contain_text("Making a board")
    page.keyboard.press("Escape")
    page.wait_for_selector("main[aria-busy=false] .lobby")
    page.wait_for_timeout(200)
    expect(page.locator("main")).not_to_contain_text("went wrong")


@pytest.mark.nightly
def test_a_game_that_is_won_together_is_told_to_each_as_it_is(server: Server, tab: NewTab) -> None:
    anna, carl = tab(), tab()
    address = enter(anna, server, {"kind": "coop", "board": "3x4", "mines": 3, "rules": "classic,first=safe"})
    join(carl, anna.locator("#room-invite_watch").input_value())
    shown = play(anna, "3x4")
    shown.click(1, 1)
    native = server.layout(address, 5)
    shown.expect(native.codes())
    assert native.layout is not None
    for cell in native.grid:
        if not native.layout.is_mine(cell) and not native.is_open(cell):
            shown.click(*cell)
            native.open(cell)
    # "in" a time, or "with the first open", which wins now and then.
    expect(anna.locator(".game-result")).to_contain_text(re.compile("^You won (in|with)"))
    expect(carl.locator(".game-result")).to_contain_text(re.compile("^Won (in|with)"))
    expect(anna.locator(".game-result .again")).to_be_visible()
    expect(carl.locator(".game-result .again")).to_have_count(0)
    for page in (anna, carl):
        # No move was undone: such games are never ranked.
        page.wait_for_selector(".game-result:not([hidden])")
        expect(page.locator(".note")).not_to_contain_text("ranked")
    # And no function is offered that a room lacks.
    anna.keyboard.press("Enter")
    expect(anna.locator(".note")).to_have_text("The game is over.")


@pytest.mark.nightly
def test_two_play_against_each_other_and_another_watches(server: Server, tab: NewTab) -> None:
    anna, bert, carl = tab(), tab(360, 740), tab()
    rules = "classic,first=safe"
    address = enter(anna, server, {"kind": "versus", "board": "3x4", "mines": 3, "rules": rules})
    join(bert, anna.locator("#room-invite").input_value())
    watching = anna.locator("#room-invite_watch").input_value()
    assert parse_qs(watching.partition("?")[2])["role"] == ["watcher"]
    join(carl, watching)
    expect(carl.locator(".room-news")).to_contain_text("seconds late")
    carl.keyboard.press("Enter")
    expect(carl.locator(".note")).to_contain_text("You are watching here")
    anna.keyboard.press("Enter")
    expect(anna.locator(".note")).to_contain_text("hasn't begun")
    # Watchers see the boards only if both allow it; the server keeps what each says.
    anna.locator("#room-show").press("Space")
    expect(anna.locator("#room-show")).to_be_checked()
    anna.reload()
    expect(anna.locator("#room-show")).to_be_checked()
    expect(carl.locator("#room-show")).to_be_hidden()
    # On a phone, too, the next step is visible; then the board is.
    expect(bert.locator(".room-fold")).to_have_attribute("aria-expanded", "true")
    for page in (anna, bert):
        page.get_by_role("button", name="I am ready", exact=True).click()
    expect(anna.locator(".room-countdown")).to_be_visible()
    expect(bert.locator(".room-fold")).to_have_attribute("aria-expanded", "false")
    shown, other = play(anna, "3x4"), play(bert, "3x4")
    assert_before_long(anna, lambda: any(code >= 0 for code in shown.codes()))
    assert_before_long(anna, lambda: shown.codes() == other.codes())
    first = next(index for index, code in enumerate(shown.codes()) if code >= 0)
    native = next(
        game for cell in range(12) if (game := server.layout(address, cell)).codes().tolist() == shown.codes()
    )
    assert first >= 0
    assert native.layout is not None
    other.click(*next(iter(native.layout.mine_cells())))
    expect(anna.locator(".live")).to_contain_text("has hit a mine")
    expect(bert.locator(".game-state")).to_contain_text("lost")
    expect(bert.locator(".room-news")).to_contain_text("still playing")
    # Others still play the same mines: the loser sees the one that went off.
    assert sorted(code for code in other.codes() if code in (-3, -4)) == [-4]
    bert.keyboard.press("v")
    expect(bert.locator(".note")).to_contain_text("when all players have finished")
    expect(carl.locator(".room-news")).to_contain_text("when all players have finished", timeout=PATIENCE)
    assert set(play(carl, "3x4").codes()) == {-1}
    for cell in native.grid:
        if not native.layout.is_mine(cell) and not native.is_open(cell):
            shown.click(*cell)
            native.open(cell)
    expect(anna.locator(".room-news")).to_contain_text("You have won")
    expect(bert.locator(".room-news")).to_contain_text("has won")
    assert_before_long(anna, lambda: sum(code in (-3, -4) for code in other.codes()) == 3)
    assert_before_long(carl, lambda: play(carl, "3x4").codes() == shown.codes())
    # The other's board can be viewed now, and another round begins when both ask for it.
    expect(bert.locator(".room-line")).to_contain_text("has won")
    expect(anna.locator(".member-state").first).to_contain_text("done in")
    bert.locator(".room-fold").click()
    bert.locator(".member-watch").first.click()
    assert_before_long(anna, lambda: shown.codes() == other.codes())
    anna.get_by_role("button", name="Another board", exact=True).click()
    expect(bert.locator(".room-news")).to_contain_text("1 of 2 players wants another board")
    bert.get_by_role("button", name="Another board", exact=True).click()
    expect(bert.locator(".room-countdown")).to_be_visible()
    assert_before_long(anna, lambda: shown.codes() == other.codes() and any(code >= 0 for code in shown.codes()))
    expect(bert.locator(".game-state")).not_to_contain_text("lost")


@pytest.mark.nightly
def test_there_is_no_way_into_a_room_without_its_key(server: Server, tab: NewTab) -> None:
    page = tab()
    page.goto(f"{server.address}/#/room/abcdefghijkl")
    expect(page.locator(".room-refused [role=alert]")).to_contain_text("There is no such room")
    page.goto(f"{server.address}/#/room/x")
    expect(page.locator(".room-refused [role=alert]")).to_contain_text("There is no such room")
    page.get_by_role("link", name="To the lobby").click()
    page.wait_for_selector(".lobby .card")


@pytest.mark.parametrize("width", [360, 1000, 1600])
def test_axe_finds_nothing_in_the_lobby_and_in_rooms(server: Server, tab: NewTab, width: int) -> None:
    axe = axe_source()
    page = tab(width, 740, bypass_csp=True)
    enter(page, server, {"kind": "solo", "board": "3x3x3", "mines": 3, "rules": "classic"})
    found = []
    for kind in ("lobby", "solo", "coop", "versus", "refused"):
        if kind == "lobby":
            page.goto(f"{server.address}/#/lobby")
            page.wait_for_selector(".lobby .card")
        elif kind == "refused":
            page.goto(f"{server.address}/#/room/x")
            page.wait_for_selector(".room-refused [role=alert]")
        else:
            enter(
                page,
                server,
                {"kind": kind, "board": "3x3x3", "mines": 3, "rules": "classic", "has_chat": kind != "solo"},
            )
            if kind == "coop":
                # The owner has buttons for the other members.
                join(tab(), page.locator("#room-invite").input_value())
                expect(page.locator(".room-members .member-name")).to_have_count(2)
            # Some are unfolded from the beginning.
            if width < 900 and page.locator(".room-fold").get_attribute("aria-expanded") == "false":
                page.locator(".room-fold").click()
        page.evaluate(axe)
        found += [f"{kind}: {each}" for each in complaints(page)]
    assert found == []
