"""The service worker, with caches and a network that fail."""

from __future__ import annotations

import subprocess

import pytest

import capabilities
from node_kernel import SCRIPTS


@pytest.mark.slow
def test_files_that_fail_cost_no_others_and_silent_caches_are_done_without() -> None:
    command = [capabilities.program("node"), str(SCRIPTS / "service_worker.mjs"), str(capabilities.module("sw.js"))]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "done\n"
