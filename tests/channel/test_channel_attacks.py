"""Channels under attack: forks while threads run, senders that die or give up, ends that go to running processes.

The programs are in channel_attack_programs.py.
"""

from __future__ import annotations

import pytest

from channel_runs import both, on_linux, run

pytestmark = pytest.mark.needs("posix")


def attack(name: str, *arguments: object, pipes: bool = False) -> str:
    # From Python 3.12 on, a fork in a process with threads causes a warning.
    return run(name, *arguments, pipes=pipes, warnings="ignore", file="channel_attack_programs.py")


@pytest.mark.nightly
@both
def test_no_message_is_lost_where_threads_open_channels_and_the_process_forks(pipes: bool) -> None:
    assert attack("forks_beside_openers", 60, pipes=pipes) == "0 lost\n"


@pytest.mark.slow
@both
@pytest.mark.parametrize("size", [64, 200_000])
def test_a_fork_that_python_does_not_know_of(size: int, pipes: bool) -> None:
    attack("fork_that_python_does_not_know", size, pipes=pipes)


@pytest.mark.slow
@both
@pytest.mark.parametrize(("size", "count"), [(64, 2_000), (100_000, 200)])
def test_threads_go_on_through_forks(size: int, count: int, pipes: bool) -> None:
    attack("threads_and_forks", size, count, pipes=pipes)


@pytest.mark.slow
@on_linux
@both
def test_memory_of_killed_senders_that_nobody_reaped_is_given_back(pipes: bool) -> None:
    kept = attack("killed_and_not_reaped", 1 << 26, 8, pipes=pipes)
    assert int(kept.split()[0]) < 16


@pytest.mark.slow
@both
def test_a_process_whose_senders_give_up_leaves_one_message_at_most(pipes: bool) -> None:
    for _ in range(10):
        kept = float(attack("given_up_and_closed", 1 << 20, 60, pipes=pipes).split()[0])
        assert kept <= 1.01
        if kept > 0:
            return
    # Whether a sender gives up halfway depends on the machine; sometimes one must.
    pytest.fail("no sender left anything")


@on_linux
def test_what_threads_are_woken_through_cannot_be_opened() -> None:
    attack("nothing_to_wake_can_be_opened")


@pytest.mark.ci_limit(5)
@pytest.mark.slow
@both
@pytest.mark.parametrize(("method", "size"), [("fork", 64), ("spawn", 300_000), ("forkserver", 64)])
def test_senders_go_to_workers_that_run_already(method: str, size: int, pipes: bool) -> None:
    attack("executor", method, size, pipes=pipes)


@pytest.mark.slow
@on_linux
@both
@pytest.mark.parametrize(("method", "size"), [("fork", 64), ("spawn", 300_000), ("forkserver", 64)])
def test_a_receiver_goes_through_a_queue(method: str, size: int, pipes: bool) -> None:
    attack("queue", method, size, pipes=pipes)


@pytest.mark.slow
@both
@pytest.mark.parametrize("size", [64, 10_000])
def test_a_receiver_comes_back(size: int, pipes: bool) -> None:
    attack("there_and_back", size, pipes=pipes)


@pytest.mark.slow
@on_linux
@pytest.mark.parametrize(
    ("size", "room"), [(64, 300), (64, 10), (4096, 20), (65_000, 1), (65_536, 1), (65_536, 5), (300_000, 1)]
)
def test_a_room_between_processes_holds_that_many_messages(size: int, room: int) -> None:
    count = int(attack("room_between_processes", size, room))
    assert count == room


@pytest.mark.slow
@both
def test_a_message_that_the_system_has_no_room_for_goes_through_while_somebody_receives(pipes: bool) -> None:
    attack("long_messages_in_a_small_room", 1 << 24, pipes=pipes)


@pytest.mark.slow
@both
def test_the_smallest_room_is_what_the_system_gives(pipes: bool) -> None:
    assert 1 <= int(attack("room_between_processes", 64, 1, pipes=pipes)) <= 64
