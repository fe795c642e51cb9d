"""Visits to the page in headless Chromium: how soon it is ready, how much is sent for it, and how soon it answers.

Clicks are real ones, sent to the browser. Paints are observed from inside the page: a move is painted with the first
frame that draws the board after the kernels' answer.
"""

from __future__ import annotations

import gzip
import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from hypersweep import Game, Grid, Outcome
from hypersweep.web.server import PageServer, site_app
from hypersweep.web.site import Site, read_site
from timing import Row, short

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Injected before the page's own scripts, to record when the board is painted. The page itself is unchanged.
WATCH = """
(() => {
  const visit = { ready: 0, painted: 0, released: 0, isAwaiting: false, isArmed: false, draws: 0, spent: 0 };
  globalThis.visit = visit;
  let isInFrame = false;
  const frame = requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (act) => frame((time) => {
    isInFrame = true;
    const begin = performance.now();
    try { return act(time); } finally {
      visit.spent += performance.now() - begin;
      isInFrame = false;
    }
  });
  const afterPaint = (act) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); act(performance.now()); };
    if (isInFrame) port2.postMessage(0);
    else frame(() => port2.postMessage(0));
  };
  const drawn = () => {
    visit.draws += 1;
    if (!visit.ready) { visit.ready = -1; afterPaint((time) => { visit.ready = time; }); }
    if (!visit.isAwaiting) return;
    visit.isAwaiting = false;
    afterPaint((time) => { visit.painted = time; });
  };
  const { prototype } = CanvasRenderingContext2D;
  for (const name of ["drawImage", "fillRect", "putImageData", "fillText"]) {
    const own = prototype[name];
    prototype[name] = function (...values) {
      if (this.canvas.isConnected) drawn();
      return own.apply(this, values);
    };
  }
  globalThis.Worker = class extends Worker {
    constructor(...values) {
      super(...values);
      this.addEventListener("message", () => {
        if (!visit.isArmed || !visit.released) return;
        visit.isArmed = false;
        visit.isAwaiting = true;
      });
    }
  };
  const released = (event) => { if (visit.isArmed) visit.released = event.timeStamp; };
  addEventListener("pointerup", released, { capture: true });
})();
"""

SCROLL = """
async (frames) => {
  const board = document.querySelector(".board-viewport");
  const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const { visit } = globalThis;
  let drawn = 0;
  const begin = await next();
  let [end, spent] = [begin, visit.spent];
  for (let number = 0; number < frames; number += 1) {
    const before = visit.draws;
    board.scrollTop += 23;
    board.scrollLeft += 17;
    end = await next();
    drawn += visit.draws > before;
  }
  return { rate: (frames * 1000) / (end - begin), drawn, script: (visit.spent - spent) / frames };
}
"""

# The visible cells, each with its centre.
SEEN = """
() => {
  const room = document.querySelector(".board-viewport").getBoundingClientRect();
  const found = [];
  for (const cell of document.querySelectorAll("[data-cell]")) {
    const box = cell.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const isWithin = x > room.left + 8 && x < room.right - 24 && y > room.top + 8 && y < room.bottom - 24;
    if (box.width > 0 && isWithin) found.push([Number(cell.dataset.cell), x, y]);
  }
  return found;
}
"""

# The minimum between a click and a frame: a worker that answers at once, and one rectangle.
BARE = """
() => {
  const canvas = document.body.appendChild(document.createElement("canvas"));
  [canvas.width, canvas.height] = [1200, 700];
  const context = canvas.getContext("2d");
  context.fillRect(0, 0, 1200, 700);
  const text = "onmessage = ({ data }) => postMessage(data)";
  const worker = new Worker(URL.createObjectURL(new Blob([text])));
  let number = 0;
  worker.onmessage = () => requestAnimationFrame(() => {
    context.fillStyle = (number += 1) % 2 ? "white" : "black";
    context.fillRect(600, 350, 30, 30);
  });
  addEventListener("pointerup", () => worker.postMessage(0));
}
"""

RULES = "classic,first=opening"


@dataclass(frozen=True)
class Board:
    """A board on which clicks are measured."""

    name: str
    sides: str
    mines: int
    seed: int = 7

    @property
    def address(self) -> str:
        """The URL fragment of a game on the board."""
        return f"#/game?board={self.sides}&mines={self.mines}&seed={self.seed}&rules={RULES}"


EXPERT = Board("16x30", "16x30", 99)
DEEP = Board("6^4", "6x6x6x6", 60)
HUGE = Board("10^6 cells", "1000x1000", 150_000)


@dataclass
class Sent:
    """The responses that a server sent: the path, body size and header size in bytes of each."""

    answers: list[tuple[str, int, int]] = field(default_factory=list)

    def log(self, app: ASGIApp) -> ASGIApp:
        """Return the same app, but count its answers."""

        async def logged(scope: Scope, receive: Receive, send: Send) -> None:
            size = head = 0

            async def count(message: Message) -> None:
                nonlocal size, head
                if message["type"] == "http.response.start":
                    # The status line, the date, and an empty line; each header with its colon and end of line.
                    head = 17 + 37 + 2 + sum(len(name) + len(value) + 4 for name, value in message["headers"])
                else:
                    size += len(message.get("body", b""))
                await send(message)

            await app(scope, receive, count)
            self.answers.append((scope["path"], size, head))

        return logged


@contextmanager
def served(site: Site) -> Iterator[tuple[str, Sent]]:
    """Serve the page on loopback. Yields: its address, and the bytes sent."""
    sent = Sent()
    app = site_app(site)
    app.state.pack()
    server = PageServer(site, app=sent.log(app))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server.address, sent
    finally:
        server.stop()
        thread.join()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a new browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--enable-blink-features=ForceEagerMeasureMemory"]
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        try:
            yield browser
        finally:
            browser.close()


def visitor(browser: Browser, **settings: Any) -> BrowserContext:
    """Return the browser context of a first-time visitor."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", **settings)
    context.add_init_script(WATCH)
    context.set_default_timeout(60_000)
    return context


def until(page: Page, expression: str) -> Any:
    """Poll from outside until an expression returns a true value, since the page's policy forbids ``eval``."""
    for _ in range(12_000):
        if found := page.evaluate(expression):
            return found
        page.wait_for_timeout(5)
    raise RuntimeError(f"expected {expression}")


def click(page: Page, x: float, y: float) -> tuple[float, float]:
    """Click. Returns: when the button was released and when the result was painted, in ms on the page's clock."""
    page.mouse.move(x, y)
    page.evaluate("() => { Object.assign(visit, { isArmed: true, released: 0, painted: 0 }); }")
    page.mouse.down()
    # A real click takes even longer; without the pause, the frame painted for the press would be counted too.
    page.wait_for_timeout(60)
    page.mouse.up()
    released, painted = until(page, "visit.painted && [visit.released, visit.painted]")
    return released, painted


def middle(page: Page) -> tuple[float, float]:
    """Return the coordinates of a point near the middle of the board."""
    box = page.evaluate(
        """() => {
          const box = document.querySelector(".board-viewport").getBoundingClientRect();
          return [box.left + box.width / 2 + 9, box.top + box.height / 2 + 9];
        }"""
    )
    return box[0], box[1]


@dataclass(frozen=True)
class Visit:
    """A visit: its times in milliseconds from the request, and the answers sent before its first move."""

    board: float
    move: float
    answers: list[tuple[str, int, int]]


def visit(context: BrowserContext, address: str, sent: Sent) -> Visit:
    """Open a game, and make its first move as soon as the board is ready."""
    sent.answers.clear()
    page = context.new_page()
    page.goto(f"{address}{EXPERT.address}", wait_until="commit")
    ready = until(page, "globalThis.visit?.ready > 0 && visit.ready")
    # A screen ignores clicks until it is complete.
    until(page, "document.querySelector('.screen[data-ready]') !== null")
    _, painted = click(page, *middle(page))
    answers = list(sent.answers)
    page.close()
    return Visit(ready, painted, answers)


def visit_rows(site: Site, rounds: int) -> list[Row]:
    """Measure the time to the first move and the bytes sent for it, in a new browser and then again in the same one."""
    cold, warm = [], []
    for _ in range(rounds):
        with served(site) as (address, sent), chromium() as browser:
            context = visitor(browser, service_workers="block")
            cold.append(visit(context, address, sent))
            warm.append(visit(context, address, sent))
    first = cold[0].answers
    print_sizes(site, first)
    body, head = sum(size for _, size, _ in first), sum(head for *_, head in first)
    again = sum(size + head for _, size, head in warm[0].answers)
    move = median(each.move for each in cold) / 1000
    return [
        Row("from the address to the board", *_against(cold, warm, "board"), "", None),
        Row("from the address to the first move", *_against(cold, warm, "move"), "1 s", move <= 1),
        Row(
            "sent until the first move",
            f"{body / 1000:.1f} kB in {len(first)} files, {head / 1000:.1f} kB of headers",
            f"{again / 1000:.1f} kB when it comes again",
            f"{again / (body + head):.2f}",
            "200 kB",
            body + head <= 200_000,
        ),
    ]


def _against(cold: list[Visit], warm: list[Visit], name: str) -> tuple[str, str, str]:
    ours, theirs = (median(getattr(each, name) for each in visits) / 1000 for visits in (cold, warm))
    return short(ours, "s"), f"{short(theirs, 's')} when it comes again", f"{theirs / ours:.2f}"


def print_sizes(site: Site, answers: list[tuple[str, int, int]]) -> None:
    """Print the bytes sent before the first move, file by file, largest first; also for hosts without brotli."""
    print(f"\n{'sent until the first move':46} {'whole':>9} {'gzip':>9} {'sent':>9}")
    totals = [0, 0, 0]
    for path, size, _ in sorted(answers, key=lambda each: -each[1]):
        file = site.files.get(path.lstrip("/") or "index.html")
        data = b"" if file is None else file.data
        sizes = [len(data), len(gzip.compress(data, 9)), size]
        totals = [total + each for total, each in zip(totals, sizes, strict=True)]
        print(f"{path.rpartition(site.version)[2]:46} {sizes[0]:9,} {sizes[1]:9,} {sizes[2]:9,}")
    print(f"{'all of it':46} {totals[0]:9,} {totals[1]:9,} {totals[2]:9,}")
    rest = [each for name, each in site.files.items() if f"/{name}" not in {path for path, *_ in answers}]
    whole, packed = sum(len(each.data) for each in rest), sum(len(gzip.compress(each.data, 9)) for each in rest)
    print(f"{f'the other {len(rest)} files, fetched when they are asked for':46} {whole:9,} {packed:9,}")


def open_game(context: BrowserContext, address: str, board: Board) -> Page:
    """Return a page with a new game on a board."""
    page = context.new_page()
    page.goto(f"{address}{board.address}", wait_until="commit")
    until(page, "globalThis.visit?.ready > 0")
    until(page, "document.querySelectorAll('[data-cell]').length > 1")
    # The board stays where it is once the panels next to it are placed.
    until(page, "document.querySelector('.screen[data-ready]') !== null")
    return page


def click_time(page: Page, x: float, y: float) -> float:
    """Return the milliseconds from the release of a button to the frame that paints the result."""
    released, painted = click(page, x, y)
    return painted - released


def safe_cells(page: Page, board: Board) -> Iterator[tuple[float, float]]:
    """Yield where to click next: visible covered cells without a mine, the middle one first. Each must be opened."""
    game = Game(Grid.parse(board.sides), board.mines, seed=board.seed, rules=RULES)
    seen = page.evaluate(SEEN)
    seen.sort(key=lambda each: abs(each[1] - 640) + abs(each[2] - 400))
    for index, x, y in seen:
        layout = game.layout
        if layout is not None and (layout.is_mine(index) or game.codes(index, index + 1)[0] >= 0):
            continue
        yield x, y
        game.open(index)
        if game.outcome is not Outcome.ONGOING:
            return


def click_rows(address: str, browser: Browser, count: int) -> list[Row]:
    """Measure how soon moves are painted on three boards, each compared with a minimal page."""
    rows = []
    for board in (EXPERT, DEEP, HUGE):
        context = visitor(browser, service_workers="block")
        bare = context.new_page()
        bare.goto("about:blank")
        bare.evaluate(BARE)
        theirs = [click_time(bare, 615, 365) for _ in range(count)]
        bare.close()
        page = open_game(context, address, board)
        ours = [click_time(page, x, y) for _, (x, y) in zip(range(count), safe_cells(page, board), strict=False)]
        context.close()
        half, least = median(ours), median(theirs)
        rows.append(
            Row(
                f"from click to paint, {board.name}, {len(ours)} clicks",
                f"{short(half / 1000, 's')}, {short(sorted(ours)[len(ours) * 9 // 10] / 1000, 's')} for nine in ten",
                f"{short(least / 1000, 's')} for a bare page",
                f"{half / least:.2f}",
                "16 ms",
                half <= 16,
            )
        )
    return rows


def scroll_row(address: str, browser: Browser, frames: int) -> Row:
    """Count the frames painted while the largest board is scrolled, compared with an idle page."""
    context = visitor(browser, service_workers="block")
    page = open_game(context, address, HUGE)
    click(page, *middle(page))
    page.evaluate(SCROLL, 20)
    found = page.evaluate(SCROLL, frames)
    idle = page.evaluate(
        """async (frames) => {
          const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
          const begin = await next();
          let end = begin;
          for (let number = 0; number < frames; number += 1) end = await next();
          return (frames * 1000) / (end - begin);
        }""",
        frames,
    )
    context.close()
    return Row(
        f"scrolling 10^6 cells, drawn in {found['drawn'] / frames:.0%} of frames",
        f"{found['rate']:.1f} frames/s, {found['script']:.1f} ms of scripts a frame",
        f"{idle:.1f} frames/s at rest",
        f"{found['rate'] / idle:.2f}",
        "60 frames/s",
        found["rate"] >= 59,
    )


def renderer_memory(browser: Browser) -> float:
    """Return the private memory of the largest renderer process, including the kernels, in MB; 0 except on Linux."""
    found = 0.0
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    for each in processes:
        status = Path(f"/proc/{each['id']}/status")
        if each["type"] == "renderer" and status.exists():
            (line,) = (line for line in status.read_text().splitlines() if line.startswith("RssAnon"))
            found = max(found, int(line.split()[1]) / 1000)
    return found


def memory_row(address: str, browser: Browser) -> Row:
    """Measure the memory that a game with 10^6 cells takes in the page and its workers, compared with a beginner's."""
    sizes: list[int] = []
    process: list[float] = []
    for board in (HUGE, Board("beginner", "9x9", 10)):
        context = visitor(browser, service_workers="block")
        page = open_game(context, address, board)
        click(page, *middle(page))
        found = page.evaluate("() => performance.measureUserAgentSpecificMemory()")
        sizes.append(found["bytes"])
        process.append(renderer_memory(browser))
        if board is HUGE:
            parts = [(each["bytes"], each["types"]) for each in found["breakdown"] if each["bytes"]]
            print(f"\nmemory of a game of 10^6 cells: {json.dumps(sorted(parts, reverse=True))}")
        context.close()
    huge, small = (size / 1e6 for size in sizes)
    return Row(
        "memory of a game of 10^6 cells",
        f"{huge:.1f} MB; {process[0]:.0f} MB of its own has the whole process",
        f"{small:.1f} MB; {process[1]:.0f} MB on 9x9",
        f"{huge / small:.1f}",
        "100 MB",
        huge <= 100,
    )


def page_rows(*, quick: bool = False) -> list[Row]:
    """Measure visits, and return all rows."""
    site = read_site()
    rows = visit_rows(site, 3 if quick else 9)
    with served(site) as (address, _), chromium() as browser:
        rows += click_rows(address, browser, 15 if quick else 40)
        rows.append(scroll_row(address, browser, 60 if quick else 240))
        rows.append(memory_row(address, browser))
    return rows
