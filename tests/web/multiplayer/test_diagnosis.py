"""The checks of ``hypersweep web doctor``: for a real server behind simulated proxies, and for databases."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from databases import opened, sqlite_url
from hypersweep.web.multiplayer import diagnosis
from hypersweep.web.multiplayer.diagnosis import Finding, check_settings, check_site
from hypersweep.web.multiplayer.server_settings import Settings
from servers import Postgres, Redis
from together_server import kept_in, together_server

Headers = list[tuple[str, str]]


class Proxy:
    """A proxy that changes the headers of a connection's first request by ``change``, and passes on all else."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.origin = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.change: Callable[[Headers], Headers] = right
        self.answers: bytes | None = None
        self.upstream = ("127.0.0.1", 0)
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        with suppress(OSError), client:
            head = b""
            while b"\r\n\r\n" not in head:
                head += client.recv(1 << 16)
            if self.answers is not None and head.startswith(b"GET /socket"):
                client.sendall(self.answers)
                return
            first, *lines = head.decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
            headers = self.change([(name, text) for name, _, text in (line.partition(": ") for line in lines)])
            with socket.create_connection(self.upstream) as server:
                told = "".join(f"{name}: {text}\r\n" for name, text in headers)
                server.sendall(f"{first}\r\n{told}\r\n".encode("latin-1"))
                threading.Thread(target=pump, args=(client, server), daemon=True).start()
                pump(server, client)


def pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


def without(headers: Headers, *names: str) -> Headers:
    return [each for each in headers if each[0].lower() not in names]


def right(headers: Headers) -> Headers:
    more = [("X-Forwarded-For", "127.0.0.1"), ("X-Forwarded-Proto", "http")]
    return without(headers, "x-forwarded-for", "x-forwarded-proto") + more


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """A server behind a proxy that it trusts."""
    proxy = Proxy()
    settings = kept_in(tmp_path_factory.mktemp("server"), origin=proxy.origin, trusts_proxy=True)
    with together_server(settings) as address:
        proxy.upstream = ("127.0.0.1", int(address.rpartition(":")[2]))
        yield proxy
    proxy.close()


@pytest.fixture
def proxy(served: Proxy) -> Proxy:
    served.change, served.answers = right, None
    return served


def wrong(found: list[Finding]) -> dict[str, str]:
    """Return the faults: the advice by the check's name."""
    assert all(bool(each.advice) is not each.is_right for each in found), found
    return {each.name: each.advice for each in found if not each.is_right}


@pytest.mark.slow
def test_a_proxy_that_does_its_work_is_right(proxy: Proxy) -> None:
    found = check_site(proxy.origin)
    assert wrong(found) == {}
    names = ["health", "X-Forwarded-For", "X-Forwarded-Proto", "origin", "clock", "websocket"]
    assert [each.name for each in found] == names


@pytest.mark.slow
def test_what_a_proxy_does_wrong_is_said(proxy: Proxy) -> None:
    faults: list[tuple[Callable[[Headers], Headers], dict[str, str]]] = [
        (lambda headers: headers, {"X-Forwarded-For": "nginx: proxy_set_header X-Forwarded-For $remote_addr"}),
        (lambda headers: without(headers, "x-forwarded-for"), {"X-Forwarded-For": "let the proxy set"}),
        (lambda headers: without(right(headers), "upgrade", "connection"), {"websocket": "pass on Upgrade"}),
        (lambda headers: [*without(right(headers), "host"), ("Host", "upstream")], {"headers": "pass on Host"}),
        (
            lambda headers: [*without(right(headers), "x-forwarded-proto"), ("X-Forwarded-Proto", "https")],
            {"X-Forwarded-Proto": "outermost"},
        ),
    ]
    for change, advice in faults:
        proxy.change = change
        found = wrong(check_site(proxy.origin))
        assert found.keys() == advice.keys()
        assert all(words in found[name] for name, words in advice.items()), found


@pytest.mark.slow
def test_a_socket_that_leads_nowhere_is_said(proxy: Proxy, monkeypatch: pytest.MonkeyPatch) -> None:
    switching = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    for answer in (b"", switching + b"Sec-WebSocket-Accept: x\r\n\r\n", b"HTTP/1.1 502 Bad Gateway\r\n\r\n"):
        proxy.answers = answer
        assert wrong(check_site(proxy.origin)).keys() == {"websocket"}
    monkeypatch.setattr(diagnosis, "_ACCEPT", "")
    proxy.answers = None
    assert wrong(check_site(proxy.origin)).keys() == {"websocket"}


@pytest.mark.slow
def test_clocks_that_differ_are_said(proxy: Proxy, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = time.time
    monkeypatch.setattr("hypersweep.web.multiplayer.diagnosis.time.time", lambda: usual() - 3600)
    (advice,) = wrong([each for each in check_site(proxy.origin) if each.name == "clock"]).values()
    assert "NTP" in advice


@pytest.mark.slow
def test_a_server_that_does_not_know_of_its_proxy_is_said(tmp_path: Path) -> None:
    proxy = Proxy()
    with together_server(kept_in(tmp_path, origin="https://sweep.example")) as address:
        proxy.upstream = ("127.0.0.1", int(address.rpartition(":")[2]))
        found = wrong(check_site(proxy.origin))
    proxy.close()
    assert found == {
        "X-Forwarded-For": "add --trust-proxy",
        "origin": f"use --origin {proxy.origin}",
        "websocket": "start the server with --origin and the address that browsers use",
    }


@pytest.mark.slow
def test_a_server_without_a_proxy_is_right_and_one_that_is_gone_is_not(tmp_path: Path) -> None:
    with together_server(kept_in(tmp_path)) as address:
        assert wrong(check_site(address)) == {}
        (finding,) = check_site(address.replace("http:", "https:"))
        assert "certificate" in finding.advice
    (finding,) = check_site(address)
    assert (finding.name, finding.is_right) == ("address", False)


def test_a_database_that_will_be_made_is_right(tmp_path: Path) -> None:
    path = tmp_path / "new" / "together.sqlite3"
    assert wrong(check_settings(Settings(sqlite_url(path)))) == {}
    assert not path.parent.exists()


def test_a_database_in_use_is_right_and_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "together.sqlite3"

    async def open_once() -> None:
        async with opened(sqlite_url(path)):
            found = await asyncio.to_thread(check_settings, Settings(sqlite_url(path)))
            assert wrong(found) == {}
            assert [each.name for each in found] == ["database", "journal", "tables", "disk", "origin"]

    asyncio.run(open_once())
    with closing(sqlite3.connect(path)) as connection:
        assert not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'hypersweep_doctor'").fetchall()
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
        connection.execute("PRAGMA journal_mode = DELETE")
    assert wrong(check_settings(Settings(sqlite_url(path)))).keys() == {"journal", "tables"}


def test_a_database_that_can_not_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"no database, but long enough to be looked at" * 100)
    for path in (tmp_path / "file", tmp_path / "file" / "together.sqlite3"):
        assert wrong(check_settings(Settings(sqlite_url(path)))).keys() == {"database"}
    monkeypatch.setattr(diagnosis, "_SPACE", 1 << 62)
    found = wrong(check_settings(Settings(sqlite_url(tmp_path / "together.sqlite3"))))
    assert found == {"disk": "free some space: at least 1 GB is needed"}


def test_settings_for_everybody_are_checked(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "together.sqlite3")
    assert wrong(check_settings(Settings(url, is_public=True))).keys() == {"origin"}
    secure = Settings(url, origin="https://sweep.example", is_public=True)
    assert wrong(check_settings(secure)).keys() == {"proxy"}
    lost = Settings(url, redis="redis://127.0.0.1:9/0")
    assert "Redis is running" in wrong(check_settings(lost))["redis"]


@pytest.mark.slow
def test_postgres_and_redis_are_checked(postgres: Postgres, redis_server: Redis) -> None:
    name = postgres.new_database()
    settings = Settings(postgres.url(name), redis=redis_server.url)
    found = check_settings(settings)
    assert wrong(found) == {}
    assert [each.name for each in found] == ["database", "clock", "tables", "redis", "origin"]
    postgres.run(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert wrong(check_settings(settings)).keys() == {"writing"}
    assert wrong(check_settings(Settings(postgres.url("nowhere")))).keys() == {"database"}
