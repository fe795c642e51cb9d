"""A blocking engine client, usable from any thread."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from hypersweep.engine.client import EngineClient, check_question
from hypersweep.engine.conversation import Conversation, Patience
from hypersweep.engine.process import EngineProcess
from hypersweep.errors import EngineError, EngineProtocolError, EngineTerminatedError, EngineTimeoutError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import TracebackType
    from typing import Self

    from hypersweep.engine.answer import Answer, EngineBudget, EngineInfo
    from hypersweep.rules import Rules
    from hypersweep.view import View


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

    __slots__ = ("_asker", "_lock")

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
        self._lock = threading.Lock()
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

    # Questions.

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

    # Implementation.

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
