"""``hypersweep lab``: which experiments there are."""

from __future__ import annotations

import pytest

from hypersweep.cli import main


def test_the_help_names_every_experiment(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "--help"]) == 0
    assert "tablebase BOARD" in capsys.readouterr().out
    assert main(["lab", "tablebase", "--help"]) == 0
    assert "--mines COUNTS" in capsys.readouterr().out


def test_what_is_no_experiment_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["tablebasis"], ["--strange"]):
        assert main(["lab", *words]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "hypersweep lab: expected one of tablebase, got nothing",
        "hypersweep lab: expected one of tablebase, got 'tablebasis', did you mean 'tablebase'?",
        "hypersweep lab: expected one of the options --help, got '--strange'",
    ]
