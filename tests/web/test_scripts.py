"""Imports of scripts and styles, read from their text."""

from __future__ import annotations

import pytest

from hypersweep.web.page import page_folder
from hypersweep.web.scripts import loaded_scripts, loaded_styles, script_imports


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
