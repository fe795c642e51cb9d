from __future__ import annotations

import doctest

import pytest

import bot
from hypersweep import play_policy, play_solver


def test_its_examples_run_as_printed() -> None:
    assert doctest.testmod(bot).failed == 0


@pytest.mark.slow
@pytest.mark.parametrize(("board", "mines"), [("6x7", 8), ("3x4x3", 4)])
def test_it_wins_more_than_by_chance_and_hardly_more_than_the_solver(board: str, mines: int) -> None:
    wins = play_policy(bot.bot, board, mines, 100, seed=3).wins
    assert 20 < wins < play_solver(board, mines, 100, seed=3).wins + 5


@pytest.mark.slow
def test_it_tells_who_won(capsys: pytest.CaptureFixture[str]) -> None:
    bot.main("5x6", 4, 50)
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("50 games on 5x6 with 4 mines: the bot won ")
    wins, solver = (int(text.split()[-1]) for text in first.split(": ")[1].split(", "))
    alone, beaten = (int(text.split()[-1]) for text in second.split(", "))
    assert wins - alone == solver - beaten
