"""``hypersweep replay``: its output, its errors, and a game replayed in real time."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

import hypersweep
from hypersweep import Event, Layout, Outcome, Record, RecordError
from hypersweep.cli import main as command
from hypersweep.cli.replay import main, play, summary_lines
from hypersweep.cli_support.output import Output
from records import random_record

RECORD = Record(
    "3x4",
    layout=Layout("3x4", [(0, 3), (2, 0)]),
    events=[
        Event(0, "open", (0, 0), 6),
        Event(900, "flag", (0, 3), 1),
        Event(1500, "open", (2, 0), 1, Outcome.LOST),
        Event(1500, "undo", changed=1),
        Event(2750, "open", (2, 2), 4, Outcome.WON),
    ],
    tags={"player": "Ann\x1b[31m", "start": "2026-01-02T03:04:05Z"},
)

HEAD = """\
board 3x4, 2 mines, rules classic
player: Ann\\u001b[31m
start: 2026-01-02T03:04:05Z
5 events: 3 opens, 1 flag, 1 undo
"""


class Terminal(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="ascii")

    def isatty(self) -> bool:
        return True

    def shown(self) -> str:
        """Return what was written to it."""
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode("ascii")


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def path(tmp_path: Path) -> str:
    path = tmp_path / "game.sweep"
    RECORD.save(path)
    return str(path)


def test_a_record_in_short(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["replay", path]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    shown = out.replace("■", "#").replace("·", ".").replace("│", "|")
    picture = "   0 1 2 3\n0| . . 1 F\n1| 1 1 1 1\n2| F 1 . .\n"
    assert shown == HEAD + picture + "won after 2.750 s, every event checked\n"


def test_only_whether_it_can_be(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([path, "--verify"]) == 0
    assert capsys.readouterr() == (
        "the record is valid: 5 events: 3 opens, 1 flag, 1 undo; won after 2.750 s\n",
        "",
    )


def test_the_moves(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--moves", path]) == 0
    assert capsys.readouterr().out == (
        "1  0 open 0 0: 6\n2  900 flag 0 3: 1\n3  1500 open 2 0: 1 lost\n4  1500 undo: 1\n5  2750 open 2 2: 4 won\n"
        "won after 2.750 s\n"
    )


def test_comments_and_side_lines_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = (
        RECORD.with_comment(0, "Begin.\n\x1b[31m")
        .with_comment(2, "Sure.")
        .with_variation(2, [Event(1600, "open", (2, 1), 1), Event(1700, "open", (2, 2), 3)], comments={1: "Safer."})
        .with_variation(1, [Event(1650, "open", (2, 2), 4)], line=1)
        .with_variation(0, [])
    )
    path = str(tmp_path / "game.sweep")
    record.save(path)
    assert main(["--moves", path]) == 0
    assert capsys.readouterr().out.splitlines()[:8] == [
        "   # Begin.",
        "   # \\u001b[31m",
        "   ( side line 1: 0 events )",
        "1  0 open 0 0: 6",
        "2  900 flag 0 3: 1",
        "   # Sure.",
        "   ( side line 2: 2 events )",
        "3  1500 open 2 0: 1 lost",
    ]
    assert summary_lines(record)[-2] == "5 events: 3 opens, 1 flag, 1 undo; 3 side lines, 3 comments"


@pytest.mark.parametrize(
    ("position", "row", "last"),
    [
        ("0", "2| # # # #", "after event 0 of 5, 0.000 s"),
        ("3", "2| X # # #", "after event 3 of 5, 1.500 s: open 2 0: 1 lost"),
        ("4", "2| # # # #", "after event 4 of 5, 1.500 s: undo: 1"),
        ("5", "2| F 1 . .", "after event 5 of 5, 2.750 s: open 2 2: 4 won"),
    ],
)
def test_the_picture_after_some_events(
    position: str, row: str, last: str, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([path, "--at", position]) == 0
    lines = capsys.readouterr().out.replace("■", "#").replace("·", ".").replace("│", "|").splitlines()
    assert lines[-2:] == [row, last]


def test_what_cannot_be_is_refused_with_its_number(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = Path(path).read_text()
    Path(path).write_text(text.replace("900 flag 0 3: 1", "900 flag 0 3: 2"))
    message = "hypersweep replay: expected the effect 1 at event 2, got 900 flag 0 3: 2\n"
    for options in ([], ["--verify"], ["--at", "2"]):
        assert main([path, *options]) == 2
        assert capsys.readouterr() == ("", message)
    assert main([path, "--moves"]) == 2
    assert capsys.readouterr() == ("1  0 open 0 0: 6\n", message)
    # Earlier positions can still be shown.
    assert main([path, "--at", "1"]) == 0


@pytest.mark.parametrize("options", [[], ["--verify"], ["--game", "1"], ["--game", "1", "--verify"]])
def test_a_side_line_that_cannot_be_is_refused(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "game.sweep")
    RECORD.with_variation(1, [Event(900, "open", (2, 2), 3)]).save(path)
    assert main([path, *options]) == 2
    message = "hypersweep replay: expected the effect 4 won in side line 1, at event 2, got 900 open 2 2: 3\n"
    assert capsys.readouterr() == ("", message)


def test_a_wrong_end_is_refused(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = Path(path).read_text()
    Path(path).write_text(text.replace("2750 end: won", "2751 end: won"))
    for options in ([], ["--verify"], ["--moves"]):
        assert main([path, *options]) == 2
        assert "expected a length of 2750 ms" in capsys.readouterr().err


def test_a_cut_record_is_read_with_a_word_about_it(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = Path(path).read_bytes()
    Path(path).write_bytes(data[: data.index(b"1500 undo")])
    assert main([path, "--verify"]) == 0
    out, err = capsys.readouterr()
    assert out == "the record is valid: 3 events: 2 opens, 1 flag; lost after 1.500 s\n"
    assert err == f"hypersweep replay: {path}: the record is cut off after event 3, and read up to there\n"
    Path(path).write_bytes(data[:20])
    assert main([path, "--verify"]) == 2
    assert "its board isn't known" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "no game to replay: name a record, such as game.sweep, or - for standard input"),
        (["a", "b"], "expected one file, got 'a' and 'b'"),
        (["a", "--verfy"], "got '--verfy', did you mean '--verify'"),
        (["nowhere.sweep"], "can't read nowhere.sweep: No such file or directory"),
        (["a\0b"], "can't read a\\u0000b: embedded null byte"),
        (["GAME", "--at", "6"], "expected --at from 0 to 5, the last event, got 6"),
        (["GAME", "--at", "-1"], "--at"),
        (["GAME", "--at", "x"], "expected a whole number of 0 or more for --at, got 'x'"),
        (["GAME", "--at", "9" * 5000], "expected a whole number of 0 or more for --at"),
        (["GAME", "--speed", "0"], "expected a number from 0.001 to 1000000 for --speed, got '0'"),
        (["GAME", "--speed", "nan"], "expected a number from 0.001 to 1000000 for --speed"),
        (["GAME", "--speed", "fast"], "expected a number from 0.001 to 1000000 for --speed"),
        (["GAME", "--verify", "--moves"], "choose one of these options, not several: --verify and --moves"),
    ],
)
def test_mistakes_are_named(argv: list[str], message: str, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([path if word == "GAME" else word for word in argv]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.startswith("hypersweep replay: ")
    assert err.count("\n") == 1


def test_what_is_no_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, data in (("text", b"Dear Ann,\n"), ("empty", b""), ("picture", bytes(range(256)) * 100)):
        (tmp_path / name).write_bytes(data)
        assert main([str(tmp_path / name)]) == 2
        assert capsys.readouterr().err.startswith("hypersweep replay: ")
    assert main([str(tmp_path)]) == 2
    assert "can't read " in capsys.readouterr().err


def test_help_and_the_list_of_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    for word in ("--verify", "--at", "--moves", "--speed", "FILE"):
        assert word in text
    assert max(map(len, text.splitlines())) <= 80
    assert command(["--help"]) == 0
    assert "replay" in capsys.readouterr().out


@pytest.mark.slow
def test_a_record_comes_from_standard_input() -> None:
    source = str(Path(hypersweep.__file__).resolve().parent.parent)
    for argv in (["-", "--verify"], ["--verify", "-"]):
        done = subprocess.run(
            [sys.executable, "-m", "hypersweep.cli", "replay", *argv],
            input=RECORD.format().encode(),
            capture_output=True,
            check=False,
            env={"PYTHONPATH": source, "PYTHONIOENCODING": "ascii"},
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.startswith(b"the record is valid: 5 events")


class Watch:
    """A clock that runs only during waits."""

    def __init__(self) -> None:
        self.now = 100.0
        self.waits: list[float] = []

    def wait(self, seconds: float) -> None:
        self.waits.append(round(seconds, 6))
        self.now += seconds

    def clock(self) -> float:
        return self.now


def test_a_game_is_shown_in_time() -> None:
    stream, watch = Terminal(), Watch()
    play(RECORD.replay(), Output(stream), 2.0, wait=watch.wait, clock=watch.clock)
    assert watch.waits == [0.45, 0.3, 0.625]
    shown = stream.shown()
    pictures = shown.split("\033[5A\033[J")
    # The undo is at the moment of the loss, which was never shown.
    assert [picture.splitlines()[-1] for picture in pictures] == [
        "after event 0 of 5, 0.000 s",
        "after event 1 of 5, 0.000 s: open 0 0: 6",
        "after event 2 of 5, 0.900 s: flag 0 3: 1",
        "after event 4 of 5, 1.500 s: undo: 1",
        "after event 5 of 5, 2.750 s: open 2 2: 4 won",
    ]


def test_a_plain_terminal_gets_one_picture_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    stream, watch = Terminal(), Watch()
    play(RECORD.replay(), Output(stream), 1.0, wait=watch.wait, clock=watch.clock)
    assert "\033" not in stream.shown()
    assert stream.shown().count("after event") == 5


def test_late_pictures_are_left_out_but_for_the_last() -> None:
    stream, watch = Terminal(), Watch()
    record = random_record(3, 60)
    play(record.replay(), Output(stream), 1e6, wait=watch.wait, clock=lambda: watch.now + 1000 * len(watch.waits))
    assert stream.shown().splitlines()[-1].startswith(f"after event {len(record.events)} of {len(record.events)}")


def test_playing_stops_at_what_cannot_be() -> None:
    record = RECORD.replace(events=[*RECORD.events[:1], Event(900, "flag", (0, 3), 2)], outcome=None, milliseconds=None)
    watch = Watch()
    with pytest.raises(RecordError):
        play(record.replay(), Output(Terminal()), 1.0, wait=watch.wait, clock=watch.clock)


def test_speed_without_a_terminal_shows_the_end(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([path, "--speed", "1000"]) == 0
    assert capsys.readouterr().out.endswith("won after 2.750 s, every event checked\n")


def test_a_summary_of_nothing() -> None:
    assert summary_lines(Record("7", 1))[-2:] == ["0 events", "ongoing after 0.000 s"]
