"""Shared parts of the two engine clients: the engine's description, and checks of questions."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypersweep.copying import NotCopyable
from hypersweep.engine.answer import EngineBudget
from hypersweep.engine.commands import MOST_SECONDS, NO_PROMISE
from hypersweep.engine.conversation import Conversation
from hypersweep.engine.process import command_text, command_words
from hypersweep.errors import EngineError, EngineTerminatedError, ParameterError, ParameterTypeError
from hypersweep.rules import read_rules
from hypersweep.solve.kernel import check_view
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hypersweep.engine.answer import EngineOption
    from hypersweep.engine.process import EngineProcess
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

    __slots__ = ("__weakref__", "_closing", "_options", "_owner", "_process", "_start", "_talk", "_timeout")

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
        self._owner = os.getpid()
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
