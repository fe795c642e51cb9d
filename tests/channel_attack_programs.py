"""Programs that attack channels: forks while threads run, senders that die or give up, ends that change process.

As in channel_programs.py, each runs in its own interpreter, and raises an exception if it fails.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import channel_programs
from channel_programs import message
from hypersweep.channel import Receiver, Sender, open_channel
from hypersweep.errors import WouldBlockError


def resident() -> int:
    """The bytes of memory that this process has in use, without what it shares."""
    fields = Path("/proc/self/statm").read_text(encoding="ascii").split()
    return (int(fields[1]) - int(fields[2])) * os.sysconf("SC_PAGE_SIZE")


def forks_beside_openers(rounds: int) -> None:
    """Threads open channels all the time while this process forks; what a child is to receive, it receives.

    The parent sends more than there is room for, so that it would read the child's messages if it took itself for the
    one that receives.
    """
    done = threading.Event()
    sys.setswitchinterval(1e-6)

    def open_many() -> None:
        kept: list[tuple[Receiver, Sender]] = []
        while not done.is_set():
            kept = [*kept[-100:], open_channel(8)]

    openers = [threading.Thread(target=open_many) for _ in range(4)]
    for opener in openers:
        opener.start()
    lost = 0
    for _ in range(rounds):
        receiver, sender = open_channel(1000)
        answers, result = open_channel(4)
        child = os.fork()
        if child == 0:
            try:
                sender.close()
                time.sleep(0.02)
                count = sum(1 for _ in receiver)
                result.send(count.to_bytes(4, "little"))
            finally:
                os._exit(0)
        for number in range(600):
            sender.send(message(1000, 1, number))
        sender.close()
        receiver.close()
        lost += 600 - int.from_bytes(answers.get(20), "little")
        os.waitpid(child, 0)
    done.set()
    for opener in openers:
        opener.join()
    print(lost, "lost")


def fork_that_python_does_not_know(size: int) -> None:
    """A child that C has forked has identities and locks of its own, and its messages don't get mixed up with ours."""
    receiver, sender = open_channel(size)
    fork = ctypes.PyDLL(None).fork
    sender.send(message(size, 1, 0))
    assert receiver.get() == message(size, 1, 0)
    child = fork()
    for number in range(20):
        if child == 0:
            sender.send(message(size, 2, number))
        else:
            sender.send(message(size, 3, number))
    sender.close()
    if child == 0:
        os._exit(0)
    received = list(receiver)
    for who in (2, 3):
        assert [each for each in received if each[0] == who] == [message(size, who, number) for number in range(20)]
    assert os.waitpid(child, 0)[1] == 0


def threads_and_forks(size: int, count: int) -> None:
    """Threads send to one another while this process forks; nothing is lost, doubled or out of order."""
    receiver, first = open_channel(size)
    children: list[int] = []

    def send(sender: Sender, who: int) -> None:
        with sender:
            for number in range(count):
                sender.send(message(size, who, number))

    threads = [threading.Thread(target=send, args=(first.dup(), who)) for who in range(3)]
    for thread in threads:
        thread.start()
    numbers = [0] * 4
    for turn in range(3 * count):
        received = receiver.get(20)
        who = received[0]
        assert received == message(size, who, numbers[who]), (who, numbers[who])
        numbers[who] += 1
        if turn % (count // 2) == 0:
            child = os.fork()
            if child == 0:
                os._exit(0)
            children.append(child)
    for child in children:
        os.waitpid(child, 0)
    assert numbers == [count, count, count, 0]
    for thread in threads:
        thread.join()


def send_half(receiver: Receiver, sender: Sender, kill: bool) -> None:
    receiver.close()
    try:
        sender.send(bytes(sender.message_size), timeout=None if kill else 0.01)
    except WouldBlockError:
        sender.close()


def killed_and_not_reaped(size: int, count: int) -> None:
    """Senders are killed in mid-message, and no process reaps them; their unfinished messages are freed."""
    receiver, sender = open_channel(size)
    before = resident()
    children = []
    for _ in range(count):
        child = os.fork()
        if child == 0:
            send_half(receiver, sender, kill=True)
            os._exit(0)
        children.append(child)
        time.sleep(0.01)
        # Some of the message, not all of it.
        for _ in range(20):
            os.kill(child, signal.SIGSTOP)
            time.sleep(0.001)
            with contextlib.suppress(WouldBlockError):
                receiver.get(0)
            os.kill(child, signal.SIGCONT)
            time.sleep(0.0005)
        os.kill(child, signal.SIGKILL)
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    for _ in range(5):
        time.sleep(0.02)
        with contextlib.suppress(WouldBlockError):
            receiver.get(0)
    messages, packets = receiver._end.pending()
    assert (messages, packets) == ([], []), (len(messages), len(packets))
    print((resident() - before) >> 20, "MiB kept")
    for child in children:
        os.waitpid(child, 0)


def given_up_and_closed(size: int, count: int) -> None:
    """Senders of one process give up in mid-message and are closed, one by one: at most one message is kept."""
    receiver, sender = open_channel(size)
    ready, tell = open_channel(1)
    child = os.fork()
    if child == 0:
        receiver.close()
        for _ in range(count):
            other = sender.dup()
            try:
                other.send(bytes(size), timeout=0.002)
            except WouldBlockError:
                other.close()
        tell.send(b"x")
        signal.pause()
    most = 0
    while True:
        try:
            ready.get(0)
        except WouldBlockError:
            with contextlib.suppress(WouldBlockError):
                receiver.get(0.004)
            most = max(most, len(receiver._end.pending()[1]))
            # The system's buffer fills up without a reader, and the sender gives up.
            time.sleep(0.004)
        else:
            break
    print(most * ((1 << 16) if not os.environ.get("CHANNEL_PIPES") else 4096) / size, "messages kept")
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def nothing_to_wake_can_be_opened() -> None:
    """The descriptors that threads wait on can't be opened by way of /proc, and no program inherits them."""
    import errno

    receiver, sender = open_channel(1 << 16)
    before = channel_programs.descriptors()
    threads = [threading.Thread(target=lambda: receiver.get(20)) for _ in range(2)]
    for thread in threads:
        thread.start()
    while not (new := channel_programs.descriptors() - before):
        time.sleep(0.01)
    for each in new:
        assert not os.get_inheritable(each)
        for flags in (os.O_RDONLY, os.O_WRONLY, os.O_RDWR):
            try:
                os.close(os.open(f"/proc/self/fd/{each}", flags))
            except OSError as error:
                assert error.errno == errno.ENXIO, error
            else:
                raise AssertionError(f"{os.readlink(f'/proc/self/fd/{each}')} was opened")
    for _ in threads:
        sender.send(bytes(1 << 16))
    for thread in threads:
        thread.join()


def work(sender: Sender, who: int, count: int) -> int:
    with sender:
        for number in range(count):
            sender.send(message(sender.message_size, who, number))
    return who


def executor(method: str, size: int) -> None:
    """Senders go to workers that run already."""
    context: Any = multiprocessing.get_context(method)
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(abs, range(4))) == [0, 1, 2, 3]
        receiver, sender = open_channel(size)
        # A message that was put in before, from hand to hand, comes first.
        for number in range(2):
            sender.send(message(size, 9, number))
        assert receiver.get() == message(size, 9, 0)
        sender.send(message(size, 9, 2))
        given = [sender.dup() for _ in range(4)]
        futures = [pool.submit(work, each, who, 20) for who, each in enumerate(given)]
        received = [receiver.get(20) for _ in range(82)]
        assert received[:2] == [message(size, 9, 1), message(size, 9, 2)]
        for who in range(4):
            own = [each for each in received if each[0] == who]
            assert own == [message(size, who, number) for number in range(20)]
        assert sorted(each.result(20) for each in futures) == [0, 1, 2, 3]
        for each in (*given, sender):
            each.close()
        # Nothing holds a sender any more, in the workers or on the way to them.
        assert list(receiver) == []


def receive_for(tasks: Any, answers: Any) -> None:
    receiver = tasks.get()
    answers.put([each[:5] for each in receiver])


def queue(method: str, size: int) -> None:
    """A receiver goes through a queue to a process that runs already, with what it has read ahead."""
    context: Any = multiprocessing.get_context(method)
    tasks, answers = context.Queue(), context.Queue()
    process = context.Process(target=receive_for, args=(tasks, answers))
    process.start()
    receiver, sender = open_channel(size)
    for number in range(4):
        sender.send(message(size, 1, number))
    assert receiver.get() == message(size, 1, 0)
    sender.send(message(size, 1, 4))
    tasks.put(receiver)
    # Pickled by another thread: it leaves this end alone once that is done.
    while receiver._end.descriptor >= 0 and len(receiver._end) == 4 and not taken_over(process, receiver):
        time.sleep(0.01)
    for number in range(5, 8):
        sender.send(message(size, 1, number))
    sender.close()
    receiver.close()
    assert answers.get(timeout=20) == [message(size, 1, number)[:5] for number in range(1, 8)]
    process.join()
    assert process.exitcode == 0


def there_and_back(size: int) -> None:
    """A receiver goes through a queue to its own process, is closed, and goes through it again."""
    context: Any = multiprocessing.get_context("spawn")
    line = context.Queue()
    receiver, sender = open_channel(size)
    for number in range(3):
        sender.send(message(size, 1, number))
    for turn in range(3):
        assert receiver.get() == message(size, 1, turn)
        line.put(receiver)
        again = line.get(timeout=20)
        receiver.close()
        receiver = again
        sender.send(message(size, 1, turn + 3))
    sender.close()
    assert list(receiver) == [message(size, 1, number) for number in range(3, 6)]


def taken_over(process: Any, receiver: Receiver) -> bool:
    target = os.readlink(f"/proc/self/fd/{receiver._end.descriptor}")
    folder = f"/proc/{process.pid}/fd"
    found = []
    for each in os.listdir(folder):
        with contextlib.suppress(OSError):
            found.append(os.readlink(f"{folder}/{each}"))
    return target in found


def room_between_processes(size: int, room: int) -> None:
    """A sender elsewhere gets rid of as many messages as were agreed on, and of hardly more."""
    receiver, sender = open_channel(size, room=room)
    answers, result = open_channel(8)
    child = os.fork()
    if child == 0:
        receiver.close()
        count = 0
        try:
            while True:
                sender.send_nowait(message(size, 1, count))
                count += 1
        except WouldBlockError:
            result.send(count.to_bytes(8, "little"))
            os._exit(0)
    count = int.from_bytes(answers.get(20), "little")
    os.waitpid(child, 0)
    sender.close()
    print(count)
    assert list(receiver) == [message(size, 1, number) for number in range(count)]


def long_messages_in_a_small_room(size: int) -> None:
    """A room for more than the system can be made to hold: messages go through all the same."""
    receiver, sender = open_channel(size, room=5)
    child = os.fork()
    if child == 0:
        receiver.close()
        for number in range(3):
            sender.send(message(size, 1, number))
        os._exit(0)
    sender.close()
    assert list(receiver) == [message(size, 1, number) for number in range(3)]
    assert os.waitpid(child, 0)[1] == 0


def main() -> None:
    signal.alarm(120)
    if os.environ.get("CHANNEL_PIPES"):
        channel_programs.use_pipes()
    globals()[sys.argv[1]](*(int(each) if each.isdecimal() else each for each in sys.argv[2:]))


if __name__ == "__main__":
    main()
