"""Engine clients: the common base class, and a blocking client that any thread can use."""

from __future__ import annotations

import os
import threading
from collections import deque
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from hypersweep.copying import NotCopyable
from hypersweep.engine.answer import EngineBudget
from hypersweep.engine.conversation import Conversation, Patience
from hypersweep.engine.engine_protocol import MOST_SECONDS, NO_PROMISE
from hypersweep.engine.process import EngineProcess, command_text, command_words
from hypersweep.errors import (
    EngineError,
    EngineProtocolError,
    EngineTerminatedError,
    EngineTimeoutError,
    ParameterError,
    ParameterTypeError,
)
from hypersweep.rules import read_rules
from hypersweep.solve.kernel import check_view
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import TracebackType
    from typing import Self

    from hypersweep.engine.answer import Answer, EngineInfo, EngineOption
    from hypersweep.rules import Rules
    from hypersweep.view import View


def check_timeout(timeout: object) -> float | None:
    """Check a timeout in seconds, and return it as a float, or None for no limit.

    Raises:
        ParameterError: the timeout is neither a positive number nor None.
    """
    if timeout is None:
        return None
    if isinstance(timeout, bool) or not isinstance(timeout, int | float):
        raise ParameterTypeError(
            f"expected a time-out in seconds or None, got {truncate(timeout)} ({type(timeout).__name__})"
        )
    if not 0 < timeout <= MOST_SECONDS:
        raise ParameterError(f"expected a time-out above 0, got {truncate(timeout)}")
    return float(timeout)


def check_question(
    view: object, rules: object, budget: object, wants: object
) -> tuple[View, Rules, EngineBudget, tuple[str, ...]]:
    """Check the arguments of ``go``, and replace None with defaults.

    Raises:
        ParameterError: an argument is invalid.
    """
    own = NO_PROMISE if rules is None else read_rules(rules)  # type: ignore[arg-type]
    if budget is None:
        budget = EngineBudget()
    if not isinstance(budget, EngineBudget):
        raise ParameterTypeError(f"expected an EngineBudget or None, got {truncate(budget)} ({type(budget).__name__})")
    if isinstance(wants, str):
        wants = (wants,)
    try:
        words: tuple[str, ...] = tuple(wants)  # type: ignore[arg-type]
    except TypeError:
        raise ParameterTypeError(f"expected names of results for wants, got {truncate(wants)}") from None
    return check_view(view), own, budget, words


class EngineClient(NotCopyable):
    """An engine in a separate process; ``SimpleEngine`` and ``AsyncEngine`` differ in how they wait for it.

    Args:
        command: the command that starts the engine: a list of words, or text to split as a shell does. "hypersweep"
            means this package.
        timeout: seconds the engine may take to start, and to answer beyond its budget; None for no limit.
        options: options to set at startup, as for ``configure``.
        cwd: the engine's working directory; None for the current one.
        environment: the engine's environment variables; None for this process's.

    Raises:
        ParameterError: the command or the timeout is invalid.

    >>> EngineClient("hypersweep engine").is_closed  # nothing runs yet
    True
    """

    __slots__ = ("__weakref__", "_closing", "_lock", "_options", "_owner", "_process", "_start", "_talk", "_timeout")

    _why_no_copy = "it represents a running program; open another engine"

    # Class of the lock that allows one question at a time.
    _lock_class: ClassVar[Any] = threading.Lock

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        timeout: float | None = 10.0,
        options: Mapping[str, object] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._start: tuple[list[str], str | None, Mapping[str, str] | None] = (
            command_words(command),
            None if cwd is None else os.fspath(cwd),
            None if environment is None else dict(environment),
        )
        self._timeout = check_timeout(timeout)
        self._options: dict[str, object] = dict(options or {})
        self._owner = os.getpid()
        self._lock: Any = self._lock_class()
        self._closing = False
        self._process: EngineProcess | None = None
        self._talk: Conversation = Conversation()

    @property
    def name(self) -> str:
        """The name reported by the engine."""
        return self._talk.name

    @property
    def version(self) -> str:
        """The version reported by the engine; empty if it reports none."""
        return self._talk.version

    @property
    def options(self) -> dict[str, EngineOption]:
        """The engine's options by name, with their defaults."""
        return dict(self._talk.options)

    @property
    def said(self) -> str:
        """The last part of the engine's standard error output."""
        return "" if self._process is None else self._process.said

    @property
    def pid(self) -> int:
        """Process ID of the engine; 0 before the first start."""
        return 0 if self._process is None else self._process.pid

    @property
    def is_closed(self) -> bool:
        """Whether the engine isn't running, i.e. was never started, was closed, or has failed."""
        return self._process is None or self._process.is_closed

    @property
    def timeout(self) -> float | None:
        """Seconds allowed for an answer beyond its budget, and for a restart; None for no limit. Writable."""
        return self._timeout

    @timeout.setter
    def timeout(self, seconds: float | None) -> None:
        self._timeout = check_timeout(seconds)

    def stop(self) -> None:
        """Tell the engine to stop searching and answer with its best move so far; without a search, do nothing."""
        self._check_owner()
        if self._process is not None and (data := self._talk.stop()):
            self._process.send(data)

    def _running(self) -> EngineProcess:
        """Return the engine's process, or raise an error if it isn't running."""
        if self._process is None or self._process.is_closed or self._closing:
            who = truncate(self.name or command_text(self._start[0]), 200)
            raise EngineTerminatedError(
                f"can't use {who}, which was closed or has failed; restart() starts it again",
                said=self.said,
            )
        return self._process

    def _check_owner(self) -> None:
        if os.getpid() != self._owner:
            raise EngineError("can't use an engine that the parent process started: open another one")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {truncate(self.name)}{', closed' if self.is_closed else ''}>"


class Search:
    """A search whose progress reports are read one by one: the part of an analysis that does no I/O.

    Args:
        talk: the conversation; its reports are collected until ``end``.

    Attributes:
        patience: the search's deadlines.
    """

    patience: Patience

    def __init__(self, talk: Conversation) -> None:
        self._talk = talk
        self._infos: deque[EngineInfo] = deque()
        self._is_over = False
        self._answer: Answer | None = None
        self._yielded = 0.0
        talk.report = self._infos.append

    @property
    def is_running(self) -> bool:
        """Whether the engine hasn't answered yet, and the analysis hasn't ended."""
        return not (self._is_over or self._talk.is_done)

    def next_info(self) -> EngineInfo | None:
        """Return the next received report, or None. Time the caller spends on the last one extends the deadline."""
        if self._yielded:
            self.patience.deadline += monotonic() - self._yielded
            self._yielded = 0.0
        if not self._infos:
            return None
        self._yielded = monotonic()
        return self._infos.popleft()

    def ignore_infos(self) -> None:
        """Drop further reports, so that an engine that sends them endlessly doesn't fill the memory."""
        self._talk.report = None

    def result(self) -> Answer:
        """Return the answer.

        Raises:
            EngineRefusalError: the engine refused.
            EngineError: the engine failed, or the analysis ended before the engine answered.
        """
        if not self._is_over:
            self._answer = self._talk.result()
        if self._answer is None:
            raise EngineError("the analysis ended before the engine answered; call answer() inside its block")
        return self._answer

    def end(self) -> None:
        """End the analysis."""
        with suppress(EngineError):
            self.result()
        self._is_over = True


class EngineAnalysis(NotCopyable):
    """A search by a ``SimpleEngine``, started by ``SimpleEngine.analysis``."""

    __slots__ = ("_engine", "_search")

    _why_no_copy = "it represents a running search"

    def __init__(self, engine: SimpleEngine, search: Search) -> None:
        self._engine = engine
        self._search = search

    def stream(self) -> Iterator[EngineInfo]:
        """Yield the engine's progress reports as they arrive, until it answers.

        Raises:
            EngineRefusalError: the engine refuses, for example because no layout is consistent with the view.
            EngineTimeoutError: the engine doesn't answer.
            EngineTerminatedError: the engine has exited.
            EngineProtocolError: the engine's output violates the protocol.
        """
        while True:
            if (info := self._search.next_info()) is not None:
                yield info
            elif self._search.is_running:
                self._engine._listen(self._search.patience)
            else:
                self._search.result()
                return

    def answer(self) -> Answer:
        """Stop the search if it is still running, and return the answer, with the best move so far.

        Raises:
            EngineError: as for ``stream``; or the ``with`` block ended before the engine answered.
        """
        if self._search.is_running:
            self._search.ignore_infos()
            self._engine.stop()
        while self._search.is_running:
            self._engine._listen(self._search.patience)
        return self._search.result()


class SimpleEngine(EngineClient):
    r"""An engine in a separate process; calls wait for its answers.

    Threads may share it: their questions are answered one after another, and any thread may call ``stop`` and ``close``
    at any time. An engine that answers too late or violates the protocol is killed; ``restart`` starts it again with
    the options set by ``configure``. ``with`` closes it at the end of the block.

    Args:
        command: the command that starts the engine: a list of words, or text to split as a shell does. "hypersweep"
            means this package.
        timeout: seconds the engine may take to start, and to answer beyond its budget; None for no limit.
        options: options to set at startup, as for ``configure``.
        cwd: the engine's working directory; None for the current one.
        environment: the engine's environment variables; None for this process's.

    Raises:
        EngineTerminatedError: the engine can't be started, or has exited.
        EngineTimeoutError: the engine isn't ready in time.
        EngineProtocolError: the engine's output violates the protocol.
        ParameterError: the command, the timeout or an option is invalid.

    >>> from hypersweep import View
    >>> with SimpleEngine.open("hypersweep engine --policy safest") as engine:
    ...     engine.go(View.parse("2x3 mines=1\n# # #\n1 1 ."), wants=["chances"]).chances
    (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    """

    __slots__ = ("_asker",)

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        timeout: float | None = 10.0,
        options: Mapping[str, object] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(command, timeout=timeout, options=options, cwd=cwd, environment=environment)
        # ID of the thread whose question is pending.
        self._asker: int | None = None
        with self._lock:
            self._begin()

    @classmethod
    def open(
        cls,
        command: str | Sequence[str],
        *,
        timeout: float | None = 10.0,
        options: Mapping[str, object] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Self:
        """Start an engine, and wait until it has identified itself; arguments as for the class."""
        return cls(command, timeout=timeout, options=options, cwd=cwd, environment=environment)

    def _begin(self) -> None:
        words, cwd, environment = self._start
        self._talk = Conversation()
        self._closing = False
        self._process = process = EngineProcess(words, cwd=cwd, environment=environment)
        try:
            self._ask(self._talk.hello())
            if self._options:
                self._ask(self._talk.arrange(self._options))
        except BaseException:
            # The engine didn't identify itself, or rejected an option: don't leave it running.
            process.close(0.05)
            raise

    def configure(self, options: Mapping[str, object]) -> None:
        """Set options.

        Args:
            options: values by option name.

        Raises:
            ParameterError: the engine lacks an option; no option is set.
            EngineRefusalError: the engine rejected a value.
            EngineError: the engine failed.
        """
        with self._turn():
            self._ask(self._talk.arrange(options))
            self._options |= options

    def new_game(self) -> None:
        """Tell the engine that the next position is from a new game.

        Raises:
            EngineError: the engine failed.
        """
        with self._turn():
            self._ask(self._talk.arrange(new_game=True))

    def ping(self) -> None:
        """Check that the engine responds.

        Raises:
            EngineError: the engine failed or doesn't respond.
        """
        with self._turn():
            self._ask(self._talk.arrange())

    def go(
        self,
        view: View,
        rules: Rules | str | None = None,
        budget: EngineBudget | None = None,
        *,
        wants: Sequence[str] = (),
        report: Callable[[EngineInfo], object] | None = None,
    ) -> Answer:
        """Return the engine's answer for a view.

        When the budget's seconds and the timeout have passed, the engine receives a stop command, and should answer
        with the best move so far. If it doesn't answer within another timeout, it is killed.

        Args:
            view: the player's view.
            rules: the rules; None for rules without a promise for the first open.
            budget: limits for the search; None for the engine's own limits.
            wants: what to return besides the best move: "chances", "ranked", "reasons".
            report: called with every ``EngineInfo`` during the search.

        Raises:
            EngineRefusalError: the engine refuses, for example because no layout is consistent with the view.
            EngineTimeoutError: the engine doesn't answer.
            EngineTerminatedError: the engine has exited.
            EngineProtocolError: the answer violates the protocol, for example by naming an open cell.
            ParameterError: an argument is invalid.
        """
        question = check_question(view, rules, budget, wants)
        with self._turn():
            data = self._talk.go(*question)
            self._talk.report = report
            answer = self._ask(data, question[2].seconds or 0.0)
        assert answer is not None
        return answer

    @contextmanager
    def analysis(
        self,
        view: View,
        rules: Rules | str | None = None,
        budget: EngineBudget | None = None,
        *,
        wants: Sequence[str] = (),
    ) -> Iterator[EngineAnalysis]:
        r"""Start a search; at the end of the ``with`` block it is stopped, unless the engine has answered.

        Inside the block, the thread can't ask the engine anything else. Arguments and errors are as for ``go``.

        >>> from hypersweep import View
        >>> with SimpleEngine.open("hypersweep engine") as engine:
        ...     with engine.analysis(View.parse("2x3 mines=1\n# # #\n1 1 .")) as analysis:
        ...         for info in analysis.stream():
        ...             if (info.seconds or 0.0) > 1.0:
        ...                 break
        ...         print(analysis.answer())
        <Answer (0, 1), a mine with 0>
        """
        question = check_question(view, rules, budget, wants)
        with self._turn():
            search = Search(self._talk)
            data = self._talk.go(*question)
            search.patience = self._send(data, question[2].seconds or 0.0)
            try:
                yield EngineAnalysis(self, search)
            finally:
                search.end()

    def restart(self) -> None:
        """Restart the engine, with the options set so far; stop it first if it is running.

        Raises:
            EngineError: the engine can't be started.
        """
        self._check_owner()
        self._check_asker()
        self._closing = True
        with self._lock:
            if self._process is not None:
                self._process.close()
            self._begin()

    def close(self) -> None:
        """Ask the engine to quit, and kill it if necessary. Any thread may call this; further calls do nothing.

        If a question from the calling thread is pending, the engine is stopped only when that question ends.
        """
        if os.getpid() != self._owner:
            if self._process is not None:
                self._process.close()
            return
        self._closing = True
        if self._asker == threading.get_ident():
            # A report or signal handler called ``close`` while this thread's question is pending; the code waiting for
            # the answer will stop the engine.
            return
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._process is not None:
            if not self._process.is_closed:
                self._process.send(self._talk.quit())
            self._process.close()

    def _check_asker(self) -> None:
        if self._asker == threading.get_ident():
            raise EngineError(
                "can't ask the engine from a report, an analysis or a signal handler before it has answered the "
                "previous question"
            )

    @contextmanager
    def _turn(self) -> Iterator[None]:
        self._check_owner()
        self._check_asker()
        with self._lock:
            process = self._running()
            self._asker = threading.get_ident()
            try:
                yield
            finally:
                self._talk.report = None
                if not self._talk.is_done:
                    # Ctrl-C, or an error raised by a report; the engine is still usable.
                    process.send(self._talk.abandon())
                self._asker = None
                if self._closing:
                    self._end()

    def _ask(self, data: bytes, seconds: float = 0.0) -> Answer | None:
        """Send a question and wait for the answer. After an error, the engine is either still usable or closed."""
        patience = self._send(data, seconds)
        while not self._talk.is_done:
            self._listen(patience)
        return self._talk.result()

    def _send(self, data: bytes, seconds: float) -> Patience:
        """Send a question, and return its deadlines."""
        patience = Patience(self._talk, seconds, self._timeout, monotonic())
        with self._failing() as process:
            process.send(data)
            self._talk.receive(b"")
        return patience

    def _listen(self, patience: Patience) -> None:
        """Wait for output from the engine, and read it."""
        talk = self._talk
        with self._failing() as process:
            if self._closing:
                raise EngineTerminatedError("the engine was closed before it answered")
            talk.receive(process.listen(patience.deadline))
            if data := talk.due() + patience.look(monotonic()):
                process.send(data)

    @contextmanager
    def _failing(self) -> Iterator[EngineProcess]:
        """Close the engine if the block finds that it failed."""
        process = self._process
        assert process is not None
        try:
            yield process
        except (EngineTimeoutError, EngineTerminatedError, EngineProtocolError) as error:
            error.said = error.said or process.said
            self._talk.abandon()
            process.close(0.05)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
