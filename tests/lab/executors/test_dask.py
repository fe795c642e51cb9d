"""A Dask cluster as workers: a real scheduler and real workers, one of which is killed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

import hypersweep
from hypersweep.errors import ExperimentError, MissingExtraError
from hypersweep.lab import Progress, run_experiment
from hypersweep.lab.executors import dask
from hypersweep.lab.executors.dask import DaskCluster
from hypersweep.lab.folder import RESULTS, ExperimentFolder
from lab_worlds import small

TESTS = Path(__file__).parent.parent.parent


def test_without_dask_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"hypersweep\[dask\]"):
        DaskCluster("tcp://127.0.0.1:1")


# What Dask warns of and leaves open is its own matter.
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_no_scheduler_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "_PATIENCE", 1)
    with pytest.raises(ExperimentError, match="no Dask scheduler"):
        DaskCluster("tcp://127.0.0.1:9")


@pytest.mark.nightly
# What Dask warns of and leaves open is its own matter.
@pytest.mark.filterwarnings("ignore")
def test_a_shard_that_every_worker_dies_of_is_tried_three_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(hypersweep.__file__).parent.parent), str(TESTS)]))
    player = tmp_path / "player.py"
    deaths = tmp_path / "deaths"
    player.write_text(
        f"import os, signal\ndef dies(view):\n    with open({str(deaths)!r}, 'a') as file:\n        file.write('x')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    experiment = small(policies=[f"{player}:dies"], boards=[("3x4", 2)], count=3)
    with DaskCluster(processes=1) as cluster, pytest.raises(ExperimentError, match="3 workers died on it"):
        run_experiment(experiment, workers=cluster)
    assert deaths.read_text() == "xxx"


def test_a_scheduler_of_others_says_how_often_it_tried() -> None:
    class KilledError(Exception):
        allowed_failures = 3

    cluster = object.__new__(DaskCluster)
    assert (cluster.tries_of(KilledError()), cluster.tries_of(BrokenExecutor("it died"))) == (4, 1)


@contextmanager
def program(*words: str) -> Iterator[subprocess.Popen[str]]:
    """Run a program of Dask until the end of the block."""
    source = Path(hypersweep.__file__).parent.parent
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(source), str(TESTS)])}
    environment |= {"DASK_DISTRIBUTED__WORKER__DAEMON": "False"}
    with subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "dask", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_of_two_workers_one_is_killed_in_the_middle(tmp_path: Path) -> None:
    experiment = small("sweep", shard=2)
    alone = run_experiment(experiment, folder=tmp_path / "alone")
    killed: list[int] = []
    with ExitStack() as stack:
        scheduler = stack.enter_context(
            program("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
        )
        assert scheduler.stdout is not None
        address = next(line.split()[-1] for line in scheduler.stdout if "Scheduler at:" in line)
        own = ("--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory", str(tmp_path))
        workers = [stack.enter_context(program("worker", address, "--name", name, *own)) for name in ("a", "b")]
        for worker in workers:
            assert worker.stdout is not None
            assert any("Registered to:" in line for line in worker.stdout)
        with DaskCluster(address) as cluster:
            assert cluster.width == 4

            def kill(progress: Progress) -> None:
                if progress.done >= 10 and not killed:
                    workers[0].kill()
                    killed.append(progress.done)

            assert run_experiment(experiment, folder=tmp_path / "dask", workers=cluster, progress=kill) == alone
    assert killed
    assert killed[0] < 50
    assert (tmp_path / "dask" / RESULTS).read_bytes() == (tmp_path / "alone" / RESULTS).read_bytes()
    assert len(ExperimentFolder(tmp_path / "dask").counts) == 50
    assert len((tmp_path / "dask" / "journal").read_bytes().splitlines()) == 51
