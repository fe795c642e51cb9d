"""Where tests are: every module of the package has a test file at the same place, with its name."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
PACKAGE = TESTS.parent / "src" / "hypersweep"

# Modules without a test of their own, and why. The list may only get shorter.
WITHOUT = {
    "channel/windows.py": "it runs on Windows alone, where everything in tests/channel tests it",
}


def mirror(module: Path) -> Path:
    """Return the path of a module's test, both relative to their roots."""
    return module.parent / f"test_{module.name}"


def modules() -> list[Path]:
    """Return every module but the files that make a folder a package or a program."""
    found = (path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
    return sorted(path for path in found if not path.name.startswith("__"))


def test_every_module_has_its_test() -> None:
    missing = [
        f"{module.as_posix()} has no tests/{mirror(module).as_posix()}"
        for module in modules()
        if not (TESTS / mirror(module)).is_file() and module.as_posix() not in WITHOUT
    ]
    assert missing == []


def test_every_exception_is_still_one() -> None:
    known = {module.as_posix() for module in modules()}
    needless = [name for name in WITHOUT if name not in known or (TESTS / mirror(Path(name))).exists()]
    assert needless == []
    assert all(WITHOUT.values()), "each says why"


def test_every_folder_of_tests_is_that_of_a_room() -> None:
    folders = {path.parent.relative_to(TESTS) for path in TESTS.rglob("test_*.py")}
    strays = sorted(folder.as_posix() for folder in folders if not (PACKAGE / folder).is_dir())
    assert strays == ["benchmarks", "examples", "site"]


def test_every_folder_of_the_page_names_its_tests() -> None:
    text = (TESTS.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("| folder | tests |\n|---|---|\n")[2].partition("\n\n")[0]
    rows = {names[0]: names[1:] for names in (re.findall(r"`([^`]+)`", line) for line in table.splitlines())}
    page = PACKAGE / "web" / "page"
    assert sorted(rows) == sorted(path.name for path in page.iterdir() if path.is_dir())
    assert [name for names in rows.values() for name in names if not [*(TESTS / "web").glob(name)]] == []


def test_every_example_has_its_test() -> None:
    examples = sorted((TESTS.parent / "examples").glob("*.py"))
    assert len(examples) > 0
    assert [example.name for example in examples if not (TESTS / "examples" / f"test_{example.name}").is_file()] == []
