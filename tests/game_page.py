"""A game in a browser as a player uses it: cells' texts for screen readers, and real mouse, key and touch input."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from hypersweep import Layout
from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.picture.cell_appearance import HIDDEN
from page_waits import PATIENCE, wait_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import Locator, Page

WORDS = {
    "hidden": HIDDEN,
    "covered": COVERED,
    "flag": FLAGGED,
    "mine": MINE,
    "mine that went off": EXPLODED,
    "wrong flag": WRONG_FLAG,
    "no mine around": 0,
}


def expect(part: Locator | Page) -> Any:
    """Return the assertions of Playwright on a page or a part of it; the import waits for a test with a browser."""
    from playwright.sync_api import expect as expect_of

    return expect_of(part)


def prefer(page: Page, site: str, **settings: str | bool) -> None:
    """Open the page and choose settings on their own screen."""
    page.goto(f"{site}/#/settings")
    page.wait_for_selector("#setting-language")
    for name, value in settings.items():
        if name == "theme":
            page.check(f"input[name=theme][value={value}]")
        elif isinstance(value, str):
            page.select_option(f"#setting-{name}", value)
        else:
            page.set_checked(f"#setting-{name}", value)
    if "language" in settings:
        wait_for(page, "(language) => document.documentElement.lang === language", arg=settings["language"])


class GamePage:
    """A tab in which a game is played.

    Attributes:
        page: the tab.
        layout: where the mines are, if they were given.
    """

    def __init__(self, page: Page, site: str) -> None:
        self.page = page
        self.site = site
        self.layout: Layout | None = None
        self._fingers: Any = None

    def open(self, **query: str | int) -> GamePage:
        """Begin the game that an address asks for."""
        self.page.goto(f"{self.site}/#/game?{urlencode(query)}")
        self.wait()
        return self

    def lay(self, board: str, mines: Iterable[tuple[int, ...]], **query: str) -> GamePage:
        """Begin a game with mines in known places."""
        self.layout = Layout(board, list(mines))
        return self.open(layout=self.layout.format(), **query)

    def wait(self) -> None:
        """Until there is a board."""
        ready = "document.querySelector('.screen.game[data-ready]')"
        self.page.wait_for_function(f"() => {ready} && document.activeElement?.dataset.cell")
        self.page.wait_for_timeout(20)

    def cell(self, *cell: int) -> Locator:
        """Return the screen-reader text of a cell."""
        assert self.layout is not None
        return self.page.locator(f'[data-cell="{self.layout.grid.index(cell)}"]')

    def place(self, *cell: int) -> tuple[float, float]:
        """The middle of a cell on the screen."""
        box = self.cell(*cell).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def codes(self) -> list[int]:
        """The codes of all cells, by what is read aloud of them."""
        # Some or all of them are missing for a moment where a board takes the place of another one.
        labels = wait_for(
            self.page,
            """() => {
              const found = [...document.querySelectorAll("[data-cell]")];
              const cells = found.map((each) => [+each.dataset.cell, each.ariaLabel]);
              return cells.length > 0 && cells.every(([index]) => index < cells.length) && cells;
            }""",
        )
        found = {index: label.split(",")[0] for index, label in labels}
        return [WORDS[found[index]] if found[index] in WORDS else int(found[index]) for index in range(len(found))]

    def expect(self, codes: Iterable[int]) -> None:
        """Wait until the board shows these codes."""
        wanted = list(codes)
        end = time.monotonic() + PATIENCE / 1000
        while (found := self.codes()) != wanted and time.monotonic() < end:
            self.page.wait_for_timeout(20)
        assert found == wanted, f"expected {wanted}, got {found} on a page that says {self.page.inner_text('body')!r}"

    def stays(self) -> None:
        """Wait for pending work, and check that no cell has changed."""
        before = self.codes()
        self.page.wait_for_timeout(150)
        assert self.codes() == before

    def click(self, *cell: int, button: str = "left") -> None:
        """A click with one button."""
        self.page.mouse.click(*self.place(*cell), button=button)  # type: ignore[arg-type]

    def multi(self, *cell: int, presses: str = "left right", releases: str = "left right") -> None:
        """A click with several buttons."""
        self.page.mouse.move(*self.place(*cell))
        for button in presses.split():
            self.page.mouse.down(button=button)  # type: ignore[arg-type]
        for button in releases.split():
            self.page.mouse.up(button=button)  # type: ignore[arg-type]

    def keys(self, *keys: str) -> None:
        """Keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def state(self) -> Locator:
        """Return the text of the game's state."""
        return self.page.locator(".game-state")

    def ends(self, outcome: str) -> None:
        """Wait until the game is won or lost."""
        expect(self.state).to_contain_text(outcome)
        expect(self.page.locator(".game-result")).to_be_visible()

    # Fingers.

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """An event of fingers: "touchStart", "touchMove", "touchEnd" with all that still touch."""
        if self._fingers is None:
            self._fingers = self.page.context.new_cdp_session(self.page)
        touches = [{"x": x, "y": y, "id": place} for place, (x, y) in enumerate(points)]
        self._fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def tap(self, *cell: int) -> None:
        """Tap."""
        self.touch("touchStart", self.place(*cell))
        self.touch("touchEnd")

    def hold_back(self, *cell: int) -> None:
        """A touch that slides away."""
        x, y = self.place(*cell)
        self.touch("touchStart", (x, y))
        self.touch("touchMove", (x + 30, y))
        self.touch("touchEnd")

    def hold(self, *cell: int) -> None:
        """A long press, as long as it takes."""
        self.touch("touchStart", self.place(*cell))
        self.page.wait_for_selector(".press-ring", state="attached")
        self.page.wait_for_selector(".press-ring", state="detached")
        self.touch("touchEnd")
