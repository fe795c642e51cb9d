"""The stage of ``hypersweep watch``: how it waits. What it does to a terminal is shown in test_watch_posix."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator

import pytest

from hypersweep.console.output import Output
from hypersweep.console.stage import Stage


@pytest.fixture
def scene() -> Stage:
    return Stage(Output(io.StringIO(), is_ascii=True))


def test_it_sleeps_in_naps_so_that_no_signal_is_overslept(scene: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    # A signal that comes between the last look for signals and the sleep itself is only seen after it.
    now = 100.0
    naps = []

    def sleep(seconds: float) -> None:
        nonlocal now
        naps.append(seconds)
        now += seconds

    monkeypatch.setattr("time.monotonic", lambda: now)
    monkeypatch.setattr("time.sleep", sleep)
    scene.wait(60)
    assert now == pytest.approx(160)
    assert max(naps) <= 0.5
    naps.clear()
    scene.wait(0)
    assert naps == []


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Somebody who types: the end of a pipe to write to."""
    reader, writer = os.pipe()
    with open(reader, encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        yield writer


def test_lines_are_taken_one_at_a_time(scene: Stage, typed: int) -> None:
    os.write(typed, b"\n\n \nQuit\n\xff\nlast")
    os.close(typed)
    assert [scene.ask() for _ in range(7)] == [True, True, True, False, True, True, False]


def test_another_size_is_seen_whenever_it_comes(scene: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def frame(columns: int, rows: int) -> list[str]:
        drawn.append((columns, rows))
        return []

    monkeypatch.setenv("LINES", "24")
    scene.show(frame)
    # Not while it waits, but before.
    monkeypatch.setenv("LINES", "30")
    scene.wait(0.01)
    scene.wait(0.01)
    assert drawn == [(80, 24), (80, 30)]


def test_nobody_to_ask(scene: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert not scene.ask()
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stdin", closed)
    assert not scene.ask()
