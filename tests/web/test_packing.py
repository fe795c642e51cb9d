"""Scripts and styles as they are sent: equivalent to the sources."""

from __future__ import annotations

import json
import subprocess

import pytest

import capabilities
from hypersweep.web import page_folder
from hypersweep.web.packing import pack_script, pack_style
from node_kernel import SCRIPTS


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
