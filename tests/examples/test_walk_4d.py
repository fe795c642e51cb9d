from __future__ import annotations

import doctest

import pytest

import walk_4d
from hypersweep import Grid, Outcome


def test_its_examples_run_as_printed() -> None:
    assert doctest.testmod(walk_4d).failed == 0


def test_what_touches_what_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    walk_4d.show_neighbours(Grid("3x4x5x4"))
    middle, corner = capsys.readouterr().out.splitlines()
    assert middle == (
        "(1, 2, 2, 2) in the middle touches 80 cells in 9 tiles: "
        "8 along 1, 24 along 2, 32 along 3, 16 along 4 of the 4 axes"
    )
    assert "touches 15 cells in 4 tiles: 4 along 1, 6 along 2, 4 along 3, 1 along 4" in corner


@pytest.mark.slow
@pytest.mark.parametrize(("board", "mines"), [("3x4x3x4", 8), ("2x3x4", 3)])
def test_a_whole_game_is_told_with_its_reasons(board: str, mines: int, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = walk_4d.main(board, mines)
    out = capsys.readouterr().out
    assert outcome is not Outcome.ONGOING
    assert out.rstrip().endswith(outcome.name.lower())
    moves = out.split("\nopen ")[1:]
    assert len(moves) > 1
    assert all("\n  " in move for move in moves), "each has a reason"
