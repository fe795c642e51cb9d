"""A whole game reviewed: every move judged, luck and skill summed up, and the moves worth learning from."""

from __future__ import annotations

from time import monotonic

from hypersweep.arguments import nearest, shorten
from hypersweep.errors import BudgetExceededError, ParameterError, ParameterTypeError
from hypersweep.game import Outcome
from hypersweep.record import Record, Replay
from hypersweep.review.judge import Judgement, ReviewedMove, judge
from hypersweep.review.model import Findings, Lesson
from hypersweep.review.report import report
from hypersweep.review.svg import review_svg
from hypersweep.solve import POLICIES, Budget, explain
from hypersweep.solve.budget import check_budget

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.game import Game
    from hypersweep.record import Event
    from hypersweep.solve import Reason

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

        It stands alone, reads well on light and on dark ground, and tells risks apart by lightness, verdicts by shape.
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
        count = len(self.guesses)
        return (
            f"<Review of {len(self.moves)} moves, {count} guess{'es' * (count != 1)}: "
            f"luck {self.luck:+.2f}, skill {self.skill:.1%}>"
        )


def review(
    record: Record, *, budget: Budget | None = None, policy: str = "look-ahead", seconds: float | None = 60.0
) -> Review:
    """Every move of a game judged by what its player could know.

    Nothing but the view before a move is looked at, so a guess that went wrong is no worse than one that went well.
    What a player saw of the mines before an undo is not taken into account.

    Args:
        record: the game; it needn't be finished.
        budget: what each analysis may use; where that is too little the chances are estimates. None for a budget that
            is enough for most boards.
        policy: whose advice counts beside the safest cell, see ``hypersweep.solve.choose``: a guess isn't blamed for a
            risk that the policy would have taken as well.
        seconds: the time that all of it may take, or None for any; moves that it isn't enough for stay "unknown".

    Raises:
        RecordError: an event of the record can't be.
        ParameterError: no such policy, or no time at all.
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
    moves = _judge_all(Replay(record), policy, clock)
    lessons = _lessons(record, moves, policy, clock)
    return Review(record, tuple(moves), tuple(lessons), policy, not clock.was_late)


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


def _judge_all(replay: Replay, policy: str, clock: _Clock) -> list[ReviewedMove]:
    found: list[dict[str, object]] = []
    # The moves in force and those that could be redone: places in `found`, None for flags.
    done: list[int | None] = []
    undone: list[int | None] = []
    is_begun = False
    while replay.position < len(replay):
        event = replay.record.events[replay.position]
        position = replay.position
        if event.kind not in ("open", "chord") or not event.changed:
            change = replay.step()
            if event.kind == "undo":
                undone.append(done.pop())
                if undone[-1] is not None:
                    found[undone[-1]]["is_taken_back"] = True
            elif event.kind == "redo":
                done.append(undone.pop())
                if done[-1] is not None:
                    found[done[-1]]["is_taken_back"] = False
            elif change:
                done.append(None)
                undone.clear()
            continue
        judgement, cells = _judge_event(replay.game, event, policy, clock, is_begun)
        change = replay.step()
        is_begun = True
        done.append(len(found))
        undone.clear()
        found.append(
            {
                **judgement.fields(),
                "number": len(found) + 1,
                "position": position,
                "milliseconds": event.milliseconds,
                "kind": event.kind,
                "cell": event.cell,
                "cells": cells,
                "survived": change.outcome is not Outcome.LOST,
                "is_taken_back": False,
            }
        )
    return [ReviewedMove(**fields) for fields in found]


def _judge_event(
    game: Game, event: Event, policy: str, clock: _Clock, is_begun: bool
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
    return judge(game.view, event.kind, cell, policy=policy, budget=budget), cells


def _cost(move: ReviewedMove) -> float:
    if move.verdict == "risky guess" and move.win_chance is not None and move.kept_win_chance is not None:
        return move.win_chance - move.kept_win_chance
    return move.given_away


def _lessons(record: Record, moves: list[ReviewedMove], policy: str, clock: _Clock) -> list[Lesson]:
    costly = sorted((move for move in moves if _cost(move) > 0), key=lambda move: (-_cost(move), move.number))
    lessons = []
    replay = Replay(record)
    for move in costly[:_LESSONS]:
        replay.seek(move.position)
        view = replay.game.view
        overlooked: list[Reason] = []
        warnings: list[Reason] = []
        try:
            if (budget := clock.allowance(_LESSON_SECONDS)) is not None:
                overlooked = explain(view, policy=policy, budget=budget)
            budget = clock.allowance(_LESSON_SECONDS)
            if budget is not None and move.verdict == "blunder" and move.kind == "open":
                warnings = explain(view, move.cell, budget=budget)
        except BudgetExceededError:
            pass
        lessons.append(Lesson(move, _cost(move), tuple(overlooked), tuple(warnings)))
    return lessons
