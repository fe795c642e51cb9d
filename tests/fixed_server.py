"""A page whose server gives fixed answers, for answers that a real server rarely gives."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from hypersweep.web.site import read_site
from page_server import page_server

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from playwright.sync_api import Page, Route

__all__ = ["Answers", "server_site"]


@contextmanager
def server_site() -> Iterator[str]:
    """Serve the page with a fake server. Yields: its address without a slash."""
    with page_server(read_site(has_server=True)) as address:
        yield address


class Answers:
    """Fixed answers below ``/api``.

    Attributes:
        given: the answer of each path: what is sent as JSON, or a function of the query and the body; a pair of a
            status and such a value.
        asked: what was asked for: method, path with its query, headers, body.
    """

    def __init__(self, page: Page, given: Mapping[str, Any]) -> None:
        self.given: dict[str, Any] = dict(given)
        self.asked: list[tuple[str, str, dict[str, str], Any]] = []
        page.route("**/api/**", self._answer)
        page.route("**/games/*/picture.svg", self._draw)

    def _answer(self, route: Route) -> None:
        request = route.request
        parts = urlsplit(request.url)
        body = json.loads(request.post_data) if request.post_data else None
        where = parts.path + (f"?{parts.query}" if parts.query else "")
        self.asked.append((request.method, where, request.headers, body))
        found = self.given.get(parts.path, (404, {"t": "refused", "what": "not_found", "message": "nothing"}))
        if callable(found):
            found = found(parts.query, body)
        if isinstance(found, str):
            route.abort(found)
            return
        status, value = found if isinstance(found, tuple) else (200, found)
        route.fulfill(status=status, content_type="application/json", body=msgspec.json.encode(value))

    def _draw(self, route: Route) -> None:
        picture = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630"/></svg>'
        )
        headers = {"cross-origin-resource-policy": "same-origin"}
        route.fulfill(status=200, content_type="image/svg+xml", body=picture, headers=headers)

    def paths(self, method: str = "GET") -> list[str]:
        """Return the requests of a method."""
        return [path for each, path, _, _ in self.asked if each == method]
