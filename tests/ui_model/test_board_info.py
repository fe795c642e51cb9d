"""What a player may know about a board, and the commands that play it again."""

from __future__ import annotations

import copy
import pickle
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game, Grid, Layout
from hypersweep.boards import PRESETS
from hypersweep.cli_support.board_options import PlayOptions, read_play
from hypersweep.layout import FIRST_OPENS
from hypersweep.record import Record
from hypersweep.rules import RULES_BY_NAME, Rules
from hypersweep.ui_model.board_info import board_facts, board_sheet, first_opened, play_command
from hypersweep.ui_model.choices import BoardChoice


def chosen(command: str) -> BoardChoice:
    words = shlex.split(command)
    assert words[:2] == ["hypersweep", "play"]
    found = read_play(words[2:])
    assert isinstance(found, PlayOptions)
    return found.choice


@pytest.mark.slow
@given(
    st.sampled_from(["9x9", "3x4~wrap=1", "5x4x6~orthogonal~wrap=0,2", "12", "4x4x4x4"]),
    st.sampled_from([*RULES_BY_NAME.values(), Rules(chord=False), Rules(flags_on_open=True, first_open="any")]),
    st.sampled_from(FIRST_OPENS),
    st.integers(0, 2**64 - 1),
)
def test_the_command_plays_the_same_board(board: str, rules: Rules, first: str, seed: int) -> None:
    game = Game(board, 1, seed=seed, rules=rules.replace(first_open=first))
    again = chosen(play_command(game)).game()
    assert (again.grid, again.mines, again.rules, again.seed) == (game.grid, 1, game.rules, seed)
    for each in (game, again):
        each.open((0,) * game.grid.dimensions)
    assert again.layout == game.layout


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("classic,guess=never", "--first safe --guess never"),
        ("classic,first=opening,guess=never,grade=pair", "--first opening --guess never --grade pair"),
        ("classic,guess=never,grade=count", "--first safe --guess never"),
        ("esp,guess=never", "--rules esp --first safe --guess never"),
        ("classic,chord=off,guess=never", "--rules classic,chord=off --first safe --guess never"),
        ("classic,guess=punished", "--first safe --guess punished"),
    ],
)
def test_the_command_says_what_becomes_of_guesses(rules: str, words: str) -> None:
    assert play_command(Game("3x4", 2, seed=7, rules=rules)) == f"hypersweep play 3x4 --mines 2 {words} --seed 7"


def test_a_board_without_guesses_is_told_with_its_first_cell() -> None:
    game = Game("9x16", 20, seed=7, rules="classic,guess=never,grade=set")
    game.open((4, 8))
    lines = board_sheet(game, (4, 8)).lines
    assert dict(lines)["rules"] == "classic, no guess, at most sets"
    assert lines[-1] == ("", "and open (4, 8) first")
    # A board ID plays the board as it is, and promises nothing.
    given = board_sheet(Game(layout=game.layout, rules=game.rules), None)
    assert "guess" not in given.command
    assert chosen(given.command).layout == game.layout


def test_a_board_id_is_shown_when_it_gives_nothing_away() -> None:
    game = Game("3x4", 2, seed=7)
    assert board_sheet(game, None).board_id == ""
    assert ("", "and open the same cell first") in board_sheet(game, None).lines
    game.open((0, 0))
    assert board_sheet(game, (0, 0)).board_id == ""
    assert game.layout is not None
    for cell in game.grid:
        if not game.layout.is_mine(cell):
            game.open(cell)
    sheet = board_sheet(game, (0, 0))
    assert Layout.parse(sheet.board_id) == game.layout
    assert (sheet.seed, chosen(sheet.command).seed) == ("7", 7)
    assert dict(sheet.lines)["board"] == "3x4: 12 cells, 2 mines"


@pytest.mark.parametrize("rules", ["classic", "esp", "classic,chord=off,first=any"])
def test_a_board_that_was_given_has_its_id_and_no_seed(rules: str) -> None:
    layout = Layout("3x4x5", [(0, 1, 2), (2, 3, 4)])
    sheet = board_sheet(Game(layout=layout, rules=rules), None)
    assert (sheet.seed, sheet.board_id) == ("", layout.format())
    found = chosen(sheet.command)
    assert found.layout == layout
    assert found.rules.replace(first_open="any") == Rules.parse(rules).replace(first_open="any")


def test_ids_too_long_for_a_clipboard_are_left_out() -> None:
    sheet = board_sheet(Game(layout=Layout("400x300", [(0, 1)])), None)
    assert (sheet.board_id, sheet.command) == ("", "")
    assert "too long" in dict(sheet.lines)["board ID"]


def test_the_first_open_is_the_one_that_did_something() -> None:
    head = "hypersweep-record: 1\nboard: 3x4\nmines: 2\nrules: classic\nseed: 7\n\n"
    record = Record.parse(f"{head}0 flag 0 0: 1\n0 open 0 0: 0\n0 open 0 3: 5\n0 end: ongoing\n")
    assert first_opened(record) == (0, 3)
    assert first_opened(record.replace(events=record.events[:2])) is None


def test_a_sheet_is_a_value() -> None:
    sheet, other = (board_sheet(Game("3x4", 2, seed=seed), None) for seed in (7, 8))
    assert sheet != other
    assert (
        sheet
        == copy.deepcopy(sheet)
        == pickle.loads(pickle.dumps(sheet))
        == board_sheet(Game(Grid("3x4"), 2, seed=7), None)
    )
    assert len({sheet, other, copy.copy(sheet)}) == 2


def test_presets_are_like_no_other_board() -> None:
    for text, mines in PRESETS.values():
        cells, touches = board_facts(Grid(text), mines)
        assert cells.startswith(f"{Grid(text).cells} cells, {mines} mines: 1 in ")
        assert touches.startswith("a cell touches ")


@pytest.mark.parametrize(
    ("board", "mines", "facts"),
    [
        ("3x4x5", 6, ["60 cells, 6 mines: 1 in 10", "a cell touches 7 to 26 others"]),
        ("3x4~orthogonal~wrap=0,1", 1, ["12 cells, 1 mine: 1 in 12", "a cell touches 4 others"]),
        ("2", 1, ["2 cells, 1 mine: 1 in 2", "a cell touches 1 other"]),
        ("1", 0, ["1 cell, 0 mines", "a cell touches 0 others"]),
    ],
)
def test_facts_are_counted(board: str, mines: int, facts: list[str]) -> None:
    assert board_facts(Grid(board), mines)[:2] == facts
