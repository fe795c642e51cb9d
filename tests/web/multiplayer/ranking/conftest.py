"""Databases for tests of rankings: a file, which several may use at the same time, and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from databases import sqlite_url


@pytest.fixture(params=["file", pytest.param("postgres", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "postgres":
        postgres = request.getfixturevalue("postgres")
        yield postgres.url(postgres.new_database())
    else:
        yield sqlite_url(tmp_path / "together.db")
