"""What axe-core finds on a page: what some people can't use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import capabilities

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["axe_source", "complaints"]

FOUND = """
async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const told = ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 150)).slice(0, 3).join(" ")}`;
  return violations.map(told);
}
"""


def axe_source() -> str:
    """The source of axe-core; the test is skipped where it wasn't fetched."""
    capabilities.require("axe")
    return capabilities.AXE.read_text(encoding="utf-8")


def complaints(page: Page) -> list[str]:
    """What axe-core finds on the page."""
    # What comes in slowly is looked at when it is there.
    page.evaluate("() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))")
    found: list[str] = page.evaluate(FOUND)
    return found
