"""Find a page's accessibility problems with axe-core."""

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
    """Return the source of axe-core; skip the test if it wasn't downloaded."""
    capabilities.require("axe")
    return capabilities.AXE.read_text(encoding="utf-8")


def complaints(page: Page) -> list[str]:
    """Return the problems that axe-core finds on the page."""
    # Wait for slow parts before checking them.
    page.evaluate("() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))")
    found: list[str] = page.evaluate(FOUND)
    return found
