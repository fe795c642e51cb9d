"""The clock of a game compared with sums of the time that passed while it ran."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hypersweep.session.clock import GameClock

STEPS = st.lists(
    st.tuples(st.integers(-(10**10), 10**11), st.sampled_from(["run", "read", "stop", "halt"])), max_size=20
)


@given(STEPS, st.integers(0, 10**7))
def test_it_shows_what_passed_between_readings_while_it_ran(steps: list[tuple[int, str]], start: int) -> None:
    now = 10**12
    clock = GameClock(lambda: now, start)
    shown = start * 10**6
    running_since: int | None = None
    for passed, what in steps:
        now += passed
        before = clock._nanoseconds
        if what == "run":
            clock.run()
            running_since = now if running_since is None else running_since
        elif what == "halt":
            # As of the latest reading: later time doesn't count.
            clock.halt()
            running_since = None
        else:
            result = clock.read() if what == "read" else clock.stop()
            if running_since is not None:
                shown += max(0, now - running_since)
                running_since = now if what == "read" else None
            assert result == shown // 10**6
        assert clock.is_running == (running_since is not None)
        assert clock._nanoseconds >= before, "it never runs backwards"


def test_a_part_of_a_millisecond_is_kept() -> None:
    now = 0
    clock = GameClock(lambda: now)
    clock.run()
    for _ in range(10):
        now += 150_000
        clock.read()
    assert clock.stop() == 1
