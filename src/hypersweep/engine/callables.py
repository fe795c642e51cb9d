"""A user's function as an engine."""

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
    """Convert the result of a function to an answer.

    Args:
        view: the view.
        given: a cell, a ``Choice``, an ``Answer``, several cells, of which the first counts, or None to give up.

    Raises:
        ParameterTypeError: something else.
        CellError: a cell that isn't on the board, or is open.

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
    """A function that takes a view and returns a cell, as for ``play_policy``, or an ``Answer``.

    Args:
        function: the function. Its reasons and chances are passed on.
        name: name of the engine.
        version: its version.
        refuses: error classes by which the function refuses a position, reported as they are; all others are faults.

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
        """Return no options: a function has none."""
        return ()

    def set_option(self, name: str, value: str) -> None:
        """Raise an error: there are no options.

        Raises:
            ParameterError: always.
        """
        raise ParameterError(f"expected no option, since a function has none, got {truncate(name)}")

    def new_game(self) -> None:
        """Call the function's attribute ``new_game``, if there is one.

        Raises:
            EngineRefusalError: that raised an error, or wanted to leave ("failed").
        """
        begin = getattr(self._function, "new_game", None)
        if callable(begin):
            try:
                begin()
            except (Exception, SystemExit) as error:
                raise _failed(error) from error

    def seconds_of(self, go: Go) -> float | None:
        """Return the time limit of a search in seconds; None for none."""
        return go.budget.seconds

    def answer(self, search: Search) -> Answer:
        """Return the function's answer.

        Raises:
            Exception: one of ``refuses``: the function refuses the position.
            EngineRefusalError: it raised another error or ``SystemExit`` ("failed"), or what it answered is no cell
                that can be opened, or an ``Answer`` that can't be: a chance above 1, too few chances ("move").
            HypersweepError: an adapter of this package can't answer.
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
        """Return an empty answer: the function has no partial result."""
        return Answer(None, is_stopped=True)


def _read_back(view: View, answer: Answer) -> Answer:
    """Convert the answer to lines and back, so that an answer no client would accept fails here, in the engine."""
    reader, whole = AnswerReader(view), None
    try:
        for line in answer_lines(answer, view):
            whole = reader.read(Line.parse(line))
    except ParseError:
        raise
    except Exception as error:
        raise ParameterTypeError(f"expected an Answer with parts of their types, got one of which {error}") from error
    assert whole is not None
    return whole


def _failed(error: BaseException) -> EngineRefusalError:
    """Describe an error in the function with its class and its place, for the author of the function."""
    frame = extract_tb(error.__traceback__)[-1]
    told = f"{type(error).__name__}: {_words(error)} ({frame.filename}, line {frame.lineno}, in {frame.name})"
    return EngineRefusalError(told, kind="failed")


def _words(error: BaseException) -> str:
    try:
        return f"{error!s:.300}"
    except Exception:
        return "it can't be printed"
