"""Pictures of finished games."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageColor

from hypersweep.errors import HypersweepError
from hypersweep.game import Outcome
from hypersweep.grid import Grid
from hypersweep.picture.themes import THEMES
from hypersweep.web.multiplayer.http.game_picture import _BESIDE, HEIGHT, WIDTH, _place, draw_png, draw_svg
from ranked_games import played_record

BOARDS = [
    "9x9",
    "16x30",
    "30x16",
    "2x70",
    "5x5x5",
    "10x10x10",
    "3x4x50",
    "4x4x4x4",
    "2x3x4x5",
    "40",
    "4x4x4x4x4",
    "3x3x3x3x3x3",
]


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_is_as_large_as_it_can_be(board: str) -> None:
    place = _place(Grid(board))
    arrangement = place.arrangement
    assert place.side >= 8
    # It is on the picture, and next to the facts.
    assert place.x >= 0
    assert place.x + arrangement.width <= WIDTH
    assert place.y >= 0
    assert place.y + arrangement.height <= HEIGHT
    assert place.x >= _BESIDE if place.is_beside else place.y >= 90
    wide, high = (WIDTH - _BESIDE, HEIGHT) if place.is_beside else (WIDTH, HEIGHT - 90)
    filled = max(arrangement.width / wide, arrangement.height / high)
    assert filled > 0.8 or place.side > 90, filled


def test_a_board_of_any_size_has_a_picture() -> None:
    for board in ("1x1", "1", "300x330", "99999", "1x99999"):
        place = _place(Grid(board))
        assert place.side >= 1


@pytest.mark.slow
def test_every_cell_has_its_colour() -> None:
    record = played_record(3, board="3x4x5", mines=8, outcome=Outcome.LOST)
    picture = Image.open(io.BytesIO(draw_png(record.format())))
    assert (picture.mode, picture.size) == ("RGB", (WIDTH, HEIGHT))
    place = _place(record.grid)
    replay = record.replay()
    replay.seek(len(replay))
    theme = THEMES["light"]
    for index, (x, y) in enumerate(place.arrangement.places()):
        # The content of a cell doesn't change its edge; every other cell is a little darker.
        shown = picture.getpixel((place.x + x + place.side // 4, place.y + y + 3))
        code = replay.game.codes()[index]
        assert shown in [ImageColor.getrgb(theme.style(code, odd).ground) for odd in (0, 1)], (index, code)
    assert picture.getpixel((0, 0)) == ImageColor.getrgb(theme.screen)


def test_the_svg_is_well_formed_and_holds_nothing_to_run() -> None:
    record = played_record(3, board="3x4", mines=3).replace(tags={"player": "<script>alert(1)</script>"})
    text = draw_svg(record.format())
    tree = ElementTree.fromstring(text)
    assert tree.tag == "{http://www.w3.org/2000/svg}svg"
    assert not re.search("script|href|style=|on[a-z]+=", text)
    assert "alert" not in text


def test_what_cannot_be_played_cannot_be_drawn() -> None:
    record = played_record(3)
    for text in ("", record.format().replace(" open ", " chord ", 1)):
        for draw in (draw_png, draw_svg):
            with pytest.raises(HypersweepError):
                draw(text)
