"""What docs/lab.md shows is true: its experiment."""

from __future__ import annotations

from pathlib import Path

DOCS = Path(__file__).parent.parent.parent / "docs"
TEXT = (DOCS / "lab.md").read_text(encoding="utf-8")


def test_the_experiment_is_the_one_in_its_file() -> None:
    file = (DOCS / "dimensions.toml").read_text(encoding="utf-8")
    assert file.split("\n", 2)[2] in TEXT
