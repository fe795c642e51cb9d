"""Command-line options for boards, as in the plain game."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import CellError, Game, Grid, HypersweepError, Layout, ParameterError, Rules
from hypersweep.boards import PRESETS
from hypersweep.cli_support.board_options import (
    PlayOptions,
    cell_word,
    centre,
    chosen_first,
    player_preferences,
    read_play,
)
from hypersweep.rules import ESP
from hypersweep.session import Store
from hypersweep.ui_model.choices import BoardChoice
from hypersweep.ui_model.rule_preferences import RulePreferences
from strategies import grids, near_misses


def choice(*argv: str) -> BoardChoice:
    found = read_play(argv)
    assert isinstance(found, PlayOptions)
    return found.choice


def test_without_words_it_is_the_beginners_board() -> None:
    found = choice()
    assert (found.grid, found.mines, found.rules) == (Grid("9x9"), 10, Rules(first_open="opening"))
    assert (found.layout, found.seed, found.are_mines_chosen) == (None, None, False)


def test_every_option_counts() -> None:
    found = choice(
        *("3x4x5", "--mines", "7", "--seed=18446744073709551615", "--rules", "esp", "--first", "any"),
        *("--wrap", "2,0", "--adjacency", "orthogonal"),
    )
    assert found.grid == Grid("3x4x5", adjacency="orthogonal", wrap=[0, 2])
    assert found.rules == ESP.replace(first_open="any")
    game = found.game()
    assert (game.grid, game.mines, game.seed, game.rules) == (found.grid, 7, 2**64 - 1, found.rules)


def test_names_can_be_changed_in_part() -> None:
    found = choice("--mines", "20", "3d-easy", "--wrap")
    assert (found.grid, found.mines) == (Grid("5x5x5", wrap=True), 20)


def test_a_board_keeps_its_own_wrap_and_adjacency() -> None:
    assert choice("3x4~orthogonal~wrap=1").grid == Grid("3x4~orthogonal~wrap=1")
    assert choice("3x4~orthogonal~wrap=1", "--wrap", "0").grid == Grid("3x4~orthogonal~wrap=0")
    assert choice("3x4~orthogonal~wrap=1", "--adjacency", "moore").grid == Grid("3x4~wrap=1")


def test_wrap_leaves_the_board_its_word() -> None:
    assert choice("--wrap", "3x4").grid == Grid("3x4", wrap=True)
    assert choice("--wrap", "Expert").grid == Grid("16x30", wrap=True)
    assert choice("--wrap", "0", "3x4").grid == Grid("3x4", wrap=[0])
    assert choice("--wrap", "all", "3x4").grid == Grid("3x4", wrap=True)


def test_mines_are_chosen_where_nobody_says() -> None:
    found = choice("5x6x7")
    assert (found.mines, found.are_mines_chosen) == (16, True)
    assert choice("3x3x3", "--first", "opening").mines == 0


def test_a_board_id_is_played() -> None:
    layout = Layout("3x4", [(0, 1), (2, 3)])
    found = choice(layout.format())
    assert found.game().layout == layout
    assert found.again().game().layout is None
    assert found.again().game().mines == 2


def test_the_next_game_is_another_one() -> None:
    found = choice("16x30", "--seed", "5")
    first, second = found.game(), found.again().game()
    first.open((0, 1))
    second.open((0, 1))
    assert first.layout != second.layout


def test_the_players_setting_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HYPERSWEEP_DATA", str(tmp_path))
    settings = Store(tmp_path).settings
    for preference, promises in (
        ("safe", ("safe", "safe", "opening")),
        ("opening", ("opening", "opening", "opening")),
        # Of another version, or of no known program.
        ("no-guess", ("opening", "safe", "opening")),
        ([1], ("opening", "safe", "opening")),
        (None, ("opening", "safe", "opening")),
    ):
        settings.set("first_open", preference)
        found = choice("4d-easy"), choice("16x30", "--mines", "50"), choice("16x30", "--first", "opening")
        assert tuple(each.rules.first_open for each in found) == promises
        assert choice("expert", "--rules", "esp").rules == ESP


def test_the_setting_for_guesses_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HYPERSWEEP_DATA", str(tmp_path))
    settings = Store(tmp_path).settings
    settings.set("guess", "never,grade=pair")
    assert choice("hard").rules == Rules(first_open="opening", guess="never", grade="pair")
    assert choice("hard", "--guess", "never").rules == Rules(first_open="opening", guess="never")
    assert choice("hard", "--guess", "never", "--grade", "clue").rules.grade == "clue"
    assert choice("hard", "--guess", "allowed").rules == Rules(first_open="opening")
    assert choice("hard", "--rules", "classic,guess=never").rules == choice("hard", "--guess", "never").rules
    # Of another version.
    settings.set("guess", "never,grade=magic")
    assert choice("hard").rules.guess == "allowed"


def test_settings_that_cannot_be_read_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HYPERSWEEP_DATA", str(tmp_path))
    (tmp_path / "settings.json").write_text("{")
    assert choice("4d-easy").rules.first_open == "opening"
    assert "settings were damaged" in capsys.readouterr().err


def test_without_a_place_for_settings_the_usual_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HYPERSWEEP_DATA")
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    assert player_preferences() == RulePreferences()
    assert choice("4d-easy").rules.first_open == "opening"


def test_texts_to_print(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = read_play(["--help"])
    assert isinstance(text, str)
    options = ("--mines", "--seed", "--rules", "--first", "--guess", "--grade", "--wrap", "--adjacency", "--list")
    for word in (*options, "4d-easy"):
        assert word in text
    assert max(map(len, text.splitlines())) < 80
    assert read_play(["-h", "3x4"]) == text
    names = str(read_play(["--list"]))
    assert all(name in names for name in PRESETS)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["beginer"], "did you mean 'beginner'"),
        (["3x4", "5x6"], "expected one board, got '3x4' and '5x6'"),
        (["3x4", "--mine", "3"], "got '--mine', did you mean '--mines'"),
        (["3x4", "--mine=3"], "got '--mine', did you mean '--mines'"),
        (["3x4", "-m"], "got '-m'"),
        (["3x4", "--mines"], "--mines: expected one argument"),
        (["3x4", "--mines", "many"], "expected a whole number for --mines, got 'many'"),
        (["3x4", "--mines", "1_0"], "expected a whole number for --mines, got '1_0'"),
        (["3x4", "--seed", "9" * 5000], "expected a whole number for --seed, got '999"),
        (["3x4", "--rules", "clasic"], "did you mean 'classic'"),
        (["3x4", "--first", "save"], "did you mean 'safe'"),
        (["3x4", "--adjacency", "more"], "did you mean 'moore'"),
        (["3x4", "--wrap", "0;1"], "expected axes such as 0,2 for --wrap, or nothing for all, got '0;1'"),
        (["3x4", "--wrap="], "expected axes such as 0,2 for --wrap"),
        (["3x4", "--wrap", "2"], "expected wrapped axis from 0 to 1, got 2"),
        (["3x4.bAgg", "--seed", "1"], "can't use --seed with a board ID"),
        (["3x4", "--grade", "pair"], "--grade needs --guess never, got --grade 'pair'"),
        (["3x4", "--guess", "nevr"], "did you mean 'never'"),
        (["3x4", "--guess", "never", "--first", "any"], "expected --first opening or --first safe with --guess never"),
        (["3x4.bAgg", "--guess", "never"], "can't use --guess with a board ID"),
        (["3x4.bAgg", "--wrap"], "can't use --wrap with a board ID"),
    ],
)
def test_mistakes_are_named(argv: list[str], message: str) -> None:
    with pytest.raises(HypersweepError) as caught:
        read_play(argv)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_numbers_out_of_range_are_refused_by_the_game() -> None:
    for argv in (["3x4", "--mines", "12"], ["3x4", "--mines", "-1"], ["3x4", "--seed", str(2**64)]):
        with pytest.raises(HypersweepError):
            choice(*argv).game()


@given(
    st.lists(
        near_misses(
            [
                "3x4",
                "expert",
                "--mines",
                "--mines=3",
                "3",
                "--seed",
                "--wrap",
                "--wrap=0,1",
                "--rules=esp",
                "--first=any",
                "--guess=never",
                "--guess",
                "--grade=pair",
            ]
        ),
        max_size=4,
    )
)
def test_any_words_are_read_or_refused(argv: list[str]) -> None:
    try:
        found = read_play(argv)
        if isinstance(found, PlayOptions):
            assert isinstance(found.choice.game(), Game)
    except HypersweepError as error:
        assert str(error)


def test_mines_are_those_of_a_position(tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text("##\n22\n", encoding="utf-8")
    assert choice(str(path), "--mines", "2").layout == Layout("2x2", [(0, 0), (0, 1)])
    with pytest.raises(HypersweepError, match="--mines N"):
        read_play([str(path)])
    path.write_text("3x4.bAgg\n", encoding="utf-8")
    with pytest.raises(HypersweepError, match="can't set the number of mines"):
        read_play([str(path), "--mines", "2"])


@pytest.mark.slow
@given(grids(), st.data())
def test_cells_are_read_back(grid: Grid, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(list(grid)))
    assert chosen_first(cell_word(cell), grid) == cell
    assert chosen_first(str(cell), grid) == cell
    assert chosen_first(" ".join(map(str, cell)), grid) == cell


@given(grids())
def test_without_an_option_it_is_the_centre(grid: Grid) -> None:
    assert chosen_first(None, grid) == centre(grid) == tuple(side // 2 for side in grid.shape)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("opening", ParameterError, "expected a cell for --first, got 'opening': try '--first 1,2'"),
        ("1", CellError, "--first: expected 2 coordinates, got 1: try '--first 1,2'"),
        ("", CellError, "--first: expected 2 coordinates, got 0: try '--first 1,2'"),
        ("1,x", CellError, "--first: expected a whole number for axis 1, got 'x': try '--first 1,2'"),
        ("-1,0", CellError, "--first: expected 0 to 2 for axis 0, got -1: the board is 3x4"),
        ("0," + "9" * 5000, CellError, "--first: expected 0 to 3 for axis 1, got 999"),
    ],
)
def test_what_is_no_cell_is_told(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as told:
        chosen_first(text, Grid("3x4"))
    assert str(told.value).startswith(message)
