"""The page on a slow connection and on a slow processor: its first paint, and the first move.

    make page browser
    python benchmarks/page_slow.py [--site FOLDER] [--visits 3] [--table FILE]

Chromium itself slows down (DevTools protocol): the network to 400 kbit/s with 400 ms of latency, or the processor to a
sixth. Every visit is a first one, with empty caches. `--site` names the folder of another built page, to compare.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from hypersweep.web.site import Site, read_site
from page_visits import chromium, served
from timing import Row, machine_facts, print_rows, short

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Bytes per second and milliseconds.
SLOW_NETWORK = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
CELL = "[data-cell='0']"
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


def visit(browser: Browser, address: str, hash_: str, command: str, values: dict[str, Any]) -> tuple[float, float]:
    """Return the seconds to the first paint, and to the effect of a click on the first cell.

    Args:
        browser: the browser.
        address: the page's address.
        hash_: the URL fragment of a game, or "#/" for the start screen, where the visit chooses the beginner board.
        command: the command of the DevTools protocol that slows the browser down.
        values: its arguments.
    """
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        context.new_cdp_session(page).send(command, values)
        begin = time.monotonic()
        page.goto(address + hash_, wait_until="commit")
        if hash_ == "#/":
            page.locator(".card[data-board=beginner]").click()
        page.locator(CELL).click()
        page.locator(f"{CELL}:not([aria-label^='covered'])").wait_for()
        moved = time.monotonic() - begin
        return float(page.evaluate(FIRST_PAINT)) / 1000, moved


def slow_rows(site: Site, visits: int) -> list[Row]:
    """Measure visits to a site, and return the rows."""
    rows = []
    with chromium() as browser, served(site) as (address, _):
        for slow, command, values, most_paint, most_move in (
            ("400 kbit/s", "Network.emulateNetworkConditions", SLOW_NETWORK, 2.0, 6.0),
            ("a sixth of the processor", "Emulation.setCPUThrottlingRate", {"rate": 6}, None, 4.0),
        ):
            for way, hash_ in (("a game", "#/game?board=9x9&mines=10&seed=7"), ("the start screen", "#/")):
                times = [visit(browser, address, hash_, command, values) for _ in range(visits)]
                for what, most, middle in (
                    ("first paint", most_paint, median(paint for paint, _ in times)),
                    ("first move", most_move, median(moved for _, moved in times)),
                ):
                    aim = "" if most is None else short(most, "s")
                    is_met = None if most is None else middle <= most
                    rows.append(Row(f"{what}, from {way}, {slow}", short(middle, "s"), "", "", aim, is_met))
    return rows


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description="Measure the page on slow devices.")
    parser.add_argument("--site", type=Path, help="folder of a built page; this installation's if none is given")
    parser.add_argument("--visits", type=int, default=3, help="visits of each kind; the median is printed")
    parser.add_argument("--table", type=Path, help="write the closing table to this file")
    arguments = parser.parse_args()
    for name, value in machine_facts():
        print(f"{name:12}  {value}")
    print_rows(slow_rows(read_site(arguments.site), arguments.visits), arguments.table)


if __name__ == "__main__":
    main()
