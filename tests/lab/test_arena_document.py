"""What docs/arena.md shows is true: its examples, its experiment, its numbers."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from hypersweep import play_solver
from hypersweep.lab import Experiment

DOCS = Path(__file__).parent.parent.parent / "docs"
TEXT = (DOCS / "arena.md").read_text(encoding="utf-8")


def test_examples_run_as_printed() -> None:
    found = doctest.testfile(str(DOCS / "arena.md"), module_relative=False)
    assert found.failed == 0
    assert found.attempted >= 5


def test_the_experiment_can_be_read() -> None:
    found = re.search(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    assert found is not None
    experiment = Experiment.parse(found[1])
    assert [entrant.name for entrant in experiment.entrants] == ["look-ahead", "quick", "solver"]
    assert Experiment.parse(experiment.format()) == experiment


def test_the_numbers_of_the_example_are_those_of_the_games() -> None:
    for name in ("look-ahead", "safest"):
        batch = play_solver("9x9", 16, 600, seed=1, policy=name)
        found = re.search(rf"^9x9 +16  {name} +600  (\d+) .*\)  +([\d.]+) ", TEXT, re.MULTILINE)
        assert found is not None
        assert (int(found[1]), float(found[2])) == (batch.wins, round(sum(batch.guesses) / 600, 2))
