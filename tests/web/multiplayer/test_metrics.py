"""Metrics and the log: what they contain, and secrets that never appear in them."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import Iterator

import httpx
import pytest
import structlog
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from hypersweep.errors import ParameterError
from hypersweep.web.multiplayer.failures import UnavailableError
from hypersweep.web.multiplayer.metrics import LEVELS, Figures, Observed, log, set_up_log


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    handlers = list(logging.getLogger().handlers)
    yield
    structlog.reset_defaults()
    logging.getLogger().handlers[:] = handlers


def value(figures: Figures, name: str, **labels: str) -> float | None:
    return figures.registry.get_sample_value(f"hypersweep_{name}", labels)


def test_what_happens_is_counted() -> None:
    figures = Figures()
    for what in ("opened", "opened", "message", "closed", "refused"):
        figures.note(what)
    assert value(figures, "sockets") == 1
    assert value(figures, "socket_total", what="opened") == 2
    figures.kept(None, 0.003)
    figures.kept(UnavailableError("no"), 0.5)
    assert value(figures, "kept_seconds_count") == 1
    assert value(figures, "unkept_total", why="unavailable") == 1
    figures.game("solo", "won")
    assert value(figures, "games_total", kind="solo", outcome="won") == 1
    figures.gauge("rooms", "Rooms in memory", lambda: 7)
    assert value(figures, "rooms") == 7
    figures.queue("search", lambda: 3, lambda: 2)
    figures.queue("verify", lambda: 1, lambda: 0)
    assert value(figures, "waiting", queue="search") == 3
    assert value(figures, "running", queue="search") == 2
    assert value(figures, "waiting", queue="verify") == 1


@pytest.mark.slow
def test_figures_have_an_address_of_their_own() -> None:
    figures = Figures()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.listen()
        with pytest.raises(ParameterError, match=r"expected a free address for metrics, got .* in use"):
            figures.serve("127.0.0.1", port)
    figures.note("opened")
    figures.note("closed")
    end = figures.serve("127.0.0.1", port)
    try:
        text = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=60).text
    finally:
        end()
    assert "hypersweep_sockets 0.0" in text
    assert "_created" not in text
    assert "process_resident_memory_bytes" in text
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=60)


def test_answers_are_counted_and_failures_are_logged(capsys: pytest.CaptureFixture[str]) -> None:
    async def fails(request: Request) -> Response:
        raise ArithmeticError("wrong")

    async def works(request: Request) -> Response:
        return PlainTextResponse("x")

    figures = Figures()
    set_up_log("warning")
    routes = [Route("/fails", fails), Route("/works", works, methods=["GET", "PURGE"])]
    app = Starlette(routes=routes, middleware=[Middleware(Observed, figures=figures)])

    async def ask() -> list[int]:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            asked = [("GET", "/works"), ("GET", "/fails?token=secret"), ("GET", "/none"), ("PURGE", "/works")]
            return [(await client.request(method, path)).status_code for method, path in asked]

    assert asyncio.run(ask()) == [200, 500, 404, 200]
    for method, status in (("GET", "200"), ("GET", "500"), ("GET", "404"), ("other", "200")):
        assert value(figures, "requests_total", method=method, status=status) == 1
    (line,) = capsys.readouterr().err.splitlines()
    told = json.loads(line)
    assert (told["event"], told["path"], told["level"]) == ("a response failed", "/fails", "error")
    assert "ArithmeticError: wrong" in told["exception"]
    assert "secret" not in line


@pytest.mark.parametrize("level", LEVELS)
def test_a_log_has_its_level_and_is_one_line_each(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    set_up_log(level)
    set_up_log(level)
    for each in LEVELS:
        log.log(getattr(logging, each.upper()), f"{each} happened", number=1)
    logging.getLogger("package").warning("a package warns of %s", "something")
    logging.getLogger("package").info("a package talks")
    told = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    events = [each["event"] for each in told if "logger" not in each]
    assert events == [f"{each} happened" for each in LEVELS[LEVELS.index(level) :]]
    packages = [(each["event"], each["logger"]) for each in told if "logger" in each]
    assert packages == ([("a package warns of something", "package")] if level != "error" else [])
    assert all(each["timestamp"].endswith("Z") for each in told)


def test_people_read_another_log(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_log("info", is_plain=True)
    log.info("a room begins", room=7)
    try:
        raise ArithmeticError("wrong")
    except ArithmeticError:
        log.exception("it failed")
    told = capsys.readouterr().err
    assert "a room begins" in told.splitlines()[0]
    assert "room=7" in told
    assert "ArithmeticError: wrong" in told
    assert "\x1b" not in told
