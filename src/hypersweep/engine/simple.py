"""An engine to call and wait for, from any thread."""

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

__all__ = ["SimpleEngine"]


class SimpleEngine(EngineClient):
    r"""An engine that runs as a program of its own, and is asked by calls that wait for its answers.

    Threads may share it: one is answered after the other, and ``stop`` and ``close`` may come from any of them at any
    time. An engine that answers too late, or what no engine may, is ended; ``restart`` starts it anew. What was set by
    ``configure`` is set again then. ``with`` closes it at the end of the block.

    Args:
        command: what starts it: words, or a text that is split as a shell does. "hypersweep" is this very package.
        timeout: seconds that the engine may take to start, and for an answer beyond its budget's; None for any time.
        options: what ``configure`` sets at once.
        cwd: the folder it works in; None for this one.
        environment: its environment; None for that of this process.

    Raises:
        EngineTerminatedError: it can't be started, or has ended.
        EngineTimeoutError: it doesn't say that it is ready in time.
        EngineProtocolError: it says something else.
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
        # The thread whose question is under way.
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
        """An engine that was started and has said who it is; the arguments are those of the class."""
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
            # One of which it isn't known who it is, or that isn't set up, answers nobody.
            process.close(0.05)
            raise

    # What can be asked.

    def configure(self, options: Mapping[str, object]) -> None:
        """Sets options.

        Args:
            options: what each is to be, by its name.

        Raises:
            ParameterError: an option that the engine doesn't have; nothing was set then.
            EngineRefusalError: it can't be that, as the engine says.
            EngineError: it failed.
        """
        with self._turn():
            self._ask(self._talk.arrange(options))
            self._options |= options

    def new_game(self) -> None:
        """Tells it that what comes next is another game.

        Raises:
            EngineError: it failed.
        """
        with self._turn():
            self._ask(self._talk.arrange(new_game=True))

    def ping(self) -> None:
        """Asks whether it is there.

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
        """Its answer to a view.

        When the time is over that it may take, it is told to stop, and answers with the best so far; one that doesn't
        answer for as long once more is ended.

        Args:
            view: what the player sees.
            rules: by which rules; None where the first open is promised nothing.
            budget: what it may use; None for what its own options say.
            wants: what is wanted beside the best move: "chances", "ranked", "reasons".
            report: called with every ``EngineInfo`` that it sends meanwhile.

        Raises:
            EngineRefusalError: it says that it can't, for example since no layout fits the view.
            EngineTimeoutError: it doesn't answer.
            EngineTerminatedError: it has ended.
            EngineProtocolError: it said something that no engine may say, such as a cell that is open.
            ParameterError: something that can't be asked.
        """
        question = check_question(view, rules, budget, wants)
        with self._turn():
            data = self._talk.go(*question)
            self._talk.report = report
            answer = self._ask(data, question[2].seconds or 0.0)
        assert answer is not None
        return answer

    def restart(self) -> None:
        """Ends it, if it runs, and starts it anew with the options that were set.

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
        """Ends it: it is told to, then made to. It may be called any number of times, and from any thread."""
        if os.getpid() != self._owner:
            if self._process is not None:
                self._process.close()
            return
        self._closing = True
        if self._asker == threading.get_ident():
            # A report or the handler of a signal: the question that is under way ends it.
            return
        with self._lock:
            self._end()

    # How.

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
                    # Ctrl-C, or what a report raised: the engine itself can go on.
                    process.send(self._talk.abandon())
                self._asker = None
                if self._closing:
                    self._end()

    def _ask(self, data: bytes, seconds: float = 0.0) -> Answer | None:
        """What comes of a question; whatever else ends the wait leaves the engine fit for the next one, or ended."""
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
