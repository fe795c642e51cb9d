"""The benchmark of the full-screen game measures what it claims."""

from __future__ import annotations

import asyncio
import re
import sys

import pytest

from hypersweep.codes import COVERED, FLAGGED
from screens import OPENED, BoardApp, TextApp, played_game
from tui import SIZE, redraw


def test_the_game_that_is_drawn_is_in_its_middle() -> None:
    game = played_game()
    codes = game.codes().tolist()
    assert not game.outcome.value
    assert codes.count(COVERED) > 20
    assert codes.count(FLAGGED) > 3
    assert sum(code > 0 for code in codes) > OPENED


@pytest.mark.slow
def test_a_redraw_holds_all_of_the_screen() -> None:
    async def run() -> tuple[str, str]:
        board, text = BoardApp(), TextApp()
        async with board.run_test(size=SIZE) as pilot:
            await pilot.pause()
            first = redraw(board)
            assert redraw(board) == first
        async with text.run_test(size=SIZE) as pilot:
            await pilot.pause()
            return first, redraw(text)

    drawn, plain = asyncio.run(run())
    for output in (drawn, plain):
        characters = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", output)
        assert [len(line) for line in characters.split("\n")] == [SIZE[0]] * SIZE[1]
    # Every tile has its label.
    assert all(f"{across},{down}" in drawn for across in range(6) for down in range(6))


@pytest.mark.needs("posix")
def test_a_terminal_tells_when_output_came() -> None:
    from terminal import Terminal

    program = "import sys; print('ready', flush=True); print(input()[::-1], flush=True); input()"
    with Terminal([sys.executable, "-c", program], 80, 24) as terminal:
        ready = terminal.settle(b"ready")
        assert ready > terminal.begun
        sent = terminal.send(b"abc\n")
        assert terminal.settle(b"cba") > sent > ready
