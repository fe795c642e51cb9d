"""Studies in browsers: two people edit one, lose their server meanwhile, and end with the same; a third reads."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from game_page import expect
from hypersweep import Layout, Record
from hypersweep.record import Event
from page_access import complaints
from page_server import silent_tab
from page_waits import wait_for
from together_server import kept_in, together_server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

LAYOUT = Layout("3x4", [(0, 3), (2, 0)])
RECORD = Record(
    LAYOUT.grid,
    layout=LAYOUT,
    rules="classic,first=any",
    events=[Event(0, "open", (1, 1), 1), Event(900, "flag", (2, 0), 1), Event(1900, "open", (0, 2), 1)],
    comments={2: "That was certain.\n\u202ereally"},
    tags={"title": "Ann's ope\u0301ning \N{EM DASH} test/2 (a title longer than a file's name)"},
).with_variation(1, [Event(700, "open", (1, 2), 1)])
# Messages about a missing server are the browser's own.
AWAY = "WebSocket|Failed to load resource|ERR_|Service Worker registration blocked"


@pytest.fixture
def new_page(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Yield tabs of people of their own; the test fails where a console complains."""
    with ExitStack() as tabs:

        def begin(width: int = 1100, language: str = "en-GB", *, is_free: bool = False) -> Page:
            tab = silent_tab(chromium, width, 760, allowed=AWAY, locale=language, bypass_csp=is_free)
            return tabs.enter_context(tab)

        yield begin


def begun(page: Page, address: str, text: str) -> str:
    """Begin a study with a file. Returns: the link of the invitation to edit."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{address}/#/study")
    page.set_input_files("#study-file", {"name": "a.sweep", "mimeType": "text/plain", "buffer": text.encode()})
    page.wait_for_selector(".screen.study[data-ready]")
    page.locator("[data-what=invite]").click()
    link: str = wait_for(page, "() => navigator.clipboard.readText().then((text) => text.includes('key=') && text)")
    # The address bar, which a stream shows, has no key.
    assert page.url == link.split("?", maxsplit=1)[0]
    return link


def enter(page: Page, address: str) -> None:
    """Enter a study."""
    page.goto(address)
    page.wait_for_selector(".screen.study[data-ready]")


def moves(page: Page) -> list[str]:
    """Return the moves in the list, without marks of members."""
    texts = "() => [...document.querySelectorAll('.study-move')].map((each) => each.firstChild.textContent)"
    found: list[str] = page.evaluate(texts)
    return found


def until_now(page: Page, text: str) -> None:
    """Wait until a moment is shown."""
    wait_for(page, "(text) => document.querySelector('.study-now').textContent === text", arg=text)


def until_moves(page: Page, count: int) -> None:
    """Wait until there is a number of moves."""
    wait_for(page, "(count) => document.querySelectorAll('.study-move').length === count", arg=count)


def press(page: Page, cell: tuple[int, int], *, button: str = "left") -> None:
    """Clicks on a cell of the board."""
    page.locator("[role=gridcell]").nth(LAYOUT.grid.index(cell)).click(button=button)  # type: ignore[arg-type]


@pytest.mark.nightly
def test_two_edit_a_study_and_lose_the_server_in_the_middle(tmp_path: Path, new_page: Callable[..., Page]) -> None:
    ann, bob = new_page(), new_page()
    with together_server(kept_in(tmp_path)) as address:
        study = begun(ann, address, RECORD.format())
        enter(bob, study)
        for page in (ann, bob):
            until_moves(page, 4)
            assert moves(page) == ["1. open (1, 1)", "2. flag (2, 0)", "2. open (1, 2)", "3. open (0, 2)"]
            assert page.locator(".study-said").inner_text() == "That was certain.\n\\u202ereally"
        # A move at the end extends the line; an earlier one begins another.
        ann.locator(".study-move").last.click()
        until_now(ann, "3. open (0, 2)")
        press(ann, (1, 2))
        until_moves(bob, 5)
        bob.locator(".study-move").first.click()
        until_now(bob, "1. open (1, 1)")
        press(bob, (0, 3), button="right")
        until_now(bob, "2. flag (0, 3) (in a side line)")
        until_moves(ann, 6)
        # The other member's position is shown.
        wait_for(ann, "() => document.querySelectorAll('.study-lines .member-sign').length === 1")
        bob.locator(".study-comment textarea").fill("Why not this?")
        bob.locator("h1").click()
        wait_for(
            ann,
            "() => [...document.querySelectorAll('.study-said')].some((each) => each.textContent === 'Why not this?')",
        )
    # The server is down: nothing that was answered is lost, and new requests are done later.
    wait_for(ann, "() => document.querySelector('.connection:not([hidden])') !== null")
    press(ann, (1, 1))
    bob.locator(".study-editing button", has_text="Promote").click()
    with together_server(kept_in(tmp_path), port=int(address.rpartition(":")[2])):
        until_now(bob, "2. flag (0, 3)")
        wait_for(ann, "() => document.querySelector('.study-lines .study-block [aria-current]') !== null")
        for page in (ann, bob):
            wait_for(page, "() => document.querySelector('.connection').hidden")
        wait_for(ann, "() => document.querySelectorAll('.study-move')[1].textContent.startsWith('2. flag (0, 3)')")
        # The chord requested meanwhile is there as well.
        until_moves(ann, 7)
        until_moves(bob, 7)
        assert moves(ann) == moves(bob)
        assert any(text.startswith("5. chord (1, 1)") for text in moves(bob))
        late = new_page()
        enter(late, study)
        until_moves(late, 7)
        with late.expect_download() as saved:
            late.get_by_role("button", name="Save as a file").click()
        # Words of the title stay apart, and an accent stays on its letter.
        assert saved.value.suggested_filename == "Anns-ope\u0301ning-test-2-a-title-longer-than.sweep"
        record = Record.load(saved.value.path())
        record.verify()
        assert [event.cell for event in record.events] == [(1, 1), (0, 3)]
        assert record.comments == {2: "Why not this?"}
        # By keys alone: back to the beginning, on, along a side line, and one's own move.
        late.locator(".study-lines [aria-current]").focus()
        late.keyboard.press("n")
        until_now(late, "1. open (1, 1)")
        late.keyboard.press("o")
        until_now(late, "2. open (1, 2) (in a side line)")
        late.keyboard.press("o")
        until_now(late, "2. flag (2, 0) (in a side line)")
        late.keyboard.press("Backspace")
        until_now(late, "1. open (1, 1)")
        late.keyboard.press("g")
        late.keyboard.press("f")
        until_now(late, "2. flag (0, 0) (in a side line)")
        late.keyboard.press("u")
        until_now(late, "1. open (1, 1)")
        until_moves(bob, 7)


@pytest.mark.nightly
def test_a_reader_follows_who_leads(tmp_path: Path, new_page: Callable[..., Page]) -> None:
    ann, dora = new_page(), new_page(400, "de-DE")
    with together_server(kept_in(tmp_path)) as address:
        study = begun(ann, address, RECORD.format())
        ann.get_by_role("button", name="Lead", exact=False).first.click()
        wait_for(ann, "() => document.querySelector('[data-what=lead]').getAttribute('aria-pressed') === 'true'")
        ann.locator("[data-what=invite_reader]").click()
        link = wait_for(ann, "() => navigator.clipboard.readText().then((text) => text.includes('watcher') && text)")
        assert link.split("?")[0] == study.split("?")[0]
        enter(dora, link)
        until_now(dora, "Der Anfang")
        assert dora.locator(".study-editing").is_hidden()
        assert dora.locator("[data-what=invite]").count() == 0
        expect(ann.locator(".study-people .watchers")).to_have_text("1 is watching")
        expect(dora.locator(".study-people .watchers")).to_have_text("1 schaut zu")
        ann.locator(".study-move").nth(1).click()
        until_now(dora, "2. Fahne (2, 0)")
        # A member who follows another line stays there.
        dora.locator(".study-move").first.click()
        until_now(dora, "1. Aufdecken (1, 1)")
        ann.locator(".study-move").nth(2).click()
        until_now(ann, "2. open (1, 2) (in a side line)")
        dora.locator("[data-what=follow]").click()
        until_now(dora, "2. Aufdecken (1, 2) (in einer Nebenlinie)")


@pytest.mark.nightly
def test_two_comment_on_one_position(tmp_path: Path, new_page: Callable[..., Page]) -> None:
    ann, bob = new_page(), new_page()
    with together_server(kept_in(tmp_path)) as address:
        enter(bob, begun(ann, address, RECORD.format()))
        fields = [page.locator(".study-comment textarea") for page in (ann, bob)]
        for page, field in zip((ann, bob), fields, strict=True):
            page.locator(".study-move", has_text="2. open (1, 2)").click()
            until_now(page, "2. open (1, 2) (in a side line)")
            field.click()
        # What one of them is writing stays, next to what the other one has saved, and follows its position.
        ann.keyboard.type("Mine")
        bob.keyboard.type("Theirs")
        bob.keyboard.press("Control+Enter")
        expect(ann.locator(".study-theirs")).to_contain_text("Theirs")
        bob.locator(".study-editing button", has_text="Promote").click()
        until_now(ann, "2. open (1, 2)")
        expect(fields[0]).to_have_value("Mine")
        expect(fields[0]).to_be_focused()
        ann.keyboard.press("Control+Enter")
        expect(fields[1]).to_have_value("Mine")
        # Escape restores the saved comment.
        fields[0].fill("Other")
        ann.keyboard.press("Escape")
        expect(fields[0]).to_have_value("Mine")
        # A member who may only read from now on keeps the comment, without the field.
        ann.get_by_role("button", name="Let only read").click()
        expect(bob.locator(".study-read")).to_have_text("Mine")
        expect(bob.locator(".study-comment textarea, .study-editing")).to_have_count(0)


def test_a_replay_becomes_a_study(tmp_path: Path, new_page: Callable[..., Page]) -> None:
    page = new_page()
    with together_server(kept_in(tmp_path)) as address:
        begun(page, address, RECORD.format())
        page.locator(".study-more-ways button", has_text="Watch").click()
        page.wait_for_selector(".screen.replay h1")
        # The controls of playback are in one row, with any other controls and in any width.
        for width in (1600, 1100, 1000, 900, 760):
            page.set_viewport_size({"width": width, "height": 700})
            tops = page.locator(".transport > button").evaluate_all(
                "(all) => all.map((each) => each.getBoundingClientRect().top)"
            )
            assert len(set(tops)) == 1, width
        page.get_by_role("button", name="Open as a study").click()
        page.wait_for_selector(".screen.study[data-ready]")
        until_moves(page, 4)
        # Help is about the study, and the lobby leads back to it.
        page.keyboard.press("H")
        expect(page.locator(".screen.help")).to_contain_text("Keys and gestures in a study")
        page.goto(f"{address}/#/lobby")
        page.locator(".lobby-mine a", has_text="Study: ").first.click()
        until_moves(page, 4)
        # An impossible record shows an error, and no study begins with it.
        page.goto(f"{address}/#/study")
        wrong = RECORD.replace(milliseconds=1).format()
        page.set_input_files("#study-file", {"name": "a.sweep", "mimeType": "text/plain", "buffer": wrong.encode()})
        wait_for(page, "() => document.querySelector('.note')?.textContent.includes('This record')")
        assert "#/study" in page.url


def test_a_study_has_the_chat_that_the_lobby_offers(tmp_path: Path, new_page: Callable[..., Page]) -> None:
    ann, dora = new_page(), new_page()
    with together_server(kept_in(tmp_path)) as address:
        ann.goto(f"{address}/#/lobby")
        ann.get_by_role("radio", name="Study").check()
        ann.get_by_role("checkbox", name="With a chat").check()
        ann.get_by_role("checkbox", name="List this room").check()
        ann.locator("[data-board=beginner]").click()
        ann.wait_for_selector(".screen.study[data-ready]")
        dora.goto(f"{address}/#/lobby")
        dora.locator(".lobby-open a", has_text="Enter").click()
        dora.wait_for_selector(".screen.study[data-ready]")
        ann.locator(".room-chat summary").click()
        ann.fill("#room-say", "hello")
        ann.keyboard.press("Enter")
        expect(dora.locator(".room-chat summary")).to_have_text("Chat (1 new)")
        # The member whose role changes sees a message.
        ann.get_by_role("button", name="Let only read").click()
        expect(dora.locator(".note")).to_contain_text("changed who may edit")


@pytest.mark.parametrize("width", [360, 800, 1600])
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_axe_finds_nothing_in_a_study(
    tmp_path: Path, new_page: Callable[..., Page], axe: str, width: int, language: str
) -> None:
    page = new_page(width, language, is_free=True)
    with together_server(kept_in(tmp_path)) as address:
        page.goto(f"{address}/#/study")
        page.wait_for_selector("#study-file")
        page.evaluate(axe)
        assert complaints(page) == []
        page.set_input_files(
            "#study-file", {"name": "a.sweep", "mimeType": "text/plain", "buffer": RECORD.format().encode()}
        )
        page.wait_for_selector(".screen.study[data-ready]")
        until_moves(page, 4)
        page.locator(".study-move").nth(1).click()
        assert complaints(page) == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        # The background of the panel next to the board, or below it, is as tall as the panel.
        inside = """() => {
          const side = document.querySelector(".study-side");
          const isOpen = getComputedStyle(side).overflowY === "visible";
          return !isOpen || side.lastElementChild.getBoundingClientRect().bottom <= side.getBoundingClientRect().bottom;
        }"""
        assert page.evaluate(inside)
