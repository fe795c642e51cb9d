"""Relays for the common tests: one inside the process, and Redis."""

from __future__ import annotations

import pytest

from servers import Redis


@pytest.fixture(params=["local", pytest.param("redis", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest) -> str | None:
    """The value of ``Settings.redis``."""
    if request.param == "local":
        return None
    found: Redis = request.getfixturevalue("redis_server")
    return found.url
