"""All executors report what an experiment needs."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from typing import get_type_hints

from hypersweep.lab.executors.local import Local
from hypersweep.lab.executors.serial import Serial
from hypersweep.lab.executors.workers import Workers


def test_each_kind_of_workers_has_what_the_runner_asks_for() -> None:
    names = {name for name in vars(Workers) if not name.startswith("_") or name in ("__enter__", "__exit__")}
    assert names == {"executor", "deaths", "width", "tries_of", "__enter__", "__exit__"}
    with Serial() as here, Local(1) as local:
        for workers in (here, local):
            assert all(hasattr(workers, name) for name in names)
            assert workers.width >= 1
            assert workers.tries_of(BrokenExecutor("it died")) == 1
            assert all(issubclass(death, BaseException) for death in workers.deaths)
    assert "deaths" in get_type_hints(Serial)
