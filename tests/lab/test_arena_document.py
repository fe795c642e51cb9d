"""What docs/arena.md shows is true: its experiment and its numbers."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from hypersweep import play_solver
from hypersweep.cli import main
from hypersweep.lab import Experiment
from shown_blocks import blocks, commands

DOCS = Path(__file__).parent.parent.parent / "docs"
TEXT = (DOCS / "arena.md").read_text(encoding="utf-8")


def test_the_experiment_can_be_read() -> None:
    found = re.search(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    assert found is not None
    experiment = Experiment.parse(found[1])
    assert [entrant.name for entrant in experiment.entrants] == ["look-ahead", "quick", "solver"]
    assert Experiment.parse(experiment.format()) == experiment


@pytest.mark.slow
def test_the_numbers_of_the_example_are_those_of_the_games() -> None:
    for name in ("look-ahead", "safest"):
        batch = play_solver("9x9", 16, 600, seed=1, policy=name)
        found = re.search(rf"^9x9 +16  {name} +600  (\d+) .*\)  +([\d.]+) ", TEXT, re.MULTILINE)
        assert found is not None
        assert (int(found[1]), float(found[2])) == (batch.wins, round(sum(batch.guesses) / 600, 2))


def without_times(shown: str) -> list[str]:
    """The lines that the command prints, without the last two columns of its first table."""
    first, rest = shown.split("\n\n", 1)
    return [*(re.sub(r" +(?:ms a move|\S+) +\S+$", "", line) for line in first.splitlines()), *rest.splitlines()]


@pytest.mark.nightly
def test_the_example_prints_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = blocks(DOCS / "arena.md")
    (players,) = (block for block in shown if block.file)
    (block,) = (block for block in shown if block.language == "console")
    monkeypatch.chdir(tmp_path)
    Path(players.file).write_text(players.text, encoding="utf-8")
    ((command, _, _),) = commands(block)
    assert main(shlex.split(command.replace("\\\n", " "))[1:]) == 0
    assert without_times(capsys.readouterr().out) == without_times(block.shown)
    assert {path.name for path in tmp_path.iterdir()} >= {"match", "differ.sweep", "arena.svg"}
