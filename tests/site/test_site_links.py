"""The checker finds faults in a site."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_links import faults, main

GOOD = '<h1 id="top">A</h1><a href="b/c.html#%C3%BC">c</a><a href="#top">up</a><a href="https://example.org/x">out</a>'


def lay_out(folder: Path, **pages: str) -> None:
    (folder / "b").mkdir()
    (folder / "b" / "c.html").write_text('<a href="../index.html#top">a</a><p id="ü">', encoding="utf-8")
    (folder / "b" / "p.svg").write_text("<svg/>")
    (folder / "index.html").write_text(GOOD, encoding="utf-8")
    for name, text in pages.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")


def test_a_good_site_has_no_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay_out(
        tmp_path, a_html='<link rel="canonical" href="https://example.org/"><img src="b/p.svg"><a href="/b/c.html"></a>'
    )
    assert faults(tmp_path) == []
    assert main(tmp_path) == 0
    assert capsys.readouterr().out == "3 pages: every link leads somewhere, nothing is loaded from elsewhere\n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("<p><code>go [</p>", "leaves <code> open"),
        ('<a href="b/d.html"></a>', "leads to b/d.html, which isn't there"),
        ('<a href="b/c.html#u"></a>', "leads to b/c.html#u, a page without that place"),
        ('<a href="#here"></a>', "leads to #here, a page without that place"),
        ('<a href="b"></a>', "leads to b, which isn't there"),
        ('<img src="b/q.svg">', "leads to b/q.svg, which isn't there"),
        ('<script src="https://example.org/a.js"></script>', "loads https://example.org/a.js from elsewhere"),
        ('<link rel="stylesheet" href="//example.org/a.css">', "loads //example.org/a.css from elsewhere"),
        ('<link rel="preconnect" href="https://example.org">', "loads https://example.org from elsewhere"),
        ('<p style="background: url(https://example.org/a.png)">', "loads https://example.org/a.png from elsewhere"),
        ("<code>[</code>][hypersweep.x", "names what isn't there: </code>]["),
    ],
)
def test_faults_are_found(tmp_path: Path, text: str, fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    lay_out(tmp_path, a_html=text)
    assert faults(tmp_path) == [f"a.html: {fault}"]
    assert main(tmp_path) == 1
    assert capsys.readouterr().out == f"a.html: {fault}\n"


def test_styles_load_nothing_from_elsewhere(tmp_path: Path) -> None:
    lay_out(
        tmp_path, a_css='@import "https://example.org/a.css"; p { background: url("//example.org/b.png") url(c.png) }'
    )
    assert faults(tmp_path) == [
        "a.css: loads https://example.org/a.css from elsewhere",
        "a.css: loads //example.org/b.png from elsewhere",
    ]


def test_a_site_without_pages_is_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(tmp_path) == 1
    assert capsys.readouterr().out == f"expected the pages of a site, got none in {tmp_path.resolve()}\n"
