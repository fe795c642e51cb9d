"""Helpers for tests of the commands that build C libraries."""

from __future__ import annotations

from pathlib import Path


def names(folder: Path) -> list[str]:
    """List the content of a folder."""
    return sorted(path.name for path in folder.iterdir())
