"""The page's questions to engines, with a scripted server, and how it shows the answers."""

from __future__ import annotations

import subprocess

import capabilities
from node_kernel import SCRIPTS


def test_what_is_dropped_holds_nothing_up_and_who_cannot_be_asked_is_stood_in_for() -> None:
    command = [capabilities.program("node"), str(SCRIPTS / "engines.mjs"), str(capabilities.module(""))]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "done\n"
