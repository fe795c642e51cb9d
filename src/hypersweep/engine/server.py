"""The engine's side of the protocol: reads lines even during a search, and survives invalid lines.

The search runs in the main thread, because only there can a signal interrupt a kernel. There are four other threads:

- One reads lines. To stop a search, it sends the main thread a signal, whose handler raises an exception, but only
  during a search.
- One enforces time limits and reports progress.
- One writes, so that a slow reader doesn't block the other threads, which must notice time limits and the end of input.
- One waits for ``SIGTERM``.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from hypersweep.engine.answer import Answer, EngineInfo
from hypersweep.engine.engine_protocol import (
    MOST_BYTES,
    PROTOCOL_VERSION,
    Go,
    Hello,
    NewGame,
    Ping,
    Position,
    Quit,
    SetOption,
    Stop,
    answer_lines,
    clean_text,
    decode_line,
    error_line,
    id_of,
    info_line,
    option_line,
    parse_command,
)
from hypersweep.engine.searching import Search
from hypersweep.engine.terminations import calling_on_termination
from hypersweep.errors import (
    BoardTooLargeError,
    BudgetExceededError,
    EngineRefusalError,
    HypersweepError,
    InconsistentViewError,
    ParseError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import FrameType

    from hypersweep.engine.engine_protocol import Command
    from hypersweep.engine.searching import Searcher

MOST_WAITING = 1000
"""Maximum number of lines pending during a search; any more are refused."""

MOST_CELLS = 1 << 28
"""Maximum number of cells on a board; without it, a short line could declare a board that takes seconds to read."""

_MOST_WAITING_BYTES = 1 << 26
# Maximum memory for boards in pending positions, in bytes: a short line can describe a large board.
_MOST_WAITING_BOARDS = 1 << 28
# Seconds a search may continue after the end of input.
_LAST_SECONDS = 0.25
# Seconds for a stopped search to end, and again for finding its quick answer; after that, another thread answers in its
# place.
_PATIENCE = 0.5
_HASTE = 2.0
# Seconds from the end of input until the process exits, if no answer is found or the output isn't read.
_LAST_PATIENCE = 3.0
_UNREAD = 5.0
# Seconds between progress reports, and between checks of time limits.
_TELL = 0.5
_LOOK = 0.02
# Maximum number of unwritten answer bytes; while there are more, no search starts.
_UNSAID = 1 << 20
# Stage of a stopped search while it finds a quick answer.
_STOPPING = "stopping"
# Signal whose handler raises ``_Stopped`` in the main thread; terminals don't send this signal.
_SIGNAL: signal.Signals = getattr(signal, "SIGUSR2" if os.name == "posix" else "SIGBREAK")

# Bytes to read or write at a time.
_CHUNK = 1 << 16
# Number of unwritten bytes above which droppable lines are dropped.
_MOST_UNSAID = 1 << 26


class _Stopped(BaseException):
    """The search was stopped."""


class EngineServer:
    """Serves the engine protocol with a searcher.

    Args:
        searcher: finds the moves.
        read: file descriptor for the input.
        write: file descriptor for the output.
        max_cells: maximum number of cells on a board; None for as many as fit into memory.
    """

    def __init__(self, searcher: Searcher, read: int, write: int, *, max_cells: int | None = MOST_CELLS) -> None:
        self._searcher, self._max_cells = searcher, max_cells
        self._read, self._write = read, write
        self._writer = LineWriter(write, lambda: self._finish(at_once=True, is_heard=False))
        self._position: Position | None = None
        # Whether there will be a position once all pending lines are processed.
        self._has_position = False
        # Pending work for the main thread, in order, with the size in bytes of each line and of its board.
        self._waiting: deque[tuple[Command | Search | str, int, int]] = deque()
        self._bytes = self._boards = 0
        self._changed = threading.Condition()
        # Unanswered searches; the first one may be running.
        self._searches: list[Search] = []
        self._current: Search | None = None
        self._may_interrupt = False
        self._is_over = self._is_quitting = False
        self._ended_at = self._answered_at = 0.0
        self._done = threading.Event()

    def run(self) -> int:
        """Serve until the end of input or "quit"; must be called in the main thread. Returns: the exit status.

        Raises:
            OSError: an answer can't be written, except because the pipe was closed.
        """
        for number in (self._read, self._write):
            with suppress(OSError, AttributeError):
                os.set_blocking(number, True)
        previous = signal.signal(_SIGNAL, self._interrupted)
        work = (self._listen, self._look_after, self._writer.run)
        threads = [threading.Thread(target=each, daemon=True) for each in work]
        try:
            with calling_on_termination(self._terminated):
                for thread in threads:
                    thread.start()
                self._work()
                self._writer.await_taken(0)
        finally:
            self._may_interrupt = False
            self._done.set()
            self._writer.close()
            signal.signal(_SIGNAL, previous if previous is not None else signal.SIG_DFL)
        failure = self._writer.failure
        if failure is not None and not isinstance(failure, ConnectionError):
            raise failure
        return 0

    # Methods running in the main thread.

    def _work(self) -> None:
        while True:
            self._writer.await_taken(_UNSAID)
            with self._changed:
                while not self._waiting and not self._is_over:
                    # On some systems, a wait without a timeout blocks signals.
                    self._changed.wait(1.0)
                if not self._waiting:
                    return
                command, size, board = self._waiting.popleft()
                self._bytes -= size
                self._boards -= board
            if self._writer.failure is not None:
                return
            try:
                self._do(command)
            except (HypersweepError, MemoryError) as error:
                kind = "value" if isinstance(command, SetOption) else _kind(error)
                self._writer.say([error_line(kind, _message(error))])
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                # A user's searcher may raise any exception.
                self._writer.say([error_line("internal", f"{type(error).__name__}: {_message(error)}")])

    def _do(self, command: Command | Search | str) -> None:
        if isinstance(command, Search):
            if not self._is_quitting:
                self._search(command)
        elif isinstance(command, str):
            self._writer.say([command])
        elif isinstance(command, Position):
            self._position = command
        elif isinstance(command, SetOption):
            self._searcher.set_option(command.name, command.value)
        elif isinstance(command, NewGame):
            self._position = None
            self._searcher.new_game()
        elif isinstance(command, Ping):
            self._writer.say([f"pong {command.token}"])
        elif isinstance(command, Hello):
            own = self._searcher
            lines = [
                f"id name {clean_text(own.name)}",
                f"id version {clean_text(own.version)}",
                f"id protocol {PROTOCOL_VERSION}",
            ]
            self._writer.say([*lines, *map(option_line, own.options()), "ready"])

    def _search(self, search: Search) -> None:
        # Every search in the queue has a position: ``_take`` refuses searches without one.
        assert self._position is not None
        search.position = self._position
        search.started = monotonic()
        try:
            lines = self._lines_of(search)
        except (HypersweepError, MemoryError) as error:
            lines = [error_line(_kind(error), _message(error), search.go.id)]
        except (KeyboardInterrupt, _Stopped):
            raise
        except BaseException as error:
            # A user's searcher may raise any exception.
            lines = [error_line("internal", f"{type(error).__name__}: {_message(error)}", search.go.id)]
        self._end(search, lines)

    def _end(self, search: Search, lines: Iterable[str]) -> None:
        with self._changed:
            if search.is_answered:
                return
            search.is_answered = True
            self._answered_at = monotonic()
            if search in self._searches:
                self._searches.remove(search)
        if not self._is_quitting:
            self._writer.say(lines)

    def _lines_of(self, search: Search) -> list[str]:
        if not search.is_stopped:
            with suppress(_Stopped):
                return self._within(search, self._searcher.answer)
        if self._is_quitting:
            return []
        search.stage = _STOPPING
        with suppress(_Stopped):
            return self._within(search, self._searcher.hurry)
        return []

    def _within(self, search: Search, find: Callable[[Search], Answer]) -> list[str]:
        """Return an answer's lines. The exception that stops a search can be raised only in this method."""
        self._current = search
        try:
            try:
                self._may_interrupt = True
                if self._is_to_end(search):
                    raise _Stopped
                assert search.position is not None
                answer = find(search).replace(seconds=round(search.seconds, 6))
                return list(answer_lines(answer, search.position.view, search.go.id))
            finally:
                self._may_interrupt = False
        finally:
            # The signal may have arrived before the inner ``finally`` reset the flag.
            self._may_interrupt = False
            self._current = None

    def _is_to_end(self, search: Search) -> bool:
        """Return whether to interrupt the main thread: its search was stopped, or its quick answer takes too long."""
        return search.is_answered if search.stage == _STOPPING else search.is_stopped

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        if self._may_interrupt and self._current is not None and self._is_to_end(self._current):
            self._may_interrupt = False
            raise _Stopped

    # Methods running in the reading thread.

    def _listen(self) -> None:
        try:
            for line in read_lines(self._read):
                if line is None:
                    self._add(error_line("line", f"expected a line of at most {MOST_BYTES} bytes, got a longer one"), 0)
                elif self._take(line):
                    self._finish(at_once=True)
                    return
        finally:
            if not self._is_quitting:
                self._finish(at_once=False)

    def _take(self, line: bytes) -> bool:
        """Process a line as far as possible without waiting. Returns: whether the line tells the engine to quit."""
        text = ""
        try:
            text = decode_line(line)
            command = parse_command(text, max_cells=self._max_cells)
        except (HypersweepError, MemoryError) as error:
            self._add(error_line(_kind(error), _message(error), id_of(text) if text[:3] == "go " else None), 0)
            return False
        if isinstance(command, Quit):
            return True
        if isinstance(command, Stop):
            self._stop(command.id)
        elif isinstance(command, Ping) and self._searches:
            self._writer.say([f"pong {command.token}"], is_droppable=True)
        elif isinstance(command, Go) and not self._has_position:
            # Queue the error like a command, so that it is sent before answers to later lines.
            message = "no position to search: send one first"
            self._add(error_line("position", message, command.id), len(line), command.id)
        elif isinstance(command, Go):
            search = Search(command, None)
            with self._changed:
                self._searches.append(search)
            if not self._add(search, len(line), command.id):
                with self._changed:
                    self._searches.remove(search)
        elif command is not None and self._add(command, len(line)) and isinstance(command, Position | NewGame):
            self._has_position = isinstance(command, Position)
        return False

    def _add(self, command: Command | Search | str, size: int, own: str | None = None) -> bool:
        board = command.view.codes.nbytes if isinstance(command, Position) else 0
        with self._changed:
            is_full = len(self._waiting) >= MOST_WAITING or self._bytes + size > _MOST_WAITING_BYTES
            # One pending board may have any size: it is the next position.
            is_full = is_full or (min(board, self._boards) > 0 and board + self._boards > _MOST_WAITING_BOARDS)
            if not is_full:
                self._waiting.append((command, size, board))
                self._bytes += size
                self._boards += board
                self._changed.notify_all()
        if is_full:
            message = "too many pending lines"
            self._writer.say([error_line("busy", message, own)], is_droppable=True)
        return not is_full

    def _stop(self, own: str | None) -> None:
        with self._changed:
            for search in self._searches:
                if own is None or search.go.id == own:
                    search.is_stopped = True
        self._strike()

    def _strike(self) -> None:
        """Trigger the signal handler in the main thread, even during a system call."""
        current = self._current
        if current is None or not current.is_stopped:
            return
        thread = threading.main_thread().ident
        if hasattr(signal, "pthread_kill") and thread is not None:
            signal.pthread_kill(thread, _SIGNAL)
        else:
            import _thread

            _thread.interrupt_main(_SIGNAL)

    def _finish(self, *, at_once: bool, is_heard: bool = True) -> None:
        """Handle the end of input or "quit".

        Args:
            at_once: whether to drop pending searches unanswered; otherwise they get a short time.
            is_heard: whether to answer other pending lines.
        """
        with self._changed:
            if not is_heard:
                self._waiting.clear()
            self._is_over = True
            self._is_quitting = self._is_quitting or at_once
            self._ended_at = monotonic()
            if at_once:
                for search in self._searches:
                    search.is_stopped = True
            self._changed.notify_all()
        self._strike()

    # Methods running in the timing thread.

    def _look_after(self) -> None:
        reported_at = 0.0
        while not self._done.wait(_LOOK):
            now = monotonic()
            current = self._current
            if self._is_over:
                left = self._ended_at + (0.0 if self._is_quitting else _LAST_SECONDS) - now
                if left <= 0:
                    self._stop(None)
                if now > self._last_moment():
                    self._give_up()
            if current is None or current.started is None:
                continue
            limit = self._searcher.seconds_of(current.go)
            if limit is not None and now > current.started + limit:
                current.is_stopped = True
            if current.is_stopped:
                # Repeat the signal: an earlier one may have arrived just before a blocking call.
                self._strike()
                current.stopped_at = current.stopped_at or now
                patience = _HASTE if current.stage == _STOPPING else _PATIENCE
                if now > current.stopped_at + patience:
                    # The search doesn't react to the signal.
                    self._answer_for(current)
            elif now - max(reported_at, current.started) > _TELL:
                reported_at = now
                info = EngineInfo(current.stage, None, round(now - current.started, 3), None)
                self._mention(info_line(info, current.go.id), current)

    def _last_moment(self) -> float:
        """Return when the process will exit after the end of input, unless there is progress before then."""
        progress_at = max(self._answered_at, self._writer.written_at)
        if self._is_quitting:
            # Pending questions get a short time, extended as long as the output is being read.
            return min(max(self._ended_at, progress_at) + _PATIENCE, self._ended_at + _HASTE)
        patience = _LAST_PATIENCE if self._writer.is_idle() else _UNREAD
        return max(self._ended_at + _LAST_SECONDS, progress_at) + patience

    def _answer_for(self, search: Search) -> None:
        """Answer a search that can't be interrupted, with only the best move so far."""
        if not search.is_answered:
            move = None if search.best is None else search.best.best
            self._end(search, [*answer_lines(Answer(move, is_stopped=True), None, search.go.id)])

    def _give_up(self) -> None:
        """Exit the process, because a search can't be interrupted or the output isn't read."""
        if not self._is_quitting and self._writer.is_idle():
            with self._changed:
                left = [*self._searches]
            for search in left:
                self._answer_for(search)
            self._writer.await_idle(_UNREAD)
        if not self._done.is_set():
            os._exit(0)

    def _mention(self, line: str, search: Search) -> None:
        """Write a progress report, unless the search has been answered meanwhile."""
        self._writer.mention(line, lambda: not search.is_answered)

    # Methods running in the thread that waits for SIGTERM.

    def _terminated(self) -> None:
        self._finish(at_once=True, is_heard=False)


def _kind(error: BaseException) -> str:
    if isinstance(error, EngineRefusalError) and error.kind:
        return error.kind
    if isinstance(error, InconsistentViewError):
        return "inconsistent"
    if isinstance(error, BudgetExceededError):
        return "budget"
    if isinstance(error, BoardTooLargeError | MemoryError):
        return "memory"
    return "line" if isinstance(error, ParseError) else "value"


def _message(error: BaseException) -> str:
    try:
        return str(error) or type(error).__name__
    except Exception:
        return type(error).__name__


def read_lines(number: int) -> Iterator[bytes | None]:
    """Yield lines from a file descriptor, with line ends (the last may lack one); None for an overlong line.

    Args:
        number: the file descriptor.

    Complexity: linear; at most 16 MiB of a line are kept.
    """
    # For a line that arrives byte by byte, a list of chunks would take forty times the memory.
    begun = bytearray()
    size = 0
    while True:
        try:
            data = os.read(number, _CHUNK)
        except InterruptedError:
            continue
        except OSError:
            data = b""
        if not data:
            if size:
                yield bytes(begun) if size <= MOST_BYTES else None
            return
        *ends, rest = data.split(b"\n")
        for part in ends:
            size += len(part) + 1
            yield b"".join([begun, part, b"\n"]) if size <= MOST_BYTES else None
            begun.clear()
            size = 0
        if rest:
            size += len(rest)
            if size <= MOST_BYTES:
                begun += rest
            else:
                begun.clear()


class LineWriter:
    """A queue of lines and a writing thread, so that callers never wait for a slow reader.

    Args:
        number: the file descriptor.
        when_lost: called once, by the writing thread, after a write has failed.

    Attributes:
        failure: the error if a write has failed, else None.
        written_at: time of the last successful write, from ``monotonic``; 0 if there was none.
    """

    def __init__(self, number: int, when_lost: Callable[[], object]) -> None:
        self.failure: OSError | None = None
        self.written_at: float = 0.0
        self._number, self._when_lost = number, when_lost
        self._changed = threading.Condition()
        # Pending lines (the first may be partly written), and their total size in bytes.
        self._lines: deque[bytes] = deque()
        self._bytes = 0
        self._is_closed = False

    def run(self) -> None:
        """Write lines until ``close`` is called; runs in a separate thread."""
        while True:
            with self._changed:
                while not self._lines and not self._is_closed:
                    self._changed.wait()
                if self._is_closed:
                    return
                data = memoryview(self._lines[0])
            try:
                while data:
                    # Write in chunks, so that ``written_at`` advances even with a slow reader.
                    data = data[os.write(self._number, data[:_CHUNK]) :]
                    self.written_at = monotonic()
            except OSError as error:
                with self._changed:
                    self.failure = error
                    self._lines.clear()
                    self._changed.notify_all()
                self._when_lost()
                return
            with self._changed:
                self._bytes -= len(self._lines.popleft())
                self._changed.notify_all()

    def say(self, lines: Iterable[str], *, is_droppable: bool = False) -> None:
        """Queue lines as one block; if it is droppable and too many bytes are pending, drop it."""
        data = "".join([line + "\n" for line in lines]).encode("utf-8", "backslashreplace")
        with self._changed:
            if data and self.failure is None and not (is_droppable and self._bytes > _MOST_UNSAID):
                self._lines.append(data)
                self._bytes += len(data)
                self._changed.notify_all()

    def mention(self, line: str, is_wanted: Callable[[], bool]) -> None:
        """Queue a line if no other line is pending and ``is_wanted`` returns true."""
        with self._changed:
            if not self._lines and is_wanted():
                self.say([line])

    def is_idle(self) -> bool:
        """Return whether no line is pending."""
        return not self._lines

    def await_idle(self, seconds: float) -> None:
        """Wait until no line is pending, but at most the given number of seconds."""
        with self._changed:
            self._changed.wait_for(self.is_idle, seconds)

    def await_taken(self, most: int) -> None:
        """Wait until at most ``most`` bytes are pending, or writing has failed."""
        with self._changed:
            while self._bytes > most and self.failure is None:
                # On some systems, a wait without a timeout blocks signals.
                self._changed.wait(1.0)

    def close(self) -> None:
        """Stop the thread after its current write."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
