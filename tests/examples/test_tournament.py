from __future__ import annotations

import doctest
from itertools import combinations

import pytest

import tournament
from hypersweep import play_solver


def test_its_examples_run_as_printed() -> None:
    assert doctest.testmod(tournament).failed == 0


@pytest.mark.slow
def test_the_table_and_all_matches(capsys: pytest.CaptureFixture[str]) -> None:
    table = tournament.main("5x6", 5, 100)
    assert set(table) == {"look-ahead", "progress", "safest", "bot"}
    assert table["safest"] == play_solver("5x6", 5, 100, seed=1, policy="safest").wins
    assert list(table.values()) == sorted(table.values(), reverse=True)
    lines = capsys.readouterr().out.splitlines()
    assert [line[:2] for line in lines[1:5]] == ["1.", "2.", "3.", "4."]
    matches = lines[6:]
    assert len(matches) == 6
    pairs = combinations(table, 2)
    for line, (one, other) in zip(matches, pairs, strict=True):
        words = line.split()
        assert (words[0], words[2]) == (one, other)
        # The difference of games won alone is that of games won in all.
        assert int(words[3]) - int(words[5]) == table[one] - table[other]
