"""RAWVF as converters and sites write it: read, written back byte for byte, and the same game in other formats."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import HypersweepError, Layout, Outcome, ParameterError, ParameterTypeError, ParseError, ShapeError
from hypersweep.formats import dump_file, rawvf, read_file
from hypersweep.formats.files import as_board, as_replay
from hypersweep.formats.rawvf import Head, adapt, dump, head_of, load, parse
from hypersweep.formats.video import ACTIONS, FORMATS, MouseEvent, Video, record_of
from seeds import seeds

TEXT = """\
RawVF_Version: Rev5
Program: Arbiter
Version: 0.52.3
Player: Ann Lee
Timestamp: 2013-07-29 12:00:05
Level: Custom
Width: 4
Height: 3
Mines: 2
Marks: On
BBBV: 3
Board:
00*0
0000
*000
Events:
0.000 start
-0.120 mv 1 1 (3 4)
0.000 lc 4 3 (56 40)
pressed 4 3
0.090 lr 4 3 (56 40)
number0 4 3
1.230 rc 3 1 (40 0)
flag 3 1
1.300 rr 9 9 (140 130)
2.000 sc 0 0 (-1 -16)
2.001 mc 2 2 (16 16)
2.002 mr 2 2 (16 16)
3.500 won
"""


def test_a_text_is_read() -> None:
    video = parse(TEXT)
    assert video.layout == Layout("3x4", [(0, 2), (2, 0)])
    assert (video.form, video.cell_pixels, video.has_marks, video.opens_around) == ("rawvf", 16, True, False)
    assert [tuple(event) for event in video.events] == [
        (-120, "move", 3, 4),
        (0, "left press", 56, 40),
        (90, "left release", 56, 40),
        (1230, "right press", 40, 0),
        (1300, "right release", 140, 130),
        (2000, "shift press", -1, -16),
        (2001, "middle press", 16, 16),
        (2002, "middle release", 16, 16),
    ]
    assert dict(video.tags) == {"program": "Arbiter 0.52.3", "player": "Ann Lee", "played": "2013-07-29T12:00:05"}
    assert video.extra["lines"].split("\n") == [
        "0+0.000 start",
        "2+pressed 4 3",
        "3+number0 4 3",
        "4+flag 3 1",
        "8+3.500 won",
    ]


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.removesuffix("\n"),
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\r\n").removesuffix("\r\n"),
        TEXT.replace("\n", "\r\n", 3),
        TEXT + "\n\n",
        TEXT.replace("Events:", "events :  "),
        TEXT.replace("00*0\n", "00*0  \n\n"),
        TEXT.replace("Marks: On", "\nSquareSize: 24\nsuperclick : on\nno value:\nMarks: off"),
        TEXT.replace("1.230 rc 3 1 (40 0)", "  1.23 rc (40   0) (r) "),
        TEXT.replace("0.090 lr 4 3 (56 40)", "0 lr 9 9 ( 56 40 )"),
        TEXT.replace("start", "start\n1.5 sx 0 7"),
        "Board:\n*\nEvents:\n",
        "Board:\n*\nEvents:",
        "Board:\n0\nEvents:\n1.23 lc 1 1 (1 1)\n1.235 lr 1 1 (1 1)\n",
        "\nBoard:\n0\nEvents:\n",
        "\n\nBoard:\n0\nEvents:\n",
        "Board:\n0*0\n000\n",
        "Width: 3\r\nBoard:\r\n0*0\r\n000\r\n\r\n",
        "Board:\n*",
    ],
)
def test_a_text_is_written_back_as_it_was(text: str) -> None:
    assert rawvf.format(parse(text)) == text
    for data in (text.encode(), b"\xef\xbb\xbf" + text.encode(), text.replace("Lee", "Lé").encode("latin-1")):
        video = load(data)
        assert dump(video) == data
        assert as_replay(record_of(video)) == video


def test_a_board_alone_is_read() -> None:
    video = read_file(b"Board:\n0*0\n000\n")
    assert isinstance(video, Video)
    assert (video.form, video.layout, video.events) == ("rawvf", Layout("2x3", [(0, 1)]), ())
    assert as_board(video) == video.layout
    assert record_of(video).events == ()
    with pytest.raises(ParameterError, match="fits its board and events"):
        dump(video.replace(events=[MouseEvent(0, "move", 1, 1)]))


def test_times_in_hundredths_stay_so() -> None:
    text = "Board:\n0\nEvents:\n1.23 lc 1 1 (1 1)\n-1.07 lr 1 1 (1 1)\n"
    assert [event.milliseconds for event in parse(text).events] == [1230, -1070]
    assert parse(text).extra == {"head": "", "decimals": "2"}


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_what_windows_shells_write_is_read(encoding: str) -> None:
    data = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}[encoding] + TEXT.replace("Lee", "李").encode(encoding)
    video = read_file(data)
    assert isinstance(video, Video)
    assert (video.tags["player"], video.extra["encoding"], dump(video)) == ("Ann 李", encoding, data)


WORDS = """\
number8 1 1
closed 1 1
questionmark 2 2
pressedqm 2 2
Cell pressed (it is a Questionmark) 1 1
Cell opened (Number 1) 1 1
Flag removed 1 1
blast 1 1
1.2 boom
1.23 blast
-1.234 lost
2 defeat
0.00 nonstandard
1.230 Solved 3BV: 3 of 9
1.000 reduced 3 4
1.000 sy 3 4
"""


@pytest.mark.parametrize("line", WORDS.splitlines())
def test_what_became_of_the_board_and_the_game_is_kept(line: str) -> None:
    text = f"Board:\n*0\n00\nEvents:\n1.000 lc 1 1 (3 3)\n{line}\n1.100 lr 1 1 (3 3)\n"
    video = parse(text)
    assert (len(video.events), video.extra["lines"], rawvf.format(video)) == (2, f"1+{line}", text)


@pytest.mark.parametrize(
    ("size", "event", "cell"),
    [
        (32, "lc 3 4 (40 56)", (3, 2)),  # the converter of Viennasweeper: places on cells of 16, whatever it says
        (32, "lc 3 4 (70 100)", (3, 2)),
        (64, "lc 2 3 (130 200)", (3, 2)),  # counted from 0: the pixels are right
        (16, "lc 9 9 (40 56)", (3, 2)),
        (20, "lc (40 60)", (3, 2)),
    ],
)
def test_the_side_of_a_cell_fits_columns_and_rows(size: int, event: str, cell: tuple[int, int]) -> None:
    rows = "0000\n" * 4
    text = f"SquareSize: {size}\nBoard:\n{rows}Events:\n0.000 {event}\n"
    video = parse(text)
    assert video.events[0].cell(video.cell_pixels) == cell
    assert rawvf.format(video) == text


def test_the_left_button_opens_around_where_the_text_says_so() -> None:
    events = (("lc", 24, 24), ("lr", 24, 24), ("rc", 8, 8), ("rr", 8, 8), ("lc", 24, 24), ("lr", 24, 24))
    lines = "".join(f"{number}.000 {what} 1 1 ({x} {y})\n" for number, (what, x, y) in enumerate(events))
    record = record_of(parse(f"SuperClick: On\nBoard:\n*00\n000\nEvents:\n{lines}"))
    assert [event.kind for event in record.events] == ["open", "flag", "chord"]
    assert record.outcome is Outcome.WON
    plain = record_of(parse(f"Board:\n*00\n000\nEvents:\n{lines}"))
    assert [event.kind for event in plain.events] == ["open", "flag", "open"]
    assert plain.outcome is Outcome.ONGOING


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("", "with a line 'Board:', got a text without one"),
        ("Board:\n0\n1.0 lc 1 1 (1 1)\n", "a row of .* in line 3"),
        ("Board:\nEvents:\n", "expected rows of \\* and 0 from line 2"),
        ("Board:\n0x\nEvents:\n", "a row of \\* and 0 in line 2 of RAWVF, got '0x'"),
        ("Board:\n00\n0\nEvents:\n", "a row of \\* and 0 of 2 cells in line 3"),
        ("Width: 3\nBoard:\n00\nEvents:\n", "a board of 'Width: 3', got one of 2"),
        ("Mines: 1\nBoard:\n00\nEvents:\n", "a board of 'Mines: 1', got one of 0"),
        ("Mines: 9999999999\nBoard:\n00\nEvents:\n", "a number from 0 to 999,999,999 for mines"),
        ("Width: ²\nBoard:\n00\nEvents:\n", "a number from 1 to 999,999,999 for width"),
        ("SquareSize: 0\nBoard:\n00\nEvents:\n", "a number from 1 to 999,999,999 for squaresize"),
        ("SquareSize: 99999\nBoard:\n00\nEvents:\n", "fewer than 65536 pixels"),
        ("Lives: 3\nBoard:\n00\nEvents:\n", "a game of one life, got 'Lives: 3'"),
        ("NonoMouse: On\nBoard:\n00\nEvents:\n", "with 'NonoMouse: On'"),
        ("a line\nBoard:\n00\nEvents:\n", "'Key: value' or 'Board:' in line 1"),
        ("Board:\n0\nEvents:\n1.0 xx 1 1 (1 1)\n", "an event such as .* in line 4 of RAWVF, got '1.0 xx"),
        ("Board:\n0\nEvents:\n1.0 lc 1 1\n", "an event such as"),
        ("Board:\n0\nEvents:\n1.0001 lc 1 1 (1 1)\n", "an event such as"),
        ("Board:\n0\nEvents:\n1.0 mt 1 1 (1 1)\n", "one setting for question marks, got a change"),
        ("Board:\n0\nEvents:\nreset 1 1\n", "mines that don't move"),
        ("Board:\n0\nEvents:\nBoard:\n", "expected one board, got another"),
        ("Board:\n0\nEvents:\nDescription:\n", "expected one game, got a second"),
    ],
)
def test_what_is_no_rawvf_is_refused(given: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse(given)


def test_a_larger_board_than_one_wants_is_refused() -> None:
    with pytest.raises(ShapeError):
        load(TEXT.encode(), max_cells=11)
    assert load(TEXT.encode(), max_cells=12).layout.mines == 2


def test_other_things_than_texts_and_replays_are_refused() -> None:
    for function, thing in ((parse, b"x"), (load, "x"), (rawvf.format, TEXT), (dump, 3), (adapt, None)):
        with pytest.raises(ParameterTypeError):
            cast(Any, function)(thing)
    with pytest.raises(ParameterError, match="got avf: adapt"):
        rawvf.format(Video("avf", Layout("1x1", [])))


VIDEO = parse(TEXT)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"events": [MouseEvent(0, "preflag", 1, 1)], "extra": {"head": "a: b\n"}},
            "can't hold the action 'preflag' at event 0",
        ),
        ({"extra": {**VIDEO.extra, "lines": "won"}}, "lines such as '7\\+won'"),
        ({"extra": {**VIDEO.extra, "lines": "3+won\n2+won"}}, "in order, got '2\\+won'"),
        ({"extra": {**VIDEO.extra, "lines": "99+won"}}, "in order, got '99\\+won'"),
        ({"extra": {**VIDEO.extra, "lines": "3=0.010 lr 4 3 (56 40)"}}, "read differently"),
        ({"extra": {**VIDEO.extra, "head": "Board:\n"}}, "fits its board and events: "),
        ({"extra": {**VIDEO.extra, "board": "nonsense"}}, "fits its board and events: "),
        ({"extra": {**VIDEO.extra, "unknown": "a"}}, "read differently"),
        ({"has_marks": False}, "read differently"),
        ({"cell_pixels": 17}, "read differently"),
        ({"layout": Layout("3x4", [(0, 0), (1, 1), (2, 2)])}, "fits its board and events: "),
        ({"events": [MouseEvent(0, "move", 10**9, 1)], "extra": {"head": "a: b\n"}}, "fits its board and events: "),
        ({"extra": {**VIDEO.extra, "encoding": "utf-16"}}, "can't use the encoding utf-16"),
        ({"extra": {**VIDEO.extra, "encoding": "rot13"}}, "expected a text encoding such as"),
        ({"extra": {**VIDEO.extra, "encoding": "latin-1"}}, "be read differently"),
        (
            {"extra": {**VIDEO.extra, "encoding": "latin-1", "head": "Player: Ž\n"}},
            "read differently|can encode, got 'Ž'",
        ),
    ],
)
def test_what_no_text_says_is_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        dump(VIDEO.replace(**changes))


def random_replay(seed: int) -> Video:
    chance = random.Random(seed)
    rows, columns, mines = chance.choice([(8, 8, 10), (16, 16, 40), (9, 7, 5), (3, 40, 30)])
    layout = Layout.random((rows, columns), mines, seed=seed)
    pixels, now, events = chance.choice((16, 24, 7)), -300, []
    flags = chance.randrange(3)
    for number in range(chance.randrange(60)):
        place = chance.randrange(-pixels, pixels * (columns + 1)), chance.randrange(-pixels, pixels * (rows + 1))
        events.append(MouseEvent(now, chance.choice(ACTIONS[:-1]) if number >= flags else "preflag", *place))
        now += chance.randrange(2000)
    tags = {"player": chance.choice(("Ann", "Žofie\tX", "")), "start": "2020-01-02T03:04:05Z"}
    return Video("evf", layout, events, pixels, chance.random() < 0.5, tags)


@pytest.mark.parametrize("form", FORMATS)
def test_the_left_button_that_opens_around_does_so_in_every_format(form: str) -> None:
    events = (("lc", 24, 24), ("lr", 24, 24), ("rc", 8, 8), ("rr", 8, 8), ("lc", 24, 24), ("lr", 24, 24))
    lines = "".join(f"{number}.000 {what} 1 1 ({x} {y})\n" for number, (what, x, y) in enumerate(events))
    head = "SuperClick: On\nTimestamp: 2024-02-03 10:11:12Z\n"
    video = as_replay(parse(f"{head}Board:\n*00\n000\nEvents:\n{lines}"), form)
    assert record_of(read_as_replay(video, form)).outcome is Outcome.WON
    when = video.tags.get("start", video.tags.get("played", ""))
    assert when.removesuffix("Z") == "2024-02-03T10:11:12"


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("button", ["l", "r"])
@pytest.mark.parametrize("place", ["-9 24", "24 -9", "48 8", "8 48", "9000 8"])
def test_what_is_clicked_beside_the_board_stays_there(form: str, button: str, place: str) -> None:
    events = f"0.000 {button}c ({place})\n0.100 {button}r ({place})\n0.200 lc (40 40)\n0.300 lr (40 40)\n"
    given = parse(f"Timestamp: 2024-05-06 07:08:09\nBoard:\n*0*\n000\n*00\nEvents:\n{events}")
    video = read_as_replay(as_replay(given, form), form)
    assert [event.format() for event in record_of(video).events] == [
        event.format() for event in record_of(given).events
    ]


@pytest.mark.parametrize("line", [" " * 60_000 + "x", "\t" * 60_000 + "1", "1.0 lc" + " " * 60_000 + "(", "x" * 60_000])
def test_long_lines_are_read_at_once(line: str) -> None:
    _is_read_or_refused(f"Board:\n0*\nEvents:\n{line}\n")


@pytest.mark.parametrize("form", FORMATS)
def test_no_time_is_made_up(form: str) -> None:
    video = as_replay(parse("Board:\n*00\nEvents:\n0.000 lc 3 1 (40 8)\n0.100 lr 3 1 (40 8)\n"), form)
    assert not {"start", "played"} & set(read_as_replay(video, form).tags)


def test_a_clock_of_the_player_is_no_moment_of_the_world() -> None:
    given = parse("Timestamp: 2024-02-03 10:11:12\nBoard:\n*00\nEvents:\n0.000 lc 3 1 (40 8)\n0.100 lr 3 1 (40 8)\n")
    when = {form: read_as_replay(as_replay(given, form), form).tags for form in ("avf", "mvf", "rmv", "rawvf")}
    assert {form for form, tags in when.items() if tags.get("played") == "2024-02-03T10:11:12"} == {
        "avf",
        "mvf",
        "rawvf",
    }
    assert not any("start" in tags for tags in when.values())


def read_as_replay(video: Video, form: str) -> Video:
    """The same, written and read again."""
    again = read_file(dump_file(video, form))
    assert isinstance(again, Video)
    return again


def test_a_replay_without_a_head_gets_one() -> None:
    video = Video("rawvf", Layout("3x4", [(0, 3)]), [MouseEvent(10**13, "left press", 8, 8)], 20)
    again = load(dump(video))
    assert (again.events, again.cell_pixels, again.layout) == (video.events, 20, video.layout)
    assert "SquareSize: 20" in again.extra["head"]


@pytest.mark.parametrize("seed", seeds(500))
def test_a_replay_of_another_format_is_the_same_game(seed: int) -> None:
    given = random_replay(seed)
    video = adapt(given)
    assert load(dump(video)) == video
    assert read_file(dump(video)) == video
    assert [event.format() for event in record_of(video).events] == [
        event.format() for event in record_of(given).events
    ]
    assert (video.tags["start"], video.has_marks, video.cell_pixels) == (
        given.tags["start"],
        given.has_marks,
        given.cell_pixels,
    )
    assert adapt(video) is video


EVENTS = st.tuples(
    st.sampled_from(("", "-")), st.integers(0, 9999), st.sampled_from(("mv", "lc", "lr", "rc", "rr", "mc", "mr", "sc"))
).map(lambda given: f"{given[0]}{given[1] / 1000:.3f} {given[2]} 1 1 ({given[1] % 40} {given[1] % 31})\n")
PIECES = EVENTS | st.sampled_from(
    [
        *TEXT.split("\n"),
        *TEXT.split(),
        "\n",
        "\r\n",
        "\n",
        " ",
        ":",
        "(",
        "1.5",
        "-",
        "\0",
        "Ž",
        "SuperClick: on",
        "99999999999",
    ]
)


@given(st.lists(PIECES, max_size=30).map("".join), st.sampled_from(("", "Board:\n0*\n00\nEvents:\n")))
def test_whatever_comes_is_read_or_refused(text: str, begin: str) -> None:
    _is_read_or_refused(begin + text)


@given(st.integers(0, len(TEXT)), st.integers(0, 9), st.text(alphabet="\n\r :().*0-9lrmcvs\u2028é", max_size=4))
def test_whatever_is_changed_is_read_or_refused(place: int, length: int, text: str) -> None:
    _is_read_or_refused(TEXT[:place] + text + TEXT[place + length :])


def _is_read_or_refused(text: str) -> None:
    try:
        video = parse(text)
    except HypersweepError:
        return
    assert rawvf.format(video) == text
    assert as_replay(record_of(video)) == video


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
    with pytest.raises(ParseError, match=f"with '{name}: On'"):
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
