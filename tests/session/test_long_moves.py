"""A session's long moves in another thread: observed, cancelled, and never left incomplete."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from hypersweep import Layout, Outcome
from hypersweep.game import CancelToken, MoveResult
from hypersweep.session import Session, Store
from sessions import FakeClock

# Large enough for the kernel to ask on the way.
LAYOUT = Layout("1500x2000", [(0, 0), (1499, 1998)])
FIRST = (700, 900)


class Slow(CancelToken):
    """A fake long move: it waits while the session's lock is free."""

    __slots__ = ("goes_on", "is_there")

    def __init__(self) -> None:
        super().__init__()
        self.is_there = threading.Event()
        self.goes_on = threading.Event()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """A watch whose move waits before it begins."""
    from hypersweep.game import History

    def slowed(make: Callable[..., MoveResult]) -> Callable[..., MoveResult]:
        def wait(*arguments: object, watch: CancelToken | None = None) -> MoveResult:
            if isinstance(watch, Slow):
                watch.is_there.set()
                assert watch.goes_on.wait(60)
            return make(*arguments, watch=watch)

        return wait

    for name in ("open", "undo"):
        monkeypatch.setattr(History, name, slowed(getattr(History, name)))
    return Slow()


def begin(work: Callable[[], MoveResult], slow: Slow) -> tuple[threading.Thread, list[MoveResult]]:
    found: list[MoveResult] = []
    thread = threading.Thread(target=lambda: found.append(work()))
    thread.start()
    assert slow.is_there.wait(60)
    return thread, found


def test_while_a_move_is_made_the_session_can_be_looked_at_and_nothing_else(clock: FakeClock, slow: Slow) -> None:
    session = Session(layout=LAYOUT, clock=clock)
    session.flag((3, 3))
    session.open((0, 1))
    clock.forward(2)
    thread, found = begin(lambda: session.open(FIRST, watch=slow), slow)
    clock.forward(5)
    assert session.is_moving
    # The machine's time counts for no player.
    assert session.milliseconds == 2000
    assert len(session.record.events) == 2
    for refused in (session.open((5, 5)), session.flag((5, 5)), session.chord((0, 1)), session.undo(), session.redo()):
        assert not refused
    assert not session.can_undo
    assert not session.can_redo
    assert not session.pause()
    hint = session.hint()
    assert hint is not None
    assert "still being made" in hint.text
    session.tick()
    slow.goes_on.set()
    thread.join()
    assert found[0].opened > 2_000_000
    assert not session.is_moving
    assert session.record.events[-1].milliseconds == 2000
    assert session.can_undo
    session.record.verify()


def test_a_move_that_is_cancelled_was_never_made(clock: FakeClock, slow: Slow) -> None:
    session = Session(layout=LAYOUT, clock=clock)
    thread, found = begin(lambda: session.open(FIRST, watch=slow), slow)
    slow.cancel()
    slow.goes_on.set()
    thread.join()
    assert not found[0]
    assert not session.is_started
    assert not session.record.events
    assert session.game.opened == 0
    # It can be made again.
    change = session.open(FIRST, watch=CancelToken())
    assert change.opened > 2_000_000
    for act in (session.undo, session.redo):
        watch = CancelToken()
        watch.cancel()
        assert not act(watch=watch)
        assert act(watch=CancelToken())
    assert [each.kind for each in session.record.events] == ["open", "undo", "redo"]


def test_closing_cancels_and_keeps_what_was_before(tmp_path: Path, clock: FakeClock, slow: Slow) -> None:
    store = Store(tmp_path)
    session = Session(LAYOUT.grid, 2, seed=3, clock=clock, store=store)
    session.flag((5, 5))
    session.open((0, 0))
    before = session.record
    thread, found = begin(lambda: session.undo(watch=slow), slow)
    closing = threading.Thread(target=session.close)
    closing.start()
    while not slow.is_cancelled:
        pass
    slow.goes_on.set()
    thread.join()
    closing.join()
    assert not found[0]
    (saved,) = store.unfinished()
    assert saved.record.events[: len(before.events)] == before.events
    assert [event.kind for event in saved.record.events[len(before.events) :]] in ([], ["pause"])


def test_a_move_that_came_to_its_end_first_is_kept(tmp_path: Path, clock: FakeClock) -> None:
    layout = Layout("1500x2000", [(0, 0)])
    store = Store(tmp_path)
    session = Session(layout=layout, clock=clock, store=store)
    assert session.open(FIRST, watch=CancelToken()).outcome is Outcome.WON
    session.close()
    assert len(store.results()) == 1


def test_an_error_leaves_the_session_free(clock: FakeClock, monkeypatch: pytest.MonkeyPatch) -> None:
    from hypersweep.game import History

    session = Session(layout=LAYOUT, clock=clock)

    def fail(*_: object, **__: object) -> MoveResult:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(History, "open", fail)
        with pytest.raises(MemoryError):
            session.open(FIRST, watch=CancelToken())
    assert not session.is_moving
    assert session.open(FIRST)
