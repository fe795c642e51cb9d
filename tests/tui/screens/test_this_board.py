"""The information about the current board: shown and copied."""

from __future__ import annotations

import pytest

from hypersweep import Layout
from hypersweep.cli_support.board_options import PlayOptions, read_play
from hypersweep.session import Session
from hypersweep.tui.screens.game import GameScreen
from hypersweep.tui.screens.this_board import ThisBoardDialog
from pilot_play import EASY, Play, play, standing


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_seed_and_command_can_be_copied_while_a_game_goes_on(size: tuple[int, int]) -> None:
    async def script(it: Play) -> None:
        await it.go(1, 2, 0, 1)
        await it.press("enter", "i")
        assert isinstance(it.app.screen, ThisBoardDialog)
        assert "4d-easy, 4x4x4x4: 256 cells, 10 mines" in it.text
        assert "classic, first open an opening" in it.text
        assert "shown once the game is over" in it.text
        await it.until(lambda: it.lines[-1].strip() == "Esc back  c copy command  s copy seed")
        await it.press("s")
        assert it.app.clipboard == "7"
        assert "the seed was sent to the clipboard of the terminal" in it.text
        # There is no board ID to copy yet.
        await it.press("i")
        assert it.app.clipboard == "7"
        await it.press("c")
        found = read_play(it.app.clipboard.split()[2:])
        assert isinstance(found, PlayOptions)
        again = found.choice.game()
        again.open((1, 2, 0, 1))
        await it.press("escape")
        assert isinstance(it.app.screen, GameScreen)
        assert it.session.game.layout == again.layout
        assert it.session.is_ranked, "the seed alone gives nothing away"

    play(
        script,
        session=lambda store: Session(
            "4x4x4x4", 10, rules="classic,first=opening", seed=7, is_known=False, store=store, clock=standing
        ),
        size=size,
    )


@pytest.mark.slow
def test_a_board_id_can_be_copied_once_the_game_is_over() -> None:
    async def script(it: Play) -> None:
        await it.go(0, 3)
        await it.press("enter", "i", "i")
        assert it.app.clipboard == EASY.format()
        await it.until(lambda: "i copy board ID" in it.lines[-1])
        assert "none: the mines were given" in it.text
        await it.press("c", "enter")
        assert it.app.clipboard == f"hypersweep play {EASY.format()}"
        assert isinstance(it.app.screen, GameScreen)

    play(script, layout=EASY)


def test_long_board_ids_are_shown_cut_and_copied_whole() -> None:
    layout = Layout.random("60x70", 900, seed=1)

    async def script(it: Play) -> None:
        await it.press("i")
        assert "characters)" in it.text
        await it.press("i")
        assert it.app.clipboard == layout.format()

    play(script, layout=layout, size=(80, 24))
