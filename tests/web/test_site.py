"""The page as a site: its files, their paths, and its document."""

from __future__ import annotations

import base64
import hashlib
import json
import posixpath
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

import capabilities
from hypersweep import MissingExtraError
from hypersweep.web import page
from hypersweep.web.page import page_folder
from hypersweep.web.site import (
    DOCUMENT,
    MEDIA_TYPES,
    POLICY,
    SERVICE_WORKER,
    loaded_scripts,
    loaded_styles,
    pack_script,
    pack_style,
    read_site,
    script_imports,
)
from node_kernel import SCRIPTS, needs_kernels
from page_icons import ICONS, icon_pictures

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

# Compares two pictures drawn by the same browser on different days: they must look the same.
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
    return read_site(page_folder()).files[DOCUMENT].data.decode("utf-8")


@pytest.mark.slow
def test_everything_in_the_folder_belongs_to_the_site() -> None:
    found = {path.relative_to(page_folder()).as_posix() for path in page_folder().rglob("*") if path.is_file()}
    site = read_site(page_folder(), has_server=True)
    assert set(site.plain) == found, f"expected names that end in {', '.join(MEDIA_TYPES)}"
    assert set(site.plain.values()) == set(site.files)
    for name, place in site.plain.items():
        assert place in (name, f"{site.version}/{name}")
        assert site.files[place].is_lasting == (place != name)


@pytest.mark.slow
def test_what_only_a_server_is_needed_for_is_there_with_one() -> None:
    alone, together = read_site(page_folder()), read_site(page_folder(), has_server=True)
    more = together.plain.keys() - alone.plain.keys()
    assert alone.plain.keys() < together.plain.keys()
    expected = ("server_screens.js", "screens/room.js", "screens/room/panel.js", "styles/room.css")
    assert {*expected, "messages/en/room.js", "messages/de/lobby.js", "together/connection.js"} <= more
    # Every file that the page may request is there.
    assert not {"styles/board.css", "styles/replay.css", "messages/en/start.js", "play/record.js", "sw.js"} & more
    texts = {
        name: alone.files[place].data.decode("utf-8") for name, place in alone.plain.items() if name.endswith(".js")
    }
    for name, text in texts.items():
        for each in re.findall(r"""import\(["']([^"'$]+)["']\)""", text):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(name), each))
            assert other in texts or other == "server_screens.js", f"{name} imports {each}"
    meta = '<meta name="hypersweep-server" content="1">'
    assert meta in together.files[DOCUMENT].data.decode("utf-8")
    assert meta not in alone.files[DOCUMENT].data.decode("utf-8")


@pytest.mark.nightly
@pytest.mark.slow
def test_a_version_is_named_after_what_is_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    shutil.copytree(page_folder(), folder)
    before = read_site(folder)
    assert re.fullmatch("v-[0-9a-f]{16}", before.version)
    assert before == read_site(folder) == read_site(page_folder())
    script = folder / "app.js"
    script.write_bytes(script.read_bytes() + b"// It isn't sent.")
    assert read_site(folder).version == before.version
    script.write_bytes(script.read_bytes() + b"\n")
    after = read_site(folder)
    assert after.version != before.version
    assert not after.files.keys() & {name for name, each in before.files.items() if each.is_lasting}
    script.rename(folder / "apple.js")
    assert read_site(folder).version not in (before.version, after.version)


@pytest.mark.slow
def test_the_document_loads_one_version_and_nothing_from_elsewhere() -> None:
    site, text = read_site(page_folder()), document()
    addresses = re.findall(r'\b(?:href|src)="([^"]*)"', text)
    assert len(addresses) > 10
    assert set(addresses) <= set(site.files)
    assert "<script>" not in text
    assert re.search(r"<style|\bstyle=|\bon\w+=", text) is None


@pytest.mark.slow
def test_the_document_has_the_policy_of_the_server() -> None:
    assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' in document()


@pytest.mark.slow
def test_what_the_first_move_needs_is_fetched_at_once() -> None:
    site, text = read_site(page_folder()), document()
    raw = {name: site.files[place].data for name, place in site.plain.items()}
    early = re.findall(r'<link rel="modulepreload" href="([^"]*)">', text)
    assert len(early) == len(set(early))
    for script in ("main.js", "engine/worker.js"):
        assert {site.plain[name] for name in loaded_scripts(raw, [script])} <= set(early)
    # Scripts that read records, solve and search are loaded on demand.
    late = ("play/record_reader.js", "engine/solver.js", "engine/search.js", "engine/thoughts.js", "data/key_help.js")
    assert not {site.plain[script] for script in late} & set(early)
    styles = re.findall(r'@import url\("([^"]*)"\)', raw["styles/page.css"].decode("utf-8"))
    for style in styles:
        if f"styles/{style}" in raw:
            assert f'<link rel="preload" as="style" href="{site.version}/styles/{style}">' in text


@pytest.mark.slow
def test_the_service_worker_knows_every_file() -> None:
    site = read_site(page_folder())
    line, _, rest = site.files[SERVICE_WORKER].data.decode("utf-8").partition("\n")
    known = json.loads(line.removeprefix("self.SITE = ").removesuffix(";"))
    assert known["version"] == site.version
    assert known["files"].keys() == site.files.keys() - {SERVICE_WORKER}
    for name, digest in known["files"].items():
        whole = hashlib.sha256(site.files[name].data).digest()
        assert digest == f"sha256-{base64.b64encode(whole).decode('ascii')}"
    assert rest == pack_script((page_folder() / SERVICE_WORKER).read_text(encoding="utf-8"))
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
    needs_kernels()
    assert "engine/kernels.wasm" in read_site().plain
    monkeypatch.setattr(page, "engine_folder", lambda: tmp_path)
    with pytest.raises(MissingExtraError, match="'make wasm'"):
        read_site()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('import "./a.js";', ["./a.js"]),
        ("import a from './a.js';", ["./a.js"]),
        ('import {\n  a,\n  b as c,\n} from "../b.js";\nimport * as d from "./d.js";', ["../b.js", "./d.js"]),
        ('export { a } from "./a.js";\nexport * from "./b.js";', ["./a.js", "./b.js"]),
        ('const a = () => import("./later.js");\nimport("./now.js");', []),
        ('// import "./no.js";\n/* export * from "./no.js"; */\nconst a = "import";', []),
        ('export const from = "./no.js";\nexport function f() {\n  return "./no.js";\n}', []),
        ('export default class A {}\nconst words = { from: "./no.js" };', []),
        ('/** @typedef {import("./types.js").A} A */\nexport const a = 1;', []),
    ],
)
def test_statements_are_read(text: str, found: list[str]) -> None:
    assert list(script_imports(text)) == found


def test_scripts_are_followed_from_folder_to_folder() -> None:
    files = {
        "main.js": b'import "./a/one.js";\nimport "./two.js";',
        "a/one.js": b'import "../two.js";\nimport "./b/three.js";\nimport "./missing.js";',
        "a/b/three.js": b'import "../../main.js";',
        "two.js": b"",
        "other.js": b"",
    }
    assert loaded_scripts(files, ["main.js", "nowhere.js"]) == ["main.js", "a/one.js", "two.js", "a/b/three.js"]


def test_styles_are_followed() -> None:
    files = {
        "s/a.css": b'@import url("b.css");\n/* @import "no.css" */',
        "s/b.css": b"@import 'c.css';",
        "s/c.css": b"",
    }
    assert loaded_styles(files, ["s/a.css"]) == ["s/a.css", "s/b.css", "s/c.css"]


def test_every_import_of_the_page_is_there() -> None:
    for path in page_folder().rglob("*.js"):
        for each in script_imports(path.read_text(encoding="utf-8")):
            assert (path.parent / each).is_file(), f"{path.name} imports {each}, which isn't there"


@pytest.mark.parametrize(
    ("text", "packed"),
    [
        ("a(1); // one\n  b(2);\n", "a(1);\nb(2);\n"),
        ("/**\n * Why.\n */\nexport const a = 1;", "\n\n\nexport const a = 1;"),
        ("const a/* b */= 1;", "const a = 1;"),
        ("a/* one */b", "a b"),
        ('f("// no", \'/* no */\', "\\"// no");', 'f("// no", \'/* no */\', "\\"// no");'),
        ("const url = `http://${host}/a`; // yes", "const url = `http://${host}/a`;"),
        (
            "`a\n   // no\n  ${b /* yes */ + `${c}  // no` }\n  /* no */`",
            "`a\n   // no\n  ${b + `${c}  // no` }\n  /* no */`",
        ),
        ("`${{ a: `}` }} // no`; // yes", "`${{ a: `}` }} // no`;"),
        ("`\\`// no` // yes", "`\\`// no`"),
        ("x = /[/]\\/\\/ no/g; // yes", "x = /[/]\\/\\/ no/g;"),
        ('x.replace(/"/g, ""); // yes "', 'x.replace(/"/g, "");'),
        ("return /'/.test(a) // yes '", "return /'/.test(a)"),
        ("a = b / c; // yes\nd = e / f;", "a = b / c;\nd = e / f;"),
        ("a = f(b) / 2; // yes /", "a = f(b) / 2;"),
        ("a = b[0] / 2 / c++; // /", "a = b[0] / 2 / c++;"),
        ("if (a) {\n\tb();\n}\n\n\n", "if (a) {\nb();\n}\n\n\n"),
    ],
)
def test_comments_go_and_nothing_else(text: str, packed: str) -> None:
    assert pack_script(text) == packed
    assert pack_script(packed) == packed


@pytest.mark.parametrize(
    ("text", "packed"),
    [
        ("a {\n  color: red; /* yes */\n}", "a {\ncolor: red;\n}"),
        ('@import url("//host/a.css");', '@import url("//host/a.css");'),
        ("a {\n  background: url(https://host/a.png)\n} /* yes */", "a {\nbackground: url(https://host/a.png)\n}"),
        ('a::before { content: "/* no */  "; }', 'a::before { content: "/* no */  "; }'),
        ("a/* one */b {}", "a b {}"),
    ],
)
def test_styles_too(text: str, packed: str) -> None:
    assert pack_style(text) == packed


@pytest.mark.slow
def test_every_script_of_the_page_means_the_same() -> None:
    scripts = {
        path.relative_to(page_folder()).as_posix(): path.read_text(encoding="utf-8")
        for path in page_folder().rglob("*.js")
    }
    pairs = [[name, text, pack_script(text)] for name, text in scripts.items()]
    done = subprocess.run(
        [capabilities.program("node"), "--expose-internals", str(SCRIPTS / "tokens.cjs")],
        input=json.dumps(pairs),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [], "other tokens, or tokens on other lines"
    whole, packed = (sum(len(pair[place]) for pair in pairs) for place in (1, 2))
    assert packed < 0.8 * whole
