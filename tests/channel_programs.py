"""Programs that the channel tests run in separate interpreters: ``python channel_programs.py NAME ARGUMENTS``.

An interpreter that runs tests has threads, so it shouldn't fork, and it uses signals itself. A program that fails
raises an exception. Every wait in it ends, since the tests stop it after a while.
"""

from __future__ import annotations

import errno
import functools
import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any

import hypersweep.channel
from hypersweep.channel import Receiver, Sender, open_channel
from hypersweep.errors import BrokenChannelError, WouldBlockError

LONG = 1 << 26


def message(size: int, sender: int, number: int) -> bytes:
    """Return a sender's message: its number and a counter, repeated."""
    return (bytes((sender,)) + number.to_bytes(4, "little")) * (size // 5) + bytes((sender,)) * (size % 5)


def send_all(sender: Sender, who: int, count: int) -> None:
    with sender:
        for number in range(count):
            sender.send(message(sender.message_size, who, number))


def send_all_inherited(receiver: Receiver, first: Sender, sender: Sender, who: int, count: int) -> None:
    """Close the ends that a forked process doesn't use."""
    receiver.close()
    first.close()
    send_all(sender, who, count)


def start(method: str, receiver: Receiver, first: Sender, sender: Sender, who: int, count: int) -> BaseProcess:
    context: Any = multiprocessing.get_context(method)
    process: BaseProcess
    if method == "fork":
        process = context.Process(target=send_all_inherited, args=(receiver, first, sender, who, count))
    else:
        process = context.Process(target=send_all, args=(sender, who, count))
    process.start()
    sender.close()
    return process


def stress(method: str, size: int, senders: int, count: int) -> None:
    """Many processes send; every message comes whole, each sender's in order, and then the end."""
    receiver, first = open_channel(size)
    processes = [start(method, receiver, first, first.dup(), who, count) for who in range(senders)]
    first.close()
    numbers = [0] * senders
    for received in receiver:
        who = received[0]
        assert received == message(size, who, numbers[who])
        numbers[who] += 1
    assert numbers == [count] * senders
    for process in processes:
        process.join()
        assert process.exitcode == 0


def slow_receiver(size: int, count: int) -> None:
    """A slow receiver reads only a little ahead, and senders wait."""
    receiver, first = open_channel(size)
    process = start("fork", receiver, first, first.dup(), 1, count)
    first.close()
    for number, received in enumerate(receiver):
        assert received == message(size, 1, number)
        assert len(receiver._end) * size <= 1 << 20, "it reads ahead without end"
        time.sleep(0.001)
    assert number == count - 1
    process.join()


def one_sender_in_two_processes(size: int, count: int) -> None:
    """Parent and child go on with the same sender, and their messages don't get mixed up."""
    receiver, sender = open_channel(size)
    context: Any = multiprocessing.get_context("fork")
    collector = context.Process(target=collect_from_two, args=(receiver, sender, count))
    collector.start()
    receiver.close()
    sender.send(message(size, 0, 0))
    child = context.Process(target=send_all, args=(sender, 1, count))
    child.start()
    send_all(sender, 2, count)
    for process in (child, collector):
        process.join()
        assert process.exitcode == 0


def collect_from_two(receiver: Receiver, sender: Sender, count: int) -> None:
    sender.close()
    size = receiver.message_size
    received = list(receiver)
    for who in (1, 2):
        assert [each for each in received if each[0] == who] == [message(size, who, number) for number in range(count)]
    assert len(received) == 2 * count + 1


def receive_the_rest(receiver: Receiver, sender: Sender, first: int, count: int, result: Sender) -> None:
    sender.close()
    size = receiver.message_size
    for number in range(first, count):
        assert receiver.get() == message(size, 1, number)
    result.send(b"it's all there")


def receive_all(receiver: Receiver, first: int, count: int, result: Sender) -> None:
    size = receiver.message_size
    numbers = [int.from_bytes(each[1:5], "little") for each in receiver if each == message(size, 1, each[1])]
    assert numbers == list(range(first, count)), numbers
    result.send(b"it's all there")


def hand_over(method: str, size: int) -> None:
    """The receiver goes to another process when it has read more than it gave, and has a message half read."""
    context: Any = multiprocessing.get_context(method)
    receiver, sender = open_channel(size)
    answers, result = open_channel(14)
    count = 20
    feeder = start(method, receiver, sender, sender.dup(), 1, count)
    for number in range(3):
        assert receiver.get() == message(size, 1, number)
    if size > 1 << 20:
        stop_in_the_middle(receiver, feeder)
    process: BaseProcess
    if method == "fork":
        process = context.Process(target=receive_the_rest, args=(receiver, sender, 3, count, result))
    else:
        sender.close()
        process = context.Process(target=receive_all, args=(receiver, 3, count, result))
    process.start()
    if size > 1 << 20:
        os.kill(pid_of(feeder), signal.SIGCONT)
    receiver.close()
    sender.close()
    result.close()
    assert answers.get() == b"it's all there"
    feeder.join()
    process.join()
    assert (feeder.exitcode, process.exitcode) == (0, 0)


def pid_of(process: BaseProcess) -> int:
    assert process.pid is not None
    return process.pid


def half_read(receiver: Receiver) -> list[bytes]:
    """Packets of messages that aren't complete."""
    return receiver._end.pending()[1]


def stop_in_the_middle(receiver: Receiver, process: BaseProcess) -> None:
    """Stop a process that sends long messages when the channel is full, and read what there is of the message."""
    while not half_read(receiver):
        os.kill(pid_of(process), signal.SIGCONT)
        time.sleep(0.1)
        os.kill(pid_of(process), signal.SIGSTOP)
        try:
            receiver.get(0.1)
        except WouldBlockError:
            pass
        else:
            raise AssertionError("the whole message was there")


def kill_one(size: int) -> None:
    """A sender is killed in the middle of a message, while two others are in the middle of theirs."""
    receiver, first = open_channel(size)
    victim = start("fork", receiver, first, first.dup(), 0, 2)
    stop_in_the_middle(receiver, victim)
    others = [start("fork", receiver, first, first.dup(), who, 3) for who in (1, 2)]
    first.close()
    received = [receiver.get()]
    os.kill(pid_of(victim), signal.SIGKILL)
    victim.join()
    received += receiver
    for who in (1, 2):
        assert [each for each in received if each[0] == who] == [message(size, who, number) for number in range(3)]
    assert len(received) == 6
    assert receiver._end.pending() == ([], []), "what the victim left takes room"
    for process in others:
        process.join()
        assert process.exitcode == 0


class Interrupt(BaseException):
    """Raised by a signal's handler anywhere, like KeyboardInterrupt."""


armed = False


def interrupt(*unused: object) -> None:
    """Raise once after each arming."""
    global armed  # noqa: PLW0603
    if armed:
        armed = False
        raise Interrupt


def interrupted_often(work: Callable[[], None]) -> int:
    """Call a function until it succeeds, and interrupt it constantly. Returns: the number of interrupts."""
    global armed  # noqa: PLW0603
    times = 0
    signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.0003)
    done = False
    while not done:
        try:
            armed = True
            work()
            armed = False
            done = True
        except Interrupt:
            times += 1
    signal.setitimer(signal.ITIMER_REAL, 0)
    return times


def interrupted_get(size: int, count: int) -> None:
    """Interrupted every few hundred microseconds, a receiver loses nothing."""
    receiver, first = open_channel(size)
    process = start("fork", receiver, first, first.dup(), 1, count)
    first.close()
    seen: list[bytes] = [b""] * count
    number = 0

    def receive() -> None:
        nonlocal number
        while number < count:
            # Between the two lines, and within the first after the message was taken, Python runs no handler.
            seen[number] = receiver.get()
            number += 1

    assert interrupted_often(receive) > 0
    assert seen == [message(size, 1, number) for number in range(count)]
    process.join()


def send_interrupted(receiver: Receiver, sender: Sender, count: int, result: Sender) -> None:
    receiver.close()
    went = bytearray(count)
    number = 0

    def send() -> None:
        nonlocal number
        while number < count:
            number += 1
            sender.send(message(sender.message_size, 1, number))
            went[number - 1] = 1

    interrupted_often(send)
    sender.close()
    result.send(went)


def interrupted_send(size: int, count: int) -> None:
    """A message whose send was interrupted is whole, or not there at all; the others are all there, in order."""
    receiver, sender = open_channel(size)
    answers, result = open_channel(count)
    context = multiprocessing.get_context("fork")
    process = context.Process(target=send_interrupted, args=(receiver, sender, count, result))
    process.start()
    sender.close()
    numbers = []
    for received in receiver:
        numbers.append(int.from_bytes(received[1:5], "little"))
        assert received == message(size, 1, numbers[-1])
        # So that the sender waits, and is interrupted in the middle.
        time.sleep(0.0005)
    went = answers.get()
    assert numbers == sorted(set(numbers))
    assert {number + 1 for number in range(count) if went[number]} <= set(numbers)
    assert 0 in went, "no send was interrupted"
    process.join()


def ctrl_c(how: str) -> None:
    """Wait until it is interrupted, and then shows that the channel still works."""
    receiver, sender = open_channel(1 << 20)
    if how == "beside another thread":
        waiting, wake = open_channel(1)
        thread = threading.Thread(target=waiting.get)
        thread.start()
    try:
        print("waiting", flush=True)
        if how == "iterating":
            for _ in receiver:
                pass
        else:
            receiver.get(60 if how == "with a time limit" else None)
    except KeyboardInterrupt:
        sender.send(bytes(1 << 20))
        assert receiver.get() == bytes(1 << 20)
        print("interrupted", flush=True)
    if how == "beside another thread":
        wake.send(b"x")
        thread.join()


def ctrl_c_send() -> None:
    """The same for a sender without a receiver, since the receiving process has forked."""
    receiver, sender = open_channel(1 << 20)
    nothing, go = open_channel(1)
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sender.close()
        go.close()
        assert list(nothing) == []
        received = list(receiver)
        os._exit(0 if received == [b"y" * (1 << 20)] else 1)
    try:
        print("waiting", flush=True)
        while True:
            sender.send(bytes(1 << 20))
    except KeyboardInterrupt:
        receiver.close()
        go.close()
        sender.send(b"y" * (1 << 20))
        sender.close()
        print("interrupted", flush=True)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def fill_up(receiver: Receiver, sender: Sender, result: Sender, size: int) -> None:
    receiver.close()
    count = 0
    try:
        while True:
            sender.send_nowait(message(size, 1, count))
            count += 1
    except WouldBlockError:
        pass
    began = time.monotonic()
    try:
        sender.send(message(size, 2, count), timeout=0.05)
    except WouldBlockError:
        assert time.monotonic() - began >= 0.05
    else:
        raise AssertionError("there was room")
    result.send(count.to_bytes(8, "little"))
    sender.send(message(size, 3, count))


def full(size: int) -> None:
    """A sender in another process finds the channel full; what it gave up doesn't come, what it sent does."""
    receiver, sender = open_channel(size)
    answers, result = open_channel(8)
    process = multiprocessing.get_context("fork").Process(target=fill_up, args=(receiver, sender, result, size))
    process.start()
    sender.close()
    result.close()
    count = int.from_bytes(answers.get(), "little")
    assert count > 0 or size > 1 << 15
    assert count == 0 or size < 1 << 20
    assert count < 1 << 16
    assert list(receiver) == [message(size, 1, number) for number in range(count)] + [message(size, 3, count)]
    process.join()
    assert process.exitcode == 0


def both_ends_after_fork() -> None:
    """A process that has both ends and once received never waits, even when it forked; children don't take its mail."""
    receiver, sender = open_channel(1000)
    sender.send(bytes(1000))
    assert receiver.get() == bytes(1000)
    child = os.fork()
    if child == 0:
        # It has the receiver too, but nothing says that it uses it: it must not take messages to make room.
        try:
            while True:
                sender.send(b"c" * 1000, timeout=0.05)
        except WouldBlockError:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    for number in range(3000):
        sender.send(message(1000, 1, number))
    sender.close()
    received = list(receiver)
    assert [each for each in received if each[0] == 1] == [message(1000, 1, number) for number in range(3000)]
    assert len(received) > 3050, "what the child sent is missing"


def the_other_end_dies() -> None:
    """A receiver that is killed is noticed by a sender that waits, and the last sender's death by the receiver."""
    receiver, sender = open_channel(1 << 20)
    child = os.fork()
    if child == 0:
        sender.close()
        receiver.get()
        time.sleep(60)
        os._exit(0)
    receiver.close()
    sender.send(bytes(1 << 20))
    threading.Timer(0.1, os.kill, (child, signal.SIGKILL)).start()
    try:
        while True:
            sender.send(bytes(1 << 20))
    except BrokenChannelError:
        pass
    os.waitpid(child, 0)
    receiver, sender = open_channel(5)
    child = os.fork()
    if child == 0:
        sender.send(b"hello")
        time.sleep(60)
        os._exit(0)
    sender.close()
    assert receiver.get() == b"hello"
    threading.Timer(0.1, os.kill, (child, signal.SIGKILL)).start()
    assert list(receiver) == []
    os.waitpid(child, 0)


def fork_while_receiving() -> None:
    """A process is forked while another thread reads; it can close its copy, send, and go."""
    receiver, sender = open_channel(1 << 20)
    counted = []
    thread = threading.Thread(target=lambda: counted.append(sum(1 for _ in receiver)))
    thread.start()
    children = []
    for _ in range(20):
        for _ in range(3):
            sender.send(bytes(1 << 20))
        child = os.fork()
        if child == 0:
            receiver.close()
            del receiver
            gc.collect()
            sender.send(b"c" * (1 << 20))
            sender.close()
            os._exit(0)
        children.append(child)
    for child in children:
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    sender.close()
    thread.join()
    assert counted == [80]


def fork_and_receive() -> None:
    """The same, but each child receives as well, for once: short messages are whole wherever they are read."""
    receiver, sender = open_channel(64)
    counts = [0, 0]

    def receive() -> None:
        counts[0] = sum(1 for _ in receiver)

    thread = threading.Thread(target=receive)
    thread.start()
    for _ in range(150):
        for _ in range(100):
            sender.send(bytes(64))
        child = os.fork()
        if child == 0:
            # What its parent has read is its parent's.
            receiver._end.clear()
            count = 0
            try:
                while count < 255:
                    receiver.get(0)
                    count += 1
            except WouldBlockError:
                pass
            os._exit(count)
        counts[1] += os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    sender.close()
    thread.join()
    assert sum(counts) == 15_000, counts


def exit_while_threads_wait() -> None:
    """Daemon threads wait on both ends, one of them is woken while the interpreter ends."""
    receiver, sender = open_channel(1 << 20)
    threading.Thread(target=lambda: list(receiver), daemon=True).start()
    threading.Thread(target=lambda: receiver.get(60), daemon=True).start()
    time.sleep(0.1)

    class Late:
        def __del__(self) -> None:
            sender.close()
            time.sleep(0.2)

    # Modules are removed when nothing else runs.
    sys.modules["late"] = Late()  # type: ignore[assignment]


def descriptors() -> set[int]:
    """The open descriptors of this process."""
    opened = set()
    for each in range(256):
        try:
            os.fstat(each)
            opened.add(each)
        except OSError:
            pass
    return opened


def no_names() -> None:
    """The descriptors that a channel takes lead to nothing that has a name, and can't be opened from outside."""
    before = descriptors()
    receiver, sender = open_channel(1 << 20)
    other = sender.dup()
    new = sorted(descriptors() - before)
    assert len(new) == 3, new
    with open("/proc/net/unix", encoding="ascii") as table:
        paths = {line.split()[6]: line.split()[7:] for line in table.readlines()[1:]}
    program = "import errno, os, sys\n"
    for each in new:
        target = os.readlink(f"/proc/self/fd/{each}")
        assert target.startswith("socket:["), target
        assert paths.get(target[8:-1], []) == [], "the socket has a name"
        assert not os.get_inheritable(each)
        for flags in ("O_RDONLY", "O_WRONLY", "O_RDWR"):
            path = f"/proc/{os.getpid()}/fd/{each}"
            program += f"try: os.open({path!r}, os.{flags})\n"
            program += "except OSError as error: assert error.errno == errno.ENXIO, error\n"
            program += "else: sys.exit('it was opened')\n"
            try:
                os.open(path, getattr(os, flags))
            except OSError as error:
                assert error.errno == errno.ENXIO, error
            else:
                raise AssertionError("it was opened")
    # Another process of the same user, which inherits nothing although everything that may be is left open.
    for each in new:
        program += f"assert not os.path.exists('/proc/self/fd/{each}') or not os.readlink("
        program += f"'/proc/self/fd/{each}').startswith('socket:')\n"
    subprocess.run([sys.executable, "-S", "-c", program], check=True, close_fds=False)
    assert not receiver.closed
    assert not other.closed


def no_files() -> None:
    """What the interpreter reports of itself while channels are opened, used and handed over: no file, no address."""
    events: list[tuple[str, object]] = []
    watched = ("open", "os.mkdir", "os.rename", "os.link", "os.symlink", "shutil.", "tempfile.", "socket.bind")
    on = [False]

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if on[0] and event.startswith(watched):
            events.append((event, arguments[0]))

    import multiprocessing.popen_spawn_posix
    import multiprocessing.resource_tracker

    multiprocessing.resource_tracker.ensure_running()
    sys.addaudithook(watch)
    shared = set(os.listdir("/dev/shm"))
    on[0] = True
    receiver, sender = open_channel(1 << 21)
    sender.send(bytes(1 << 21))
    receiver.get()
    on[0] = False
    process = start("spawn", receiver, sender, sender.dup(), 1, 2)
    sender.close()
    assert len(list(receiver)) == 2
    process.join()
    for event, what in events:
        # Modules are loaded, and the space of process numbers is looked at.
        assert event == "open", event
        assert isinstance(what, str), what
        assert what.endswith((".py", ".pyc", ".so")) or what.startswith("/proc/"), what
    # Other programs may use it too; entries of this process would appear repeatedly.
    print("new in /dev/shm:", len(set(os.listdir("/dev/shm")) - shared))


def use_pipes() -> None:
    """Channels as on systems without such sockets."""
    posix: Any = hypersweep.channel.posix
    posix.open_pair = functools.partial(posix.open_pair, pipe=True)


def main(name: str, *arguments: str) -> None:
    # This ends even if the tests are stopped.
    signal.alarm(120)
    if os.environ.get("CHANNEL_PIPES"):
        use_pipes()
    globals()[name](*(int(each) if each.isdecimal() else each for each in arguments))


if __name__ == "__main__":
    main(*sys.argv[1:])
