"""What docs/lab.md shows is true: its examples, its table, its experiment."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from hypersweep.cli import main

DOCS = Path(__file__).parent.parent.parent / "docs"
TEXT = (DOCS / "lab.md").read_text(encoding="utf-8")


def test_examples_run_as_printed() -> None:
    found = doctest.testfile(str(DOCS / "lab.md"), module_relative=False)
    assert found.failed == 0
    assert found.attempted >= 4


def test_the_first_command_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r"```console\n\$ hypersweep (.*)\n((?:.+\n)+)```", TEXT)
    assert found is not None
    assert main([*shlex.split(found[1]), "--workers", "1"]) == 0
    assert capsys.readouterr().out == found[2]


def test_the_experiment_is_the_one_in_its_file() -> None:
    file = (DOCS / "dimensions.toml").read_text(encoding="utf-8")
    assert file.split("\n", 2)[2] in TEXT
