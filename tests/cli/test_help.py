"""``hypersweep help``: the options of every command, including ESP Minesweeper, whose --help the course specifies."""

from __future__ import annotations

import re

import pytest

from hypersweep.cli import COMMANDS, main
from hypersweep.cli.help import find_usages, parser_of
from hypersweep.cli.input_files import GAME_FILES
from hypersweep.cli_support.command_parser import FOLDERS, CommandParser


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
        (["play", "watch"], "'hypersweep play' has no subcommands, got 'watch'"),
        (["lab", "winrat"], "did you mean 'winrate'?"),
        (["--hepl"], "did you mean '--help'"),
    ],
)
def test_mistakes_are_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(("hypersweep help: expected ", "hypersweep help: 'hypersweep play' has no subcommands"))
    assert message in err


BY_NAME = {" ".join(usage.words): usage for usage in find_usages()}


def test_every_command_is_told() -> None:
    assert [name for name in BY_NAME if " " not in name] == list(COMMANDS)
    assert {"comp2017 build", "channels build", "web admin"} < BY_NAME.keys()


def test_what_the_help_says_of_options_is_told() -> None:
    complaints = []
    for name in COMMANDS:
        text = parser_of(name).format_help()
        for option in BY_NAME[name].options:
            complaints += [(name, word) for word in (*option.names, option.text.split()[0]) if word not in text]
        complaints += [(name, line) for line in [BY_NAME[name].line] if not line.startswith(f"hypersweep {name}")]
    assert complaints == []


def test_values_are_what_commands_accept() -> None:
    options = {
        (name, option.names[0]): option.values.words for name, usage in BY_NAME.items() for option in usage.options
    }
    assert options["play", "--first"] == ("any", "safe", "opening")
    assert options["watch", "--policy"] == options["review", "--policy"] == ("safest", "progress", "look-ahead")
    assert options["generate", "--first-open"] == ("opening", "safe")
    assert options["generate", "--grade"] == ("clue", "pair", "set", "count")
    assert options["analyse", "--color"] == ("always", "never", "auto")
    (board,) = BY_NAME["play"].operands
    assert "4d-easy" in board.values.words
    (file,) = BY_NAME["replay"].operands
    assert (file.metavar, file.needs_value, file.values.files) == ("FILE", False, GAME_FILES)
    (board,) = BY_NAME["generate"].operands
    assert "4d-easy" in board.values.words
    (folder,) = [option for option in BY_NAME["grade"].options if "--opb" in option.names]
    assert folder.values.files == FOLDERS
    (game,) = BY_NAME["resume"].operands
    assert (game.metavar, game.values.files) == ("GAME", "*.sweep")


def test_lines_say_what_may_be_left_out() -> None:
    assert BY_NAME["channels build"].line == "hypersweep channels build [--help] --output DIR [--static]"
    assert BY_NAME["esp"].line == "hypersweep esp [--size HEIGHT WIDTH] [--mines COUNT] [--seed SEED]"
    assert BY_NAME["stats"].line.endswith("[BOARD-ID|FILE|- ...]")
    assert "[--wrap [AXES]]" in BY_NAME["play"].line
    assert BY_NAME["web"].line.endswith(" [COMMAND]")
    assert BY_NAME["web admin"].line.endswith(" [ACTION] [WHO] [NAME]")
    assert BY_NAME["comp2017"].line == "hypersweep comp2017 [--help] COMMAND"


def test_words_of_commands_are_ascii() -> None:
    # ASCII only, for roff and for shells under LC_ALL=C.
    parsers = {name: parser_of(name) for name in COMMANDS}
    own = [name for name, parser in parsers.items() if isinstance(parser, CommandParser)]
    assert len(own) > 15
    assert [name for name in own if not parsers[name].format_help().isascii()] == []


def misspelled(word: str) -> str:
    """A word with the two letters in its middle swapped, or with one taken away where that changes nothing."""
    middle = min(len(word) // 2, len(word) - 2)
    swapped = word[:middle] + word[middle + 1] + word[middle] + word[middle + 2 :]
    return swapped if swapped != word else word[:middle] + word[middle + 1 :]


OPTIONS = [
    (usage.words, name, usage.options)
    for usage in BY_NAME.values()
    for option in usage.options
    for name in option.names
    if name.startswith("--") and usage.words != ("esp",) and not (usage.commands and usage.needs_command)
]


@pytest.mark.slow
def test_misspelled_options_get_the_name_that_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    complaints = []
    for words, name, options in OPTIONS:
        wrong = misspelled(name)
        status = main([*words, wrong])
        out, err = capsys.readouterr()
        # An option of two names is offered by its first one.
        (option,) = [option for option in options if name in option.names]
        meant = re.search("did you mean '(.*)'", err)
        is_one_line = (status, out, err.count("\n")) == (2, "", 1)
        if not is_one_line or f"got {wrong!r}" not in err or meant is None or meant[1] not in option.names:
            complaints.append((*words, wrong, status, out, err))
    assert complaints == []


CHOICES = [
    (usage.words, option.names[-1], word)
    for usage in BY_NAME.values()
    for option in usage.options
    for word in option.values.words
]


@pytest.mark.slow
def test_misspelled_values_get_the_one_that_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    complaints = []
    for words, name, word in CHOICES:
        if words[-1] == "arena":
            given = ["safest", "progress"]
        else:
            has_none = words == ("check",) or words[0] in ("play", "watch", "generate", "web", "engine")
            given = [] if has_none else ["-"]
        status = main([*words, *given, name, misspelled(word)])
        err = capsys.readouterr().err
        if status != 2 or f"did you mean {word!r}?" not in err:
            complaints.append((*words, name, misspelled(word), status, err))
    assert complaints == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["paly"], "did you mean 'play'?"),
        (["complation"], "did you mean 'completion'?"),
        (["--versoin"], "did you mean '--version'?"),
        (["--mine", "10"], "did you mean '--mines'?"),
        (["play", "--frist", "opening"], "did you mean '--first'?"),
        (["genrate", "9x9"], "did you mean 'generate'?"),
        (["verfiy", "-"], "did you mean 'verify'?"),
        (["generate", "--without-mines-count"], "did you mean '--without-mine-count'?"),
        (["generate", "--grade", "pari"], "did you mean 'pair'?"),
        (["generate", "exprt"], "did you mean 'expert'?"),
        (["grade", "--certifcate"], "did you mean '--certificate'?"),
        (["watch", "--policy", "saftest"], "did you mean 'safest'?"),
        (["web", "admin", "poeple"], "did you mean 'people'?"),
        (["comp2017", "biuld"], "did you mean 'build'?"),
        (["channels", "build", "--static", "--outptu", "x"], "did you mean '--output'?"),
    ],
)
def test_typos_get_a_suggestion(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("words", [["play", "--games", "3"], ["stats", "--policy", "safest"], ["replay", "--delay"]])
def test_what_is_an_option_elsewhere_gets_none(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "did you mean" not in capsys.readouterr().err
