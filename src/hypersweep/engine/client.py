"""What the two clients of engines have in common: what an engine says of itself, and what can be asked of it."""

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

__all__ = ["EngineClient", "check_question", "check_timeout"]


def check_timeout(timeout: object) -> float | None:
    """A time-out in seconds, or None.

    Raises:
        ParameterError: neither of them.
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
    """What ``go`` takes, checked.

    Raises:
        ParameterError: something that can't be asked.
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
    """An engine that runs as a program of its own; ``SimpleEngine`` and ``AsyncEngine`` differ in how they wait for it.

    Args:
        command: what starts it: words, or a text that is split as a shell does. "hypersweep" is this very package.
        timeout: seconds that the engine may take to start, and for an answer beyond its budget's; None for any time.
        options: what ``configure`` sets at once.
        cwd: the folder it works in; None for this one.
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
        return "" if self._process is None else self._process.said

    @property
    def pid(self) -> int:
        """The number of its process; 0 before it was started."""
        return 0 if self._process is None else self._process.pid

    @property
    def is_closed(self) -> bool:
        """Whether it was ended: by ``close``, or because it failed; or never started."""
        return self._process is None or self._process.is_closed

    @property
    def timeout(self) -> float | None:
        """Seconds that it may take for an answer beyond its budget's, and to start anew; it can be set."""
        return self._timeout

    @timeout.setter
    def timeout(self, seconds: float | None) -> None:
        self._timeout = check_timeout(seconds)

    def stop(self) -> None:
        """Has the search that is under way answer with the best so far; nothing where none is."""
        self._check_owner()
        if self._process is not None and (data := self._talk.stop()):
            self._process.send(data)

    def _running(self) -> EngineProcess:
        """Its process, while it can be asked."""
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
