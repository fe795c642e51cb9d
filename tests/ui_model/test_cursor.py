"""The cursor: its moves, jumps to useful cells, the text about its cell, and mouse buttons; without any screen."""

from __future__ import annotations

import contextlib
import random
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_app import game_of
from button_sequences import SEQUENCES, ButtonSequence
from hypersweep import CellError, Game, Grid, Layout, ParameterError
from hypersweep.codes import COVERED, FLAGGED
from hypersweep.picture.arrangement import Arrangement
from hypersweep.rules import RULES_BY_NAME, WINDOWED
from hypersweep.session.hint import Advice
from hypersweep.session.hint_search import find_advice
from hypersweep.text import place_text
from hypersweep.ui_model.cursor import (
    LEFT,
    MIDDLE,
    RIGHT,
    RIPE,
    UNFINISHED,
    HintNumbers,
    HintTrail,
    Navigator,
    Pointer,
    SliceCounts,
    cell_status,
    counter_text,
    left_chords,
    next_cell,
    ripeness,
    start_cell,
)
from solver_views import random_view
from strategies import grids

GRID = Grid("3x4x5x2")
START = (1, 1, 2, 0)


def navigator(grid: Grid = GRID, cell: tuple[int, ...] = START) -> Navigator:
    return Navigator(grid, cell)


def test_it_begins_in_the_middle() -> None:
    assert Navigator(GRID).cell == (1, 2, 2, 1)
    assert Navigator(Grid("7")).cell == (3,)


def test_moves_stop_at_the_edge_and_say_so() -> None:
    found = navigator()
    assert found.across(1)
    assert found.down(-1)
    assert found.move(3, 1)
    assert found.cell == (0, 2, 2, 1)
    assert not found.down(-1)
    assert not found.move(3, 1)
    assert not found.move(4, 1)
    assert not found.move(-1, 1)
    assert found.cell == (0, 2, 2, 1)


def test_moves_go_round_where_the_board_does() -> None:
    found = navigator(Grid("3x4x5~wrap=1"), (1, 3, 2))
    assert found.across(1)
    assert found.cell == (1, 0, 2)
    found.digit(7)
    assert found.across(-1)
    assert found.cell == (1, 1, 2)


def test_a_board_of_one_row_has_no_columns() -> None:
    found = navigator(Grid("9"), (4,))
    assert found.across(1)
    assert found.cell == (5,)
    assert not found.down(1)
    assert not found.edge("column", 1)
    assert found.edge("row", -1)
    assert found.cell == (0,)


def test_a_number_before_a_move_says_how_far() -> None:
    found = navigator(Grid("30x40"), (5, 5))
    found.digit(1)
    found.digit(2)
    assert found.typed == "12"
    assert found.across(1)
    assert (found.cell, found.typed) == ((5, 17), "")
    assert found.across(1)
    assert found.cell == (5, 18)
    for _ in range(60):
        found.digit(9)
    assert found.down(1)
    assert found.cell == (29, 18)


def test_a_number_before_along_picks_the_axis() -> None:
    found = navigator()
    assert found.axis == 3
    assert found.along(1)
    assert found.cell == (1, 1, 2, 1)
    found.digit(2)
    assert found.along(-1)
    assert (found.axis, found.cell) == (2, (1, 1, 1, 1))
    assert found.along(-1)
    assert found.cell == (1, 1, 0, 1)
    assert found.edge("axis", 1)
    assert found.cell == (1, 1, 4, 1)


def test_zero_goes_to_the_start_of_the_row_or_is_an_axis() -> None:
    found = navigator()
    found.digit(0)
    assert found.cell == (1, 0, 2, 0)
    assert found.along(1)
    assert (found.axis, found.cell) == (0, (2, 1, 2, 0))
    found.digit(0)
    found.digit(2)
    assert found.across(1)
    assert found.cell == (2, 2, 2, 0)
    found.digit(1)
    found.digit(0)
    assert (found.cell, found.typed) == ((2, 2, 2, 0), "10")
    found.forget()
    found.digit(0)
    assert found.across(1)
    assert found.cell == (2, 1, 2, 0)
    found.digit(0)
    assert found.edge("axis", 1) is False
    assert (found.axis, found.cell) == (0, (2, 1, 2, 0))


def test_an_axis_that_is_not_there_is_named_and_forgotten() -> None:
    found = navigator()
    found.digit(7)
    with pytest.raises(ParameterError, match="expected an axis from 0 to 3, got 7: the board is 3x4x5x2"):
        found.along(1)
    assert (found.cell, found.axis, found.typed) == (START, 3, "")
    found.digit(4)
    with pytest.raises(ParameterError, match="got 4"):
        found.edge("axis", 1)
    assert found.along(1)


def test_edges() -> None:
    found = navigator()
    assert found.edge("row", 1)
    assert found.edge("column", 1)
    assert found.cell == (2, 3, 2, 0)
    assert found.edge("board", 1)
    assert found.cell == (2, 3, 4, 1)
    assert not found.edge("board", 1)
    assert found.edge("board", -1)
    assert found.cell == (0, 0, 0, 0)


def test_pointing_at_a_cell_forgets_the_number() -> None:
    found = navigator()
    found.digit(3)
    found.place([0, 0, 0, 1])
    assert (found.cell, found.typed) == ((0, 0, 0, 1), "")


@pytest.mark.slow
@given(
    grids(),
    st.lists(
        st.one_of(
            st.tuples(st.just("digit"), st.integers(0, 9)),
            st.tuples(st.sampled_from(["across", "down", "along"]), st.sampled_from([-1, 1])),
            st.tuples(st.just("move"), st.integers(-1, 7), st.sampled_from([-1, 1])),
            st.tuples(st.just("edge"), st.sampled_from(["row", "column", "axis", "board"]), st.sampled_from([-1, 1])),
        ),
        max_size=12,
    ),
)
def test_the_cursor_never_leaves_the_board(grid: Grid, steps: list[tuple[object, ...]]) -> None:
    found = Navigator(grid)
    for name, *arguments in steps:
        with contextlib.suppress(ParameterError):
            getattr(found, str(name))(*arguments)
        assert found.cell in grid
        assert found.axis in range(grid.dimensions)


@pytest.mark.parametrize(
    ("board", "cell"),
    [
        ("9x9", (4, 4)),
        ("3x3", (1, 1)),
        ("3x3x3", (0, 0, 0)),
        ("5x5x5", (2, 2, 2)),
        ("4x4x4x4", (2, 2, 2, 2)),
        ("3x3x3x3x3x3", (0, 0, 0, 0, 0, 0)),
        ("3x3x3x3x3x3~orthogonal", (1, 1, 1, 1, 1, 1)),
    ],
)
def test_the_cursor_starts_where_a_first_open_tells_something(board: str, cell: tuple[int, ...]) -> None:
    grid = Grid(board)
    assert start_cell(grid) == cell == Navigator(grid).cell
    if grid.dimensions > 2:
        assert 2 * grid.neighbour_count(cell) <= grid.cells


def test_what_is_said_of_cells_while_and_after_a_game() -> None:
    game = game_of("3x4", [(0, 0), (2, 3)])
    game.open((0, 1))
    assert cell_status(game, (0, 1)) == "(0, 1): clue 1, 1 left in 5 covered"
    game.flag((0, 0))
    assert cell_status(game, (0, 1)) == "(0, 1): clue 1, 0 left in 4 covered"
    assert cell_status(game, (0, 0)) == "(0, 0): flag"
    game.flag((0, 2))
    assert cell_status(game, (0, 1)) == "(0, 1): clue 1, 1 flag too many, 3 covered"
    game.flag((1, 2))
    assert cell_status(game, (0, 1)).endswith("clue 1, 2 flags too many, 2 covered")
    game.open((2, 0))
    assert cell_status(game, (2, 0)) == "(2, 0): no mine around"
    assert cell_status(game, (0, 3)) == "(0, 3): covered"
    game.open((2, 3))
    assert cell_status(game, (2, 3)) == "(2, 3): mine that went off"
    assert cell_status(game, (0, 2)) == "(0, 2): wrong flag"


def test_cells_off_the_board_are_refused() -> None:
    with pytest.raises(CellError):
        cell_status(game_of("3x4", [(0, 0)]), (3, 0))


def test_after_a_win_counter_and_status_show_every_mine_flagged() -> None:
    game = game_of("3x4", [(0, 0), (2, 3)])
    for cell in game.grid:
        if cell not in ((0, 0), (2, 3)):
            game.open(cell)
    assert counter_text(game) == "0 of 2 mines left"
    assert cell_status(game, (0, 0)) == "(0, 0): flag"
    assert cell_status(game, (0, 1)) == "(0, 1): clue 1, 0 left in 0 covered"
    assert game.undo()
    assert counter_text(game) == "2 of 2 mines left"
    assert cell_status(game, (0, 0)) == "(0, 0): covered"


def test_after_a_loss_mines_stay_mines() -> None:
    game = game_of("3x4", [(0, 0), (2, 3)])
    game.flag((0, 2))
    game.open((2, 3))
    assert counter_text(game) == "1 of 2 mines left"
    assert cell_status(game, (0, 0)) == "(0, 0): mine"


Cell = tuple[int, ...]


@pytest.mark.parametrize(
    ("code", "around", "expected"),
    [
        (0, [COVERED], 0),
        (COVERED, [COVERED], 0),
        (FLAGGED, [COVERED], 0),
        (1, [1, 0], 0),
        (1, [FLAGGED, 2], 0),
        (1, [FLAGGED, COVERED], RIPE),
        (2, [FLAGGED, COVERED, 1], RIPE),
        (2, [COVERED, COVERED, 1], RIPE),
        (2, [COVERED, COVERED, COVERED], UNFINISHED),
        (1, [FLAGGED, FLAGGED], RIPE),
        (1, [FLAGGED, FLAGGED, COVERED], RIPE),
        (3, [FLAGGED, COVERED, COVERED, COVERED], UNFINISHED),
    ],
)
def test_what_a_glance_tells(code: int, around: list[int], expected: int) -> None:
    assert ripeness(code, around) == expected


def played(shape: str, seed: int, moves: int) -> Game:
    grid = Grid(shape)
    game = Game(grid, max(1, grid.cells // 8), seed=seed, rules="classic")
    chance = random.Random(seed)
    game.open(grid.cell(chance.randrange(grid.cells)))
    for _ in range(moves):
        cell = grid.cell(chance.randrange(grid.cells))
        assert game.layout is not None
        if game.layout.is_mine(cell) or chance.random() < 0.1:
            game.flag(cell)
        else:
            game.open(cell)
    return game


def in_reading_order(grid: Grid) -> list[Cell]:
    """All cells as the screen shows them, group by group, tile by tile, row by row."""
    arrangement = Arrangement(grid.shape)

    def key(cell: Cell) -> tuple[tuple[int, int], ...]:
        surroundings = arrangement.surroundings(cell)
        assert surroundings is not None
        across, down = surroundings
        return tuple((below[0], near[0]) for below, near in zip(down[::-1], across[::-1], strict=True))

    return sorted(grid, key=key)


@pytest.mark.nightly
@given(
    st.sampled_from(["7", "3x4", "3x4x5", "2x3x4x5", "3x4~wrap=0", "3x4x2~orthogonal", "2x3x2x2x3", "2x3x2x2x3x2"]),
    st.integers(0, 1000),
    st.integers(0, 12),
    st.booleans(),
    st.data(),
)
def test_the_next_cell_is_the_first_ripe_one_in_reading_order(
    shape: str, seed: int, moves: int, is_back: bool, data: st.DataObject
) -> None:
    game = played(shape, seed, moves)
    grid, view = game.grid, game.view
    worths = {cell: ripeness(view[cell], [view[other] for other in grid.neighbours(cell)]) for cell in grid}
    best = max(worths.values())
    order = in_reading_order(grid)
    start = order[data.draw(st.integers(0, len(order) - 1))]
    place = order.index(start)
    after = order[place + 1 :] + order[: place + 1]
    if is_back:
        after = [*after[:-1][::-1], start]
    expected = next((cell for cell in after if worths[cell] == best), None) if best else None
    assert next_cell(game, start, is_back=is_back) == expected


def test_a_new_game_has_nothing_to_look_at() -> None:
    assert next_cell(Game("3x4x5", 6, seed=1), (0, 0, 0)) is None


@pytest.mark.slow
def test_on_huge_boards_the_search_ends() -> None:
    grid = Grid("3000x4000")
    game = Game(layout=Layout(grid, [(5, 7), (2999, 0)]))
    assert next_cell(game, (1500, 0)) is None
    game.open((5, 6))
    assert next_cell(game, (5, 0)) == (5, 6)
    assert next_cell(game, (5, 8), is_back=True) == (5, 6)


CELLS = ((0, 1), (0, 2))
CLUES = ((1, 0), (1, 1), (1, 2))
ELSEWHERE = (2, 3)


def trail(cells: tuple[tuple[int, int], ...] = CELLS, clues: tuple[tuple[int, int], ...] = CLUES) -> HintTrail:
    return HintTrail(Advice("safe", [lambda _: "Look."], clues=clues, cells=cells).hint(1))


def test_it_goes_round_cells_first() -> None:
    way = trail()
    cursor: tuple[int, ...] = ELSEWHERE
    seen: list[tuple[int, ...]] = []
    for _ in range(6):
        found = way.go(cursor, 1)
        assert found is not None
        seen.append(cursor := found)
    assert seen == [*CELLS, *CLUES, CELLS[0]]
    back = []
    for _ in range(2):
        found = way.go(cursor, -1)
        assert found is not None
        back.append(cursor := found)
    assert back == [CLUES[2], CLUES[1]]


def test_going_back_begins_with_a_cell_too() -> None:
    assert trail().go(ELSEWHERE, -1) == CELLS[1]
    # Wherever the cursor is: even on a clue of it.
    assert trail().go(CLUES[1], -1) == CELLS[1]
    assert trail().go(CLUES[1], 1) == CELLS[0]
    assert trail(cells=()).go(ELSEWHERE, -1) == CLUES[2]


def test_it_never_stays_where_it_is() -> None:
    assert trail().go(CELLS[0], 1) == CELLS[1]
    assert trail().go(CELLS[1], -1) == CELLS[0]


def test_it_stays_at_first_if_asked_to() -> None:
    way = trail()
    assert [way.go(CELLS[0], 1, may_stay=True), way.go(CELLS[0], 1, may_stay=True)] == [CELLS[0], CELLS[1]]
    assert trail().go(ELSEWHERE, 1, may_stay=True) == CELLS[0]


def test_whoever_left_it_begins_again() -> None:
    way = trail()
    assert [way.go(ELSEWHERE, 1), way.go(CELLS[0], 1), way.go(ELSEWHERE, 1)] == [CELLS[0], CELLS[1], CELLS[0]]


def test_open_safe_cells_leave_it_and_take_their_numbers_with_them() -> None:
    way = trail()
    assert way.drop_opened(lambda cell: False)
    assert way.hint.cells == CELLS
    telling = ("Cells 3 and 4 are safe.", "The 2 marked cells are safe.")
    hint = replace(way.hint, text=telling[0], shorter=telling[1:], last=telling[:1])
    way = HintTrail(hint, {CELLS[0]: 3, CELLS[1]: 4, CLUES[0]: 1})
    assert way.go(ELSEWHERE, 1) == CELLS[0]
    assert way.drop_opened(CELLS[:1].__contains__)
    assert way.hint.cells == CELLS[1:]
    # The text no longer counts the cells that are marked.
    assert (way.hint.text, *way.hint.shorter) == (telling[0], "The marked cell is safe.")
    assert way.numbers == {CELLS[1]: 4, CLUES[0]: 1}
    assert [way.go(CELLS[0], 1), way.go(CELLS[1], 1), way.go(CLUES[0], -1)] == [CELLS[1], CLUES[0], CELLS[1]]
    assert not way.drop_opened(CELLS.__contains__)


@pytest.mark.parametrize("kind", ["guess", "estimate", "flags"])
def test_only_what_is_safe_outlives_a_move(kind: str) -> None:
    advice = Advice(kind, [lambda _: "Look."], clues=CLUES, cells=CELLS)
    assert not HintTrail(advice.hint(1)).drop_opened(lambda cell: False)


def test_a_hint_without_cells_leads_nowhere() -> None:
    assert trail(cells=(), clues=()).go(ELSEWHERE, 1) is None


@pytest.mark.parametrize("most", [3, 99])
def test_numbers_in_hints_say_the_same_as_coordinates(most: int) -> None:
    def plain(text: str) -> str:
        def places(found: re.Match[str]) -> str:
            return re.sub(r"\d+", lambda number: place_text(cells[int(number[0]) - 1]), found[1])

        # Coordinates don't show whether a sentence begins with them.
        return re.sub(r"[Cc]ells? (\d+(?:(?:, | and )\d+)*)", places, text)

    chance = random.Random(5)
    seen = 0
    for _ in range(150):
        view = random_view(chance, ended=False)
        advice = find_advice(view)
        numbers = HintNumbers(most)
        for level in range(1, advice.levels + 1):
            own, other = advice.hint(level, numbers), advice.hint(level)
            cells = [*numbers.numbers]
            assert list(numbers.numbers.values()) == [*range(1, len(cells) + 1)]
            assert [plain(text) for text in (own.text, *own.shorter)] == [other.text, *other.shorter]
            assert not re.search(r"(^|\. )cell|cell \d+(, | and )cell \d+(?! to)", own.text), own.text
            seen += len(cells)
            assert len(cells) <= most
            if most == 99:
                assert not re.search(r"\([\d, ]+\)", own.text), own.text
    assert seen > 300


def test_letters_stand_for_numbers_in_ascii() -> None:
    advice = Advice("safe", [lambda name: f"{name((0, 1))} and {name((0, 2))} are safe."])
    assert str(advice.hint(1, HintNumbers(26, is_ascii=True))) == "Cells a and b are safe."


def counted(game: Game) -> list[tuple[int, int]]:
    """The counts, cell by cell."""
    higher: dict[tuple[int, ...], tuple[int, int]] = {}
    for cell in game.grid:
        code = game.codes(game.grid.index(cell), game.grid.index(cell) + 1)[0]
        covered, flags = higher.get(cell[4:], (0, 0))
        higher[cell[4:]] = covered + (code == COVERED), flags + (code == FLAGGED)
    return [higher[key] for key in sorted(higher)]


@pytest.mark.slow
@given(st.sampled_from(["2x3x2x2x3", "2x3x2x2x3x2", "3x2x1x2x2x1x3"]), st.integers(0, 99), st.data())
def test_counts_agree_with_counting_cell_by_cell(shape: str, seed: int, data: st.DataObject) -> None:
    game = Game(shape, 8, seed=seed)
    counts = SliceCounts(game)
    assert counts.slices * counts.cells == game.grid.cells
    for _ in range(6):
        cell = game.grid.cell(data.draw(st.integers(0, game.grid.cells - 1)))
        before = list(counts.counts or [])
        change = game.flag(cell) if data.draw(st.booleans()) else game.open(cell)
        if change.outcome.value:
            break
        different = counts.update([game.grid.index(other) for other in change.cells])
        assert counts.counts == counted(game)
        assert different == {number for number, count in enumerate(before) if count != counts.counts[number]}


def test_boards_too_large_to_count_say_nothing() -> None:
    class Large:
        grid = Game("200x200x200x200x2", 1, seed=1).grid
        mines = 1

        def codes(self, begin: int = 0, end: int | None = None) -> memoryview[int]:
            raise AssertionError

    counts = SliceCounts(Large())
    assert counts.counts is None
    assert counts.update() == set()


BUTTONS = {"left": LEFT, "middle": MIDDLE, "right": RIGHT}
PRESSED = {"here": (1, 2), "there": (2, 2)}


def play(sequence: ButtonSequence, *, is_open: bool, chords: bool = True) -> list[str]:
    """Return the moves on the cell called here."""
    pointer, moves = Pointer(), []
    for button, is_down, place in sequence.steps:
        cell = PRESSED.get(place)
        if is_down:
            assert cell is not None
            pointer.press(BUTTONS[button], cell, is_open=is_open, left_chords=chords)
        elif done := pointer.release(BUTTONS[button], cell):
            assert done[0] == PRESSED["here"]
            moves.append(done[1])
    assert (pointer.held, pointer.pressed, pointer.action) == (set(), None, "")
    return moves


def test_buttons_make_the_moves_of_the_table() -> None:
    for sequence in SEQUENCES:
        name, _, covered, number, quiet = sequence
        assert play(sequence, is_open=False) == [covered] * bool(covered), name
        assert play(sequence, is_open=True) == [number] * bool(number), name
        assert play(sequence, is_open=True, chords=False) == [quiet] * bool(quiet), name
        # A left click opens a covered cell, whatever it does on an open one.
        assert play(sequence, is_open=False, chords=False) == [covered] * bool(covered), name


def test_what_will_happen_is_known_before_the_release() -> None:
    pointer = Pointer()
    pointer.press(LEFT, (1, 2), is_open=True, left_chords=False)
    assert (pointer.pressed, pointer.action) == (None, "")
    pointer.press(RIGHT, (1, 2), is_open=True, left_chords=False)
    assert (pointer.pressed, pointer.action) == ((1, 2), "chord")
    pointer.clear()
    assert (pointer.held, pointer.pressed, pointer.action) == (set(), None, "")
    assert pointer.release(RIGHT, (1, 2)) is None


def test_other_buttons_do_nothing() -> None:
    pointer = Pointer()
    pointer.press(7, (1, 2), is_open=False)
    assert not pointer.held
    assert pointer.release(7, (1, 2)) is None


@pytest.mark.parametrize("is_wanted", [False, True])
def test_only_the_windowed_rules_take_the_left_chord_away(is_wanted: bool) -> None:
    for rules in RULES_BY_NAME.values():
        assert left_chords(rules, is_wanted=is_wanted) == (is_wanted and rules != WINDOWED)
    assert not left_chords(WINDOWED.replace(first_open="safe"), is_wanted=True)
