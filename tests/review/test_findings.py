"""Totals of reviews compared with sums over the moves, and reviews as values and as JSON."""

from __future__ import annotations

import json
import math
import pickle
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Layout, View
from hypersweep.record import Record
from hypersweep.review import VERDICTS, Review, review
from hypersweep.review.findings import Findings, Lesson
from hypersweep.review.judge import ReviewedMove
from hypersweep.typing import Verdict
from played import Step, played

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
        if verdict in ("certain", "first click"):
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


HALF = Layout("2x6", [(1, 4)])
GUESS: list[Step] = [(0, "open", (0, 0)), (1000, "open", (0, 5)), (62_300, "open", (0, 4))]

PLAYERS = ["\x1b[2J\x07Eve", "<script>&amp;'\"", "a" * 500, "\u202eevE"]

REPORT = """\
Review of 2x6, 1 mine: not finished after 1:02.30, played by Ann

  moves             3  1 certain, 1 forced guess, 1 unneeded guess
  survival     45.8 %  the chance of surviving all moves that stand; 91.7 %
                       without needless risks
  luck          +0.58  0.58 deaths expected, none came
  skill        50.0 %  of the chance to survive was kept; 50.0 points were
                       given away in all
  accuracy     66.7 %  2 of 3 moves gave nothing away

  move     time               verdict           risk  best was
     1   0.00 s  open (0, 0)  forced guess     8.3 %  as good as any      wins 50.0 %
     3  1:02.30  open (0, 4)  unneeded guess  50.0 %  (1, 5) for certain

  The move that gave away most

  Move 3 at 1:02.30, open (0, 4): unneeded guess, risk 50.0 %. It gave away
    50.0 points.
    What was certain:
"""


def guessed(player: str = "Ann") -> Review:
    return review(played(HALF, GUESS).replace(tags={"player": player}))


def test_the_report_reads_like_that() -> None:
    text = guessed().format()
    assert text.startswith(REPORT)
    assert "(1, 5)" in text.removeprefix(REPORT)
    assert str(guessed()) == text
    assert max(map(len, text.splitlines())) <= 86


def test_the_report_of_a_perfect_game_finds_nothing() -> None:
    text = review(played(Layout("3x4"), [(0, "open", (0, 0))])).format()
    assert "There was nothing to guess." in text
    assert "no move took any risk" in text


def test_cells_of_one_dimension_are_no_tuples() -> None:
    text = review(played(Layout("8", [(3,)]), [(0, "open", (0,)), (10, "open", (4,)), (20, "open", (3,))])).format()
    assert re.search(r"open \(3\) +blunder +100 % +\(5\) for certain +mine!", text)
    assert ",)" not in text


def test_the_report_tells_deaths_and_moves_taken_back() -> None:
    text = review(played(HALF, [*GUESS[:2], (2000, "open", (1, 4)), (2000, "undo")])).format()
    assert "mine!, taken back" in text
    assert "1 move taken back: judged and counted for luck" in text
    assert "one came" in text


@pytest.mark.parametrize("player", PLAYERS)
def test_a_player_s_name_cannot_do_harm(player: str) -> None:
    heading = guessed(player).format().splitlines()[0]
    assert heading.isprintable()
    assert len(heading) < 130
