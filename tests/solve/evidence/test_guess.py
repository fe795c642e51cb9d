"""Guesses in words: their risk, what they compare with, and why this one."""

from __future__ import annotations

from hypersweep import View
from hypersweep.solve import Choice, explain
from hypersweep.solve.evidence import GuessGrounds
from hypersweep.solve.reason_text import list_cells
from sentences import check_form


def test_guesses_count_the_cells_that_are_open_to_doubt() -> None:
    (reason,) = explain(View.parse("3x4 mines=3\n# # # #\n# 1 # #\n# # # #"))
    check_form(str(reason))
    assert str(reason).startswith(
        "No cell is certain to be safe: 8 covered cells next to clues and 3 elsewhere are in doubt. "
    )
    (reason,) = explain(View.parse("1x3 mines=1\n# 1 #"))
    assert "2 covered cells next to clues are in doubt. The chance of a mine at (0, 0) is 50 %, the lowest" in str(
        reason
    )
    assert "(1 other cell is as safe)" in str(reason)
    (reason,) = explain(View.parse("2x3 mines=1\n# # #\n# # #"))
    assert "6 covered cells are in doubt. The chance of a mine at (0, 0), which no clue touches, is " in str(reason)


def test_rare_chances_are_told_without_powers_of_ten() -> None:
    def told(chance: float, opening: float, error: float | None) -> str:
        choice = Choice((0, 0), "guess", 1 - chance, 0.5, None, "safest", error is None)
        grounds = GuessGrounds(chance, choice, (0, 0), chance, 0, opening, True, 2, 3, error)
        text = grounds.sentence("guess", [(0, 0)], list_cells)
        check_form(text)
        return text

    assert "The chance of a mine at (0, 0) is less than 0.001 %, the lowest on the board." in told(9.1e-13, 0.0, 0.0003)
    assert "is about 0.2 %" in told(0.002, 0.0, 0.0003)
    assert "it touches no mine" in told(0.125, 0.25, None)
    assert "it touches no mine" not in told(0.125, 0.0002, None)
