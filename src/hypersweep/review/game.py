"""A whole game reviewed: every move judged, luck and skill summed up, and the moves worth learning from."""

from __future__ import annotations

from time import monotonic

from hypersweep.arguments import nearest, shorten
from hypersweep.errors import BudgetExceededError, ParameterError, ParameterTypeError
from hypersweep.game import Outcome
from hypersweep.lazy import defer
from hypersweep.record import Record, Replay
from hypersweep.review.judge import Judgement, ReviewedMove, judge
from hypersweep.review.model import Findings, Lesson
from hypersweep.review.report import report
from hypersweep.review.svg import review_svg
from hypersweep.solve import POLICIES, Budget
from hypersweep.solve.budget import check_budget
from hypersweep.solve.reasoning import explain_each
from hypersweep.wording import count_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.game import Game
    from hypersweep.record import Event
    from hypersweep.solve import Analysis, Reason
    from hypersweep.typing import Policy
    from hypersweep.view import View
else:
    defer(
        globals(),
        "from hypersweep.game import Game",
        "from hypersweep.record import Event",
        "from hypersweep.solve import Analysis, Reason",
        "from hypersweep.typing import Policy",
        "from hypersweep.view import View",
    )

__all__ = ["Review", "review"]

_STANDARD = Budget(states=1 << 18, memory=1 << 28)

# So many moves are explained, and none of them for longer than that.
_LESSONS = 3
_LESSON_SECONDS = 5.0


class Review(Findings):
    """All that ``review`` has to say of a game: its ``Findings``, as text, as a picture and for programs."""

    __slots__ = ()

    def format(self) -> str:
        """The review as text: what came of it, every guess, and the moves worth learning from."""
        return "\n".join(report(self))

    def svg(self) -> str:
        """The review as a picture: the board with its guesses, and the chance to survive over time.

        It stands alone, is readable on light and dark backgrounds, and shows risks by lightness, verdicts by shape.
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
            f"<Review of {count_of(len(self.moves), 'move')}, {guesses} guess{'es' * (guesses != 1)}: "
            f"luck {self.luck:+.2f}, skill {self.skill:.1%}>"
        )


def review(
    record: Record, *, budget: Budget | None = None, policy: Policy = "look-ahead", seconds: float | None = 60.0
) -> Review:
    """Every move of a game judged by what its player could know.

    Only the view before a move counts, so a guess that went wrong is no worse than one that went well.
    What a player saw of the mines before an undo is not taken into account.

    Args:
        record: the game; it needn't be finished.
        budget: what each analysis may use; where that is too little the chances are estimates. None for one that is
            enough for most boards.
        policy: whose advice counts as well as the safest cell, see ``hypersweep.solve.choose``: a guess isn't blamed
            for a risk that the policy would have taken as well.
        seconds: the time that the whole review may take, or None for no limit; moves left when it runs out are
            "unknown".

    Raises:
        RecordError: an event of the record is impossible.
        ParameterError: no such policy, or no time.
        ParameterTypeError: not a ``Record`` or not a ``Budget``.
        BoardTooLargeError: this machine can't hold the board.

    >>> from hypersweep.record import Event
    >>> events = [Event(0, "open", (0, 0), 6), Event(900, "open", (1, 2), 1), Event(2000, "open", (0, 3), 1)]
    >>> found = review(Record("3x4", 2, seed=7, events=events))
    >>> for move in found.moves:
    ...     print(move.number, move.cell, move.verdict, move.risk)
    1 (0, 0) first open 0.0
    2 (1, 2) certain 0.0
    3 (0, 3) certain 0.0
    >>> found.luck, found.skill
    (0.0, 1.0)
    """
    if policy not in POLICIES:
        hint = nearest(policy, list(POLICIES)) if isinstance(policy, str) else ""
        raise ParameterError(f"expected a policy of {', '.join(POLICIES)}, got {shorten(policy)}{hint}")
    if seconds is not None:
        if isinstance(seconds, bool) or not isinstance(seconds, int | float):
            raise ParameterTypeError(
                f"expected a number of seconds or None, got {shorten(seconds)} ({type(seconds).__name__})"
            )
        if not seconds > 0:
            raise ParameterError(f"expected seconds above 0, got {shorten(seconds)}")
    clock = _Clock(_STANDARD if budget is None else check_budget(budget), seconds)
    replay = Replay(record)
    judging = _Judging(policy, clock)
    while replay.position < len(replay):
        judging.step(replay)
    moves = judging.moves()
    lessons = [
        _lesson(moves[number - 1], view, analysis, policy, clock) for _, number, view, analysis in judging.costly
    ]
    return Review(record, moves, tuple(lessons), policy, not clock.was_late, replay.game.view)


class _Clock:
    """The budget of one analysis, within the time that is left for all."""

    def __init__(self, budget: Budget, seconds: float | None) -> None:
        self.budget = budget
        self.end = None if seconds is None else monotonic() + seconds
        self.was_late = False

    def allowance(self, most: float | None = None) -> Budget | None:
        """What the next analysis may use, or None where no time is left."""
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
    """The moves of a record judged, one after the other, as it is played again."""

    def __init__(self, policy: Policy, clock: _Clock) -> None:
        self._policy = policy
        self._clock = clock
        self._found: list[dict[str, object]] = []
        # The moves in force and those that could be redone: places in what was found, None for flags.
        self._done: list[int | None] = []
        self._undone: list[int | None] = []
        # Of the moves that gave away most, the worst first: what they cost, negative; their numbers; the views before
        # them and the analyses of those. The record needn't be played again for them.
        self.costly: list[tuple[float, int, View, Analysis | None]] = []

    def step(self, replay: Replay) -> None:
        """Play the next event, and judge it if it is a move."""
        position = replay.position
        event = replay.record.events[position]
        if event.kind not in ("open", "chord") or not event.changed:
            change = replay.step()
            if event.kind == "undo":
                self._move(self._done, self._undone, is_taken_back=True)
            elif event.kind == "redo":
                self._move(self._undone, self._done, is_taken_back=False)
            elif change:
                self._done.append(None)
                self._undone.clear()
            return
        view = replay.game.view
        judgement, cells = _judge_event(replay.game, view, event, self._policy, self._clock, bool(self._found))
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
        cost = _cost(ReviewedMove(**self._found[-1]))
        if cost > 0:
            self.costly.append((-cost, len(self._found), view, judgement.analysis))
            self.costly.sort(key=lambda row: row[:2])
            del self.costly[_LESSONS:]

    def _move(self, source: list[int | None], target: list[int | None], *, is_taken_back: bool) -> None:
        place = source.pop()
        target.append(place)
        if place is not None:
            self._found[place]["is_taken_back"] = is_taken_back

    def moves(self) -> tuple[ReviewedMove, ...]:
        """All moves as they were judged."""
        return tuple([ReviewedMove(**fields) for fields in self._found])


def _judge_event(
    game: Game, view: View, event: Event, policy: Policy, clock: _Clock, is_begun: bool
) -> tuple[Judgement, tuple[tuple[int, ...], ...]]:
    cell = event.cell
    assert cell is not None
    if event.kind == "open":
        cells: tuple[tuple[int, ...], ...] = (cell,)
    else:
        around = game.grid.neighbours(cell) if cell in game.grid else ()
        cells = tuple(other for other in around if not game.is_open(other) and not game.is_flagged(other))
    if not is_begun and event.kind == "open" and game.rules.first_open != "any":
        judgement = Judgement()
        judgement.verdict, judgement.risk = "first open", 0.0
        judgement.best_cell, judgement.best_risk = cell, 0.0
        return judgement, cells
    budget = clock.allowance()
    if budget is None or cell not in game.grid or game.outcome is not Outcome.ONGOING:
        # What can't be judged; what can't be at all, the replay will refuse.
        return Judgement(), cells
    # The solver gets the view and nothing else.
    return judge(view, event.kind, cell, policy=policy, budget=budget), cells


def _cost(move: ReviewedMove) -> float:
    if move.verdict == "risky guess" and move.win_chance is not None and move.kept_win_chance is not None:
        return move.win_chance - move.kept_win_chance
    return move.given_away


def _lesson(move: ReviewedMove, view: View, analysis: Analysis | None, policy: Policy, clock: _Clock) -> Lesson:
    overlooked: list[Reason] = []
    warnings: list[Reason] = []
    try:
        if (budget := clock.allowance(_LESSON_SECONDS)) is not None:
            # What is explained is the cell that the review names, whatever else would be as good.
            cells = (
                [move.best_cell, move.cell] if move.verdict == "blunder" and move.kind == "open" else [move.best_cell]
            )
            found = explain_each(view, cells, policy=policy, budget=budget, analysis=analysis)
            overlooked, warnings = found[0], found[1] if len(found) > 1 else []
    except BudgetExceededError:
        pass
    return Lesson(move, _cost(move), tuple(overlooked), tuple(warnings))
