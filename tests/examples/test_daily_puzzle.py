from __future__ import annotations

import doctest
from datetime import date, timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest

import daily_puzzle
from hypersweep import Layout
from hypersweep.generate import solvable_from
from hypersweep.rules import GRADES

MONDAY = date(2026, 11, 23)


def test_its_examples_run_as_printed() -> None:
    assert doctest.testmod(daily_puzzle).failed == 0


def test_each_day_of_two_weeks_has_a_puzzle_without_a_guess() -> None:
    layouts = set()
    for number in range(14):
        puzzle = daily_puzzle.puzzle_of(MONDAY + timedelta(number))
        board, mines, hardest = daily_puzzle.WEEK[number % 7]
        assert (str(puzzle.layout.grid), puzzle.layout.mines) == (board, mines)
        assert solvable_from(puzzle.layout, puzzle.first).grade == puzzle.grade
        assert GRADES.index(hardest) >= GRADES.index(puzzle.grade)
        layouts.add(str(puzzle.layout))
    assert len(layouts) == 14


def test_it_says_how_to_play_and_draws_the_beginning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "puzzle.svg"
    daily_puzzle.main(MONDAY.isoformat(), str(picture))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Monday, 23 November 2026: 8x9, 10 mines, grade clue"
    assert lines[-1].startswith("hypersweep 8x9.b")
    assert lines[-1].endswith("   # and open 4 4")
    assert Layout.parse(lines[-1].split()[1]) == daily_puzzle.puzzle_of(MONDAY).layout
    ElementTree.parse(picture)
