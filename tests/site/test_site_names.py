"""The navigation has every page, the API has every public package, and names in prose become links."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import site_names

# Internal packages and modules, which users aren't meant to import.
INSIDE = {
    *("__main__", "_native", "atomic_write", "cli", "cli_support", "compiler", "copying", "courses", "exit_codes"),
    *("lazy_imports", "moves", "text", "tui", "ui_model", "validation"),
}


def test_every_page_is_in_the_navigation_once() -> None:
    pages = site_names.navigation()
    docs = {path.relative_to(site_names.ROOT / "docs").as_posix() for path in (site_names.ROOT / "docs").rglob("*.md")}
    assert len(set(pages)) == len(pages)
    assert {page for page in pages if not page.startswith("api/")} == (docs - {"README.md"}) | {
        *("index.md", "pages.md", "changelog.md", "contributing.md", "security.md", "benchmarks.md")
    }


def test_every_public_room_has_its_page() -> None:
    package = site_names.SOURCES / "hypersweep"
    there = {path.stem for path in package.glob("*.py")} | {path.parent.name for path in package.glob("*/__init__.py")}
    told = {entry.module.split(".")[1] for entry in site_names.api_modules()}
    assert there - INSIDE - {"__init__"} - told == set()
    assert told & INSIDE == {"courses"}, "each course has a page, the package of all of them none"


def test_names_are_those_of_the_module() -> None:
    complaints = []
    for entry in site_names.api_modules():
        module = importlib.import_module(entry.module)
        if list(entry.names) != list(getattr(module, "__all__", ())):
            complaints.append(f"{entry.module} lists {entry.names}")
        if not entry.headline or not " ".join((module.__doc__ or "").split()).startswith(entry.headline):
            complaints.append(f"{entry.module} begins with {entry.headline!r}")
        if Path(entry.page).suffix != ".md":
            complaints.append(f"{entry.module} has the page {entry.page}")
    assert complaints == []


@pytest.mark.slow
def test_targets_are_names_that_are_there() -> None:
    for spelled, target in site_names.targets().items():
        page, _, anchor = target.partition("#")
        assert page in site_names.navigation()
        if "." in anchor:
            # The longest beginning that is a module, and what follows it.
            entry = max(
                (entry for entry in site_names.api_modules() if f"{anchor}.".startswith(f"{entry.module}.")),
                key=lambda entry: len(entry.module),
            )
            found: object = importlib.import_module(entry.module)
            for name in anchor.removeprefix(entry.module).split(".")[1:]:
                found = getattr(found, name)
            assert anchor.endswith(spelled.split(".")[-1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "anchor"),
    [
        ("Game", "api/game.md#hypersweep.game.Game"),
        ("Game.open", "api/game.md#hypersweep.game.Game.open"),
        ("hypersweep.solve", "api/solve.md#hypersweep.solve"),
        ("hypersweep.trials.play_solver", "api/trials.md#hypersweep.trials.play_solver"),
        ("no_guess", "api/generate.md#hypersweep.generate.no_guess"),
        ("analyse(view)", "api/solve.md#hypersweep.solve.analyse"),
        ("Record.load(path)", "api/record.md#hypersweep.record.Record.load"),
    ],
)
def test_what_prose_names_has_its_place(code: str, anchor: str) -> None:
    assert site_names.target(code) == anchor


@pytest.mark.parametrize(
    "code", ["review", "choose", "hypersweep review game.sweep", "Game.nowhere", "make docs", "*.md"]
)
def test_what_may_be_something_else_has_none(code: str) -> None:
    assert site_names.target(code) is None
