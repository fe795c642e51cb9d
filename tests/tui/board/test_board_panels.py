"""Panels next to a board: the lens, the map, and where they are placed."""

from __future__ import annotations

import random
from unittest import mock

import pytest
from textual.color import Color
from textual.pilot import Pilot

from board_app import BoardApp, Cell, drive, game_of
from hypersweep import Game, Grid
from hypersweep.picture.themes import THEMES
from hypersweep.session import Session
from hypersweep.tui.board.board_panels import BoardPanel, Lens, MiniMap
from hypersweep.tui.screens.watch_screen import WatchScreen
from hypersweep.ui_model.choices import read_choices
from hypersweep.ui_model.solver_show import SolverShow
from pilot_play import Play, play
from seeds import some_of


@pytest.mark.parametrize("shape", ["3x4x5", "4x4x4x4x9"])
def test_panels_take_on_the_theme_of_their_board(shape: str) -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        panels = list(app.query(BoardPanel))
        assert len(panels) == 2
        for theme in ("light", "contrast", "dark"):
            app.board.theme = theme
            await pilot.pause()
            for panel in panels:
                assert panel.board is app.board
                assert panel.styles.background == Color.parse(THEMES[theme].screen)
                assert not panel.can_focus

    drive(Game(shape, 5, seed=1), script, has_panels=True)


def shown_cells(app: BoardApp) -> set[Cell]:
    """Return the cells with any part on the lens."""
    lens = app.lens
    found = set()
    for y in range(lens.arrangement.height):
        text = lens.render_line(y).text
        for x, character in enumerate(text):
            cell = lens.arrangement.cell_at(x, y)
            if cell is not None and character != " ":
                found.add(cell)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "shape",
    ["7", "3x4", "3x4x5", "3x4x5~wrap=1,2", "2x3x4x5~orthogonal", "3x2x4x3~wrap=all", "2x3x2x2x3", "2x2x2x2x2x3"],
)
def test_the_lens_shows_the_neighbourhood_and_nothing_else(shape: str) -> None:
    grid = Grid(shape)

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        app.board.is_ascii = True
        for cell in (
            (0,) * grid.dimensions,
            tuple(side - 1 for side in grid.shape),
            tuple(side // 2 for side in grid.shape),
        ):
            app.board.go(cell)
            await pilot.pause()
            assert shown_cells(app) == {cell, *grid.neighbours(cell)}

    drive(Game(grid, 1, seed=1), script, size=(200, 60), has_panels=True)


def test_the_lens_follows_moves_the_mouse_and_the_game() -> None:
    game = game_of("3x4x5", [(0, 0, 0)])

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board
        board.is_ascii = True
        board.go((0, 0, 0))

        def text() -> str:
            return "".join(app.lens.render_line(y).text for y in range(app.lens.size.height))

        await pilot.pause()
        assert text().count("#") == 8
        board.show(game.open((0, 0, 1)))
        await pilot.pause()
        assert text().count("#") == 7
        assert "1" in text()
        await pilot.hover(offset=app.screen_place((2, 3, 4)))
        await pilot.pause()
        assert app.lens.arrangement.tracks == ((1, 2, None), (2, 3, None), (3, 4, None))
        board.is_hidden = True
        await pilot.pause()
        assert "#" not in text()

    drive(game, script, size=(120, 40), has_panels=True)


@pytest.mark.slow
def test_only_what_differs_is_drawn_again_and_it_is_all_that_differs() -> None:
    game = Game("4x4x4x4x3", 12, seed=5)
    game.open((2, 2, 2, 2, 1))
    chance = random.Random(2)

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        lens = app.lens
        for number in range(30):
            cell = game.grid.cell(chance.randrange(game.grid.cells))
            if number % 3 == 0:
                app.board.show(game.flag(cell))
            else:
                app.board.go(cell)
            await pilot.pause()
            shown = app.screen._compositor.render_strips()
            for y in range(lens.size.height):
                row = shown[lens.region.y + y]
                assert row.crop(lens.region.x, lens.region.right).text == lens.render_line(y).text
        drawn: list[int] = []
        with mock.patch.object(Lens, "refresh", lambda self, *regions, **_: drawn.extend(regions)):
            lens.follow()
        assert drawn == []

    drive(game, script, size=(200, 60), has_panels=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shape", "size"), [("3x4", (9, 3)), ("3x4x5", (31, 4)), ("2x3x4x5", (31, 12)), ("2x3x2x2x3", (91, 11))]
)
def test_the_lens_has_the_size_of_its_cells(shape: str, size: tuple[int, int]) -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        del pilot
        assert app.lens.size == (app.lens.arrangement.width, app.lens.arrangement.height) == size

    drive(Game(shape, 1, seed=1), script, size=(200, 60), has_panels=True)


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("shape", some_of(["4x4x4x4x9", "4x4x4x4x3x4", "3x4x3x4x2x3x2"], ["4x4x4x4x3x4"]))
def test_every_slice_has_an_entry_and_a_click_moves_there(shape: str) -> None:
    game = Game(shape, 30, seed=1)
    higher_sides = game.grid.shape[4:]

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board, panel = app.board, app.map
        assert board.is_sliced
        assert panel.display
        seen: dict[tuple[int, ...], tuple[int, int]] = {}
        for y in range(panel.size.height):
            for x in range(panel.size.width):
                if (higher := panel.slice_at(x, y)) is not None:
                    seen.setdefault(higher, (x, y))
        for higher, (x, y) in seen.items():
            assert all(0 <= place < side for place, side in zip(higher, higher_sides, strict=True))
            region = panel.content_region
            await pilot.click(offset=(region.x + x, region.y + y))
            assert board.cursor[4:] == higher
        assert len(seen) == game.grid.strides[3]
        text = "".join(panel.render_line(y).text for y in range(panel.size.height))
        cells = game.grid.cells // game.grid.strides[3]
        assert text.count(f" {cells} ") == game.grid.strides[3]

    drive(game, script, size=(150, 50), has_panels=True)


def test_the_map_follows_the_game() -> None:
    game = Game("4x4x4x4x9", 30, seed=1)

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board

        def text() -> str:
            return "".join(app.map.render_line(y).text for y in range(app.map.size.height))

        assert "⚑" not in text()
        board.show(game.flag((0, 0, 0, 0, 5)))
        await pilot.pause()
        assert text().count("⚑1") == 1
        assert "255" in text()
        board.is_hidden = True
        await pilot.pause()
        assert "⚑" not in text()

    drive(game, script, size=(150, 50), has_panels=True)


@pytest.mark.slow
def test_a_map_without_room_is_not_shown() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        app.map.has_room = False
        await pilot.pause()
        assert not app.map.display
        app.board.go((0, 0, 0, 0, 8))
        await pilot.pause()
        assert not app.map.display
        app.map.has_room = True
        await pilot.pause()
        assert app.map.display

    drive(Game("4x4x4x4x9", 30, seed=1), script, size=(150, 50), has_panels=True)


@pytest.mark.slow
def test_boards_shown_whole_have_no_map() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        assert not app.map.display
        app.board.set_source(Game("4x4x4x4x9", 30, seed=1))
        await pilot.pause()
        await pilot.pause()
        assert app.map.display
        app.board.set_source(Game("3x4", 3, seed=1))
        await pilot.pause()
        await pilot.pause()
        assert not app.map.display

    drive(Game("2x3x4x5", 3, seed=1), script, size=(120, 40), has_panels=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "size", "has_lens", "has_map"),
    [
        ("9x9", (80, 24), False, False),
        ("10x10x10", (80, 24), True, False),
        ("4x4x4x4x4", (120, 40), True, True),
        ("6x6x6x6x6", (90, 30), False, True),
    ],
)
def test_a_game_shows_those_that_have_room(board: str, size: tuple[int, int], has_lens: bool, has_map: bool) -> None:
    async def script(it: Play) -> None:
        assert it.app.screen.query_one(Lens).display == has_lens
        assert [minimap.display for minimap in it.app.screen.query(MiniMap)] == (
            [has_map] if board.count("x") > 3 else []
        )
        assert it.app.screen.query_one("#panels").display == (has_lens or has_map)

    play(script, session=lambda store: Session(board, 5, store=store), size=size)


@pytest.mark.slow
def test_the_solver_shows_them_where_no_words_stand_beside_the_board() -> None:
    async def script(it: Play) -> None:
        it.app.navigation._show(
            WatchScreen(SolverShow(read_choices("10x10x10", mines="30", seed="1"), is_playing=False))
        )
        await it.settle()
        screen = it.app.screen
        assert screen.query_one("#words").display is False
        assert screen.query_one(Lens).display
        assert screen.query_one("#body").has_class("below")
        assert screen.query_one("#side").display

    play(script, size=(80, 24))
