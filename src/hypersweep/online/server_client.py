"""HTTP requests to a hypersweep server, as one person whose session is saved in a file."""

from __future__ import annotations

import json
import os
import re
import warnings
from http.cookiejar import MozillaCookieJar
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, quote, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

from hypersweep.errors import HypersweepError, ParseError
from hypersweep.text import tame
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from pathlib import Path

# Time limit for a response in seconds, and maximum length of a response in bytes.
_PATIENCE = 30.0
_LONGEST = 1 << 24
# Maximum length of an error message, in characters.
_LONGEST_MESSAGE = 600
_ROOM = re.compile(r"[A-Za-z0-9_-]{8,32}")


class OnlineError(HypersweepError):
    """A server can't be reached, refused a request, or sent an unexpected response.

    Attributes:
        what: the server's name for the error; "unreachable" if there is no response, "answer" if it is unexpected.
        values: the values that the server inserts into its error texts.
    """

    def __init__(self, message: str, what: str, values: dict[str, Any] | None = None) -> None:
        super().__init__(tame(message, _LONGEST_MESSAGE))
        self.what: str = what
        self.values: dict[str, Any] = values or {}


class _NoRedirect(HTTPRedirectHandler):
    """Reports a redirect as an error: it would take the session to another server."""

    def redirect_request(self, *arguments: object) -> None:
        """Don't follow the redirect."""


class ServerClient:
    """A hypersweep server, and the person playing on it.

    Args:
        url: the server's URL, or the URL of one of its pages, such as an invitation to a room.
        cookies: file that stores the person's session between runs; None to forget a guest at the end of the program.

    Attributes:
        address: the server's URL, without a trailing slash.
        invitation: the room and the key in the URL; both empty if it isn't an invitation.

    Raises:
        ParseError: the text isn't the URL of a server.

    >>> server = ServerClient("http://localhost:8000/#/room/Zf3kQ8aL2xB1?key=abc")
    >>> server.address, server.invitation
    ('http://localhost:8000', ('Zf3kQ8aL2xB1', 'abc'))
    """

    def __init__(self, url: str, cookies: Path | None = None) -> None:
        self.address: str
        self.invitation: tuple[str, str]
        self.address, self.invitation = _read_url(url)
        self._jar = MozillaCookieJar(None if cookies is None else str(cookies))
        if cookies is not None:
            try:
                # If the file is damaged, ``http.cookiejar`` warns about a bug in itself.
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    self._jar.load(ignore_discard=True)
            except (OSError, ValueError):
                # There is no session yet, or the file is damaged: the person becomes a new guest.
                self._jar.clear()
        self._opener = build_opener(HTTPCookieProcessor(self._jar), _NoRedirect)

    @property
    def origin(self) -> str:
        """The server's own origin. The server rejects sockets, and requests that change data, with any other origin."""
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def socket_address(self) -> str:
        """The URL of the server's WebSocket."""
        return "ws" + self.address.removeprefix("http") + "/socket"

    @property
    def cookie_header(self) -> str:
        """The value of the header ``Cookie`` for the WebSocket; empty without a session."""
        request = Request(f"{self.address}/socket")
        self._jar.add_cookie_header(request)
        return request.get_header("Cookie") or ""

    def ask(self, path: str, body: object = None, *, method: str | None = None) -> Any:
        """Send a request.

        Args:
            path: the path of the request, such as "/api/me".
            body: the body, sent as JSON; None for no body.
            method: the HTTP method; None for POST with a body, and GET without.

        Returns:
            The decoded JSON response; None if it is empty.

        Raises:
            OnlineError: the server can't be reached, refused the request, or sent an unexpected response.
        """
        verb = method or ("GET" if body is None else "POST")
        headers = {"Accept": "application/json"}
        if verb != "GET":
            headers |= {"Origin": self.origin, "X-Hypersweep": "1", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.address + path, data, headers, method=verb)
        try:
            with self._opener.open(request, timeout=_PATIENCE) as answer:
                text = answer.read(_LONGEST)
        except HTTPError as error:
            with error:
                raise _refusal(error.code, error.read(_LONGEST)) from None
        except (URLError, OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            why = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
            raise OnlineError(f"can't reach {self.address}: {why}", "unreachable") from None
        self._save()
        if not text:
            return None
        try:
            return json.loads(text)
        except ValueError:
            raise OnlineError(f"{self.address} is not a hypersweep server: its answer isn't JSON", "answer") from None

    def _save(self) -> None:
        """Save the session, readable only by this user. A full disk must not end the game."""
        if self._jar.filename is None or not len(self._jar):
            return
        try:
            os.makedirs(os.path.dirname(self._jar.filename), exist_ok=True)
            os.close(os.open(self._jar.filename, os.O_CREAT | os.O_WRONLY, 0o600))
            self._jar.save(ignore_discard=True)
        except OSError:
            return

    def enter(self) -> dict[str, Any]:
        """Return the person playing, after creating a guest if there is no session."""
        return _record(self.ask("/api/me")) or _record(self.ask("/api/session", method="POST"))

    def sign_in(self, name: str, passphrase: str) -> dict[str, Any]:
        """Sign in, and return the person."""
        self.enter()
        return _record(self.ask("/api/account/sign-in", {"name": name, "passphrase": passphrase}))

    def create_room(self, kind: str, board: str, mines: int, rules: str, **options: bool) -> str:
        """Create a room, and return its name.

        Args:
            kind: "solo" for a ranked game, or "coop".
            board: the grid, such as "16x30".
            mines: number of mines.
            rules: the rules, such as "classic,first=opening".
            options: ``is_open`` lists the room in the lobby; ``has_chat`` gives it a chat.
        """
        self.enter()
        return _name(self.ask("/api/rooms", {"kind": kind, "board": board, "mines": mines, "rules": rules, **options}))

    def play_daily(self, day: str, preset: str) -> str:
        """Return the room for a daily board: the ranked try or, once that is over, a room for practice."""
        self.enter()
        return _name(self.ask(f"/api/daily/{quote(day)}/{quote(preset)}", method="POST"))

    def daily(self) -> dict[str, Any]:
        """Return this month's daily boards."""
        return _record(self.ask("/api/daily"))

    def lobby(self) -> list[dict[str, Any]]:
        """Return the open rooms, newest first."""
        rooms = _record(self.ask("/api/lobby")).get("rooms", [])
        return [room for room in rooms if isinstance(room, dict) and "room" in room]


def _read_url(url: str) -> tuple[str, tuple[str, str]]:
    """Return a server's address, and the room and key in an invitation's URL (both empty in other URLs)."""
    expected = f"expected the URL of a hypersweep server, such as https://example.org, got {truncate(url)}"
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise ParseError(expected) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None or port == 0:
        raise ParseError(expected)
    address = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
    route, _, query = parts.fragment.partition("?")
    if not route.startswith("/room/"):
        return address, ("", "")
    room = route.removeprefix("/room/")
    if _ROOM.fullmatch(room) is None:
        raise ParseError(f"expected the name of a room after '#/room/', got {truncate(room)}")
    return address, (room, parse_qs(query).get("key", [""])[0])


def _refusal(status: int, body: bytes) -> OnlineError:
    """Return the error for an HTTP error status."""
    try:
        refused = json.loads(body)
        return OnlineError(str(refused["message"]), str(refused["what"]), refused.get("values"))
    except (ValueError, TypeError, LookupError):
        return OnlineError(f"the server answered with HTTP status {status}", "answer")


def _record(answer: object) -> dict[str, Any]:
    """Check that an answer is a JSON object, and return it; return an empty object for an empty answer."""
    if answer is None:
        return {}
    if not isinstance(answer, dict):
        raise OnlineError(f"expected a JSON object from the server, got {truncate(answer)}", "answer")
    return answer


def _name(answer: object) -> str:
    """Return the name of the room in an answer."""
    name = _record(answer).get("room")
    if not isinstance(name, str) or _ROOM.fullmatch(name) is None:
        raise OnlineError(f"expected a room from the server, got {truncate(answer)}", "answer")
    return name
