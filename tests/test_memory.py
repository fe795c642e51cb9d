"""Limits of a board: the machine's memory or a tighter limit, checked before large allocations."""

from __future__ import annotations

import pytest

from hypersweep import BoardTooLargeError, memory
from hypersweep.memory import check_memory, memory_limit


def test_the_limit_is_a_number_of_bytes_or_unknown() -> None:
    limit = memory_limit()
    assert limit is None or 1 << 20 < limit < 1 << 60


def test_small_boards_are_never_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "memory_limit", lambda: 1)
    check_memory(0, "a board")
    check_memory(1 << 20, "a board")


def test_what_does_not_fit_is_refused_with_both_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "memory_limit", lambda: 10 << 30)
    check_memory(10 << 30, "a board")
    with pytest.raises(BoardTooLargeError, match=r"10 GB of memory, but a game on 9x9 needs 11 GB"):
        check_memory(11 << 30, "a game on 9x9")


def test_what_is_taken_at_once_leaves_half_of_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "memory_limit", lambda: 10 << 30)
    for free, refused in ((16 << 30, 9 << 30), (None, 11 << 30), (24 << 30, 11 << 30)):
        monkeypatch.setattr(memory, "_free_memory", lambda free=free: free)
        check_memory(8 << 30, "a board", at_once=True)
        check_memory(10 << 30, "a board")
        with pytest.raises(BoardTooLargeError, match="a board needs"):
            check_memory(refused, "a board", at_once=True)


def test_a_machine_that_does_not_tell_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "memory_limit", lambda: None)
    check_memory(1 << 62, "a board")


@pytest.mark.needs("posix")
def test_a_limit_on_address_space_counts() -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    room = min(limit for limit in (1 << 40, soft, hard) if limit != resource.RLIM_INFINITY)
    resource.setrlimit(resource.RLIMIT_AS, (room, hard))
    try:
        limit = memory_limit()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    assert limit is not None
    assert limit <= room
