"""Review a whole game: a verdict on every move, luck and skill, and the moves worth learning from."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.game import Outcome
from hypersweep.record import Record, Replay
from hypersweep.record.event import STEPS
from hypersweep.review.annotation import annotated
from hypersweep.review.findings import Findings, Lesson, luck_text, report
from hypersweep.review.judge import UNNEEDED, Judgement, ReviewedMove, cells_at_risk, is_move, judge_event, reasons_for
from hypersweep.review.review_picture import review_svg
from hypersweep.solve import POLICIES, Budget
from hypersweep.solve.kernel import check_budget
from hypersweep.text import pluralize
from hypersweep.validation import place_among, truncate

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hypersweep.solve import Analysis, Reason
    from hypersweep.typing import Cell, Policy
    from hypersweep.view import View


STANDARD = Budget(states=1 << 18, memory=1 << 28)
"""Default budget of the analysis of a move."""

LESSONS = 3
"""Maximum number of moves to explain."""

LESSON_SECONDS = 5.0
"""Time limit for explaining a move, in seconds."""

# Verdicts on moves that may have given something away.
_COSTLY = ("risky guess", *UNNEEDED)


class Review(Findings):
    """Result of ``review``: ``Findings`` that can be formatted as text or as a picture."""

    __slots__ = ()

    def format(self) -> str:
        """Return the review as text: the outcome, every guess, and the moves worth learning from."""
        return "\n".join(report(self))

    def annotated(self) -> Record:
        r"""Return the record with the verdict of each guess and blunder as the last line of its comment.

        ``read_annotations`` reads them back. Other comments stay; the verdicts of an earlier review are replaced.

        >>> from hypersweep.record import Event
        >>> from hypersweep.layout import Layout
        >>> events = [Event(0, "open", (0, 0), 8), Event(1000, "open", (0, 5), 1), Event(2000, "open", (0, 4), 1)]
        >>> found = review(Record("2x6", layout=Layout("2x6", [(1, 4)]), rules="classic,first=any", events=events))
        >>> print(found.annotated().format().partition("\n\n")[2], end="")
        0 open 0 0: 8
        # □ forced guess: risk 8.333 %
        1000 open 0 5: 1
        2000 open 0 4: 1
        # ? unneeded guess: risk 50 %; best (1, 5) at 0 %
        2000 end: ongoing
        """
        return annotated(self)

    def svg(self) -> str:
        """Return the review as an SVG picture: the board with its guesses, and the survival chance over time.

        The picture is self-contained and readable on light and dark backgrounds. Lightness shows a guess's risk, shape
        its verdict.
        """
        return review_svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        from hypersweep.picture.markup import escaped
        from hypersweep.picture.notebook import shown_html

        report = f"<pre>{escaped(self.format())}</pre>"
        return shown_html("", self.svg(), folded=report, summary="the report")

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        guesses = len(self.guesses)
        return (
            f"<Review of {pluralize(len(self.moves), 'move')}, {guesses} guess{'es' * (guesses != 1)}: "
            f"luck {luck_text(self)}, skill {self.skill:.1%}>"
        )


def review(
    record: Record,
    *,
    budget: Budget | None = None,
    policy: Policy | None = "look-ahead",
    seconds: float | None = 60.0,
    on_move: Callable[[int], object] | None = None,
) -> Review:
    """Judge every move in a game by what the player could know.

    Only the view before a move counts, so a guess isn't judged worse for having failed. Mines the player saw before
    undoing a move are ignored.

    Args:
        record: the game; it needn't be finished.
        budget: limits for each analysis; if they are exceeded, chances are estimated. None for limits that suit most
            boards.
        policy: the policy to compare guesses with, see ``hypersweep.solve.choose``: a guess isn't blamed for a risk the
            policy would also have taken. None to compare with none, which takes a fraction of the time: guesses where
            no cell was certainly safe are all forced, only guesses and the first click have a ``best_cell``, and there
            are no chances of winning and no lessons.
        seconds: time limit for the whole review; moves not judged by then get the verdict "unknown". None for no limit.
        on_move: called after each judged move with its number; raise an error to stop the review.

    Raises:
        RecordError: an event in the record is impossible.
        ParameterError: there is no such policy, or the time limit is invalid.
        ParameterTypeError: the arguments aren't a ``Record`` and a ``Budget``.
        BoardTooLargeError: the board doesn't fit into memory.

    >>> from hypersweep.record import Event
    >>> events = [Event(0, "open", (0, 0), 6), Event(900, "open", (1, 2), 1), Event(2000, "open", (0, 3), 1)]
    >>> found = review(Record("3x4", 2, seed=7, events=events))
    >>> for move in found.moves:
    ...     print(move.number, move.cell, move.verdict, move.risk)
    1 (0, 0) first click 0.0
    2 (1, 2) certain 0.0
    3 (0, 3) certain 0.0
    >>> found.luck, found.skill
    (0.0, 1.0)
    """
    if policy is not None:
        place_among("a policy", policy, POLICIES)
    if seconds is not None:
        if isinstance(seconds, bool) or not isinstance(seconds, int | float):
            raise ParameterTypeError(
                f"expected a number of seconds or None, got {truncate(seconds)} ({type(seconds).__name__})"
            )
        if not seconds > 0:
            raise ParameterError(f"expected seconds above 0, got {truncate(seconds)}")
    clock = _Clock(STANDARD if budget is None else check_budget(budget), seconds)
    replay = Replay(record)
    judging = _Judging(policy, clock)
    while replay.position < len(replay):
        number = judging.step(replay)
        if number and on_move is not None:
            on_move(number)
    moves = judging.moves()
    lessons = [
        _lesson(moves[number - 1], view, analysis, policy, clock) for _, number, view, analysis in judging.costly
    ]
    return Review(record, moves, tuple(lessons), policy, not clock.was_late, replay.game.view)


class _Clock:
    """Limits each analysis to the time left for the review."""

    def __init__(self, budget: Budget, seconds: float | None) -> None:
        self.budget = budget
        self.end = None if seconds is None else monotonic() + seconds
        self.was_late = False

    def allowance(self, most: float | None = None) -> Budget | None:
        """Return the budget for the next analysis, at most ``most`` seconds; None if no time is left."""
        budget = self.budget
        limits = [budget.seconds, most]
        if self.end is not None:
            left = self.end - monotonic()
            if left <= 0:
                self.was_late = True
                return None
            limits.append(left)
        given = [limit for limit in limits if limit is not None]
        return Budget(budget.states, budget.memory, min(given)) if given else budget


class _Judging:
    """Judges the moves in a record during a replay."""

    def __init__(self, policy: Policy | None, clock: _Clock) -> None:
        self._policy = policy
        self._clock = clock
        self._found: list[dict[str, Any]] = []
        # Cells that an exact analysis found certainly safe. They stay safe until an undo, because a player's knowledge
        # only grows; so a move that risks only such cells needs no analysis, unless it is compared with a policy.
        self._safe: set[Cell] = set()
        # The undo and redo stacks, as indices of judged moves; None means a move that isn't judged, such as a flag.
        self._done: list[int | None] = []
        self._undone: list[int | None] = []
        # The costliest moves, worst first: negative cost, number, view before the move, and its analysis. They are
        # stored so that lessons don't need a second replay.
        self.costly: list[tuple[float, int, View, Analysis | None]] = []

    def step(self, replay: Replay) -> int:
        """Play the next event; if it is a move, judge it and return its number, otherwise return 0."""
        position = replay.position
        event = replay.record.events[position]
        if not is_move(event):
            change = replay.step()
            if not event.changed:
                return 0
            if event.kind in STEPS:
                self._safe.clear()
            if event.kind == "undo":
                self._move(self._done, self._undone, is_taken_back=True)
            elif event.kind == "redo":
                self._move(self._undone, self._done, is_taken_back=False)
            elif change:
                self._done.append(None)
                self._undone.clear()
            return 0
        # The solver gets only the view, never the layout.
        view: View | None = None
        cells: tuple[Cell, ...] = ()
        if self._policy is None and event.kind == "open" and event.cell in self._safe:
            judgement = Judgement.of_certain()
            cells = (event.cell,)
        else:
            view = replay.game.view
            is_possible = event.cell in replay.game.grid and replay.game.outcome is Outcome.ONGOING
            cells = cells_at_risk(view, event) if is_possible else ()
            if self._policy is None and cells and self._safe.issuperset(cells):
                judgement = Judgement.of_certain()
            else:
                # An impossible move isn't judged, because the replay rejects it.
                judgement = judge_event(
                    view,
                    event,
                    first_open=None if self._found else replay.game.rules.first_open_promise,
                    policy=self._policy,
                    budget=self._clock.allowance() if is_possible else None,
                )
                if judgement.analysis is not None and judgement.analysis.is_exact and self._policy is None:
                    self._safe.update(judgement.analysis.safe_cells)
        change = replay.step()
        self._done.append(len(self._found))
        self._undone.clear()
        self._found.append(
            {
                **judgement.fields(),
                "number": len(self._found) + 1,
                "position": position,
                "milliseconds": event.milliseconds,
                "kind": event.kind,
                "cell": event.cell,
                "cells": cells,
                "survived": change.outcome is not Outcome.LOST,
                "is_taken_back": False,
            }
        )
        if (
            view is not None
            and self._policy is not None
            and judgement.verdict in _COSTLY
            and (cost := _cost(ReviewedMove(**self._found[-1]))) > 0
        ):
            self.costly.append((-cost, len(self._found), view, judgement.analysis))
            self.costly.sort(key=lambda row: row[:2])
            del self.costly[LESSONS:]
        return len(self._found)

    def _move(self, source: list[int | None], target: list[int | None], *, is_taken_back: bool) -> None:
        place = source.pop()
        target.append(place)
        if place is not None:
            self._found[place]["is_taken_back"] = is_taken_back

    def moves(self) -> tuple[ReviewedMove, ...]:
        """Return all judged moves."""
        return tuple([ReviewedMove(**fields) for fields in self._found])


def _cost(move: ReviewedMove) -> float:
    if move.verdict == "risky guess" and move.win_chance is not None and move.kept_win_chance is not None:
        return move.win_chance - move.kept_win_chance
    return move.given_away


def _lesson(move: ReviewedMove, view: View, analysis: Analysis | None, policy: Policy | None, clock: _Clock) -> Lesson:
    overlooked: list[Reason] = []
    warnings: list[Reason] = []
    if policy is not None and move.best_cell is not None and (budget := clock.allowance(LESSON_SECONDS)) is not None:
        is_mine = move.verdict == "blunder" and move.kind == "open"
        overlooked, warnings = reasons_for(
            view, move.best_cell, move.cell if is_mine else None, policy=policy, budget=budget, analysis=analysis
        )
    return Lesson(move, _cost(move), tuple(overlooked), tuple(warnings))
