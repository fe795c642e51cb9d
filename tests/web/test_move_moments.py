"""A move's time is when the player made it, however late the page handles it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game_page import GamePage
from page_waits import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Two keys pressed 250 ms apart, which the page gets together afterwards.
PRESS = """
() => {
  const pressed = () => new KeyboardEvent("keydown", { key: "f", code: "KeyF", bubbles: true, cancelable: true });
  const spin = () => {
    const end = performance.now() + 250;
    while (performance.now() < end);
  };
  spin();
  const first = pressed();
  spin();
  const second = pressed();
  spin();
  document.activeElement.dispatchEvent(first);
  document.activeElement.dispatchEvent(second);
}
"""
KEPT = """
async () => {
  const opened = indexedDB.open("hypersweep");
  const database = await new Promise((resolve) => (opened.onsuccess = () => resolve(opened.result)));
  const asked = database.transaction("events").objectStore("events").getAll();
  const texts = await new Promise((resolve) => (asked.onsuccess = () => resolve(asked.result)));
  database.close();
  const flags = texts.join("").split("\\n").filter((line) => line.includes(" flag "));
  return flags.length === 4 && flags.map((line) => Number(line.split(" ")[0]));
}
"""


def test_moves_of_a_busy_page_keep_their_moments(page: Page, site: str) -> None:
    game = GamePage(page, site).lay("3x4", [(0, 0), (0, 3)])
    game.click(2, 1)
    # The clock starts when the first click is answered.
    wait_for(
        page,
        """() => {
            const { dataset, ariaLabel } = document.activeElement;
            return dataset.cell === "9" && !ariaLabel.startsWith("covered");
        }""",
    )
    game.keys("g", "f", "f")
    page.evaluate(PRESS)
    *_, first, second = wait_for(
        page, f"async () => {{ const found = await ({KEPT})(); return found.length === 4 && found; }}"
    )
    assert second - first >= 200
