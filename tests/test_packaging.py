"""The package says the same about itself everywhere, and the documents point at what is there."""

from __future__ import annotations

import importlib.metadata
import importlib.resources
import re
import tomllib
from pathlib import Path

import pytest

import hypersweep

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", ".github/**/*.md")
    for path in ROOT.glob(pattern)
)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|^\[[^\]]+\]:\s*(\S+)", re.MULTILINE)


def project() -> dict[str, object]:
    table: dict[str, object] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def test_version_is_the_same_everywhere() -> None:
    version = project()["version"]
    released = re.findall(r"^## \[(\d[^\]]*)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert hypersweep.__version__ == version
    assert importlib.metadata.version("hypersweep") == version
    assert released[0] == version


def test_installed_command_is_the_one_declared() -> None:
    (script,) = importlib.metadata.entry_points(group="console_scripts", name="hypersweep")
    assert {"hypersweep": script.value} == project()["scripts"]
    assert callable(script.load())


def test_types_are_published() -> None:
    assert importlib.resources.files("hypersweep").joinpath("py.typed").is_file()


def anchors(document: Path) -> set[str]:
    """The anchors a reader of the rendered page can jump to: headings in lower case, spaces as hyphens."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_relative_links_lead_somewhere(document: str) -> None:
    page = ROOT / document
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    targets = [inline or reference for inline, reference in LINK.findall(text)]
    for target in targets:
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        linked = page.parent / path if path else page
        assert linked.exists(), f"{document} links to {target}, which isn't there"
        if anchor:
            assert anchor in anchors(linked), f"{document} links to {target}, but {linked.name} has no such heading"
