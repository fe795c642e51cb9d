"""An engine's process: how it is started, heard and ended, whatever it does."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import weakref
from contextlib import suppress
from typing import TYPE_CHECKING

from hypersweep.errors import EngineTerminatedError, ParameterError, ParameterTypeError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "MOST_SAID",
    "EngineProcess",
    "command_text",
    "command_words",
    "end_engines",
    "end_process",
    "exit_words",
    "program_name",
    "said_text",
    "start_arguments",
]

MOST_SAID = 1 << 14
"""Bytes of standard error that are kept: the last ones."""

# At a time, as much as a pipe holds.
_CHUNK = 1 << 16
# How often a wait looks whether the process still lives.
_LOOK = 0.1
# How long it may take to end when it is told to, and when it is made to.
_GRACE = 0.5


def command_words(command: str | Sequence[str]) -> list[str]:
    """The words of a command that starts an engine.

    "hypersweep" as the first word is the program that this one belongs to, wherever it is installed.

    Args:
        command: the words, or a text that is split into words as a shell does.

    Raises:
        ParameterTypeError: neither of them.
        ParameterError: no word, quotes that don't end, or a NUL character.

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
            raise ParameterTypeError(f"expected the words of a command, got {truncate(command)}")
        words = [os.fspath(word) for word in words]
    if not words or not words[0]:
        raise ParameterError(f"expected a command of at least one word, got {truncate(command)}")
    if any("\0" in word for word in words):
        raise ParameterError(f"expected a command without NUL characters, got {truncate(command)}")
    if words[0] == "hypersweep":
        words[:1] = [sys.executable, "-m", "hypersweep"]
    return words


def program_name(words: Sequence[str]) -> str:
    """What to call the program of a command: as somebody would who has written it.

    >>> program_name(["java", "Careful"]), program_name(command_words("hypersweep engine"))
    ('java', 'hypersweep')
    """
    return "hypersweep" if list(words[1:3]) == ["-m", "hypersweep"] else words[0]


def command_text(words: Sequence[str]) -> str:
    """A command as somebody would write it, to tell one engine from another.

    >>> command_text(["python", "my engine.py"]), command_text(command_words("hypersweep engine"))
    ("python 'my engine.py'", 'hypersweep engine')
    """
    import shlex

    name = program_name(words)
    return shlex.join([name, *words[3 if name == "hypersweep" else 1 :]])


def start_arguments(cwd: str | None, environment: Mapping[str, str] | None) -> dict[str, object]:
    """How an engine is started: three pipes, and nothing else that is open here.

    It has a group of processes of its own, so that it ends with all that it started, and Ctrl-C at the terminal is for
    this program alone.
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
        found["creationflags"] = 0x200 | 0x08000000  # a group of its own, and no window
    return found


def said_text(data: bytes) -> str:
    """What an engine wrote to standard error, as text that harms no terminal."""
    text = bytes(data).decode("utf-8", "backslashreplace")
    return "".join([each if each.isprintable() or each == "\n" else " " for each in text]).strip()


def exit_words(status: int | None) -> str:
    """How a process ended, in words.

    >>> exit_words(3), exit_words(-9)
    ('with status 3', 'by signal 9')
    """
    if status is None:
        return "without a status"
    return f"with status {status}" if status >= 0 else f"by signal {-status}"


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether a process has ended. Where that can be it isn't reaped, so that its number remains its own."""
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


def end_process(process: subprocess.Popen[bytes], owner: int, grace: float = _GRACE) -> bool:
    """Ends a process and all of its group; a process that was forked off its parent only lets go of it.

    Whether it ended by itself, and no signal from here was needed.

    Args:
        process: the process.
        owner: the number of the process that has started it.
        grace: how long it may take to end by itself now that nobody listens, and then when it is asked to.
    """
    for stream in (process.stdin, process.stdout, process.stderr):
        with suppress(OSError, ValueError):
            if stream is not None:
                stream.close()
    if os.getpid() != owner:
        # It is no child of this process: there is nothing to wait for.
        process.returncode = 0
        return True
    try:
        has_ended = _wait_end(process, grace)
        if not has_ended:
            _signal(process, is_last=False)
            _wait_end(process, grace)
    finally:
        # Whatever it has started and left behind goes with it; so it does where Ctrl-C cuts the waiting short.
        _signal(process, is_last=True)
    with suppress(subprocess.TimeoutExpired):
        process.wait(10)
    return has_ended


def end_engines(grace: float = _GRACE) -> None:
    """Ends every engine of this process with all that it has started: for a process that is about to end by force.

    Any thread may do so, whatever the others are doing; they can't ask those engines any more.

    Args:
        grace: how long they may take to end when they are asked to.
    """
    left: list[subprocess.Popen[bytes]] = []
    # Another thread may begin an engine just now.
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
    # A child that kept the pipes would keep an engine alive which its parent has closed.
    for each in list(_open):
        each.let_go()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class EngineProcess:
    """A running engine: bytes to it, bytes from it, and its end.

    One thread listens at a time; others may send meanwhile. What it says to standard error is read as well, so that it
    never waits for somebody to do so, and the end of it is kept. While nobody listens, nothing is read: an engine that
    talks without end waits then.

    Args:
        words: of its command.
        cwd: the folder it works in; None for this one.
        environment: its environment; None for this one's.

    Raises:
        EngineTerminatedError: it can't be started.
    """

    def __init__(
        self, words: Sequence[str], *, cwd: str | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self._words = list(words)
        try:
            self._process: subprocess.Popen[bytes] = subprocess.Popen(  # type: ignore[call-overload]
                self._words, bufsize=0, **start_arguments(cwd, environment)
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            if cwd is not None and (getattr(error, "filename", None) == cwd or not os.path.isdir(cwd)):
                raise EngineTerminatedError(
                    f"expected a folder that an engine can work in, got {truncate(cwd, 200)}: {why}"
                ) from None
            raise EngineTerminatedError(
                f"expected an engine that can be started, got {truncate(program_name(words))}: {why}"
            ) from None
        self._owner = os.getpid()
        self._out = bytearray()
        self._said = bytearray()
        self._is_closed = False
        # When it was seen to have ended while its pipe was still written to.
        self._ended_at: float | None = None
        from hypersweep.engine.pipes import open_pipes

        self._pipes = open_pipes(self._process)
        self._finalizer = weakref.finalize(self, end_process, self._process, self._owner, 0.05)
        _open.add(self)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def said(self) -> str:
        """The end of what it has said to standard error."""
        return said_text(bytes(self._said))

    @property
    def is_closed(self) -> bool:
        """Whether it was ended here."""
        return self._is_closed

    def send(self, data: bytes) -> None:
        """Sends bytes, as far as there is room; ``listen`` sends the rest."""
        if not self._is_closed:
            self._pipes.send(data)

    def descriptors(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What another loop may wait for: to be read from, and to be written to; nothing where it can't."""
        return ((), ()) if self._is_closed else self._pipes.descriptors()

    def listen(self, deadline: float) -> bytes:
        """What it says next; nothing where it says nothing for a moment, or until the deadline.

        Args:
            deadline: by ``time.monotonic``.

        Raises:
            EngineTerminatedError: it has ended, or says nothing more.
        """
        if self._is_closed:
            raise EngineTerminatedError("expected a running engine, got one that was closed")
        wait = max(min(deadline - time.monotonic(), _LOOK), 0.0)
        heard, said, is_over = self._pipes.listen(wait)
        self._keep(said)
        if heard and self._is_left():
            heard = b""
        if not heard and (is_over or _has_ended(self._process)):
            if self._ended_at is None:
                # What it said last may still be under way.
                heard, said, _ = self._pipes.listen(0.0)
                self._keep(said)
            if not heard:
                has_ended = self._close(_GRACE)
                # The status of one that had to be made to end is that of our signal.
                what = f"ended {exit_words(self._process.returncode)}" if has_ended else "closed its output"
                raise EngineTerminatedError(
                    f"the engine {truncate(command_text(self._words), 200)} has {what}" + self._last_words(),
                    said=self.said,
                )
        return heard

    def _is_left(self) -> bool:
        """Whether it ended a while ago, and what is heard comes of others that it has left behind."""
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
        """Ends it, by force if it must be. It can be called any number of times."""
        self._close(grace)

    def _close(self, grace: float) -> bool:
        """Ends it; whether it had ended by itself."""
        if self._is_closed:
            return True
        if os.getpid() != self._owner:
            self.let_go()
            return True
        self._is_closed = True
        self._pipes.close()
        has_ended = end_process(self._process, self._owner, grace)
        # Not before: where Ctrl-C strikes in between, somebody must still be there to end it.
        self._finalizer.detach()
        return has_ended

    def let_go(self) -> None:
        """What a process does that was forked off: it closes the pipes, and waits for nothing.

        Not even for a lock: a thread may have held it that is in the parent alone.
        """
        self._is_closed = True
        self._finalizer.detach()
        end_process(self._process, self._owner)
