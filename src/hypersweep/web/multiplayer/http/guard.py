"""Checks every request must pass: its origin, its size, and the client's request rate."""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection

from hypersweep.web.multiplayer.failures import RefusedError, UnavailableError
from hypersweep.web.multiplayer.http.calls import refusal_answer
from hypersweep.web.multiplayer.people.sessions import token_hash, token_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from hypersweep.web.multiplayer.server_settings import Settings

    TakeToken = Callable[[str, float, float], Awaitable[bool]]

LARGEST_BODY = 1 << 16
"""Maximum size of a request body in bytes; ``_BODIES`` allows more for study records and for uploaded files."""

_RECORD = 1 << 21
_BODIES = {"/api/rooms": _RECORD, "/api/record": _RECORD}

_HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
_YEAR = 31_536_000

_PORT = re.compile(r":\d*$")
_USUAL_PORTS = {"http": ":80", "https": ":443"}


class _Rate(NamedTuple):
    """A rate limit: sustained requests per second, and burst size."""

    name: str
    each: float
    burst: float


# Limits per address, by type of request. They are generous, since a whole school class may share one address.
_EVERYTHING = _Rate("all", 50, 500)
_COSTLY = {
    "/api/session": _Rate("guest", 0.1, 60),
    "/api/account/register": _Rate("passphrase", 0.2, 30),
    "/api/account/sign-in": _Rate("passphrase", 0.2, 30),
    "/api/account/recover": _Rate("passphrase", 0.2, 30),
    "/api/account/codes": _Rate("passphrase", 0.2, 30),
    "/api/account/passphrase": _Rate("passphrase", 0.2, 30),
    "/api/account/delete": _Rate("passphrase", 0.2, 30),
    "/api/account/export": _Rate("export", 0.1, 10),
    "/api/rooms": _Rate("room", 1, 100),
    "/api/record": _Rate("record", 0.5, 60),
    "/api/engines/ask": _Rate("engine", 1, 20),
    "/socket": _Rate("socket", 2, 100),
}
# Limit per session; a person may have several sessions.
_PERSON = _Rate("session", 10, 200)
# Factor for all limits on a private server, where they only need to stop runaway programs.
_AT_HOME = 50


class Guard:
    """Middleware for the whole app: ``Middleware(Guard, settings=…, host=…, take_token=relay.take_token)``.

    It rejects sockets and requests to change data from other sites, and oversized requests. It also rejects sockets,
    and requests below ``/api`` and ``/games``, that come too often. It sends ``RefusedError`` as JSON
    (``protocol.Refused``), and below ``/api`` also Starlette's own errors. Responses below ``/api`` get headers that
    stop browsers from caching, embedding or running them.

    Args:
        app: the wrapped application.
        settings: the server's settings.
        host: the host name or address that the server listens on.
        take_token: takes a token from a bucket, given the bucket's name, refill rate (tokens per second) and capacity;
            returns whether there was one. While the token store is unavailable, rates are unlimited.
    """

    def __init__(self, app: ASGIApp, *, settings: Settings, host: str, take_token: TakeToken) -> None:
        self._app = app
        self._settings = settings
        self._host = host
        self._take_token = take_token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reject the request, or pass it to the app."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._check(HTTPConnection(scope))
        except RefusedError as error:
            if (await receive())["type"] != "websocket.connect":
                return
            if "websocket.http.response" not in scope.get("extensions", {}):
                await send({"type": "websocket.close", "code": 1008, "reason": error.what})
                return
            answer = refusal_answer(error)
            headers = {**_HEADERS, **dict(answer.headers)}
            raw = [(name.encode(), value.encode()) for name, value in headers.items()]
            start = {"type": "websocket.http.response.start", "status": answer.status_code, "headers": raw}
            await send(start)
            await send({"type": "websocket.http.response.body", "body": bytes(answer.body)})
            return
        await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        answered = _Answered(scope, send, is_secure=self._settings.is_secure)
        try:
            await self._check(HTTPConnection(scope))
            await self._app(scope, _bounded(scope, receive), answered.send)
        except RefusedError as error:
            if answered.has_begun:
                raise
            await answered.refuse(error)
        except Exception:
            if not answered.has_begun:
                await answered.refuse(RefusedError("failed", "internal server error", status=500))
            # Re-raise the error so that an outer layer logs it.
            raise

    async def _check(self, connection: HTTPConnection) -> None:
        """Check a request's origin, length and rate.

        Raises:
            RefusedError: the request is rejected.
        """
        scope = connection.scope
        path = scope["path"]
        is_socket = scope["type"] == "websocket"
        is_changing = not is_socket and scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if (is_socket or is_changing) and not is_ours(connection, self._settings, self._host):
            raise RefusedError("foreign", "expected a request from this server's own page", status=403)
        if is_changing and connection.headers.getlist("x-hypersweep") != ["1"]:
            raise RefusedError("foreign", "expected the header x-hypersweep: 1", status=403)
        if not is_socket:
            _check_length(connection.headers, limit_of(path))
        if is_socket or path.startswith(("/api/", "/games/")):
            address = address_of(connection, self._settings)
            await self._take(_EVERYTHING, address)
            rate = _COSTLY.get(path)
            if rate is not None and (is_socket or is_changing or rate.name == "export"):
                await self._take(rate, address)
            token = token_of(connection, self._settings)
            if token is not None:
                await self._take(_PERSON, token_hash(token)[:32])

    async def _take(self, rate: _Rate, whose: str) -> None:
        more = 1 if self._settings.is_public else _AT_HOME
        try:
            if await self._take_token(f"{rate.name}:{whose}", rate.each * more, rate.burst * more):
                return
        except UnavailableError:
            # Redis is unavailable; players must be able to continue without rate limits.
            return
        raise RefusedError(
            "too_often", f"too many requests (at most {rate.each * more:g} a second); try again soon", status=429
        )


def is_ours(connection: HTTPConnection, settings: Settings, host: str = "127.0.0.1") -> bool:
    """Return whether a request or socket comes from this server's page, according to its Origin header.

    Args:
        connection: the request or socket.
        settings: the server's settings. If they name an origin, the header must equal it. If they don't, the header
            must match the requested host, which must be an IP address or one of this machine's names: another site
            could make its own name resolve to this server (DNS rebinding).
        host: the host name or address that the server listens on.
    """
    origins = connection.headers.getlist("origin")
    if len(origins) != 1:
        return False
    if settings.origin is not None:
        return _plain(origins[0]) == _plain(settings.origin)
    hosts = connection.headers.getlist("host")
    if len(hosts) != 1 or _plain(origins[0]) != _plain(f"http://{hosts[0]}"):
        return False
    name = _PORT.sub("", hosts[0]).strip("[]").lower()
    own = socket.gethostname().lower()
    return name in ("localhost", host.lower(), own, f"{own}.local") or _ip(name) is not None


def address_of(connection: HTTPConnection, settings: Settings) -> str:
    """Return the client's IPv4 address or IPv6 /64 network (usually a household has a whole /64).

    Behind a trusted proxy on this machine or a private network, use the last address in ``X-Forwarded-For``, the only
    one added by the proxy itself.
    """
    client = connection.client
    found = _ip(client.host) if client is not None else None
    if settings.trusts_proxy and (found is None or found.is_private or found.is_loopback):
        reported = ",".join(connection.headers.getlist("x-forwarded-for")).rpartition(",")[2].strip()
        found = _ip(reported) or _ip(_PORT.sub("", reported).strip("[]")) or found
    if found is None:
        return client.host if client is not None else ""
    if found.version == 6:
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def limit_of(path: str) -> int:
    """Return the maximum body size, in bytes, for requests to a path."""
    return _BODIES.get(path, LARGEST_BODY)


class _Answered:
    """Wraps ``send`` to add response headers and turn API errors into JSON."""

    def __init__(self, scope: Scope, send: Send, *, is_secure: bool) -> None:
        self.has_begun = False
        self._scope = scope
        self._send = send
        self._is_secure = is_secure
        self._is_api = scope["path"].startswith("/api/")
        self._is_replaced = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            headers = MutableHeaders(scope=message)
            # Starlette's own errors, such as 404 and 405, are plain text.
            is_text = not headers.get("content-type", "").startswith("application/json")
            if self._is_api and message["status"] >= 400 and is_text:
                self._is_replaced = True
                await self._replace(message["status"], headers.get("allow"))
                return
            self._add(headers)
        if not self._is_replaced:
            await self._send(message)

    async def refuse(self, error: RefusedError) -> None:
        await refusal_answer(error)(self._scope, _nothing, self.send)

    async def _replace(self, status: int, allow: str | None) -> None:
        what = {404: "no_address", 405: "method"}.get(status, "failed")
        expected = (
            f"expected {'another method' if status == 405 else 'an existing address'}, got {self._scope['method']}"
        )
        answer = refusal_answer(RefusedError(what, f"{expected} {self._scope['path'][:80]}", status=status))
        if allow is not None:
            answer.headers["allow"] = allow
        self._add(answer.headers)
        await answer(self._scope, _nothing, self._send)

    def _add(self, headers: MutableHeaders) -> None:
        if self._is_api:
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        if self._is_secure:
            headers.setdefault("strict-transport-security", f"max-age={_YEAR}")


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


def _check_length(headers: Headers, most: int) -> None:
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit()):
        raise RefusedError("malformed", "expected a number for content-length", status=400)
    # Check the number of digits first: int() raises ValueError for thousands of digits.
    if len(length.lstrip("0")) > 12 or int(length) > most:
        raise _too_large(most)


def _bounded(scope: Scope, receive: Receive) -> Receive:
    """Wrap ``receive`` to limit the body size, since a request need not declare its length."""
    left = limit_of(scope["path"])

    async def bounded() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise _too_large(limit_of(scope["path"]))
        return message

    return bounded


def _too_large(most: int) -> RefusedError:
    return RefusedError("too_large", f"the body is too large: at most {most} bytes", status=413, most=most)


def _plain(origin: str) -> str:
    """Normalise an origin for comparison: lower case, without the default port or a trailing slash."""
    try:
        parts = urlsplit(origin.strip().lower())
    except ValueError:
        return origin
    port = _USUAL_PORTS.get(parts.scheme, ":")
    return f"{parts.scheme}://{parts.netloc.removesuffix(port)}{parts.path.rstrip('/')}{parts.query}{parts.fragment}"


def _ip(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None
