"""An engine's process and pipes: start the process, exchange bytes, and end it even if it hangs."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import weakref
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from hypersweep.errors import EngineTerminatedError, ParameterError, ParameterTypeError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from queue import Queue

MOST_SAID = 1 << 14
"""Maximum number of bytes kept from the end of an engine's standard error."""

# Bytes to read at a time: the capacity of a pipe.
_CHUNK = 1 << 16
# Maximum number of chunks the reading threads buffer until ``listen`` collects them.
_MOST_WAITING = 16
# Seconds between checks that the process is still running.
_LOOK = 0.1
# Seconds the process gets to exit by itself, and again after a signal.
_GRACE = 0.5


def command_words(command: str | Sequence[str]) -> list[str]:
    """Return the words of a command that starts an engine.

    As the first word, "hypersweep" means this package, wherever it is installed.

    Args:
        command: a list of words, or text to split as a shell does.

    Raises:
        ParameterTypeError: the command is neither a list of words nor a string.
        ParameterError: the command has no words, an unclosed quote, or a NUL character.

    >>> command_words("java -cp 'my engines' Careful")
    ['java', '-cp', 'my engines', 'Careful']
    """
    if isinstance(command, str):
        import shlex

        try:
            words = shlex.split(command, posix=os.name == "posix")
        except ValueError as error:
            raise ParameterError(f"expected a command, got {truncate(command)}: {str(error).lower()}") from None
    else:
        try:
            words = list(command)
        except TypeError:
            words = [None]  # type: ignore[list-item]
        if not all(isinstance(word, str | os.PathLike) for word in words):
            raise ParameterTypeError(f"expected a command as a list of words, got {truncate(command)}")
        words = [os.fspath(word) for word in words]
    if not words or not words[0]:
        raise ParameterError(f"expected a command of at least one word, got {truncate(command)}")
    if any("\0" in word for word in words):
        raise ParameterError(f"expected a command without NUL characters, got {truncate(command)}")
    if words[0] == "hypersweep":
        words[:1] = [sys.executable, "-m", "hypersweep"]
    return words


def program_name(words: Sequence[str]) -> str:
    """Return a short name for a command's program, as users would write it.

    >>> program_name(["java", "Careful"]), program_name(command_words("hypersweep engine"))
    ('java', 'hypersweep')
    """
    return "hypersweep" if list(words[1:3]) == ["-m", "hypersweep"] else words[0]


def command_text(words: Sequence[str]) -> str:
    """Return a command as users would write it, to tell engines apart.

    >>> command_text(["python", "my engine.py"]), command_text(command_words("hypersweep engine"))
    ("python 'my engine.py'", 'hypersweep engine')
    """
    import shlex

    name = program_name(words)
    return shlex.join([name, *words[3 if name == "hypersweep" else 1 :]])


def _start_arguments(cwd: str | None, environment: Mapping[str, str] | None) -> dict[str, object]:
    """Return the arguments for ``Popen``: three pipes, and no other open files.

    The engine gets its own process group, so that its children can be ended with it, and Ctrl-C in the terminal reaches
    only this program.
    """
    found: dict[str, object] = {
        "stdin": subprocess.PIPE,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "close_fds": True,
        "cwd": cwd,
        "env": None if environment is None else dict(environment),
    }
    if os.name == "posix":
        found["start_new_session"] = True
    else:
        found["creationflags"] = 0x200 | 0x08000000  # its own process group, and no window
    return found


def _said_text(data: bytes) -> str:
    """Decode an engine's standard error, and remove terminal control characters."""
    text = bytes(data).decode("utf-8", "backslashreplace")
    return "".join([each if each.isprintable() or each == "\n" else " " for each in text]).strip()


def _exit_words(status: int | None) -> str:
    """Describe how a process ended.

    >>> _exit_words(3), _exit_words(-9)
    ('with status 3', 'by signal 9')
    """
    if status is None:
        return "without a status"
    return f"with status {status}" if status >= 0 else f"by signal {-status}"


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Return whether a process has exited; avoid reaping it if possible, so that its process ID isn't reused."""
    if process.returncode is not None or not hasattr(os, "waitid"):
        return process.poll() is not None
    try:
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return process.poll() is not None


def _wait_end(process: subprocess.Popen[bytes], seconds: float) -> bool:
    end, pause = time.monotonic() + seconds, 0.0005
    while not _has_ended(process):
        if time.monotonic() >= end:
            return False
        time.sleep(pause)
        pause = min(2 * pause, 0.02)
    return True


def _signal(process: subprocess.Popen[bytes], *, is_last: bool) -> None:
    with suppress(OSError):
        if os.name != "posix":
            process.kill()
        elif process.returncode is None:
            import signal

            os.killpg(process.pid, signal.SIGKILL if is_last else signal.SIGTERM)


def _end_process(process: subprocess.Popen[bytes], owner: int, grace: float = _GRACE) -> bool:
    """End a process and its process group; in a fork of the process that started it, only close the pipes.

    Args:
        process: the process.
        owner: ID of the process that started it.
        grace: seconds the process gets to exit by itself, and again after a signal.

    Returns:
        Whether the process exited by itself, without a signal from this function.
    """
    for stream in (process.stdin, process.stdout, process.stderr):
        with suppress(OSError, ValueError):
            if stream is not None:
                stream.close()
    if os.getpid() != owner:
        # After a fork, this process can't wait for the engine, which isn't its child.
        process.returncode = 0
        return True
    try:
        has_ended = _wait_end(process, grace)
        if not has_ended:
            _signal(process, is_last=False)
            _wait_end(process, grace)
    finally:
        # Kill processes left behind by the engine, even if Ctrl-C interrupts the wait.
        _signal(process, is_last=True)
    with suppress(subprocess.TimeoutExpired):
        process.wait(10)
    return has_ended


def end_engines(grace: float = _GRACE) -> None:
    """End this process's engines and their children, before this process exits without the usual cleanup.

    Any thread may call this at any time. Afterwards no thread can use those engines.

    Args:
        grace: seconds the engines get to exit after a signal.
    """
    left: list[subprocess.Popen[bytes]] = []
    # RuntimeError: another thread added an engine during the iteration.
    with suppress(RuntimeError):
        left = [each._process for each in list(_open) if not each.is_closed and each._owner == os.getpid()]
    for process in left:
        _signal(process, is_last=False)
    end = time.monotonic() + grace
    while not all(map(_has_ended, left)) and time.monotonic() < end:
        time.sleep(0.005)
    for process in left:
        _signal(process, is_last=True)


_open: weakref.WeakSet[EngineProcess] = weakref.WeakSet()


def _after_fork() -> None:
    # If a forked child kept the pipes open, the engine wouldn't notice that its parent has closed them.
    for each in list(_open):
        each.let_go()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class EngineProcess:
    """A running engine: sends and receives bytes, and ends the process.

    One thread listens at a time; others may send meanwhile. Standard error is read too, so that the engine never blocks
    on it, and its last bytes are kept. Standard output is read only in ``listen``, so an engine that floods it blocks.

    Args:
        words: the command's words.
        cwd: working directory; None for the current one.
        environment: environment variables; None for this process's.

    Raises:
        EngineTerminatedError: the engine can't be started.
    """

    def __init__(
        self, words: Sequence[str], *, cwd: str | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self._words = list(words)
        try:
            self._process: subprocess.Popen[bytes] = subprocess.Popen(  # type: ignore[call-overload]
                self._words, bufsize=0, **_start_arguments(cwd, environment)
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            if cwd is not None and (getattr(error, "filename", None) == cwd or not os.path.isdir(cwd)):
                raise EngineTerminatedError(
                    f"can't start the engine in the folder {truncate(cwd, 200)}: {why}"
                ) from None
            raise EngineTerminatedError(f"can't start the engine {truncate(program_name(words))}: {why}") from None
        self._owner = os.getpid()
        self._out = bytearray()
        self._said = bytearray()
        self._is_closed = False
        # When the process was found to have exited while another process still held its output pipe open.
        self._ended_at: float | None = None

        self._pipes = open_pipes(self._process)
        self._finalizer = weakref.finalize(self, _end_process, self._process, self._owner, 0.05)
        _open.add(self)

    @property
    def pid(self) -> int:
        """The process ID."""
        return self._process.pid

    @property
    def said(self) -> str:
        """The end of the engine's standard error as text, at most ``MOST_SAID`` bytes."""
        return _said_text(bytes(self._said))

    @property
    def is_closed(self) -> bool:
        """Whether ``close`` or ``let_go`` was called."""
        return self._is_closed

    def send(self, data: bytes) -> None:
        """Send as many bytes as the pipe accepts now; ``listen`` sends the rest."""
        if not self._is_closed:
            self._pipes.send(data)

    def descriptors(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return descriptors for an event loop to wait for, for reading and for writing; empty if unsupported."""
        return ((), ()) if self._is_closed else self._pipes.descriptors()

    def listen(self, deadline: float) -> bytes:
        """Return the engine's next output; empty if there is none within a short time or by the deadline.

        Args:
            deadline: a time as returned by ``time.monotonic``.

        Raises:
            EngineTerminatedError: the engine has exited or closed its output.
        """
        if self._is_closed:
            raise EngineTerminatedError("the engine is closed")
        wait = max(min(deadline - time.monotonic(), _LOOK), 0.0)
        heard, said, is_over = self._pipes.listen(wait)
        self._keep(said)
        if heard and self._is_left():
            heard = b""
        if not heard and (is_over or _has_ended(self._process)):
            if self._ended_at is None:
                # The process has exited, but its last output may still be in the pipe.
                heard, said, _ = self._pipes.listen(0.0)
                self._keep(said)
            if not heard:
                has_ended = self._close(_GRACE)
                # If the process had to be killed, its exit status only shows our signal, so don't report it.
                what = f"ended {_exit_words(self._process.returncode)}" if has_ended else "closed its output"
                raise EngineTerminatedError(
                    f"the engine {truncate(command_text(self._words), 200)} has {what}" + self._last_words(),
                    said=self.said,
                )
        return heard

    def _is_left(self) -> bool:
        """Return whether the engine exited a while ago, so that any new output is from processes it left behind."""
        if self._ended_at is None and _has_ended(self._process):
            self._ended_at = time.monotonic()
        return self._ended_at is not None and time.monotonic() > self._ended_at + _GRACE

    def _keep(self, said: bytes) -> None:
        self._said += said
        del self._said[: max(len(self._said) - MOST_SAID, 0)]

    def _last_words(self) -> str:
        last = self.said.splitlines()[-1:]
        return f", after it said {truncate(last[0], 200)}" if last else ""

    def close(self, grace: float = _GRACE) -> None:
        """End the engine, by force if necessary. Further calls do nothing."""
        self._close(grace)

    def _close(self, grace: float) -> bool:
        """End the engine. Returns: whether it exited by itself."""
        if self._is_closed:
            return True
        if os.getpid() != self._owner:
            self.let_go()
            return True
        self._is_closed = True
        self._pipes.close()
        has_ended = _end_process(self._process, self._owner, grace)
        # Not earlier: if Ctrl-C interrupts the code above, ``end_engines`` must still find the engine.
        self._finalizer.detach()
        return has_ended

    def let_go(self) -> None:
        """Close the pipes in a forked child, without waiting.

        Take no lock, because a thread that exists only in the parent may have held it during the fork.
        """
        self._is_closed = True
        self._finalizer.detach()
        _end_process(self._process, self._owner)


class Pipes(Protocol):
    """The interface of both types of pipes."""

    def send(self, data: bytes) -> None:
        """Send as many bytes as the pipe accepts, and keep the rest for later."""

    def listen(self, seconds: float) -> tuple[bytes, bytes, bool]:
        """Return new bytes from standard output and standard error, and whether standard output has ended."""

    def descriptors(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return descriptors to wait for, for reading and for writing; empty if unsupported."""

    def close(self) -> None:
        """Close the pipes."""


def open_pipes(process: subprocess.Popen[bytes]) -> Pipes:
    """Return a process's pipes, wrapped in the class that this system supports."""
    return PolledPipes(process) if os.name == "posix" else ThreadedPipes(process)


class PolledPipes:
    """Non-blocking pipes, for systems that can poll them.

    Args:
        process: a process started with three unbuffered pipes.
    """

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        import selectors

        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._in, self._out, self._error = process.stdin.fileno(), process.stdout.fileno(), process.stderr.fileno()
        for number in (self._in, self._out, self._error):
            os.set_blocking(number, False)
        self._lock = threading.Lock()
        self._unsent = bytearray()
        self._is_deaf = False
        self._kind = getattr(selectors, "PollSelector", selectors.SelectSelector)
        self._reading = {self._out, self._error}

    def send(self, data: bytes) -> None:
        """Send as many bytes as the pipe accepts, and keep the rest for later."""
        with self._lock:
            # After a close, the descriptor numbers may belong to other files.
            if not self._is_deaf:
                self._unsent += data
                self._flush()

    def _flush(self) -> None:
        try:
            while self._unsent:
                del self._unsent[: os.write(self._in, self._unsent[:_CHUNK])]
        except BlockingIOError:
            pass
        except OSError:
            # The process no longer reads; ``listen`` will find out whether it still writes.
            self._is_deaf = True
            self._unsent.clear()

    def listen(self, seconds: float) -> tuple[bytes, bytes, bool]:
        """Return new bytes from standard output and standard error, and whether standard output has ended."""
        import selectors

        with self._kind() as selector:
            for number in self._reading:
                selector.register(number, selectors.EVENT_READ)
            if self._unsent and not self._is_deaf:
                selector.register(self._in, selectors.EVENT_WRITE)
            ready = {key.fd for key, _ in selector.select(seconds)}
        if self._in in ready:
            with self._lock:
                self._flush()
        found = {number: self._read(number) for number in (self._out, self._error) if number in ready}
        return found.get(self._out, b""), found.get(self._error, b""), self._out not in self._reading

    def descriptors(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return descriptors to wait for, for reading and for writing."""
        return tuple(self._reading), (self._in,) if self._unsent and not self._is_deaf else ()

    def _read(self, number: int) -> bytes:
        try:
            data = os.read(number, _CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._reading.discard(number)
        return data

    def close(self) -> None:
        """Close the pipes."""
        with self._lock:
            self._is_deaf = True
            self._unsent.clear()


class ThreadedPipes:
    """Blocking pipes with a thread each, for systems that can't poll pipes.

    Args:
        process: a process started with three unbuffered pipes.
    """

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        from queue import Queue

        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._heard: Queue[tuple[bool, bytes]] = Queue(_MOST_WAITING)
        self._unsent: Queue[bytes | None] = Queue()
        self._is_over = self._is_closed = False
        works = (
            (self._send, process.stdin.fileno()),
            (self._hear, process.stdout.fileno()),
            (self._hear_error, process.stderr.fileno()),
        )
        for work, number in works:
            # Each thread gets its own duplicate of the descriptor, so that nothing else can close it while the thread
            # blocks.
            threading.Thread(target=work, args=(os.dup(number),), daemon=True).start()
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()

    def _send(self, number: int) -> None:
        try:
            while (data := self._unsent.get()) is not None:
                view = memoryview(data)
                while view and not self._is_closed:
                    view = view[os.write(number, view[:_CHUNK]) :]
        except OSError:
            pass
        finally:
            os.close(number)

    def _hear(self, number: int) -> None:
        self._pass_on(number, is_error=False)

    def _hear_error(self, number: int) -> None:
        self._pass_on(number, is_error=True)

    def _pass_on(self, number: int, *, is_error: bool) -> None:
        try:
            while not self._is_closed:
                data = os.read(number, _CHUNK)
                if data or not is_error:
                    self._put(is_error, data)
                if not data:
                    break
        except OSError:
            self._put(is_error, b"")
        finally:
            os.close(number)

    def _put(self, is_error: bool, data: bytes) -> None:
        from queue import Full

        while not self._is_closed:
            try:
                self._heard.put((is_error, data), timeout=0.2)
            except Full:
                continue
            return

    def send(self, data: bytes) -> None:
        """Queue bytes for the writing thread."""
        self._unsent.put(data)

    def listen(self, seconds: float) -> tuple[bytes, bytes, bool]:
        """Return new bytes from standard output and standard error, and whether standard output has ended."""
        from queue import Empty

        heard, said = bytearray(), bytearray()
        try:
            is_error, data = self._heard.get(timeout=max(seconds, 0.001))
            while True:
                if is_error:
                    said += data
                else:
                    heard += data
                    self._is_over = self._is_over or not data
                is_error, data = self._heard.get_nowait()
        except Empty:
            return bytes(heard), bytes(said), self._is_over

    def descriptors(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return no descriptors, since threads read the pipes."""
        return (), ()

    def close(self) -> None:
        """Close the pipes."""
        self._is_closed = True
        self._unsent.put(None)
