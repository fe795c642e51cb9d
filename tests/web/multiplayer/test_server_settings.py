"""Settings of a server."""

from __future__ import annotations

import pytest

from hypersweep.web.multiplayer.server_settings import Settings


@pytest.mark.parametrize(
    ("origin", "is_secure"),
    [(None, False), ("http://127.0.0.1:6174", False), ("https://sweep.example", True)],
)
def test_cookies_are_for_https_alone_where_the_page_comes_by_it(origin: str | None, is_secure: bool) -> None:
    assert Settings("sqlite+aiosqlite:///:memory:", origin=origin).is_secure is is_secure
