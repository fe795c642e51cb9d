"""Small pictures of boards: numbers where they fit, half blocks or characters elsewhere."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult

from hypersweep import Game
from hypersweep.picture.cell_appearance import TARGET
from hypersweep.tui.board.board_picture import BoardPicture


def picture(
    shape: str,
    size: tuple[int, int],
    *,
    theme: str = "dark",
    is_ascii: bool = False,
    marks: dict[int, int] | None = None,
) -> list[str]:
    """The lines of a picture of a game begun in a corner."""
    game = Game(shape, 2, seed=3, rules="classic,first=opening")
    game.open((0,) * game.grid.dimensions)

    class Shown(App[None]):
        def compose(self) -> ComposeResult:
            yield BoardPicture()

    async def run() -> list[str]:
        async with Shown().run_test(size=size) as pilot:
            shown = pilot.app.query_one(BoardPicture)
            assert shown.render_line(0).text.strip() == ""
            shown.dress(theme, 0, is_ascii=is_ascii)
            shown.show(game, marks)
            await pilot.pause()
            return [shown.render_line(y).text for y in range(size[1])]

    return asyncio.run(run())


def test_a_board_with_space_has_numbers_and_is_centred() -> None:
    lines = picture("3x4", (20, 7))
    assert "".join(lines[:2] + lines[5:]).isspace()
    assert any(digit in "".join(lines[2:5]) for digit in "12")


def test_a_larger_one_has_two_cells_in_a_character() -> None:
    lines = picture("6x5x4x3", (24, 12))
    assert "".join(lines).count("▀") > 6 * 5 * 4 * 3 / 2 - 1
    # Three tables of six rows and two gaps are 20 rows, in ten lines.
    assert sum("▀" in line for line in lines) == 10


@pytest.mark.parametrize(("theme", "is_ascii"), [("mono", False), ("dark", True)])
def test_without_colours_or_blocks_it_has_characters(theme: str, is_ascii: bool) -> None:
    lines = picture("4x4x3x3", (16, 16), theme=theme, is_ascii=is_ascii)
    assert "▀" not in "".join(lines)
    assert "".join(lines).count("#") > 1
    assert "".join(lines).isascii()


def test_of_a_board_that_is_too_large_a_part_is_shown() -> None:
    assert any("▀" in line for line in picture("40x40x9", (12, 4), marks={0: TARGET}))
