"""A board that is used with mouse and cursor, in one to six dimensions, without a terminal."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from unittest import mock

import pytest
from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.events import MouseDown, MouseScrollUp, MouseUp
from textual.pilot import Pilot

from board_app import BoardApp, Cell, drive, game_of
from button_sequences import SEQUENCES
from hypersweep import Game, Grid, Outcome, ParameterError
from hypersweep.picture.cell_appearance import (
    CLUE,
    CURSOR,
    HOVER,
    NEAR,
    ODD,
    PRESSED,
    RIPPLE,
    TARGET,
    WAVE,
    finished,
)
from hypersweep.picture.fitting import LAYOUTS
from hypersweep.picture.themes import THEMES
from hypersweep.tui.board import board_view
from hypersweep.tui.board.board_view import BoardView
from hypersweep.tui.styles import text_style
from hypersweep.ui_model.cursor import Navigator

BOARDS = ["7", "3x4", "3x4x5", "2x3x4x5", "2x3x2x2x3", "2x3x2x2x2x2~orthogonal", "3x4x5~wrap=0,2"]


async def let_go(pilot: Pilot[None], offset: tuple[int, int], button: int) -> None:
    """Release a button, which ``Pilot.mouse_up`` does only with the left one."""
    await pilot._post_mouse_events([MouseUp], offset=offset, button=button)


def move(board: BoardView, axis: int, step: int) -> None:
    """Move the cursor along an axis, as a key does."""
    navigator = Navigator(board.grid, board.cursor)
    for _ in range(abs(step)):
        navigator.move(axis, 1 if step > 0 else -1)
    board.go(navigator.cell)


def jump(board: BoardView, axis: int, *, to_end: bool) -> None:
    """Move the cursor to an edge."""
    place = board.grid.shape[axis] - 1 if to_end else 0
    board.go((*board.cursor[:axis], place, *board.cursor[axis + 1 :]))


def last_cell(grid: Grid) -> Cell:
    return tuple(side - 1 for side in grid.shape)


@pytest.mark.slow
@pytest.mark.parametrize("shape", BOARDS)
def test_the_mouse_opens_flags_and_chords(shape: str) -> None:
    grid = Grid(shape)
    mine = (0,) * grid.dimensions
    near = next(cell for cell in grid.neighbours(mine))
    game = game_of(shape, [mine, last_cell(grid)])

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.click(offset=app.screen_place(near))
        assert app.acts == [("open", near)]
        assert game.is_open(near)
        assert app.board.cursor == near
        x, y = app.screen_place(mine)
        await pilot.click(offset=(x + 1, y), button=3)
        assert app.acts[1:] == [("flag", mine)]
        assert game.is_flagged(mine)
        await pilot.click(offset=app.screen_place(near))
        await pilot.click(offset=app.screen_place(near), button=2)
        assert app.acts[2:] == [("chord", near)] * 2

    drive(game, script)
    assert game.outcome is not Outcome.LOST


def test_a_button_let_go_elsewhere_does_nothing() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        here, there = app.screen_place((0, 0)), app.screen_place((2, 3))
        await pilot.mouse_down(offset=here)
        assert app.board.marks[0] & PRESSED
        await pilot.hover(offset=there)
        assert not app.board.marks.get(0, 0) & PRESSED
        await pilot.mouse_up(offset=there)
        await pilot.mouse_down(offset=here)
        await pilot.mouse_up(offset=(0, 0))
        assert app.acts == []

    drive(game_of("3x4", [(0, 3)]), script)


@pytest.mark.parametrize("is_open", [False, True])
def test_buttons_make_the_moves_of_the_table(is_open: bool) -> None:
    game = game_of("3x4", [(0, 0), (2, 3)])
    cells = {"here": (0, 1), "there": (2, 2)}
    numbers = {"left": 1, "middle": 2, "right": 3}
    if is_open:
        game.open(cells["here"])

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        places = {name: app.screen_place(cell) for name, cell in cells.items()} | {"": (0, 0)}
        for name, steps, covered, number, quiet in SEQUENCES:
            for app.board.left_chords in (True, False):
                for button, is_down, place in steps:
                    kind = MouseDown if is_down else MouseUp
                    await pilot._post_mouse_events([kind], offset=places[place], button=numbers[button])
                await pilot.pause()
                move = covered if not is_open else number if app.board.left_chords else quiet
                assert app.acts == [(move, cells["here"])] * bool(move), (name, app.board.left_chords)
                app.acts.clear()
                while game.is_flagged(cells["here"]) or game.is_open(cells["here"]) != is_open:
                    app.board.show(game.undo())

    drive(game, script)


def test_both_buttons_press_the_neighbours_too() -> None:
    game = game_of("3x4", [(0, 0)])
    game.open((0, 1))

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        place = app.screen_place((0, 1))
        await pilot.mouse_down(offset=place)
        await pilot.mouse_down(offset=place, button=3)
        assert app.board.marks[0] & PRESSED, "neighbours give way as well"
        await let_go(pilot, place, 3)
        await pilot.mouse_up(offset=place)
        assert app.acts == [("chord", (0, 1))]

    drive(game, script)


def test_the_arrow_keys_are_left_to_the_application() -> None:
    game = Game("100x200", 1000, seed=1)

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        assert app.focused is app.board
        before = app.board.scroll_offset
        await pilot.press("up", "left", "home", "pageup", "end", "down")
        assert app.board.scroll_offset == before

    drive(game, script)


def test_gaps_and_labels_take_no_clicks() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        x, y = app.screen_place((0, 3, 0))
        for place in ((x + 3, y), (x, y - 1), (x, y + 9)):
            await pilot.click(offset=place)
            await pilot.hover(offset=place)
            assert app.board.hover is None
        assert app.acts == []

    drive(game_of("3x4x5", [(0, 0, 0)]), script)


@pytest.mark.parametrize("shape", ["3x4", "3x4x5~wrap=0,1,2", "2x3x4x5~wrap=3", "3x4x5~orthogonal", "2x3x2x2x3"])
def test_the_neighbourhood_is_tinted_under_cursor_and_mouse(shape: str) -> None:
    grid = Grid(shape)
    game = Game(grid, 1, seed=1)

    def near(board: BoardView) -> set[Cell]:
        return {grid.cell(index) for index, marks in board.marks.items() if marks & NEAR}

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board
        board.go(last_cell(grid))
        assert near(board) == set(grid.neighbours(board.cursor))
        assert board.marks[grid.index(board.cursor)] == CURSOR
        first = (0,) * grid.dimensions
        await pilot.hover(offset=app.screen_place(first))
        assert board.hover == first == board.focus_cell
        assert near(board) == set(grid.neighbours(first))
        assert board.marks[grid.index(first)] & HOVER
        move(board, 0, -1)
        assert board.hover is None
        assert near(board) == set(grid.neighbours(board.cursor)), "a key looks elsewhere"
        await pilot.hover(offset=(0, 23))
        assert board.hover is None
        assert app.hovers == [first, None]

    drive(game, script)


def test_what_is_drawn_follows_the_game() -> None:
    game = game_of("3x4", [(0, 0), (2, 3)])

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        def rows() -> list[str]:
            # Without the numbers next to them.
            return [" ".join(line.split()[1:]) for line in app.text() if line.strip()][:-1]

        board = app.board
        board.is_ascii = True
        assert rows() == ["# # # #"] * 3
        board.show(game.open((2, 0)))
        board.show(game.open((0, 1)))
        await pilot.pause()
        assert rows() == ["# 1 # #", "1 1 1 #", ". . 1 #"]
        board.show(game.flag((0, 0)))
        board.show(game.flag((0, 3)))
        assert rows() == ["F 1 # F", "1 1 1 #", ". . 1 #"]
        board.show(game.open((2, 3)))
        assert rows() == ["F 1 # !", "1 1 1 #", ". . 1 X"]
        board.show(game.undo())
        assert rows() == ["F 1 # F", "1 1 1 #", ". . 1 #"]

    drive(game, script)


def test_differences_count_flags_down_and_say_when_there_are_too_many() -> None:
    mines: list[tuple[int, ...]] = [(0, 0), (0, 1), (2, 4)]
    game = game_of("3x5", mines)
    for cell in ((2, 0), (1, 1)):
        game.open(cell)

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board
        board.is_ascii = True

        async def rows() -> list[str]:
            await pilot.pause()
            # Without the numbers next to them.
            return [" ".join(line.split()[1:]) for line in app.text() if line.strip()][:-1]

        assert await rows() == ["# # # # #", "2 2 1 1 #", ". . . 1 #"]
        board.shows_differences = True
        board.show(game.flag((0, 0)))
        assert await rows() == ["F # # # #", "1 1 1 1 #", ". . . 1 #"]
        board.show(game.flag((0, 2)))
        assert await rows() == ["F # F # #", "1 . . . #", ". . . 1 #"]
        board.show(game.flag((0, 1)))
        assert await rows() == ["F F F # #", ". -1 -1 . #", ". . . 1 #"]
        board.show(game.undo())
        board.show(game.undo())
        assert await rows() == ["F # # # #", "1 1 1 1 #", ". . . 1 #"]
        board.shows_differences = False
        assert await rows() == ["F # # # #", "2 2 1 1 #", ". . . 1 #"]
        board.shows_differences = True
        # At the end, all clues are shown in full, until an undo.
        for cell in game.grid:
            if not game.is_open(cell) and cell not in mines:
                board.show(game.open(cell))
        assert game.outcome is Outcome.WON
        assert (await rows())[1:] == ["2 2 1 1 1", ". . . 1 F"]
        board.show(game.undo())
        assert (await rows())[1].startswith("1 1 1")

    drive(game, script)


def test_a_hidden_board_shows_and_reads_nothing() -> None:
    game = game_of("3x4x5", [(0, 0, 0)])
    game.open((2, 3, 4))

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board
        board.is_hidden = True
        await pilot.pause()
        text = "".join(app.text())
        assert text.count("░") == board.painter.width * board.cell_size[1] * 60
        assert not any(digit in text for digit in "5678")
        assert board.looks is None
        board.is_hidden = False
        assert "░" not in "".join(app.text())

    drive(game, script)


def test_hints_light_up_clues_and_targets() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board
        index = board.grid.index
        board.highlight([(0, 1), (1, 1)], [(0, 2)])
        assert board.marks[index((0, 1))] & CLUE
        assert board.marks[index((0, 2))] & TARGET
        before = board.render_line(app.screen_place((0, 2))[1])
        board.highlight()
        await pilot.pause()
        assert not any(marks & (CLUE | TARGET) for marks in board.marks.values())
        assert board.render_line(app.screen_place((0, 2))[1]) != before

    drive(game_of("3x4", [(0, 0)]), script)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shape", "size"), [("12x20", (30, 9)), ("3x4x5", (30, 12)), ("2x3x4x5", (80, 24)), ("3x3x3x3x5", (60, 20))]
)
def test_what_is_drawn_piece_by_piece_is_what_is_drawn_at_once(shape: str, size: tuple[int, int]) -> None:
    game = Game(shape, Grid(shape).cells // 8, seed=5)
    grid = game.grid
    chance = random.Random(5)

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board

        async def screen() -> list[list[Segment]]:
            await pilot.pause()
            await pilot.pause()
            return [list(strip.simplify()) for strip in app.screen._compositor.render_strips()]

        for number in range(40):
            cell = grid.cell(chance.randrange(grid.cells))
            kind = chance.randrange(8)
            if kind == 0:
                board.show(game.open(cell))
            elif kind == 1:
                board.show(game.flag(cell))
            elif kind == 2:
                board.show(game.undo())
            elif kind == 3:
                board.hover = chance.choice([cell, None])
            elif kind == 4:
                board.highlight([cell], [board.cursor])
            elif kind == 5:
                board.shows_differences = not board.shows_differences
            else:
                move(board, chance.randrange(grid.dimensions), chance.choice([-1, 1, 2]))
            if number % 2:
                before = await screen()
                board.show()
                board.refresh()
                assert await screen() == before

    drive(game, script, size=size)


def test_only_changed_lines_are_drawn_anew() -> None:
    game = game_of("20x9", [(0, 0), (19, 8)])
    drawn: list[int] = []

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board
        plain = board.render_line

        def render_line(y: int):  # type: ignore[no-untyped-def]
            drawn.append(y)
            return plain(y)

        board.render_line = render_line  # type: ignore[method-assign]
        board.go((5, 4))
        await pilot.pause()
        drawn.clear()
        move(board, 1, 1)
        await pilot.pause()
        await asyncio.sleep(0.05)
        _, y = app.screen_place((5, 5))
        # And the numbers of the columns, below the board.
        _, last = app.screen_place((19, 5))
        assert set(drawn) == {y - 1, y, y + 1, last + 1}

    drive(game, script)


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["40x40", "40x39", "10x60", "19x40", "60x40", "3x4x40"])
def test_no_cell_ends_below_a_scrollbar(shape: str) -> None:
    game = game_of(shape, [])

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board
        for cell in (tuple(side - 1 for side in board.grid.shape), (0,) * board.grid.dimensions):
            board.go(cell)
            for _ in range(5):
                await pilot.pause(0.01)
            place = board.arrangement.place(cell)
            assert place is not None
            left, top = board._origin
            width, height = board.scrollable_content_region.size
            assert 0 <= place[0] + left <= width - board.cell_size[0]
            assert 0 <= place[1] + top < height
            assert board.cell_at(place[0] + left + 1, place[1] + top) == cell

    drive(game, script, size=(80, 20))


@pytest.mark.slow
def test_it_scrolls_after_the_cursor_and_by_the_wheel() -> None:
    game = Game("100x200", 1000, seed=1)

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board

        def is_seen() -> bool:
            x, y = app.screen_place(board.cursor)
            return x >= 0 and y >= 0 and x + 2 <= board.size.width and y < board.size.height

        assert is_seen()
        for axis in (0, 1):
            for to_end in (False, True):
                jump(board, axis, to_end=to_end)
                await pilot.pause()
                assert is_seen()
                assert board.cell_at(*app.screen_place(board.cursor)) == board.cursor
        await pilot.hover(offset=(20, 10))
        top = board.scroll_offset
        await pilot._post_mouse_events([MouseScrollUp], offset=(20, 10))
        await pilot.pause()
        assert board.scroll_offset.y < top.y
        assert board.scroll_offset.x == top.x
        await pilot._post_mouse_events([MouseScrollUp], offset=(20, 10), shift=True)
        await pilot.pause()
        assert board.scroll_offset.x < top.x
        assert board.hover == board.cell_at(20, 10), "the mouse stays, the board moves on below it"
        y = board.scroll_offset.y
        await pilot.click(offset=(4, 0))
        assert board.cursor == board.cell_at(4, 0)
        assert board.scroll_offset.y == y, "a click doesn't scroll"

    drive(game, script)


class DistantSource:
    """A board far too large to be read, which records the ranges that were read."""

    def __init__(self, shape: str) -> None:
        self.grid = Grid(shape)
        self.mines = 1000
        self.read = 0
        self.last = 0

    def codes(self, begin: int = 0, end: int | None = None) -> memoryview[int]:
        assert end is not None
        self.read += end - begin
        self.last = end
        return memoryview(b"\xff\xff" * (end - begin)).cast("h")


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["30000x30001", "1000x1001x1002", "1000000007", "100x101x102x103x104"])
def test_huge_boards_are_read_only_where_they_are_seen(shape: str) -> None:
    source = DistantSource(shape)

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board
        for axis in range(source.grid.dimensions):
            jump(board, axis, to_end=True)
            await pilot.pause()
        app.text()
        assert board.cell_at(*app.screen_place(board.cursor)) == board.cursor == last_cell(source.grid)
        # The last cell itself has been drawn.
        assert source.last == source.grid.cells
        assert source.read < 3_000_000

    drive(source, script)  # type: ignore[arg-type]


def test_boards_of_five_dimensions_and_more_show_a_slice_where_they_do_not_fit() -> None:
    game = Game("4x4x4x4x9", 50, seed=1)

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board
        assert board.is_sliced
        board.go((1, 2, 3, 0, 0))
        for coordinate in range(9):
            assert board.cursor[4] == coordinate
            shown = board.arrangement.tracks[4]
            assert {other for other in range(coordinate - 1, coordinate + 2) if 0 <= other < 9} <= set(shown)
            await pilot.pause()
            assert board.cell_at(*app.screen_place(board.cursor)) == board.cursor
            move(board, 4, 1)
        board.focus_slice((2,))
        assert board.cursor == (1, 2, 3, 0, 2)
        board.layout_mode = "whole"
        assert not board.is_sliced
        assert board.arrangement.cells == game.grid.cells
        with pytest.raises(ParameterError, match="slice"):
            board.layout_mode = "slices"

    drive(game, script)
    app = drive(Game("2x3x2x2x3", 5, seed=1), script=_nothing)
    assert not app.board.is_sliced


async def _nothing(app: BoardApp, pilot: Pilot[None]) -> None:
    del app, pilot


def test_three_dimensions_fold() -> None:
    app = drive(Game("6x7x8", 20, seed=1), _nothing)
    assert app.board.arrangement.fold == 3
    assert app.board.virtual_size.width <= 80
    app = drive(Game("6x7x8", 20, seed=1), _nothing, size=(184, 50))
    assert app.board.arrangement.fold is None


def test_another_game_takes_the_place_of_the_first() -> None:
    second = game_of("2x3x4", [(0, 0, 0)])

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board
        board.go((2, 3))
        board.set_source(Game("3x4", 2, seed=2))
        assert board.cursor == (2, 3)
        board.set_source(second)
        await pilot.pause()
        assert list(board.cursor) == [0, 0, 0]
        app.game = second
        await pilot.click(offset=app.screen_place((1, 2, 3)))
        assert second.opened == 22

    drive(game_of("3x4", [(0, 0)]), script)


def test_cells_and_themes_that_do_not_exist_are_refused_and_change_nothing() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        del pilot
        board = app.board
        before = board.cursor
        for cell in ((3, 0), (0,), (0, 0, 0), (-1, 0)):
            with pytest.raises(ParameterError):
                board.go(cell)
            with pytest.raises(ParameterError):
                board.cursor = cell
        assert board.cursor == before
        with pytest.raises(ParameterError, match="light"):
            board.theme = "lights"
        assert board.theme == "dark"
        for theme in ("light", "classic", "contrast", "mono"):
            board.theme = theme
            assert board.colours.name == theme
            assert app.text()

    drive(game_of("3x4", [(0, 0)]), script)


def test_clues_get_faint_and_bright_again_while_flags_come_and_go() -> None:
    game = game_of("3x5", [(0, 0), (0, 2), (2, 4)])
    for cell in ((0, 1), (2, 0), (1, 1)):
        game.open(cell)
    faint = {text_style(THEMES["dark"].style(finished(2), marks)).color for marks in (0, ODD, NEAR, NEAR | ODD)}

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board
        board.dims_finished = True

        async def shown() -> set[Cell]:
            """Return the faint cells on the screen."""
            await pilot.pause()
            found = set()
            for y, strip in enumerate(app.screen._compositor.render_strips()):
                x = 0
                for segment in strip:
                    cell = board.cell_at(x - board.region.x, y - board.region.y)
                    if cell is not None and segment.style and segment.style.color in faint:
                        found.add(cell)
                    x += len(segment.text)
            return found

        board.go((2, 3))
        assert await shown() == set()
        board.show(game.flag((0, 0)))
        board.show(game.flag((0, 2)))
        before = await shown()
        assert (1, 0) in before
        board.show(game.open((1, 2)))
        assert {(0, 1), (1, 0), (1, 1)} <= await shown()
        board.show(game.flag((0, 2)))
        after = await shown()
        assert (1, 0) in after
        assert not {(0, 1), (1, 1)} & after
        board.show(game.undo())
        assert {(0, 1), (1, 0), (1, 1)} <= await shown()
        # A finished board keeps its colours.
        board.show(game.open((2, 4)))
        assert game.outcome.name == "LOST"
        assert await shown() == set()
        board.show(game.undo())
        assert (1, 0) in await shown()
        for cell in ((0, 3), (0, 4), (1, 3), (1, 4), (2, 2), (2, 3)):
            board.show(game.open(cell))
        assert game.outcome.name == "WON"
        assert await shown() == set()
        board.show(game.undo())
        assert (1, 0) in await shown()
        board.dims_finished = False
        assert await shown() == set()

    drive(game, script)


def test_finished_clues_of_many_changes_are_drawn_anew_with_all_the_rest() -> None:
    game = game_of("30x40", [(0, 0)])

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board
        board.dims_finished = True
        board.show(game.flag((0, 0)))
        with mock.patch.object(board_view, "_MANY_AROUND", 7):
            board.show(game.open((0, 1)))
            await pilot.pause()
            board.show(game.open((1, 0)))
            board.show(game.open((1, 1)))
        assert board.looks is not None
        assert board.looks([1, 40]) == [1, 1], "(1, 1) was covered"

    drive(game, script)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shape", "mines", "size", "width"),
    [
        ("9x9", 10, (80, 24), 3),
        ("16x30", 99, (80, 24), 2),
        ("16x30", 99, (120, 40), 3),
        ("4x4x4x4", 20, (80, 24), 3),
        ("4x4x4x4", 9, (60, 24), 2),
        ("4x4x4x4x4x4", 300, (160, 50), 3),
        ("40", 5, (80, 24), 2),
        ("40", 5, (160, 24), 3),
    ],
)
def test_cells_are_as_wide_as_clues_need_and_a_column_wider_where_there_is_room(
    shape: str, mines: int, size: tuple[int, int], width: int
) -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board
        assert board.cell_size[0] == board.painter.width == board.arrangement.cell_width == width
        for cell in ((0,) * board.grid.dimensions, tuple(side - 1 for side in board.grid.shape)):
            board.go(cell)
            await pilot.pause()
            assert board.cell_size[0] == width, "cells keep their width during a game"
        await pilot.resize_terminal(60, 24)
        wanted = max(board.least_width, 3 if shape == "9x9" else 2)
        # The board arranges its cells one message after it has its size.
        while (board.size.width, board.cell_size[0]) != (60, wanted):
            await pilot.pause(0.01)

    drive(Game(shape, mines, seed=1), script, size=size)


def test_clues_of_two_digits_keep_apart() -> None:
    game = Game("3x3x3x3", 70, seed=3)
    for cell in game.grid:
        if game.layout is None or not game.layout.is_mine(cell):
            game.open(cell)

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        clues = [code for code in game.codes() if code > 0]
        assert max(clues) > 9
        # Each of them can still be read.
        words = [word for line in app.text() for word in line.split()]
        for clue in {clue for clue in clues if clue > 9}:
            assert words.count(str(clue)) == clues.count(clue)

    drive(game, script)


class OneBoardApp(App[None]):
    """Shows a game that nobody can play."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.board = BoardView(game, is_ascii=True)

    def compose(self) -> ComposeResult:
        yield self.board

    def text(self) -> list[str]:
        return [self.board.render_line(y).text.rstrip() for y in range(self.board.size.height)]


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["7", "3x4", "3x4x5", "2x3x4x5", "2x3x2x2x3"])
def test_every_cell_is_drawn_where_it_is_found(shape: str) -> None:
    game = Game(shape, 2, seed=1)

    async def run() -> None:
        app = OneBoardApp(game)
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.pause()
            canvas = app.board
            lines = canvas.cell_size[1]
            each = canvas.painter.width * (lines - 1) if lines > 1 else 1
            assert sum(line.count("#") for line in app.text()) == game.grid.cells * each
            found = {canvas.cell_at(x, y) for y in range(30) for x in range(100)} - {None}
            assert found == set(game.grid)
            change = game.flag(next(iter(game.grid)))
            canvas.show(change)
            assert sum(line.count("F") for line in app.text()) == 1

    asyncio.run(run())


def test_what_is_drawn_is_counted_for_whoever_follows() -> None:
    game = Game("3x4", 2, seed=1)

    async def run() -> None:
        app = OneBoardApp(game)
        async with app.run_test(size=(40, 12)) as pilot:
            await pilot.pause()
            # The first one draws everything, as the earlier content is unknown.
            app.board.show(game.flag((0, 0)))
            before = app.board.drawn
            app.board.show(game.flag((1, 2)))
            assert app.board.drawn > before
            assert app.board.changed == (6,)
            before = app.board.drawn
            opened = game.open((1, 2))
            assert not opened
            app.board.show(opened)
            assert app.board.drawn == before

    asyncio.run(run())


def test_looks_that_do_not_exist_are_refused() -> None:
    game = Game("3x4", 2, seed=1)
    with pytest.raises(
        ParameterError, match=rf"expected a theme \({', '.join(THEMES)}\), got 'drak', did you mean 'dark'"
    ):
        BoardView(game, theme="drak")
    canvas = BoardView(game)
    with pytest.raises(ParameterError, match=f"expected a layout .{', '.join(LAYOUTS)}., got 'slicd'"):
        canvas.validate_layout_mode("slicd")


def test_a_wave_runs_from_its_cell_along_the_axes_and_leaves_nothing_behind() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board
        timers: list[Callable[[], object]] = []
        # Frames are shown by stepping.
        board.set_timer = lambda _, shown: timers.append(shown)  # type: ignore[assignment, misc]
        board.wave(0)
        assert not timers, "without motion nothing runs"
        board.has_motion = True
        still = dict(board.marks)
        board.wave(board.grid.index((2, 3, 1)))
        fronts = []
        while timers:
            timers.pop()()
            fronts.append([index for index, mark in board.marks.items() if mark & WAVE])
            await pilot.pause()
        assert sorted(index for front in fronts for index in front) == list(range(board.grid.cells))
        assert board.grid.index((2, 3, 1)) in fronts[0]
        assert len(fronts) <= 9, "a quarter of a second"
        assert board.marks == still
        # An opening is shorter, and only where cells were opened.
        board.ripple(0, range(12))
        while timers:
            timers.pop()()
            assert {index for index, mark in board.marks.items() if mark & RIPPLE} <= set(range(12))
        board.ripple(0, range(3))
        assert not timers, "a few cells are no ripple"

    drive(Game("3x4x5", 3, seed=1), script)


def test_a_slow_terminal_ends_a_wave(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board
        board.has_motion = True
        board.set_timer = lambda *_: None  # type: ignore[assignment]
        board.wave(0)
        board.next_frame()
        assert any(mark & WAVE for mark in board.marks.values())
        monkeypatch.setattr(BoardApp, "is_output_pending", True, raising=False)
        board.next_frame()
        assert not any(mark & (WAVE | RIPPLE) for mark in board.marks.values())

    drive(Game("3x4", 3, seed=1), script)
