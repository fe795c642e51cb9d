"""``hypersweep help``: every command's words, those of ESP Minesweeper too, whose --help is the course's."""

from __future__ import annotations

import pytest

from hypersweep.cli import COMMANDS, main


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
    assert max(map(len, told.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "message"),
    [(["paly"], "got 'paly', did you mean 'play'?"), (["play", "watch"], "got"), (["--hepl"], "did you mean '--help'")],
)
def test_mistakes_are_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("hypersweep help: expected ")
    assert message in err
