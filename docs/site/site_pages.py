"""Prepare the site's pages for Zensical: docs/, README.md, the sources that they link to, and the API.

The pages are also read on GitHub, so their links are repository paths. Here each link is changed to the same page in
the site, and code that names a public object becomes a link to it.

    python docs/site/site_pages.py build/docs
"""

from __future__ import annotations

import hashlib
import posixpath
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import site_names

ROOT = site_names.ROOT
FENCE = re.compile(r"^ *(```[^`]*$|~~~)")
LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\])\(([^)\s]+)\)")
CODE = re.compile(r"(?<![`\[])`([^`\n]+)`(?![`\]])")
# Pages whose path in the site differs. Without this, a README.md would become its folder's index.html.
ELSEWHERE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "benchmarks/README.md": "benchmarks.md",
    "docs/README.md": "pages.md",
}
LANGUAGES = {".py": "python", ".c": "c", ".cpp": "cpp", ".hpp": "cpp", ".js": "js", ".java": "java", ".json": "json"}


# The site uses the icon of the game's web page.
ICON = ROOT / "src" / "hypersweep" / "web" / "page" / "icons" / "icon.svg"


class DeadLinkError(Exception):
    """A page links to something that doesn't exist."""


def lines_of(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each line with its line end, and whether it is prose (outside code blocks)."""
    is_fenced = False
    before = ""
    for line in text.splitlines(keepends=True):
        is_fence = FENCE.match(line) is not None
        is_indented = line.startswith("    ") and (not before.strip() or before.startswith("    "))
        yield line, not (is_fenced or is_fence or is_indented)
        is_fenced ^= is_fence
        before = line


class Site:
    """The site's pages and other files, by path in the site."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        self.files: dict[str, Path] = {}
        self._sources: list[str] = []
        docs = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
        for source in dict.fromkeys([*ELSEWHERE, *docs]):
            self._add(source, self._page(source), (ROOT / source).read_text(encoding="utf-8"))
        while self._sources:
            self._show(self._sources.pop())
        state = state_of_sources()
        for module in site_names.api_modules():
            # mkdocstrings adds the heading. Zensical rebuilds a page only if its text changes, and it contains no
            # docstrings, so a comment has a hash of the sources.
            self.pages[module.page] = f"---\ntitle: {module.module}\n---\n\n<!-- {state} -->\n\n::: {module.module}\n"
        self.pages["api/index.md"] = overview()

    def _add(self, source: str, page: str, text: str) -> None:
        """Add a page from the repository, with its links changed to targets in the site."""

        def lead(match: re.Match[str]) -> str:
            return f"{titled(match[1])}({self._lead(source, page, match[2])})"

        self.pages[page] = link_code(change_links(text, lead), page)

    def _lead(self, source: str, page: str, link: str) -> str:
        """Return the link to write on a page of the site, for a link in the repository's source file."""
        name, mark, heading = link.partition("#")
        if re.match(r"[a-z]+:", link):
            return link
        there = posixpath.normpath(posixpath.join(posixpath.dirname(source), name)) if name else source
        target = self._page(there)
        return relative(target, page) + mark + heading

    def _page(self, source: str) -> str:
        """Return the site path of a file in the repository; queue the file if it still needs a page."""
        if source in ELSEWHERE:
            return ELSEWHERE[source]
        path = ROOT / source
        if not path.exists():
            raise DeadLinkError(f"expected a file of the repository, got {source}")
        if source.startswith("docs/") and path.suffix == ".md":
            return source.removeprefix("docs/")
        if source.startswith("docs/") and path.is_file():
            target = source.removeprefix("docs/")
            self.files[target] = path
            return target
        target = f"source/{source}.md"
        if target not in self.pages:
            self.pages[target] = ""
            self._sources.append(source)
        return target

    def _show(self, source: str) -> None:
        """Add a page that shows a source file, or lists the files in a folder."""
        path, page = ROOT / source, f"source/{source}.md"
        text = f"# {source}\n\n"
        if path.is_dir():
            for below in sorted(path.iterdir()):
                if below.is_file():
                    inside = self._page(f"{source}/{below.name}")
                    text += f"- [{below.name}]({relative(inside, page)})\n"
        else:
            text += f"````{LANGUAGES.get(path.suffix, 'text')}\n{path.read_text(encoding='utf-8')}````\n"
        self.pages[page] = text

    def write(self, folder: Path) -> None:
        """Write changed pages and remove old ones; Zensical then rebuilds only the edited pages."""
        pages = folder / "pages"
        wanted = {pages / name: text.encode() for name, text in self.pages.items()}
        wanted |= {pages / name: path.read_bytes() for name, path in self.files.items()}
        wanted[pages / "icon.svg"] = ICON.read_bytes()
        wanted[pages / "site.css"] = Path(__file__).with_name("site.css").read_bytes()
        wanted[folder / "zensical.toml"] = site_names.SETTINGS.read_bytes()
        for path in pages.rglob("*"):
            if path.is_file() and path not in wanted:
                path.unlink()
        for path, content in wanted.items():
            if not path.is_file() or path.read_bytes() != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)


def state_of_sources() -> str:
    """Return a short hash of the package's sources and of the code that builds pages from their docstrings."""
    digest = hashlib.sha256()
    for folder in (site_names.SOURCES, Path(__file__).parent):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def titled(label: str) -> str:
    """Return a link's label in brackets; a label that is a path, such as ``docs/play.md``, becomes the page's title."""
    path = ROOT / label[1:-1]
    if not label.endswith(".md]") or not path.is_file():
        return label
    return f"[{path.read_text(encoding='utf-8').partition(chr(10))[0].lstrip('# ')}]"


def relative(target: str, page: str) -> str:
    """Return the relative path from one page to another."""
    return posixpath.relpath(target, posixpath.dirname(page))


def change_links(text: str, change: Callable[[re.Match[str]], str]) -> str:
    """Return text with the links in its prose changed. A link may span two lines, so whole paragraphs are searched."""
    changed, paragraph = "", ""
    for line, is_prose in lines_of(text):
        if is_prose:
            paragraph += line
        else:
            changed += LINK.sub(change, paragraph) + line
            paragraph = ""
    return changed + LINK.sub(change, paragraph)


def link_code(text: str, page: str) -> str:
    """Return a page on which code that names a public object links to it, once below each heading."""
    linked: set[str] = set()

    def link(match: re.Match[str]) -> str:
        target = site_names.target(match[1])
        if target is None or target in linked:
            return match[0]
        linked.add(target)
        return f"[{match[0]}]({relative(target, page)})"

    changed = ""
    for line, is_prose in lines_of(text):
        if is_prose and line.startswith("#"):
            linked.clear()
        elif is_prose:
            # Existing links stay unchanged.
            parts = re.split(r"(!?\[[^\]]*\]\([^)]*\))", line)
            changed += "".join(part if number % 2 else CODE.sub(link, part) for number, part in enumerate(parts))
            continue
        changed += line
    return changed


def overview() -> str:
    """Return the API overview: the names at the top of `hypersweep`, and each module with its names."""
    top = site_names.exported(site_names.tree_of("hypersweep") or sys.exit("the package isn't there"))
    targets = site_names.targets()

    def listed(names: tuple[str, ...], module: str) -> str:
        shown = (targets.get(f"{module}.{name}", targets.get(name)) for name in names)
        return ", ".join(
            f"[`{name}`]({relative(target, 'api/index.md')})" if target else f"`{name}`"
            for name, target in zip(names, shown, strict=True)
            if not name.startswith("__")
        )

    text = (
        "# The library\n\n"
        "Every public name, from the docstrings. Whatever has a page here is meant to be used; what else is in the "
        "package belongs to its own insides.\n\n"
        '## `hypersweep` {: id="hypersweep" }\n\n'
        f"The things of the game stand at the top: {listed(top, 'hypersweep')}.\n\n"
    )
    for module in site_names.api_modules():
        name = module.module
        text += f"## [`{name}`]({relative(module.page, 'api/index.md')})\n\n{module.headline}\n\n"
        text += f"{listed(module.names, name)}\n\n" if module.names else ""
    return text


def main(folder: Path) -> None:
    """Write the pages into a folder, after removing the site built there earlier."""
    if (folder / "html").exists():
        shutil.rmtree(folder / "html")
    Site().write(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
