"""The page as a site: what belongs to it, where it is, and what its document says about it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
from typing import TYPE_CHECKING

import pytest

from hypersweep import MissingExtraError
from hypersweep.web import page_files, page_folder, site_folder
from hypersweep.web.site import DOCUMENT, MEDIA_TYPES, POLICY, SERVICE_WORKER, read_site
from page_icons import ICONS, icon_pictures

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

# Compares two pictures, drawn by the same browser on another day: nothing of them may look different.
DIFFERENCE = """
async ([one, two]) => {
  const pixels = async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height).data;
  };
  const [a, b] = [await pixels(one), await pixels(two)];
  if (a.length !== b.length) return 255;
  let most = 0;
  for (let place = 0; place < a.length; place += 1) most = Math.max(most, Math.abs(a[place] - b[place]));
  return most;
}
"""


def document() -> str:
    return read_site(site_folder()).files[DOCUMENT].data.decode("utf-8")


@pytest.mark.slow
def test_everything_in_the_folder_belongs_to_the_site() -> None:
    found = {path.relative_to(site_folder()).as_posix() for path in site_folder().rglob("*") if path.is_file()}
    site = read_site(has_server=True)
    assert set(site.plain) == found, f"expected names that end in {', '.join(MEDIA_TYPES)}"
    assert set(site.plain.values()) == set(site.files)
    for name, place in site.plain.items():
        assert place in (name, f"{site.version}/{name}")
        assert site.files[place].is_lasting == (place != name)


@pytest.mark.slow
def test_a_site_without_a_server_lacks_what_only_a_server_needs() -> None:
    alone, together = read_site(), read_site(has_server=True)
    more = together.plain.keys() - alone.plain.keys()
    assert more == {"server.js", "styles/server.css"}
    assert alone.plain.keys() < together.plain.keys()
    # Nothing else loads them at once.
    for name in alone.plain.keys() - {"sw.js"}:
        if name.endswith(".js"):
            text = (site_folder() / name).read_text(encoding="utf-8")
            assert re.search(r"""(?:from|import)\s*["'`]\./server\.js""", text) is None, name
    meta = '<meta name="hypersweep-server" content="1">'
    assert meta in together.files[DOCUMENT].data.decode("utf-8")
    assert meta not in alone.files[DOCUMENT].data.decode("utf-8")


@pytest.mark.nightly
def test_a_version_is_named_after_what_is_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    shutil.copytree(site_folder(), folder)
    before = read_site(folder)
    assert re.fullmatch("v-[0-9a-f]{16}", before.version)
    assert before == read_site(folder) == read_site()
    script = folder / "page.js"
    script.write_bytes(script.read_bytes() + b"\n")
    after = read_site(folder)
    assert after.version != before.version
    assert not after.files.keys() & {name for name, each in before.files.items() if each.is_lasting}
    script.rename(folder / "pages.js")
    assert read_site(folder).version not in (before.version, after.version)


@pytest.mark.slow
def test_the_document_loads_one_version_and_nothing_from_elsewhere() -> None:
    site, text = read_site(site_folder()), document()
    addresses = re.findall(r'\b(?:href|src)="([^"]*)"', text)
    assert len(addresses) >= 7
    assert set(addresses) <= set(site.files)
    assert "<script>" not in text
    assert re.search(r"<style|\bstyle=|\bon\w+=", text) is None


@pytest.mark.slow
def test_the_document_has_the_policy_of_the_server() -> None:
    assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' in document()


@pytest.mark.slow
def test_the_document_names_all_scripts_of_the_start_screen() -> None:
    site, text = read_site(), document()
    early = re.findall(r'<link rel="modulepreload" href="([^"]*)">', text)
    assert early == [site.plain["page.js"]]
    # main.js loads page.js, and nothing else.
    assert "page.js" in (site_folder() / "main.js").read_text(encoding="utf-8")
    for name in ("page.js", "worker.js"):
        script = (site_folder() / name).read_text(encoding="utf-8")
        assert re.search(r"""^import\b|;import\s*(?:\{[^}]*\}\s*from\s*)?["'`]""", script) is None, (
            f"{name} imports another file"
        )


@pytest.mark.slow
def test_the_service_worker_knows_every_file() -> None:
    site = read_site(site_folder())
    line, _, rest = site.files[SERVICE_WORKER].data.decode("utf-8").partition("\n")
    known = json.loads(line.removeprefix("self.SITE = ").removesuffix(";"))
    assert known["version"] == site.version
    assert known["files"].keys() == site.files.keys() - {SERVICE_WORKER}
    for name, digest in known["files"].items():
        whole = hashlib.sha256(site.files[name].data).digest()
        assert digest == f"sha256-{base64.b64encode(whole).decode('ascii')}"
    assert rest == (site_folder() / SERVICE_WORKER).read_text(encoding="utf-8")
    assert "v-" not in json.dumps(rest).replace("/^v-[0-9a-f]{16}", ""), "no version stands in the repository"


def test_the_manifest_names_icons_that_are_there_and_nothing_absolute() -> None:
    manifest = json.loads((page_folder() / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["start_url"] == manifest["scope"] == "./"
    for icon in manifest["icons"]:
        data = (page_folder() / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])


@pytest.mark.nightly
def test_the_icons_are_those_of_the_drawing(page: Page, chromium: Browser) -> None:
    page.goto("about:blank")
    for name, picture in icon_pictures(chromium).items():
        kept = (page_folder() / "icons" / name).read_bytes()
        pair = [base64.b64encode(data).decode("ascii") for data in (kept, picture)]
        # Browsers of other versions smooth edges a little differently.
        assert page.evaluate(DIFFERENCE, pair) <= 48, f"{name}: 'python tests/page_icons.py' writes it"
    assert {path.name for path in (page_folder() / "icons").glob("*.png")} == set(ICONS)


@pytest.mark.slow
def test_a_site_needs_the_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "kernels.wasm" in read_site().plain
    monkeypatch.setattr(page_files, "_built", lambda: tmp_path)
    with pytest.raises(MissingExtraError, match="'make page'"):
        read_site()
