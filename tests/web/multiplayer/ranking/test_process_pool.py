"""Worker processes that work, die, are late, and are replaced."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from hypersweep.errors import ParseError
from hypersweep.grid import Grid
from hypersweep.web.multiplayer.failures import UnavailableError
from hypersweep.web.multiplayer.ranking.process_pool import JobFailedError, Pool
from processes import is_alive


async def _closed_after(pool: Pool, work: object) -> None:
    try:
        await work  # type: ignore[misc]
    finally:
        await pool.close()


def test_it_gives_what_functions_give_and_raise() -> None:
    async def main(pool: Pool) -> None:
        assert await pool.run(30, Grid.parse, "3x4") == Grid("3x4")
        with pytest.raises(ParseError, match="expected"):
            await pool.run(30, Grid.parse, "nonsense")
        assert await pool.run(30, os.getpid) == await pool.run(30, os.getpid) != os.getpid()
        assert (pool.running, pool.waiting) == (0, 0)

    pool = Pool()
    asyncio.run(_closed_after(pool, main(pool)))


def test_what_it_prints_spoils_no_answer() -> None:
    async def main(pool: Pool) -> None:
        await pool.run(30, print, "hello")
        assert await pool.run(30, os.write, 1, b"more") == 4
        assert await pool.run(30, abs, -3) == 3

    pool = Pool()
    asyncio.run(_closed_after(pool, main(pool)))


def test_one_that_is_late_is_ended_and_replaced() -> None:
    async def main(pool: Pool) -> None:
        before = await pool.run(30, os.getpid)
        with pytest.raises(JobFailedError) as caught:
            await pool.run(0.1, time.sleep, 600)
        assert caught.value.is_late
        assert await pool.run(30, os.getpid) != before

    pool = Pool()
    asyncio.run(_closed_after(pool, main(pool)))


def test_one_that_was_killed_is_replaced() -> None:
    async def main(pool: Pool) -> None:
        before = await pool.run(30, os.getpid)
        os.kill(before, signal.SIGTERM)
        # While it was idle: the next job goes to another, unnoticed.
        assert await pool.run(30, os.getpid) != before

    pool = Pool()
    asyncio.run(_closed_after(pool, main(pool)))


def test_a_job_that_kills_its_process_fails_and_no_other() -> None:
    async def main(pool: Pool) -> None:
        with pytest.raises(JobFailedError) as caught:
            await pool.run(30, os._exit, 3)
        assert not caught.value.is_late
        assert await pool.run(30, abs, -3) == 3

    pool = Pool()
    asyncio.run(_closed_after(pool, main(pool)))


def test_a_cancelled_job_is_dropped_or_its_process_is_replaced() -> None:
    async def main(pool: Pool) -> None:
        before = await pool.run(30, os.getpid)
        jobs = [asyncio.create_task(pool.run(600, time.sleep, 500)) for _ in range(3)]
        while pool.running == 0:
            await asyncio.sleep(0.001)
        assert (pool.running, pool.waiting) == (1, 2)
        for job in reversed(jobs):
            job.cancel()
        assert await pool.run(30, os.getpid) != before
        assert not is_alive(before)
        assert (pool.running, pool.waiting) == (0, 0)

    pool = Pool()
    asyncio.run(_closed_after(pool, main(pool)))


def test_no_more_wait_than_may() -> None:
    async def main(pool: Pool) -> None:
        jobs = [asyncio.create_task(pool.run(30, time.sleep, 0.05)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(UnavailableError, match="full"):
            await pool.run(30, abs, -3)
        await asyncio.gather(*jobs)
        assert await pool.run(30, abs, -3) == 3

    pool = Pool(most_waiting=2)
    asyncio.run(_closed_after(pool, main(pool)))


def test_it_rests_when_there_is_nothing_to_do() -> None:
    async def main(pool: Pool) -> None:
        process = await pool.run(30, os.getpid)
        while is_alive(process):
            await asyncio.sleep(0.02)
        assert await pool.run(30, abs, -3) == 3

    pool = Pool(idle=0.05)
    asyncio.run(_closed_after(pool, main(pool)))


def test_closing_ends_what_is_being_done() -> None:
    async def main() -> None:
        pool = Pool()
        process = await pool.run(30, os.getpid)
        jobs = [asyncio.create_task(pool.run(600, time.sleep, 500)) for _ in range(3)]
        await asyncio.sleep(0.05)
        await pool.close()
        found = await asyncio.gather(*jobs, return_exceptions=True)
        assert all(isinstance(each, UnavailableError | asyncio.CancelledError) for each in found)
        assert not is_alive(process)
        with pytest.raises(UnavailableError, match="closed"):
            await pool.run(30, abs, -3)

    asyncio.run(main())


def test_its_processes_end_with_the_server(tmp_path: Path) -> None:
    # The server is killed in the middle of a job: no process is left.
    script = tmp_path / "server.py"
    script.write_text(
        "import asyncio, os, time\n"
        "from hypersweep.web.multiplayer.ranking.process_pool import Pool\n"
        "async def main():\n"
        "    pool = Pool()\n"
        "    print(await pool.run(30, os.getpid), flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    import subprocess

    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        process = int(server.stdout.readline())
        server.kill()
    while is_alive(process):
        time.sleep(0.02)
