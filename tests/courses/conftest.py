"""Build libraries with the compiler found on this machine, whatever the environment names."""

from __future__ import annotations

import pytest


@pytest.fixture
def no_named_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.delenv("AR", raising=False)
