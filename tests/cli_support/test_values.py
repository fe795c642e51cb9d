"""Possible values of arguments: stored with the parser, without an effect on parsing."""

from __future__ import annotations

from hypersweep.cli_support.values import FOLDERS, GAMES, Values, ValuesParser
from hypersweep.formats.registry import FILE_FORMATS


def test_files_of_games_are_those_that_hold_one() -> None:
    holding = [form for form in FILE_FORMATS if {"record", "replay", "game"} & set(form.kinds)]
    assert GAMES.split()[0] == "*.sweep"
    assert set(GAMES.split()) == {f"*{extension}" for form in holding for extension in form.extensions}


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
