"""An engine to call and wait for, from any thread."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from time import monotonic

from hypersweep.arguments import shorten
from hypersweep.engine.answer import EngineBudget
from hypersweep.engine.commands import NO_PROMISE
from hypersweep.engine.conversation import FOREVER, Conversation, Patience
from hypersweep.engine.process import EngineProcess, command_words, program_name
from hypersweep.errors import (
    EngineError,
    EngineProtocolError,
    EngineTerminatedError,
    EngineTimeoutError,
    ParameterError,
    ParameterTypeError,
)
from hypersweep.held import Uncopied
from hypersweep.lazy import defer
from hypersweep.rules import read_rules
from hypersweep.solve.kernel import check_view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import TracebackType
    from typing import Self

    from hypersweep.engine.answer import Answer, EngineInfo, EngineOption
    from hypersweep.rules import Rules
    from hypersweep.view import View
else:
    defer(
        globals(),
        "from collections.abc import Callable, Iterator, Mapping, Sequence",
        "from types import TracebackType",
        "from typing import Self",
        "from hypersweep.engine.answer import Answer, EngineInfo, EngineOption",
        "from hypersweep.rules import Rules",
        "from hypersweep.view import View",
    )

__all__ = ["SimpleEngine", "check_question", "check_timeout"]


def check_timeout(timeout: object) -> float | None:
    """A time-out in seconds, or None.

    Raises:
        ParameterError: neither of them.
    """
    if timeout is None:
        return None
    if isinstance(timeout, bool) or not isinstance(timeout, int | float):
        raise ParameterTypeError(
            f"expected a time-out in seconds or None, got {shorten(timeout)} ({type(timeout).__name__})"
        )
    if not 0 < timeout <= FOREVER:
        raise ParameterError(f"expected a time-out above 0, got {shorten(timeout)}")
    return float(timeout)


def check_question(
    view: object, rules: object, budget: object, wants: object
) -> tuple[View, Rules, EngineBudget, tuple[str, ...]]:
    """What ``go`` takes, checked.

    Raises:
        ParameterError: something that can't be asked.
    """
    own = NO_PROMISE if rules is None else read_rules(rules)  # type: ignore[arg-type]
    if budget is None:
        budget = EngineBudget()
    if not isinstance(budget, EngineBudget):
        raise ParameterTypeError(f"expected an EngineBudget or None, got {shorten(budget)} ({type(budget).__name__})")
    if isinstance(wants, str):
        wants = (wants,)
    try:
        words: tuple[str, ...] = tuple(wants)  # type: ignore[arg-type]
    except TypeError:
        raise ParameterTypeError(f"expected words for what is wanted, got {shorten(wants)}") from None
    return check_view(view), own, budget, words


class SimpleEngine(Uncopied):
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

    __slots__ = (
        "__weakref__",
        "_asker",
        "_closing",
        "_lock",
        "_options",
        "_owner",
        "_process",
        "_start",
        "_talk",
        "_timeout",
    )

    _why_no_copy = "it stands for a program that runs; open another one"

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
        self._lock = threading.Lock()
        self._owner = os.getpid()
        # The thread whose question is under way.
        self._asker: int | None = None
        self._closing = False
        self._process: EngineProcess
        self._talk: Conversation
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
        self._process = EngineProcess(words, cwd=cwd, environment=environment)
        try:
            self._ask(self._talk.hello())
            if self._options:
                self._ask(self._talk.arrange(self._options))
        except BaseException:
            # One of which it isn't known who it is, or that isn't set up, answers nobody.
            self._process.close(0.05)
            raise

    # What it says of itself.

    @property
    def name(self) -> str:
        """Its name, as it says."""
        return self._talk.name

    @property
    def version(self) -> str:
        """Its version, as it says; empty where it doesn't."""
        return self._talk.version

    @property
    def options(self) -> dict[str, EngineOption]:
        """Its options by name, with what they are where nobody sets them."""
        return dict(self._talk.options)

    @property
    def said(self) -> str:
        """The end of what it has said to standard error."""
        return self._process.said

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def is_closed(self) -> bool:
        """Whether it was ended: by ``close``, or because it failed."""
        return self._process.is_closed

    @property
    def timeout(self) -> float | None:
        """Seconds that it may take for an answer beyond its budget's, and to start anew; it can be set."""
        return self._timeout

    @timeout.setter
    def timeout(self, seconds: float | None) -> None:
        self._timeout = check_timeout(seconds)

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

    def stop(self) -> None:
        """Has the search that is under way answer with the best so far; nothing where none is."""
        self._check_owner()
        try:
            data = self._talk.stop()
        except AttributeError:
            return
        if data:
            self._process.send(data)

    def restart(self) -> None:
        """Ends it, if it runs, and starts it anew with the options that were set.

        Raises:
            EngineError: it can't be started.
        """
        self._check_owner()
        self._check_asker()
        self._closing = True
        with self._lock:
            self._process.close()
            self._begin()

    def close(self) -> None:
        """Ends it: it is told to, then made to. It may be called any number of times, and from any thread."""
        if os.getpid() != self._owner:
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
        if not self._process.is_closed:
            self._process.send(self._talk.quit())
        self._process.close()

    def _check_asker(self) -> None:
        if self._asker == threading.get_ident():
            raise EngineError(
                "expected one question at a time, got another from a report, or from the handler of a signal, before "
                "the first was answered"
            )

    def _check_owner(self) -> None:
        if os.getpid() != self._owner:
            raise EngineError(
                "expected an engine of this process, got one that its parent has started: open another one"
            )

    @contextmanager
    def _turn(self) -> Iterator[None]:
        self._check_owner()
        self._check_asker()
        with self._lock:
            if self._process.is_closed or self._closing:
                who = shorten(self.name or program_name(self._start[0]))
                raise EngineTerminatedError(
                    f"expected a running engine, got {who}, which was closed or has failed; restart() starts it anew",
                    said=self._process.said,
                )
            self._asker = threading.get_ident()
            try:
                yield
            finally:
                self._talk.report = None
                if not self._talk.is_done:
                    # Ctrl-C, or what a report raised: the engine itself can go on.
                    self._process.send(self._talk.abandon())
                self._asker = None
                if self._closing:
                    self._end()

    def _ask(self, data: bytes, seconds: float = 0.0) -> Answer | None:
        """What comes of a question; whatever else ends the wait leaves the engine fit for the next one, or ended."""
        talk, process = self._talk, self._process
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

    def __repr__(self) -> str:
        return f"<SimpleEngine {shorten(self.name)}{', closed' if self.is_closed else ''}>"
