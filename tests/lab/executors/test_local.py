"""Workers on this machine: their jobs, deaths and forks, and what is left of them when a run ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, CancelledError, wait
from multiprocessing import Pipe
from multiprocessing.context import SpawnContext, SpawnProcess
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import hypersweep
from hypersweep.errors import BrokenChannelError, ExperimentError
from hypersweep.lab import Progress, run_experiment
from hypersweep.lab.executors import local
from hypersweep.lab.executors.local import Local, LocalPool, Serial, Workers, answer, core_count
from lab_worlds import DEATHS, dies, forked, left_to_a_child, small, stubborn_engine
from processes import is_alive, is_there


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


def test_what_is_asked_is_done_at_once() -> None:
    with Serial() as workers:
        future = workers.executor.submit(divmod, 7, 3)
        assert future.done()
        assert future.result() == (2, 1)
        failed = workers.executor.submit(divmod, 7, 0)
        assert isinstance(failed.exception(), ZeroDivisionError)


def test_ctrl_c_is_not_kept() -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with Serial() as workers, pytest.raises(KeyboardInterrupt):
        workers.executor.submit(interrupt)


class LocalError(Exception):
    """An error that can't be pickled."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")
        self.why = lambda: one


def fail(error: Exception) -> None:
    error.add_note("a note")
    raise error


def test_a_call_gives_what_it_gives() -> None:
    assert answer(dict, ([("a", 1)],), {"b": 2}) == (True, {"a": 1, "b": 2})


def test_errors_are_handed_over_as_they_are_or_in_words() -> None:
    own = ExperimentError("it failed", shard=3)
    is_fine, error = answer(fail, (own,), {})
    assert (is_fine, error) == (False, own)
    is_fine, error = answer(fail, (LocalError(1, 2),), {})
    assert not is_fine
    assert isinstance(error, RuntimeError)
    assert str(error) == "LocalError: 1 and 2"
    assert error.__notes__ == ["a note"]


TESTS = Path(__file__).parent.parent.parent
posix = pytest.mark.needs("posix")


@pytest.mark.slow
def test_several_things_are_done_by_several_processes() -> None:
    with LocalPool(2) as pool:
        futures = [pool.submit(divmod, number, 3) for number in range(20)]
        assert [future.result() for future in futures] == [divmod(number, 3) for number in range(20)]
        assert 1 <= len(pool.processes) <= 2
        assert isinstance(pool.submit(divmod, 1, 0).exception(), ZeroDivisionError)
        # A function that can't be pickled is an error, and costs no process. Each Python words the error differently.
        assert "<lambda>" in str(pool.submit(lambda: 3).exception())
        # More than a message holds, both ways.
        assert pool.submit(bytes, b"x" * 100_000).result() == b"x" * 100_000
    with pytest.raises(RuntimeError, match="shut down"):
        pool.submit(divmod, 7, 3)


@pytest.mark.slow
@posix
def test_a_process_that_dies_costs_its_work_alone() -> None:
    with LocalPool(1) as pool:
        before = pool.submit(os.getpid).result()
        lost = pool.submit(dies, None)  # type: ignore[arg-type]
        after = pool.submit(os.getpid)
        assert isinstance(lost.exception(), BrokenExecutor)
        assert after.result() != before
        assert not is_there(before)


@posix
def test_processes_that_are_sent_away_are_gone() -> None:
    pool = LocalPool(2)
    wait([pool.submit(os.getpid) for _ in range(4)])
    pids = pool.processes
    # Work that never ends, and work that waits behind it.
    busy = [pool.submit(signal.pause) for _ in range(3)]
    pool.shutdown(cancel_futures=True)
    assert all(future.done() for future in busy)
    assert pids
    assert not any(map(is_there, pids))


@pytest.mark.slow
@posix
def test_an_engine_that_no_end_of_input_ends_goes_with_the_process_that_asks_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # On a busy machine even immediate work takes a while.
    monkeypatch.setattr(local, "_LEAVING", 60.0)
    pool = LocalPool(1)
    engine = pool.submit(stubborn_engine).result()
    assert is_alive(engine)
    pool.shutdown(cancel_futures=True)
    assert not is_alive(engine)


@pytest.mark.slow
@posix
def test_such_an_engine_goes_with_a_program_that_is_killed() -> None:
    program = """
import os
from hypersweep.lab.executors.local import LocalPool
from lab_worlds import stubborn_engine
if __name__ == "__main__":
    print(LocalPool(1).submit(stubborn_engine).result(), flush=True)
    os.kill(os.getpid(), 9)
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False, env=environment
    )
    assert done.returncode == -signal.SIGKILL
    engine, end = int(done.stdout), time.monotonic() + 20
    while is_alive(engine) and time.monotonic() < end:
        time.sleep(0.02)
    assert not is_alive(engine)


@pytest.mark.slow
@posix
def test_such_an_engine_goes_with_a_process_that_is_told_to_end() -> None:
    with LocalPool(1) as pool:
        engine = pool.submit(stubborn_engine).result()
        (worker,) = pool.processes
        os.kill(worker, signal.SIGTERM)
        end = time.monotonic() + 20
        while is_alive(engine) and time.monotonic() < end:
            time.sleep(0.02)
        assert not is_alive(engine)
        # Another one takes its place, as for any that dies.
        assert isinstance(pool.submit(os.getpid).exception(), BrokenExecutor | None)
        assert pool.submit(os.getpid).result() != worker


@pytest.mark.slow
@posix
def test_a_shard_of_a_killed_worker_is_done_by_another(tmp_path: Path) -> None:
    killed: list[int] = []
    with Local(2) as workers:

        def kill(progress: Progress) -> None:
            # Each is reported again: of two shards that end at once only the second is seen.
            if progress.done >= 2 and not killed:
                killed.extend(workers.executor.processes[:1])
                os.kill(killed[0], signal.SIGKILL)

        rows = run_experiment(small(shard=5), folder=tmp_path, workers=workers, progress=kill)
    assert killed
    assert rows == run_experiment(small(shard=5))
    # A line for each shard, and the first.
    assert len((tmp_path / "journal").read_bytes().splitlines()) == 21


@pytest.mark.nightly
@posix
def test_a_shard_that_every_worker_dies_of_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DEATHS, str(tmp_path / "died"))
    with Local(1) as workers:
        once = small(policies=["lab_worlds:dies_once"])
        assert run_experiment(once, workers=workers)[0]["games"] == 50
        assert (tmp_path / "died").exists()
        with pytest.raises(ExperimentError, match="shard 0 failed: 3 workers died on it") as caught:
            run_experiment(small(policies=["lab_worlds:dies"], count=3), workers=workers)
        assert caught.value.shard == 0


@pytest.mark.slow
def test_a_script_without_its_guard_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "run.py"
    script.write_text(
        "from hypersweep.lab import Experiment, run_experiment\n"
        "from hypersweep.lab.executors.local import Local\n"
        "print('begun', flush=True)\n"
        "experiment = Experiment(kind='winrate', boards=[('3x4', 2)], count=20, shard=5)\n"
        "run_experiment(experiment)\n"
        "print('played alone', flush=True)\n"
        "with Local(1) as workers:\n"
        "    run_experiment(experiment, workers=workers)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(hypersweep.__file__).parent.parent)}
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert "ExperimentError: a worker exited while importing" in last
    assert 'below if __name__ == "__main__":' in last
    # The worker began as well, and was refused before it played anything.
    assert done.stdout.split("\n") == ["begun", "played alone", "begun", ""]


@pytest.mark.slow
@posix
def test_what_forks_is_answered_once() -> None:
    with LocalPool(1) as pool:
        futures = [pool.submit(forked, number) for number in range(6)]
        assert [future.result() for future in futures] == [*range(6)]


@posix
def test_a_child_that_outlives_its_worker_holds_nothing_up(tmp_path: Path) -> None:
    with LocalPool(1) as pool:
        with pytest.raises(BrokenExecutor, match="died"):
            pool.submit(left_to_a_child, tmp_path).result()
        assert is_alive(int((tmp_path / "child").read_text()))
        (tmp_path / "go").touch()
        assert pool.submit(divmod, 7, 3).result() == (2, 1)


def test_a_policy_that_would_end_its_worker_is_told(tmp_path: Path) -> None:
    player = tmp_path / "player.py"
    player.write_text(
        "import sys\n"
        "from concurrent.futures import BrokenExecutor, CancelledError\n"
        "from hypersweep.errors import BrokenChannelError\n"
        "def leaves(view): sys.exit(0)\n"
        "def interrupts(view): raise KeyboardInterrupt\n"
        "def breaks(view): raise BrokenExecutor('mine')\n"
        "def cancels(view): raise CancelledError('mine')\n"
        "def closes(view): raise BrokenChannelError('mine')\n"
        "class Odd(Exception):\n"
        "    def __str__(self): raise ValueError\n"
        "def odd(view): raise Odd\n"
    )
    expected = {
        "leaves": (ExperimentError, "stopped with sys.exit"),
        "interrupts": (RuntimeError, "KeyboardInterrupt"),
        "breaks": (BrokenExecutor, "mine"),
        "cancels": (CancelledError, "mine"),
        "closes": (BrokenChannelError, "mine"),
        "odd": (RuntimeError, "Odd: it can't be printed"),
    }
    with Local(1) as workers:
        process = workers.executor.submit(os.getpid).result()
        for name, (error, match) in expected.items():
            with pytest.raises(error, match=match) as caught:
                run_experiment(small(policies=[f"{player}:{name}"], boards=[("3x4", 2)], count=3), workers=workers)
            assert caught.value.__notes__[0].startswith("game 0 of seed 7, move 2:")
            assert caught.value.__notes__[-1] == "in shard 0 of 1"
        assert workers.executor.submit(os.getpid).result() == process


def test_processes_that_can_not_be_started_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(SpawnProcess, "start", refused)
    ends: list[Any] = []

    def opened(context: SpawnContext, duplex: bool = True) -> tuple[Any, Any]:
        ends.extend(both := Pipe(duplex))
        return both

    monkeypatch.setattr(SpawnContext, "Pipe", opened)
    with (
        Local(1) as workers,
        pytest.raises(ExperimentError, match=r"can't start another process .*Too many open files") as caught,
    ):
        run_experiment(small(), workers=workers)
    assert not hasattr(caught.value, "__notes__")
    # Nothing stays open that was never opened.
    assert len(ends) % 4 == 0
    assert ends
    assert all(end.closed for end in ends)


@posix
def test_workers_do_not_outlive_a_killed_run(tmp_path: Path) -> None:
    program = (
        "import signal, sys\n"
        "from hypersweep.lab.executors.local import LocalPool\n"
        "if __name__ == '__main__':\n"
        "    pool = LocalPool(1)\n"
        "    print(pool.submit(int, 3).result(), pool.processes[0], flush=True)\n"
        "    pool.submit(signal.pause)\n"
        "    signal.pause()\n"
    )
    (tmp_path / "run.py").write_text(program)
    source = str(Path(hypersweep.__file__).parent.parent)
    environment: dict[str, Any] = {**os.environ, "PYTHONPATH": source}
    with subprocess.Popen(
        [sys.executable, str(tmp_path / "run.py")], stdout=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline().split()[1])
        process.kill()
        # The worker holds the same standard output: it ends when the worker does.
        assert process.stdout.read() == b""
    assert pid > 0


def test_there_are_cores_and_workers_for_them() -> None:
    with Local() as workers:
        named: Workers = workers
        assert named.width == 2 * core_count() >= 2
