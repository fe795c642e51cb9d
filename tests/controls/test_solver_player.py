from __future__ import annotations

import pytest

from hypersweep import Game
from hypersweep.controls import solver_player
from hypersweep.controls.solver_player import SolverPlayer, Turn, fold
from hypersweep.solve import Budget


def test_flags_stand_on_mines_and_risks_are_kept() -> None:
    guessed = 0
    for seed in range(30):
        player = SolverPlayer(Game("6x7", 9, seed=seed), "look-ahead")
        for turn in player.turns():
            assert turn.reasons
            view = player.game.view
            player.play(turn)
            layout = player.game.layout
            assert layout is not None
            assert all(map(layout.is_mine, turn.mines))
            if turn.risk == 0:
                assert not layout.is_mine(turn.cell)
            assert view[turn.cell] in (-1, -2)
        guessed += len(player.risks)
    assert guessed


def test_positions_that_are_too_wide_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_player, "_BUDGET", Budget(states=1))
    texts: list[str] = []
    for seed in range(6):
        player = SolverPlayer(Game("4x5x4", 16, seed=seed), "look-ahead")
        for turn in player.turns():
            texts += turn.reasons
            player.play(turn)
    assert any(text.startswith("There are too many layouts to count, and no easy rule") for text in texts)


def test_sentences_are_folded_but_not_within_a_cell() -> None:
    text = "The 1 at (0, 2, 11) already has its mine: (3, 4, 10) is safe with 12.5 %."
    for width in (16, 20, 30, 50):
        lines = fold(text, width, "  ")
        assert max(map(len, lines)) <= width
        assert " ".join(line.strip() for line in lines) == text
        for piece in ("(0, 2, 11)", "(3, 4, 10)", "12.5 %."):
            assert sum(piece in line for line in lines) == 1


def test_a_turn_is_a_value() -> None:
    turn = Turn((1, 2), ("because",), 0.25, ((0, 0),))
    assert turn == Turn((1, 2), ("because",), 0.25, ((0, 0),))
    assert len({turn, Turn((1, 2), ("because",), None)}) == 2
    with pytest.raises(AttributeError):
        turn.risk = 0.0  # type: ignore[misc]
