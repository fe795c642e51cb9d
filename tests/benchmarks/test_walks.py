"""The budgets of files and calls that a user's action may take."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

WALKS = Path(__file__).parent.parent.parent / "benchmarks" / "walks.py"


@pytest.mark.slow
def test_every_action_keeps_its_budget() -> None:
    done = subprocess.run([sys.executable, str(WALKS), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
