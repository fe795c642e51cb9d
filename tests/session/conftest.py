"""A clock, a store, and the warnings that the store gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from hypersweep.session import Store
from sessions import FakeClock


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def store(tmp_path: Path, told: list[str]) -> Store:
    return Store(tmp_path / "data", warn=told.append)
