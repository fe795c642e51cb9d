"""The head of a RAWVF text, before the board."""

from __future__ import annotations

import pytest

from hypersweep import Layout, ParameterTypeError, ParseError
from hypersweep.formats.rawvf_head import Head, head_of
from hypersweep.formats.video import MouseEvent, Video


@pytest.mark.parametrize(
    ("line", "has_marks"),
    [
        ("Marks: On", True),
        ("QuestionMarks: on", True),
        ("marks : yes", True),
        ("Marks: 1", True),
        ("Marks: Off", False),
    ],
)
def test_question_marks_are_on_where_a_line_says_so(line: str, *, has_marks: bool) -> None:
    assert Head([line]).has_marks is has_marks


def test_the_first_of_two_lines_counts() -> None:
    head = Head(["Width: 3", "width: 4", "Player: Ann: Lee", "Player: Bo", "Description:"])
    assert (head.numbers, head.texts["player"]) == ({"width": 3}, "Ann: Lee")


@pytest.mark.parametrize("name", ["Autoflag", "Lawnmower", "ElmarTechnique", "NonoMouse", "SuperFlag"])
def test_other_rules_are_refused(name: str) -> None:
    with pytest.raises(ParseError, match=f"got '{name}: On'"):
        Head([f"{name.upper()}: on"])
    assert Head([f"{name}: Off", "Mode: Cheat", "Lives: 1"]).pixels == 16


def test_several_boards_are_refused() -> None:
    with pytest.raises(ParseError, match="a marathon of several"):
        Head(["Level: Marathon"])


@pytest.mark.parametrize(
    ("stamp", "tags"),
    [
        ("2024-02-03T04:05:06.789Z", {"start": "2024-02-03T04:05:06.789Z"}),
        ("2024-02-03 04:05:06Z", {"start": "2024-02-03T04:05:06Z"}),
        ("2024-02-03T04:05:06+01:00", {"start": "2024-02-03T03:05:06Z"}),
        ("2013-07-29 12:00:05", {"played": "2013-07-29T12:00:05"}),
        ("29.07.2013.12:00:05:1234", {"played": "2013-07-29T12:00:05"}),
        ("1700000000", {"start": "2023-11-14T22:13:20Z"}),
        ("2024-99-99T99:99:99Z", {}),
        ("99999999999", {"start": "5138-11-16T09:46:39Z"}),
        ("999999999999999", {}),
        ("2013-07-?? 12:00:05", {}),
        ("", {}),
    ],
)
def test_the_time_is_read_as_converters_write_it(stamp: str, tags: dict[str, str]) -> None:
    assert Head([f"Timestamp: {stamp}"]).tags == tags


def test_other_things_than_lines_are_refused() -> None:
    for given in (7, "Player: Ann", [7], None):
        with pytest.raises(ParameterTypeError, match="expected lines of text"):
            Head(given)  # type: ignore[arg-type]
    with pytest.raises(ParseError, match="got several"):
        Head(["a: b\nBoard:"])


@pytest.mark.parametrize(
    ("shape", "mines", "level"), [("8x8", 10, "Beginner"), ("16x16", 40, "Intermediate"), ("16x30", 99, "Expert")]
)
def test_a_head_says_what_there_is_to_say(shape: str, mines: int, level: str) -> None:
    events = [MouseEvent(1234, "move", 8, 8), MouseEvent(70, "move", 8, 8)]
    tags = {"program": "Meta", "player": "Ann\nLee", "start": "2024-02-03T04:05:06+01:00"}
    video = Video("evf", Layout.random(shape, mines, seed=1), events, 20, True, tags, {"super click": "on"})
    rows, columns = shape.split("x")
    assert head_of(video).lines == (
        "RawVF_Version: Rev6",
        "Program: Meta",
        "Player: Ann Lee",
        "Timestamp: 2024-02-03T04:05:06+01:00",
        f"Level: {level}",
        f"Width: {columns}",
        f"Height: {rows}",
        f"Mines: {mines}",
        "Marks: On",
        "SquareSize: 20",
        "SuperClick: On",
        "Time: 1.234",
        "Mode: Classic",
    )
