"""The other side of a local process: calls, and the errors that they raise."""

from __future__ import annotations

import os
import signal

import pytest

from hypersweep.errors import ExperimentError
from hypersweep.lab.executors.process import answer, at_ending_signals


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


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGHUP, and no signal that can be sent")
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
