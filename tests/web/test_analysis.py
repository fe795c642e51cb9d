"""The analysis board in a browser: drawing by keys, mouse and touch, pasting, dropping, sharing; and conclusions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from hypersweep import Game
from hypersweep.formats import parse_json
from hypersweep.formats.position_text import read_position
from hypersweep.solve import analyse, choose
from hypersweep.view import View
from page_server import silent_tab
from page_waits import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

VIEW = View.parse("3x4 mines=3\n# 1 . .\n# 2 1 1\n# # # #")

RECORD = """\
hypersweep-record: 1
board: 3x4
mines: 2
rules: classic
seed: 7
start: 2026-01-02T03:04:05Z
program: hypersweep 0.1.0

0 flag 0 3: 1
0 open 0 0: 6
6100 end: ongoing
"""


def _begun(board: str) -> View:
    game = Game(board, 3, seed=1)
    game.open((0,) * game.grid.dimensions)
    return game.view


def _show(page: Page, site: str, text: str) -> None:
    page.goto(f"{site}/#/analysis?position={quote(text)}")
    page.wait_for_selector(".analysis-panel .move")


def _address(page: Page, text: str) -> None:
    """Wait until the address names a position."""
    page.wait_for_function("(text) => decodeURIComponent(location.hash).includes(text)", arg=text)


def _position(page: Page) -> View:
    return read_position(page.evaluate("new URLSearchParams(location.hash.split('?')[1]).get('position')"))


@pytest.mark.nightly
@pytest.mark.parametrize(
    "view",
    [
        VIEW,
        View.parse("8 mines=2\n# 1 . 1 # # # #"),
        View("2x3x4~wrap=2", 4, [-1] * 24),
        _begun("2x2x2x4"),
    ],
)
def test_what_follows_is_what_python_says(page: Page, site: str, view: View) -> None:
    analysis = analyse(view)
    best = choose(view, analysis=analysis)
    assert best is not None
    _show(page, site, str(view))
    assert f"open ({', '.join(map(str, best.cell))})" in page.inner_text(".analysis-panel .move")
    said = page.inner_text(".analysis-panel .summary")
    mines = f"{len(analysis.mine_cells)} mine"
    assert mines in said if analysis.mine_cells or analysis.safe_cells else "Nothing is certain" in said
    # What the cell under the cursor may show.
    page.focus("[role=gridcell][tabindex='0']")
    page.keyboard.press("?")
    page.wait_for_selector(".clue-chances li")
    chances = analysis.clue_chances(best.cell)
    shown = {clue: f"{round(100 * chance)} %" for clue, chance in enumerate(chances) if chance}
    page.wait_for_function(
        """(shown) => JSON.stringify(shown) === JSON.stringify(Object.fromEntries(
          [...document.querySelectorAll(".clue-chances li")].map((each) => [
            each.querySelector(".clue").textContent, each.querySelector(".share").textContent,
          ])))""",
        arg={str(clue): share for clue, share in shown.items()},
    )
    assert page.locator(".clue-chances ol").get_attribute("aria-labelledby") == "clue-chances"


@pytest.mark.nightly
def test_drawn_by_keys_alone(page: Page, site: str) -> None:
    _show(page, site, str(VIEW))
    page.focus("[role=gridcell][tabindex='0']")
    page.keyboard.press("g")
    for key, code in (
        ("2", 2),
        ("#", -1),
        ("f", -2),
        ("f", -1),
        ("*", -3),
        (".", 0),
        ("+", 1),
        ("-", 0),
        ("Delete", -1),
    ):
        page.keyboard.press(key)
        _wait_code(page, code)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("9")
    assert "can't show 9" in page.inner_text(".note")
    page.keyboard.press("2")
    _wait_code(page, 2, place=1)
    page.keyboard.press("u")
    _wait_code(page, 1, place=1)
    page.keyboard.press("Control+y")
    _wait_code(page, 2, place=1)
    page.keyboard.press("Control+z")
    _wait_code(page, 1, place=1)
    page.keyboard.press("Control+Shift+Z")
    _wait_code(page, 2, place=1)
    for _ in range(3):
        page.keyboard.press("Control+z")
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"


def _wait_code(page: Page, code: int, place: int = 0) -> None:
    """Wait until the address has a code at a place of the first row."""
    sign = {-1: "_", -2: "F", -3: "*", 0: "."}.get(code, str(code))
    page.wait_for_function(
        """([place, sign]) => {
          const text = new URLSearchParams(location.hash.split("?")[1]).get("position");
          return text?.split("\\n")[1][place] === sign;
        }""",
        arg=[place, sign],
    )


@pytest.mark.nightly
def test_a_link_can_be_followed_just_after_a_change(page: Page, site: str) -> None:
    _show(page, site, str(VIEW))
    page.focus("[role=gridcell][tabindex='0']")
    page.keyboard.press("#")
    # The address of the position is due, but the browser reports the new address later.
    page.evaluate("""() => {
      for (const end = performance.now() + 600; performance.now() < end;);
      location.hash = "#/settings";
    }""")
    page.wait_for_selector(".screen.settings")
    assert page.url == f"{site}/#/settings"


@pytest.mark.nightly
def test_clues_of_two_digits(page: Page, site: str) -> None:
    _show(page, site, "3x3x3 mines=12\n" + "\n".join(["_" * 9] * 3))
    # The cursor starts in a corner, where no clue has two digits.
    page.focus("[data-cell='13']")
    page.keyboard.type("12")
    page.wait_for_function("decodeURIComponent(location.hash).includes(' 12 ')")
    assert _position(page)[1, 1, 1] == 12


def _corner(page: Page) -> tuple[float, float]:
    """The middle of the first cell."""
    box = page.locator("[role=gridcell]").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.nightly
def test_drawn_by_the_mouse_and_by_a_tool(page: Page, site: str) -> None:
    _show(page, site, str(VIEW))
    x, y = _corner(page)
    page.mouse.click(x, y)
    _wait_code(page, 0)
    page.mouse.click(x, y, button="right")
    _wait_code(page, -2)
    page.click("[data-tool='3']")
    page.mouse.click(x, y)
    _wait_code(page, 3)
    page.click(".do-clear")
    _wait_code(page, -1, place=1)
    page.click(".do-undo")
    _wait_code(page, 1, place=1)


@pytest.mark.nightly
def test_drawn_by_a_finger(chromium: Browser, site: str) -> None:
    with silent_tab(chromium, 360, 740, has_touch=True) as page:
        _show(page, site, str(VIEW))
        assert page.evaluate("document.querySelector('main').scrollWidth") <= 360
        page.tap("[data-tool='-2']")
        page.touchscreen.tap(*_corner(page))
        _wait_code(page, -2)


@pytest.mark.nightly
def test_contradictions_are_told_and_marked(page: Page, site: str) -> None:
    page.goto(f"{site}/#/analysis?position={quote('2x3 mines=1' + chr(10) + '__3' + chr(10) + '___')}")
    page.wait_for_selector(".analysis-panel .summary.wrong")
    assert "(0, 2)" in page.inner_text(".analysis-panel .summary")


@pytest.mark.nightly
def test_another_board_and_other_mines(page: Page, site: str) -> None:
    _show(page, site, str(VIEW))
    page.fill("#analysis-shape", "4x4x4x4")
    page.press("#analysis-shape", "Enter")
    _address(page, "4x4x4x4 mines=10")
    page.fill("#analysis-shape", "4x")
    page.press("#analysis-shape", "Enter")
    assert "A side is missing" in page.inner_text("#analysis-wrong")
    page.fill("#analysis-shape", "4x4x4x4")
    page.fill("#analysis-mines", "257")
    page.press("#analysis-mines", "Enter")
    assert "0 to 256" in page.inner_text("#analysis-wrong")
    page.fill("#analysis-mines", "20")
    page.press("#analysis-mines", "Tab")
    _address(page, "4x4x4x4 mines=20")


def _paste(page: Page, text: str) -> None:
    page.evaluate(
        """(text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
          document.activeElement.dispatchEvent(event);
        }""",
        text,
    )


def _drop(page: Page, *files: tuple[str, str]) -> None:
    page.evaluate(
        """(files) => {
          const dataTransfer = new DataTransfer();
          for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
          const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
          document.querySelector("main").dispatchEvent(event);
        }""",
        [list(file) for file in files],
    )


@pytest.mark.nightly
def test_a_text_that_is_too_long_is_told_once(page: Page, site: str) -> None:
    page.goto(f"{site}/#/")
    page.wait_for_selector(".card")
    _paste(page, "." * (2**24 + 1))
    page.wait_for_function("() => document.querySelector('.note').textContent")
    assert page.locator(".note").inner_text() == "The pasted text is too large: at most 16 MiB can be read."


@pytest.mark.nightly
def test_a_broken_text_of_a_known_kind_is_not_called_something_else(page: Page, site: str) -> None:
    page.goto(f"{site}/#/analysis")
    page.wait_for_selector(".analysis-panel .move")
    for text, fault in [
        ("2x3 mines=7\n___\n___", "7"),
        ("2x3 mines=2\n__z\n___", "column 3"),
        ("2x3 mines=2\n____\n___", "3 cells"),
        ("hypersweep-record: 1\nnonsense", "cut off"),
    ]:
        _paste(page, text)
        wait_for(page, "(fault) => document.querySelector('.note').textContent.includes(fault)", arg=fault)
        assert "neither" not in page.locator(".note").inner_text()


@pytest.mark.nightly
def test_pasted_anywhere(page: Page, site: str) -> None:
    page.goto(f"{site}/#/")
    page.wait_for_selector(".card")
    _paste(page, "2x3 mines=1\n__1\n111")
    page.wait_for_selector(".analysis-panel .move")
    _address(page, "2x3 mines=1")
    # A list doesn't say how many mines there are.
    _paste(page, "[['_', '_', '_'], [1, 1, 0]]")
    page.wait_for_selector("dialog input")
    page.fill("dialog input", "1")
    page.click("dialog .primary")
    _address(page, "mines=1\n___\n11.")
    page.wait_for_selector(".analysis-panel .move")
    page.click(".do-undo")
    _address(page, "__1\n111")
    _paste(page, "what is this?")
    page.wait_for_function("document.querySelector('.note')?.textContent.includes('neither a record')")


def test_who_does_not_say_how_many_mines_is_asked_once(page: Page, site: str) -> None:
    page.goto(f"{site}/#/analysis")
    page.wait_for_selector(".screen.analysis canvas")
    page.wait_for_function("document.querySelector('main').ariaBusy === 'false'")
    _paste(page, "__1\n111")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.wait_for_timeout(300)
    assert page.locator("dialog").count() == 0


@pytest.mark.nightly
def test_pasted_into_a_field(page: Page, site: str) -> None:
    _show(page, site, str(VIEW))
    page.click(".do-paste")
    page.fill("#analysis-text", "2 mines\n#1z\n###")
    page.click("dialog .primary")
    page.wait_for_function("document.querySelector('#analysis-text-wrong').textContent.includes('column 3')")
    page.fill("#analysis-text", json.dumps({"shape": [2, 3], "mines": 1, "view": ["##1", "111"]}))
    page.click("dialog .primary")
    _address(page, "2x3 mines=1")


@pytest.mark.nightly
def test_dropped_files(page: Page, site: str) -> None:
    page.goto(f"{site}/#/")
    page.wait_for_selector(".card")
    _drop(page, ("noise.bin", "\0\1\2\3"))
    page.wait_for_function("document.querySelector('.note')?.textContent.includes('text file')")
    _drop(page, ("large.txt", "#" * ((1 << 24) + 1)))
    page.wait_for_function("document.querySelector('.note')?.textContent.includes('at most 16 MiB')")
    _drop(page, ("nothing.txt", "Dear all,\nthe game is off."))
    page.wait_for_function("document.querySelector('.note')?.textContent.includes('nothing.txt is neither')")
    _drop(page, ("position.txt", "2 mines\n#1.\n#21\n###"), ("other.txt", "3x4.bAgg"))
    _address(page, "position=")
    assert _position(page) == read_position("2 mines\n#1.\n#21\n###")


@pytest.mark.nightly
def test_a_dropped_record_is_watched_and_a_board_id_is_played(page: Page, site: str) -> None:
    page.goto(f"{site}/#/")
    page.wait_for_selector(".card")
    _drop(page, ("broken.sweep", "hypersweep-record: 1\nboard: 0x4\n\n"))
    page.wait_for_function("document.querySelector('.note')?.textContent.includes('broken.sweep')")
    _paste(page, "3x4.bAgg")
    page.wait_for_selector(".screen.game [role=gridcell]")
    _drop(page, ("game.sweep", RECORD))
    page.wait_for_selector(".screen.replay .replay-foot")
    page.click("text=Analyse this position")
    page.wait_for_selector(".analysis-panel .summary:not(:empty)")
    _address(page, "3x4 mines=2")


@pytest.mark.nightly
def test_a_link_a_text_and_json_lead_back(page: Page, site: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    _show(page, site, str(VIEW))
    for name, read in (("text", View.parse), ("json", parse_json)):
        page.click(f".do-{name}")
        page.wait_for_function("document.querySelector('.note')?.textContent.includes('Copied')")
        assert read(page.evaluate("navigator.clipboard.readText()")) == VIEW
    page.click(".do-link")
    page.wait_for_function("document.querySelector('.note')?.textContent.toLowerCase().includes('link')")
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector(".analysis-panel .move")
    assert _position(page) == VIEW
    with page.expect_download() as download:
        page.click(".do-picture")
    assert download.value.suggested_filename == "hypersweep-3x4.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_an_address_with_half_a_position_is_told(page: Page, site: str) -> None:
    page.goto(f"{site}/#/analysis?position=2x3%20mines%3D1%0A%23%23%23")
    page.wait_for_selector(".note.warning:not(:empty)")


@pytest.mark.nightly
def test_a_pasted_game_id_begins_with_its_first_cell(page: Page, site: str) -> None:
    page.goto(f"{site}/#/")
    page.wait_for_selector(".card")
    _paste(page, "4x3:0,2,u401")
    page.wait_for_selector(".screen.game [role=gridcell]")
    labels = [cell.get_attribute("aria-label") for cell in page.locator("[role=gridcell]").all()]
    assert sum("covered" in (label or "") for label in labels) == 6, labels
