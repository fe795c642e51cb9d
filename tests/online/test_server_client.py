"""URLs of servers, answers that aren't a server's, and a session that outlives the program."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from hypersweep.errors import ParseError
from hypersweep.online.server_client import OnlineError, ServerClient
from together_server import kept_in, together_server


@contextmanager
def answering(status: int, body: bytes, **headers: str) -> Iterator[str]:
    """Run a server that always gives the same answer. Yields: its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Stay silent."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_urls_of_servers_are_read() -> None:
    for url, address, socket in (
        ("https://example.org", "https://example.org", "wss://example.org/socket"),
        ("http://[::1]:8000/mines/", "http://[::1]:8000/mines", "ws://[::1]:8000/mines/socket"),
        ("https://example.org/#/daily", "https://example.org", "wss://example.org/socket"),
    ):
        server = ServerClient(url)
        assert (server.address, server.socket_address, server.invitation) == (address, socket, ("", ""))
    server = ServerClient("https://example.org/mines/#/room/Zf3kQ8aL2xB1?key=a-b_c")
    assert (server.address, server.invitation) == ("https://example.org/mines", ("Zf3kQ8aL2xB1", "a-b_c"))
    assert server.origin == "https://example.org"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "ftp://example.org",
        "http://",
        "http://ann:secret@example.org",
        "http://x:99999",
        "http://x:0",
    ],
)
def test_what_is_no_url_of_a_server_is_refused(url: str) -> None:
    with pytest.raises(ParseError, match="expected the URL of a hypersweep server"):
        ServerClient(url)


def test_a_room_with_an_impossible_name_is_refused() -> None:
    with pytest.raises(ParseError, match="expected the name of a room"):
        ServerClient("http://localhost/#/room/../../x?key=1")


@pytest.mark.parametrize(
    ("status", "body", "what"),
    [
        (200, b"<html>", "answer"),
        (200, b"[1]", "answer"),
        (500, b"", "answer"),
        (404, b'{"what": 3}', "answer"),
        (403, b'{"what": "banned", "message": "this account is banned"}', "banned"),
    ],
)
def test_answers_that_are_no_servers_are_typed_errors(status: int, body: bytes, what: str) -> None:
    with answering(status, body) as address, pytest.raises(OnlineError) as caught:
        ServerClient(address).enter()
    assert caught.value.what == what


def test_a_redirect_is_not_followed() -> None:
    # It would take the session to another server.
    with answering(302, b"", Location="http://127.0.0.1:9/") as address, pytest.raises(OnlineError) as caught:
        ServerClient(address).enter()
    assert "302" in str(caught.value)


@pytest.mark.parametrize("damaged", [b"", b"\0damaged", b"\xff\xfe", b"# Netscape HTTP Cookie File\na\tb\n"])
def test_a_damaged_session_makes_a_new_guest(damaged: bytes, tmp_path: Path) -> None:
    cookies = tmp_path / "session"
    cookies.write_bytes(damaged)
    assert ServerClient("http://localhost", cookies).cookie_header == ""


@pytest.mark.slow
def test_the_session_outlives_the_program(tmp_path: Path) -> None:
    cookies = tmp_path / "own" / "session"
    with together_server(kept_in(tmp_path)) as address:
        first = ServerClient(address, cookies).enter()
        assert ServerClient(address, cookies).enter()["id"] == first["id"]
        assert cookies.stat().st_mode & 0o077 == 0
        assert ServerClient(address).enter()["id"] != first["id"]
        cookies.write_bytes(b"\0damaged")
        assert ServerClient(address, cookies).enter()["id"] != first["id"]


def test_messages_of_a_server_can_not_control_a_terminal() -> None:
    assert str(OnlineError("no\x1b[2J\nroom", "full")) == "no [2J room"
    assert len(str(OnlineError("x" * 10_000, "full"))) <= 600
