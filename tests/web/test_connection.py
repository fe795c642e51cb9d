"""The page's connection to its server, with a scripted server."""

from __future__ import annotations

import subprocess

import pytest

import capabilities
from node_kernel import SCRIPTS


@pytest.mark.slow
def test_what_is_missed_comes_and_what_was_not_answered_is_said_again() -> None:
    command = [capabilities.program("node"), str(SCRIPTS / "connection.mjs"), str(capabilities.module("engine"))]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "done\n"
