"""Channels between processes that are forked, spawned, killed or interrupted; channel_programs.py has the programs."""

from __future__ import annotations

import select
import signal
import subprocess
from pathlib import Path

import pytest

from channel_runs import PATIENCE, both, command, environment, on_linux, run

pytestmark = pytest.mark.needs("posix")


@pytest.mark.ci_limit(5)
@pytest.mark.slow
@both
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_four_processes_send_what_one_receives(method: str, pipes: bool) -> None:
    run("stress", method, 64, 4, 3_000, pipes=pipes)


@pytest.mark.slow
@both
@pytest.mark.parametrize("size", [5, 4064, 65536, 65537, 1 << 20])
def test_messages_of_any_size_stay_whole_and_in_order(size: int, pipes: bool) -> None:
    run("stress", "fork", size, 4, max(5, min(1000, (1 << 23) // size)), pipes=pipes)


@pytest.mark.slow
@both
@pytest.mark.parametrize("size", [2_000, 300_000])
def test_senders_wait_for_a_slow_receiver(size: int, pipes: bool) -> None:
    run("slow_receiver", size, 200, pipes=pipes)


@pytest.mark.slow
@both
def test_parent_and_child_use_the_same_sender(pipes: bool) -> None:
    run("one_sender_in_two_processes", 300_000, 50, pipes=pipes)


@pytest.mark.nightly
def test_the_largest_messages_of_four_processes() -> None:
    run("stress", "fork", 1 << 26, 4, 2)


@pytest.mark.ci_limit(7)
@pytest.mark.slow
@both
@pytest.mark.parametrize(
    ("method", "size"),
    [("fork", 10), ("spawn", 10), ("fork", 3_000_000), ("spawn", 3_000_000), ("forkserver", 3_000_000)],
)
def test_the_receiver_goes_to_another_process_with_all_it_has_read(method: str, size: int, pipes: bool) -> None:
    run("hand_over", method, size, pipes=pipes)


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@both
@pytest.mark.parametrize("size", [1 << 24, pytest.param(1 << 26, marks=pytest.mark.slow)])
def test_a_killed_sender_takes_its_message_with_it_and_nothing_else(size: int, pipes: bool) -> None:
    run("kill_one", size, pipes=pipes)


@pytest.mark.slow
@both
@pytest.mark.parametrize(("size", "count"), [(64, 50_000), (300_000, 500)])
def test_a_receiver_that_is_interrupted_all_the_time_loses_nothing(size: int, count: int, pipes: bool) -> None:
    run("interrupted_get", size, count, pipes=pipes)


@pytest.mark.slow
@both
def test_messages_whose_send_was_interrupted_are_whole_or_missing(pipes: bool) -> None:
    run("interrupted_send", 300_000, 300, pipes=pipes)


@pytest.mark.slow
@both
@pytest.mark.parametrize("size", [64, 65536, 1 << 20])
def test_a_sender_elsewhere_finds_the_channel_full(size: int, pipes: bool) -> None:
    run("full", size, pipes=pipes)


@pytest.mark.ci_limit(8)
@pytest.mark.slow
@both
@pytest.mark.parametrize(
    "program",
    [
        ("ctrl_c", "plainly"),
        ("ctrl_c", "iterating"),
        ("ctrl_c", "with a time limit"),
        ("ctrl_c", "beside another thread"),
        ("ctrl_c_send",),
    ],
    ids=" ".join,
)
def test_ctrl_c_ends_a_wait_and_leaves_the_channel_usable(program: tuple[str, ...], pipes: bool) -> None:
    with subprocess.Popen(
        command(*program), env=environment(pipes), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            assert select.select([process.stdout], [], [], PATIENCE)[0]
            assert process.stdout.readline() == "waiting\n"
            # If it doesn't wait yet, it is interrupted just before.
            select.select([], [], [], 0.1)
            process.send_signal(signal.SIGINT)
            output, problems = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert (process.returncode, output, problems) == (0, "interrupted\n", "")


@pytest.mark.slow
@both
def test_a_process_with_both_ends_never_waits_and_its_children_do(pipes: bool) -> None:
    run("both_ends_after_fork", pipes=pipes)


@pytest.mark.slow
@both
def test_the_death_of_the_other_end_is_noticed(pipes: bool) -> None:
    # Timers are threads; from Python 3.12 on, a fork then causes a warning.
    run("the_other_end_dies", pipes=pipes, warnings="ignore")


@pytest.mark.slow
@both
def test_a_fork_while_another_thread_receives(pipes: bool) -> None:
    run("fork_while_receiving", pipes=pipes, warnings="ignore")


@pytest.mark.slow
@both
def test_children_receive_although_another_thread_did_at_the_fork(pipes: bool) -> None:
    run("fork_and_receive", pipes=pipes, warnings="ignore")


@both
def test_the_interpreter_ends_while_threads_wait(pipes: bool) -> None:
    run("exit_while_threads_wait", pipes=pipes)


@pytest.mark.slow
@on_linux
def test_nothing_has_a_name_and_nothing_can_be_opened_from_outside() -> None:
    run("no_names")


@pytest.mark.slow
@on_linux
def test_no_file_and_no_address_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("TMPDIR", "HOME", "XDG_RUNTIME_DIR"):
        monkeypatch.setenv(variable, str(tmp_path))
    # Other programs may write to /dev/shm at the same time, but hardly ten times in a row.
    for _ in range(10):
        if run("no_files") == "new in /dev/shm: 0\n":
            break
    else:
        pytest.fail("each time, something new was in /dev/shm")
    assert list(tmp_path.iterdir()) == []
