"""Convert docstrings to Markdown: doctests become code blocks, and code that names a public object becomes a link."""

from __future__ import annotations

import re
from collections.abc import Callable, Container

import site_names

DOCTEST = re.compile(r"^[ \t]*>>> .*\n?(?:^[ \t]*\S.*\n?)*", re.MULTILINE)
PAGE = re.compile(r"(?:``)?\bdocs/([a-z-]+\.md)(?:``)?")
NAME = re.compile(r"(?<!`)``([^`\n]+)``(?!`)")


def fence(match: re.Match[str]) -> str:
    """Return a doctest as a fenced code block with the same indentation."""
    depth = match[0][: match[0].index(">")]
    end = "" if match[0].endswith("\n") else "\n"
    return f"{depth}```pycon\n{match[0]}{end}{depth}```\n"


def markdown(docstring: str, path: str = "", parameters: Container[str] = ()) -> str:
    """Return a docstring with its doctests as code blocks and its public names as references for mkdocstrings.

    Args:
        docstring: the text, with code between double backquotes.
        path: dotted name of the documented object; any public name in the same module becomes a reference.
        parameters: the object's parameters, which the rule for ``path`` skips.
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
    """Return prose with references for public names, and links for pages such as ``docs/play.md``."""
    return NAME.sub(link, PAGE.sub(title, text))


def title(match: re.Match[str]) -> str:
    """Return a link from api/ to a page in docs/, labelled with its title; the unchanged text if it doesn't exist."""
    page = site_names.ROOT / "docs" / match[1]
    if not page.is_file():
        return match[0]
    return f"[{page.read_text(encoding='utf-8').partition(chr(10))[0].lstrip('# ')}](../{match[1]})"
