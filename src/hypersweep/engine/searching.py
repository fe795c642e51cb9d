"""The interface for an engine's search, and its implementation with our solver."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Protocol

from hypersweep.engine.answer import Answer, EngineMove, EngineOption, EngineReason
from hypersweep.engine.engine_protocol import MOST_SECONDS, parse_number, parse_whole
from hypersweep.errors import BudgetExceededError, ParameterError
from hypersweep.solve import POLICIES, Budget, analyse, choose, explain, rank
from hypersweep.solve.choice import check_policy
from hypersweep.validation import suggest, truncate
from hypersweep.view import COVERED, FLAGGED

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hypersweep.engine.engine_protocol import Go, Position
    from hypersweep.solve import Analysis, Choice, Reason
    from hypersweep.typing import Thing
    from hypersweep.view import View

# Budget for a quick estimate once time is up.
_QUICK = Budget(states=1 << 12, memory=1 << 26, seconds=0.05)
# Shares of a step's time limit after which the kernels fall back to estimated chances, to an estimated choice, and to
# the best move evaluated so far (see estimate.hpp and chooser.hpp).
_COUNTED, _READ, _WEIGHED = 0.4, 0.5, 0.95


class Search:
    """A requested search and its state.

    Args:
        go: the command.
        position: the position to search; None if it isn't known yet.

    Attributes:
        stage: current stage, in one word.
        best: best answer so far; None before the first.
        is_stopped: whether the search should answer at once.
        is_cut: whether the time limit has cut some work short.
        is_answered: whether the search has been answered.
        started: start time, from ``time.monotonic``; None while the search is pending.
        stopped_at: when the stop was first noticed; None before that.

    >>> from hypersweep.engine.answer import EngineBudget
    >>> from hypersweep.engine.engine_protocol import Go
    >>> Search(Go("7", EngineBudget(seconds=2.5), ()), None).seconds
    0.0
    """

    def __init__(self, go: Go, position: Position | None) -> None:
        self.go: Go = go
        self.position: Position | None = position
        self.stage: str = "waiting"
        self.best: Answer | None = None
        self.is_stopped: bool = False
        self.is_cut: bool = False
        self.is_answered: bool = False
        self.started: float | None = None
        self.stopped_at: float | None = None

    @property
    def seconds(self) -> float:
        """Seconds since the start; 0 before it."""
        return 0.0 if self.started is None else monotonic() - self.started

    @property
    def view(self) -> View:
        """The player's view."""
        assert self.position is not None
        return self.position.view


class Searcher(Protocol):
    """The interface for an engine's search, implemented by the solver, functions and adapters."""

    name: str
    version: str

    def options(self) -> tuple[EngineOption, ...]:
        """Return the engine's options."""

    def set_option(self, name: str, value: str) -> None:
        """Set an option, or raise a HypersweepError with the reason if that isn't possible."""

    def new_game(self) -> None:
        """Forget everything about the previous game."""

    def seconds_of(self, go: Go) -> float | None:
        """Return a search's time limit in seconds; None for no limit."""

    def answer(self, search: Search) -> Answer:
        """Return the answer to a search. The server may interrupt this with an exception at any moment."""

    def hurry(self, search: Search) -> Answer:
        """Return the best answer so far, after the search was interrupted."""


def is_untouched(view: View) -> bool:
    """Return whether no cell is open yet.

    >>> from hypersweep.view import View
    >>> is_untouched(View("1x3", 1, [-1, -2, -1])), is_untouched(View("1x3", 1, [-1, 1, -1]))
    (True, False)
    """
    return all(code in (COVERED, FLAGGED) for code in view.codes)


def parse_check(value: str, name: str) -> bool:
    """Parse the value of an option of type "check".

    Raises:
        ParameterError: the value is neither "true" nor "false".
    """
    if value not in ("true", "false"):
        raise ParameterError(f"expected true or false for {name}, got {truncate(value)}")
    return value == "true"


class SolverSearcher:
    """Searches with this package's solver.

    Args:
        policy: policy for guesses, see ``hypersweep.solve.choose``.
        trust_flags: whether to treat every flag as a mine.
        budget: default limits for a search.
    """

    def __init__(self, policy: str = "look-ahead", *, trust_flags: bool = False, budget: Budget | None = None) -> None:
        from hypersweep import __version__

        self.name: str = "hypersweep"
        self.version: str = __version__
        self._own: dict[str, Any] = {
            "policy": check_policy(policy),
            "trust_flags": bool(trust_flags),
            "states": (budget or Budget()).states,
            "memory": (budget or Budget()).memory,
            "seconds": (budget or Budget()).seconds or 0.0,
        }
        self._defaults = dict(self._own)

    def options(self) -> tuple[EngineOption, ...]:
        """Return the solver's options."""
        from hypersweep.engine.engine_protocol import format_number

        own = self._defaults
        return (
            EngineOption("policy", "choice", own["policy"], POLICIES),
            EngineOption("trust_flags", "check", "true" if own["trust_flags"] else "false", ()),
            EngineOption("states", "whole", str(own["states"]), ()),
            EngineOption("memory", "whole", str(own["memory"]), ()),
            EngineOption("seconds", "number", format_number(own["seconds"]), ()),
        )

    def set_option(self, name: str, value: str) -> None:
        """Set an option.

        Raises:
            HypersweepError: the option is unknown, or the value isn't allowed.
        """
        if name == "policy":
            self._own[name] = check_policy(value)
        elif name == "trust_flags":
            self._own[name] = parse_check(value, name)
        elif name in ("states", "memory"):
            self._own[name] = parse_whole(value, name, 1)
        elif name == "seconds":
            self._own[name] = parse_number(value, "seconds (0 for no limit)", 0.0, MOST_SECONDS)
        else:
            known = list(self._own)
            raise ParameterError(
                f"expected one of the options {', '.join(known)}, got {truncate(name)}{suggest(name, known)}"
            )

    def new_game(self) -> None:
        """Do nothing: the solver remembers nothing between positions."""

    def seconds_of(self, go: Go) -> float | None:
        """Return a search's time limit in seconds; None for no limit."""
        return go.budget.seconds or self._own["seconds"] or None

    def _budget(self, search: Search) -> Budget:
        asked = search.go.budget
        seconds = self.seconds_of(search.go)
        # Reserve a tenth of the time for the work after the search.
        left = None if seconds is None else max(0.9 * (seconds - search.seconds), 0.001)
        return Budget(asked.states or self._own["states"], asked.memory or self._own["memory"], left)

    def _step(self, search: Search, share: Callable[[Thing], float | None], work: Callable[[Budget], Thing]) -> Thing:
        """Run a step of a search; set ``is_cut`` if the time limit cut it short.

        Args:
            search: the search.
            share: called with the result, returns the share of the time limit after which such a result means that the
                step ran out of time; None if it never does.
            work: the step, called with its budget.
        """
        budget, begun = self._budget(search), monotonic()
        found = work(budget)
        cut = share(found)
        if cut is not None and budget.seconds is not None and monotonic() - begun >= cut * budget.seconds:
            search.is_cut = True
        return found

    def answer(self, search: Search) -> Answer:
        """Return the answer to a search.

        Raises:
            InconsistentViewError: no layout fits the position.
            BudgetExceededError: the position is too large even for an estimate.
        """
        wants, view = search.go.wants, search.view
        promised = _promised(search)
        policy, trust = self._own["policy"], self._own["trust_flags"]
        if not wants:
            search.stage = "choosing"
            if promised is not None:
                return Answer(promised)
            found = self._step(
                search,
                lambda choice: _READ if choice is not None and not choice.is_exact else _weighed(choice),
                lambda budget: choose(view, policy, trust_flags=trust, budget=budget),
            )
            return _chosen(found, is_stopped=search.is_cut)
        search.stage = "counting"
        analysis = self._step(
            search,
            lambda analysis: None if analysis.is_exact else _COUNTED,
            lambda budget: analyse(view, trust_flags=trust, budget=budget, estimate=True),
        )
        answer = search.best = _first_answer(analysis, wants)
        if promised is not None:
            return _by_promise(search, promised, analysis)
        search.stage = "choosing"
        best = self._step(search, _weighed, lambda budget: choose(view, policy, analysis=analysis, budget=budget))
        move = None if best is None else _move(best, analysis)
        error = None if move is None or move.is_exact else analysis.standard_error(move.cell)
        answer = search.best = answer.replace(best=move, error=error)
        if "ranked" in wants:
            search.stage = "ranking"
            ranked = self._step(
                search, _missing, lambda budget: _if_enough(rank, view, policy, analysis=analysis, budget=budget)
            )
            answer = search.best = answer.replace(ranked=tuple([_move(each, analysis) for each in ranked or ()]))
        if "reasons" in wants and move is not None:
            search.stage = "explaining"
            cell = move.cell
            reasons = self._step(
                search,
                _missing,
                lambda budget: _if_enough(explain, view, cell, policy=policy, analysis=analysis, budget=budget),
            )
            answer = search.best = answer.replace(reasons=tuple(map(_reason, reasons or ())))
        return answer.replace(is_stopped=search.is_cut)

    def hurry(self, search: Search) -> Answer:
        """Return the best answer so far; if there is none, base one on a quick estimate.

        Raises:
            InconsistentViewError: no layout fits the position.
        """
        if search.best is not None:
            return search.best.replace(is_stopped=True)
        promised = _promised(search)
        if promised is not None:
            return _by_promise(search, promised, None).replace(is_stopped=True)
        view, trust = search.view, self._own["trust_flags"]
        if search.go.wants:
            analysis = analyse(view, trust_flags=trust, budget=_QUICK, estimate=True)
            return _first_answer(analysis, search.go.wants).replace(is_stopped=True)
        return _chosen(choose(view, "safest", trust_flags=trust, budget=_QUICK), is_stopped=True)


def _promised(search: Search) -> EngineMove | None:
    """Return the best first open if the rules promise something for it, otherwise None."""
    view = search.view
    assert search.position is not None
    cell = search.position.rules.first_cell(view.grid)
    if cell is None or view.mines == len(view) or view[cell] != COVERED or not is_untouched(view):
        return None
    return EngineMove(cell, 0.0, "safe", None, None, True)


def _by_promise(search: Search, move: EngineMove, analysis: Analysis | None) -> Answer:
    """Return an answer for the first open that takes its promise into account, except in chances from an analysis."""
    wants = search.go.wants
    assert search.position is not None
    answer = Answer(move, is_stopped=search.is_cut)
    if analysis is not None:
        known = _first_answer(analysis, wants)
        answer = answer.replace(chances=known.chances, errors=known.errors, states=known.states)
    if "ranked" in wants:
        answer = answer.replace(ranked=(move,))
    if "reasons" in wants:
        reason = EngineReason(search.position.rules.promise_words, "safe", (move.cell,), ())
        answer = answer.replace(reasons=(reason,))
    return answer


def _if_enough(find: Callable[..., Thing], *given: object, **named: object) -> Thing | None:
    """Call a function, and return its result, or None if the budget is exceeded."""
    try:
        return find(*given, **named)
    except BudgetExceededError:
        return None


def _missing(found: object) -> float | None:
    """Return the share of the time limit after which a missing result means that time ran out; None for a result."""
    return _WEIGHED if found is None else None


def _weighed(choice: Choice | None) -> float | None:
    """Return the share of the time limit after which a guess means that time ran out; None for other choices."""
    return None if choice is None or choice.kind == "safe" else _WEIGHED


def _chosen(choice: Choice | None, *, is_stopped: bool) -> Answer:
    """Return a choice as an answer, with its standard error if there is one."""
    if choice is None:
        return Answer(None, is_stopped=is_stopped)
    return Answer(_move(choice), error=None if choice.is_exact else choice.standard_error, is_stopped=is_stopped)


def _first_answer(analysis: Analysis, wants: tuple[str, ...]) -> Answer:
    """Return a first answer once the chances are known: the chances and the safest cell."""
    chances = errors = None
    if "chances" in wants:
        chances = tuple(analysis.probabilities)
        if analysis._errors is not None:
            errors = tuple(memoryview(analysis._errors).cast("d"))
    cell, least, exact = None, 1.0, analysis.is_exact
    covered = (COVERED,) if analysis.trust_flags else (COVERED, FLAGGED)
    for index, (chance, code) in enumerate(zip(analysis.probabilities, analysis.view.codes, strict=True)):
        if chance < least and code in covered:
            cell, least = index, chance
    grid = analysis.view.grid
    move = None
    if cell is not None:
        move = EngineMove(grid.cell(cell), least, "guess" if least else "safe", None, None, exact or not least)
    error = None if move is None or move.is_exact else analysis.standard_error(move.cell)
    return Answer(move, chances, errors, error=error, states=analysis.states)


def _move(choice: Choice, analysis: Analysis | None = None) -> EngineMove:
    chance = 1.0 - choice.safety if analysis is None else analysis.probability(choice.cell)
    return EngineMove(choice.cell, chance, choice.kind, choice.score, choice.win_probability, choice.is_exact)


def _reason(reason: Reason) -> EngineReason:
    return EngineReason(reason.format(), reason.conclusion, reason.cells, reason.clues)
