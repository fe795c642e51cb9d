"""Docstrings as Markdown: doctests become blocks of code, and code that names something public becomes a reference."""

from __future__ import annotations

import re
from collections.abc import Callable, Container

import site_names

DOCTEST = re.compile(r"^[ \t]*>>> .*\n?(?:^[ \t]*\S.*\n?)*", re.MULTILINE)
PAGE = re.compile(r"(?:``)?\bdocs/([a-z-]+\.md)(?:``)?")
NAME = re.compile(r"(?<!`)``([^`\n]+)``(?!`)")


def fence(match: re.Match[str]) -> str:
    """Return a doctest as a block of code with the same indentation."""
    depth = match[0][: match[0].index(">")]
    end = "" if match[0].endswith("\n") else "\n"
    return f"{depth}```pycon\n{match[0]}{end}{depth}```\n"


def markdown(docstring: str, path: str = "", parameters: Container[str] = ()) -> str:
    """Return a docstring with its doctests as blocks of code and its public names as references.

    Args:
        docstring: the text, with code between double backquotes.
        path: the dotted name of its object: all names of the same module become references.
        parameters: names of parameters, which aren't references.
    """

    def link(match: re.Match[str]) -> str:
        name = match[1]
        found = site_names.target(name) or site_names.targets().get(name, "")
        anchor = found.partition("#")[2]
        is_near = path.startswith(f"{anchor.rpartition('.')[0]}.") and name not in parameters
        return f"[`{name}`][{anchor}]" if anchor and (is_near or site_names.target(name)) else match[0]

    changed, done = "", 0
    for match in DOCTEST.finditer(docstring):
        changed += prose(docstring[done : match.start()], link) + fence(match)
        done = match.end()
    return changed + prose(docstring[done:], link)


def prose(text: str, link: Callable[[re.Match[str]], str]) -> str:
    """Return prose with its names as references, and with links to the pages that it names."""
    return NAME.sub(link, PAGE.sub(title, text))


def title(match: re.Match[str]) -> str:
    """Return a link to a page of docs/, one folder above the API, or the unchanged text if there is none."""
    page = site_names.ROOT / "docs" / match[1]
    if not page.is_file():
        return match[0]
    return f"[{page.read_text(encoding='utf-8').partition(chr(10))[0].lstrip('# ')}](../{match[1]})"
