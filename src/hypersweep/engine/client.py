"""Engines as clients see them: what every client shares, and a blocking one, usable from any thread."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
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
    """Check a time-out in seconds; None for none.

    Raises:
        ParameterError: neither a positive number nor None.
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
    """Check the arguments of ``go``.

    Raises:
        ParameterError: an argument out of range.
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
        raise ParameterTypeError(f"expected words for what is wanted, got {truncate(wants)}") from None
    return check_view(view), own, budget, words


class EngineClient(NotCopyable):
    """An engine in a process of its own; ``SimpleEngine`` and ``AsyncEngine`` differ in how they wait for it.

    Args:
        command: command to start it: a list of words, or a text split as by a shell. "hypersweep" is this package.
        timeout: seconds for the engine to start, and to answer beyond its budget; None for no limit.
        options: options for ``configure``, set at once.
        cwd: its working folder; None for the current one.
        environment: its environment; None for that of this process.

    Raises:
        ParameterError: a command or a time that can't be used.

    >>> EngineClient("hypersweep engine").is_closed  # nothing runs yet
    True
    """

    __slots__ = ("__weakref__", "_closing", "_lock", "_options", "_owner", "_process", "_start", "_talk", "_timeout")

    _why_no_copy = "it stands for a program that runs; open another one"

    # Class of the lock that lets one question pass at a time.
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
        """The name that the engine reports."""
        return self._talk.name

    @property
    def version(self) -> str:
        """The version that the engine reports; empty for none."""
        return self._talk.version

    @property
    def options(self) -> dict[str, EngineOption]:
        """The engine's options by name, with their defaults."""
        return dict(self._talk.options)

    @property
    def said(self) -> str:
        """The end of the engine's standard error."""
        return "" if self._process is None else self._process.said

    @property
    def pid(self) -> int:
        """The number of its process; 0 before it was started."""
        return 0 if self._process is None else self._process.pid

    @property
    def is_closed(self) -> bool:
        """Whether the engine was never started, or has ended: by ``close`` or by a failure."""
        return self._process is None or self._process.is_closed

    @property
    def timeout(self) -> float | None:
        """Seconds for an answer beyond its budget, and for a restart; settable."""
        return self._timeout

    @timeout.setter
    def timeout(self, seconds: float | None) -> None:
        self._timeout = check_timeout(seconds)

    def stop(self) -> None:
        """Make the current search answer with the best move so far; do nothing if there is none."""
        self._check_owner()
        if self._process is not None and (data := self._talk.stop()):
            self._process.send(data)

    def _running(self) -> EngineProcess:
        """Return the process if it runs and can take questions."""
        if self._process is None or self._process.is_closed or self._closing:
            who = truncate(self.name or command_text(self._start[0]), 200)
            raise EngineTerminatedError(
                f"expected a running engine, got {who}, which was closed or has failed; restart() starts it anew",
                said=self.said,
            )
        return self._process

    def _check_owner(self) -> None:
        if os.getpid() != self._owner:
            raise EngineError(
                "expected an engine of this process, got one that its parent has started: open another one"
            )

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {truncate(self.name)}{', closed' if self.is_closed else ''}>"


class SimpleEngine(EngineClient):
    r"""An engine in a process of its own; calls wait for its answers.

    Threads may share it: it answers one question after the other, and any thread may call ``stop`` and ``close`` at
    any time. An engine that answers too late or violates the protocol is ended; ``restart`` starts it again with
    the options set by ``configure``. ``with`` closes it at the end of the block.

    Args:
        command: command to start it: a list of words, or a text split as by a shell. "hypersweep" is this package.
        timeout: seconds for the engine to start, and to answer beyond its budget; None for no limit.
        options: options for ``configure``, set at once.
        cwd: its working folder; None for the current one.
        environment: its environment; None for that of this process.

    Raises:
        EngineTerminatedError: it can't be started, or has ended.
        EngineTimeoutError: it doesn't report that it is ready in time.
        EngineProtocolError: its output violates the protocol.
        ParameterError: a command, a time or an option that can't be used.

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
        # The thread whose question is pending.
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
        """Start an engine and wait until it has identified itself; the arguments are those of the class."""
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
            # Close an engine that didn't identify itself or rejected an option.
            process.close(0.05)
            raise

    def configure(self, options: Mapping[str, object]) -> None:
        """Set options.

        Args:
            options: values by option name.

        Raises:
            ParameterError: the engine lacks an option; then none was set.
            EngineRefusalError: the engine refused a value.
            EngineError: the engine failed.
        """
        with self._turn():
            self._ask(self._talk.arrange(options))
            self._options |= options

    def new_game(self) -> None:
        """Tell the engine that the next position belongs to another game.

        Raises:
            EngineError: it failed.
        """
        with self._turn():
            self._ask(self._talk.arrange(new_game=True))

    def ping(self) -> None:
        """Check that the engine responds.

        Raises:
            EngineError: it failed.
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
        """Return the engine's answer to a view.

        After its time, the engine is told to stop, and answers with the best move so far. If it doesn't answer
        within the same time again, it is ended.

        Args:
            view: the player's view.
            rules: the rules; None if the first open is promised nothing.
            budget: limits of the search; None for the engine's own options.
            wants: parts to include besides the best move: "chances", "ranked", "reasons".
            report: called with every ``EngineInfo`` during the search.

        Raises:
            EngineRefusalError: the engine refuses, for example since no layout fits the view.
            EngineTimeoutError: the engine doesn't answer.
            EngineTerminatedError: the engine has ended.
            EngineProtocolError: the answer violates the protocol, such as a cell that is open.
            ParameterError: an argument out of range.
        """
        question = check_question(view, rules, budget, wants)
        with self._turn():
            data = self._talk.go(*question)
            self._talk.report = report
            answer = self._ask(data, question[2].seconds or 0.0)
        assert answer is not None
        return answer

    def restart(self) -> None:
        """End the engine if it runs, and start it again with the options that were set.

        Raises:
            EngineError: it can't be started.
        """
        self._check_owner()
        self._check_asker()
        self._closing = True
        with self._lock:
            if self._process is not None:
                self._process.close()
            self._begin()

    def close(self) -> None:
        """Tell the engine to end, then force it. Any thread may call it any number of times."""
        if os.getpid() != self._owner:
            if self._process is not None:
                self._process.close()
            return
        self._closing = True
        if self._asker == threading.get_ident():
            # Called from a report or a signal handler: the pending question ends the engine.
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
                "expected one question at a time, got another from a report, or from the handler of a signal, before "
                "the first was answered"
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
                    # Ctrl-C, or an error of a report; the engine itself is fine.
                    process.send(self._talk.abandon())
                self._asker = None
                if self._closing:
                    self._end()

    def _ask(self, data: bytes, seconds: float = 0.0) -> Answer | None:
        """Wait for the answer to a question; if the wait ends otherwise, leave the engine usable or ended."""
        talk, process = self._talk, self._process
        assert process is not None
        patience = Patience(talk, seconds, self._timeout, monotonic())
        try:
            process.send(data)
            talk.receive(b"")
            while not talk.is_done:
                if self._closing:
                    raise EngineTerminatedError("expected an answer of the engine, but it was closed meanwhile")
                talk.receive(process.listen(patience.deadline))
                if told := talk.due() + patience.look(monotonic()):
                    process.send(told)
            return talk.result()
        except (EngineTimeoutError, EngineTerminatedError, EngineProtocolError) as error:
            error.said = error.said or process.said
            talk.abandon()
            process.close(0.05)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
