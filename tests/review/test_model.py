"""Totals compared with sums over the moves, and reviews as values and as JSON."""

from __future__ import annotations

import json
import math
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Layout, View
from hypersweep.record import Record
from hypersweep.review import VERDICTS
from hypersweep.review.judge import ReviewedMove
from hypersweep.review.model import Findings, Lesson
from hypersweep.typing import Verdict

RECORD = Record("3x4", layout=Layout("3x4", [(0, 3), (2, 0)]), events=[])
VIEW = View("3x4", 2, [-1] * 12)
CHANCES = st.floats(0, 1, allow_subnormal=False)


def reviewed(number: int, verdict: Verdict, risk: float | None, **changes: Any) -> ReviewedMove:
    parts: dict[str, Any] = dict.fromkeys(ReviewedMove.__slots__)
    parts.update(
        number=number, position=number - 1, milliseconds=100 * number, kind="open", cell=(1, 2), cells=((1, 2),)
    )
    parts.update(verdict=verdict, risk=risk, survived=True, is_estimate=False, is_taken_back=False)
    return ReviewedMove(**{**parts, **changes})


@st.composite
def moves(draw: st.DrawFn) -> tuple[ReviewedMove, ...]:
    found = []
    for number in range(1, draw(st.integers(0, 6)) + 1):
        verdict: Verdict = draw(st.sampled_from(VERDICTS))
        risk: float | None = draw(CHANCES)
        if verdict in ("certain", "first open"):
            risk = 0.0
        elif verdict == "blunder":
            risk = 1.0
        elif verdict == "unknown":
            risk = None
        best = None if risk is None else draw(st.floats(0, 1).map(lambda share, risk=risk: share * risk))  # type: ignore[misc]
        found.append(
            reviewed(
                number,
                verdict,
                risk,
                best_risk=best,
                safest_risk=best if draw(st.booleans()) else None,
                survived=risk != 1.0 and (not risk or draw(st.booleans())),
                is_estimate=draw(st.booleans()),
                is_taken_back=draw(st.booleans()),
            )
        )
    return tuple(found)


def findings(some: tuple[ReviewedMove, ...], **changes: object) -> Findings:
    parts: dict[str, object] = {"lessons": (), "policy": "look-ahead", "is_complete": True, "view": VIEW}
    return Findings(RECORD, some, **{**parts, **changes})  # type: ignore[arg-type]


@given(moves())
def test_figures_are_sums_and_products_over_the_moves(some: tuple[ReviewedMove, ...]) -> None:
    found = findings(some)
    known = [move for move in some if move.risk is not None]
    standing = [move for move in some if not move.is_taken_back]
    assert found.guesses == tuple(move for move in known if move.risk)
    assert sum(found.verdicts.values()) == len(some)
    assert list(found.verdicts) == [verdict for verdict in VERDICTS if verdict in found.verdicts]
    assert found.is_estimate == any(move.is_estimate for move in some)
    assert found.deaths == sum(not move.survived for move in some)
    # Luck is expected less actual deaths, over the moves with known risk.
    deaths = sum(not move.survived for move in known)
    assert found.luck == pytest.approx(found.expected_deaths - deaths, abs=1e-12)
    assert found.survival == pytest.approx(math.prod(1 - move.risk for move in standing if move.risk is not None))
    assert found.given_away == pytest.approx(sum(move.given_away for move in some))
    assert found.best_survival >= found.survival
    assert 0 <= found.skill <= 1
    assert found.skill * found.best_survival == pytest.approx(found.survival)
    assert 0 <= found.accuracy <= 1
    assert (found.accuracy == 1) == all(move.given_away == 0 for move in known)


@pytest.mark.slow
@given(moves())
def test_the_timeline_falls_from_guess_to_guess_to_the_chance_at_the_end(some: tuple[ReviewedMove, ...]) -> None:
    found = findings(some)
    line = found.timeline()
    assert [when for when, _ in line] == [move.milliseconds for move in found.guesses if not move.is_taken_back]
    chances = [1.0, *(chance for _, chance in line)]
    assert chances == sorted(chances, reverse=True)
    assert chances[-1] == pytest.approx(found.survival)


@given(moves())
def test_how_the_moves_ended_has_no_part_in_skill(some: tuple[ReviewedMove, ...]) -> None:
    other = tuple(
        reviewed(move.number, move.verdict, move.risk, best_risk=move.best_risk, safest_risk=move.safest_risk,
                 survived=not move.survived, is_taken_back=move.is_taken_back) for move in some
    )  # fmt: skip
    assert findings(other).skill == findings(some).skill
    assert findings(other).accuracy == findings(some).accuracy


@given(moves())
def test_a_review_is_a_value_and_json(some: tuple[ReviewedMove, ...]) -> None:
    lessons = tuple(Lesson(move, 0.25, (), ()) for move in some[:3])
    found = findings(some, lessons=lessons)
    assert pickle.loads(pickle.dumps(found)) == found
    assert (found == findings(some)) == (not lessons)
    told = json.loads(json.dumps(found.as_dict(), allow_nan=False))
    assert told["board"] == "3x4"
    assert [move["number"] for move in told["moves"]] == [move.number for move in some]
    assert [lesson["move"] for lesson in told["lessons"]] == [move.number for move in some[:3]]
    for name in ("luck", "survival", "skill", "accuracy", "given_away", "deaths", "verdicts"):
        assert told[name] == getattr(found, name)


def test_a_lesson_says_what_it_cost() -> None:
    lesson = Lesson(reviewed(7, "blunder", 1.0, best_risk=0.0), 0.375, (), ())
    assert repr(lesson) == "<Lesson of move 7, which gave away 37.5%>"
    with pytest.raises(AttributeError):
        lesson.cost = 0.0  # type: ignore[misc]
