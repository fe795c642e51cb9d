from __future__ import annotations

import runpy
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROGRAM = ROOT / "native" / "python" / "requirements.py"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
requirements = cast(
    Callable[[dict[str, list[str]], list[str]], list[str]], runpy.run_path(str(PROGRAM))["requirements"]
)


def test_references_are_resolved_and_nothing_comes_twice() -> None:
    extras = {"one": ["a>=1", "b"], "two": ["hypersweep[one]", "c"], "three": ["b", "hypersweep[one,two]"]}
    assert requirements(extras, ["three"]) == ["b", "a>=1", "c"]
    assert requirements(extras, ["two", "one"]) == ["a>=1", "b", "c"]


def test_an_unknown_extra_is_an_error() -> None:
    with pytest.raises(KeyError, match="nonsense"):
        requirements(EXTRAS, ["nonsense"])


@pytest.mark.parametrize("line", ["hypersweep", "hypersweep[one]>=1", "hypersweep[one]; sys_platform == 'linux'"])
def test_a_reference_that_can_not_be_resolved_is_an_error(line: str) -> None:
    with pytest.raises(ValueError, match="reference"):
        requirements({"one": ["a"], "two": [line]}, ["two"])


def test_it_prints_what_the_package_is_built_with() -> None:
    done = subprocess.run([sys.executable, PROGRAM, "build"], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == PROJECT["build-system"]["requires"]


def test_every_requirement_has_a_version_that_fits_in_the_constraints() -> None:
    versions: dict[str, list[Requirement]] = {}
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        pin = Requirement(line)
        assert str(pin.specifier).startswith("=="), line
        assert pin.url is None, line
        versions.setdefault(canonicalize_name(pin.name), []).append(pin)
    wanted = map(Requirement, requirements(EXTRAS, list(EXTRAS)) + PROJECT["build-system"]["requires"])
    wrong = [
        str(requirement)
        for requirement in wanted
        if not any(
            requirement.specifier.contains(str(pin.specifier).removeprefix("=="), prereleases=True)
            for pin in versions.get(canonicalize_name(requirement.name), [])
        )
    ]
    assert wrong == [], "run make constraints"
