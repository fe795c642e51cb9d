"""The command line: every case in the specification, and random arguments."""

from __future__ import annotations

import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courses.esp.esp_play import play
from hypersweep.courses.esp import ArgumentError, main, parse_arguments
from hypersweep.courses.esp.command_line import parse_integer

COUNT = (2, b"Invalid number of parameters given!\n")
UNKNOWN = (3, b"Unexpected argument provided!\n")
TYPE = (4, b"Invalid type for argument!\n")
VALUE = (5, b"Invalid value for argument!\n")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("--size 9", COUNT),
        ("--size", COUNT),
        ("--mines", COUNT),
        ("--seed", COUNT),
        ("--size 3 4 --mines", COUNT),
        ("--size a", COUNT),
        ("-size 4 2", UNKNOWN),
        ("size 4 2", UNKNOWN),
        ("--Size 4 2", UNKNOWN),
        ("--size=4 2", UNKNOWN),
        ("--size 3 4 5", UNKNOWN),
        ("--help", UNKNOWN),
        ("7", UNKNOWN),
        ("--", UNKNOWN),
        ("--bogus --size 9", UNKNOWN),
        ("--size a b", TYPE),
        ("--size - -", TYPE),
        ("--size 5a 5b", TYPE),
        ("--size 5 5b", TYPE),
        ("--size 9 --mines 10", TYPE),
        ("--mines ten", TYPE),
        ("--mines 1.0", TYPE),
        ("--mines 1e1", TYPE),
        ("--seed 0x10", TYPE),
        ("--seed 1_0", TYPE),
        ("--seed ²", TYPE),
        ("--seed ٣", TYPE),
        ("--size a b --size 9 9", TYPE),
        ("--size a b --bogus", TYPE),
        ("--size 0 0", VALUE),
        ("--size -1 -1", VALUE),
        ("--size 0 9", VALUE),
        ("--size 9 -0", VALUE),
        ("--size 1 1", VALUE),
        ("--size 2 5", VALUE),
        ("--size 3 3", VALUE),
        ("--mines 81", VALUE),
        ("--mines -1", VALUE),
        ("--mines 5 --size 5 1", VALUE),
        ("--size 18446744073709551617 1", VALUE),
        ("--size 1 " + "9" * 5000, VALUE),
        ("--size 18446744073709551616 18446744073709551616 --mines 18446744073709551616", VALUE),
        ("--mines " + "9" * 5000, VALUE),
        ("--size 0 0 --mines ten", TYPE),
        ("--size 0 0 --bogus", UNKNOWN),
        ("--size 0 0 --seed", COUNT),
    ],
)
def test_command_lines_that_are_refused(line: str, answer: tuple[int, bytes]) -> None:
    assert play(line.split(), b"start 0 0\nquit\n") == answer


def test_words_may_be_empty_or_hold_space() -> None:
    assert play([""], b"") == UNKNOWN
    assert play(["--seed", ""], b"") == TYPE
    assert play(["--seed", " 5"], b"") == TYPE
    assert play(["--seed", "5\n"], b"") == TYPE
    assert play(["--seed", "\udcff"], b"") == TYPE
    assert play(["\udcff"], b"") == UNKNOWN


@pytest.mark.parametrize(
    "line",
    [
        "--size 18446744073709551615 1",
        "--size 1 18446744073709551616",
        "--size 18446744073709551616 18446744073709551616",
        "--size 4294967296 4294967296 --mines 18446744073709551615",
        "--mines 0 --size 9223372036854775808 1",
        "--size 4611686018427387904 1",
        "--size 1000000000 1000000000",
    ],
)
def test_boards_that_no_machine_holds(line: str) -> None:
    assert play(line.split(), b"start 0 0\nquit\n") == (1, b"Out of memory!\n")


@pytest.mark.parametrize(
    ("line", "settings"),
    [
        ("", (9, 9, 10, 0)),
        ("--size 3 4 --mines 5 --seed 6", (3, 4, 5, 6)),
        ("--seed 6 --mines 11 --size 3 4", (3, 4, 11, 6)),
        ("--size 1 1 --mines 0", (1, 1, 0, 0)),
        ("--mines 0 --size 1 2", (1, 2, 0, 0)),
        ("--mines 80", (9, 9, 80, 0)),
        ("--size 0 0 --mines 99 --size 3 5 --mines 7 --seed 1 --seed 2", (3, 5, 7, 2)),
        ("--size +03 0004 --mines -0", (3, 4, 0, 0)),
        ("--seed 4294967295", (9, 9, 10, 4294967295)),
        ("--seed 4294967296", (9, 9, 10, 0)),
        ("--seed -1", (9, 9, 10, 4294967295)),
        ("--seed -4294967295", (9, 9, 10, 1)),
        ("--seed 1" + "0" * 5000, (9, 9, 10, 0)),
        ("--size 18446744073709551616 3", (2**64, 3, 10, 0)),
    ],
)
def test_command_lines_that_are_played(line: str, settings: tuple[int, int, int, int]) -> None:
    parsed = parse_arguments(line.split())
    assert (parsed.height, parsed.width, parsed.mines, parsed.seed) == settings


def test_seed_of_any_length_is_taken_modulo_the_range_of_srand() -> None:
    digits = "1234567890" * 400
    assert parse_integer(digits, modulus=2**32) == int(digits) % 2**32
    assert parse_integer("-" + digits, modulus=2**32) == -int(digits) % 2**32


@given(st.integers(-(10**20), 10**20), st.integers(0, 30), st.booleans())
def test_integers_round_trip(number: int, zeros: int, plus: bool) -> None:
    sign = "-" if number < 0 else "+" if plus else ""
    word = sign + "0" * zeros + str(abs(number))
    assert parse_integer(word) == number
    assert parse_integer(word, modulus=2**32) == number % 2**32


WORDS = st.sampled_from(
    [
        "--size",
        "--mines",
        "--seed",
        "--Size",
        "-size",
        "0",
        "1",
        "3",
        "4",
        "-1",
        "+2",
        "12",
        "x",
        "",
        "-",
        "²",
        "2" * 30,
    ]
) | st.text(max_size=3)


@given(st.lists(WORDS, max_size=9))
def test_any_command_line_gives_settings_or_one_of_four_statuses(argv: list[str]) -> None:
    try:
        settings = parse_arguments(argv)
    except ArgumentError as error:
        assert error.status in (2, 3, 4, 5)
        assert play(argv, b"quit\n") == (error.status, f"{error}\n".encode())
    else:
        assert 0 <= settings.mines < settings.height * settings.width
        assert 0 <= settings.seed < 2**32


ARGV = ["--size", "3", "4", "--mines", "2"]


class Closed(io.StringIO):
    """Output whose reader has gone."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


def test_text_streams_without_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "start 0 0\nopen 2 0\nsave \udcff/\n"
    output = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    monkeypatch.setattr(sys, "stdout", output)
    assert main(ARGV) == 0
    assert output.getvalue().encode() == play(ARGV, lines.encode("utf-8", "surrogateescape"))[1]


def test_output_comes_after_what_was_printed_before(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    print("before", end=" ")
    assert main(["--seed"]) == 2
    print("after")
    assert capfdbinary.readouterr().out == b"before Invalid number of parameters given!\nafter\n"


def test_missing_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", None)
    assert main(ARGV) == 0
    assert main(["--size"]) == 2


def test_input_that_is_closed_is_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.TextIOWrapper(io.BytesIO(b"start 0 0\n"))
    closed.close()
    output = io.StringIO()
    monkeypatch.setattr(sys, "stdin", closed)
    monkeypatch.setattr(sys, "stdout", output)
    assert main(ARGV) == 0
    assert output.getvalue().encode() == play(ARGV, b"")[1]


def test_output_without_a_reader_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO("start 0 0\n"))
        patch.setattr(sys, "stdout", Closed())
        assert main(ARGV) == 0
        assert main(["--bogus"]) == 0
    assert capsys.readouterr() == ("", "")
