"""``hypersweep help``: the options of every command, including ESP Minesweeper, whose --help is the course's."""

from __future__ import annotations

import pytest

from hypersweep.cli import COMMANDS, main
from hypersweep.cli.usage import find_usages


def test_every_command_has_a_help(capsys: pytest.CaptureFixture[str]) -> None:
    complaints = []
    for name in COMMANDS:
        status = main(["help", name])
        told = capsys.readouterr().out
        if status != 0 or not told.startswith(f"usage: hypersweep {name}"):
            complaints.append(f"help {name}: {status}, {told[:60]}")
        if name != "esp" and (main([name, "--help"]), capsys.readouterr().out) != (0, told):
            complaints.append(f"{name} --help says something else")
    assert complaints == []


def test_the_course_answers_as_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["esp", "--help"]) == 3
    assert capsys.readouterr().out == "Unexpected argument provided!\n"
    assert main(["help", "esp"]) == 0
    told = capsys.readouterr().out
    for word in ("--size HEIGHT WIDTH", "--mines COUNT", "--seed SEED", "'hypersweep help esp'"):
        assert word in told


def test_without_a_command_it_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help"]) == 0
    told = capsys.readouterr().out
    assert main(["--help"]) == 0
    assert capsys.readouterr().out == told
    assert all(f"  {name} " in told for name in COMMANDS)


def test_no_line_of_a_help_is_wider_than_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    wide = []
    for usage in [(), *(usage.words for usage in find_usages())]:
        assert main(["help", *usage]) == 0
        told = capsys.readouterr().out
        wide += [(usage, line) for line in told.splitlines() if len(line) > 80]
    assert wide == []


@pytest.mark.parametrize(
    "words",
    [["help", "lab", "winrate"], ["lab", "help", "winrate"], ["help", "web", "admin"], ["help", "comp2017", "build"]],
)
def test_commands_below_others_have_their_help(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    name = " ".join(word for word in words if word != "help")
    assert capsys.readouterr().out.startswith(f"usage: hypersweep {name} ")


def test_the_help_of_a_command_with_others_below_it_can_stand_behind_it(capsys: pytest.CaptureFixture[str]) -> None:
    for usage in find_usages():
        if usage.commands:
            assert main([*usage.words[:1], "help", *usage.words[1:]]) == 0
            told = capsys.readouterr().out
            assert main(["help", *usage.words]) == 0
            assert capsys.readouterr().out == told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["begginer"], "expected a board or a command, got 'begginer', did you mean 'beginner'?"),
        (["lba"], "expected a board or a command, got 'lba', did you mean 'lab'?"),
        ([""], "expected a board or a command, got '': 'hypersweep help' lists the commands"),
        (["xyzzy"], "got 'xyzzy': 'hypersweep help' lists the commands"),
    ],
)
def test_a_word_that_is_no_command_is_answered_in_a_short_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert len(err) < 140


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["paly"], "got 'paly', did you mean 'play'?"),
        (["nothing"], "got 'nothing': 'hypersweep help' lists them"),
        (["play", "watch"], "'hypersweep play' has no commands below it, got 'watch'"),
        (["lab", "winrat"], "did you mean 'winrate'?"),
        (["--hepl"], "did you mean '--help'"),
    ],
)
def test_mistakes_are_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("hypersweep help: expected ")
    assert message in err
