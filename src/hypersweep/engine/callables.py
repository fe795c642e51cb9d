"""Adapter that turns a user's function into an engine."""

from __future__ import annotations

from traceback import extract_tb
from typing import TYPE_CHECKING

from hypersweep.engine.answer import Answer, EngineMove
from hypersweep.engine.engine_protocol import AnswerReader, Line, answer_lines
from hypersweep.errors import CellError, EngineRefusalError, ParameterError, ParameterTypeError, ParseError
from hypersweep.solve.choice import Choice
from hypersweep.trials.solver_games import chosen_cells
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.engine.answer import EngineOption
    from hypersweep.engine.engine_protocol import Go
    from hypersweep.engine.searching import Search
    from hypersweep.view import View


def answer_of(view: View, given: object) -> Answer:
    """Convert a function's result to an answer.

    Args:
        view: the view the function was called with.
        given: the function's result: a cell, a ``Choice``, an ``Answer``, several cells (the first is the best move),
            or None to give up.

    Raises:
        ParameterTypeError: the result is anything else.
        CellError: a cell isn't on the board, or is already open.

    >>> from hypersweep.view import View
    >>> answer_of(View("1x3", 1, [-1, 1, -1]), 2)
    <Answer (0, 2)>
    """
    if given is None:
        return Answer(None)
    if isinstance(given, Answer):
        if given.cell is not None and view[given.cell] >= 0:
            raise CellError(f"expected a covered cell from the policy, got {given.cell}, which is open")
        return given
    cells = chosen_cells(view, given)
    moves = tuple([EngineMove(view.grid.cell(index), None, None, None, None, None) for index in cells])
    if isinstance(given, Choice):
        kind, wins, exact = given.kind, given.win_probability, given.is_exact
        return Answer(EngineMove(moves[0].cell, 1.0 - given.safety, kind, given.score, wins, exact))
    return Answer(moves[0], ranked=moves if len(moves) > 1 else ())


class FunctionSearcher:
    """Adapter that uses a user's function as an engine's search.

    Args:
        function: called with a view; returns a cell, as for ``play_policy``, or an ``Answer`` with chances and reasons.
        name: the engine's name.
        version: the engine's version.
        refuses: error classes with which the function refuses a position; other errors are failures.

    >>> searcher = FunctionSearcher(lambda view: 0, "first")
    >>> searcher.name, searcher.options()
    ('first', ())
    """

    def __init__(
        self,
        function: Callable[[View], object],
        name: str,
        version: str = "",
        refuses: tuple[type[Exception], ...] = (),
    ) -> None:
        self._function = function
        self._refuses = refuses
        self.name: str = name
        self.version: str = version

    def options(self) -> tuple[EngineOption, ...]:
        """Return no options: functions have none."""
        return ()

    def set_option(self, name: str, value: str) -> None:
        """Raise an error: functions have no options.

        Raises:
            ParameterError: always.
        """
        raise ParameterError(f"a function has no options, got {truncate(name)}")

    def new_game(self) -> None:
        """Call the function's ``new_game`` attribute, if it has one.

        Raises:
            EngineRefusalError: the call raised an error or ``SystemExit`` (kind "failed").
        """
        begin = getattr(self._function, "new_game", None)
        if callable(begin):
            try:
                begin()
            except (Exception, SystemExit) as error:
                raise _failed(error) from error

    def seconds_of(self, go: Go) -> float | None:
        """Return a search's time limit in seconds; None for no limit."""
        return go.budget.seconds

    def answer(self, search: Search) -> Answer:
        """Return the function's answer.

        Raises:
            Exception: one of ``refuses``: the function refuses the position.
            EngineRefusalError: the function raised another error or ``SystemExit`` (kind "failed"); or its result isn't
                a cell that can be opened, or is an invalid ``Answer``, e.g. with a chance above 1 (kind "move").
            HypersweepError: one of this package's adapters can't answer.
        """
        search.stage = "asking"
        view, wants = search.view, search.go.wants
        try:
            given = self._function(view)
        except self._refuses:
            raise
        except (Exception, SystemExit) as error:
            raise _failed(error) from error
        try:
            answer = answer_of(view, given)
            if isinstance(given, Answer):
                answer = _read_back(view, answer)
        except (CellError, ParameterTypeError, ParseError) as error:
            raise EngineRefusalError(str(error), kind="move") from error
        return answer.replace(
            chances=answer.chances if "chances" in wants else None,
            errors=answer.errors if "chances" in wants else None,
            ranked=answer.ranked if "ranked" in wants else (),
            reasons=answer.reasons if "reasons" in wants else (),
        )

    def hurry(self, search: Search) -> Answer:
        """Return an empty answer: functions have no partial results."""
        return Answer(None, is_stopped=True)


def _read_back(view: View, answer: Answer) -> Answer:
    """Format an answer and parse it again, so that an invalid one is reported by the engine, not the client."""
    reader, whole = AnswerReader(view), None
    try:
        for line in answer_lines(answer, view):
            whole = reader.read(Line.parse(line))
    except ParseError:
        raise
    except Exception as error:
        raise ParameterTypeError(f"expected an Answer with valid fields: {error}") from error
    assert whole is not None
    return whole


def _failed(error: BaseException) -> EngineRefusalError:
    """Describe an error in the function by its class and location, for the function's author."""
    frame = extract_tb(error.__traceback__)[-1]
    message = f"{type(error).__name__}: {_words(error)} ({frame.filename}, line {frame.lineno}, in {frame.name})"
    return EngineRefusalError(message, kind="failed")


def _words(error: BaseException) -> str:
    try:
        return f"{error!s:.300}"
    except Exception:
        return "it can't be printed"
