from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any

import pytest

from hostile_engines import COUNTS, hostile, program
from hypersweep import ParameterError, View
from hypersweep.engine import AsyncEngine, EngineBudget, EngineInfo, asynchronous
from hypersweep.engine.process import EngineProcess
from hypersweep.errors import (
    EngineError,
    EngineProtocolError,
    EngineRefusalError,
    EngineTerminatedError,
    EngineTimeoutError,
)
from processes import is_there
from solver_views import lattice

VIEW = View.parse("2x3 mines=1\n# # #\n1 1 .")
OURS = ["hypersweep", "engine"]
LONG = lattice("40x40", 0.2)[0]


def run(work: Coroutine[Any, Any, None]) -> None:
    """Do some work in a loop of its own, within a minute."""

    async def within() -> None:
        async with asyncio.timeout(60):
            await work

    asyncio.run(within())


@pytest.mark.slow
def test_it_answers_and_is_closed() -> None:
    async def work() -> None:
        async with await AsyncEngine.open(OURS, options={"policy": "safest"}) as engine:
            assert (engine.name, "policy" in engine.options, engine.version) == ("hypersweep", True, "0.1.0")
            answer = await engine.go(VIEW, "classic", EngineBudget(seconds=5), wants=["chances", "reasons"])
            assert (answer.cell, answer.chances) == ((0, 1), (1.0, 0.0, 0.0, 0.0, 0.0, 0.0))
            await engine.new_game()
            await engine.configure({"trust_flags": True})
            await engine.ping()
            with pytest.raises(ParameterError):
                await engine.configure({"nothing": 1})
            await engine.restart()
            assert (await engine.go(VIEW)).cell == (0, 1)
        assert engine.is_closed
        with pytest.raises(EngineTerminatedError, match="restart"):
            await engine.go(VIEW)
        await engine.close()

    run(work())


@pytest.mark.slow
def test_a_task_that_is_cancelled_stops_the_search_and_nothing_else() -> None:
    async def work() -> None:
        async with await AsyncEngine.open(OURS, timeout=60) as engine:
            for wait in (0.0, 0.05, 0.3):
                task = asyncio.create_task(engine.go(LONG, wants=["ranked", "reasons"]))
                await asyncio.sleep(wait)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                assert (await engine.go(VIEW)).cell == (0, 1)
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await engine.go(LONG, wants=["ranked", "reasons"])
            assert (await engine.go(VIEW)).cell == (0, 1)

    run(work())


@pytest.mark.slow
def test_a_restart_that_is_cancelled_leaves_no_engine_and_can_be_done_again() -> None:
    async def work() -> None:
        async with await AsyncEngine.open(OURS, timeout=60) as engine:
            for wait in (0.0, 0.01, 0.05, 0.1):
                before = engine.pid
                task = asyncio.create_task(engine.restart())
                await asyncio.sleep(wait)
                if not task.cancel():
                    continue
                with pytest.raises(asyncio.CancelledError):
                    await task
                with pytest.raises(EngineTerminatedError, match="was closed or has failed"):
                    await engine.go(VIEW)
                for _ in range(500):
                    if engine.is_closed:
                        break
                    await asyncio.sleep(0.01)
                assert engine.is_closed
                await engine.restart()
                assert engine.pid != before
                assert (await engine.go(VIEW)).cell == (0, 1)

    run(work())


@pytest.mark.slow
def test_an_engine_that_is_closed_while_it_is_started_anew_ends() -> None:
    async def work() -> None:
        for wait in (0.0, 0.05, 0.2, 0.6):
            engine = await AsyncEngine.open(OURS, timeout=60)
            starting = asyncio.create_task(engine.restart())
            await asyncio.sleep(wait)
            await engine.close()
            with suppress(EngineTerminatedError):
                await starting
            assert engine.is_closed
            await engine.close()

    run(work())


@pytest.mark.needs("posix")
def test_a_start_that_is_cancelled_is_over_when_its_engine_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []

    class Slow(EngineProcess):
        def __init__(self, words: Sequence[str], **settings: Any) -> None:
            super().__init__(words, **settings)
            started.append(self.pid)
            time.sleep(0.3)

    monkeypatch.setattr(asynchronous, "EngineProcess", Slow)

    async def work() -> None:
        task = asyncio.create_task(AsyncEngine.open(OURS, timeout=60))
        while not started:
            await asyncio.sleep(0.005)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        # A process that got a signal may end by it now.
        assert not is_there(started[0])

    run(work())


def test_tasks_share_an_engine_and_engines_work_side_by_side() -> None:
    async def work() -> None:
        engines = [await AsyncEngine.open(hostile("in pieces")) for _ in range(3)]
        answers = await asyncio.gather(*(engines[place % 3].go(VIEW) for place in range(12)))
        assert [answer.cell for answer in answers] == [(0, 1)] * 12
        await asyncio.gather(*(engine.close() for engine in engines))

    run(work())


@pytest.mark.parametrize(
    ("way", "error"),
    [
        ("dies", EngineTerminatedError),
        ("silent", EngineTimeoutError),
        ("open cell", EngineProtocolError),
        ("an endless line", EngineProtocolError),
        ("endless lines", EngineTimeoutError),
        ("refuses", EngineRefusalError),
    ],
)
def test_what_fails_is_told(way: str, error: type[Exception]) -> None:
    async def work() -> None:
        async with await AsyncEngine.open(hostile(way), timeout=30) as engine:
            # Only once it has started, which takes longer.
            if error is EngineTimeoutError:
                engine.timeout = 0.3
            with pytest.raises(error):
                await engine.go(VIEW)
            assert engine.is_closed is (error is not EngineRefusalError)

    run(work())


def test_an_engine_that_cannot_be_started() -> None:
    async def work() -> None:
        with pytest.raises(EngineTerminatedError):
            await AsyncEngine.open("no-such-program")
        with pytest.raises(EngineTimeoutError):
            await AsyncEngine.open(program("time.sleep(100)"), timeout=0.2)
        engine = AsyncEngine(OURS)
        assert (engine.is_closed, engine.pid, engine.said) == (True, 0, "")

    run(work())


@pytest.mark.slow
def test_stop_and_reports() -> None:
    async def work() -> None:
        infos: list[EngineInfo] = []
        async with await AsyncEngine.open(OURS, timeout=60) as engine:
            engine.stop()
            asyncio.get_running_loop().call_later(0.9, engine.stop)
            answer = await engine.go(LONG, wants=["ranked", "reasons"], report=infos.append)
            assert answer.is_stopped
            assert infos

    run(work())


@pytest.mark.slow
def test_leaving_the_loop_of_an_analysis_stops_the_search() -> None:
    async def work() -> None:
        async with await AsyncEngine.open(program(COUNTS)) as engine:
            async with engine.analysis(VIEW) as analysis:
                async for info in analysis.stream():
                    if info.states == 3:
                        break
                answer = await analysis.answer()
                assert (answer.cell, answer.is_stopped) == ((0, 1), True)
                assert [info async for info in analysis.stream() if info.states == 1] == []
            async with engine.analysis(VIEW) as abandoned:
                async for _ in abandoned.stream():
                    break
                for ask in (lambda: engine.go(VIEW), engine.ping, engine.restart):
                    with pytest.raises(EngineError, match="from an analysis"):
                        await ask()
            with pytest.raises(EngineError, match="ended before the engine answered"):
                await abandoned.answer()
            await engine.ping()
            async with engine.analysis(VIEW) as closed:
                await engine.close()
                with pytest.raises(EngineTerminatedError, match="closed before it answered"):
                    await closed.answer()
            assert engine.is_closed

    run(work())


@pytest.mark.slow
def test_an_engine_that_dies_ends_the_stream_with_an_error() -> None:
    async def work() -> None:
        async with await AsyncEngine.open(hostile("dies")) as engine, engine.analysis(VIEW) as analysis:
            with pytest.raises(EngineTerminatedError, match="has ended with status 3"):
                [info async for info in analysis.stream()]

    run(work())


@pytest.mark.slow
def test_more_than_a_pipe_holds_is_sent() -> None:
    async def work() -> None:
        view = View("300x301", 10, [1, 0] * 45_150)
        async with await AsyncEngine.open(hostile("well"), timeout=30) as engine:
            with pytest.raises(EngineProtocolError, match="which is open"):
                await engine.go(view)

    run(work())
