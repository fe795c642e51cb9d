"""What a browser calls up to the first move: a budget of calls of the page's functions, the same on every machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

MOST_CALLS = 20_000
MOST_LAYOUTS = 40

# The page is at rest when it makes few calls, as for its clock, in so many milliseconds.
_REST = 500
_FEW = 200


def calls(page: Page, profiler: CDPSession) -> int:
    """The number of calls of the page's functions in the main thread since the last question, until it is at rest."""
    count = 0
    more = _FEW
    while more >= _FEW:
        page.wait_for_timeout(_REST)
        scripts = profiler.send("Profiler.takePreciseCoverage")["result"]
        functions = [each for script in scripts if script["url"].startswith("http") for each in script["functions"]]
        more = sum(each["ranges"][0]["count"] for each in functions)
        count += more
    return count


def test_the_start_and_the_first_move_take_few_calls(page: Page, site: str) -> None:
    profiler = page.context.new_cdp_session(page)
    profiler.send("Profiler.enable")
    profiler.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
    page.goto(f"{site}/")
    card = page.locator("[data-board='beginner']")
    card.wait_for()
    assert 1000 < calls(page, profiler) <= MOST_CALLS
    card.click()
    page.locator("[data-cell='0']").wait_for()
    assert 1000 < calls(page, profiler) <= MOST_CALLS
    page.locator("[data-cell='0']").click()
    page.locator("[data-cell='0']:not([aria-label^='covered'])").wait_for()
    assert 1000 < calls(page, profiler) <= MOST_CALLS


def test_the_first_move_measures_the_page_rarely(page: Page, site: str) -> None:
    # Measuring between two changes of elements costs a layout of the whole page, for example once for each cell.
    metrics = page.context.new_cdp_session(page)
    metrics.send("Performance.enable")
    page.goto(f"{site}/")
    page.locator("[data-board='beginner']").click()
    page.locator("[data-cell='0']").click()
    page.locator("[data-cell='0']:not([aria-label^='covered'])").wait_for()
    figures = {each["name"]: each["value"] for each in metrics.send("Performance.getMetrics")["metrics"]}
    assert 0 < figures["LayoutCount"] <= MOST_LAYOUTS
