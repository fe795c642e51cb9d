from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from hypersweep.cli.extras import UNLISTED, Extra, Part, find_extras, import_name, load_parts

ROOT = Path(__file__).parents[2]
Make = Callable[..., None]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Install a package of one module in a folder that this process and its children look in."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    def install(name: str, text: str = "", *, version: str = "1.0", head: str | None = None) -> None:
        module = import_name(name)
        (tmp_path / f"{module}.py").write_text(text)
        folder = tmp_path / f"{module}-1.0.dist-info"
        folder.mkdir()
        if head is None:
            head = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        (folder / "METADATA").write_text(head)

    return install


def owner(make: Make, *lines: str) -> None:
    head = "Metadata-Version: 2.1\nName: owner\nVersion: 1.0\n"
    make("owner", head=head + "".join(f"Requires-Dist: {line}\n" for line in lines))


def test_extras_are_those_of_the_project_but_the_developers() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert [extra.name for extra in find_extras()] == sorted(set(declared) - set(UNLISTED))
    assert set(UNLISTED) < set(declared)


def test_what_is_here_is_told_with_its_version() -> None:
    arrays, zoo = (extra for extra in find_extras() if extra.name in ("arrays", "zoo"))
    (numpy,) = arrays.parts
    assert (numpy.name, numpy.wanted, numpy.trouble) == ("numpy", ">=1.26", "")
    assert numpy.version
    # With what the extra in it needs.
    assert [part.name for part in zoo.parts] == ["gymnasium", "numpy", "pettingzoo"]


def test_parts_of_all_kinds(make: Make) -> None:
    make("fine-thing")
    make("old", version="0.9.2")
    make("new", version="3.0")
    make("silent", head="Metadata-Version: 2.1\nName: silent\n")
    owner(
        make,
        'fine-thing[speed]>=1; extra == "some"',
        "old>=1; extra == 'some'",
        'new<3,>=1; extra == "some"',
        'silent; extra == "some"',
        'nowhere-at-all>=2; python_version > "3" and extra == "some"',
        'owner[some]; extra == "more"',
        "always-needed",
    )
    more, some = find_extras("owner")
    assert (more.name, some.name, more.parts) == ("more", "some", some.parts)
    told = {part.name: (part.version, part.trouble) for part in some.parts}
    assert told == {
        "fine-thing": ("1.0", ""),
        "old": ("0.9.2", "0.9.2 doesn't fit >=1"),
        "new": ("3.0", "3.0 doesn't fit <3,>=1"),
        "silent": ("", "broken: it doesn't say its version"),
        "nowhere-at-all": (None, "missing"),
    }
    assert not some.is_complete
    assert some.install_line == "pip install 'hypersweep[some]'"


@pytest.mark.parametrize(
    ("version", "fits"),
    [("1.0", True), ("1", True), ("1.0.post1", True), ("0.99", False), ("1.9.9", True), ("2", False), ("odd", True)],
)
def test_versions_are_compared_as_numbers(version: str, fits: bool, make: Make) -> None:
    make("thing", version=version)
    owner(make, 'thing<2,>=1.0; extra == "some"')
    (extra,) = find_extras("owner")
    assert extra.is_complete is fits


def test_nothing_is_known_of_what_is_not_installed() -> None:
    assert find_extras("nothing-of-this-name") == []


def test_broken_parts_are_found_and_the_rest_is_loaded(make: Make) -> None:
    make("a-fine", "print('I am here')")
    make("b-broken", "raise RuntimeError('no such\\nlibrary')")
    make("c-deadly", "import os; os._exit(3)")
    make("d-leaving", "raise SystemExit")
    make("e-fine")
    parts = [Part(name, "", "1.0", "") for name in ("a-fine", "b-broken", "c-deadly", "d-leaving", "e-fine", "f-none")]
    (extra,) = load_parts([Extra("some", (*parts, Part("gone", "", None, "missing")))])
    assert [part.trouble for part in extra.parts] == [
        "",
        "broken: RuntimeError: no such library",
        "broken: ends Python when it is loaded",
        "broken: SystemExit",
        "",
        "broken: ModuleNotFoundError: No module named 'f_none'",
        "missing",
    ]


def test_packages_are_imported_under_the_names_of_their_modules() -> None:
    # Modules in a folder of several packages, and others that aren't called as their package is.
    assert import_name("mkdocstrings-python") == "mkdocstrings_handlers.python"
    assert import_name("argon2-cffi") == "argon2"


@pytest.mark.timeout(45)
@pytest.mark.needs("posix")
def test_what_a_library_leaves_running_is_not_waited_for(make: Make, tmp_path: Path) -> None:
    # It holds standard error open until its own timeout, which is the doctor's.
    leave = """
import os, subprocess, sys
running = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
with open(os.path.join(os.path.dirname(__file__), "pid"), "w") as file:
    file.write(str(running.pid))
"""
    make("leaves-something", leave)
    try:
        (extra,) = load_parts([Extra("some", (Part("leaves-something", "", "1.0", ""),))])
        assert extra.is_complete
    finally:
        os.kill(int((tmp_path / "pid").read_text()), 9)


def test_nothing_is_loaded_without_an_interpreter(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    make("thing", "raise RuntimeError")
    extras = [Extra("some", (Part("thing", "", "1.0", ""),))]
    for executable in ("", os.devnull):
        monkeypatch.setattr("sys.executable", executable)
        assert load_parts(extras) == extras
