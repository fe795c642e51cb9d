"""Ray as workers: what we ask of it, asked of a stand-in with the same names."""

from __future__ import annotations

import sys
from concurrent.futures import BrokenExecutor, Future
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from hypersweep.errors import ExperimentError, MissingExtraError
from hypersweep.lab import run_experiment
from hypersweep.lab.executors.ray import RayCluster
from lab_worlds import small


class CrashedError(Exception):
    """What Ray raises where a worker died."""


class FakeRay(ModuleType):
    """The part of Ray that is used; the first thing that it is asked for dies."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.exceptions = SimpleNamespace(WorkerCrashedError=CrashedError, NodeDiedError=BrokenExecutor)
        self.begun: list[str] = []
        self.asked = 0

    def init(self, address: str, **named: Any) -> None:
        if address == "ray://nowhere":
            raise ConnectionError("no answer")
        self.begun.append(address)

    def shutdown(self) -> None:
        self.begun.append("shut down")

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 3.0}

    def remote(self, **named: Any) -> Any:
        assert named == {"max_retries": 0}

        def decorate(function: Any) -> Any:
            def call(*arguments: Any) -> Any:
                future: Future[Any] = Future()
                self.asked += 1
                if self.asked == 1:
                    future.set_exception(CrashedError())
                else:
                    future.set_result(function(*arguments))
                return SimpleNamespace(future=lambda: future)

            return SimpleNamespace(remote=call)

        return decorate


def test_shards_are_done_by_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    with RayCluster("ray://somewhere") as workers:
        assert workers.width == 6
        assert run_experiment(small(), workers=workers) == run_experiment(small())
    assert fake.asked == 7
    assert fake.begun == ["ray://somewhere", "shut down"]
    with pytest.raises(ExperimentError, match="expected a Ray cluster at 'ray://nowhere', got none: no answer"):
        RayCluster("ray://nowhere")


def test_without_ray_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match="pip install ray"):
        RayCluster()
