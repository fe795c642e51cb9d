"""Every error hypersweep raises on purpose, and when.

* HypersweepError                    any error that the package raises on purpose
    * ParameterError                 an argument has a value that can't be used (also a ``ValueError``)
        * ParameterTypeError         an argument has the wrong type, or is a boolean for a number (also a ``TypeError``)
        * ShapeError                 a grid's sides, adjacency or wrap are impossible, or it has more than ``max_cells``
        * CellError                  a cell isn't on the grid, or has the wrong number of coordinates
        * MineCountError             a number of mines is negative, or more than the board and the first open's promise
                                     allow
        * RulesError                 a rule or kind of move doesn't exist, or rules contradict each other
        * LayoutError                a layout is impossible: it repeats a mine, or its bits don't fit the grid
        * InconsistentViewError      no layout is consistent with a view; it names clues that contradict each other
        * NoMoveError                a view has no cell to open: the game is over, or only mines are covered
        * UnknownMinesError          something needs a view's number of mines, which is unknown (also an
                                     ``AttributeError``)
        * RecordError                an event in a record is impossible, or the events don't lead to its end
    * ParseError                     a text can't be parsed (also a ``ValueError``)
    * RecordWarning                  a record's text is cut off; the part before was read (also a ``UserWarning``)
    * BudgetExceededError            an analysis would need more states, memory or time than its budget allows
    * GenerationError                no board without guesses was found within the allowed number of tries
    * CertificateError               a certificate proves less than it claims, or the board needs a guess
    * ChannelError                   an end of a channel is used incorrectly
        * WouldBlockError            no message, or no space for one, within the timeout (also a ``TimeoutError``)
        * ClosedChannelError         this end of the channel was closed in this process
        * BrokenChannelError         the other end is gone: no receiver, or no sender and no message left
        * MessageSizeError           a message size is impossible, or not the channel's (also a ``ParameterError``)
    * EngineError                    an engine (another program) can't be used, or sent something invalid
        * EngineTerminatedError      the engine has exited, was closed, or can't be started
        * EngineTimeoutError         the engine didn't answer in time, and was killed (also a ``TimeoutError``)
        * EngineProtocolError        the engine violated the protocol, and was killed
        * EngineRefusalError         the engine refused a request; it still accepts others
    * ExperimentError                an experiment's folder contains another experiment, or a shard failed
    * BusyError                      a game or generator is in use in another thread, or a saved game in another program
    * BoardTooLargeError             the board is legal, but doesn't fit into memory (also a ``MemoryError``)
    * MissingExtraError              a part of the package needs an extra that isn't installed (also an ``ImportError``)
    * UncheckableError               a student's program can't be checked: it doesn't compile or doesn't start

Import them from ``hypersweep``, except errors about channels, engines, generation, experiments and checks: these are in
``hypersweep.channel``, ``hypersweep.engine``, ``hypersweep.generate``, ``hypersweep.lab`` and
``hypersweep.courses.check``.

Messages are lowercase and say what was expected, what was found, and where; very long ones are truncated. Losing a game
is an ``Outcome``, never an error.
"""

from __future__ import annotations

__all__ = [
    "BoardTooLargeError",
    "BrokenChannelError",
    "BudgetExceededError",
    "BusyError",
    "CellError",
    "CertificateError",
    "ChannelError",
    "ClosedChannelError",
    "EngineError",
    "EngineProtocolError",
    "EngineRefusalError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "ExperimentError",
    "GenerationError",
    "HypersweepError",
    "InconsistentViewError",
    "LayoutError",
    "MessageSizeError",
    "MineCountError",
    "MissingExtraError",
    "NoMoveError",
    "ParameterError",
    "ParameterTypeError",
    "ParseError",
    "RecordError",
    "RecordWarning",
    "RulesError",
    "ShapeError",
    "UncheckableError",
    "UnknownMinesError",
    "WouldBlockError",
]


# Maximum number of characters shown from the start and the end of a message, which may contain a huge grid's text.
_BEGINNING, _END = 1600, 300


class HypersweepError(Exception):
    """Base class for every error hypersweep raises on purpose."""

    def __init__(self, *arguments: object, **named: object) -> None:
        if arguments and isinstance(arguments[0], str) and len(arguments[0]) > _BEGINNING + _END:
            message = arguments[0]
            arguments = (f"{message[:_BEGINNING]} … {message[-_END:]}", *arguments[1:])
        super().__init__(*arguments, **named)


class ParameterError(HypersweepError, ValueError):
    """An argument has a value that can't be used."""


class ParameterTypeError(ParameterError, TypeError):
    """An argument has the wrong type; a boolean is never accepted as a number."""


class ShapeError(ParameterError):
    """A grid has impossible sides, number of cells, adjacency or wrap.

    Parsers also raise this for a board with more than ``max_cells`` cells.
    """


class CellError(ParameterError):
    """A cell isn't on the grid, or has the wrong number of coordinates."""


class MineCountError(ParameterError):
    """A number of mines is negative, or more than the board and the first open's promise allow."""


class RulesError(ParameterError):
    """A rule or kind of move doesn't exist, or rules contradict each other."""


class LayoutError(ParameterError):
    """A layout or cell codes are invalid or unknown, don't match the board, or can't be stored in a file's format."""


class InconsistentViewError(ParameterError):
    """No layout is consistent with a view.

    Attributes:
        clues: a few cells whose clues contradict each other, in index order. The contradiction needs all of them,
            unless checking that exceeded the budget. Empty if the number of mines alone is impossible.
        mines_at_fault: whether the number of mines is part of the contradiction; otherwise the clues alone are.
    """

    def __init__(self, message: str, *, clues: tuple[tuple[int, ...], ...] = (), mines_at_fault: bool = False) -> None:
        super().__init__(message)
        self.clues = clues
        self.mines_at_fault = mines_at_fault


class NoMoveError(ParameterError):
    """A view has no cell to open: the game is over, or all covered cells are mines."""


class UnknownMinesError(ParameterError, AttributeError):
    """Something needs the number of mines, but the view has only a range or a density."""


class RecordError(ParameterError):
    """An event in a record is impossible, or the events don't lead to the recorded end.

    Attributes:
        position: index of the event in ``Record.events``, or the number of events if the end is at fault.
        event: the ``Event``, or None if the end is at fault.
        line: 0 for the main line, n for the n-th side line; ``position`` counts events on that line, from the start of
            the game.
    """

    def __init__(self, message: str, *, position: int = 0, event: object = None, line: int = 0) -> None:
        super().__init__(message)
        self.position = position
        self.event = event
        self.line = line


class ParseError(HypersweepError, ValueError):
    """A text can't be parsed.

    Attributes:
        text: the text, truncated to 80 characters.
        position: index in the text where parsing failed, or None if no single place is at fault.
    """

    def __init__(self, message: str, *, text: str = "", position: int | None = None) -> None:
        super().__init__(message)
        self.text: str = text if len(text) <= 80 else text[:79] + "…"
        self.position = position


class RecordWarning(HypersweepError, UserWarning):  # noqa: N818 (a warning that can be an error)
    """A record's text is cut off; the part before was read. An error only if warnings are turned into errors."""


class BudgetExceededError(HypersweepError):
    """An analysis would need more states, memory or time than its budget allows; the message says which option helps.

    Attributes:
        states: number of states created before giving up, or 0 if they weren't counted.
        log2_states: base-2 logarithm of the estimated number of states required, or None if unknown.
    """

    def __init__(self, message: str, *, states: int = 0, log2_states: float | None = None) -> None:
        super().__init__(message)
        self.states = states
        self.log2_states = log2_states


class GenerationError(HypersweepError):
    """No board without guesses was found within the allowed number of tries.

    Attributes:
        tried: number of layouts tried.
        most_opened: number of safe cells opened by deduction on the best of them.
        too_large: number of layouts abandoned because a step exceeded the budget.
        is_exhausted: whether every possible layout was tried, so that another seed wouldn't help.
    """

    def __init__(
        self,
        message: str,
        *,
        tried: int = 0,
        most_opened: int = 0,
        too_large: int = 0,
        is_exhausted: bool = False,
    ) -> None:
        super().__init__(message)
        self.tried: int = tried
        self.most_opened: int = most_opened
        self.too_large: int = too_large
        self.is_exhausted: bool = is_exhausted


class CertificateError(HypersweepError):
    """A certificate doesn't prove what it claims, or the board needs a guess and so has no certificate.

    Attributes:
        step: number of the wrong step, counting from 1, or None if no single step is wrong.
    """

    def __init__(self, message: str, *, step: int | None = None) -> None:
        super().__init__(message)
        self.step: int | None = step


class ChannelError(HypersweepError):
    """An end of a channel is used incorrectly."""


class WouldBlockError(ChannelError, TimeoutError):
    """There was no message, or no space for one, within the timeout."""


class ClosedChannelError(ChannelError):
    """This end of the channel was closed in this process."""


class BrokenChannelError(ChannelError):
    """The other end of a channel is gone: there is no receiver, or no sender and no pending message."""


class MessageSizeError(ChannelError, ParameterError):
    """A message size is impossible, or a message or buffer doesn't have the channel's message size."""


class EngineError(HypersweepError):
    """An engine (another program) can't be used, or sent something invalid.

    Attributes:
        said: the end of the engine's standard error; may be empty.
    """

    def __init__(self, message: str, *, said: str = "") -> None:
        super().__init__(message)
        self.said: str = said


class EngineTerminatedError(EngineError):
    """The engine has exited, was closed, or can't be started."""


class EngineTimeoutError(EngineError, TimeoutError):
    """The engine didn't answer in time, and was killed."""


class EngineProtocolError(EngineError):
    """The engine violated the protocol, and was killed."""


class EngineRefusalError(EngineError):
    """The engine refused a request; it still accepts others.

    Attributes:
        kind: the engine's name for the kind of error, such as "inconsistent".
        reason: the engine's message.
    """

    def __init__(self, message: str, *, said: str = "", kind: str = "", reason: str = "") -> None:
        super().__init__(message, said=said)
        self.kind: str = kind
        self.reason: str = reason or message


class ExperimentError(HypersweepError):
    """An experiment can't continue: its folder contains a different one, or a shard failed.

    Attributes:
        shard: the shard's number, or None if no single one is at fault.
    """

    def __init__(self, message: str, *, shard: int | None = None) -> None:
        super().__init__(message)
        self.shard: int | None = shard


class BusyError(HypersweepError):
    """A game or generator is in use in another thread, or a saved game in another program."""


class BoardTooLargeError(HypersweepError, MemoryError):
    """The board is legal, but doesn't fit into this machine's memory."""

    def __reduce__(self) -> tuple[object, ...]:
        # tblib, which Dask uses to send errors, would call MemoryError's __new__, which Python rejects for this class.
        return type(self), self.args, self.__dict__


class MissingExtraError(HypersweepError, ImportError):
    """A part of the package needs an extra that isn't installed; the message says how to install it."""


class UncheckableError(HypersweepError):
    """A student's program, or a teacher's test, doesn't compile or start; the message says why."""
