from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from hypersweep import View
from web_service import application


class Service:
    """The service of a folder, which can be stopped and restarted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runner = asyncio.Runner()
        self.begin()

    def begin(self) -> None:
        self.application = application(self.folder)
        self.life = self.application.router.lifespan_context(self.application)
        self.runner.run(self.life.__aenter__())

    def end(self) -> None:
        self.runner.run(self.life.__aexit__(None, None, None))

    def ask(self, path: str, body: object = None, *, status: int = 200) -> Any:
        async def answer() -> httpx.Response:
            transport = httpx.ASGITransport(self.application)
            async with httpx.AsyncClient(transport=transport, base_url="http://games") as client:
                return await (client.get(path) if body is None else client.post(path, json=body))

        found = self.runner.run(answer())
        assert found.status_code == status, found.text
        return found.json()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path)
    yield service
    service.end()
    service.runner.close()


def test_a_game_from_its_beginning_to_its_end(service: Service) -> None:
    begun = service.ask("/games", {"board": "8x9", "mines": 20, "move": "open 0 0"})
    path = f"/games/{begun['game']}"
    view = View.parse(begun["view"])
    assert view[0, 0] >= 0
    covered = next(cell for cell, code in view.items() if code == -1)
    assert "F" in service.ask(path, {"move": f"flag {' '.join(map(str, covered))}"})["view"]
    assert service.ask(path, {"undo": True})["view"] == str(view)
    assert service.ask(path)["view"] == str(view)
    assert len(service.ask(path, {"hint": True})["hint"]) > 10
    for cell in view.grid:
        if service.ask(path)["outcome"] == "ongoing":
            service.ask(path, {"move": f"open {' '.join(map(str, cell))}"})
    assert service.ask(path)["outcome"] in ("won", "lost")


def test_a_service_that_is_begun_again_goes_on(service: Service) -> None:
    name = service.ask("/games", {"board": "6x7", "mines": 9, "move": "open 3 3"})["game"]
    before = service.ask(f"/games/{name}")
    service.end()
    service.begin()
    after = service.ask(f"/games/{name}")
    assert (after["view"], after["outcome"]) == (before["view"], "ongoing")
    assert service.ask(f"/games/{name}", {"undo": True})["view"].count("#") == 42


@pytest.mark.parametrize(
    ("path", "body", "status", "why"),
    [
        ("/games", {"board": "200x200", "mines": 5, "move": "open 0 0"}, 400, "at most 10000 cells"),
        ("/games", {"board": "three by four", "mines": 5, "move": "open 0 0"}, 400, "expected"),
        ("/games", {"board": "3x4", "mines": 50, "move": "open 0 0"}, 400, "mines"),
        ("/games", {"board": "3x4", "mines": 5, "move": "open 0 9"}, 400, "expected"),
        ("/games", ["3x4"], 400, "expected a board"),
        ("/games/nowhere", None, 404, "no game is called nowhere"),
        ("/games/.secret", None, 400, "expected"),
    ],
)
def test_what_cannot_be_is_refused(path: str, body: object, status: int, why: str, service: Service) -> None:
    assert why in service.ask(path, body, status=status)["error"]


@pytest.mark.parametrize("body", [{"move": "open 9 9"}, {"move": "dig"}, {"move": ["open", 0]}, {}, [], {"undo": 1.5}])
def test_moves_that_make_no_sense_change_nothing(body: object, service: Service) -> None:
    begun = service.ask("/games", {"board": "3x40", "mines": 20, "move": "open 0 0"})
    assert "expected" in service.ask(f"/games/{begun['game']}", body, status=400)["error"]
    assert service.ask(f"/games/{begun['game']}")["view"] == begun["view"]
