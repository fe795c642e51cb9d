"""The page's client of its engine, which runs in workers, here those of node."""

from __future__ import annotations

import subprocess

import pytest

import capabilities
from node_kernel import SCRIPTS, needs_kernels


@pytest.mark.slow
def test_every_request_is_answered_or_rejected() -> None:
    done = subprocess.run(
        [
            capabilities.program("node"),
            str(SCRIPTS / "client.mjs"),
            str(capabilities.module("engine")),
            str(needs_kernels()),
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "every promise kept\n"
