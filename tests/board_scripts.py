"""Ask the page's scripts for boards, in node: places, neighbours and colours."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import capabilities
from node_kernel import SCRIPTS


def ask(questions: list[dict[str, Any]]) -> list[Any]:
    """Return the answers of ``scripts/board.mjs``, one for each question."""
    done = subprocess.run(
        [capabilities.program("node"), str(SCRIPTS / "board.mjs"), str(capabilities.module(""))],
        input=json.dumps(questions),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)
    assert isinstance(answers, list)
    return answers
