"""Possible values of arguments, which are stored with the parser but don't affect parsing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from hypersweep.cli_support.command_parser import (
    FOLDERS,
    CommandParser,
    Values,
    ValuesParser,
    chosen_name,
    run_command,
)
from hypersweep.cli_support.output import Output
from hypersweep.errors import BudgetExceededError, ParameterError, ParseError


def test_values_are_kept_by_the_names_they_are_read_under() -> None:
    parser = ValuesParser()
    parser.add_argument("board", nargs="?", words={"3d": 1, "4d": 2}, files="*.sweep")
    parser.add_argument("--trust-flags", "-t", words=("all", "none"))
    parser.add_argument("--output", files=FOLDERS)
    parser.add_argument("--seed")
    assert parser.values == {
        "board": Values(("3d", "4d"), "*.sweep"),
        "trust_flags": Values(("all", "none"), ""),
        "output": Values((), FOLDERS),
    }


def test_other_values_are_read_as_well() -> None:
    parser = ValuesParser()
    parser.add_argument("--rules", words=["classic"])
    assert parser.parse_args(["--rules", "classic,first=any"]).rules == "classic,first=any"


def ending(error: BaseException) -> Callable[[Sequence[str], Output], int]:
    def run(argv: Sequence[str], screen: Output) -> int:
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (ParseError("expected this"), 2, "hypersweep test: expected this\n"),
        (MemoryError(), 2, "hypersweep test: the board doesn't fit into memory\n"),
        (BudgetExceededError("expected less; a Budget may help"), 3, "hypersweep test: expected less; --more helps\n"),
        (KeyboardInterrupt(), 130, ""),
        (OSError(28, "No space left"), 74, "hypersweep test: can't write to standard output: No space left\n"),
        (BrokenPipeError(), 0, ""),
    ],
)
def test_errors_have_their_status(
    error: BaseException, status: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command("hypersweep test", [], ending(error), budget_hint="--more helps") == status
    assert capsys.readouterr().err == told


def test_bugs_are_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        run_command("hypersweep test", [], ending(ZeroDivisionError()))


def test_a_command_gets_its_words_and_a_screen(capsys: pytest.CaptureFixture[str]) -> None:
    def run(argv: Sequence[str], screen: Output) -> int:
        screen.write(" ".join(argv))
        screen.flush()
        return 7

    assert run_command("hypersweep test", ["one", "two"], run) == 7
    assert capsys.readouterr().out == "one two"


def test_words() -> None:
    parser = CommandParser("hypersweep test", "Tests.", "")
    parser.add_argument("file", nargs="?")
    parser.add_argument("--deep")
    parser.add_argument("--color", "--colour")
    options = parser.read(["name", "--deep", "3", "--colour=red"], "file")
    assert (options.file, options.deep, options.color) == ("name", "3", "red")
    with pytest.raises(ParameterError, match="expected one file, got 'name' and 'other'"):
        parser.read(["name", "other"], "file")
    with pytest.raises(ParameterError, match="one of the options --deep, --color, got '--depe', did you mean '--deep'"):
        parser.read(["--depe=3"], "file")
    with pytest.raises(ParameterError, match="argument --deep: expected one argument"):
        parser.read(["--deep"], "file")


def test_values_of_options() -> None:
    assert chosen_name("red", "--color", ("red", "blue")) == "red"
    with pytest.raises(ParameterError, match=r"expected --color red, blue, got 'rde', did you mean 'red'\?"):
        chosen_name("rde", "--color", ("red", "blue"))


@pytest.mark.parametrize("word", ["-1,0", "-3", "-0.5", "-.5", "-1-4", "-2:3:1"])
def test_negative_words_are_arguments(word: str) -> None:
    parser = CommandParser("hypersweep x", "", "")
    parser.add_argument("--first", "-f")
    parser.add_argument("file", nargs="?")
    assert parser.read(["--first", word]).first == word
    assert parser.read([word], "file").file == word
    with pytest.raises(ParameterError, match="one of the options"):
        parser.read(["--second", word])
