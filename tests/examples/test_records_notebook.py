"""The notebook runs cell by cell in a separate interpreter, as in Jupyter."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hypersweep.record import iterate_games

NOTEBOOK = Path(__file__).parents[2] / "examples" / "records_notebook.ipynb"
CELLS = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]

CHECKS = """
assert len(games) == 1000, games
assert games.won.sum() > 900, games.won.sum()
assert (won.three_bv <= won.clicks).all()
assert won.three_bv.corr(won.seconds) > 0
assert axes.collections[0].get_offsets().shape == (len(won), 2)
"""


def test_it_has_no_outputs_and_says_what_it_needs() -> None:
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in CELLS)
    assert "pip install '.[lab]' pandas" in "".join(CELLS[0]["source"])


@pytest.mark.nightly
def test_a_thousand_records_become_a_table_and_a_picture(tmp_path: Path) -> None:
    program = "\n".join("".join(cell["source"]) for cell in CELLS if cell["cell_type"] == "code")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program + CHECKS],
        cwd=tmp_path,
        env={**os.environ, "MPLBACKEND": "agg"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert sum(1 for _ in iterate_games(tmp_path / "games.sweep")) == 1000
    assert (tmp_path / "three_bv.svg").stat().st_size > 10_000
