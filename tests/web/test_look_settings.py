"""How boards look is chosen in the settings, by pictures."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from game_page import expect

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

BRIGHT = ["#7cafc2", "#a1b56c", "#ff6f6f", "#ba8baf", "#dc9656", "#86c1b9", "#f7ca88", "#e8e8e8"]
DRAWN = "(name) => document.querySelector(`input[value=${name}] + canvas`).toDataURL()"


def test_pictures_show_themes_and_skins_as_they_are(page: Page, site: str) -> None:
    page.goto(f"{site}/#/settings")
    page.locator("input[name=theme][value=system]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("input[name=theme][value=light]")).to_be_checked()
    names = ("light", "dark", "classic", "contrast", "tiles", "flat", "paper", "garden", "glow")
    pictures = [page.evaluate(DRAWN, name) for name in names]
    # The chosen skin in the chosen theme is twice among them.
    assert len({*pictures}) == len(names) - 1
    page.check("input[name=skin][value=garden]")
    page.wait_for_function(f"([name, before]) => ({DRAWN})(name) !== before", arg=["dark", pictures[1]])
    assert page.evaluate(DRAWN, "contrast") != pictures[3], "its shapes, though not its colours"


def test_a_theme_file_is_opened_and_its_faint_colours_are_named(page: Page, site: str, tmp_path: Path) -> None:
    page.goto(f"{site}/#/settings")
    page.locator(".own-theme summary").click()
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps({"numbers": BRIGHT, "cover": "red"}), encoding="utf-8")
    page.locator(".own-theme input[type=file]").set_input_files(wrong)
    expect(page.locator(".own-theme [role=alert]")).to_contain_text('"cover"')
    right = tmp_path / "right.json"
    right.write_text(json.dumps({"numbers": [*BRIGHT[:7], "#202020"], "cover": "#2b6777"}), encoding="utf-8")
    page.locator(".own-theme input[type=file]").set_input_files(right)
    expect(page.locator("input[name=theme][value=own]")).to_be_checked()
    expect(page.locator(".own-theme [role=alert]")).to_have_count(0)
    expect(page.locator(".own-theme [role=status]")).to_contain_text("8 (")
    # The page around the board has no theme of its own.
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator(".own-theme input[type=color]").nth(7).fill("#f0f0f0")
    expect(page.locator(".own-theme [role=status]")).to_have_count(0)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a theme file").click()
    found = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert (found["cover"], found["numbers"][7]) == ("#2b6777", "#f0f0f0")
