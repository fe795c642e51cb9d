"""Signals that end a process are handled as usual, and SIGTERM is reported to a separate thread."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest

from hypersweep.engine.terminations import at_ending_signals, calling_on_termination

pytestmark = pytest.mark.needs("posix")


def test_each_signal_is_told_in_another_thread() -> None:
    told: list[str] = []
    heard = threading.Semaphore(0)

    def tell() -> None:
        told.append(threading.current_thread().name)
        heard.release()

    with calling_on_termination(tell):
        for _ in range(2):
            signal.raise_signal(signal.SIGTERM)
            assert heard.acquire(timeout=60)
    assert len(told) == 2
    assert threading.main_thread().name not in told


def test_what_was_there_before_is_there_after() -> None:
    def own(number: int, frame: object) -> None:
        raise AssertionError

    previous = signal.signal(signal.SIGTERM, own)
    try:
        before = len(os.listdir("/dev/fd")) if os.path.isdir("/dev/fd") else None
        with calling_on_termination(lambda: None):
            assert signal.getsignal(signal.SIGTERM) is not own
        assert signal.getsignal(signal.SIGTERM) is own
        # The end that is written to goes at once, the other one as soon as its thread has seen that.
        for thread in threading.enumerate():
            if thread.daemon and thread.name.endswith("(wait)"):
                thread.join(60)
        if before is not None:
            assert len(os.listdir("/dev/fd")) == before
    finally:
        signal.signal(signal.SIGTERM, previous)


FORKED = """
import os, signal, sys, threading, time
from hypersweep.engine.terminations import calling_on_termination
told = threading.Event()
with calling_on_termination(told.set):
    child = os.fork()
    if child == 0:
        time.sleep(60)
        os._exit(3)
    os.kill(child, signal.SIGTERM)
    print(os.WTERMSIG(os.waitpid(child, 0)[1]), told.wait(0.2))
    os.kill(os.getpid(), signal.SIGTERM)
    print(told.wait(60))
"""


def test_a_child_has_the_signal_for_itself() -> None:
    done = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.split() == [str(int(signal.SIGTERM)), "False", "True"]


def test_who_ignores_a_signal_goes_on_ignoring_it() -> None:
    seen: list[int] = []
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL), signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert at_ending_signals(lambda number, frame: seen.append(number)) == [signal.SIGTERM]
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.raise_signal(number)
        assert seen == [signal.SIGTERM]
    finally:
        for number, handler in zip((signal.SIGTERM, signal.SIGHUP), before, strict=True):
            signal.signal(number, handler)
