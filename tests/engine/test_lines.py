from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid, ParameterError, ParseError
from hypersweep.engine.lines import (
    MOST_BYTES,
    Line,
    chance_runs,
    clean_text,
    decode_line,
    format_cells,
    format_number,
    is_name,
    parse_cells,
    parse_chances,
    parse_number,
    parse_whole,
)
from strategies import grids

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
    with pytest.raises(ParseError, match=r"of 0 to 1 for a chance, got '1\.5'"):
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
        with pytest.raises(ParseError, match="expected a cell of 3x4 for some"):
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
