"""Commands that build libraries: their arguments, and how they end."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import pytest

from hypersweep.cli_support.library_command import build_parsers, run_build
from hypersweep.errors import MissingExtraError


def parse(argv: Sequence[str]) -> Namespace:
    parser, build = build_parsers(
        "hypersweep test", "A test.", summary="write it", description="Write it.", epilog="so"
    )
    build.add_argument("--static", action="store_true", help="make an archive")
    return parser.parse_args(argv)


def test_the_files_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    def build(options: Namespace) -> list[Path]:
        assert options.static
        return [Path(options.output) / "test.h", Path(options.output) / "libtest.a"]

    assert run_build("hypersweep test", ["build", "--output", "here", "--static"], parse, build) == 0
    assert [Path(line) for line in capsys.readouterr().out.splitlines()] == [
        Path("here/test.h"),
        Path("here/libtest.a"),
    ]


@pytest.mark.parametrize("error", [MissingExtraError("expected a compiler"), OSError("no room")])
def test_what_cannot_be_built_is_one_line(error: Exception, capsys: pytest.CaptureFixture[str]) -> None:
    def build(options: Namespace) -> list[Path]:
        raise error

    assert run_build("hypersweep test", ["build", "--output", "here"], parse, build) == 1
    assert capsys.readouterr() == ("", f"hypersweep test: {error}\n")


def never(options: Namespace) -> list[Path]:
    raise AssertionError


@pytest.mark.parametrize("words", [(), ("build",), ("build", "--output"), ("bild", "--output", "x"), ("build", "--no")])
def test_words_that_make_no_sense_build_nothing(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_build("hypersweep test", words, parse, never) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("hypersweep test")
    assert err.count("\n") == 1


def test_the_help_builds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_build("hypersweep test", ["build", "--help"], parse, never) == 0
    assert capsys.readouterr().out.startswith("usage: hypersweep test build [-h] --output DIR [--static]")
