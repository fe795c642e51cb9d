"""What tests of the builders of C libraries share."""

from __future__ import annotations

from pathlib import Path


def names(folder: Path) -> list[str]:
    """List what is in a folder."""
    return sorted(path.name for path in folder.iterdir())
