"""Named boards: their properties, and sensible default numbers of mines."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game, Grid, Layout, MineCountError, Outcome, ParseError, boards, sample_layouts
from hypersweep.boards import (
    BOARD_NAMES,
    OTHER_NAMES,
    PRESETS,
    board_name,
    board_title,
    clue_figures,
    find_board,
    preset_lines,
    standard_mines,
    suitable_mines,
    usual_first_open,
)
from hypersweep.cli.best import bests_lines
from hypersweep.cli.score_tables import board_scores, score_lines
from hypersweep.scan.bests import BoardBests
from hypersweep.session import Result, SavedSummary
from hypersweep.session.results import kind_names, kind_title
from hypersweep.tui.notes import heading_content
from hypersweep.tui.resume import saved_lines
from hypersweep.typing import FirstOpen
from hypersweep.ui_model.board_info import board_sheet
from hypersweep.ui_model.game_texts import result_text, saved_text
from strategies import FIRST_OPENS, grids, near_misses


@pytest.mark.parametrize("name", PRESETS)
def test_presets_can_be_played_with_any_first_open(name: str) -> None:
    text, mines = PRESETS[name]
    for first in FIRST_OPENS:
        game = Game(text, mines, seed=1, rules=f"classic,first={first}")
        assert game.mines == mines


@pytest.mark.parametrize("name", PRESETS)
def test_figures_are_those_of_sampled_layouts(name: str) -> None:
    text, mines = PRESETS[name]
    batch = sample_layouts(text, mines, 2000, seed=11)
    clues = batch.clue_array()[~batch.mine_array()]
    mean, zeros = clue_figures(Grid(text), mines)
    assert clues.mean() == pytest.approx(mean, abs=0.02)
    assert (clues == 0).mean() == pytest.approx(zeros, abs=0.01)


@given(grids(max_cells=7), st.data())
def test_figures_are_those_of_all_layouts(grid: Grid, data: st.DataObject) -> None:
    mines = data.draw(st.integers(0, grid.cells - 1))
    cells = list(grid)
    clues = []
    for chosen in itertools.combinations(cells, mines):
        layout = Layout(grid, chosen)
        clues += [layout.clue(cell) for cell in cells if cell not in chosen]
    mean, zeros = clue_figures(grid, mines)
    assert mean == pytest.approx(sum(clues) / len(clues))
    assert zeros == pytest.approx(clues.count(0) / len(clues))


def test_figures_of_boards_too_large_to_count() -> None:
    # As on a torus without end, with a mine in every fifth cell.
    mean, zeros = clue_figures(Grid("1000000000x1000000000~wrap=all"), 10**18 // 5)
    assert mean == pytest.approx(1.6)
    assert zeros == pytest.approx(0.8**8)


def test_the_table_in_the_docstring_is_true() -> None:
    table = str(boards.__doc__)
    for name, (text, mines) in PRESETS.items():
        mean, zeros = clue_figures(Grid(text), mines)
        row = next(line for line in table.splitlines() if line.startswith(name + " "))
        assert row.split() == [name, text, str(mines), f"{mean:.2f}", f"{zeros:.0%}"[:-1], "%"]


def test_a_board_with_two_names_is_one_board() -> None:
    assert set(OTHER_NAMES.values()) <= set(PRESETS)
    assert not set(OTHER_NAMES) & set(PRESETS)
    assert len(set(PRESETS.values())) == len(PRESETS)
    for name, usual in OTHER_NAMES.items():
        assert find_board(name.title()) == find_board(usual)
        assert board_name(*find_board(name)[:2]) == usual  # type: ignore[arg-type]
    assert PRESETS | {name: PRESETS[usual] for name, usual in OTHER_NAMES.items()} == BOARD_NAMES


@pytest.mark.parametrize("name", PRESETS)
def test_players_read_titles_where_commands_take_names(name: str) -> None:
    grid, mines = Grid(PRESETS[name][0]), PRESETS[name][1]
    game = Game(grid, mines)
    kind = (grid, mines, game.rules)
    saved = SavedSummary("game", *kind, 1, 4000, 0.0, is_busy=False)
    result = Result("game", *kind, Outcome.WON, 4000, is_ranked=True)
    texts = [
        kind_title(kind),
        *kind_names([kind])[0],
        result_text(result),
        str(heading_content(game)),
        *(text for _, text in board_sheet(game, None).lines),
        *saved_lines([saved], 60.0),
        saved_text(saved, 60.0),
        *score_lines(board_scores([result])),
        bests_lines([BoardBests(board_name(grid, mines), board_title(grid, mines), str(grid), mines, 1, 1, ())])[1],
    ]
    title = board_title(grid, mines)
    assert sum(title in text for text in texts) == 9, texts
    assert not [text for text in texts if re.search(rf"\b{name}\b", text)]
    assert find_board(name)[:2] == (grid, mines)


def test_names_of_other_programs_have_the_sizes_that_those_have() -> None:
    found = {name: BOARD_NAMES[name] for name in ("easy", "medium", "hard", "evil")}
    assert found == {"easy": ("9x9", 10), "medium": ("16x16", 40), "hard": ("16x30", 99), "evil": ("20x30", 130)}


def test_the_list_has_a_line_for_each_board() -> None:
    header, *lines = preset_lines()
    assert header.split()[0] == "name"
    assert [line.split()[:3] for line in lines] == [[name, text, str(mines)] for name, (text, mines) in PRESETS.items()]
    also = {line.split()[0]: line.partition("%")[2].strip() for line in lines}
    assert {name: also[usual] for name, usual in OTHER_NAMES.items()} == {name: name for name in OTHER_NAMES}


def test_boards_are_found() -> None:
    assert find_board("intermediate") == (Grid("16x16"), 40, None)
    assert find_board("3D-Easy") == (Grid("5x5x5"), 10, None)
    assert find_board("16X30") == find_board("16×30") == (Grid("16x30"), None, None)
    assert find_board("3x4~orthogonal~wrap=1") == (Grid("3x4", adjacency="orthogonal", wrap=[1]), None, None)
    assert find_board("7") == (Grid(7), None, None)
    layout = Layout("3x4", [(0, 1), (2, 3)])
    assert find_board(layout.format()) == (layout.grid, 2, layout)


@pytest.mark.parametrize(
    ("text", "name"), [("beginer", "beginner"), ("Expret", "expert"), ("4d-esay", "4d-easy"), ("3dhard", "3d-hard")]
)
def test_the_nearest_name_is_offered(text: str, name: str) -> None:
    with pytest.raises(ParseError, match=f"did you mean '{name}'"):
        find_board(text)


@given(near_misses(["beginner", "4d-easy", "16x30", "3x4~wrap=0", "3x4.bAgg", "3x4~orthogonal.gAQ"]))
def test_any_text_is_a_board_or_an_error_of_ours(text: str) -> None:
    try:
        grid, mines, layout = find_board(text)
    except ParseError as error:
        assert str(error)
    except ValueError as error:
        # Impossible sides or wrap.
        assert type(error).__module__ == "hypersweep.errors"
    else:
        assert mines is None or 0 <= mines <= grid.cells
        assert layout is None or (layout.grid, layout.mines) == (grid, mines)


@given(grids(max_cells=2000), st.sampled_from(FIRST_OPENS))
def test_suitable_mines_suit(grid: Grid, first: FirstOpen) -> None:
    mines = suitable_mines(grid, first)
    Game(grid, mines, seed=1, rules=f"classic,first={first}")
    assert mines <= max(1, grid.cells * 3 // 20)
    if mines > 1:
        assert clue_figures(grid, mines)[1] >= 0.25
    if mines == 0 and grid.cells > 1:
        with pytest.raises(MineCountError):
            Game(grid, 1, rules=f"classic,first={first}")


def test_suitable_mines_of_boards_people_know() -> None:
    assert suitable_mines(Grid("3x4")) == 1
    assert suitable_mines(Grid("16x30")) == 72
    assert suitable_mines(Grid("1")) == 0
    assert suitable_mines(Grid("5x6x7"), "opening") == 16


def test_boards_of_standard_sizes_have_the_mines_of_the_easiest_of_their_name() -> None:
    for text, _ in PRESETS.values():
        easiest = min(mines for board, mines in PRESETS.values() if board == text)
        assert standard_mines(Grid(text)) == easiest
    assert standard_mines(Grid("30x16")) == 99


@given(grids(max_cells=2000), st.sampled_from(FIRST_OPENS))
def test_other_boards_have_the_mines_that_suit_them(grid: Grid, first: FirstOpen) -> None:
    if grid.format() not in {text for text, _ in PRESETS.values()} | {"30x16"}:
        assert standard_mines(grid, first) == suitable_mines(grid, first)


@given(grids(max_cells=2000))
def test_the_usual_first_open_is_an_opening_in_three_dimensions_and_more(grid: Grid) -> None:
    # No board with a name has 7 mines.
    assert usual_first_open(grid, 7) == ("opening" if grid.dimensions > 2 else "safe")


def test_the_usual_first_open_of_boards_people_know() -> None:
    for text, mines in (*PRESETS.values(), ("30x16", 99)):
        assert usual_first_open(Grid(text), mines) == "opening"
    assert usual_first_open(Grid("16x30~wrap=0"), 99) == "safe"
    assert usual_first_open(Grid("16x30~wrap=0"), 99, "never") == "opening"
    assert usual_first_open(Grid("16x30~wrap=0"), 99, "punished") == "safe"
