"""A Dask cluster as workers: a real scheduler and real workers, one of which is killed."""

from __future__ import annotations

import gc
import importlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

import hypersweep
from hypersweep.errors import ExperimentError, MissingExtraError
from hypersweep.lab import Progress, run_experiment
from hypersweep.lab.executors import dask
from hypersweep.lab.executors.dask import DaskCluster, _DaskExecutor
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


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_protocol_that_fails_is_told() -> None:
    # Dask raises a TypeError: it has no certificate.
    with pytest.raises(ExperimentError, match="no Dask scheduler"):
        DaskCluster("tls://127.0.0.1:9")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("address", ["tls://127.0.0.1:9", "nothing://"])
def test_a_client_that_fails_is_closed(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # If the garbage collector closed it while Dask starts an event loop, it would wait forever for the lock of loops.
    monkeypatch.setattr(dask, "_PATIENCE", 1)
    client = importlib.import_module("distributed").Client
    gc.collect()
    gc.disable()
    try:
        with pytest.raises(ExperimentError, match="no Dask scheduler"):
            DaskCluster(address)
        left = {each.status for each in gc.get_objects() if type(each) is client}
    finally:
        gc.enable()
    assert left <= {"closed", "newly-created"}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_local_cluster_that_can_not_start_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        importlib.import_module("dask").config.set({"temporary-directory": str(tmp_path / "file")}),
        pytest.raises(ExperimentError, match="can't start a Dask cluster"),
    ):
        DaskCluster(processes=1)


class Client:
    """A client whose scheduler has these workers, or fails."""

    def __init__(self) -> None:
        self.workers: dict[str, int] | Exception = {}

    def nthreads(self) -> dict[str, int]:
        if isinstance(self.workers, Exception):
            raise self.workers
        return self.workers


def test_workers_that_have_all_left_are_awaited_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(dask, "monotonic", lambda: now[0])
    cluster = object.__new__(DaskCluster)
    cluster._client, cluster._address, cluster._last_workers = Client(), "tcp://10.0.0.1:8786", 0.0
    assert cluster.width == 2
    cluster._client.workers = {"a": 3}
    now[0] = 1e6
    assert cluster.width == 6
    cluster._client.workers = {}
    now[0] += dask._WITHOUT_WORKERS
    assert cluster.width == 2
    now[0] += 1
    with pytest.raises(ExperimentError, match="all workers have left"):
        _ = cluster.width
    cluster._client.workers = TypeError("closed")
    with pytest.raises(ExperimentError, match=r"lost the connection .*: closed"):
        _ = cluster.width


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_is_killed_is_told(tmp_path: Path) -> None:
    experiment = small("sweep", shard=2, count=2000)
    with ExitStack() as stack:
        scheduler, address = stack.enter_context(scheduling())
        stack.enter_context(working(address, "a", tmp_path))

        def kill(progress: Progress) -> None:
            if progress.done >= 10:
                scheduler.kill()

        with DaskCluster(address) as cluster, pytest.raises(ExperimentError, match="lost the connection"):
            run_experiment(experiment, folder=tmp_path / "dask", workers=cluster, progress=kill)
    assert len(ExperimentFolder(tmp_path / "dask").counts) >= 10


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
    config = importlib.import_module("dask").config
    usual = config.get(dask._RESTART)
    with DaskCluster(processes=1) as cluster:
        # On a busy machine a worker takes longer to restart than Dask usually waits.
        assert config.get(dask._RESTART) == "300s" != usual
        with pytest.raises(ExperimentError, match="3 workers died on it"):
            run_experiment(experiment, workers=cluster)
    assert config.get(dask._RESTART) == usual
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


@contextmanager
def scheduling() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a scheduler until the end of the block; its address is known once it is ready."""
    with program("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show") as scheduler:
        assert scheduler.stdout is not None
        yield scheduler, next(line.split()[-1] for line in scheduler.stdout if "Scheduler at:" in line)


@contextmanager
def working(address: str, name: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a worker until the end of the block."""
    own = ("--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory", str(folder))
    with program("worker", address, "--name", name, *own) as worker:
        assert worker.stdout is not None
        assert any("Registered to:" in line for line in worker.stdout)
        yield worker


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_of_two_workers_one_is_killed_in_the_middle(tmp_path: Path) -> None:
    experiment = small("sweep", shard=2)
    alone = run_experiment(experiment, folder=tmp_path / "alone")
    killed: list[int] = []
    with ExitStack() as stack:
        _, address = stack.enter_context(scheduling())
        workers = [stack.enter_context(working(address, name, tmp_path)) for name in ("a", "b")]
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


class LostTask:
    """A finished task whose worker dies just after its result has arrived."""

    status = "lost"

    def result(self) -> tuple[int, ...]:
        return 1, 2, 3, 4

    def cancelled(self) -> bool:
        return False

    def add_done_callback(self, act: Callable[[LostTask], None]) -> None:
        act(self)


class OneTaskClient:
    """A client with this task alone."""

    def submit(self, *_: object, pure: bool) -> LostTask:
        assert not pure
        return LostTask()


def test_a_result_that_has_arrived_outlives_its_worker() -> None:
    assert _DaskExecutor(OneTaskClient(), "x").submit(lambda: (1, 2, 3, 4)).result(0) == (1, 2, 3, 4)
