"""Fixtures for tests of ESP."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
