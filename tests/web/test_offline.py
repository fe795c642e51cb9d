"""The page without its host: files are saved at the first visit, and versions are never mixed."""

from __future__ import annotations

import http.server
import shutil
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from hypersweep import Game, Outcome
from hypersweep.web import site_folder
from hypersweep.web.export import export_site
from hypersweep.web.site import Site, read_site
from node_kernel import needs_kernels
from page_server import page_server
from page_waits import waiting_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page


# Wait until all files are saved, and the service worker serves this page.
KEPT = "navigator.serviceWorker.controller !== null"

# The version of a page, by the path of its script.
VERSION = "document.querySelector('script').src.split('/').at(-2)"

# The versions that the browser has files of.
CACHED = "caches.keys().then((names) => names.map((name) => name.split(' ').at(-1)))"

# The state of the host's next version.
UPDATED = """
() => navigator.serviceWorker.getRegistration().then(async (found) => {
  const next = found.installing ?? (await new Promise((resolve) => {
    found.addEventListener("updatefound", () => resolve(found.installing));
    found.update().catch(() => {});
  }));
  while (next.state !== "redundant" && next.state !== "activated") {
    await new Promise((resolve) => next.addEventListener("statechange", resolve, { once: true }));
  }
  return next.state;
})
"""


class _Plain(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments: Any) -> None:
        pass


@contextmanager
def plain_host(folder: Path, port: int = 0) -> Iterator[str]:
    """A plain file host: it serves the files of a folder."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), partial(_Plain, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def own_host(folder: Path) -> Iterator[str]:
    with page_server() as address:
        yield f"{address}/"


@contextmanager
def host_of_an_export(folder: Path) -> Iterator[str]:
    """The exported site, in a folder of a host that has others as well."""
    export_site(read_site(), folder / "games")
    with plain_host(folder) as address:
        yield f"{address}/games/"


@pytest.fixture
def visitor(chromium: Browser) -> Iterator[BrowserContext]:
    """A first-time visitor."""
    needs_kernels()
    context = chromium.new_context(viewport={"width": 1000, "height": 700}, locale="en-GB")
    context.set_default_timeout(30_000)
    yield context
    context.close()


def visit(visitor: BrowserContext, address: str) -> tuple[Page, list[str]]:
    """A page of the site that works offline from now on, and its console messages."""
    page = waiting_page(visitor.new_page())
    complaints: list[str] = []
    page.on("console", lambda told: complaints.append(told.text) if told.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    page.wait_for_function(KEPT)
    return page, complaints


def wait_until_fetched(page: Page, site: Site) -> None:
    """Wait until the browser has another version."""
    page.wait_for_function(f"(version) => {CACHED}.then((names) => names.includes(version))", arg=site.version)
    page.wait_for_function("navigator.serviceWorker.getRegistration().then((it) => !it.installing && !it.waiting)")


def win(page: Page, board: str, mines: int, seed: int) -> None:
    """Win the game of a page by clicks, knowing the mines."""
    game = Game(board, mines, seed=seed, rules="classic,first=opening")
    page.wait_for_function(
        "(cells) => document.querySelectorAll('[data-cell]').length === cells", arg=len(game.codes())
    )
    for index in range(len(game.codes())):
        if game.layout is not None and (game.layout.is_mine(index) or game.codes(index, index + 1)[0] >= 0):
            continue
        box = page.locator(f"[data-cell='{index}']").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        game.open(index)
        opened = f"() => !document.querySelector(\"[data-cell='{index}']\").ariaLabel.startsWith('covered')"
        page.wait_for_function(opened)
    assert game.outcome is Outcome.WON


@pytest.mark.nightly
@pytest.mark.parametrize("host", [own_host, host_of_an_export])
def test_a_game_after_the_first_visit_without_the_host(
    host: Callable[[Path], AbstractContextManager[str]], visitor: BrowserContext, tmp_path: Path
) -> None:
    with host(tmp_path) as address:
        page, complaints = visit(visitor, f"{address}#/game?board=4x5&mines=3&seed=7&rules=classic,first=opening")
        version = page.evaluate(VERSION)
        assert version == read_site().version
    page.reload()
    win(page, "4x5", 3, 7)
    # Every script, text and picture is there, whatever was looked at before.
    names = [name for name in read_site().files if name != "sw.js"]
    statuses = page.evaluate(
        "(names) => Promise.all(names.map((name) => fetch(new URL(name, document.baseURI)).then((it) => it.status)))",
        names,
    )
    assert statuses == [200] * len(names)
    # A page that is opened again, too.
    again, more = visit(visitor, address)
    assert again.evaluate(VERSION) == version
    assert complaints + more == []


@pytest.mark.nightly
def test_what_can_be_installed_can_be_installed(visitor: BrowserContext, tmp_path: Path) -> None:
    with host_of_an_export(tmp_path) as address:
        page, _ = visit(visitor, address)
        session = visitor.new_cdp_session(page)
        manifest = session.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert manifest["url"] == f"{address}manifest.webmanifest"
        errors = [each["errorId"] for each in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
        # An incognito tab, as in tests, can't.
        assert [each for each in errors if each != "in-incognito"] == []


def changed_page(folder: Path) -> Path:
    """A page of the next version: each of its scripts is another one."""
    shutil.copytree(site_folder(), folder)
    for script in folder.rglob("*.js"):
        script.write_text(f"{script.read_text(encoding='utf-8')}\nglobalThis.isNext = true;\n", encoding="utf-8")
    return folder


@pytest.mark.nightly
def test_versions_do_not_meet(visitor: BrowserContext, tmp_path: Path) -> None:
    old, new = read_site(), read_site(changed_page(tmp_path / "page"))
    with page_server(old) as address:
        port = int(address.rpartition(":")[2])
        first, _ = visit(visitor, f"{address}/")
    with page_server(new, port):
        # The next visit gets the complete old page, and fetches the new one meanwhile.
        second, _ = visit(visitor, f"{address}/")
        assert second.evaluate(VERSION) == old.version
        wait_until_fetched(second, new)
        assert second.evaluate("globalThis.isNext") is None
        third, _ = visit(visitor, f"{address}/")
        assert third.evaluate(VERSION) == new.version
        assert third.evaluate("globalThis.isNext") is True
    # Now the host serves nothing. Open pages keep their version, including scripts that they hadn't loaded yet.
    for page, site in ((first, old), (second, old), (third, new)):
        page.evaluate("(name) => import(new URL(name, document.baseURI)).then(() => {})", f"{site.version}/later.js")
        assert page.evaluate("globalThis.isNext ?? false") is (site is new)
    third.reload()
    assert third.evaluate(VERSION) == new.version


@pytest.mark.nightly
def test_a_version_that_does_not_come_whole_does_not_serve(visitor: BrowserContext, tmp_path: Path) -> None:
    old, new = read_site(), read_site(changed_page(tmp_path / "page"))
    with page_server(old) as address:
        port = int(address.rpartition(":")[2])
        visit(visitor, f"{address}/")
    # One file of another version among them, as on a host that is being written to.
    name = new.plain["later.js"]
    mixed = new.files | {name: new.files[name]._replace(data=old.files[old.plain["later.js"]].data)}
    with page_server(new._replace(files=mixed), port):
        page, _ = visit(visitor, f"{address}/")
        assert page.evaluate(UPDATED) == "redundant"
        # Fetched files needn't be fetched again.
        assert page.evaluate(CACHED) == [old.version, new.version]
        page.reload()
        assert page.evaluate(VERSION) == old.version


@pytest.mark.nightly
def test_going_back_to_the_version_before_costs_nothing_of_what_is_kept(
    visitor: BrowserContext, tmp_path: Path
) -> None:
    old, new = read_site(), read_site(changed_page(tmp_path / "page"))
    # A host that forbids caching, so that every fetch reaches it.
    old, new = (
        each._replace(files={name: file._replace(is_lasting=False) for name, file in each.files.items()})
        for each in (old, new)
    )
    with page_server(old) as address:
        port = int(address.rpartition(":")[2])
        first, _ = visit(visitor, f"{address}/")
    with page_server(new, port):
        second, _ = visit(visitor, f"{address}/")
        wait_until_fetched(second, new)
    # Back, on a host that is still being written to.
    name = old.plain["later.js"]
    with page_server(old._replace(files=old.files | {name: old.files[name]._replace(data=b"")}), port):
        assert second.evaluate(UPDATED) == "activated"
    assert second.evaluate(CACHED) == [old.version, new.version]
    # Without the host.
    for page in (first, second):
        page.evaluate("(name) => import(new URL(name, document.baseURI)).then(() => {})", name)
        page.reload()
        assert page.evaluate(VERSION) == old.version
    # On again: what is open is of a version that the browser has had longest, and was the latest all the same.
    script = tmp_path / "page" / "records.js"
    script.write_text(f"{script.read_text(encoding='utf-8')}\nglobalThis.isThird = true;\n", encoding="utf-8")
    third = read_site(tmp_path / "page")
    with page_server(third, port):
        assert second.evaluate(UPDATED) == "activated"
    second.evaluate("(name) => import(new URL(name, document.baseURI)).then(() => {})", old.plain["records.js"])
    second.reload()
    assert second.evaluate(VERSION) == third.version


@pytest.mark.nightly
def test_other_sites_of_a_host_are_left_alone(visitor: BrowserContext, tmp_path: Path) -> None:
    export_site(read_site(), tmp_path / "one")
    export_site(read_site(), tmp_path / "two")
    (tmp_path / "one" / "other.txt").write_text("other")
    (tmp_path / "index.html").write_text("<!doctype html><title>home</title><link rel=icon href=data:,>")
    with plain_host(tmp_path) as address:
        one, _ = visit(visitor, f"{address}/one/")
        visit(visitor, f"{address}/two/")
        names = one.evaluate("caches.keys()")
        assert len(names) == 2
        one.goto(f"{address}/")
        assert one.title() == "home"
        assert one.evaluate("navigator.serviceWorker.controller") is None
        one.goto(f"{address}/one/other.txt")
        assert one.inner_text("body") == "other"


def test_where_workers_are_forbidden_the_page_works_all_the_same(page: Page, site: str) -> None:
    # As in a sandboxed frame, where even access is an error.
    refusal = "{ get() { throw new DOMException('no', 'SecurityError'); } }"
    page.add_init_script(f"Object.defineProperty(navigator, 'serviceWorker', {refusal})")
    page.goto(f"{site}/#/help")
    page.wait_for_selector(".screen.help h1")
    page.evaluate("() => new Promise((resolve) => setTimeout(resolve, 100))")
    assert page.locator(".failure").count() == 0
