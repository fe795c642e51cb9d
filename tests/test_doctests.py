"""The examples in the docstrings of every module."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import hypersweep

pytestmark = pytest.mark.slow

NAMES = ["hypersweep"]
NAMES += [
    found.name
    for found in pkgutil.walk_packages(hypersweep.__path__, "hypersweep.")
    if not found.name.endswith("__main__")
]


@pytest.mark.ci_limit(len(NAMES))
@pytest.mark.parametrize("name", NAMES)
def test_examples_run_as_printed(name: str) -> None:
    module = importlib.import_module(name)
    found = doctest.testmod(module, verbose=False)
    assert found.failed == 0


def test_the_rooms_of_the_core_have_examples() -> None:
    for room in ("grid", "rng", "layout", "view", "rules", "game", "batch"):
        module = importlib.import_module(f"hypersweep.{room}")
        assert doctest.testmod(module, verbose=False).attempted > 0, room
