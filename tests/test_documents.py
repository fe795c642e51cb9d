"""The Markdown pages: lines wrap at 120 characters, and links have targets."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import capabilities
from hypersweep.cli import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/**/*.md")])
LONGEST = 120
FENCE = re.compile(r"^ *```")
LINK = re.compile(r"\]\(([^)\s]+)\)")
# A line with only a picture or a link can't be broken.
WHOLE_LINK = re.compile(r"!?\[[^\]]*\]\([^)]*\)")


def prose(text: str) -> Iterator[tuple[int, str]]:
    """Return the numbered lines of a page without its blocks of code."""
    is_code = False
    before = ""
    for number, line in enumerate(text.splitlines(), 1):
        if FENCE.match(line):
            is_code = not is_code
        elif not is_code and not (line.startswith("    ") and (not before.strip() or before.startswith("    "))):
            yield number, line
        before = line


def too_long(text: str) -> list[int]:
    """Return overlong lines of prose, except in tables and HTML."""
    return [
        number
        for number, line in prose(text)
        if len(line) > LONGEST and not line.startswith(("|", "<")) and not WHOLE_LINK.fullmatch(line)
    ]


def anchors(text: str) -> set[str]:
    """Return the anchors of a page, as GitHub makes them from headings."""
    headings = (line.lstrip("#").strip() for _, line in prose(text) if line.startswith("#"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(page: Path, text: str) -> list[str]:
    """Return the links of a page to missing files or headings."""
    dead = []
    for _, line in prose(text):
        for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, heading = target.partition("#")
            there = page.parent / name
            if not there.exists():
                dead.append(target)
                continue
            own = there.read_text(encoding="utf-8") if heading and name else text
            if heading and heading not in anchors(own):
                dead.append(target)
    return dead


def test_lines_wrap() -> None:
    complaints = [
        f"{page.relative_to(ROOT).as_posix()}, line {number}"
        for page in PAGES
        for number in too_long(page.read_text(encoding="utf-8"))
    ]
    assert complaints == []


def test_links_lead_somewhere() -> None:
    complaints = [
        f"{page.relative_to(ROOT).as_posix()}: {target}"
        for page in PAGES
        for target in dead_links(page, page.read_text(encoding="utf-8"))
    ]
    assert complaints == []


def test_every_page_is_listed() -> None:
    index = ROOT / "docs" / "README.md"
    listed = {(index.parent / link).resolve() for link in LINK.findall(index.read_text(encoding="utf-8"))}
    assert set(PAGES) - {index} <= listed


def test_every_command_is_listed() -> None:
    table = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if not re.search(rf"`hypersweep \[?{name}\b", table)] == []


def test_what_is_looked_for_is_found() -> None:
    long = "word " * 30
    text = f"{long}\n\n    {long}\n\n```text\n{long}\n```\n| {long} |\n- {long}\n  {long}\n    {long}\n"
    assert too_long(text) == [1, 9, 10, 11]
    text = "# One `name`, two\n[a](#one-name-two) [b](#three) [c](nowhere.md)\n`[d](nowhere.md)` [e](https://example.org)\n"
    assert dead_links(Path(__file__), text) == ["#three", "nowhere.md"]
    assert anchors(text) == {"one-name-two"}


def test_a_symptom_leads_to_a_file() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("## Where a symptom leads")[2].partition("\n## ")[0]
    named = re.findall(r"`([\w/]+/[\w.]*)`", "\n".join(line for line in table.splitlines() if line.startswith("|")))
    assert len(named) > 30
    package = ROOT / "src" / "hypersweep"
    assert [
        name for name in named if not (ROOT if name.startswith("native/") else package).joinpath(name).exists()
    ] == []


@pytest.mark.slow
def test_a_question_about_options_takes_no_pictures() -> None:
    capabilities.require("playwright")
    pictures = {path: path.stat().st_mtime_ns for path in (ROOT / "docs/pictures").iterdir()}
    asked = [sys.executable, str(ROOT / "docs/screens.py"), "--help"]
    told = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=60).stdout
    assert "--output" in told
    assert {path: path.stat().st_mtime_ns for path in (ROOT / "docs/pictures").iterdir()} == pictures
