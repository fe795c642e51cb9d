"""Check the built site: every link has a target, and no page loads anything from another host.

python docs/site/site_links.py build/docs/html
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Tags and attributes that make a browser fetch something. The href of <a> isn't here: it may lead to any host.
LOADED = {
    ("audio", "src"),
    ("embed", "src"),
    ("iframe", "src"),
    ("img", "src"),
    ("img", "srcset"),
    ("input", "src"),
    ("link", "href"),
    ("object", "data"),
    ("script", "src"),
    ("source", "src"),
    ("source", "srcset"),
    ("track", "src"),
    ("video", "poster"),
    ("video", "src"),
}
# Values of rel with which <link> fetches nothing.
SAYS = {"alternate", "author", "canonical", "license", "next", "prev"}
IN_STYLE = re.compile(r"""url\(\s*["']?((?:https?:)?//[^)"']+)|@import\s+["'](https?:[^"']+)""")
# What mkdocstrings leaves in the HTML if it can't resolve a reference to an API name.
UNRESOLVED = re.compile(r"</code>\]\[|\]\[hypersweep\b")


# Elements checked for a missing end tag. An unclosed element swallows the rest of the page, as happened when Zensical
# truncated a heading with "id=" in its code.
CLOSED = ("a", "article", "code", "div", "pre", "table")


class Page(HTMLParser):
    """Parsed page: its anchors, the links it shows, and the addresses it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.open = dict.fromkeys(CLOSED, 0)
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Collect a tag's anchors, links and loaded addresses; called by the parser."""
        if tag in CLOSED:
            self.open[tag] += 1
        values = {name: value or "" for name, value in attributes}
        self.anchors.update(values[name] for name in ("id", "name") if name in values and (name == "id" or tag == "a"))
        is_said = tag == "link" and set(values.get("rel", "").split()) <= SAYS
        for name, value in values.items():
            if (tag, name) in LOADED and not is_said:
                self.loads.append(value)
            elif tag == "a" and name == "href":
                self.links.append(value)
            elif name == "style":
                self.loads += ["".join(found) for found in IN_STYLE.findall(value)]

    def handle_endtag(self, tag: str) -> None:
        """Count a closed tag; called by the parser."""
        if tag in CLOSED:
            self.open[tag] -= 1


def is_elsewhere(link: str) -> bool:
    """Return whether a link leads to another host."""
    return bool(urlsplit(link).netloc) or link.startswith("//")


def faults(folder: Path) -> list[str]:
    """Return the faults of all pages and style sheets in a built site, one line each."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.html"))}
    pages = {path: Page(text) for path, text in texts.items()}
    found = []
    for path, page in pages.items():
        name = path.relative_to(folder).as_posix()
        found += [f"{name}: loads {link} from elsewhere" for link in page.loads if is_elsewhere(link)]
        found += [f"{name}: names what isn't there: {match}" for match in UNRESOLVED.findall(texts[path])]
        found += [f"{name}: leaves <{tag}> open" for tag, count in page.open.items() if count]
        for link in page.links + page.loads:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            # The 404 page uses paths that begin with a slash; they are relative to the site's root.
            base = folder if parts.path.startswith("/") else path.parent
            there = (base / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
            there = there / "index.html" if there.is_dir() else there
            if not there.is_file():
                found.append(f"{name}: leads to {link}, which isn't there")
            elif parts.fragment and there in pages and unquote(parts.fragment) not in pages[there].anchors:
                found.append(f"{name}: leads to {link}, a page without that place")
    for path in sorted(folder.rglob("*.css")):
        for match in IN_STYLE.findall(path.read_text(encoding="utf-8")):
            found.append(f"{path.relative_to(folder).as_posix()}: loads {''.join(match)} from elsewhere")
    return found


def main(folder: Path) -> int:
    """Check the site in a folder and print its faults. Returns: the exit status, 1 if there are any."""
    folder = folder.resolve()
    wrong = faults(folder)
    count = len(list(folder.rglob("*.html")))
    if not count:
        wrong.append(f"expected the pages of a site, got none in {folder}")
    print(*wrong, sep="\n") if wrong else print(
        f"{count} pages: every link leads somewhere, nothing is loaded from elsewhere"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
