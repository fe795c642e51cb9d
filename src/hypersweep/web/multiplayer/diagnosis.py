"""Operators' checks of the server's settings, and of a running site as seen through its proxy."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import http.client
import json
import os
import secrets
import shutil
import sqlite3
import ssl
import time
from contextlib import closing, suppress
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from hypersweep.errors import HypersweepError
from hypersweep.web.multiplayer.relay import relay_of
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.migrations import NEWEST

if TYPE_CHECKING:
    from pathlib import Path

    from hypersweep.web.multiplayer.server_settings import Settings

# Time limit for a response, in seconds.
_PATIENCE = 10
# Maximum clock difference in seconds; sessions, daily boards and HTTPS need correct clocks.
_CLOCK = 5
# Minimum free disk space in bytes; with less, one day of play could fill the disk.
_SPACE = 1 << 30
# Oldest PostgreSQL version still maintained that supports our SQL.
_POSTGRES = 14
# An address reserved for documentation (RFC 5737), so no client can have it.
_NOBODY = "192.0.2.99"
# From RFC 6455: the constant used to compute ``Sec-WebSocket-Accept``, and the first bytes of ping, pong and text
# frames.
_ACCEPT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_PING, _PONG, _TEXT = b"\x89", b"\x8a", b"\x81"


class Finding(NamedTuple):
    """Result of one check.

    Attributes:
        name: name of the check.
        is_right: whether the check passed.
        text: what the check found.
        advice: how to fix the problem; "" if there is none.
    """

    name: str
    is_right: bool
    text: str
    advice: str = ""


def check_settings(settings: Settings) -> list[Finding]:
    """Check whether a worker with these settings could run on this machine, without changing anything.

    Args:
        settings: the worker's settings.
    """
    database = Database(settings.database)
    found = _postgres(database) if not database.is_sqlite else [] if database.path is None else _sqlite(database.path)
    if settings.redis is None and not database.is_sqlite:
        advice = "set HYPERSWEEP_REDIS_URL if there is more than one worker"
        found.append(Finding("redis", True, f"not set, which is right for a single worker ({advice})"))
    elif settings.redis is not None:
        found.append(asyncio.run(_redis(settings)))
    if settings.is_public and settings.origin is None:
        advice = "start the server with --origin and the address of the page"
        found.append(Finding("origin", False, "not set, though other machines can reach the host", advice))
    else:
        found.append(Finding("origin", True, settings.origin or "not set: only this machine can reach the page"))
    if settings.is_secure and not settings.trusts_proxy:
        advice = "add --trust-proxy if a proxy sets X-Forwarded-For"
        found.append(Finding("proxy", False, "the page is served by a proxy whose X-Forwarded-For is ignored", advice))
    return found


def check_site(url: str) -> list[Finding]:
    """Check a running site over the network, the way browsers reach it.

    Args:
        url: the page's address, such as https://sweep.example.
    """
    parts = urlsplit(url)
    site = _Site(parts.scheme, parts.netloc)
    try:
        health, _ = site.get("/healthz")
        status, headers, seen = site.seen({})
        _, _, spoofed = site.seen({"X-Forwarded-For": _NOBODY})
    except ssl.SSLError as error:
        return [Finding("address", False, f"HTTPS failed at {url}: {error}", "check the proxy's certificate")]
    except (OSError, http.client.HTTPException, ValueError) as error:
        advice = "check DNS, the firewall and whether the proxy runs"
        return [Finding("address", False, f"{url} doesn't answer: {str(error) or type(error).__name__}", advice)]
    if status == 421:
        advice = "let the proxy pass on Host (nginx: proxy_set_header Host $host) and give the server --origin"
        return [Finding("headers", False, "the server doesn't accept the host name of the request", advice)]
    found = [_health(health)]
    if seen is None or spoofed is None:
        advice = "let the proxy pass on all paths, to workers of this version"
        return [*found, Finding("headers", False, f"/healthz/connection answers {status}", advice)]
    found += [_addresses(seen, spoofed), _scheme(site, seen), _origin(site, seen)]
    found += [_clock(seen, headers), site.socket()]
    return found


class _Site:
    """An HTTP/1.1 client for the site being checked."""

    def __init__(self, scheme: str, place: str) -> None:
        self.origin = f"{scheme}://{place}"
        self.scheme = scheme
        self._place = place

    def get(self, path: str, headers: dict[str, str] | None = None) -> tuple[http.client.HTTPResponse, bytes]:
        with closing(self._connect()) as connection:
            connection.request("GET", path, headers=headers or {})
            answer = connection.getresponse()
            return answer, answer.read(1 << 16)

    def seen(self, headers: dict[str, str]) -> tuple[int, http.client.HTTPMessage, dict[str, Any] | None]:
        answer, body = self.get("/healthz/connection", headers)
        try:
            found = json.loads(body) if answer.status == 200 else None
        except ValueError:
            found = None
        return answer.status, answer.headers, found if isinstance(found, dict) and "trusts_proxy" in found else None

    def socket(self) -> Finding:
        """Check that a WebSocket opens and a frame arrives: a pong, or the server's error for an unknown client."""
        advice = "let the proxy pass on Upgrade and Connection, with HTTP/1.1 (nginx: see docs/server-operations.md)"
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        headers = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Key": key,
            "Sec-WebSocket-Version": "13",
            "Origin": self.origin,
        }
        try:
            with closing(self._connect()) as connection:
                connection.request("GET", "/socket", headers=headers)
                # ``getresponse`` would close the socket if the proxy sends "Connection: close", but the ping needs it.
                answer = http.client.HTTPResponse(connection.sock, method="GET")
                answer.begin()
                if answer.status == 403:
                    advice = "start the server with --origin and the address that browsers use"
                    return Finding("websocket", False, f"refused because of its origin, {self.origin}", advice)
                if answer.status != 101:
                    return Finding("websocket", False, f"/socket answers {answer.status} instead of 101", advice)
                expected = base64.b64encode(hashlib.sha1((key + _ACCEPT).encode()).digest()).decode()
                if answer.headers.get("Sec-WebSocket-Accept") != expected:
                    return Finding("websocket", False, "the proxy answers the upgrade itself", advice)
                # A ping whose mask is all zeros; clients must mask frames.
                connection.sock.sendall(_PING + b"\x84\0\0\0\0ping")
                got = answer.fp.read(1)
        except (OSError, http.client.HTTPException) as error:
            return Finding("websocket", False, f"/socket doesn't answer: {str(error) or type(error).__name__}", advice)
        if got not in (_TEXT, _PONG):
            return Finding("websocket", False, "opens, but frames don't get through", advice)
        return Finding("websocket", True, "opens, and frames get through")

    def _connect(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self.scheme == "https" else http.client.HTTPConnection
        return kind(self._place, timeout=_PATIENCE)


def _health(answer: http.client.HTTPResponse) -> Finding:
    if answer.status == 200:
        return Finding("health", True, "/healthz answers 200")
    return Finding("health", False, f"/healthz answers {answer.status}", "look for the cause in the worker's log")


def _addresses(seen: dict[str, Any], spoofed: dict[str, Any]) -> Finding:
    name = "X-Forwarded-For"
    forwarded, trusts = seen["forwarded_for"], seen["trusts_proxy"]
    if trusts and spoofed["address"] == _NOBODY:
        advice = "let the proxy set it (nginx: proxy_set_header X-Forwarded-For $remote_addr)"
        return Finding(name, False, "visitors can set it themselves, and so evade limits", advice)
    if trusts and seen["is_private"] and not forwarded:
        advice = "let the proxy set X-Forwarded-For, or leave out --trust-proxy"
        return Finding(name, False, "missing: all visitors share one address and its limits", advice)
    if forwarded and not trusts:
        return Finding(name, False, "present but ignored: all visitors share one address", "add --trust-proxy")
    if trusts and forwarded and not seen["is_private"]:
        advice = "connect the proxy to the workers over a private network"
        return Finding(name, False, "comes from a public address, so it is ignored", advice)
    return Finding(name, True, f"you are {seen['address']}")


def _scheme(site: _Site, seen: dict[str, Any]) -> Finding:
    name = "X-Forwarded-Proto"
    protocols = [each.strip() for each in ",".join(seen["forwarded_proto"]).split(",") if each]
    if protocols and protocols[-1] != site.scheme:
        advice = "let the outermost proxy send its scheme"
        return Finding(name, False, f"{protocols[-1]}, but the page is served over {site.scheme}", advice)
    return Finding(name, True, protocols[-1] if protocols else "missing, which is harmless")


def _origin(site: _Site, seen: dict[str, Any]) -> Finding:
    origin = seen["origin"]
    if origin == site.origin or (origin is None and not seen["forwarded_for"]):
        return Finding("origin", True, origin or "not set: taken from each request")
    return Finding("origin", False, f"{origin or 'none'}, but the page is {site.origin}", f"use --origin {site.origin}")


def _clock(seen: dict[str, Any], headers: http.client.HTTPMessage) -> Finding:
    local = time.time()
    clocks = {"the server's": seen["now"] / 1000}
    with suppress(TypeError, ValueError):
        clocks["the proxy's"] = parsedate_to_datetime(headers["Date"]).timestamp()
    for whose, clock in clocks.items():
        if abs(clock - local) > _CLOCK:
            text = f"{whose} differs from this machine's by {clock - local:+.0f} s"
            return Finding("clock", False, text, "let NTP set both: timedatectl set-ntp true")
    return Finding("clock", True, "agrees with this machine's")


def _sqlite(path: Path) -> list[Finding]:
    folder = path.parent
    while not folder.exists():
        folder = folder.parent
    space = _space(folder)
    if not path.exists():
        if not os.access(folder, os.W_OK | os.X_OK):
            return [
                Finding(
                    "database", False, f"{folder} can't be written", f"give the server's user write access to {folder}"
                ),
                space,
            ]
        return [Finding("database", True, f"{path} will be created"), space]
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=5)) as connection:
            connection.isolation_level = None
            (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
            connection.execute("BEGIN IMMEDIATE")
            try:
                connection.execute("CREATE TABLE hypersweep_doctor (n)")
                tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
                known = "alembic_version" in tables
                rows = connection.execute("SELECT version_num FROM alembic_version").fetchall() if known else []
            finally:
                connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        advice = "check that the server's user owns the file and its folder, and that no other program locks it"
        return [Finding("database", False, f"{path} can't be written: {error}", advice), space]
    found = [Finding("database", True, f"{path} can be written, SQLite {sqlite3.sqlite_version}")]
    if mode == "wal":
        found.append(Finding("journal", True, "WAL"))
    else:
        advice = "put it on a local disk: WAL doesn't work on network shares"
        found.append(Finding("journal", not rows, f"{mode}, not WAL", advice if rows else ""))
    return [*found, _tables(rows[0][0] if rows else None), space]


def _space(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    text = f"{free / 1e9:.1f} GB free in {folder}"
    return Finding("disk", free >= _SPACE, text, "" if free >= _SPACE else "free some space: at least 1 GB is needed")


def _tables(revision: str | None) -> Finding:
    if revision is not None and revision > NEWEST:
        advice = "start the newer version, or restore the backup from before it"
        return Finding("tables", False, f"{revision}, from a newer hypersweep than this one ({NEWEST})", advice)
    if revision == NEWEST:
        return Finding("tables", True, f"{revision}, up to date")
    return Finding("tables", True, f"{revision or 'none'}: the first worker to start migrates to {NEWEST}")


def _postgres(database: Database) -> list[Finding]:
    try:
        import psycopg
    except ImportError:
        return [Finding("database", False, "its driver isn't installed", "pip install 'hypersweep[server]'")]

    address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        with psycopg.connect(address, connect_timeout=_PATIENCE, autocommit=True) as connection:
            row = connection.execute("SELECT extract(epoch from now())::float8").fetchone()
            now = row[0] if row else 0.0
            is_read_only = connection.execute("SHOW transaction_read_only").fetchone() == ("on",)
            has_tables = connection.execute("SELECT to_regclass('alembic_version')").fetchone() != (None,)
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone() if has_tables else None
            version = connection.info.server_version // 10_000
    except psycopg.Error as error:
        advice = "check HYPERSWEEP_DATABASE_URL, and that PostgreSQL is running and accepts this user"
        return [Finding("database", False, f"PostgreSQL can't be reached: {' '.join(str(error).split())}", advice)]
    is_new = version >= _POSTGRES
    found = [Finding("database", is_new, f"PostgreSQL {version}", "" if is_new else f"use {_POSTGRES} or newer")]
    if is_read_only:
        found.append(Finding("writing", False, "the database is read-only", "use the primary server, not a replica"))
    difference = float(now) - time.time()
    text = f"PostgreSQL's differs from this machine's by {difference:+.0f} s"
    is_right = abs(difference) <= _CLOCK
    found.append(Finding("clock", is_right, text, "" if is_right else "let NTP set both: timedatectl set-ntp true"))
    return [*found, _tables(None if row is None else str(row[0]))]


async def _redis(settings: Settings) -> Finding:
    try:
        relay = relay_of(settings)
        await relay.open()
        is_here = relay.is_available
        await relay.close()
    except HypersweepError as error:
        return Finding("redis", False, " ".join(str(error).split()), "check HYPERSWEEP_REDIS_URL and its password")
    if not is_here:
        return Finding("redis", False, "can't be reached", "check HYPERSWEEP_REDIS_URL, and that Redis is running")
    return Finding("redis", True, "can be reached")
