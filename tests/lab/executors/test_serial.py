"""This process as a worker: everything at once, and what a shard raises kept."""

from __future__ import annotations

import pytest

from hypersweep.lab.executors.serial import Serial


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
