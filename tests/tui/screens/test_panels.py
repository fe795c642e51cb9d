"""The lens and the map on the screens that have them."""

from __future__ import annotations

import pytest

from hypersweep.session import Session
from hypersweep.tui.board.lens import Lens
from hypersweep.tui.board.minimap import MiniMap
from hypersweep.tui.screens.watch import WatchScreen
from hypersweep.ui_model.choices import read_choices
from hypersweep.ui_model.solver_show import SolverShow
from pilot_play import Play, play


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
        it.app._show(WatchScreen(SolverShow(read_choices("10x10x10", mines="30", seed="1"), is_playing=False)))
        await it.settle()
        screen = it.app.screen
        assert screen.query_one("#words").display is False
        assert screen.query_one(Lens).display
        assert screen.query_one("#body").has_class("below")
        assert screen.query_one("#side").display

    play(script, size=(80, 24))
