"""Monitoring for operators: Prometheus metrics and a machine-readable log.

Neither contains secrets or personal data (names, cookies, boards, client addresses).
"""

from __future__ import annotations

import logging
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, start_http_server
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from hypersweep.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from hypersweep.web.multiplayer.failures import RefusedError


LEVELS = ("debug", "info", "warning", "error")
"""Log levels, most verbose first."""

log: Any = structlog.get_logger()
"""The log. Messages are constants, with values as keyword arguments: ``log.info("worker begins", rooms=3)``."""

# Upper bounds of the histogram buckets for response and commit times, in seconds.
_STEPS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


# Don't export each metric's creation time; no query needs it.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Figures:
    """A worker's metrics.

    Attributes:
        registry: holds all the metrics.
    """

    def __init__(self) -> None:
        self.registry: CollectorRegistry = CollectorRegistry()
        self._sockets = Gauge("hypersweep_sockets", "Open WebSockets", registry=self.registry)
        # The label is the socket event; see ``note``.
        self._events = Counter("hypersweep_socket", "Socket events", ["what"], registry=self.registry)
        self._requests = Counter(
            "hypersweep_requests", "Answered HTTP requests", ["method", "status"], registry=self.registry
        )
        self._seconds = Histogram(
            "hypersweep_request_seconds", "Seconds until a response begins", buckets=_STEPS, registry=self.registry
        )
        self._kept = Histogram(
            "hypersweep_kept_seconds", "Seconds until a room's entry is saved", buckets=_STEPS, registry=self.registry
        )
        self._unkept = Counter(
            "hypersweep_unkept", "Room entries that couldn't be saved", ["why"], registry=self.registry
        )
        self._games = Counter("hypersweep_games", "Finished games", ["kind", "outcome"], registry=self.registry)
        self._waiting = Gauge("hypersweep_waiting", "Pending jobs", ["queue"], registry=self.registry)
        self._running = Gauge("hypersweep_running", "Running jobs", ["queue"], registry=self.registry)
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        self._counted: dict[str, Any] = {}

    def gauge(self, name: str, what: str, value: Callable[[], float]) -> None:
        """Add a gauge, described by ``what``, that calls ``value`` on every scrape."""
        Gauge(f"hypersweep_{name}", what, registry=self.registry).set_function(value)

    def queue(self, name: str, waiting: Callable[[], float], running: Callable[[], float]) -> None:
        """Add gauges for a queue's pending and running jobs, computed on every scrape."""
        self._waiting.labels(name).set_function(waiting)
        self._running.labels(name).set_function(running)

    def note(self, what: str) -> None:
        """Count a socket event: "opened", "closed", "refused" or "moved".

        >>> figures = Figures()
        >>> figures.note("opened")
        >>> figures.registry.get_sample_value("hypersweep_sockets")
        1.0
        """
        counter = self._counted.get(what)
        if counter is None:
            counter = self._counted[what] = self._events.labels(what)
        counter.inc()
        if what == "opened":
            self._sockets.inc()
        elif what == "closed":
            self._sockets.dec()

    def request(self, method: str, status: int, seconds: float) -> None:
        """Count an HTTP response, and the seconds until it began."""
        # Limit the labels to known methods, since clients can send any text.
        self._requests.labels(method if method in ("GET", "HEAD", "POST") else "other", str(status)).inc()
        self._seconds.observe(seconds)

    def kept(self, error: RefusedError | None, seconds: float) -> None:
        """Count a saved entry and the ``seconds`` it took, or the ``error`` that stopped it from being saved."""
        if error is None:
            self._kept.observe(seconds)
        else:
            self._unkept.labels(error.what).inc()

    def game(self, kind: str, outcome: str) -> None:
        """Count a finished game by room type and outcome."""
        self._games.labels(kind, outcome).inc()

    def serve(self, host: str, port: int) -> Callable[[], None]:
        """Serve the metrics at ``/metrics`` on a separate address, and return a function that stops the server.

        Raises:
            ParameterError: the address can't be used.
        """
        try:
            server, thread = start_http_server(port, host, self.registry)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise ParameterError(f"expected a free address for metrics, got {host}:{port}: {why}") from None

        def end() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return end


class Observed:
    """The outermost middleware: counts responses, logs unexpected errors, and answers them with status 500.

    Args:
        app: the wrapped application.
        figures: this worker's metrics.
    """

    def __init__(self, app: ASGIApp, figures: Figures) -> None:
        self._app = app
        self._figures = figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        is_begun = False

        async def observed(message: Message) -> None:
            nonlocal is_begun
            if message["type"] == "http.response.start":
                is_begun = True
                self._figures.request(scope["method"], message["status"], time.perf_counter() - begun)
            await send(message)

        try:
            await self._app(scope, receive, observed)
        except Exception as error:
            if scope["type"] == "websocket" and isinstance(error, OSError):
                # The client disconnected while we were sending.
                return
            log.exception("a response failed", path=scope["path"])
            if scope["type"] == "websocket" or is_begun:
                # It is too late to send a status.
                return
            start: Message = {
                "type": "http.response.start",
                "status": 500,
                "headers": [(b"cache-control", b"no-store")],
            }
            await observed(start)
            await send({"type": "http.response.body", "body": b"Something went wrong.\n"})


def set_up_log(level: str, *, is_plain: bool = False) -> None:
    """Configure logging to standard error, including warnings from other packages.

    Args:
        level: one of ``LEVELS``; messages of lower levels are dropped.
        is_plain: whether to write human-readable text instead of JSON.
    """
    number = getattr(logging, level.upper())
    renderer: Any = structlog.processors.JSONRenderer()
    if is_plain:
        renderer = structlog.dev.ConsoleRenderer(
            colors=False, pad_event_to=0, exception_formatter=structlog.dev.plain_traceback
        )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *(() if is_plain else (structlog.processors.format_exc_info,)),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(_StandardError()),  # type: ignore[arg-type]
        cache_logger_on_first_use=False,
    )
    # Send messages from the standard library's logging, used by other packages, to the same log.
    root = logging.getLogger()
    for handler in tuple(root.handlers):
        if isinstance(handler, _Passed):
            root.removeHandler(handler)
    root.addHandler(_Passed(max(number, logging.WARNING)))


class _Passed(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        try:
            log.log(record.levelno, record.getMessage(), logger=record.name, exc_info=record.exc_info)
        except Exception:
            self.handleError(record)


class _StandardError:
    """The current ``sys.stderr``, which may be None and may be replaced at any time."""

    def write(self, text: str) -> None:
        if sys.stderr is not None:
            with suppress(OSError, ValueError):
                sys.stderr.write(text)

    def flush(self) -> None:
        if sys.stderr is not None:
            with suppress(OSError, ValueError):
                sys.stderr.flush()
