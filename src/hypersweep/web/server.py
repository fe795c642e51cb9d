"""Serve the page's site on a local address, with Starlette and uvicorn.

All files are held in memory by address, so a request can't reach any other file. No client can block the server:
requests have a maximum size, and requests and responses a time limit. At the maximum number of connections, a new one
closes the one that has been waiting longest.
"""

from __future__ import annotations

import asyncio
import errno
import gzip
import hashlib
import ipaddress
import re
import signal
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from hypersweep.engine.terminations import at_ending_signals
from hypersweep.errors import MissingExtraError
from hypersweep.web.site import DOCUMENT, POLICY, SERVICE_WORKER

try:
    import brotli
    import h11
    from starlette.applications import Starlette
    from starlette.datastructures import Headers, MutableHeaders
    from starlette.middleware import Middleware
    from starlette.responses import PlainTextResponse, Response
    from starlette.routing import Route
    from uvicorn import Config, Server
    from uvicorn.protocols.http.h11_impl import H11Protocol
except ImportError as _error:
    raise MissingExtraError(
        "serving the page needs Starlette, uvicorn and brotli; some are missing: pip install 'hypersweep[web]'",
        name=_error.name,
    ) from None

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from h11 import Request as Asked
    from starlette.requests import Request
    from starlette.routing import BaseRoute
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from hypersweep.web.site import Site, SiteFile

_HEADERS = {
    "content-security-policy": f"{POLICY}; frame-ancestors 'none'",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
# Headers for files other than documents and workers; the other security headers would have no effect on them. There are
# many such files, so their headers are a good part of the bytes a browser loads before the first move.
_PART_HEADERS = {"cross-origin-resource-policy": "same-origin", "x-content-type-options": "nosniff"}
_WHOLES = ("text/html", "image/svg+xml", "text/plain")
_WORKERS = (SERVICE_WORKER, "worker.js")

# Maximum size of an incomplete request in bytes, checked after each read from the socket. Requests to localhost include
# cookies set by all other servers on this machine.
_LONGEST_REQUEST = 1 << 14
_MOST_CONNECTIONS = 64
# Higher for multiplayer: each browser may have several connections, and a proxy many.
_MOST_CONNECTIONS_TOGETHER = 1 << 10
# Time limits in seconds: for a client to send a request and receive the response, and for an idle connection.
_PATIENCE = 30
_IDLE = 10
# Seconds between checks for a stop request during startup.
_LOOK = 0.1

_PORT = re.compile(r":\d*$")
# Clients of a forward proxy send the full URL as the request target.
_ABSOLUTE = re.compile(rb"http://([^/]*)(.*)", re.IGNORECASE | re.DOTALL)


class PageServer:
    """A server for a site. Creating it already binds the address; ``run`` then serves the site.

    Args:
        site: the site to serve.
        host: address or host name to serve the site on.
        port: port number; 0 for any free port.
        app: the app to run instead of ``site_app(site, host)``.
        is_together: whether ``app`` is a multiplayer server, with WebSockets and lifespan events.
        longest: maximum size of a WebSocket message, in bytes.
        packs: whether to compress the versioned files with Brotli, which takes a second or two in the background. Until
            then, or without it, files are compressed with gzip when requested.

    Raises:
        MissingExtraError: websockets isn't installed, which multiplayer needs.
        OSError: the address can't be used.
    """

    def __init__(
        self,
        site: Site,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        app: ASGIApp | None = None,
        is_together: bool = False,
        longest: int = 1 << 16,
        packs: bool = False,
    ) -> None:
        self._socket = _bound(host, port)
        found: tuple[Any, ...] = self._socket.getsockname()
        self.host: str = found[0]
        self.port: int = found[1]
        own = site_app(site, host) if app is None else app
        self._app = own
        self._pack = own.state.pack if packs and isinstance(own, Starlette) else None
        config = Config(
            own,
            http=_bounded(_MOST_CONNECTIONS_TOGETHER if is_together else _MOST_CONNECTIONS),
            ws=_socket_protocol() if is_together else "none",
            ws_max_size=longest,
            # Compressing each message costs time and gains little, since most are short.
            ws_per_message_deflate=False,
            lifespan="on" if is_together else "off",
            log_config=None,
            # At lower levels, uvicorn logs a traceback for malformed requests.
            log_level="critical",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            h11_max_incomplete_event_size=_LONGEST_REQUEST,
            timeout_keep_alive=_IDLE,
            timeout_graceful_shutdown=1,
        )
        self._server = _Server(config)

    @property
    def address(self) -> str:
        """The site's URL for browsers on this machine, with a trailing slash."""
        host = ipaddress.ip_address(self.host)
        if host.is_unspecified:
            host = ipaddress.ip_address("127.0.0.1" if host.version == 4 else "::1")
        return f"http://{f'[{host}]' if host.version == 6 else host}:{self.port}/"

    def run(self, begun: Callable[[], None] | None = None) -> None:
        """Serve until ``stop`` is called or, in the main thread, Ctrl-C or another termination signal arrives.

        Args:
            begun: called once the server accepts connections.

        Raises:
            KeyboardInterrupt: the server was stopped by Ctrl-C.
            Exception: the error from the app's startup or shutdown, if the app stores it in ``state.failure``.
        """
        self._server.begun = begun
        if self._pack is not None:
            threading.Thread(target=self._pack, daemon=True).start()
        with self._socket, _ended_by_ctrl_c(self._server):
            self._server.run(sockets=[self._socket])
        if isinstance(self._app, Starlette) and (failure := getattr(self._app.state, "failure", None)) is not None:
            raise failure

    def stop(self) -> None:
        """Make ``run`` return; can be called from any thread."""
        self._server.should_exit = True


def is_loopback(host: str) -> bool:
    """Return whether an address or host name can be reached only from this machine.

    >>> is_loopback("localhost"), is_loopback("::1"), is_loopback("0.0.0.0"), is_loopback("example.org")
    (True, True, False, False)
    """
    return host.lower() == "localhost" or ((found := _ip(host)) is not None and found.is_loopback)


def site_app(site: Site, host: str = "127.0.0.1") -> Starlette:
    """Return the app that serves a site.

    Each file has the same address as in an exported site. It is also served at its path in the page's folder, where
    browsers must revalidate it each time.

    Args:
        site: the site.
        host: address or host name to serve the app on. Requests for other host names are rejected: otherwise a
            malicious page could make its own name resolve to this machine and read everything (DNS rebinding).

    Returns:
        The app; its ``state.pack`` is a function that compresses the versioned files with Brotli, in a second or two.
    """
    routes, pack = site_routes(site)
    app = Starlette(routes=routes, middleware=[Middleware(Guard, host=host)])
    app.state.pack = pack
    return app


def site_routes(site: Site) -> tuple[list[BaseRoute], Callable[[], None]]:
    """Return routes that serve a site's files and answer all other requests with 404.

    Args:
        site: the site.

    Returns:
        The routes, and a function that compresses the versioned files with Brotli, in a second or two.
    """
    answers = {name: _Answer(each) for name, each in site.files.items()}
    lasting = {name: each for name, each in answers.items() if each.is_lasting}
    answers |= {name: _Answer(site.files[place]._replace(is_lasting=False)) for name, place in site.plain.items()}
    answers |= lasting
    answers[""] = answers[DOCUMENT]

    def pack() -> None:
        for answer in lasting.values():
            answer.pack()

    async def send(request: Request) -> Response:
        answer = answers.get(request.path_params["name"])
        if answer is None:
            return PlainTextResponse("There is no such file.\n", 404, {"cache-control": "no-cache"})
        return answer.response(request.headers)

    return [Route("/{name:path}", send, methods=["GET"])], pack


class _Answer:
    """A file with its response headers and compressed forms."""

    def __init__(self, file: SiteFile) -> None:
        self.is_lasting = file.is_lasting
        self._file = file
        self._tag = hashlib.sha256(file.data).hexdigest()[:24]
        # The contents by content encoding; "" is uncompressed.
        self._forms = {"": file.data}

    def response(self, asked: Headers) -> Response:
        taken = asked.get("accept-encoding", "")
        if "gzip" not in self._forms:
            # Without a timestamp, the compressed file is the same each time.
            self._forms["gzip"] = gzip.compress(self._file.data, 9, mtime=0)
        # Copy the keys, since ``pack`` may add a form from another thread.
        ways = [way for way in tuple(self._forms) if not way or _takes(taken, way)]
        way = min(ways, key=lambda way: len(self._forms[way]))
        headers = {"cache-control": "no-cache", "etag": f'"{self._tag}{way and "-"}{way}"', "vary": "Accept-Encoding"}
        if self.is_lasting:
            headers = {"cache-control": "max-age=31536000, immutable", "vary": "Accept-Encoding"}
        elif _is_known(asked.get("if-none-match", ""), headers["etag"]):
            return Response(None, 304, headers)
        if way:
            headers["content-encoding"] = way
        return Response(self._forms[way], 200, headers, self._file.media_type)

    def pack(self) -> None:
        """Compress the file with Brotli, at the highest level."""
        self._forms["br"] = brotli.compress(self._file.data)


def _takes(accepted: str, way: str) -> bool:
    for each in accepted.lower().split(","):
        name, _, quality = each.partition(";")
        if name.strip() in (way, "*"):
            return quality.strip().removeprefix("q=").strip("0.") != "" or not quality
    return False


def _is_known(given: str, tag: str) -> bool:
    return "*" in given.split() or tag in (each.strip().removeprefix("W/") for each in given.split(","))


class Guard:
    """Middleware that rejects requests for other host names, and adds security headers to all responses.

    Args:
        app: the wrapped application.
        host: address or host name the app is served on.
        name: the public host name, if the server is behind a proxy.
    """

    def __init__(self, app: ASGIApp, host: str, name: str | None = None) -> None:
        self._app = app
        self._is_loopback = is_loopback(host)
        self._names = {"localhost", host.lower()} | ({name.lower()} if name else set())
        if not self._is_loopback:
            name = socket.gethostname().lower()
            self._names |= {name, f"{name}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or a WebSocket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                is_part = not headers.get("content-type", "text/html").startswith(_WHOLES)
                is_worker = scope["path"].endswith(_WORKERS)
                headers.update(_PART_HEADERS if is_part and not is_worker else _HEADERS)
            await send(message)

        hosts = [Headers(scope=scope).getlist("host")]
        if (absolute := _ABSOLUTE.fullmatch(scope.get("raw_path", b""))) is not None:
            authority, path = (part.decode("latin-1") for part in absolute.groups())
            hosts.append([authority])
            scope = {**scope, "path": unquote(path) or "/", "raw_path": path.encode("latin-1") or b"/"}
        if all(self._is_meant(each) for each in hosts):
            await self._app(scope, receive, guarded)
        else:
            response = PlainTextResponse("Expected the address of this machine.\n", 421, {"cache-control": "no-store"})
            if scope["type"] == "websocket":
                await receive()
            await response(scope, receive, guarded)

    def _is_meant(self, given: list[str]) -> bool:
        if len(given) != 1:
            return False
        name = _PORT.sub("", given[0]).strip("[]").lower()
        address = _ip(name)
        # A malicious page can make its name resolve to this machine, but then the header holds that name, not an IP.
        return name in self._names or (address is not None and (address.is_loopback or not self._is_loopback))


@contextmanager
def _ended_by_ctrl_c(server: Server) -> Iterator[None]:
    """Let Ctrl-C stop a server even before it has installed its own signal handlers.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if threading.current_thread() is not threading.main_thread() or not is_usual:
        yield
        return
    was_pressed = False

    def end(number: int, frame: object) -> None:
        nonlocal was_pressed
        was_pressed = True
        server.should_exit = True

    signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if was_pressed:
        raise KeyboardInterrupt


class _Server(Server):
    """A server that calls ``begun`` once it accepts connections, and can be stopped silently even during startup."""

    begun: Callable[[], None] | None = None

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        with super().capture_signals():
            # Treat SIGHUP (a closed terminal) like the signals handled by uvicorn.
            taken = at_ending_signals(self.handle_exit)
            try:
                yield
            finally:
                for number in taken:
                    signal.signal(number, signal.SIG_DFL)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        giving_up = asyncio.create_task(self._give_up_beginning())
        try:
            await super().startup(sockets=sockets)
        except SystemExit:
            # The app's startup failed; ``PageServer.run`` raises the error.
            self.should_exit = True
        finally:
            giving_up.cancel()
        if self.started and self.begun is not None and not self.should_exit:
            self.begun()

    async def _give_up_beginning(self) -> None:
        """Cancel the app's startup after a stop request, since engines may take a long time to start."""
        while not self.should_exit:
            await asyncio.sleep(_LOOK)
        # uvicorn created the task without a name, so recognise it by its coroutine.
        main = getattr(type(self.lifespan), "main", None)
        for task in asyncio.all_tasks():
            if main is not None and getattr(task.get_coro(), "cr_code", None) is main.__code__:
                task.cancel()


class _BoundedProtocol(H11Protocol):
    """HTTP with a maximum number of connections, and a time limit for each request and its response."""

    most: int
    # Connections with a time limit, longest wait first, and the timers that close them.
    waiting: dict[_BoundedProtocol, asyncio.TimerHandle]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.waiting) >= self.most:
            next(iter(self.waiting))._give_up()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Asked) -> None:
        # WebSockets use pings to detect dead clients, so the time limit doesn't apply to them.
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._wait()
        # If the request body hasn't been read to the end, close the connection instead of reading the rest.
        if self.conn.their_state not in (h11.DONE, h11.MUST_CLOSE, h11.CLOSED):
            self.transport.close()
        super().on_response_complete()

    def _wait(self) -> None:
        self._stop_waiting()
        self.waiting[self] = self.loop.call_later(_PATIENCE, self._give_up)

    def _stop_waiting(self) -> None:
        if (deadline := self.waiting.pop(self, None)) is not None:
            deadline.cancel()

    def _give_up(self) -> None:
        self._stop_waiting()
        self.transport.abort()


def _socket_protocol() -> type[asyncio.Protocol]:
    """Import and return the WebSocket protocol class, needed only for multiplayer.

    Raises:
        MissingExtraError: the package isn't installed.
    """
    try:
        from hypersweep.web.socket_protocol import SocketProtocol
    except ImportError as error:
        raise MissingExtraError(
            "playing together needs websockets, which isn't installed: pip install 'hypersweep[web]'", name=error.name
        ) from None
    return SocketProtocol


def _bounded(most: int) -> type[_BoundedProtocol]:
    """Return an HTTP protocol class for one server, allowing up to ``most`` connections."""
    return type("_BoundedProtocol", (_BoundedProtocol,), {"most": most, "waiting": {}})


def _ip(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _bound(host: str, port: int) -> socket.socket:
    """Return a listening socket bound to an address."""
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except UnicodeError:
        raise OSError(errno.EINVAL, "not a valid host name") from None
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        # Allow an address that was in use until a moment ago. On Windows, SO_REUSEADDR would even allow one still in
        # use by another program, so ask for exclusive use there.
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening
