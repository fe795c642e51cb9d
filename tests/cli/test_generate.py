"""``hypersweep generate``: its boards are the library's, are reproducible, and match the options."""

from __future__ import annotations

import json
import re
import shlex
from typing import Any

import pytest

from hypersweep import Layout
from hypersweep.boards import PRESETS
from hypersweep.cli import main
from hypersweep.errors import GenerationError
from hypersweep.generate import GRADES, METHODS, Certificate, no_guess, solvable_from, verify


def made(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["generate", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_boards_are_those_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    out = made(capsys, "4x5x6", "--mines", "12", "--first", "0,1,2", "--seed", "7", "--count", "3")
    assert out.splitlines() == [str(no_guess("4x5x6", 12, (0, 1, 2), seed=seed)) for seed in (7, 8, 9)]


@pytest.mark.parametrize("method", METHODS)
def test_every_option_counts(method: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["6x7", "--mines", "9", "--wrap", "1", "--adjacency", "orthogonal", "--grade", "set", "--exactly"]
    words += [
        "--without-mine-count",
        "--first-open",
        "safe",
        "--method",
        method,
        "--seed",
        "3",
        "--json",
        "--tries",
        "20000",
    ]
    facts = json.loads(made(capsys, *words))
    layout = Layout.parse(facts["board"])
    assert str(layout.grid) == facts["grid"] == "6x7~orthogonal~wrap=1"
    assert (layout.mines, facts["first"], facts["grade"]) == (facts["mines"], [3, 3], "set") == (9, [3, 3], "set")
    assert solvable_from(layout, (3, 3), uses_mine_count=False).grade == "set"
    assert (facts["method"], facts["uses_mine_count"], facts["seed"]) == (method, False, "3")


def test_without_words_it_is_the_beginners_board_from_its_centre(capsys: pytest.CaptureFixture[str]) -> None:
    facts = json.loads(made(capsys, "--json"))
    assert (facts["grid"], facts["mines"], facts["first"]) == ("9x9", 10, [4, 4])
    layout = Layout.parse(facts["board"])
    assert layout[4, 4] == 0
    assert solvable_from(layout, (4, 4)).grade == facts["grade"]


# In one dimension a mine hides everything behind it: hardly a board can be finished.
@pytest.mark.parametrize("name", [name for name in PRESETS if name != "1d"])
def test_boards_with_names_get_their_mines(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    layout = Layout.parse(made(capsys, name).strip())
    assert (str(layout.grid), layout.mines) == PRESETS[name]


def test_each_board_can_be_made_again_by_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    rare = ["5x6", "--mines", "6", "--first", "0,0", "--grade", "pair", "--exactly", "--tries", "5000"]
    for words in (["9x9", "--count", "3"], [*rare, "--without-mine-count", "--first-open", "safe"], ["--seed", "0"]):
        for line in made(capsys, *words, "--json").splitlines():
            facts = json.loads(line)
            program, name, *again = shlex.split(facts["command"])
            assert (program, name) == ("hypersweep", "generate")
            assert made(capsys, *again) == facts["board"] + "\n"
            assert json.loads(made(capsys, *again, "--json"))["command"] == facts["command"]


def test_the_options_of_boards_mean_what_they_mean_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    # The word after "--wrap" may be the board.
    assert made(capsys, "--wrap", "5x6", "--mines", "3").startswith("5x6~wrap=0,1.")
    assert made(capsys, "--wrap", "0", "5x6", "--mines", "3").startswith("5x6~wrap=0.")
    assert made(capsys, "EXPERT", "--mines", "40").startswith("16x30.")


def test_boards_without_a_seed_differ(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(set(made(capsys, "--count", "4").splitlines())) == 4


def test_certificates_prove_the_boards(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["5x6x3", "--mines", "9", "--seed", "7", "--without-mine-count", "--certificate"]
    certificate = Certificate.parse(made(capsys, *words))
    verify(certificate)
    assert (certificate.first, certificate.layout.mines) == ((2, 3, 1), 9)
    facts = json.loads(made(capsys, *words, "--json"))
    assert Certificate.parse(facts["certificate"]) == certificate
    assert facts["board"] == str(certificate.layout)


def test_pictures_show_all(capsys: pytest.CaptureFixture[str]) -> None:
    out = made(capsys, "3x4", "--mines", "2", "--first", "0,0", "--seed", "7", "--count", "2", "--picture")
    first, second = out.split("\n\n")
    name, *picture = first.splitlines()
    layout = Layout.parse(name)
    assert picture[0].split() == ["0", "1", "2", "3"]
    assert [row.replace("|", "│").partition("│")[2].count("*") for row in picture[1:]] == [
        sum(layout.is_mine((row, column)) for column in range(4)) for row in range(3)
    ]
    assert second.startswith("3x4.")


def test_a_search_without_success_tells_how_far_it_came(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["16x30", "--mines", "200", "--seed", "7", "--tries", "20"]
    assert main(["generate", *words]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("hypersweep generate: found no 16x30 board with 200 mines that needs no guess in 20 tries; ")
    assert re.search(r"; fewer --mines, --method \w+ or more --tries may help\n$", err)
    assert main(["generate", *words, "--grade", "pair", "--exactly"]) == 3
    assert "no --exactly" in capsys.readouterr().err
    assert main(["generate", *words, "--grade", "pair"]) == 3
    assert "a harder --grade" in capsys.readouterr().err


def test_what_was_found_before_is_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def unlucky(*arguments: Any, **named: Any) -> object:
        if named["seed"] == 9:
            raise GenerationError("expected a board, found none in 3 tries; more tries may help")
        return no_guess(*arguments, **named)

    monkeypatch.setattr("hypersweep.cli.generate.no_guess", unlucky)
    assert main(["generate", "--seed", "7", "--count", "4"]) == 3
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    assert err == (
        "hypersweep generate: board 3 of 4: expected a board, found none in 3 tries; more --tries may help\n"
    )


@pytest.mark.parametrize(
    ("python", "words"),
    [
        (
            "fewer mines, method='adaptive', exactly=False or more tries",
            "--method adaptive, no --exactly or more --tries",
        ),
        ("a harder grade or tries=..., which is then the only limit,", "a harder --grade or --tries N, which is"),
    ],
)
def test_what_helps_is_told_in_words_of_the_command(
    python: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unlucky(*_: object, **__: object) -> Layout:
        raise GenerationError(f"expected a board, found none; {python} may help")

    monkeypatch.setattr("hypersweep.cli.generate.no_guess", unlucky)
    assert main(["generate"]) == 3
    assert words in capsys.readouterr().err


def test_methods_and_grades_are_those_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    text = made(capsys, "--help")
    assert all(name in text for name in (*METHODS, *GRADES))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["3x4.bAgg"], "got a board ID, which fixes the mines; 'hypersweep grade' checks"),
        (["--exactly"], "--exactly needs --grade, one of clue, pair, set, count"),
        (["--grade", "count", "--exactly", "--without-mine-count"], "can't combine --grade count --exactly with"),
        (["--first", "opening"], "expected a cell for --first, got 'opening': try '--first 4,4'"),
        (["--first", "9,0"], "--first: expected 0 to 8 for axis 0, got 9"),
        (["--first-open", "any"], "expected --first-open opening, safe, got 'any'"),
        (["--mines", "73"], "expected at most 72 mines on 9x9, as an opening there keeps 9 cells free"),
        (["--mines", "73", "--first-open", "safe", "--mines", "81"], "expected at most 80 mines on 9x9"),
        (["--mines", "0", "--grade", "pair", "--exactly"], "expected a board that may need grade 'pair'"),
        (["--count", "0"], "expected a whole number of 1 or more for --count, got '0'"),
        (["--tries", "0"], "expected a whole number of 1 or more for --tries, got '0'"),
        (["--seed", str(2**64)], "expected seed from 0 to 18446744073709551615"),
        (["--seed", str(2**64 - 1), "--count", "2"], "expected a --seed from 0 to 18446744073709551614 for 2 boards"),
        (["--picture", "--json"], "choose one of these options, not several: --picture and --json"),
        (["--picture", "--certificate"], "choose one of these options, not several: --picture and --certificate"),
        (["99999x99999"], "memory"),
        (["3x4", "5x6"], "expected one board, got '3x4' and '5x6'"),
    ],
)
def test_what_cannot_be_made_is_refused(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err
