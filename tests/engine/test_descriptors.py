"""Lines from and to a descriptor, whatever the other side does."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.engine.descriptors import LineWriter, read_lines

PATIENCE = 60.0


def test_a_line_of_a_hundred_megabytes_is_not_kept() -> None:
    read, write = os.pipe()
    found: list[bytes | None] = []

    def pour() -> None:
        with os.fdopen(write, "wb") as stream:
            for _ in range(100):
                stream.write(bytes(1 << 20))
            stream.write(b"\nshort\r\nlast")

    thread = threading.Thread(target=pour)
    thread.start()
    found.extend(read_lines(read))
    thread.join()
    os.close(read)
    assert found == [None, b"short\r\n", b"last"]


@pytest.mark.slow
@given(st.lists(st.binary(min_size=1, max_size=40), max_size=8))
def test_lines_are_the_same_in_whatever_pieces_they_come(pieces: list[bytes]) -> None:
    read, write = os.pipe()

    def pour() -> None:
        for piece in pieces:
            os.write(write, piece)
        os.close(write)

    thread = threading.Thread(target=pour)
    thread.start()
    found = [*read_lines(read)]
    thread.join()
    os.close(read)
    assert found == re.findall(rb"[^\n]*\n|[^\n]+", b"".join(pieces))


@contextmanager
def writing(writer: LineWriter) -> Iterator[None]:
    thread = threading.Thread(target=writer.run)
    thread.start()
    try:
        yield
    finally:
        writer.close()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def read_exactly(number: int, size: int) -> bytes:
    data = b""
    while len(data) < size:
        data += os.read(number, size - len(data))
    return data


def test_who_has_lines_written_does_not_wait_for_who_reads() -> None:
    read, write = os.pipe()
    writer = LineWriter(write, lambda: None)
    text = "x" * 999
    with writing(writer):
        for _ in range(1000):
            writer.say([text])
        assert not writer.is_idle()
        writer.mention("how far it is", lambda: True)
        assert read_exactly(read, 1_000_000) == (text + "\n").encode() * 1000
        writer.await_taken(0)
        assert writer.is_idle()
        assert writer.written_at > 0
        # Only what is wanted once nothing else waits is mentioned.
        writer.mention("stale", lambda: False)
        writer.mention("fresh", lambda: True)
        assert read_exactly(read, 6) == b"fresh\n"
    for number in (read, write):
        os.close(number)


def test_what_may_be_left_out_is_while_too_much_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hypersweep.engine.descriptors._MOST_UNSAID", 10)
    read, write = os.pipe()
    # There is no writer yet.
    writer = LineWriter(write, lambda: None)
    writer.say(["kept"])
    writer.say(["also kept"], is_droppable=True)
    writer.say(["left out"], is_droppable=True)
    writer.say(["needed"])
    writer.say([])
    with writing(writer):
        writer.await_idle(PATIENCE)
    os.close(write)
    with os.fdopen(read, "rb") as stream:
        assert stream.read() == b"kept\nalso kept\nneeded\n"


def test_nobody_waits_for_what_can_not_be_written() -> None:
    read, write = os.pipe()
    os.close(read)
    lost = threading.Event()
    writer = LineWriter(write, lost.set)
    with writing(writer):
        writer.say(["to nobody"] * 1000)
        assert lost.wait(PATIENCE)
        assert isinstance(writer.failure, BrokenPipeError)
        writer.await_taken(0)
        writer.say(["to nobody"])
        assert writer.is_idle()
    os.close(write)
