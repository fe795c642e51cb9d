"""The protocol as text: lines, commands and replies are read back, and no input does harm."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import COVERED, FLAGGED, Grid, HypersweepError, ParameterError, ParseError, ShapeError, View
from hypersweep.codes import EXPLODED, MINE
from hypersweep.engine.answer import (
    OPTION_TYPES,
    Answer,
    EngineBudget,
    EngineInfo,
    EngineMove,
    EngineOption,
    EngineReason,
)
from hypersweep.engine.engine_protocol import (
    MOST_BYTES,
    MOST_EXTRAS,
    NO_PROMISE,
    WANTS,
    AnswerReader,
    Command,
    Go,
    Hello,
    Line,
    NewGame,
    Ping,
    Position,
    Quit,
    SetOption,
    Stop,
    answer_lines,
    chance_runs,
    clean_text,
    decode_line,
    error_line,
    format_cells,
    format_number,
    id_of,
    info_line,
    is_name,
    option_line,
    parse_cells,
    parse_chances,
    parse_command,
    parse_info,
    parse_number,
    parse_option,
    parse_whole,
)
from strategies import grids, rules, views

NAMES = st.text("aZ09_.-", min_size=1, max_size=64)
VALUES = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters=" "), min_size=1, max_size=20
)
TEXTS = st.text(max_size=30).map(clean_text)
CHANCES = st.lists(st.sampled_from([0.0, 1.0, 0.25]) | st.floats(0, 1), max_size=40)


@pytest.mark.slow
@given(NAMES, st.dictionaries(NAMES.filter(lambda name: name != "text"), VALUES | st.none()), TEXTS | st.none())
def test_every_line_reads_back(word: str, fields: dict[str, str | None], text: str | None) -> None:
    line = Line(word, fields, text)
    assert Line.parse(line.format()) == line
    assert hash(Line.parse(line.format())) == hash(line)
    assert decode_line(f"{line.format()}\r\n".encode()) == line.format().strip(" ")


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_are_a_line_or_refused(data: bytes) -> None:
    try:
        line = Line.parse(decode_line(data))
    except ParseError:
        return
    assert Line.parse(line.format()) == line


def test_what_can_be_no_field_is_passed_over() -> None:
    line = Line.parse("go  =5 id= id=7 ö=1 a/b text x=1=2 text=the rest, x=3")
    assert line == Line("go", {"id": "7", "x": "1=2"}, "the rest, x=3")
    with pytest.raises(ParseError, match="each field once, got id twice"):
        Line.parse("go id=1 id=2")
    for wrong in ("", "ö", "=", "a/b c"):
        with pytest.raises(ParseError, match="expected a word"):
            Line.parse(wrong)


@pytest.mark.slow
def test_a_line_of_the_most_bytes_is_read_in_one_go() -> None:
    # Copying the rest at each blank would take days.
    assert Line.parse("go" + " " * (MOST_BYTES - 10) + "fast") == Line("go", {"fast": None})


def test_what_no_line_can_hold_is_refused() -> None:
    for parts in (
        ("two words", {}, None),
        ("go", {"a b": "1"}, None),
        ("go", {"a": "1 2"}, None),
        ("go", {"a": ""}, None),
    ):
        with pytest.raises(ParameterError):
            Line(*parts)  # type: ignore[arg-type]
    with pytest.raises(ParameterError):
        Line("go", {}, "two\nlines")


@pytest.mark.slow
def test_bytes_that_are_no_line() -> None:
    for data in (b"\xff", b"a\x00b", b"a\rb", b"\x1b[2J", b"a" * (MOST_BYTES + 1)):
        with pytest.raises(ParseError):
            decode_line(data)
    assert decode_line(b"a\tb\n") == "a b"
    assert len(decode_line(b"a" * (MOST_BYTES - 1) + b"\n")) == MOST_BYTES - 1


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_number_reads_back(number: float) -> None:
    assert parse_number(format_number(number), "a number") == number


def test_words_that_are_no_number() -> None:
    for word in ("nan", "inf", "-inf", "1_0", "", " 1", "1e999", "0x1", "\u0661", "--1", ".", None):
        with pytest.raises(ParseError):
            parse_number(word, "a number")
    for word in ("-1", "1.0", "9" * 19, "", "\u0661", None):
        with pytest.raises(ParseError):
            parse_whole(word, "a number")
    with pytest.raises(ParseError, match=r"from 0 to 1 for a chance, got '1\.5'"):
        parse_number("1.5", "a chance", 0.0, 1.0)
    with pytest.raises(ParseError, match="of 1 or more"):
        parse_whole("0", "states", 1)


@given(st.data(), grids())
def test_every_list_of_cells_reads_back(data: st.DataObject, grid: Grid) -> None:
    cells = tuple(data.draw(st.lists(st.sampled_from(list(grid)), max_size=min(5, grid.cells))))
    assert parse_cells(format_cells(cells), grid, "some") == cells


def test_words_that_name_no_cell() -> None:
    grid = Grid("3x4")
    for word in ("", "1", "3,0", "0,4", "0,0,0", "0,0;", ";", "-1,0", "0,0;none", "a,b", "9" * 30 + ",0", None):
        with pytest.raises(ParseError, match="expected a cell on 3x4 for some"):
            parse_cells(word, grid, "some")


@given(CHANCES, st.integers(1, 60))
def test_all_chances_read_back_in_parts_of_any_size(chances: list[float], most: int) -> None:
    parts = list(chance_runs(chances, most))
    found: list[float] = []
    for begin, word in parts:
        assert begin == len(found)
        found += parse_chances(word, len(chances) - len(found))
    assert found == chances
    assert len(parts) >= 1


def test_a_word_of_chances_has_at_most_a_mebibyte() -> None:
    # Equal neighbours would be written as one; these take 19 characters each.
    chances = [0.1234567890123456, 0.1234567890123457] * 40_000
    sizes = [len(word) for _, word in chance_runs(chances)]
    assert len(sizes) == 2
    assert max(sizes) <= 1 << 20
    assert sum(sizes) > 1 << 20


def test_words_that_are_no_chances() -> None:
    for word in ("", "0.5,", "2", "0.5*0", "0.5*x", "0.5*4", "0.5*999999999999999999", "*3", None):
        with pytest.raises(ParseError):
            parse_chances(word, 3)
    assert parse_chances("none", 3) == []


@given(st.text())
def test_a_clean_text_stays_as_it_is(text: str) -> None:
    cleaned = clean_text(text)
    assert clean_text(cleaned) == cleaned
    assert "\n" not in cleaned
    cleaned.encode()


def test_a_text_harms_no_terminal() -> None:
    # The second and the fourth steer a terminal by a single character, the others turn the order around.
    assert clean_text("a\u202eb\x9b31mc\u2066d\x9d0;title\x9ce\u200f") == "a b 31mc d 0;title e"
    assert clean_text("naïve … 🎲") == "naïve … 🎲"


def test_names() -> None:
    assert is_name("a" * 64)
    assert not any(map(is_name, ("", "a" * 65, "a b", "a=b", "ä", "a\n")))


WHOLES = st.integers(1, 10**18 - 1)
BUDGETS = st.builds(
    EngineBudget, st.none() | WHOLES, st.none() | WHOLES, st.none() | st.floats(1e-6, 1e9, allow_nan=False)
)
WANTED = st.lists(st.sampled_from(WANTS), unique=True).map(lambda some: tuple(each for each in WANTS if each in some))
COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(Hello, st.integers(1, 99)),
    st.builds(SetOption, NAMES, st.text().map(clean_text)),
    st.just(NewGame()),
    st.builds(Position, views(), rules(("allowed", "never", "punished"))),
    st.builds(Go, st.none() | NAMES, BUDGETS, WANTED),
    st.builds(Stop, st.none() | NAMES),
    st.builds(Ping, NAMES),
    st.just(Quit()),
)


@given(COMMANDS)
def test_every_command_reads_back(command: Command) -> None:
    assert parse_command(command.format()) == command
    assert parse_command(f"  {command.format()} ") == command


@given(
    st.text(max_size=60)
    | st.sampled_from(["go ", "position view=", "option ", "stop ", "hsp "]).flatmap(
        lambda word: st.text(max_size=40).map(lambda rest: word + rest)
    )
)
def test_any_text_is_a_command_or_nothing_or_refused(text: str) -> None:
    try:
        command = parse_command(text, max_cells=10_000)
    except HypersweepError:
        return
    if command is not None:
        assert parse_command(command.format(), max_cells=10_000) == command


@given(COMMANDS, st.data())
def test_a_command_cut_short_never_fails_otherwise(command: Command, data: st.DataObject) -> None:
    text = command.format()
    cut = data.draw(st.integers(0, len(text)))
    with suppress(HypersweepError):
        parse_command(text[:cut], max_cells=10_000)


def test_a_position_without_rules_promises_nothing() -> None:
    position = parse_command("position view=1x3-1-A1A")
    assert isinstance(position, Position)
    assert position.rules == NO_PROMISE
    assert position.rules.first_open_promise == "any"
    with pytest.raises(ShapeError, match="at most 1000"):
        parse_command("position view=100x100-1-NTP", max_cells=1000)


def test_unknown_words_are_passed_over_and_wrong_values_are_not() -> None:
    assert parse_command("go depth=7 infinite id=a") == Go("a", EngineBudget(), ())
    assert parse_command("stop now") == Stop(None)
    assert parse_command("hsp") == Hello(1)
    for text in ("", "   ", "new", "new board", "newgame", "isready", "=", "ö"):
        assert parse_command(text) is None
    for text in ("go id", "go id=ä", "go seconds=0", "go seconds=nan", "go states=0", "hsp version=x", "option a/b 1"):
        with pytest.raises(ParseError):
            parse_command(text)


def test_a_word_where_a_field_belongs_has_no_value() -> None:
    for text in ("stop id", "go id", "go states", "go seconds"):
        with pytest.raises(ParseError, match=r", got no value$"):
            parse_command(text)


def test_the_id_of_a_line_that_cannot_be_used() -> None:
    assert id_of("go states=x id=7") == "7"
    assert id_of("go id=ä id=8") == "8"
    assert id_of("go") is None


def test_a_value_of_two_lines_is_refused() -> None:
    with pytest.raises(ParameterError):
        SetOption("policy", "two\nlines")


CHANCE = st.floats(0, 1)
SHORT_TEXTS = st.text(max_size=40).map(clean_text)


@st.composite
def answers(draw: st.DrawFn, view: View) -> Answer:
    """Return answers that an engine may give to a view."""
    covered = [cell for cell, code in view.items() if code in (COVERED, FLAGGED)]
    cells = st.lists(st.sampled_from(list(view)), max_size=3, unique=True).map(tuple)

    def numbers(shown: float) -> st.SearchStrategy[tuple[float, ...] | None]:
        known = {cell: shown if code in (MINE, EXPLODED) else 0.0 for cell, code in view.items()}
        return st.none() | st.lists(CHANCE, min_size=len(covered), max_size=len(covered)).map(
            lambda some: tuple((known | dict(zip(covered, some, strict=True))).values())
        )

    move = st.builds(
        EngineMove,
        st.sampled_from(covered or [(0,)]),
        st.none() | CHANCE,
        st.none() | NAMES,
        st.none() | st.floats(allow_nan=False, allow_infinity=False),
        st.none() | st.fractions(0, 1, max_denominator=10**30),
        st.none() | st.booleans(),
    )
    moves = st.lists(move, max_size=4).map(tuple) if covered else st.just(())
    reason = st.builds(EngineReason, SHORT_TEXTS, st.none() | NAMES, cells, cells)
    return Answer(
        draw(st.none() | move) if covered else None,
        draw(numbers(1.0)),
        draw(numbers(0.0)),
        draw(moves),
        draw(st.lists(reason, max_size=3).map(tuple)),
        draw(st.none() | CHANCE),
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
        ("best", "expected a cell on 2x3 for the best move, got ''"),
        ("best cell=1,1", "expected a covered cell for the best move, got (1, 1), which is open"),
        ("best cell=0,0;0,1", "expected one cell"),
        ("best cell=2,0", "expected a cell on 2x3"),
        ("best cell=0,0 chance=2", "expected a number from 0 to 1 for the chance of the best move"),
        ("best cell=0,0 wins=3/2", "expected a fraction"),
        ("best cell=0,0 states=many", "expected a whole number"),
        ("chances begin=1 values=0.5", "expected chances starting at cell 0, got 1"),
        ("chances values=0.5*4", "expected at most 3 chances"),
        ("move cell=none", "expected one cell for a ranked move, got 0"),
        ("reason cells=9,9", "expected a cell on 2x3 for a reason"),
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
    monkeypatch.setattr("hypersweep.engine.engine_protocol.MOST_EXTRAS", 10)
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


@given(
    st.builds(
        EngineOption,
        NAMES,
        st.sampled_from(OPTION_TYPES),
        SHORT_TEXTS,
        st.lists(NAMES, max_size=3).map(tuple),
    )
)
def test_every_option_reads_back(option: EngineOption) -> None:
    assert parse_option(Line.parse(option_line(option))) == option


@given(
    st.builds(
        EngineInfo,
        st.none() | NAMES,
        st.none() | st.integers(0, 10**18 - 1),
        st.none() | st.floats(0, 1e9),
        st.none() | SHORT_TEXTS,
    )
)
def test_every_info_reads_back(info: EngineInfo) -> None:
    assert parse_info(Line.parse(info_line(info, "7"))) == info


def test_what_cannot_be_read_of_an_info_is_left_out() -> None:
    assert parse_info(Line.parse("info stage=ö states=many seconds=-1")) == EngineInfo(None, None, None, None)
    assert parse_option(Line.parse("option name=x type=colour")) == EngineOption("x", "text", "", ())
    with pytest.raises(ParseError, match="an option name"):
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
