"""The server's answers and errors, and that no client can block it."""

from __future__ import annotations

import gzip
import http.client
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import brotli
import pytest
from starlette.applications import Starlette
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hypersweep.web import server, site_folder
from hypersweep.web.server import Guard, PageServer, is_loopback
from hypersweep.web.site import DOCUMENT, POLICY, Site, read_site
from page_server import page_server, running

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import Receive, Scope, Send

KEPT_FOR_EVER = "max-age=31536000, immutable"


@pytest.fixture(scope="module")
def site_files() -> Site:
    return read_site(site_folder())


@pytest.fixture(scope="module")
def address(site_files: Site) -> Iterator[tuple[str, int]]:
    with page_server(site_files) as found:
        host, _, port = found.removeprefix("http://").rpartition(":")
        yield host, int(port)


class Answer:
    """The answer to one request."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()


def ask(address: tuple[str, int], path: str, method: str = "GET", /, **headers: str) -> Answer:
    connection = http.client.HTTPConnection(*address, timeout=30)
    try:
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        return Answer(connection.getresponse())
    finally:
        connection.close()


def tell(address: tuple[str, int], *parts: bytes) -> bytes:
    """Return all bytes of the answer to some bytes, until the server closes the connection."""
    with socket.create_connection(address, timeout=30) as connection:
        told = b""
        try:
            for part in parts:
                connection.sendall(part)
            while data := connection.recv(1 << 16):
                told += data
        except ConnectionError:
            pass
        return told


def is_safe(answer: Answer, *, is_part: bool = False) -> bool:
    """Whether headers forbid what they can; a part of a page, as against one that can be a page or a worker."""
    policy = None if is_part else f"{POLICY}; frame-ancestors 'none'"
    return (
        answer.headers.get("content-security-policy") == policy
        and answer.headers.get("referrer-policy") == (None if is_part else "no-referrer")
        and answer.headers["x-content-type-options"] == "nosniff"
        and answer.headers["cross-origin-resource-policy"] == "same-origin"
        and "server" not in answer.headers
    )


@pytest.mark.slow
def test_every_file_is_sent_as_it_is(address: tuple[str, int], site_files: Site) -> None:
    for name, each in site_files.files.items():
        answer = ask(address, f"/{name}")
        assert (answer.status, answer.body) == (200, each.data)
        assert answer.headers["content-type"] == each.media_type
        assert answer.headers["cache-control"] == (KEPT_FOR_EVER if each.is_lasting else "no-cache")
        is_whole = name.endswith((".html", ".svg", ".txt", "sw.js", "worker.js"))
        assert is_safe(answer, is_part=not is_whole)


@pytest.mark.slow
def test_files_have_their_plain_names_too(address: tuple[str, int], site_files: Site) -> None:
    for name, place in site_files.plain.items():
        answer = ask(address, f"/{name}")
        assert (answer.status, answer.body) == (200, site_files.files[place].data)
        # The next version has that name as well.
        assert answer.headers["cache-control"] == "no-cache"
    assert ask(address, "/").body == site_files.files[DOCUMENT].data


@pytest.mark.slow
def test_what_can_be_packed_is_sent_packed(address: tuple[str, int], site_files: Site) -> None:
    for name, each in site_files.files.items():
        answer = ask(address, f"/{name}", accept_encoding="br, gzip;q=0.8")
        if answer.headers.get("content-encoding") == "gzip":
            assert gzip.decompress(answer.body) == each.data
            assert len(answer.body) < len(each.data)
        else:
            assert answer.body == each.data
            assert len(gzip.compress(each.data, 9)) >= len(each.data)
        assert answer.headers["vary"] == "Accept-Encoding"
    app = server.site_app(site_files)
    app.state.pack()
    with running(PageServer(site_files, app=app)) as place:
        for name, each in site_files.files.items():
            sizes = {way: ask(place, f"/{name}", accept_encoding=way) for way in ("identity", "gzip", "gzip, br", "*")}
            best = sizes["gzip, br"]
            assert len(best.body) == min(len(answer.body) for answer in sizes.values()) == len(sizes["*"].body)
            if best.headers.get("content-encoding") == "br":
                assert brotli.decompress(best.body) == each.data
            assert sizes["gzip"].headers.get("content-encoding", "gzip") == "gzip"
        assert ask(place, f"/{site_files.plain['later.js']}", accept_encoding="br").headers["content-encoding"] == "br"
    for refused in ("identity", "gzip;q=0", "gzip; q=0.000", "", "br"):
        assert "content-encoding" not in ask(address, "/later.js", accept_encoding=refused).headers


@pytest.mark.slow
def test_what_a_browser_has_isn_t_sent_again(address: tuple[str, int]) -> None:
    for path in ("/", "/sw.js", "/later.js", "/icons/icon-192.png"):
        for packing in ("identity", "gzip"):
            tag = ask(address, path, accept_encoding=packing).headers["etag"]
            for known in (tag, f'"other", W/{tag}', "*"):
                answer = ask(address, path, accept_encoding=packing, if_none_match=known)
                assert (answer.status, answer.body) == (304, b"")
                assert answer.headers["etag"] == tag
                assert "cache-control" in answer.headers
            assert ask(address, path, accept_encoding=packing, if_none_match='"other"').status == 200
    tags = {ask(address, "/later.js", accept_encoding=each).headers["etag"] for each in ("identity", "gzip")}
    assert len(tags) == 2, "what is packed is other bytes"


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/", "/page.js", "/styles/more.css"])
def test_head_is_get_without_a_body(address: tuple[str, int], path: str) -> None:
    whole, head = ask(address, path), ask(address, path, "HEAD")
    assert (head.status, head.body) == (200, b"")
    assert head.headers.keys() == whole.headers.keys()
    assert head.headers["content-length"] == str(len(whole.body))


def test_a_part_of_a_file_is_the_whole_file(address: tuple[str, int], site_files: Site) -> None:
    answer = ask(address, "/", range="bytes=0-3")
    assert (answer.status, answer.body) == (200, site_files.files[DOCUMENT].data)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "X"])
def test_there_is_nothing_but_reading(address: tuple[str, int], method: str) -> None:
    answer = ask(address, "/later.js", method)
    assert answer.status == 405
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}
    assert is_safe(answer)


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/../../../../../../etc/passwd",
        "/%2e%2e/page.py",
        "/..%2fpage.py",
        "/%252e%252e/page.py",
        "/engine/../../page.py",
        "/engine/..%5c..%5cpage.py",
        "//etc/passwd",
        "/C:/Windows/win.ini",
        "/later.js/",
        "/later.js%00.png",
        "/%00",
        "/later.js%20",
        "/APP.JS",
        "/engine",
        "/engine/",
        "/.nojekyll",
        "/v-0000000000000000/later.js",
        "/%ff%fe",
        "/" + "a" * 8000,
        "/" + "../" * 2000 + "etc/passwd",
    ],
)
def test_nothing_else_is_reached(address: tuple[str, int], path: str) -> None:
    answer = ask(address, path)
    assert answer.status == 404
    assert b"root:" not in answer.body
    assert answer.body == b"There is no such file.\n"
    assert is_safe(answer)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "evil.example#127.0.0.1",
        "127.0.0.1@evil.example",
        "192.168.1.7",
        "0.0.0.0",
        "[::]",
        "",
        "127.0.0.1 evil.example",
        "2130706433",
    ],
)
def test_other_names_are_not_answered(address: tuple[str, int], host: str) -> None:
    answer = ask(address, "/", host=host)
    assert answer.status == 421
    assert b"<!doctype" not in answer.body
    assert is_safe(answer)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:1", "localhost", "LocalHost:6174", "[::1]:6174", "127.9.9.9"])
def test_names_of_this_machine_are_answered(address: tuple[str, int], host: str) -> None:
    assert ask(address, "/", host=host).status == 200


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("http://127.0.0.1:8000/", 200),
        ("HTTP://localhost", 200),
        ("http://[::1]:1/index.html?x=http://evil.example/", 200),
        ("http://127.0.0.1/%69ndex.html", 200),
        ("http://127.0.0.1/http://127.0.0.1/", 404),
        ("http://evil.example/", 421),
        ("http://me@127.0.0.1/", 421),
        ("http://127.0.0.1%2f.evil.example/", 421),
        ("http:///", 421),
        ("https://127.0.0.1/", 404),
    ],
)
def test_a_request_in_absolute_form_is_answered_by_its_own_host(
    address: tuple[str, int], site_files: Site, target: str, status: int
) -> None:
    answer = ask(address, target, host="127.0.0.1")
    assert answer.status == status
    assert is_safe(answer)
    if status == 200:
        assert answer.body == site_files.files[DOCUMENT].data
    # The other way round as well: both have to be this machine's.
    assert ask(address, target, host="evil.example").status == 421


def test_who_asked_for_all_machines_is_answered_by_number_and_own_name(site_files: Site) -> None:
    found = PageServer(site_files, "0.0.0.0")
    assert found.address == f"http://127.0.0.1:{found.port}/"
    with running(found) as (_, port):
        place = ("127.0.0.1", port)
        for host in (
            "192.168.1.7:80",
            "[2001:db8::1]",
            "localhost",
            socket.gethostname(),
            f"{socket.gethostname()}.local",
        ):
            assert ask(place, "/", host=host).status == 200
        for host in ("evil.example", "192.168.1.7.evil.example"):
            assert ask(place, "/", host=host).status == 421


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", 400),  # without a host
        (b"GET / HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nhost: localhost\r\ncookie: " + b"a" * 200_000 + b"\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nhost: localhost\r\n" + b"".join(b"x-%d: 1\r\n" % n for n in range(50_000)) + b"\r\n", 400),
        (b"GET /" + b"a" * 70_000, 400),
        (b"GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: many\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n", 400),
        (b"GET / HTTP/9.9\r\nhost: localhost\r\nconnection: close\r\n\r\n", 200),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),  # a client that speaks TLS
        (b"\0" * 100 + b"\r\n\r\n", 400),
        (b"GET / HTTP/1.0\r\nhost: localhost\r\n\r\n", 200),
        (b"OPTIONS * HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n", 404),
        (b"CONNECT evil.example:443 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n", 404),
        (b"GET / HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade, close\r\n\r\n", 200),
    ],
)
def test_requests_that_are_none(address: tuple[str, int], request_bytes: bytes, status: int) -> None:
    told = tell(address, request_bytes)
    # A request that is far too long may be cut off while it is being sent.
    assert told.startswith(b"HTTP/1.1 %d " % status) or (told == b"" and len(request_bytes) > 100_000)
    assert b"Traceback" not in told
    assert ask(address, "/").status == 200


def test_what_a_request_carries_is_not_read_to_its_end(address: tuple[str, int]) -> None:
    head = b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000000000\r\n\r\n"
    told = tell(address, head, *[bytes(1 << 16)] * 64)
    assert told.startswith(b"HTTP/1.1 405 ") or told == b""
    assert ask(address, "/").status == 200


def test_several_requests_at_once_are_answered_in_order(address: tuple[str, int], site_files: Site) -> None:
    head = b" HTTP/1.1\r\nhost: localhost\r\n"
    told = tell(
        address,
        b"GET /worker.js" + head + b"\r\nGET /nowhere" + head + b"\r\nGET / " + head[1:] + b"connection: close\r\n\r\n",
    )
    assert told.count(b"HTTP/1.1 200 ") == 2
    assert told.index(b"There is no such file.") > told.index(b"WebAssembly")
    assert told.endswith(site_files.files[DOCUMENT].data)


@pytest.mark.slow
def test_who_takes_too_long_is_left(site_files: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_PATIENCE", 0.3)
    found = PageServer(site_files)
    with running(found) as place:
        assert tell(place) == b"", "one who says nothing"
        assert tell(place, b"GET / HTTP/1.1\r\nho") == b"", "one who stops in the middle"
        assert tell(place, b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n123").count(b"HTTP") <= 1
        # A client that requests and reads nothing.
        with socket.create_connection(place, timeout=30) as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            asked = b"GET /records.js HTTP/1.1\r\nhost: localhost\r\n\r\n" * 1_000_000
            with pytest.raises(ConnectionError):
                slow.sendall(asked)
        assert ask(place, "/").status == 200


def test_too_many_connections_cost_those_that_wait_longest(site_files: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_MOST_CONNECTIONS", 4)
    found = PageServer(site_files)
    with running(found) as place:
        waiting = [socket.create_connection(place, timeout=30) for _ in range(12)]
        assert ask(place, "/").status == 200
        for each in waiting[:8]:
            with suppress(ConnectionError):
                assert each.recv(1) == b""
        # The newest can still ask.
        waiting[-1].sendall(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        assert waiting[-1].recv(15) == b"HTTP/1.1 200 OK"
        for each in waiting:
            each.close()


def test_an_address_that_is_in_use_is_refused(site_files: Site) -> None:
    first = PageServer(site_files)
    with pytest.raises(OSError, match="in use"):
        PageServer(site_files, port=first.port)
    with running(first):
        pass
    # Free again at once.
    with running(PageServer(site_files, port=first.port)) as place:
        assert ask(place, "/").status == 200


@pytest.mark.parametrize("host", ["no.such.name.invalid", "a" * 300, "8.8.8.8"])
def test_addresses_of_others_are_refused(site_files: Site, host: str) -> None:
    with pytest.raises(OSError, match=r"\w"):
        PageServer(site_files, host)


@pytest.mark.parametrize(
    ("host", "is_own"),
    [("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("LOCALHOST", True), ("", False), ("::", False)],
)
def test_addresses_of_this_machine_alone(host: str, is_own: bool) -> None:
    assert is_loopback(host) is is_own


@pytest.mark.slow
def test_a_new_version_has_other_addresses(tmp_path: Path, site_files: Site) -> None:
    (tmp_path / "index.html").write_text('<script type="module" src="main.js"></script>')
    (tmp_path / "main.js").write_text("")
    (tmp_path / "sw.js").write_text("")
    other = read_site(tmp_path)
    with page_server(other) as found:
        host, _, port = found.removeprefix("http://").rpartition(":")
        for name, each in site_files.files.items():
            if each.is_lasting:
                assert ask((host, int(port)), f"/{name}").status == 404


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """An app of echoing sockets only; "abort" ends one at once."""
    while scope["type"] == "lifespan":
        kind = (await receive())["type"]
        await send({"type": f"{kind}.complete"})
        if kind == "lifespan.shutdown":
            return
    assert scope["type"] == "websocket"
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        if message["text"] == "abort":
            scope["extensions"]["hypersweep"]["abort"]()
        await send({"type": "websocket.send", "text": message["text"]})


@pytest.mark.slow
def test_sockets_stay_while_others_lose_their_patience(site_files: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_PATIENCE", 0.3)
    found = PageServer(site_files, app=echo, is_together=True, longest=1000)
    with running(found) as place:
        with connect(f"ws://127.0.0.1:{found.port}/socket") as socket_:
            assert socket_.response is not None
            assert "sec-websocket-extensions" not in socket_.response.headers, "nothing is packed"
            for _ in range(3):
                assert tell(place, b"GET / HTTP/1.1\r\nho") == b""
            socket_.send("é" * 500)
            assert socket_.recv(30) == "é" * 500
            socket_.send("x" * 1001)
            with pytest.raises(ConnectionClosed, match="1009"):
                socket_.recv(30)
        with connect(f"ws://127.0.0.1:{found.port}/socket") as socket_:
            socket_.send("abort")
            with pytest.raises(ConnectionClosed):
                socket_.recv(30)


def test_sockets_are_closed_as_the_server_ends(site_files: Site) -> None:
    found = PageServer(site_files, app=echo, is_together=True)
    with running(found), connect(f"ws://127.0.0.1:{found.port}/socket") as socket_:
        found.stop()
        with pytest.raises(ConnectionClosed, match="1012"):
            socket_.recv(30)


def test_an_app_says_why_it_can_not_begin(site_files: Site) -> None:
    @asynccontextmanager
    async def fails(app: Starlette) -> AsyncIterator[None]:
        app.state.failure = ArithmeticError("no")
        raise app.state.failure
        yield

    app = Starlette(lifespan=fails)
    begun: list[bool] = []
    found = PageServer(site_files, app=app, is_together=True)
    with pytest.raises(ArithmeticError, match="no"):
        found.run(lambda: begun.append(True))
    assert begun == []


def test_it_says_when_it_serves(site_files: Site) -> None:
    found = PageServer(site_files)
    thread = threading.Thread(target=lambda: found.run(begun.set))
    begun = threading.Event()
    thread.start()
    assert begun.wait(30)
    assert ask((found.host, found.port), "/").status == 200
    found.stop()
    thread.join()


def test_sockets_of_pages_elsewhere_are_refused(site_files: Site) -> None:
    found = PageServer(site_files, app=Guard(echo, "127.0.0.1", "sweep.example"), is_together=True)
    with running(found):
        for host, status in (("evil.example", 421), ("sweep.example", 101)):
            place = ("127.0.0.1", found.port)
            with socket.create_connection(place, timeout=30) as connection:
                connection.sendall(
                    f"GET /socket HTTP/1.1\r\nhost: {host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
                    "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
                )
                assert connection.recv(1000).startswith(b"HTTP/1.1 %d " % status)
