"""What docs/lab.md shows is true: its experiments."""

from __future__ import annotations

from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent.parent / "docs"
TEXT = (DOCS / "lab.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["dimensions", "phase-transition"])
def test_the_experiment_is_the_one_in_its_file(name: str) -> None:
    file = (DOCS / f"{name}.toml").read_text(encoding="utf-8")
    assert file.split("\n", 2)[2] in TEXT
