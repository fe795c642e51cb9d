"""Libraries are built by the compiler that is found, whatever the surroundings name."""

from __future__ import annotations

import pytest


@pytest.fixture
def no_named_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.delenv("AR", raising=False)
