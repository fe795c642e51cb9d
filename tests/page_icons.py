"""Draw the page's icons as PNG from icons/icon.svg, with Chromium: ``python tests/page_icons.py``.

They are in the repository, since an installation can't rely on a browser; a test draws them again and compares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.web import page_folder
from page_server import browser_driver, start_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ICONS = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "maskable-192.png": (192, True),
    "maskable-512.png": (512, True),
    "touch-180.png": (180, True),
}
"""The side of each, and whether its ground goes to the edge: systems that cut icons into shape want it so."""


def icon_pictures(browser: Browser) -> dict[str, bytes]:
    """The icons as PNG, by their names."""
    drawing = (page_folder() / "icons" / "icon.svg").read_text(encoding="utf-8")
    pictures = {}
    for name, (side, is_whole) in ICONS.items():
        page = browser.new_page(viewport={"width": side, "height": side})
        page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing}")
        if is_whole:
            page.evaluate("document.getElementById('ground').setAttribute('rx', '0')")
        pictures[name] = page.screenshot(omit_background=True)
        page.close()
    return pictures


def main() -> None:
    """Write them."""
    with browser_driver() as driver:
        for name, picture in icon_pictures(start_chromium(driver)).items():
            (page_folder() / "icons" / name).write_bytes(picture)


if __name__ == "__main__":
    main()
