"""Tags: any text on one line, and invalid tags."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import ParameterError, ParseError
from hypersweep.record.tags import OWN_TAGS, check_tags, escape, format_tag, parse_tag, unescape

ANY_TEXT = st.text(st.characters(exclude_categories=())) | st.text(
    st.sampled_from(" \\nrtuU0d8\n\r\t\x85\u2028\ud800é☃")
)


@given(ANY_TEXT)
def test_any_value_fits_on_a_line(value: str) -> None:
    line = escape(value)
    assert unescape(line) == value
    assert line.isprintable()
    assert line == line.strip()
    assert line.encode("utf-8").decode("utf-8") == line
    assert parse_tag(format_tag("player", value)) == ("player", value)


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("", ""),
        ("Ann", "Ann"),
        ("Zoë ☃ 猫", "Zoë ☃ 猫"),
        ("a: b", "a: b"),
        ("two\nlines", "two\\nlines"),
        ("back\\slash", "back\\\\slash"),
        (" in space ", "\\u0020in space\\u0020"),
        ("\x1b[31m", "\\u001b[31m"),
        ("\u202etxet", "\\u202etxet"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
    ],
)
def test_values_look_as_they_should(value: str, line: str) -> None:
    assert escape(value) == line
    assert unescape(line) == value


@pytest.mark.parametrize(
    "text", ["\\", "a\\", "\\x41", "\\u12", "\\u123g", "\\U0011ffff", "\\U1234567", "\\ ", "\\N", "\\u+123", "\\u1_23"]
)
def test_other_escapes_are_refused(text: str) -> None:
    with pytest.raises(ParseError) as caught:
        unescape(text)
    assert caught.value.position == text.index("\\")


@given(st.text("\\nrtuU0123abcdefg"))
def test_any_escapes_are_read_or_refused(text: str) -> None:
    try:
        value = unescape(text)
    except ParseError:
        return
    assert unescape(escape(value)) == value


@pytest.mark.parametrize(
    ("line", "tag"),
    [
        ("player: Ann", ("player", "Ann")),
        ("player:", ("player", "")),
        ("player: ", ("player", "")),
        ("player:  Ann ", ("player", " Ann ")),
        ("x-2: :", ("x-2", ":")),
    ],
)
def test_tags_are_read(line: str, tag: tuple[str, str]) -> None:
    assert parse_tag(line) == tag


@pytest.mark.parametrize(
    "line", ["", "player", ": Ann", "player:Ann", "Player: Ann", "my tag: 1", "2x: 1", "é: 1", "-: 1"]
)
def test_other_lines_are_no_tags(line: str) -> None:
    with pytest.raises(ParseError):
        parse_tag(line)


@pytest.mark.parametrize(
    "tags",
    [{"Player": "Ann"}, {"": "x"}, {"a b": "x"}, {"player": 3}, {3: "x"}, {"player": None}, "player", 5, [("a", "b")]],
)
def test_tags_that_cannot_be_are_refused(tags: Any) -> None:
    with pytest.raises(ParameterError):
        check_tags(tags)


@pytest.mark.parametrize("name", OWN_TAGS)
def test_the_tags_of_the_record_are_its_own(name: str) -> None:
    with pytest.raises(ParameterError, match="own"):
        check_tags({name: "1"})
