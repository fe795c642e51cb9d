"""What docs/envs.md shows is true: its examples."""

from __future__ import annotations

import doctest
from pathlib import Path

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "envs.md"


def test_the_examples_run() -> None:
    found = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert found.attempted >= 20
    assert found.failed == 0
