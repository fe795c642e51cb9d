"""Verdicts as comments: every annotation comes back from its text, and other comments stay."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Layout, ParameterError, ParseError, Record
from hypersweep.record import parse_games
from hypersweep.review import Annotation, read_annotations, review
from hypersweep.review.annotation import MARKS
from hypersweep.typing import Cell, Verdict
from played import played

# One mine: after the left is open, one of (0, 4) and (1, 4) has it, and (1, 5) is safe.
RECORD = played(Layout("2x6", [(1, 4)]), [(0, "open", (0, 0)), (1000, "open", (0, 5)), (2000, "open", (0, 4))])

CHANCES = st.floats(0, 1)
CELLS = st.lists(st.integers(0, 10**18), min_size=1, max_size=4).map(tuple)
BEST = st.just((None, None)) | st.tuples(CELLS, CHANCES)


@given(st.sampled_from([*MARKS]), st.floats(1e-12, 1), BEST, st.booleans())
def test_an_annotation_comes_back(
    verdict: Verdict, risk: float, best: tuple[Cell, float] | tuple[None, None], is_estimate: bool
) -> None:
    annotation = Annotation(verdict, risk, best[0], best[1], is_estimate)
    assert Annotation.parse(annotation.format()) == annotation
    assert annotation.risk == pytest.approx(risk, rel=1e-3)


@pytest.mark.parametrize(
    "text",
    [
        "? blunder: risk 100 %",
        "?? blunder: risk 100",
        "?? blunder: risk 200 %",
        "□ forced guess: risk 0 %",
        "? unneeded guess: risk 50 %; best (1, 2)",
        "? unneeded guess: risk 50 %; best (1, 2) at 101 %",
        "certain: risk 0 %",
        "",
    ],
)
def test_other_lines_are_no_annotations(text: str) -> None:
    with pytest.raises(ParseError):
        Annotation.parse(text)
    record = RECORD.with_comment(1, f"{text}\nindeed")
    assert read_annotations(record) == {}


def test_impossible_values_are_refused() -> None:
    wrongs: list[tuple[Any, ...]] = [
        ("certain", 0.5),
        ("blunder", 0.0),
        ("blunder", 1.5),
        ("blunder", 0.5, (1, 2)),
        ("blunder", 0.5, None, 0.1),
    ]
    for wrong in wrongs:
        with pytest.raises(ParameterError):
            Annotation(*wrong)


def test_the_verdicts_of_a_review_are_read_back_from_the_text() -> None:
    found = review(RECORD)
    record = Record.parse(found.annotated().format())
    assert record.events == RECORD.events
    read = read_annotations(record)
    assert [*read] == [move.position + 1 for move in found.guesses]
    for move in found.guesses:
        own = read[move.position + 1]
        assert (own.verdict, own.is_estimate) == (move.verdict, move.is_estimate)
        assert own.risk == pytest.approx(move.risk, rel=1e-3)
        if move.verdict != "forced guess":
            assert (own.best_cell, own.best_risk) == (move.best_cell, move.best_risk)
    assert "# ? unneeded guess: risk 50 %; best (1, 5) at 0 %\n" in record.format()


def test_other_comments_stay_and_an_earlier_review_is_replaced() -> None:
    record = RECORD.with_comment(3, "Oh no.\n?? blunder: risk 100 %\nWhy?").with_comment(2, "□ forced guess: risk 1 %")
    record = record.with_variation(1, [record.events[1]], comments={1: "□ forced guess: risk 2 %"})
    annotated = review(record).annotated()
    assert annotated.comments[3] == "Oh no.\nWhy?\n? unneeded guess: risk 50 %; best (1, 5) at 0 %"
    assert 2 not in annotated.comments
    assert annotated.variations == record.variations
    assert review(annotated).annotated() == annotated
    assert parse_games(annotated.format()) == [annotated]
