from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import COVERED, FLAGGED, ParseError, View
from hypersweep.codes import EXPLODED, MINE
from hypersweep.engine.answer import OPTION_TYPES, Answer, EngineInfo, EngineMove, EngineOption, EngineReason
from hypersweep.engine.lines import Line, clean_text
from hypersweep.engine.replies import (
    MOST_EXTRAS,
    AnswerReader,
    answer_lines,
    error_line,
    info_line,
    option_line,
    parse_info,
    parse_option,
)
from strategies import views

NAMES = st.text("aZ09_.-", min_size=1, max_size=64)
CHANCES = st.floats(0, 1)
TEXTS = st.text(max_size=40).map(clean_text)


@st.composite
def answers(draw: st.DrawFn, view: View) -> Answer:
    """Return answers that an engine may give to a view."""
    covered = [cell for cell, code in view.items() if code in (COVERED, FLAGGED)]
    cells = st.lists(st.sampled_from(list(view)), max_size=3, unique=True).map(tuple)

    def numbers(shown: float) -> st.SearchStrategy[tuple[float, ...] | None]:
        known = {cell: shown if code in (MINE, EXPLODED) else 0.0 for cell, code in view.items()}
        return st.none() | st.lists(CHANCES, min_size=len(covered), max_size=len(covered)).map(
            lambda some: tuple((known | dict(zip(covered, some, strict=True))).values())
        )

    move = st.builds(
        EngineMove,
        st.sampled_from(covered or [(0,)]),
        st.none() | CHANCES,
        st.none() | NAMES,
        st.none() | st.floats(allow_nan=False, allow_infinity=False),
        st.none() | st.fractions(0, 1, max_denominator=10**30),
        st.none() | st.booleans(),
    )
    moves = st.lists(move, max_size=4).map(tuple) if covered else st.just(())
    reason = st.builds(EngineReason, TEXTS, st.none() | NAMES, cells, cells)
    return Answer(
        draw(st.none() | move) if covered else None,
        draw(numbers(1.0)),
        draw(numbers(0.0)),
        draw(moves),
        draw(st.lists(reason, max_size=3).map(tuple)),
        draw(st.none() | CHANCES),
        draw(st.none() | st.integers(0, 10**18 - 1)),
        draw(st.none() | st.floats(0, 1e9)),
        draw(st.booleans()),
    )


def read(view: View, lines: list[str]) -> Answer | None:
    """Return the answer that an engine's lines make."""
    reader = AnswerReader(view)
    found = None
    for line in lines:
        assert found is None
        found = reader.read(Line.parse(line))
    return found


@pytest.mark.nightly
@given(st.data(), views(), st.none() | NAMES)
def test_every_answer_reads_back(data: st.DataObject, view: View, own: str | None) -> None:
    answer = data.draw(answers(view))
    lines = list(answer_lines(answer, view, own))
    assert all(Line.parse(line).fields.get("id") == own for line in lines)
    assert read(view, lines) == answer


@pytest.mark.slow
@given(
    views(),
    st.lists(
        st.sampled_from(["best ", "move ", "reason ", "chances ", "errors "]).flatmap(
            lambda word: st.lists(
                st.sampled_from(
                    [
                        "cell=0,0",
                        "cell=none",
                        "values=0.5",
                        "values=1*9",
                        "begin=0",
                        "rank=1",
                        "chance=0.5",
                        "chance=x",
                        "wins=1/2",
                        "wins=2/1",
                        "wins=1/0",
                        "exact=maybe",
                        "cells=0;1",
                        "text=a b",
                        "states=-1",
                    ]
                ),
                unique=True,
            ).map(lambda parts: word + " ".join(parts))
        )
    ),
)
def test_any_lines_are_an_answer_or_refused(view: View, lines: list[str]) -> None:
    reader = AnswerReader(view)
    for line in lines:
        try:
            found = reader.read(Line.parse(line))
        except ParseError:
            return
        if found is not None:
            assert found.cell is None or view[found.cell] in (COVERED, FLAGGED)
            assert found.chances is None or len(found.chances) == len(view)


VIEW = View.parse("2x3 mines=1\nF # #\n1 1 .")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("best", "expected a cell of 2x3 for the best move, got ''"),
        ("best cell=1,1", "expected a covered cell for the best move, got (1, 1), which is open"),
        ("best cell=0,0;0,1", "expected one cell"),
        ("best cell=2,0", "expected a cell of 2x3"),
        ("best cell=0,0 chance=2", "expected a number of 0 to 1 for the chance of the best move"),
        ("best cell=0,0 wins=3/2", "expected a fraction"),
        ("best cell=0,0 states=many", "expected a whole number"),
        ("chances begin=1 values=0.5", "expected chances from cell 0 on, got them from 1 on"),
        ("chances values=0.5*4", "expected at most 3 chances"),
        ("move cell=none", "expected one cell for a ranked move, got 0"),
        ("reason cells=9,9", "expected a cell of 2x3 for a reason"),
    ],
)
def test_lines_that_no_engine_may_say(line: str, words: str) -> None:
    with pytest.raises(ParseError) as caught:
        AnswerReader(VIEW).read(Line.parse(line))
    assert words in str(caught.value)


def test_a_mine_that_is_shown_is_no_cell_to_open() -> None:
    view = View.parse("1x4 mines=3\nX * ! 2")
    for place in range(4):
        with pytest.raises(ParseError, match=r"which is shown|which is open|which has a wrong flag"):
            AnswerReader(view).read(Line.parse(f"best cell=0,{place}"))
    assert read(view, ["chances begin=0 values=none", "best cell=none"]) == Answer(None, (1.0, 1.0, 0.0, 0.0))


def test_reasons_name_no_more_cells_than_an_answer_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hypersweep.engine.replies.MOST_EXTRAS", 10)
    view = View("1x4", 1, [-1, 1, 0, 0])
    cells = tuple(view)
    answer = Answer(None, reasons=tuple([EngineReason("why", "safe", cells, cells[:1])] * 4))
    reader = AnswerReader(view)
    *said, _ = map(Line.parse, answer_lines(answer, view))
    for line in said:
        assert reader.read(line) is None
    assert [str(line.fields["cells"]).count(";") + 1 for line in said[:2]] == [4, 4]
    assert [(line.fields["cells"], line.fields["clues"]) for line in said[2:]] == [("none", "none")] * 2
    with pytest.raises(ParseError, match="reasons that name at most 10 cells in all"):
        reader.read(Line.parse("reason cells=0,0 text=why"))


def test_as_much_as_no_engine_says_is_refused() -> None:
    reader = AnswerReader(VIEW)
    most = min(MOST_EXTRAS, 76)
    for _ in range(most):
        assert reader.read(Line.parse("move cell=0,0")) is None
    with pytest.raises(ParseError, match="at most 76 lines"):
        reader.read(Line.parse("move cell=0,0"))


@given(st.builds(EngineOption, NAMES, st.sampled_from(OPTION_TYPES), TEXTS, st.lists(NAMES, max_size=3).map(tuple)))
def test_every_option_reads_back(option: EngineOption) -> None:
    assert parse_option(Line.parse(option_line(option))) == option


@given(
    st.builds(
        EngineInfo,
        st.none() | NAMES,
        st.none() | st.integers(0, 10**18 - 1),
        st.none() | st.floats(0, 1e9),
        st.none() | TEXTS,
    )
)
def test_every_info_reads_back(info: EngineInfo) -> None:
    assert parse_info(Line.parse(info_line(info, "7"))) == info


def test_what_cannot_be_read_of_an_info_is_left_out() -> None:
    assert parse_info(Line.parse("info stage=ö states=many seconds=-1")) == EngineInfo(None, None, None, None)
    assert parse_option(Line.parse("option name=x type=colour")) == EngineOption("x", "text", "", ())
    with pytest.raises(ParseError, match="the name of an option"):
        parse_option(Line.parse("option type=check"))


@given(st.text())
def test_every_error_is_one_line(message: str) -> None:
    line = error_line("line", message, "7")
    assert "\n" not in line
    assert Line.parse(line).text == clean_text(message)


def test_fractions_are_kept_exactly() -> None:
    move = EngineMove((0, 1), None, None, None, Fraction(961, 1820), None)
    (line,) = answer_lines(Answer(move), VIEW)
    assert line == "best cell=0,1 wins=961/1820"
