"""The package describes itself consistently, and links in documents have targets."""

from __future__ import annotations

import importlib.metadata
import importlib.resources
import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

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


def test_the_citation_has_that_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == project()["version"]


def repository() -> str:
    urls = project()["urls"]
    assert isinstance(urls, dict)
    return str(urls["Repository"])


def test_the_address_of_the_repository_is_in_pyproject_alone() -> None:
    name = repository().removeprefix("https://github.com/")
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert set(re.findall(r"https://(?:raw\.githubusercontent|github)\.com/([\w-]+/[\w-]+)", text)) == {name}
    pages = [*ROOT.glob("*.md"), ROOT / "CITATION.cff"]
    for folder in ("docs", ".github", "examples", "src"):
        found = sorted((ROOT / folder).rglob("*"))
        pages += [path for path in found if path.suffix in {".md", ".toml", ".yml", ".py", ".js", ".html", ".json"}]
    assert [path.name for path in pages if f"/{name}" in path.read_text(encoding="utf-8")] == []


def test_the_forms_for_issues_can_be_read() -> None:
    folder = ROOT / ".github" / "ISSUE_TEMPLATE"
    for form in ("fault.yml", "feature.yml"):
        found = yaml.safe_load((folder / form).read_text(encoding="utf-8"))
        assert {"name", "description", "body"} <= found.keys()
        assert len({part["id"] for part in found["body"]}) == len(found["body"])


def fenced(text: str) -> list[str]:
    return re.findall(r"^```.*?^```$", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_the_page_on_pypi_has_addresses_in_place_of_paths() -> None:
    metadata = importlib.metadata.metadata("hypersweep")
    page = metadata.get_payload() or metadata["Description"]  # type: ignore[attr-defined]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert metadata["Description-Content-Type"] == "text/markdown"
    # Code and transcripts contain no links.
    assert [re.sub(r"\s+", " ", block) for block in fenced(page)] == [
        re.sub(r"\s+", " ", block) for block in fenced(readme)
    ]
    there = [inline for inline, _ in LINK.findall(page) if inline]
    here = [inline for inline, _ in LINK.findall(readme) if inline]
    assert len(there) == len(here) > 40
    version = project()["version"]
    for address, path in zip(there, here, strict=True):
        if re.match(r"[a-z]+:|#", path):
            assert address == path
        elif path.startswith("docs/pictures/"):
            name = repository().removeprefix("https://github.com/")
            assert address == f"https://raw.githubusercontent.com/{name}/v{version}/{path}"
        else:
            assert address == f"{repository()}/blob/v{version}/{path}"


def test_there_is_a_wheel_for_every_python_that_is_named() -> None:
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = re.findall(r"Python :: 3\.(\d+)\"", json.dumps(whole["project"]["classifiers"]))
    built = [f"cp3{minor}-*" for minor in named]
    assert whole["tool"]["cibuildwheel"]["build"] == [*built, f"{built[-1][:-2]}t-*"]
    # The one for the stable interface is made by the oldest of the Pythons that it is for.
    stable = whole["tool"]["scikit-build"]["wheel"]["py-api"]
    assert f"{stable}-*" in built
    (audited,) = (each for each in whole["tool"]["cibuildwheel"]["overrides"] if "abi3audit" in str(each))
    assert audited["select"] == f"{stable}-*"
    # The audit follows the repair of a wheel; without one on Windows, the command must pass the wheel on.
    assert audited["inherit"] == {"repair-wheel-command": "append"}
    assert "{dest_dir}" in whole["tool"]["cibuildwheel"]["windows"]["repair-wheel-command"]


def test_the_workflows_can_be_read_and_try_the_same_pythons() -> None:
    folder = ROOT / ".github" / "workflows"
    found = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in folder.glob("*.yml")}
    named = re.findall(r"Python :: (3\.\d+)\"", json.dumps(project()["classifiers"]))
    assert found["ci"]["jobs"]["tests"]["strategy"]["matrix"]["python"] == named
    assert set(found["wheels"]["jobs"]) == {"sdist", "wheels", "publish"}
    assert set(found["wheels"]["jobs"]["publish"]["needs"]) == {"sdist", "wheels"}


def test_installed_command_is_the_one_declared() -> None:
    (script,) = importlib.metadata.entry_points(group="console_scripts", name="hypersweep")
    assert {"hypersweep": script.value} == project()["scripts"]
    assert callable(script.load())


def test_types_are_published() -> None:
    assert importlib.resources.files("hypersweep").joinpath("py.typed").is_file()


def anchors(document: Path) -> set[str]:
    """Return the anchors of the rendered page: headings in lower case, spaces as hyphens."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_relative_links_lead_somewhere() -> None:
    complaints = []
    for document in DOCUMENTS:
        page = ROOT / document
        text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target in (inline or reference for inline, reference in LINK.findall(text)):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            linked = page.parent / path if path else page
            if not linked.exists():
                complaints.append(f"{document} links to {target}, which isn't there")
            elif anchor and anchor not in anchors(linked):
                complaints.append(f"{document} links to {target}, but {linked.name} has no such heading")
    assert complaints == []
