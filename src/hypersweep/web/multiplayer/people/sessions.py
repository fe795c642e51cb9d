"""Cookies for sessions and known devices.

A session token has 256 random bits; only its hash is saved, so a thief can't sign in with a stolen database. Over https
the cookie is called ``__Host-hypersweep``, a name no other host can set, not even a subdomain. Without https its name
contains the port, because browsers share cookies between all ports on a host.

A second cookie, OWASP's "device cookie", marks a device on which an account has signed in. It outlives the session, so
the owner can sign in again on this device even when guesses from elsewhere have used up the rate limit. It contains the
account's ID, a random number and an HMAC of both, so it needs no database row.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.responses import Response

    from hypersweep.web.multiplayer.server_settings import Settings

DAYS = 90
"""Days after which an unused session ends."""

LONGEST_DAYS = 390
"""Maximum session length in days, however often it is used; browsers limit cookies to about 400 days."""

MOST_SESSIONS = 16
"""Maximum number of sessions per person; signing in once more ends the least recently renewed session."""

_TOKEN = re.compile("[A-Za-z0-9_-]{43}")
_DEVICE = re.compile("([A-Za-z0-9_-]{1,32})\\.([A-Za-z0-9_-]{22})\\.([0-9a-f]{64})")
_DEVICE_COOKIE = "-device"
# Maximum total size of a request's cookies in characters; HTTP servers reject much larger headers anyway.
_LONGEST_COOKIES = 1 << 14


def new_token() -> str:
    """Return a random session token.

    >>> len(new_token())
    43
    """
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """Return a token's hash, as saved with its session.

    >>> len(token_hash("A" * 43))
    64
    """
    return hashlib.sha256(token.encode()).hexdigest()


def cookie_name(connection: HTTPConnection, settings: Settings) -> str:
    """Return the name of the session cookie; it depends on https and the port."""
    if settings.is_secure:
        return "__Host-hypersweep"
    server = connection.scope.get("server")
    port = urlsplit(settings.origin).port or 80 if settings.origin is not None else server[1] if server else 80
    return f"hypersweep-{port}"


def token_of(connection: HTTPConnection, settings: Settings) -> str | None:
    """Return the session token a browser sent, or None.

    If the browser sent two different tokens, another site set one of them; we can't tell which, so ignore both.
    """
    token = _cookie(connection, cookie_name(connection, settings))
    return token if token is not None and _TOKEN.fullmatch(token) else None


def _cookie(connection: HTTPConnection, name: str) -> str | None:
    headers = connection.headers.getlist("cookie")
    if sum(map(len, headers)) > _LONGEST_COOKIES:
        return None
    pairs = (pair.partition("=") for header in headers for pair in header.split(";"))
    found = {value.strip(" \t") for given, equals, value in pairs if equals and given.strip(" \t") == name}
    return found.pop() if len(found) == 1 else None


def session_of(connection: HTTPConnection, settings: Settings) -> str | None:
    """Return the hash of the session token a browser sent, or None."""
    token = token_of(connection, settings)
    return None if token is None else token_hash(token)


def give_token(response: Response, connection: HTTPConnection, settings: Settings, token: str) -> None:
    """Set the session cookie."""
    _set(response, connection, settings, token, DAYS)


def forget_token(response: Response, connection: HTTPConnection, settings: Settings) -> None:
    """Delete the session cookie."""
    _set(response, connection, settings, "", 0)


def give_device(response: Response, connection: HTTPConnection, settings: Settings, secret: str, person: str) -> None:
    """Set the device cookie, which marks this device as one the account has signed in on."""
    number = secrets.token_urlsafe(16)
    mark = f"{person}.{number}.{_device_mac(secret, person, number)}"
    _set(response, connection, settings, mark, LONGEST_DAYS, _DEVICE_COOKIE)


def has_device(connection: HTTPConnection, settings: Settings) -> bool:
    """Return whether a request has a device cookie, genuine or not."""
    return _device_cookie(connection, settings) is not None


def device_of(connection: HTTPConnection, settings: Settings, secret: str) -> tuple[str, str] | None:
    """Return the ID of the account that has signed in on a device, and the device's number; None if unknown.

    Args:
        connection: the request containing the cookie.
        settings: the server's settings.
        secret: the server's secret for device cookies.
    """
    mark = _device_cookie(connection, settings)
    if mark is None:
        return None
    person, number, mac = mark.groups()
    return (person, number) if hmac.compare_digest(mac, _device_mac(secret, person, number)) else None


def forget_device(response: Response, connection: HTTPConnection, settings: Settings) -> None:
    """Delete the device cookie."""
    _set(response, connection, settings, "", 0, _DEVICE_COOKIE)


def _device_cookie(connection: HTTPConnection, settings: Settings) -> re.Match[str] | None:
    return _DEVICE.fullmatch(_cookie(connection, cookie_name(connection, settings) + _DEVICE_COOKIE) or "")


def _device_mac(secret: str, person: str, number: str) -> str:
    return hmac.digest(secret.encode(), f"{person} {number}".encode(), "sha256").hex()


def _set(
    response: Response, connection: HTTPConnection, settings: Settings, value: str, days: int, suffix: str = ""
) -> None:
    response.set_cookie(
        cookie_name(connection, settings) + suffix,
        value,
        max_age=days * 86_400,
        path="/",
        secure=settings.is_secure,
        httponly=True,
        # "lax" keeps players signed in when they follow a link from another site; this is safe, since GET changes
        # nothing.
        samesite="lax",
    )
