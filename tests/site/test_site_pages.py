"""Links between the repository's pages lead to the same things on the site."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

import pytest

import site_names
import site_pages
from site_pages import Site


@pytest.fixture(scope="module")
def site() -> Site:
    return Site()


@pytest.mark.slow
def test_every_page_of_the_navigation_is_laid_out(site: Site) -> None:
    assert set(site_names.navigation()) <= set(site.pages)
    assert all(text.strip() for text in site.pages.values())


@pytest.mark.slow
def test_every_link_leads_to_what_is_laid_out(site: Site) -> None:
    seen = 0
    for page, text in site.pages.items():
        prose = "".join(line for line, is_prose in site_pages.lines_of(text) if is_prose)
        for match in site_pages.LINK.finditer(prose):
            link = match[2].partition("#")[0]
            if link and not re.match(r"[a-z]+:", link):
                name = posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
                assert name in site.pages or name in site.files, f"{page}: {link}"
                seen += 1
    assert seen > 500


def test_pages_outside_docs_have_a_path_of_their_own(site: Site) -> None:
    assert "## Set-up" in site.pages["index.md"]
    assert "](library.md)" in site.pages["pages.md"]
    assert not [page for page in site.pages if page.startswith("README") or page.endswith("/README.md")]


def test_titles_stand_for_paths(site: Site) -> None:
    assert "[The terminal game](play.md) lists all keys" in site.pages["index.md"]
    assert "](docs/" not in "".join(site.pages.values()).replace("```", "")


def test_sources_that_are_pointed_at_are_shown(site: Site) -> None:
    assert "tiny_engine.py](tiny_engine.py.md)" not in site.pages["source/examples/engines.md"]
    assert "[tiny_engine.py](engines/tiny_engine.py.md)" in site.pages["source/examples/engines.md"]
    assert site.pages["source/examples/engines/tiny_engine.py.md"].startswith(
        "# examples/engines/tiny_engine.py\n\n````python\n"
    )


def test_code_is_linked_once_below_a_heading() -> None:
    text = (
        "# `Game` here\n\nA `Game`, a `Game` and [`View`](x.md).\n\n```\n`Game`\n```\n\n## More\n\n`Game` and `games`\n"
    )
    assert site_pages.link_code(text, "start/a.md") == (
        "# `Game` here\n\nA [`Game`](../api/game.md#hypersweep.game.Game), a `Game` and [`View`](x.md).\n\n"
        "```\n`Game`\n```\n\n## More\n\n[`Game`](../api/game.md#hypersweep.game.Game) and `games`\n"
    )


def test_a_link_may_be_broken_over_two_lines() -> None:
    text = "See [one\ntwo](a.md),\n\n    [three](b.md)\n\n```\n[four](c.md)\n```\n"
    changed = site_pages.change_links(text, lambda match: f"<{match[2]}>")
    assert changed == "See <a.md>,\n\n    [three](b.md)\n\n```\n[four](c.md)\n```\n"


def test_a_dead_link_is_an_error(site: Site) -> None:
    with pytest.raises(site_pages.DeadLinkError, match=r"expected a file of the repository, got docs/nowhere\.md"):
        site._lead("docs/play.md", "play.md", "nowhere.md")
    assert site._lead("docs/play.md", "play.md", "README.md") == "pages.md"
    assert site._lead("docs/play.md", "play.md", "../README.md#set-up") == "index.md#set-up"
    assert site._lead("docs/start/tools.md", "start/tools.md", "https://example.org/a#b") == "https://example.org/a#b"


def test_what_is_written_changes_as_little_as_can_be(site: Site, tmp_path: Path) -> None:
    site.write(tmp_path)
    page, stray = tmp_path / "pages" / "play.md", tmp_path / "pages" / "api" / "gone.md"
    stray.write_text("old")
    page.write_text("old")
    others = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file() and path != page}
    site.write(tmp_path)
    assert page.read_text(encoding="utf-8") == site.pages["play.md"]
    assert not stray.exists()
    assert {path: path.stat().st_mtime_ns for path in others if path != stray} == {
        path: time for path, time in others.items() if path != stray
    }


def test_pages_tell_which_sources_they_were_made_of(site: Site) -> None:
    assert site_pages.state_of_sources() in site.pages["api/game.md"]
