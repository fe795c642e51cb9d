from __future__ import annotations

import doctest

import pytest

import train_agent


def test_its_examples_run_as_printed() -> None:
    assert doctest.testmod(train_agent).failed == 0


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:overflow encountered in exp")
def test_it_learns_and_the_same_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    shares = train_agent.main("5x6", 3, 12)
    assert 3 * shares[0] < shares[-1]
    assert train_agent.main("5x6", 3, 2) == shares[:2]
    assert "after   2560 games: " in capsys.readouterr().out
