"""Frames painted while a board opens or the window is resized: none is dark, and no cell moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

from page_server import silent_tab
from page_waits import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# In the light theme an emptied canvas is darker than all else, and only covered cells have these colours.
_COVERED = [(0x9F, 0xAD, 0xBF), (0x96, 0xA5, 0xB8)]

_LOOK = """
async ([frames, covered]) => {
  const found = [];
  for (const frame of frames) {
    const bytes = Uint8Array.from(atob(frame), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let [dark, left, top] = [0, width, height];
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue] = [data[at], data[at + 1], data[at + 2]];
      if (red < 8 && green < 8 && blue < 8) dark++;
      if (!covered.some((each) => each[0] === red && each[1] === green && each[2] === blue)) continue;
      const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
      // Only runs of the colour are cells: its shades are found in icons, too.
      const next = at + 4 * 5;
      if (x + 5 >= width || !covered.some((each) => each.every((part, place) => part === data[next + place]))) continue;
      left = Math.min(left, x);
      top = Math.min(top, y);
    }
    found.push({ dark: dark / (width * height), cell: left < width ? [left, top] : null });
  }
  return found;
}
"""


@dataclass(frozen=True)
class _Frame:
    """The pixels painted at one moment.

    Attributes:
        dark: the share of black pixels.
        cell: the left and the top of all covered cells; None where none is seen.
    """

    dark: float
    cell: tuple[int, int] | None


class _Screencast:
    """The frames that a tab paints, in order."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._pictures: list[str] = []
        self._session = page.context.new_cdp_session(page)
        self._session.on("Page.screencastFrame", self._take)
        self._session.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})

    def _take(self, event: dict[str, Any]) -> None:
        self._pictures.append(event["data"])
        self._session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    def frames(self) -> list[_Frame]:
        """End the recording. Returns: what was painted."""
        self._page.wait_for_timeout(300)
        self._session.send("Page.stopScreencast")
        with self._page.context.expect_page() as opened:
            self._page.evaluate("() => void window.open('/blank')")
        found = opened.value.evaluate(_LOOK, [self._pictures, _COVERED])
        opened.value.close()
        return [_Frame(each["dark"], each["cell"] and tuple(each["cell"])) for each in found]


def _open(page: Page, board: str) -> None:
    page.evaluate("(address) => void (location.hash = address)", f"#/game?{urlencode({'board': board, 'mines': 20})}")
    wait_for(page, "document.querySelector('.screen.game[data-ready]') !== null")
    page.wait_for_timeout(500)


@pytest.mark.parametrize("board", [pytest.param("10x10x10", marks=pytest.mark.nightly), "4x4x4x4", "4x4x4x4x4"])
def test_a_board_opens_in_one_layout_and_without_a_dark_frame(chromium: Browser, site: str, board: str) -> None:
    with silent_tab(chromium, 1280, 800, color_scheme="light") as page:
        page.goto(f"{site}/#/statistics")
        wait_for(page, "document.querySelector('.screen.statistics h1') !== null")
        cast = _Screencast(page)
        _open(page, board)
        frames = cast.frames()
        rooms = page.locator(".game-panels > div:not([hidden])").all()
        drawn = page.locator(".game-panels canvas").all()
        assert [each.bounding_box() for each in rooms] == [each.bounding_box() for each in drawn]
    shown = [each for each in frames if each.cell]
    assert shown
    assert [each.dark for each in frames if each.dark > 0.05] == []
    assert len({each.cell for each in shown}) == 1, [each.cell for each in shown]


def test_a_click_on_a_board_that_has_just_come_opens_its_cell(chromium: Browser, site: str) -> None:
    with silent_tab(chromium, 1280, 800, color_scheme="light") as page:
        page.goto(f"{site}/#/statistics")
        wait_for(page, "document.querySelector('.screen.statistics h1') !== null")
        page.evaluate("() => void (location.hash = '#/game?board=4x4x4x4&mines=20&rules=classic,first%3Dopening')")
        # The cell of the cursor is there before all others are.
        index, x, y = wait_for(
            page,
            """() => {
              const cell = document.querySelector("[data-cell]");
              const box = cell?.getBoundingClientRect();
              return box?.width ? [cell.dataset.cell, box.left + box.width / 2, box.top + box.height / 2] : null;
            }""",
        )
        page.mouse.click(x, y)
        wait_for(page, "(index) => document.querySelector(`[data-cell='${index}']`).ariaLabel[0] === 'n'", arg=index)


def test_no_frame_is_dark_while_the_window_changes_its_size(chromium: Browser, site: str) -> None:
    with silent_tab(chromium, 1280, 800, color_scheme="light") as page:
        page.goto(f"{site}/index.html")
        _open(page, "16x30")
        cast = _Screencast(page)
        for step in range(14):
            page.set_viewport_size({"width": 1280 - 24 * step, "height": 800 - 12 * step})
            page.wait_for_timeout(60)
        frames = cast.frames()
    assert len(frames) > 7
    assert [each.dark for each in frames if each.dark > 0.05] == []
