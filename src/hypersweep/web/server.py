"""The page's site on an address of this machine: Starlette says what is sent, uvicorn sends it.

Whatever is sent lies in memory under the name it is asked for, so no request can reach anything else. Nobody can hold
the server up for long: requests have to be short, have to be made and taken within a time, and where there are too many
connections the one that has waited longest goes.
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
        "serving the page needs Starlette, uvicorn and brotli, which aren't all here: pip install 'hypersweep[web]'",
        name=_error.name,
    ) from None

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from h11 import Request as Asked
    from starlette.requests import Request
    from starlette.routing import BaseRoute
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from hypersweep.web.site import Site, SiteFile

__all__ = ["Guard", "PageServer", "is_loopback", "site_app", "site_routes"]

_HEADERS = {
    "content-security-policy": f"{POLICY}; frame-ancestors 'none'",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
# For files that no page or worker is made of, in which the rest means nothing. There are many of them, and until the
# first move headers are a good part of what is sent.
_PART_HEADERS = {"cross-origin-resource-policy": "same-origin", "x-content-type-options": "nosniff"}
_WHOLES = ("text/html", "image/svg+xml", "text/plain")
_WORKERS = (SERVICE_WORKER, "engine/worker.js")

# Bytes of a request that hasn't come whole, beside the 64 KiB that are read at once. Cookies of everything else on this
# machine are among them.
_LONGEST_REQUEST = 1 << 14
_MOST_CONNECTIONS = 64
# Where people play together: each of their browsers may keep some, and a proxy keeps many.
_MOST_CONNECTIONS_TOGETHER = 1 << 10
# Seconds in which a request has to be made, and its answer taken; and after which a connection without one is closed.
_PATIENCE = 30
_IDLE = 10
# Seconds between looks whether it is to end while it begins.
_LOOK = 0.1

_PORT = re.compile(r":\d*$")
# A request may name what it wants in full, as those to proxies do.
_ABSOLUTE = re.compile(rb"http://([^/]*)(.*)", re.IGNORECASE | re.DOTALL)


class PageServer:
    """A site, served on an address that it has from the beginning.

    Args:
        site: what to serve.
        host: the address to serve it on, or a name of it.
        port: the port; 0 for any that is free.
        app: what answers instead of ``site_app(site, host)``.
        is_together: whether the app takes WebSockets and is told of its beginning and its end.
        longest: bytes of the longest message that a WebSocket takes.
        packs: whether files are packed as well as can be while it runs, which takes a second or two beside it; they are
            packed quickly in any case.

    Raises:
        MissingExtraError: Starlette, uvicorn or brotli isn't installed.
        OSError: the address can't be had.
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
            # It would be paid for with each message, and messages are short.
            ws_per_message_deflate=False,
            lifespan="on" if is_together else "off",
            log_config=None,
            # Of requests that are none it would print where it noticed.
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
        """Where a browser on this machine finds it, with a slash at the end."""
        host = ipaddress.ip_address(self.host)
        if host.is_unspecified:
            host = ipaddress.ip_address("127.0.0.1" if host.version == 4 else "::1")
        return f"http://{f'[{host}]' if host.version == 6 else host}:{self.port}/"

    def run(self, begun: Callable[[], None] | None = None) -> None:
        """Serve until ``stop`` or, in the main thread, Ctrl-C.

        Args:
            begun: called once it serves.

        Raises:
            KeyboardInterrupt: it was ended by Ctrl-C.
            Exception: what the app's beginning or end failed with, if it keeps that in ``state.failure``.
        """
        self._server.begun = begun
        if self._pack is not None:
            threading.Thread(target=self._pack, daemon=True).start()
        with self._socket, _ended_by_ctrl_c(self._server):
            self._server.run(sockets=[self._socket])
        if isinstance(self._app, Starlette) and (failure := getattr(self._app.state, "failure", None)) is not None:
            raise failure

    def stop(self) -> None:
        """Let ``run`` come to its end, in whichever thread it runs."""
        self._server.should_exit = True


def is_loopback(host: str) -> bool:
    """Whether an address, or a name of one, is of this machine alone.

    >>> is_loopback("localhost"), is_loopback("::1"), is_loopback("0.0.0.0"), is_loopback("example.org")
    (True, True, False, False)
    """
    return host.lower() == "localhost" or ((found := _ip(host)) is not None and found.is_loopback)


def site_app(site: Site, host: str = "127.0.0.1") -> Starlette:
    """What answers requests for a site.

    A file has the address that it has in an exported site, and besides the one by its place in the page's folder; this
    has to be asked for anew each time.

    Args:
        site: the site.
        host: where it is served: names of other machines aren't answered, or a page elsewhere could give itself the
            name of this machine and read what it likes.

    Returns:
        The app; ``state.pack`` of it is a function that packs all files as well as can be, in a second or two.
    """
    routes, pack = site_routes(site)
    app = Starlette(routes=routes, middleware=[Middleware(Guard, host=host)])
    app.state.pack = pack
    return app


def site_routes(site: Site) -> tuple[list[BaseRoute], Callable[[], None]]:
    """Routes that answer requests for a site's files, or for anything else that no route before them did.

    Args:
        site: the site.

    Returns:
        The routes, and a function that packs all files as well as can be, in a second or two.
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
    """A file, ready to be sent."""

    def __init__(self, file: SiteFile) -> None:
        self.is_lasting = file.is_lasting
        self._file = file
        self._tag = hashlib.sha256(file.data).hexdigest()[:24]
        # By the names of the ways: as it is, and packed.
        self._forms = {"": file.data}

    def response(self, asked: Headers) -> Response:
        taken = asked.get("accept-encoding", "")
        if "gzip" not in self._forms:
            # The time isn't written into it, so that it is the same each time.
            self._forms["gzip"] = gzip.compress(self._file.data, 9, mtime=0)
        # Another thread may add one.
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
        """Pack it as well as can be."""
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
    """Answers those only who ask for this machine, and lays the same rules on everything that is sent.

    Args:
        app: what answers them.
        host: where it is served.
        name: the name that it has for everybody, where a proxy is in front.
    """

    def __init__(self, app: ASGIApp, host: str, name: str | None = None) -> None:
        self._app = app
        self._is_loopback = is_loopback(host)
        self._names = {"localhost", host.lower()} | ({name.lower()} if name else set())
        if not self._is_loopback:
            name = socket.gethostname().lower()
            self._names |= {name, f"{name}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or a WebSocket's beginning."""
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
        # A page elsewhere can make its own name lead here, but it can't have a number for a name.
        return name in self._names or (address is not None and (address.is_loopback or not self._is_loopback))


@contextmanager
def _ended_by_ctrl_c(server: Server) -> Iterator[None]:
    """Lets Ctrl-C end a server, also in the moments in which it begins to run and doesn't listen to signals yet.

    Raises:
        KeyboardInterrupt: it did.
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
    """A server that says when it serves, and ends without a word where it can't, in the midst of its beginning too."""

    begun: Callable[[], None] | None = None

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        with super().capture_signals():
            # A terminal that is closed ends it as the others do, which are taken by now.
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
            # The app couldn't begin. Whoever runs it is told why by the app.
            self.should_exit = True
        finally:
            giving_up.cancel()
        if self.started and self.begun is not None and not self.should_exit:
            self.begun()

    async def _give_up_beginning(self) -> None:
        """End the app's beginning once nobody waits for it any more: engines may take long to start."""
        while not self.should_exit:
            await asyncio.sleep(_LOOK)
        # The task is uvicorn's own, which has no name for it.
        main = getattr(type(self.lifespan), "main", None)
        for task in asyncio.all_tasks():
            if main is not None and getattr(task.get_coro(), "cr_code", None) is main.__code__:
                task.cancel()


class _BoundedProtocol(H11Protocol):
    """HTTP with an end to everyone's patience."""

    most: int
    # Who waits, the one who has waited longest first: everybody's patience is equally long.
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
        # From here on its own pings say whether there is still somebody.
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._wait()
        # What a request carries isn't read to its end, however long it is.
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
    """The protocol of WebSockets; loaded only where there are any.

    Raises:
        MissingExtraError: what speaks it isn't installed.
    """
    try:
        from hypersweep.web.socket_protocol import SocketProtocol
    except ImportError as error:
        raise MissingExtraError(
            "playing together needs websockets, which isn't here: pip install 'hypersweep[web]'", name=error.name
        ) from None
    return SocketProtocol


def _bounded(most: int) -> type[_BoundedProtocol]:
    """The protocol of one server, which has at most so many connections."""
    return type("_BoundedProtocol", (_BoundedProtocol,), {"most": most, "waiting": {}})


def _ip(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _bound(host: str, port: int) -> socket.socket:
    """A socket on an address."""
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except UnicodeError:
        raise OSError(errno.EINVAL, "no machine can have that name") from None
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        # An address that was in use until a moment ago; on Windows the option would take it from whoever has it.
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
