"""Channels compared with Python's pipes and queues: messages per second and bandwidth, for one sender and for four.

Senders are processes that are forked before the clock starts, and released together. The clock runs from then until the
receiver, in this process, has received the last message. ``--quick`` gives a first impression.

A second part compares channels between threads of this process with ``queue.Queue``. It sends ``bytes``, which both
pass on without a copy.

Short messages are faster if the two cores are close to each other, and the system chooses the cores for each run. So
compare medians, or use ``--one-core``, which measures only the work done by both sides.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import queue
import select
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing.context import ForkContext
from multiprocessing.process import BaseProcess
from pathlib import Path

from hypersweep.channel import open_channel
from timing import Contender, Figure, Row, machine_facts, pin, print_figures, print_rows, ratio, short, side_by_side

OURS, INTO, PIPE, QUEUE, RAW = "channel", "channel, get_into", "Pipe", "Queue", "os.pipe"
BOUNDED, OURS_BOUNDED = "queue.Queue(100)", "channel, room=100"
THREADS_QUEUE = "queue.Queue"
NAMES = {64: "64 B", 1 << 12: "4 KiB", 1 << 16: "64 KiB", 1 << 20: "1 MiB"}
SIZES = (64, 1 << 12, 1 << 20)
THREAD_SIZES = (64, 1 << 12, 1 << 16, 1 << 20)
SENDERS = (1, 4)

CONTEXT: ForkContext = multiprocessing.get_context("fork")
Send = Callable[[bytes], object]


@dataclass(frozen=True)
class Load:
    """The work: ``senders`` processes send ``count`` messages in total, each of ``size`` bytes."""

    size: int
    senders: int
    count: int

    @property
    def share(self) -> int:
        """Number of messages that each process sends."""
        return self.count // self.senders


def _send(gate: int, send: Send, load: Load, finish: Callable[[], object]) -> None:
    message = bytes(load.size)
    os.read(gate, 1)
    for _ in range(load.share):
        send(message)
    finish()


@contextmanager
def _senders(load: Load, send: Send, finish: Callable[[], object] = lambda: None) -> Iterator[Callable[[], float]]:
    """Start the processes. Yields: a function that makes them begin to send, and returns the start time."""
    gate, opener = os.pipe()
    processes: list[BaseProcess] = [
        CONTEXT.Process(target=_send, args=(gate, send, load, finish)) for _ in range(load.senders)
    ]
    for process in processes:
        process.start()

    def let_go() -> float:
        begin = time.perf_counter()
        os.write(opener, bytes(load.senders))
        return begin

    try:
        yield let_go
    finally:
        for process in processes:
            process.join()
        os.close(gate)
        os.close(opener)


def _channel(load: Load) -> float:
    receiver, sender = open_channel(load.size)
    with receiver, sender, _senders(load, sender.send) as let_go:
        begin = let_go()
        for _ in range(load.share * load.senders):
            receiver.get()
        return time.perf_counter() - begin


def _channel_into(load: Load) -> float:
    receiver, sender = open_channel(load.size)
    buffer = bytearray(load.size)
    with receiver, sender, _senders(load, sender.send) as let_go:
        begin = let_go()
        for _ in range(load.share * load.senders):
            receiver.get_into(buffer)
        return time.perf_counter() - begin


def _pipe(load: Load) -> float:
    reader, writer = CONTEXT.Pipe(duplex=False)
    send: Send = writer.send_bytes
    # A short message is written together with its four-byte length; a longer one needs a lock if there are other
    # writers.
    if load.senders > 1 and load.size + 4 > select.PIPE_BUF:
        lock = CONTEXT.Lock()

        def send(message: bytes) -> None:
            with lock:
                writer.send_bytes(message)

    with reader, writer, _senders(load, send) as let_go:
        begin = let_go()
        for _ in range(load.share * load.senders):
            reader.recv_bytes()
        return time.perf_counter() - begin


def _queue(load: Load) -> float:
    queue = CONTEXT.Queue()

    def finish() -> None:
        queue.close()
        queue.join_thread()

    with _senders(load, queue.put, finish) as let_go:
        begin = let_go()
        for _ in range(load.share * load.senders):
            queue.get()
        seconds = time.perf_counter() - begin
    queue.close()
    return seconds


def _raw(load: Load) -> float:
    reader, writer = os.pipe()
    size = load.size

    def send(message: bytes) -> None:
        written = os.write(writer, message)
        while written < size:
            written += os.write(writer, message[written:])

    if load.senders > 1 and size > select.PIPE_BUF:
        alone, lock = send, CONTEXT.Lock()

        def send(message: bytes) -> None:
            with lock:
                alone(message)

    with _senders(load, send) as let_go:
        begin = let_go()
        for _ in range(load.share * load.senders):
            left = size
            while left > 0:
                left -= len(os.read(reader, left))
        seconds = time.perf_counter() - begin
    os.close(reader)
    os.close(writer)
    return seconds


def measure(size: int, senders: int, count: int, rounds: int) -> list[Row]:
    """Measure each way of sending in turn, for one message size and one number of senders."""
    ways = {OURS: _channel, INTO: _channel_into, PIPE: _pipe, QUEUE: _queue, RAW: _raw}
    contenders = []
    for name, way in ways.items():
        # The queue is slow: a quarter of the messages is enough to measure its rate.
        load = Load(size, senders, count // 4 if name == QUEUE else count)
        contenders.append(Contender(name, partial(way, load), load.count, elapsed=lambda taken: float(str(taken))))
    figures = side_by_side(contenders, rounds)
    print_figures(_title(size, senders), figures.values(), OURS, "messages")
    for figure in figures.values():
        print(f"   {figure.name:{max(map(len, figures))}}  {short(figure.rate * size, 'B/s')}")
    return [_row(size, senders, figures)]


def _between_threads(load: Load, sends: list[Send], get: Callable[[], object]) -> float:
    """Send from threads, and receive in this one. Returns: the number of seconds."""
    message = bytes(load.size)

    def send_all(send: Send) -> None:
        for _ in range(load.share):
            send(message)

    threads = [threading.Thread(target=send_all, args=(send,)) for send in sends]
    begin = time.perf_counter()
    for thread in threads:
        thread.start()
    for _ in range(load.share * load.senders):
        get()
    seconds = time.perf_counter() - begin
    for thread in threads:
        thread.join()
    return seconds


def _thread_channel(load: Load, room: int | None = None) -> float:
    receiver, sender = open_channel(load.size, room)
    senders = [sender.dup() for _ in range(load.senders)]
    with receiver, sender:
        return _between_threads(load, [each.send for each in senders], receiver.get)


def _thread_queue(load: Load, room: int = 0) -> float:
    line: queue.Queue[bytes] = queue.Queue(room)
    return _between_threads(load, [line.put] * load.senders, line.get)


def measure_threads(size: int, senders: int, count: int, rounds: int) -> list[Row]:
    """Measure threads with one message size and one number of senders, with and without a limit."""
    load = Load(size, senders, count)
    ways: dict[str, Callable[[], float]] = {
        OURS: partial(_thread_channel, load),
        THREADS_QUEUE: partial(_thread_queue, load),
        OURS_BOUNDED: partial(_thread_channel, load, 100),
        BOUNDED: partial(_thread_queue, load, 100),
    }
    contenders = [Contender(name, way, count, elapsed=lambda taken: float(str(taken))) for name, way in ways.items()]
    figures = side_by_side(contenders, rounds)
    title = f"threads, {_title(size, senders)}"
    print_figures(title, figures.values(), OURS, "messages")
    free, bounded = ratio(figures[OURS], figures[THREADS_QUEUE]), ratio(figures[OURS_BOUNDED], figures[BOUNDED])
    return [
        Row(
            title,
            f"{short(figures[OURS].rate, 'messages/s')}, with a room {short(figures[OURS_BOUNDED].rate, '/s')}",
            f"queue.Queue {short(figures[THREADS_QUEUE].rate, '/s')}, bounded {short(figures[BOUNDED].rate, '/s')}",
            f"{free:.1f} x, with a room {bounded:.1f} x queue.Queue",
            ">= 1 x queue.Queue",
            min(free, bounded) >= 1,
        )
    ]


def _title(size: int, senders: int) -> str:
    return f"{NAMES[size]}, {senders} sender{'s' if senders > 1 else ''}"


def _row(size: int, senders: int, figures: dict[str, Figure]) -> Row:
    ours = figures[OURS]
    to_pipe, to_queue = ratio(ours, figures[PIPE]), ratio(ours, figures[QUEUE])
    least_pipe, least_queue = (2, 5) if size == min(SIZES) else (1, 3)
    others = "; ".join(f"{name} {short(figures[name].rate, '/s')}" for name in (PIPE, QUEUE, RAW))
    return Row(
        _title(size, senders),
        f"{short(ours.rate, 'messages/s')}, {short(ours.rate * size, 'B/s')}",
        others,
        f"{to_pipe:.1f} x Pipe, {to_queue:.1f} x Queue",
        f">= {least_pipe} x Pipe, >= {least_queue} x Queue",
        to_pipe >= least_pipe and to_queue >= least_queue,
    )


def main() -> None:
    """Measure every message size and number of senders, and print the results and a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer messages and rounds")
    parser.add_argument(
        "--one-core", action="store_true", help="pin all processes to one core, to see the cost of their work"
    )
    parser.add_argument("--markdown", type=Path, help="write the closing table to this file")
    options = parser.parse_args()
    for name, fact in machine_facts():
        print(f"{name}: {fact}")
    if options.one_core:
        print(pin())
    counts = dict(zip(SIZES, (100_000, 50_000, 800) if options.quick else (400_000, 200_000, 4_000), strict=True))
    rows: list[Row] = []
    for size in SIZES:
        for senders in SENDERS:
            rows += measure(size, senders, counts[size], 3 if options.quick else 7)
    for size in THREAD_SIZES:
        for senders in SENDERS:
            rows += measure_threads(size, senders, 20_000 if options.quick else 100_000, 3 if options.quick else 7)
    print_rows(rows, options.markdown)


if __name__ == "__main__":
    main()
